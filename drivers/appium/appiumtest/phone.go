package appiumtest

import (
	"bytes"
	"encoding/base64"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"time"
)

// Width and Height are the upright screen in the unit taps are given in: points on iOS, pixels on Android.
const Width, Height = 400, 800

// keyboardTop is where an open keyboard begins; taps below it do not reach the screen.
const keyboardTop = 500

// Screen is what a phone shows.
type Screen struct {
	Items  []Item
	Height int // of what there is to scroll through, 0 for a screen that does not scroll
}

// Kind is what an item is.
type Kind string

// The kinds of items; "" is a button, or with Text a field.
const (
	Heading Kind = "heading"
	Label   Kind = "label"
	Output  Kind = "output" // shows what was said last; its id is "out"
	Shade   Kind = "shade"  // takes every tap and does nothing
)

// Item is a box on a screen. What a tap does may be several things at once.
type Item struct {
	Name string
	Kind Kind
	Box  image.Rectangle // in the unit of taps, from the top of what there is to scroll through

	Text     bool   // a field: a tap focuses it and opens the keyboard
	Password bool   // a field that shows nothing
	Echo     string // a field: said, with its text behind it, whenever that changes
	Submit   string // a field: said, with its text behind it, on Enter

	Open  string        // the screen a tap leads to
	Menu  string        // the screen a long press leads to
	Say   string        // what a tap says, with "#" for how many there were
	After time.Duration // how long after the tap it is said
	Copy  string        // what a tap puts into the clipboard
	Alert string        // the text of the alert a tap opens
}

type phone struct {
	cfg      Config
	stack    []string // screens, the shown one last
	scrolled map[string]int
	keyboard bool
	granted  []string // permissions
	ended    bool     // the app was terminated

	focus     string            // the name of the focused field
	selected  bool              // all of its text
	typed     map[string]string // by name of the field
	taps      map[string]int    // by name of the item
	clipboard string

	said        string
	later       string // what is said at that time
	laterAt     time.Time
	alert       string // "" is none
	context     string
	orientation string
	filming     bool
}

func newPhone(cfg Config) *phone {
	return &phone{cfg: cfg, stack: []string{cfg.Start}, scrolled: map[string]int{}, typed: map[string]string{}, taps: map[string]int{},
		context: native, orientation: "PORTRAIT"}
}

func (p *phone) shown() string { return p.stack[len(p.stack)-1] }

// show leads to a screen.
func (p *phone) show(name string) {
	p.stack = append(p.stack, name)
	p.keyboard, p.focus, p.selected = false, "", false
}

// items are those of the shown screen where they stand now, also out of sight.
func (p *phone) items() []Item {
	all := append([]Item(nil), p.cfg.Screens[p.shown()].Items...)
	for i := range all {
		all[i].Box = all[i].Box.Sub(image.Pt(0, p.scrolled[p.shown()]))
	}
	return all
}

// output is what was said last.
func (p *phone) output() string {
	if p.later != "" && !time.Now().Before(p.laterAt) {
		p.said, p.later = p.later, ""
	}
	return p.said
}

// bounds are those of the screen as it is held.
func (p *phone) bounds() image.Rectangle {
	if p.orientation == "LANDSCAPE" {
		return image.Rect(0, 0, Height, Width)
	}
	return image.Rect(0, 0, Width, Height)
}

// rect is the window: of the device, or of the page where the commands go to one of iOS.
func (p *phone) rect() map[string]int {
	if p.cfg.IOS && p.inPage() {
		return rectOf(p.cfg.WebView.Sub(p.cfg.WebView.Min))
	}
	return rectOf(p.bounds())
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

// face is what an item shows, by which its colour goes.
func (p *phone) face(it Item) string {
	if it.Kind == Output {
		return p.output()
	}
	return it.Name + "\x00" + p.typed[it.Name]
}

func (p *phone) picture() string {
	scale := 1
	if p.cfg.IOS {
		scale = 3
	}
	size := p.bounds().Size().Mul(scale)
	img := image.NewNRGBA(image.Rectangle{Max: size})
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(img, image.Rectangle{r.Min.Mul(scale), r.Max.Mul(scale)}, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(p.bounds(), color.White)
	for _, it := range p.items() {
		h := fnv.New32a()
		_, _ = h.Write([]byte(p.face(it))) // never fails
		sum := h.Sum32()
		fill(it.Box, color.NRGBA{R: uint8(sum), G: uint8(sum >> 8), B: uint8(sum >> 16), A: 255})
	}
	if p.keyboard {
		fill(image.Rect(0, keyboardTop, Width, Height), color.Black)
	}
	if p.alert != "" {
		fill(image.Rect(40, 300, 360, 420), color.Gray{Y: 90})
	}
	var out bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img) // a buffer takes all
	return base64.StdEncoding.EncodeToString(out.Bytes())
}
