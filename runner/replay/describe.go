package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Instructions says a command with its arguments in plain words; commands.Registry does.
type Instructions interface {
	Instruction(name string, args json.RawMessage) string
}

// Describe prints a section for people.
func (s *Section) Describe(w io.Writer, say Instructions) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d sentences, %d steps\n", s.Device, len(s.Sentences), s.Steps())
	n := 0
	for _, sentence := range s.Sentences {
		fmt.Fprintf(&b, "  %s\n", sentence.Text)
		if sentence.Check != "" {
			fmt.Fprintf(&b, "      check, proven by %s\n", map[string]string{"code": "code", "judge": "a judge"}[sentence.Check])
		}
		for _, step := range sentence.Steps {
			n++
			args, err := json.Marshal(step.With)
			if err != nil {
				return fmt.Errorf("step %d: %w", n, err)
			}
			fmt.Fprintf(&b, "  %3d %s\n", n, say.Instruction(step.Do, args))
			for _, t := range step.Targets {
				fmt.Fprintf(&b, "      %s\n", known(t.Is))
			}
			if step.Focus != nil {
				fmt.Fprintf(&b, "      with the focus on %s\n", known(*step.Focus))
			}
			if step.Page != "" {
				fmt.Fprintf(&b, "      on %s\n", step.Page)
			}
			if step.Brings != nil {
				fmt.Fprintf(&b, "      brings %s\n", step.Brings)
			}
			if step.Unasked {
				b.WriteString("      no sentence asks for it; it may be passed over\n")
			}
			if step.Ask != "" {
				fmt.Fprintf(&b, "      a model is asked: %s\n", step.Ask)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Steps counts the recorded steps.
func (s *Section) Steps() int {
	n := 0
	for _, sentence := range s.Sentences {
		n += len(sentence.Steps)
	}
	return n
}

// known says by what an element is known again.
func known(p screen.Fingerprint) string {
	parts := []string{p.Role}
	if p.Name != "" {
		parts[0] += fmt.Sprintf(" %q", p.Name)
	}
	for _, f := range []struct{ what, value string }{
		{"row", p.RowKey}, {"in", p.Region}, {"label", p.Label}, {"test id", p.TestID}, {"id", p.HTMLID}, {"icon", p.Icon}, {"frame", p.Frame},
	} {
		if f.value != "" && f.value != p.Name {
			parts = append(parts, f.what+" "+f.value)
		}
	}
	return strings.Join(parts, ", ")
}

// Prune drops the recorded sentences the case no longer has, and says how many.
func (s *Section) Prune(texts []string) int {
	gone := Align(texts, s.Sentences).Gone
	drop := make(map[int]bool, len(gone))
	for _, i := range gone {
		drop[i] = true
	}
	kept := s.Sentences[:0]
	for i := range s.Sentences {
		if !drop[i] {
			kept = append(kept, s.Sentences[i])
		}
	}
	s.Sentences = kept
	return len(gone)
}
