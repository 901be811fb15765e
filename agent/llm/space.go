package llm

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Kind of a coordinate space.
type Kind string

// The spaces models answer in.
const (
	Pixels   Kind = "pixels" // of the picture as it was sent
	Thousand Kind = "0-1000" // of its width and height
	Unit     Kind = "0-1"    // of its width and height
)

// Space is how a model writes a point or a box.
type Space struct {
	Kind Kind
	// YFirst says that it writes [y, x] and [top, left, bottom, right].
	YFirst bool
}

// SpaceOf is the space a model was trained on, by its name; pixels for all we know nothing about.
//
//   - Gemini writes boxes as [ymin, xmin, ymax, xmax] of 0-1000 (ai.google.dev/gemini-api/docs/image-understanding).
//   - Qwen2-VL and Qwen3-VL write 0-1000, Qwen2.5-VL pixels (github.com/QwenLM/Qwen3-VL).
//   - Moondream writes 0-1 (docs.moondream.ai).
func SpaceOf(name string) Space {
	name = strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(name, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("gemini"):
		return Space{Thousand, true}
	case has("qwen2-vl", "qwen2vl", "qwen3-vl", "qwen3vl"):
		return Space{Kind: Thousand}
	case has("moondream"):
		return Space{Kind: Unit}
	default:
		return Space{Kind: Pixels}
	}
}

// PointWords say in a prompt how a point is written, BoxWords how a box is.
func (s Space) PointWords() string {
	if s.YFirst {
		return "[y, x] " + s.unit()
	}
	return "[x, y] " + s.unit()
}

// BoxWords say in a prompt how a box is written.
func (s Space) BoxWords() string {
	if s.YFirst {
		return "[top, left, bottom, right] " + s.unit()
	}
	return "[left, top, right, bottom] " + s.unit()
}

func (s Space) unit() string {
	switch s.Kind {
	case Thousand:
		return "from 0 to 1000 across the picture"
	case Unit:
		return "from 0 to 1 across the picture"
	default:
		return "in pixels of the picture"
	}
}

// Point maps what a model wrote to pixels of the full picture. What cannot be
// of the space is taken for the space it can be of: 0.4 is no pixel, 1,240 no thousandth.
func (s Space) Point(a, b float64, sent, full screen.Size) screen.Point {
	x, y := a, b
	if s.YFirst {
		x, y = b, a
	}
	return s.scale(x, y, s.kindOf(x, y), sent, full)
}

func (s Space) scale(x, y float64, k Kind, sent, full screen.Size) screen.Point {
	w, h := float64(sent.W), float64(sent.H)
	switch k {
	case Thousand:
		w, h = 1000, 1000
	case Unit:
		w, h = 1, 1
	}
	if w <= 0 || h <= 0 {
		return screen.Point{X: x, Y: y}
	}
	return screen.Point{X: x * float64(full.W) / w, Y: y * float64(full.H) / h}
}

func (s Space) kindOf(values ...float64) Kind {
	most, fraction := 0.0, false
	for _, v := range values {
		most = max(most, math.Abs(v))
		fraction = fraction || v != math.Trunc(v)
	}
	switch {
	case s.Kind == Thousand && most > 1000, s.Kind == Unit && most > 1:
		return Pixels
	case s.Kind != Unit && most <= 1 && fraction:
		return Unit
	default:
		return s.Kind
	}
}

// Box maps a box; false when it has no area or is no box.
func (s Space) Box(v []float64, sent, full screen.Size) (screen.Box, bool) {
	if len(v) != 4 {
		return screen.Box{}, false
	}
	l, t, r, b := v[0], v[1], v[2], v[3]
	if s.YFirst {
		t, l, b, r = v[0], v[1], v[2], v[3]
	}
	k := s.kindOf(v...)
	from, to := s.scale(l, t, k, sent, full), s.scale(r, b, k, sent, full)
	box := screen.Box{X: from.X, Y: from.Y, W: to.X - from.X, H: to.Y - from.Y}
	box = box.Intersect(screen.Box{W: float64(full.W), H: float64(full.H)})
	return box, !box.Empty()
}

// numbers reads [1,2], "[1, 2]", "1,2", [[1,2]], {"x":1,"y":2} and boxes of the same shapes.
func numbers(raw json.RawMessage) []float64 {
	var list []float64
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return split(s)
	}
	var words []string
	if json.Unmarshal(raw, &words) == nil {
		return split(strings.Join(words, ","))
	}
	var nested []json.RawMessage
	if json.Unmarshal(raw, &nested) == nil && len(nested) == 1 {
		return numbers(nested[0])
	}
	var o map[string]float64
	if json.Unmarshal(raw, &o) == nil {
		return named(o)
	}
	return nil
}

// named reads coordinates by name; the order is x first, as the names say.
func named(o map[string]float64) []float64 {
	for _, names := range [][]string{{"left", "top", "right", "bottom"}, {"x1", "y1", "x2", "y2"}, {"xmin", "ymin", "xmax", "ymax"}} {
		var out []float64
		for _, n := range names {
			if v, ok := o[n]; ok {
				out = append(out, v)
			}
		}
		if len(out) == 4 {
			return out
		}
	}
	x, hasX := o["x"]
	y, hasY := o["y"]
	if !hasX || !hasY {
		return nil
	}
	for _, names := range [][2]string{{"w", "h"}, {"width", "height"}} {
		w, hasW := o[names[0]]
		h, hasH := o[names[1]]
		if hasW && hasH {
			return []float64{x, y, x + w, y + h}
		}
	}
	return []float64{x, y}
}

// isNamed says that the coordinates had names, so that no space's order applies.
func isNamed(raw json.RawMessage) bool { return strings.HasPrefix(strings.TrimSpace(string(raw)), "{") }

func split(s string) []float64 {
	var out []float64
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("[]() ,;", r) }) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		out = append(out, v)
	}
	return out
}
