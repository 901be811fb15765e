package playwright

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
)

// frames is our own list of the session's frames: the library's is changed
// without a lock by its dispatch goroutine. Each has a number, so that element
// ids can name theirs.
type frames struct {
	mu     sync.Mutex
	number map[pw.Frame]int
	frame  map[int]pw.Frame
	kids   map[pw.Frame][]pw.Frame
	owner  map[pw.Frame]string // id of the frame's element within its parent, which never changes
	next   int
}

func (fs *frames) init() {
	fs.number, fs.frame, fs.kids, fs.owner = map[pw.Frame]int{}, map[int]pw.Frame{}, map[pw.Frame][]pw.Frame{}, map[pw.Frame]string{}
}

// attached and detached run on the dispatch goroutine.
func (fs *frames) attached(f pw.Frame) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if _, known := fs.number[f]; known {
		return
	}
	fs.number[f], fs.frame[fs.next] = fs.next, f
	fs.next++
	if parent := f.ParentFrame(); parent != nil {
		fs.kids[parent] = append(fs.kids[parent], f)
	}
}

func (fs *frames) detached(f pw.Frame) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	delete(fs.frame, fs.number[f])
	delete(fs.number, f)
	delete(fs.owner, f)
	delete(fs.kids, f)
	if parent := f.ParentFrame(); parent != nil {
		if i := slices.Index(fs.kids[parent], f); i >= 0 {
			fs.kids[parent] = slices.Delete(slices.Clone(fs.kids[parent]), i, i+1)
		}
	}
}

// children are the frames directly below f, in the order they came.
func (fs *frames) children(f pw.Frame) []pw.Frame {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return slices.Clone(fs.kids[f])
}

// prefix is what the ids of a frame's elements begin with.
func (fs *frames) prefix(f pw.Frame) string {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	n, ok := fs.number[f]
	if !ok {
		return "gone:"
	}
	return "f" + strconv.Itoa(n) + ":"
}

// find splits an element id into its frame and the number the page knows it by.
func (fs *frames) find(id string) (pw.Frame, string, bool) {
	head, local, ok := strings.Cut(id, ":")
	if !ok || !strings.HasPrefix(head, "f") {
		return nil, "", false
	}
	n, err := strconv.Atoi(head[1:])
	if err != nil {
		return nil, "", false
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	f, ok := fs.frame[n]
	return f, local, ok
}

// ownerOf is the frame's element as its parent document knows it.
func (fs *frames) ownerOf(f pw.Frame) (string, error) {
	fs.mu.Lock()
	id := fs.owner[f]
	fs.mu.Unlock()
	if id != "" {
		return id, nil
	}
	el, err := f.FrameElement()
	if err != nil {
		return "", err
	}
	defer func() { _ = el.Dispose() }() // only a handle, freed with its document in any case
	v, err := el.Evaluate("el => window.__verdict ? window.__verdict.idOf(el) : ''")
	if err != nil {
		return "", err
	}
	if v == "" {
		if _, _, err := ask(f.ParentFrame(), "quiet"); err != nil { // puts the script in
			return "", err
		}
		if v, err = el.Evaluate("el => window.__verdict.idOf(el)"); err != nil {
			return "", err
		}
	}
	id, _ = v.(string)
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.owner[f] = id
	return id, nil
}

// place is how a frame's own pixels become those of the picture, and which part of the picture it may fill.
type place struct {
	x, y, sx, sy float64
	clip         screen.Box
}

func (p place) box(b screen.Box) screen.Box {
	return screen.Box{X: p.x + b.X*p.sx, Y: p.y + b.Y*p.sy, W: b.W * p.sx, H: b.H * p.sy}
}

// inner is the place of a frame whose element lies at view in this one: x, y,
// w, h of its viewport, its scale, and the left, top, right and bottom of what clips it.
func (p place) inner(view []float64) place {
	if len(view) < 10 {
		return p
	}
	in := place{x: p.x + view[0]*p.sx, y: p.y + view[1]*p.sy, sx: p.sx * view[4], sy: p.sy * view[5]}
	own := p.box(screen.Box{X: view[0], Y: view[1], W: view[2], H: view[3]})
	limit := p.box(screen.Box{X: view[6], Y: view[7], W: view[8] - view[6], H: view[9] - view[7]})
	in.clip = own.Intersect(limit).Intersect(p.clip)
	return in
}

// top is the place of a main frame; zoom, zx and zy are of its visual viewport.
func (s *session) top(zoom, zx, zy float64) place {
	if zoom == 0 {
		zoom = 1
	}
	size := s.picture()
	return place{x: -zx * zoom, y: -zy * zoom, sx: zoom, sy: zoom, clip: screen.Box{W: float64(size.W), H: float64(size.H)}}
}
