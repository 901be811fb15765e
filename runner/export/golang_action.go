package export

import (
	"fmt"
	"strconv"
	"strings"
)

func (p *golang) ok(format string, args ...any) { p.out.add("s.ok(%s)", fmt.Sprintf(format, args...)) }

func (p *golang) inside(as []Action) {
	for _, a := range as {
		p.action(a)
	}
}

func (p *golang) action(a Action) {
	switch a := a.(type) {
	case Do:
		p.do(a)
	case DragTo:
		p.ok("%s.DragTo(%s)", p.locator(a.From), p.locator(a.To))
	case Goto:
		p.ok("page.Goto(address(t, %s))", p.text(a.URL))
	case Move:
		p.ok("page.%s()", map[string]string{"back": "GoBack", "forward": "GoForward", "reload": "Reload"}[a.How])
	case Key:
		p.ok("page.Keyboard().Press(%s)", p.text(a.Chord))
	case Wheel:
		p.ok("page.Mouse().Wheel(%d, %d)", a.X, a.Y)
	case ScrollEnd:
		to := "0"
		if a.Bottom {
			to = "document.documentElement.scrollHeight"
		}
		p.ok("page.Evaluate(%q)", "window.scrollTo(0, "+to+")")
	case Opens:
		p.out.open("page = s.opens(page, func() {")
		p.inside(a.By)
		p.out.close("})")
	case SwitchTab:
		p.out.add("page = s.tab(page, %s, %t)", p.text(a.Which), a.Close)
	case Answers:
		p.out.add("s.answer(page, %t, %s)", a.Accept, p.text(a.Text))
	case Answered:
		p.out.add("s.answered()")
	case Read:
		from := "s.clipboard(page)"
		if a.On != nil {
			from = "s.shown(" + p.locator(*a.On) + ")"
		}
		if a.Pattern != "" {
			from = fmt.Sprintf("s.found(%s, %q)", from, a.Pattern)
		}
		p.out.add("v[%q] = %s", a.Variable, from)
	case Wait:
		if a.MS > 0 {
			p.out.add("page.WaitForTimeout(%d) // the case says so", a.MS)
		}
	case Optional:
		p.out.open("if comes(%s) {", p.locator(a.When))
		p.inside(a.Then)
		p.out.close("}")
	case Expect:
		p.expect(a)
	case ExpectPage:
		p.ok("expect.Page(page)%s.%s(%s)", goNot(a.Not), map[string]string{"url": "ToHaveURL", "title": "ToHaveTitle"}[a.Is], p.pattern(a.Pattern))
	case Absent:
		p.ok("absent(expect, %s)", p.locator(a.What))
	case Placed:
		p.ok("placed(%s, %s, %t)", p.locator(a.First), p.locator(a.Second), a.Along)
	case Equal:
		p.ok("matches(v[%q], %s, %t)", a.Variable, p.pattern(a.Pattern), !a.Not)
	case Unsupported:
		if p.skip {
			p.out.add("t.Log(%q)", "not exported: "+a.Reason)
			return
		}
		p.out.add("s.ok(errors.New(%q))", "not exported: "+a.Reason)
	}
}

func goNot(n bool) string {
	if n {
		return ".Not()"
	}
	return ""
}

// goVerbs are the methods that are not spelled like those of TypeScript, but for the first letter.
var goVerbs = map[Verb]string{DoubleTap: "Dblclick", SetFiles: "SetInputFiles"}

func (p *golang) do(d Do) {
	at := p.locator(d.On)
	verb := goVerbs[d.Verb]
	if verb == "" {
		verb = title(string(d.Verb))
	}
	var args []string
	for _, t := range d.Texts {
		args = append(args, p.text(t))
	}
	switch d.Verb {
	case TurnOn, TurnOff:
		p.ok("turn(%s, %t)", at, d.Verb == TurnOn)
		return
	case SelectText:
		p.ok("%s.SelectOption(playwright.SelectOptionValues{Labels: &[]string{%s}})", at, strings.Join(args, ", "))
		return
	case SetFiles:
		p.ok("%s.SetInputFiles(files(%s))", at, strings.Join(args, ", "))
		return
	}
	var options []string
	if d.Button != "" {
		options = append(options, "Button: playwright.MouseButton"+title(d.Button))
	}
	if d.Count > 0 {
		options = append(options, fmt.Sprintf("ClickCount: playwright.Int(%d)", d.Count))
	}
	if len(d.Modifiers) > 0 {
		options = append(options, "Modifiers: []playwright.KeyboardModifier{"+quoted(d.Modifiers)+"}")
	}
	if d.HoldMS > 0 {
		options = append(options, fmt.Sprintf("Delay: playwright.Float(%d)", d.HoldMS))
	}
	if options != nil {
		args = append(args, fmt.Sprintf("playwright.Locator%sOptions{%s}", verb, strings.Join(options, ", ")))
	}
	p.ok("%s.%s(%s)", at, verb, strings.Join(args, ", "))
}

func quoted(in []string) string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = strconv.Quote(s)
	}
	return strings.Join(out, ", ")
}

func (p *golang) expect(e Expect) {
	at := p.locator(e.On)
	say := func(on, assertion, args string) {
		p.ok("expect.Locator(%s)%s.%s(%s)", on, goNot(e.Not), assertion, args)
	}
	switch e.Is {
	case "visible", "enabled", "checked", "focused", "editable", "empty":
		say(at, "ToBe"+title(e.Is), "")
	case "required", "invalid":
		p.ok("expect.Locator(%s).ToBeVisible()", at)
		say(at+".And(page.Locator("+strconv.Quote(marks(e.Is))+"))", "ToBeVisible", "")
	case "count":
		say(at, "ToHaveCount", strconv.Itoa(e.Count))
	case "text": // cells and blocks stand apart in the inner text
		assertion := title(textAssertion(e.Pattern.Mode))
		say(at, assertion, fmt.Sprintf("%s, playwright.LocatorAssertions%sOptions{UseInnerText: playwright.Bool(true)}", p.pattern(e.Pattern), assertion))
	case "chosen":
		say(at+`.Locator("option:checked")`, title(textAssertion(e.Pattern.Mode)), p.pattern(e.Pattern))
	case "value":
		say(at, "ToHaveValue", p.exact(e.Pattern))
	case "attribute":
		say(at, "ToHaveAttribute", strconv.Quote(e.Name)+", "+p.exact(e.Pattern))
	}
}

func (p *golang) exact(t Pattern) string {
	if t.Mode == Whole {
		return p.text(t.Text)
	}
	return p.pattern(t)
}
