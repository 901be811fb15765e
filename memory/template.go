package memory

import (
	"fmt"
	"slices"
	"strings"
)

// UnknownError says that a template names a variable that is not stored. It is text a model or a person can act on.
type UnknownError struct {
	Name    string
	Known   []string // sorted
	Nearest string   // "" when none is near
}

func (e *UnknownError) Error() string {
	known := "memory is empty"
	if len(e.Known) > 0 {
		known = "in memory: " + strings.Join(e.Known, ", ")
	}
	if e.Nearest != "" {
		known += fmt.Sprintf(" (did you mean {{%s}}?)", e.Nearest)
	}
	return fmt.Sprintf("unknown variable {{%s}}; %s", e.Name, known)
}

// SyntaxError says that a template is not well formed.
type SyntaxError struct {
	Text string // the offending part
	Why  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf(`%q %s; write \{{ for two literal braces`, e.Text, e.Why)
}

// part is a piece of a template: literal text, or a name.
type part struct {
	text string
	name bool
}

// split cuts a template into parts. "{{name}}" may have spaces around the name;
// "\{{" is two literal braces, "\\{{" a backslash before a template; of more
// than two opening braces the last two open.
func split(template string) ([]part, error) {
	var parts []part
	var literal strings.Builder
	rest := template
	for {
		open := strings.Index(rest, "{{")
		if open < 0 {
			break
		}
		before := strings.TrimRight(rest[:open], `\`)
		slashes := open - len(before)
		literal.WriteString(before)
		literal.WriteString(strings.Repeat(`\`, slashes/2))
		rest = rest[open:]
		if slashes%2 == 1 {
			literal.WriteString("{{")
			rest = rest[2:]
			continue
		}
		for strings.HasPrefix(rest, "{{{") {
			literal.WriteByte('{')
			rest = rest[1:]
		}
		end := strings.Index(rest, "}}")
		if end < 0 {
			return nil, &SyntaxError{Text: cut(rest), Why: "is never closed by }}"}
		}
		name := strings.TrimSpace(rest[2:end])
		if !ValidName(name) {
			return nil, &SyntaxError{Text: cut(rest[:end+2]), Why: "holds no variable name (letters, digits, _ - .)"}
		}
		if literal.Len() > 0 {
			parts = append(parts, part{text: literal.String()})
			literal.Reset()
		}
		parts = append(parts, part{text: name, name: true})
		rest = rest[end+2:]
	}
	literal.WriteString(rest)
	if literal.Len() > 0 {
		parts = append(parts, part{text: literal.String()})
	}
	return parts, nil
}

func cut(s string) string {
	const limit = 40
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

// Uses are the names a template holds, each once, in order. A malformed template uses nothing.
func Uses(template string) []string {
	parts, err := split(template)
	if err != nil {
		return nil
	}
	var names []string
	for _, p := range parts {
		if p.name && !slices.Contains(names, p.text) {
			names = append(names, p.text)
		}
	}
	return names
}

// Escape writes text so that Resolve gives back exactly text.
func Escape(text string) string {
	var out strings.Builder
	for {
		open := strings.Index(text, "{{")
		if open < 0 {
			out.WriteString(text)
			return out.String()
		}
		slashes := open - len(strings.TrimRight(text[:open], `\`))
		out.WriteString(text[:open])
		out.WriteString(strings.Repeat(`\`, slashes+1))
		out.WriteString("{{")
		text = text[open+2:]
	}
}
