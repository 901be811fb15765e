package appium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/collector"
	"github.com/verdict-run/verdict/platform"
)

// script runs JavaScript in the current web page.
func (s *session) script(ctx context.Context, code string, args ...any) (any, error) {
	if args == nil {
		args = []any{}
	}
	var v any
	err := s.raw(ctx, http.MethodPost, "/execute/sync", map[string]any{"script": code, "args": args}, &v)
	return v, err
}

// missing is what a document without the collector answers.
const missing = "\x00missing"

const callPage = `return window.__verdict ? window.__verdict[arguments[0]](...arguments[1]) : '\0missing'`

// ask runs one function of the collector; ok is false when the element it was asked about is gone.
func (s *session) ask(ctx context.Context, fn string, args ...any) (answer string, ok bool, err error) {
	if args == nil {
		args = []any{}
	}
	for range 2 {
		v, err := s.script(ctx, callPage, fn, args)
		if err != nil {
			return "", false, err
		}
		text, isText := v.(string)
		if text != missing {
			return text, isText, nil
		}
		if _, err := s.script(ctx, collector.Script()); err != nil {
			return "", false, err
		}
	}
	return "", false, errors.New("the page does not let its elements be read")
}

// asked is ask with the answer decoded into T.
func asked[T any](ctx context.Context, s *session, fn string, args ...any) (v T, err error) {
	text, ok, err := s.ask(ctx, fn, args...)
	if err != nil {
		return v, err
	}
	if !ok {
		return v, lost(fn)
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("the page's answer cannot be read: %w", err)
	}
	return v, nil
}

func lost(op string) error { return permanent(op, "the element is no longer there") }

// pageNode is a node as the collector sends it.
type pageNode struct {
	screen.Node
	Number int        `json:"n"`
	Up     int        `json:"p"`
	Rect   [4]float64 `json:"b"` // CSS pixels of the layout viewport
	Own    int        `json:"o"`
	Titled int        `json:"t"`
}

type pageFrame struct {
	Token   string     `json:"token"`
	Nodes   []pageNode `json:"nodes"`
	LeftOut int        `json:"left_out"`
	URL     string     `json:"url"`
	Title   string     `json:"title"`
	Zoom    float64    `json:"zoom"`
	ZX      float64    `json:"zx"`
	ZY      float64    `json:"zy"`
}

// pageTree is the tree of the current page, of its top document only.
func (s *session) pageTree(ctx context.Context) (*screen.Tree, error) {
	if s.onIOS() { // bars come and go, and the page begins elsewhere
		if err := s.measureIOS(ctx, s.place.size); err != nil {
			return nil, err
		}
	}
	f, err := asked[pageFrame](ctx, s, "collect")
	if err != nil {
		return nil, err
	}
	t := &screen.Tree{Viewport: s.place.size, URL: f.URL, Title: f.Title, LeftOut: f.LeftOut}
	for i := range f.Nodes {
		t.Nodes = append(t.Nodes, s.pixelNode(&f, &f.Nodes[i]))
	}
	return t, nil
}

// pixelNode turns a node's CSS pixels into those of the picture.
func (s *session) pixelNode(f *pageFrame, w *pageNode) screen.Node {
	n := w.Node
	n.ID = f.Token + "-" + strconv.Itoa(w.Number)
	n.Parent = w.Up
	zoom := f.Zoom
	if zoom <= 0 {
		zoom = 1
	}
	k, at := zoom*s.place.scale, s.place.at
	round := func(v float64) float64 { return math.Round(v*100) / 100 }
	n.Box = screen.Box{
		X: round((w.Rect[0]-f.ZX)*k + at.X*s.place.scale), Y: round((w.Rect[1]-f.ZY)*k + at.Y*s.place.scale),
		W: round(w.Rect[2] * k), H: round(w.Rect[3] * k),
	}
	if w.Own == 1 {
		n.OwnText = n.Text
	}
	if w.Titled == 1 {
		n.Name = n.Text
	}
	return n
}

func (s *session) pageElement(ctx context.Context, id string) (screen.Node, error) {
	f, err := asked[pageFrame](ctx, s, "one", id)
	if err != nil {
		return screen.Node{}, err
	}
	if len(f.Nodes) == 0 {
		return screen.Node{}, lost("element")
	}
	return s.pixelNode(&f, &f.Nodes[0]), nil
}

// css is a point of the picture in CSS pixels of the layout viewport.
func (s *session) css(ctx context.Context, p screen.Point) (x, y float64, err error) {
	z, err := asked[pageFrame](ctx, s, "zoom")
	if err != nil {
		return 0, 0, err
	}
	if z.Zoom <= 0 {
		z.Zoom = 1
	}
	return (p.X/s.place.scale-s.place.at.X)/z.Zoom + z.ZX, (p.Y/s.place.scale-s.place.at.Y)/z.Zoom + z.ZY, nil
}

func (s *session) pageHit(ctx context.Context, id string, p screen.Point) (platform.Hit, error) {
	x, y, err := s.css(ctx, p)
	if err != nil {
		return platform.Hit{}, err
	}
	h, err := asked[struct {
		OK    bool   `json:"ok"`
		By    string `json:"by"`
		Strip bool   `json:"strip"`
	}](ctx, s, "hit", id, x, y)
	return platform.Hit{OK: h.OK, By: h.By, Strip: h.Strip}, err
}

type pageScroll struct {
	Moved bool `json:"moved"`
	None  bool `json:"none"`
}

// scrollAt scrolls whatever lies under p by pixels of the picture.
func (s *session) scrollAt(ctx context.Context, p screen.Point, dx, dy float64) (pageScroll, error) {
	x, y, err := s.css(ctx, p) // brings the collector in
	if err != nil {
		return pageScroll{}, err
	}
	v, err := s.script(ctx, `const v = window.__verdict, el = document.elementFromPoint(arguments[0], arguments[1]) || document.documentElement;
return v.scrollContainer(v.idOf(el), arguments[2], arguments[3])`, x, y, dx/s.place.scale, dy/s.place.scale)
	if err != nil {
		return pageScroll{}, err
	}
	var moved pageScroll
	text, _ := v.(string)
	if err := json.Unmarshal([]byte(text), &moved); err != nil {
		return moved, fmt.Errorf("the page's answer cannot be read: %w", err)
	}
	return moved, nil
}

// alter runs a page function that changes the element and may refuse with a reason.
func (s *session) alter(ctx context.Context, op, fn, id string, arg any) error {
	defer s.acted()
	v, err := asked[struct {
		Error string `json:"error"`
	}](ctx, s, fn, id, arg, "")
	if err == nil && v.Error != "" {
		return permanent(op, "%s", v.Error)
	}
	return err
}
