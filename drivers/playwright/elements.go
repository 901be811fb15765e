package playwright

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
)

const (
	maxNodes  = 20000
	maxFrames = 60
	// frameLimit is how long a child frame may take; one that hangs is left out.
	frameLimit = 2 * time.Second
)

// wireNode is a node as the page sends it.
type wireNode struct {
	screen.Node
	Number int        `json:"n"` // with the frame's token its id
	Up     int        `json:"p"` // parent
	Rect   [4]float64 `json:"b"`
	Own    int        `json:"o"`    // 1: own text is the text
	Titled int        `json:"t"`    // 1: the name is the text
	View   []float64  `json:"view"` // of a frame's element
}

// node is what was sent, with what was sent once put where it belongs.
func (w *wireNode) node(token string) screen.Node {
	n := w.Node
	n.ID = token + "-" + strconv.Itoa(w.Number)
	n.Parent = w.Up
	n.Box = screen.Box{X: w.Rect[0], Y: w.Rect[1], W: w.Rect[2], H: w.Rect[3]}
	if w.Own == 1 {
		n.OwnText = n.Text
	}
	if w.Titled == 1 {
		n.Name = n.Text
	}
	return n
}

// wireFrame is what collect of drivers/collector/js/50-collect.js answers for one frame.
type wireFrame struct {
	Token   string     `json:"token"`
	Nodes   []wireNode `json:"nodes"`
	LeftOut int        `json:"left_out"`
	URL     string     `json:"url"`
	Title   string     `json:"title"`
	W       float64    `json:"w"`
	H       float64    `json:"h"`
	Zoom    float64    `json:"zoom"`
	ZX      float64    `json:"zx"`
	ZY      float64    `json:"zy"`
}

// part is one frame of a page with what was collected of it.
type part struct {
	frame pw.Frame
	owner string // local id of its element in the parent
	route string
	data  *wireFrame
	kids  []*part
}

// Elements is the whole tree of the active tab, frames and open shadow roots included.
func (s *session) Elements(ctx context.Context) (*screen.Tree, error) {
	const op = "elements"
	return call(ctx, s, op, reads, func(ctx context.Context) (*screen.Tree, error) {
		t, err := s.active(op)
		if err != nil {
			return nil, err
		}
		root, err := s.gather(ctx, t.page)
		if err != nil {
			return nil, err
		}
		t.learn(screen.Size{W: int(math.Round(root.data.W * root.data.Zoom)), H: int(math.Round(root.data.H * root.data.Zoom))})
		b := builder{s: s, tree: &screen.Tree{Viewport: t.picture(), URL: root.data.URL, Title: root.data.Title}}
		b.add(root, -1, s.top(root.data.Zoom, root.data.ZX, root.data.ZY), true, true)
		return b.tree, nil
	})
}

// gather collects every frame of a page at once.
func (s *session) gather(ctx context.Context, page pw.Page) (*part, error) {
	root := &part{frame: page.MainFrame()}
	all := []*part{root}
	for i := 0; i < len(all) && len(all) < maxFrames; i++ {
		p := all[i]
		for n, f := range s.frames.children(p.frame) {
			route := strconv.Itoa(n)
			if p.route != "" {
				route = p.route + "." + route
			}
			kid := &part{frame: f, route: route}
			p.kids = append(p.kids, kid)
			all = append(all, kid)
		}
	}
	var rootErr error
	got := make(chan struct{})
	var mu sync.Mutex // held while a late frame would write into what is being read
	late := false
	var wg sync.WaitGroup
	for _, p := range all {
		wg.Add(1)
		if !s.background(func() {
			defer wg.Done()
			data, owner, err := s.collect(p)
			mu.Lock()
			defer mu.Unlock()
			if late {
				return
			}
			if p == root {
				rootErr = err
			}
			p.data, p.owner = data, owner
		}) {
			wg.Done()
		}
	}
	go func() { wg.Wait(); close(got) }()
	select {
	case <-got:
	case <-ctx.Done():
	case <-s.gone:
	case <-after(ctx, frameLimit):
		// The main frame must answer however long it takes; others need not.
		for waiting := true; waiting; {
			mu.Lock()
			waiting = root.data == nil && rootErr == nil
			mu.Unlock()
			if waiting && (pause(ctx, 20*time.Millisecond) != nil || s.isDead()) {
				waiting = false
			}
		}
	}
	mu.Lock()
	defer mu.Unlock()
	late = true
	switch {
	case rootErr != nil:
		return nil, rootErr
	case root.data == nil && s.isDead():
		return nil, gone("elements", s.cause())
	case root.data == nil:
		return nil, context.Cause(ctx)
	}
	return root, nil
}

// after is time.After that ends with ctx.
func after(ctx context.Context, d time.Duration) <-chan struct{} {
	ctx, cancel := context.WithTimeout(ctx, d)
	context.AfterFunc(ctx, cancel)
	return ctx.Done()
}

func (s *session) collect(p *part) (*wireFrame, string, error) {
	owner := ""
	if p.frame.ParentFrame() != nil {
		id, err := s.frames.ownerOf(p.frame)
		if err != nil {
			return nil, "", err
		}
		owner = id
	}
	text, _, err := ask(p.frame, "collect")
	if err != nil {
		return nil, owner, err
	}
	data := &wireFrame{}
	if err := json.Unmarshal([]byte(text), data); err != nil {
		return nil, owner, &said{errUnreadable.Error(), err}
	}
	return data, owner, nil
}

// builder puts the frames together into one tree.
type builder struct {
	s    *session
	tree *screen.Tree
}

// add appends a frame's nodes below parent, and behind each frame element what its frame holds.
func (b *builder) add(p *part, parent int, at place, visible, focused bool) {
	prefix := b.s.frames.prefix(p.frame)
	index := make([]int, len(p.data.Nodes)) // of the frame's nodes in the tree, -1 for left out
	b.tree.LeftOut += p.data.LeftOut
	for i := range p.data.Nodes {
		w := &p.data.Nodes[i]
		if len(b.tree.Nodes) >= maxNodes {
			index[i] = -1
			b.tree.LeftOut++
			continue
		}
		up := parent
		if w.Up >= 0 {
			up = index[w.Up]
		}
		n := w.node(p.data.Token)
		local := n.ID
		finish(&n, prefix, p.route, at, visible)
		n.Parent = up
		isFrame := w.View != nil
		inFocus := focused && n.State.Focused
		n.State.Focused = inFocus && !isFrame
		index[i] = len(b.tree.Nodes)
		b.tree.Nodes = append(b.tree.Nodes, n)
		if !isFrame {
			continue
		}
		for _, kid := range p.kids {
			if kid.owner == local && kid.data != nil {
				b.add(kid, index[i], at.inner(w.View), n.Visible, inFocus)
			}
		}
	}
}

// finish turns a frame's node into one of the picture.
func finish(n *screen.Node, prefix, route string, at place, visible bool) {
	n.ID = prefix + n.ID
	n.Frame = route
	n.Box = at.box(n.Box)
	n.Visible = n.Visible && visible
	n.InViewport = n.InViewport && n.Visible && !n.Box.Intersect(at.clip).Empty()
}
