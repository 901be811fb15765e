package export

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/testcases"
)

// Text is a template as the case and its record have it: {{name}} is a variable; ${NAME}, in front matter only, the environment.
type Text string

type part struct{ literal, name, env string }

var (
	template = regexp.MustCompile(`\{\{\s*([^{}]+?)\s*\}\}`)
	fromEnv  = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)
)

// parts splits a text at its variables; env says that ${NAME} counts too.
func (t Text) parts(env bool) []part {
	form := template
	if env {
		form = fromEnv
	}
	var out []part
	s := string(t)
	for {
		m := form.FindStringSubmatchIndex(s)
		if m == nil {
			break
		}
		if m[0] > 0 {
			out = append(out, part{literal: s[:m[0]]})
		}
		if name := s[m[2]:m[3]]; env {
			out = append(out, part{env: name})
		} else {
			out = append(out, part{name: name})
		}
		s = s[m[1]:]
	}
	if s != "" || len(out) == 0 {
		out = append(out, part{literal: s})
	}
	return out
}

// values are the variables a test begins with. A secret is never written: it comes from the environment, under the name of the
// variable the case reads it from, or its own in capitals.
func values(vs testcases.Values, row int) (out []Value, lost []string) {
	for _, v := range vs {
		text := v.Text()
		whole := fromEnv.FindStringSubmatch(text)
		switch {
		case v.TOTP:
			lost = append(lost, "{{"+v.Name+"}} is a one-time code, which is made when it is needed")
		case whole != nil && whole[0] == text:
			out = append(out, Value{Name: v.Name, Env: whole[1]})
		case v.Secret || memory.SecretName(v.Name):
			out = append(out, Value{Name: v.Name, Env: envName(v.Name, row)})
		default:
			out = append(out, Value{Name: v.Name, Text: Text(text)})
		}
	}
	return out, lost
}

var notName = regexp.MustCompile(`[^A-Z0-9]+`)

// envName is the environment variable of a secret that the case holds itself.
func envName(name string, row int) string {
	s := strings.Trim(notName.ReplaceAllString(strings.ToUpper(name), "_"), "_")
	if row > 0 {
		s += "_" + strconv.Itoa(row)
	}
	return s
}

// Mode says how much of what is shown a pattern covers.
type Mode string

// The modes of a pattern; none but Regex minds letter case.
const (
	Words   Mode = "words"   // the text as words of their own within others
	Whole   Mode = "whole"   // nothing but the text
	Part    Mode = "part"    // the text, even inside a word
	Starts  Mode = "starts"  // the text at the beginning
	Ends    Mode = "ends"    // the text at the end
	Address Mode = "address" // a path, whatever its origin, query and fragment
	Regex   Mode = "regex"
)

// Pattern is a text to be compared with.
type Pattern struct {
	Mode Mode
	Text Text
}
