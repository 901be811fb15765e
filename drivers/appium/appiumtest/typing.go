package appiumtest

import (
	"net/http"
	"strings"
)

// elementKey names an element reference, W3C WebDriver section 12.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// active is the focused field, whose name is its reference.
func (p *phone) active(request) (any, *fail) {
	if p.focus == "" {
		return nil, &fail{http.StatusNotFound, "no such element", "no element has the focus"}
	}
	return map[string]string{elementKey: p.focus}, nil
}

// field is the field of that name on the shown screen.
func (p *phone) field(name string) (Item, *fail) {
	for _, it := range p.items() {
		if it.Text && it.Name == name {
			return it, nil
		}
	}
	return Item{}, &fail{http.StatusNotFound, "stale element reference", "The element " + name + " is not there any more"}
}

func (p *phone) typeInto(r request) (any, *fail) {
	it, err := p.field(r.element)
	if err != nil {
		return nil, err
	}
	var in struct{ Text string }
	if err := r.into(&in); err != nil {
		return nil, err
	}
	for _, c := range in.Text {
		switch c {
		case '\b':
			p.erase(it)
		case '\n':
			p.submit(it)
		default:
			if p.selected {
				p.typed[it.Name], p.selected = "", false
			}
			p.typed[it.Name] += string(c)
			p.echo(it)
		}
	}
	return nil, nil
}

// erase takes the last character away, or what is selected.
func (p *phone) erase(it Item) {
	text := []rune(p.typed[it.Name])
	if p.selected || len(text) == 0 {
		text = nil
	} else {
		text = text[:len(text)-1]
	}
	p.typed[it.Name], p.selected = string(text), false
	p.echo(it)
}

func (p *phone) echo(it Item) {
	if it.Echo != "" {
		p.said = it.Echo + p.typed[it.Name]
	}
}

func (p *phone) submit(it Item) {
	if it.Submit != "" {
		p.said = it.Submit + p.typed[it.Name]
	}
}

func (p *phone) clear(r request) (any, *fail) {
	it, err := p.field(r.element)
	if err != nil {
		return nil, err
	}
	delete(p.typed, it.Name)
	p.echo(it)
	return nil, nil
}

func (p *phone) text(r request) (any, *fail) {
	it, err := p.field(r.element)
	if err != nil {
		return nil, err
	}
	return p.content(it), nil
}

// content is what a field shows of what it holds.
func (p *phone) content(it Item) string {
	if it.Password {
		return strings.Repeat("•", len([]rune(p.typed[it.Name])))
	}
	return p.typed[it.Name]
}

// attribute is one of those the phone's driver knows; others are null.
func (p *phone) attribute(r request) (any, *fail) {
	it, err := p.field(r.element)
	if err != nil {
		return nil, err
	}
	if p.cfg.IOS {
		switch r.name {
		case "value":
			return p.content(it), nil
		case "type":
			return fieldType(it), nil
		}
		return nil, nil
	}
	switch r.name {
	case "text":
		return p.content(it), nil
	case "password":
		return map[bool]string{true: "true", false: "false"}[it.Password], nil
	case "hint":
		return "", nil
	}
	return nil, nil
}

func fieldType(it Item) string {
	if it.Password {
		return "XCUIElementTypeSecureTextField"
	}
	return "XCUIElementTypeTextField"
}
