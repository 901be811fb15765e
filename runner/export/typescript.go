package export

import (
	"fmt"
	"regexp"
	"strings"
)

// typescript prints a test for @playwright/test.
type typescript struct {
	out    lines
	skip   bool
	helper map[string]bool // what is used of the helpers
}

// TypeScript is the test as a file for @playwright/test.
func (t *Test) TypeScript(o Options) string {
	p := &typescript{skip: o.SkipUnsupported, helper: map[string]bool{}}
	p.out.indent = "  "
	p.test(t)
	body := p.out.String()
	var b strings.Builder
	b.WriteString("// Written by verdict export from a recorded run. It runs with the stock tool: npx playwright test\n")
	types := ""
	for _, name := range []string{"Locator", "Page"} {
		if p.helper[name] {
			types += ", type " + name
		}
	}
	fmt.Fprintf(&b, "import { expect, test%s } from '@playwright/test';\n\n", types)
	fmt.Fprintf(&b, "test.use({\n  viewport: { width: %d, height: %d },\n", t.Width, t.Height)
	if strings.HasPrefix(t.URL, "/") {
		b.WriteString("  ...(process.env.BASE_URL ? { baseURL: process.env.BASE_URL } : {}),\n")
	}
	b.WriteString("});\n\n")
	b.WriteString(body)
	for _, h := range tsHelpers {
		if p.helper[h.name] {
			b.WriteString("\n" + h.source)
		}
	}
	return b.String()
}

func (p *typescript) test(t *Test) {
	switches, answers := uses(t)
	page, name := "page", p.quote(t.Name)
	if switches {
		page = "page: first"
	}
	if len(t.Rows) > 0 {
		p.out.add("const rows: (() => Record<string, string>)[] = [")
		for _, row := range t.Rows {
			p.out.add("  () => (%s),", p.values(row))
		}
		p.out.add("];\n")
		p.out.open("for (const [i, data] of rows.entries()) {")
		name = "`" + strings.NewReplacer("`", "\\`", "\\", "\\\\", "${", "\\${").Replace(t.Name) + " [row ${i + 1}]`"
	}
	p.out.open("test(%s, async ({ %s }) => {", name, page)
	if switches {
		p.use("Page")
		p.out.add("let page: Page = first;")
	}
	if answers {
		p.out.add("let answered: Promise<unknown> = Promise.resolve();")
	}
	switch {
	case len(t.Rows) > 0:
		p.out.add("const v: Record<string, string> = { ...%s, ...data() };", p.values(t.Values))
	case len(t.Values) > 0 || stores(t):
		p.out.add("const v: Record<string, string> = %s;", p.values(t.Values))
	}
	p.out.add("await page.goto(%s);", p.env(Text(t.URL)))
	for _, b := range t.Blocks {
		if len(b.Actions) == 0 {
			p.out.add("// %s", oneLine(b.Text))
			continue
		}
		p.out.open("await test.step(%s, async () => {", p.quote(oneLine(b.Text)))
		p.actions(b.Actions)
		p.out.close("});")
	}
	p.out.close("});")
	if len(t.Rows) > 0 {
		p.out.close("}")
	}
}

func (p *typescript) use(names ...string) {
	for _, n := range names {
		if p.helper[n] {
			continue
		}
		p.helper[n] = true
		for _, h := range tsHelpers {
			if h.name == n {
				p.use(h.needs...)
			}
		}
	}
}

func (p *typescript) values(vs []Value) string {
	var parts []string
	for _, v := range vs {
		text := p.env(v.Text)
		if v.Env != "" {
			p.use("env")
			text = "env(" + p.quote(v.Env) + ")"
		}
		parts = append(parts, p.key(v.Name)+": "+text)
	}
	if parts == nil {
		return "{}"
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (p *typescript) key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return p.quote(name)
}

func (p *typescript) variable(name string) string {
	if identifier.MatchString(name) {
		return "v." + name
	}
	return "v[" + p.quote(name) + "]"
}

func (p *typescript) quote(s string) string {
	return "'" + strings.NewReplacer("\\", "\\\\", "'", "\\'", "\n", "\\n", "\r", "\\r", "\u2028", "\\u2028", "\u2029", "\\u2029").Replace(s) + "'"
}

// env is an expression for a text of the front matter, text for one of a step.
func (p *typescript) env(t Text) string  { return p.join(t.parts(true)) }
func (p *typescript) text(t Text) string { return p.join(t.parts(false)) }

func (p *typescript) join(parts []part) string {
	if len(parts) == 1 && parts[0].name == "" && parts[0].env == "" {
		return p.quote(parts[0].literal)
	}
	var b strings.Builder
	for _, s := range parts {
		switch {
		case s.env != "":
			p.use("env")
			b.WriteString("${env(" + p.quote(s.env) + ")}")
		case s.name != "":
			b.WriteString("${" + p.variable(s.name) + "}")
		default:
			b.WriteString(strings.NewReplacer("\\", "\\\\", "`", "\\`", "${", "\\${", "\n", "\\n", "\r", "\\r").Replace(s.literal))
		}
	}
	if len(parts) == 1 && parts[0].name != "" {
		return p.variable(parts[0].name)
	}
	return "`" + b.String() + "`"
}

func (p *typescript) pattern(t Pattern) string {
	if t.Mode == Regex {
		return "new RegExp(" + p.text(t.Text) + ")"
	}
	p.use(string(t.Mode))
	return string(t.Mode) + "(" + p.text(t.Text) + ")"
}

func (p *typescript) locator(l Locator) string {
	s, root := "page", true
	within := func() string {
		if root {
			return s + ".locator('html')"
		}
		return s
	}
	for _, f := range l {
		name := p.text(f.Name)
		switch f.By {
		case ByFrame:
			s += fmt.Sprintf(".frameLocator('iframe, frame').nth(%d)", f.N)
			continue // still no locator
		case ByRole:
			var options []string
			switch {
			case f.Name != "" && f.Exact:
				options = append(options, "name: "+name, "exact: true")
			case f.Name != "":
				options = append(options, "name: "+p.pattern(Pattern{Whole, f.Name}))
			}
			if f.N > 0 {
				options = append(options, fmt.Sprintf("level: %d", f.N))
			}
			s += ".getByRole(" + p.quote(f.Role)
			if options != nil {
				s += ", { " + strings.Join(options, ", ") + " }"
			}
			s += ")"
		case ByLabel:
			s += ".getByLabel(" + name + ", { exact: true })"
		case ByPlaceholder:
			s += ".getByPlaceholder(" + name + ", { exact: true })"
		case ByText:
			s += ".getByText(" + p.pattern(Pattern{Words, f.Name}) + ")"
			if f.Exact {
				s = strings.TrimSuffix(s, ".getByText("+p.pattern(Pattern{Words, f.Name})+")") + ".getByText(" + name + ", { exact: true })"
			}
		case ByCSS:
			s += ".locator(" + name + ")"
		case ByNth:
			s += fmt.Sprintf(".nth(%d)", f.N)
		case ByVisible:
			s += ".filter({ visible: true }).first()"
		case ByRow, ByTestID, ByName, ByField:
			p.use(string(f.By))
			s = fmt.Sprintf("%s(%s, %s)", f.By, within(), name)
		}
		root = false
	}
	return s
}
