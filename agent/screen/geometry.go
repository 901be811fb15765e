package screen

// Point is a place in pixels of the screenshot, origin top left.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Size is a width and a height in pixels of the screenshot.
type Size struct {
	W int `json:"w"`
	H int `json:"h"`
}

// Box is a rectangle in pixels of the screenshot; X and Y are its top left
// corner and may be negative or beyond the picture when the element is
// scrolled out of view.
type Box struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}

// Center is the middle of the box.
func (b Box) Center() Point { return Point{b.X + b.W/2, b.Y + b.H/2} }

// Contains reports whether p lies inside the box, its left and top edge included.
func (b Box) Contains(p Point) bool {
	return p.X >= b.X && p.Y >= b.Y && p.X < b.X+b.W && p.Y < b.Y+b.H
}

// Area is the box's area in square pixels.
func (b Box) Area() float64 { return b.W * b.H }

// Intersect is the part both boxes share; its W and H are 0 when they share none.
func (b Box) Intersect(o Box) Box {
	x, y := max(b.X, o.X), max(b.Y, o.Y)
	w, h := min(b.X+b.W, o.X+o.W)-x, min(b.Y+b.H, o.Y+o.H)-y
	if w <= 0 || h <= 0 {
		return Box{X: x, Y: y}
	}
	return Box{x, y, w, h}
}

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return b.W <= 0 || b.H <= 0 }
