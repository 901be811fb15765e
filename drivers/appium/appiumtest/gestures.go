package appiumtest

import (
	"image"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// slop is how far a finger may move and still tap.
	slop = 15
	// longPress is how long a finger must rest for it.
	longPress = 500 * time.Millisecond
)

// touch is one finger from its down to its up.
type touch struct {
	from, to image.Point
	rest     time.Duration // before it moved
	moved    bool
}

// act performs W3C pointer actions.
func (p *phone) act(r request) (any, *fail) {
	var in struct {
		Actions []struct {
			Type    string
			Actions []struct {
				Type     string
				X, Y     float64
				Duration float64 // in ms
			}
		}
	}
	if err := r.into(&in); err != nil {
		return nil, err
	}
	for _, source := range in.Actions {
		if source.Type == "wheel" {
			return nil, invalid("wheel actions are not supported")
		}
		var at image.Point
		var down *touch
		for _, a := range source.Actions {
			switch a.Type {
			case "pointerMove":
				at = image.Pt(int(a.X), int(a.Y)).Add(p.origin())
				if !at.In(p.bounds()) {
					return nil, &fail{http.StatusInternalServerError, "move target out of bounds", at.String()}
				}
				if down != nil {
					down.to, down.moved = at, true
				}
			case "pause":
				if down != nil && !down.moved {
					down.rest += time.Duration(a.Duration * float64(time.Millisecond))
				}
			case "pointerDown":
				down = &touch{from: at, to: at}
			case "pointerUp":
				if down == nil {
					return nil, invalid("pointerUp without pointerDown")
				}
				p.touched(*down)
				down = nil
			}
		}
	}
	return nil, nil
}

func (p *phone) touched(t touch) {
	way := t.to.Sub(t.from)
	switch {
	case p.alert != "": // takes every touch
	case p.keyboard && t.from.Y >= keyboardTop:
	case way.X*way.X+way.Y*way.Y <= slop*slop:
		p.tap(t.from, t.rest)
	case p.cfg.IOS && t.from.X < slop && way.X > Width/2: // the system's way back
		if len(p.stack) > 1 {
			p.stack = p.stack[:len(p.stack)-1]
		}
	default:
		p.scrollBy(-way.Y)
	}
}

// scrollBy moves the shown screen by dy, as far as there is something.
func (p *phone) scrollBy(dy int) {
	rest := p.cfg.Screens[p.shown()].Height - p.bounds().Dy()
	p.scrolled[p.shown()] = max(0, min(p.scrolled[p.shown()]+dy, rest))
}

func (p *phone) tap(at image.Point, rest time.Duration) {
	items := p.items()
	for i := len(items) - 1; i >= 0; i-- { // the last one drawn lies on top
		if it := items[i]; at.In(it.Box) {
			p.press(it, rest >= longPress)
			return
		}
	}
}

func (p *phone) press(it Item, long bool) {
	if it.Kind != "" {
		return
	}
	if long && it.Menu != "" {
		p.show(it.Menu)
		return
	}
	p.taps[it.Name]++
	p.keyboard, p.focus, p.selected = it.Text, "", false
	if it.Text {
		p.focus = it.Name
	}
	if it.Say != "" {
		p.later = strings.ReplaceAll(it.Say, "#", strconv.Itoa(p.taps[it.Name]))
		p.laterAt = time.Now().Add(it.After)
	}
	if it.Copy != "" {
		p.clipboard = it.Copy
	}
	p.alert = it.Alert
	if it.Open != "" {
		p.show(it.Open)
	}
}
