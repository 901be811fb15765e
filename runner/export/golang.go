package export

import (
	"cmp"
	"fmt"
	"go/format"
	"strconv"
	"strings"
	"unicode"
)

// golang prints a test for `go test` with playwright-go.
type golang struct {
	out  lines
	skip bool
}

// Go is the test as a file for `go test` with github.com/mxschmitt/playwright-go.
func (t *Test) Go(o Options) (string, error) {
	p := &golang{skip: o.SkipUnsupported}
	p.out.indent = "\t"
	p.test(t)
	var b strings.Builder
	b.WriteString("// Written by verdict export from a recorded run. It runs with the stock tool: go test\n")
	fmt.Fprintf(&b, "package %s\n\n", cmp.Or(o.Package, "e2e_test"))
	body := p.out.String()
	setup := goSetup
	if o.WithoutSetup {
		setup = ""
	}
	b.WriteString("import (\n")
	all := body + setup
	for _, path := range []string{"errors", "fmt", "os", "path/filepath", "regexp", "slices", "strconv", "strings", "testing", "time"} {
		if strings.Contains(strings.ReplaceAll(all, "\"", " "), path[strings.LastIndexByte(path, '/')+1:]+".") {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	if strings.Contains(all, "playwright.") {
		b.WriteString("\n\t\"github.com/mxschmitt/playwright-go\"\n")
	}
	b.WriteString(")\n\n")
	b.WriteString(body)
	b.WriteString(setup)
	out, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("printing Go: %w", err)
	}
	return string(out), nil
}

func (p *golang) test(t *Test) {
	p.out.open("func %s(t *testing.T) {", funcName(t.Name))
	if len(t.Rows) > 0 {
		p.out.open("for i, row := range []func(t *testing.T) values{")
		for _, row := range t.Rows {
			p.out.add("func(t *testing.T) values { return %s },", p.values(row))
		}
		p.out.depth--
		p.out.open("} {")
		p.out.open(`t.Run("row "+strconv.Itoa(i+1), func(t *testing.T) {`)
		p.out.add("v := %s.with(row(t))", p.values(t.Values))
	} else if len(t.Values) > 0 || stores(t) {
		p.out.add("v := %s", p.values(t.Values))
	}
	p.out.add("page, expect := open(t, %d, %d)", t.Width, t.Height)
	p.out.add("s := &steps{t: t}")
	if !usesExpect(t) {
		p.out.add("_ = expect")
	}
	p.out.add("s.ok(page.Goto(address(t, %s)))", p.env(Text(t.URL)))
	for _, b := range t.Blocks {
		if len(b.Actions) == 0 {
			p.out.add("// %s", oneLine(b.Text))
			continue
		}
		p.out.add("\ns.at = %s", strconv.Quote(oneLine(b.Text)))
		for _, a := range b.Actions {
			p.action(a)
		}
	}
	if len(t.Rows) > 0 {
		p.out.close("})")
		p.out.close("}")
	}
	p.out.close("}")
}

func usesExpect(t *Test) (yes bool) {
	for _, b := range t.Blocks {
		walk(b.Actions, func(a Action) {
			switch a.(type) {
			case Expect, ExpectPage, Absent:
				yes = true
			}
		})
	}
	return yes
}

// funcName makes "A customer signs in" TestACustomerSignsIn.
func funcName(name string) string {
	var b strings.Builder
	up := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = r != '\''
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return "Test" + b.String()
}

func (p *golang) values(vs []Value) string {
	var parts []string
	for _, v := range vs {
		text := p.env(v.Text)
		if v.Env != "" {
			text = "env(t, " + strconv.Quote(v.Env) + ")"
		}
		parts = append(parts, strconv.Quote(v.Name)+": "+text)
	}
	return "values{" + strings.Join(parts, ", ") + "}"
}

func (p *golang) env(t Text) string  { return p.join(t.parts(true)) }
func (p *golang) text(t Text) string { return p.join(t.parts(false)) }

func (p *golang) join(parts []part) string {
	var out []string
	for _, s := range parts {
		switch {
		case s.env != "":
			out = append(out, "env(t, "+strconv.Quote(s.env)+")")
		case s.name != "":
			out = append(out, "v["+strconv.Quote(s.name)+"]")
		default:
			out = append(out, strconv.Quote(s.literal))
		}
	}
	return strings.Join(out, " + ")
}

func (p *golang) pattern(t Pattern) string {
	if t.Mode == Regex {
		return "regexp.MustCompile(" + p.text(t.Text) + ")"
	}
	name := string(t.Mode)
	if t.Mode == Address {
		name = "location"
	}
	return name + "(" + p.text(t.Text) + ")"
}

func (p *golang) locator(l Locator) string {
	s, on := "page", "Page"
	for _, f := range l {
		name := p.text(f.Name)
		within := s
		if on != "Locator" {
			within += `.Locator("html")`
		}
		exact := fmt.Sprintf(", playwright.%s%%sOptions{Exact: playwright.Bool(true)})", on)
		switch f.By {
		case ByFrame:
			s, on = fmt.Sprintf(`%s.FrameLocator("iframe, frame").Nth(%d)`, s, f.N), "FrameLocator"
			continue
		case ByRole:
			var options []string
			switch {
			case f.Name != "" && f.Exact:
				options = append(options, "Name: "+name, "Exact: playwright.Bool(true)")
			case f.Name != "":
				options = append(options, "Name: "+p.pattern(Pattern{Whole, f.Name}))
			}
			if f.N > 0 {
				options = append(options, fmt.Sprintf("Level: playwright.Int(%d)", f.N))
			}
			s += ".GetByRole(" + strconv.Quote(f.Role)
			if options != nil {
				s += fmt.Sprintf(", playwright.%sGetByRoleOptions{%s}", on, strings.Join(options, ", "))
			}
			s += ")"
		case ByLabel:
			s += ".GetByLabel(" + name + fmt.Sprintf(exact, "GetByLabel")
		case ByPlaceholder:
			s += ".GetByPlaceholder(" + name + fmt.Sprintf(exact, "GetByPlaceholder")
		case ByText:
			if f.Exact {
				s += ".GetByText(" + name + fmt.Sprintf(exact, "GetByText")
			} else {
				s += ".GetByText(" + p.pattern(Pattern{Words, f.Name}) + ")"
			}
		case ByCSS:
			s += ".Locator(" + name + ")"
		case ByNth:
			s += fmt.Sprintf(".Nth(%d)", f.N)
		case ByVisible:
			s = "visible(" + s + ").First()"
		case ByRow, ByTestID, ByName, ByField:
			s = fmt.Sprintf("%s(%s, %s)", f.By, within, name)
		}
		on = "Locator"
	}
	return s
}
