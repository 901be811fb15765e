package appiumtest

import (
	"encoding/json"
	"image"
	"net/http"
)

// inPage reports that commands go to a web view. XCUITest counts natively from the corner of the screen; within a web view
// a window is the page's, and gestures count from the page's corner.
func (p *phone) inPage() bool { return p.context != native }

// origin is from where gestures count.
func (p *phone) origin() image.Point {
	if p.cfg.IOS && p.inPage() {
		return p.cfg.WebView.Min
	}
	return image.Point{}
}

// webElement is the id of the one web view.
const webElement = "web-view"

func (p *phone) elements(r request) (any, *fail) {
	var in struct{ Using, Value string }
	if err := r.into(&in); err != nil {
		return nil, err
	}
	if !p.cfg.IOS || in.Using != "class name" || in.Value != "XCUIElementTypeWebView" {
		return nil, invalid("the double only finds web views of iOS, not %s %q", in.Using, in.Value)
	}
	if p.inPage() || p.cfg.WebView.Empty() {
		return []any{}, nil
	}
	return []map[string]string{{"element-6066-11e4-a52e-4f735466cecf": webElement}}, nil
}

func (p *phone) elementRect(r request) (any, *fail) {
	if r.element != webElement || p.inPage() {
		return nil, &fail{http.StatusNotFound, "no such element", r.element}
	}
	return rectOf(p.cfg.WebView), nil
}

func rectOf(r image.Rectangle) map[string]int {
	return map[string]int{"x": r.Min.X, "y": r.Min.Y, "width": r.Dx(), "height": r.Dy()}
}

// collector answers what the drivers' page script would: every item of the screen that lies in the web view is a button of the page.
func (p *phone) collector(r request) (any, *fail) {
	var in struct{ Args []json.RawMessage }
	var fn string
	if err := r.into(&in); err != nil {
		return nil, err
	}
	if len(in.Args) == 0 || json.Unmarshal(in.Args[0], &fn) != nil || fn != "collect" {
		return nil, &fail{http.StatusInternalServerError, "javascript error", "the double only collects"}
	}
	nodes := []any{}
	for i, it := range p.items() {
		if it.Kind == "" && it.Box.In(p.cfg.WebView) {
			b := it.Box.Sub(p.cfg.WebView.Min)
			nodes = append(nodes, map[string]any{"n": i + 1, "p": -1, "tag": "button", "role": "button", "name": it.Name, "visible": true, "in_viewport": true,
				"clickable": true, "b": []int{b.Min.X, b.Min.Y, b.Dx(), b.Dy()}})
		}
	}
	text, err := json.Marshal(map[string]any{"token": "t", "nodes": nodes, "url": "https://shop.example/", "zoom": 1})
	if err != nil {
		return nil, unknownError(err.Error())
	}
	return string(text), nil
}
