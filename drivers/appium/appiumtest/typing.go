package appiumtest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// elementKey names an element reference, W3C WebDriver section 12.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

func (p *phone) items() []Item { return p.cfg.Screens[p.stack[len(p.stack)-1]].Items }

// active is the focused field, whose name is its reference.
func (p *phone) active() (any, *fail) {
	if p.focus == "" {
		return nil, &fail{http.StatusNotFound, "no such element", "no element has the focus"}
	}
	return map[string]string{elementKey: p.focus}, nil
}

func (p *phone) element(method, what string, body json.RawMessage) (any, *fail) {
	id, verb, _ := strings.Cut(strings.TrimPrefix(what, "element/"), "/")
	known := false
	for _, it := range p.items() {
		known = known || it.Text && it.Name == id
	}
	if !known {
		return nil, &fail{http.StatusNotFound, "no such element", id}
	}
	switch method + " " + verb {
	case "POST value":
		var in struct{ Text *string }
		if json.Unmarshal(body, &in) != nil || in.Text == nil {
			return nil, invalid("text is missing")
		}
		p.typed[id] += *in.Text
		return nil, nil
	case "POST clear":
		delete(p.typed, id)
		return nil, nil
	case "GET text":
		return p.typed[id], nil
	}
	return nil, unknownCommand(what)
}

// script runs a method of a phone's driver, such as "mobile: hideKeyboard".
func (p *phone) script(body json.RawMessage) (any, *fail) {
	var in struct {
		Script string
		Args   []appArgs
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, invalid("script: %v", err)
	}
	var first appArgs
	if len(in.Args) > 0 {
		first = in.Args[0]
	}
	if value, err, handled := p.app(in.Script, first); handled {
		return value, err
	}
	switch in.Script {
	case "mobile: hideKeyboard":
		shown := p.keyboard
		p.keyboard = false
		return shown, nil
	case "mobile: isKeyboardShown":
		return p.keyboard, nil
	case "mobile: getClipboard":
		return base64.StdEncoding.EncodeToString([]byte(p.clipboard)), nil
	case "mobile: setClipboard":
		if len(in.Args) == 0 {
			return nil, invalid("content is missing")
		}
		text, err := base64.StdEncoding.DecodeString(in.Args[0].Content)
		if err != nil {
			return nil, invalid("content: %v", err)
		}
		p.clipboard = string(text)
		return nil, nil
	}
	return nil, unknownCommand(in.Script)
}
