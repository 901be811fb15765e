package appium

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

const (
	maxNodes = 20000
	maxDepth = 500
)

// element is one element of a source, in whatever form a platform writes it.
type element struct {
	name  string
	attrs map[string]string
	kids  []*element
}

func (e *element) is(attr string) bool { return e.attrs[attr] == "true" }

func parseSource(data []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // JSON has made it UTF-8 already
	root := &element{}
	open := []*element{root}
	for n := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the source cannot be read: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if n++; n > maxNodes || len(open) > maxDepth {
				return nil, errors.New("the source is too large to be read")
			}
			e := &element{name: token.Name.Local, attrs: make(map[string]string, len(token.Attr))}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			up := open[len(open)-1]
			up.kids = append(up.kids, e)
			open = append(open, e)
		case xml.EndElement:
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(root.kids) == 0 {
		return nil, errors.New("the source is empty")
	}
	return root, nil
}

// reading makes a tree of elements. describe fills a node; keep says whether it stands in the tree.
type reading struct {
	tree     *screen.Tree
	describe func(e *element, n *screen.Node) (keep bool)
	seen     map[string]int
}

func (r *reading) walk(e *element, parent int, path string, shown bool) (text string) {
	n := screen.Node{Parent: parent}
	keep := r.describe(e, &n)
	n.Visible = n.Visible && shown
	own := path + "/" + n.Tag + "#" + n.HTMLID
	at := -1
	if keep {
		size := r.tree.Viewport
		n.InViewport = n.Visible && !n.Box.Intersect(screen.Box{W: float64(size.W), H: float64(size.H)}).Empty()
		at = len(r.tree.Nodes)
		r.tree.Nodes = append(r.tree.Nodes, n)
		parent = at
	}
	var texts []string
	if t := caption(&n); t != "" {
		texts = append(texts, t)
	}
	for _, k := range e.kids {
		if t := r.walk(k, parent, own, shown); t != "" {
			texts = append(texts, t)
		}
	}
	text = clip(strings.Join(texts, " "), screen.TextLength)
	if at < 0 {
		return text
	}
	r.finish(&r.tree.Nodes[at], own, text)
	return text
}

// caption is what a person reads in the node itself; what stands in a field is its value.
func caption(n *screen.Node) string {
	switch {
	case !n.Visible || n.Role == "password":
		return ""
	case n.OwnText != "":
		return n.OwnText
	case n.Editable:
		return n.Value
	}
	return n.Name
}

// finish gives a node its text, its name and its identity.
func (r *reading) finish(n *screen.Node, path, text string) {
	if n.Text = text; n.Role == "password" {
		n.Text = ""
	}
	if n.Name == "" && n.Clickable && !n.Editable && text != "" {
		n.Name, n.NameFrom = clip(text, screen.NameLength), screen.FromText
	}
	// The same element keeps its id while it is called the same; one row of a list
	// that was scrolled is not taken for the row that stood in its place.
	called := n.Name
	if n.Editable || n.State.Checkable {
		called = n.Label
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(path + "\x00" + called)) // never fails
	key := strconv.FormatUint(h.Sum64(), 36)
	nth := r.seen[key]
	r.seen[key]++
	n.ID = "s" + key
	if nth > 0 {
		n.ID += "." + strconv.Itoa(nth)
	}
}

// labelFields gives each field without a name of its own the nearest text left of it or above it.
func labelFields(t *screen.Tree) {
	for i := range t.Nodes {
		f := &t.Nodes[i]
		if f.Name != "" && f.NameFrom != screen.FromPlaceholder || !f.Visible || !f.Editable && !f.State.Checkable && f.Role != "slider" && f.Role != "combobox" {
			continue
		}
		best := float64(t.Viewport.W) // farther is no label
		for j := range t.Nodes {
			n := &t.Nodes[j]
			if n.Role != "text" || !n.Visible || n.OwnText == "" {
				continue
			}
			var far float64
			switch a, b := n.Box, f.Box; {
			case a.Y+a.H <= b.Y+1 && a.X < b.X+b.W && b.X < a.X+a.W: // above
				far = b.Y - a.Y - a.H
				if far > 2*b.H {
					continue
				}
			case a.X+a.W <= b.X+1 && a.Y < b.Y+b.H && b.Y < a.Y+a.H: // left
				far = b.X - a.X - a.W
			case f.State.Checkable && a.X >= b.X+b.W-1 && a.Y < b.Y+b.H && b.Y < a.Y+a.H: // right
				far = a.X - b.X - b.W
			default:
				continue
			}
			if far < best {
				best, f.VisualLabel = far, n.OwnText
			}
		}
	}
}
