package memory

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/internal/secret"
)

// MinMasked is the length from which a secret is masked in free text. A
// shorter one would blank out half a page ("1", "ok"); MaskField masks it where it stands alone.
const MinMasked = 6

type hidden struct {
	name  string
	value secret.Value
}

// form is one spelling of a secret.
type form struct {
	name string
	text secret.Value
}

// hide remembers a secret value for masking. The lock is held.
func (s *Store) hide(name, value string) {
	h := hidden{name, secret.New(value)}
	if value == "" || slices.ContainsFunc(s.hidden, func(o hidden) bool { return o.name == name && o.value.Equal(h.value) }) {
		return
	}
	s.hidden = append(s.hidden, h)
	if utf8.RuneCountInString(value) < MinMasked {
		return
	}
	// A copy: readers work on the old slice without the lock.
	forms := slices.Clone(s.forms)
	for _, text := range spellings(value) {
		forms = append(forms, form{name, secret.New(text)})
	}
	slices.SortStableFunc(forms, func(a, b form) int { return cmp.Compare(len(b.text.Reveal()), len(a.text.Reveal())) })
	s.forms = forms
}

// spellings are the value and how it looks inside URLs, JSON, HTML, quoted
// text and base64, each once.
func spellings(value string) []string {
	escaped, _ := json.Marshal(value)
	var plain strings.Builder
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value)
	out := []string{
		value, url.QueryEscape(value), url.PathEscape(value), lowerHex(url.QueryEscape(value)), lowerHex(url.PathEscape(value)),
		inner(string(escaped)), inner(strings.TrimSuffix(plain.String(), "\n")), inner(strconv.Quote(value)), html.EscapeString(value),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace(value),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(value),
	}
	out = append(out, base64Forms(value)...)
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool { return s == "" })
}

// inner is quoted without its quotes.
func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

var percent = regexp.MustCompile(`%[0-9A-F]{2}`)

func lowerHex(s string) string { return percent.ReplaceAllStringFunc(s, strings.ToLower) }

// base64Forms are the encodings of the value alone and what is the same in
// every encoding of a longer text that holds it at one of the three
// alignments, as "user:password" of basic authentication.
func base64Forms(value string) []string {
	var out []string
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		raw := e.WithPadding(base64.NoPadding)
		out = append(out, e.EncodeToString([]byte(value)), raw.EncodeToString([]byte(value)))
		for shift := range 3 {
			text := raw.EncodeToString([]byte(strings.Repeat("\x00", shift) + value))
			first := []int{0, 2, 3}[shift]       // characters that also hold bits of what stands before
			last := (shift + len(value)) * 8 / 6 // characters that hold bits of the value only
			if core := text[first:last]; len(core) > MinMasked {
				out = append(out, core)
			}
		}
	}
	return out
}

// span is text[from:to], belonging to name; size is the length of the form that named it.
type span struct {
	from, to, size int
	name           string
}

// Mask replaces every secret in text, in any of its spellings, by {{name}}.
// Where secrets overlap, all of the overlap goes, under the name of the longest.
// Markers that already stand in the text stay as they are. Of a secret that was cut off, the part before the "…" goes.
func (s *Store) Mask(text string) string {
	s.mu.RLock()
	forms := s.forms
	s.mu.RUnlock()
	if len(forms) == 0 || text == "" {
		return text
	}
	markers := markersIn(text, forms)
	var spans []span
	for _, f := range forms {
		look := f.text.Reveal()
		for at := 0; ; {
			i := strings.Index(text[at:], look)
			if i < 0 {
				break
			}
			from := at + i
			if !slices.ContainsFunc(markers, func(m span) bool { return m.from < from && from+len(look) < m.to }) {
				spans = append(spans, span{from, from + len(look), len(look), f.name})
			}
			at = from + 1
		}
	}
	spans = append(spans, halves(text, forms)...)
	if len(spans) == 0 {
		return text
	}
	var out strings.Builder
	at := 0
	for _, m := range merge(append(spans, markers...)) {
		out.WriteString(text[at:m.from])
		out.WriteString("{{" + m.name + "}}")
		at = m.to
	}
	out.WriteString(text[at:])
	return out.String()
}

// leastHalf is the length in bytes from which the beginning of a secret before an ellipsis is masked.
const leastHalf = 4

// halves are the beginnings of secrets that a text was cut off in, as its "…" says.
func halves(text string, forms []form) []span {
	var spans []span
	for at := 0; ; {
		i := strings.Index(text[at:], "…")
		if i < 0 {
			return spans
		}
		cut := at + i
		for _, f := range forms {
			look := f.text.Reveal()
			for n := min(len(look)-1, cut); n >= leastHalf; n-- {
				if strings.HasSuffix(text[:cut], look[:n]) {
					spans = append(spans, span{cut - n, cut, n, f.name})
					break
				}
			}
		}
		at = cut + len("…")
	}
}

// markersIn are the places where a marker already stands; size 0, so that a real secret over one gives its name.
func markersIn(text string, forms []form) []span {
	if !strings.Contains(text, "{{") {
		return nil
	}
	var spans []span
	seen := map[string]bool{}
	for _, f := range forms {
		if seen[f.name] {
			continue
		}
		seen[f.name] = true
		marker := "{{" + f.name + "}}"
		for at := 0; ; {
			i := strings.Index(text[at:], marker)
			if i < 0 {
				break
			}
			spans = append(spans, span{at + i, at + i + len(marker), 0, f.name})
			at += i + len(marker)
		}
	}
	return spans
}

func merge(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.size, a.size)) })
	out := spans[:1]
	for _, s := range spans[1:] {
		last := &out[len(out)-1]
		if s.from >= last.to {
			out = append(out, s)
			continue
		}
		last.to = max(last.to, s.to)
		if s.size > last.size {
			last.size, last.name = s.size, s.name
		}
	}
	return out
}

// MaskField masks the whole value of one field: a secret of any length that is
// all there is becomes {{name}}; otherwise as Mask.
func (s *Store) MaskField(value string) string {
	s.mu.RLock()
	all := s.hidden
	s.mu.RUnlock()
	trimmed := strings.TrimSpace(value)
	for i := len(all) - 1; i >= 0; i-- {
		if h := all[i].value.Reveal(); h == value || (trimmed != "" && strings.TrimSpace(h) == trimmed) {
			return "{{" + all[i].name + "}}"
		}
	}
	return s.Mask(value)
}
