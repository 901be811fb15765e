package appiumtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"strings"
)

// Width and Height are the screen in the unit taps are given in: points on iOS, pixels on Android.
const Width, Height = 400, 800

// keyboardTop is where an open keyboard begins; taps below it do not reach the screen.
const keyboardTop = 500

// Screen is what a phone shows.
type Screen struct{ Items []Item }

// Item is a box on a screen.
type Item struct {
	Name string
	Box  image.Rectangle // in the unit of taps
	Open string          // the screen a tap leads to
	Text bool            // a field: a tap focuses it and opens the keyboard
}

type fail struct {
	status        int
	code, message string
}

func unknownCommand(path string) *fail {
	return &fail{http.StatusNotFound, "unknown command", "The requested resource could not be found: " + path}
}

func invalid(format string, args ...any) *fail {
	return &fail{http.StatusBadRequest, "invalid argument", fmt.Sprintf(format, args...)}
}

type phone struct {
	cfg      Config
	stack    []string // screens, the shown one last
	keyboard bool
	ended    bool // the app was terminated

	focus     string            // the name of the focused field
	typed     map[string]string // by name of the field
	clipboard string
}

func (s *Server) open(body json.RawMessage) (any, *fail) {
	var in struct {
		Capabilities *struct {
			AlwaysMatch map[string]any `json:"alwaysMatch"`
		} `json:"capabilities"`
	}
	if json.Unmarshal(body, &in) != nil || in.Capabilities == nil {
		return nil, invalid("capabilities are missing")
	}
	s.made++
	id := fmt.Sprintf("session-%d", s.made)
	s.sessions[id] = &phone{cfg: s.cfg, stack: []string{s.cfg.Start}, typed: map[string]string{}}
	return map[string]any{"sessionId": id, "capabilities": in.Capabilities.AlwaysMatch}, nil
}

func (p *phone) answer(method, what string, body json.RawMessage) (any, *fail) {
	switch method + " " + what {
	case "GET screenshot":
		return p.picture(), nil
	case "GET window/rect":
		return map[string]int{"x": 0, "y": 0, "width": Width, "height": Height}, nil
	case "POST actions":
		return nil, p.act(body)
	case "GET source":
		return p.source(), nil
	case "GET element/active":
		return p.active()
	case "POST execute/sync":
		return p.script(body)
	case "POST appium/settings", "DELETE actions":
		return nil, nil
	case "POST back":
		p.back()
		return nil, nil
	}
	if strings.HasPrefix(what, "element/") {
		return p.element(method, what, body)
	}
	return nil, unknownCommand(what)
}

// back closes the keyboard before it leaves a screen; XCUITest swallows what went wrong and answers 200.
func (p *phone) back() {
	switch {
	case p.cfg.IOS:
	case p.keyboard:
		p.keyboard = false
	case len(p.stack) > 1:
		p.stack = p.stack[:len(p.stack)-1]
	}
}

func (p *phone) act(body json.RawMessage) *fail {
	var in struct {
		Actions []struct {
			Type    string
			Actions []struct {
				Type string
				X, Y float64
			}
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return invalid("actions: %v", err)
	}
	for _, source := range in.Actions {
		if source.Type == "wheel" {
			return invalid("wheel actions are not supported")
		}
		var at image.Point
		down := false
		for _, a := range source.Actions {
			switch a.Type {
			case "pointerMove":
				at = image.Pt(int(a.X), int(a.Y))
				if !at.In(image.Rect(0, 0, Width, Height)) {
					return &fail{http.StatusInternalServerError, "move target out of bounds", at.String()}
				}
			case "pointerDown":
				down = true
			case "pointerUp":
				if !down {
					return invalid("pointerUp without pointerDown")
				}
				down = false
				p.tap(at)
			}
		}
	}
	return nil
}

func (p *phone) tap(at image.Point) {
	if p.keyboard && at.Y >= keyboardTop {
		return
	}
	items := p.items()
	for i := len(items) - 1; i >= 0; i-- { // the last one drawn lies on top
		it := items[i]
		if !at.In(it.Box) {
			continue
		}
		p.keyboard, p.focus = it.Text, ""
		if it.Text {
			p.focus = it.Name
		}
		if it.Open != "" {
			p.stack = append(p.stack, it.Open)
		}
		return
	}
}

func (p *phone) picture() string {
	scale := 1
	if p.cfg.IOS {
		scale = 3
	}
	img := image.NewRGBA(image.Rect(0, 0, Width*scale, Height*scale))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(img, image.Rectangle{r.Min.Mul(scale), r.Max.Mul(scale)}, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(image.Rect(0, 0, Width, Height), color.White)
	for i, it := range p.items() {
		fill(it.Box, color.Gray{Y: uint8(200 - 10*(i%15))})
	}
	if p.keyboard {
		fill(image.Rect(0, keyboardTop, Width, Height), color.Black)
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // a buffer takes all
	return base64.StdEncoding.EncodeToString(out.Bytes())
}
