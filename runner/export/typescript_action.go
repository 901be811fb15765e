package export

import (
	"fmt"
	"strings"
)

func (p *typescript) actions(as []Action) {
	for _, a := range as {
		p.action(a)
	}
}

func (p *typescript) action(a Action) {
	switch a := a.(type) {
	case Do:
		p.do(a)
	case DragTo:
		p.out.add("await %s.dragTo(%s);", p.locator(a.From), p.locator(a.To))
	case Goto:
		p.out.add("await page.goto(%s);", p.text(a.URL))
	case Move:
		p.out.add("await page.%s();", map[string]string{"back": "goBack", "forward": "goForward", "reload": "reload"}[a.How])
	case Key:
		p.out.add("await page.keyboard.press(%s);", p.text(a.Chord))
	case Wheel:
		p.out.add("await page.mouse.wheel(%d, %d);", a.X, a.Y)
	case ScrollEnd:
		to := "0"
		if a.Bottom {
			to = "document.documentElement.scrollHeight"
		}
		p.out.add("await page.evaluate(() => window.scrollTo(0, %s));", to)
	case Opens:
		p.use("Page")
		p.out.add("const opened = page.waitForEvent('popup');")
		p.actions(a.By)
		p.out.add("page = await opened;")
	case SwitchTab:
		p.use("tab")
		p.out.add("page = await tab(page, %s, %t);", p.text(a.Which), a.Close)
	case Answers:
		p.use("answer")
		p.out.add("answered = answer(page, %t, %s);", a.Accept, p.text(a.Text))
	case Answered:
		p.out.add("await answered;")
	case Read:
		from := "page.evaluate(() => navigator.clipboard.readText())"
		if a.On != nil {
			p.use("shown")
			from = "shown(" + p.locator(*a.On) + ")"
		}
		if a.Pattern != "" {
			p.use("found")
			from = fmt.Sprintf("found(await %s, %s)", from, p.quote(a.Pattern))
		} else {
			from = "await " + from
		}
		p.out.add("%s = %s;", p.variable(a.Variable), from)
	case Wait:
		if a.MS > 0 {
			p.out.add("await page.waitForTimeout(%d); // the case says so", a.MS)
		}
	case Optional:
		p.use("comes")
		p.out.open("if (await comes(%s)) {", p.locator(a.When))
		p.actions(a.Then)
		p.out.close("}")
	case Expect:
		p.expect(a)
	case ExpectPage:
		p.out.add("await expect(page)%s.%s(%s);", not(a.Not), map[string]string{"url": "toHaveURL", "title": "toHaveTitle"}[a.Is], p.pattern(a.Pattern))
	case Absent:
		p.use("absent")
		p.out.add("await absent(%s);", p.locator(a.What))
	case Placed:
		p.use("placed")
		side := "'y'"
		if a.Along {
			side = "'x'"
		}
		p.out.add("await placed(%s, %s, %s);", p.locator(a.First), p.locator(a.Second), side)
	case Equal:
		p.out.add("expect(%s)%s.toMatch(%s);", p.variable(a.Variable), not(a.Not), p.pattern(a.Pattern))
	case Unsupported:
		if p.skip {
			p.out.add("test.info().annotations.push({ type: 'not exported', description: %s });", p.quote(a.Reason))
			return
		}
		p.out.add("throw new Error(%s);", p.quote("not exported: "+a.Reason))
	}
}

func not(n bool) string {
	if n {
		return ".not"
	}
	return ""
}

func (p *typescript) do(d Do) {
	at := p.locator(d.On)
	switch d.Verb {
	case TurnOn, TurnOff:
		p.use("turn")
		p.out.add("await turn(%s, %t);", at, d.Verb == TurnOn)
		return
	case SelectText:
		p.out.add("await %s.selectOption(%s);", at, p.list(d.Texts, func(s string) string { return "{ label: " + s + " }" }))
		return
	case SetFiles:
		p.use("file")
		p.out.add("await %s.setInputFiles(%s);", at, p.list(d.Texts, func(s string) string { return "file(" + s + ")" }))
		return
	}
	var args []string
	for _, t := range d.Texts {
		args = append(args, p.text(t))
	}
	var options []string
	if d.Button != "" {
		options = append(options, "button: "+p.quote(d.Button))
	}
	if d.Count > 0 {
		options = append(options, fmt.Sprintf("clickCount: %d", d.Count))
	}
	if len(d.Modifiers) > 0 {
		options = append(options, "modifiers: ['"+strings.Join(d.Modifiers, "', '")+"']")
	}
	if d.HoldMS > 0 {
		options = append(options, fmt.Sprintf("delay: %d", d.HoldMS))
	}
	if options != nil {
		args = append(args, "{ "+strings.Join(options, ", ")+" }")
	}
	p.out.add("await %s.%s(%s);", at, d.Verb, strings.Join(args, ", "))
}

func (p *typescript) list(ts []Text, each func(string) string) string {
	var parts []string
	for _, t := range ts {
		parts = append(parts, each(p.text(t)))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (p *typescript) expect(e Expect) {
	at := p.locator(e.On)
	say := func(on, assertion, args string) {
		p.out.add("await expect(%s)%s.%s(%s);", on, not(e.Not), assertion, args)
	}
	switch e.Is {
	case "visible", "enabled", "checked", "focused", "editable", "empty":
		say(at, "toBe"+title(e.Is), "")
	case "required", "invalid":
		p.out.add("await expect(%s).toBeVisible();", at)
		say(at+".and(page.locator("+p.quote(marks(e.Is))+"))", "toBeVisible", "")
	case "count":
		say(at, "toHaveCount", fmt.Sprint(e.Count))
	case "text":
		say(at, textAssertion(e.Pattern.Mode), p.pattern(e.Pattern)+", { useInnerText: true }") // cells and blocks stand apart in it
	case "chosen":
		say(at+".locator('option:checked')", textAssertion(e.Pattern.Mode), p.pattern(e.Pattern))
	case "value":
		say(at, "toHaveValue", p.exact(e.Pattern))
	case "attribute":
		say(at, "toHaveAttribute", p.quote(e.Name)+", "+p.exact(e.Pattern))
	}
}

// exact is the text itself where a value must be it: for values letter case counts.
func (p *typescript) exact(t Pattern) string {
	if t.Mode == Whole {
		return p.text(t.Text)
	}
	return p.pattern(t)
}
