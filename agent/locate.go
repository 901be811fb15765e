package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// locator finds targets: by number or point where the decider gave one, else
// by the description on the tree, else by a grounding model in the picture.
type locator struct {
	r    *run
	o    *Observation
	pins *pins // of a call that repeats a recorded step, else nil
}

// Locate finds one target, brings it into view and says where to act.
func (l locator) Locate(ctx context.Context, t commands.Target, v screen.Verb) (commands.Located, error) {
	q, refusal := language.ParseTarget(t.Target)
	if refusal != nil {
		q = screen.Query{Name: t.Target}
	}
	switch pin := l.pins.of(t.Target); {
	case l.r.Device.Elements == nil:
		return l.byPicture(ctx, t)
	case pin != nil:
		return l.byRecord(ctx, t, pin, v)
	case t.Number > 0:
		return l.byNumber(ctx, t, q, v)
	case len(t.Point) == 2:
		return l.byPoint(ctx, t, q)
	default:
		return l.byDescription(ctx, t, q, v)
	}
}

func (l locator) byNumber(ctx context.Context, t commands.Target, q screen.Query, v screen.Verb) (commands.Located, error) {
	i := indexOfNumber(l.o, t.Number)
	if i < 0 || l.o.Tree == nil {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "the element list has no number %d", t.Number).
			WithHint("numbers are those of the newest list")
	}
	i, why := l.o.Tree.Actor(i, v)
	if why != "" {
		return commands.Located{}, commands.Failf(commands.TargetAmbiguous, "number %d is not one thing: %s", t.Number, why).
			WithHint("give the number of the element itself")
	}
	if no, why := screen.Contradicts(&l.o.Tree.Nodes[i], q); no {
		return commands.Located{}, commands.Failf(commands.TargetContradicts, "number %d is not %q: %s", t.Number, t.Target, why)
	}
	if time.Since(l.o.taken) < judgeable {
		return l.found(ctx, t, l.o.Tree, i, "number", 0)
	}
	return l.stillNumbered(ctx, t, q, i)
}

// stillNumbered looks at an older number's element again: while the decider
// thought, a page may have put another row or another control in its place.
func (l locator) stillNumbered(ctx context.Context, t commands.Target, q screen.Query, i int) (commands.Located, error) {
	tree, err := l.r.treeNow(ctx)
	if err != nil {
		return commands.Located{}, err
	}
	j := tree.ByID(l.o.Tree.Nodes[i].ID)
	if j < 0 {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "number %d is no longer there", t.Number).WithHint("look at the newest list")
	}
	was, is := l.o.Tree.RowKey(i), tree.RowKey(j)
	if was != is {
		return commands.Located{}, commands.Failf(commands.TargetContradicts, "number %d stood in the row %q and stands in %q now", t.Number, was, is)
	}
	if no, why := screen.Contradicts(&tree.Nodes[j], q); no {
		return commands.Located{}, commands.Failf(commands.TargetContradicts, "number %d is no longer %q: %s", t.Number, t.Target, why)
	}
	return l.found(ctx, t, tree, j, "number", 0)
}

func (l locator) byPoint(ctx context.Context, t commands.Target, q screen.Query) (commands.Located, error) {
	p := screen.Point{X: t.Point[0], Y: t.Point[1]}
	size := l.o.Picture.Size
	if p.X < 0 || p.Y < 0 || int(p.X) >= size.W || int(p.Y) >= size.H {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "the point %.0f,%.0f lies outside the picture of %dx%d", p.X, p.Y, size.W, size.H)
	}
	i := -1
	if l.o.Tree != nil {
		i = l.o.Tree.At(p)
	}
	if i < 0 {
		return commands.Located{Description: t.Target, Point: p, Box: around(p), By: "point", Index: -1, Tree: l.o.Tree}, nil
	}
	n := &l.o.Tree.Nodes[i]
	if screen.IsControl(n) {
		if no, why := screen.Contradicts(n, q); no {
			return commands.Located{}, commands.Failf(commands.TargetContradicts, "at %.0f,%.0f is not %q: %s", p.X, p.Y, t.Target, why)
		}
	}
	return commands.Located{Description: t.Target, Node: n, Point: p, Box: n.Box, By: "point", Tree: l.o.Tree, Index: i}, nil
}

// byDescription polls the tree until exactly one element answers the description.
func (l locator) byDescription(ctx context.Context, t commands.Target, q screen.Query, v screen.Verb) (commands.Located, error) {
	r := l.r
	start, tree := time.Now(), (*screen.Tree)(nil)
	if !t.Anew && l.o != nil && l.o == r.last && r.pending == nil && time.Since(l.o.taken) < judgeable {
		tree = l.o.Tree
	}
	for {
		if tree == nil {
			var err error
			if tree, err = r.treeNow(ctx); err != nil {
				return commands.Located{}, err
			}
		}
		f := tree.Find(q, v)
		if f.Match != nil {
			return l.found(ctx, t, tree, f.Match.Index, "tree", f.Match.Score)
		}
		if time.Since(start) >= r.LocateTimeout {
			return l.byModel(ctx, t, tree, f)
		}
		if err := commands.Pause(ctx, pollEvery); err != nil {
			return commands.Located{}, err
		}
		tree = nil
	}
}

// byModel asks the grounding model, when there is one, for what the tree does not have.
func (l locator) byModel(ctx context.Context, t commands.Target, tree *screen.Tree, f screen.Found) (commands.Located, error) {
	if l.r.Grounder != nil && f.Reason != screen.Ambiguous {
		if at, err := l.byPicture(ctx, t); err == nil {
			at.Tree, at.Index = tree, tree.At(at.Point)
			if at.Index >= 0 {
				at.Node = &tree.Nodes[at.Index]
			}
			return at, nil
		} else if ctx.Err() != nil || platform.ClassOf(err) == platform.Gone {
			return commands.Located{}, err
		}
	}
	name := commands.TargetNotFound
	text := fmt.Sprintf("nothing on the screen matches %q", t.Target)
	switch f.Reason {
	case screen.Ambiguous, screen.NoName:
		name, text = commands.TargetAmbiguous, fmt.Sprintf("%q could be more than one element", t.Target)
	case screen.Hidden:
		name, text = commands.TargetHidden, fmt.Sprintf("%q is there but not visible", t.Target)
	case screen.Weak, screen.NotFound:
	}
	return commands.Located{}, commands.Failf(name, "%s", text).WithHint(f.Hint)
}

func (l locator) byPicture(ctx context.Context, t commands.Target) (commands.Located, error) {
	if len(t.Point) == 2 {
		p := screen.Point{X: t.Point[0], Y: t.Point[1]}
		return commands.Located{Description: t.Target, Point: p, Box: around(p), By: "point", Index: -1}, nil
	}
	if l.r.Grounder == nil {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "this device has no elements and no grounding model is set; %q needs a point", t.Target)
	}
	done, over := l.r.afford("grounder")
	defer done()
	if over != "" {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "%s", over)
	}
	stop := timed(&l.r.timings.Model)
	p, usage, err := l.r.Grounder.Ground(ctx, t.Target, l.o.Picture)
	stop()
	l.r.account(usage)
	if err != nil {
		return commands.Located{}, fmt.Errorf("looking for %q in the picture: %w", t.Target, err)
	}
	if p == nil {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "the picture does not show %q", t.Target)
	}
	return commands.Located{Description: t.Target, Point: *p, Box: around(*p), By: "grounder", Index: -1}, nil
}

// found brings the element into view when it is not, and says where it stands then.
func (l locator) found(ctx context.Context, t commands.Target, tree *screen.Tree, i int, by string, score float64) (commands.Located, error) {
	n := tree.Nodes[i]
	if !n.InViewport {
		moved, err := l.r.Device.Elements.ScrollIntoView(ctx, n.ID)
		if err != nil {
			return commands.Located{}, err
		}
		n.Box, n.InViewport = moved.Box, moved.InViewport
	}
	shown := n.Box.Intersect(screen.Box{W: float64(tree.Viewport.W), H: float64(tree.Viewport.H)})
	if shown.Empty() {
		shown = n.Box
	}
	return commands.Located{Description: t.Target, Node: &n, Point: shown.Center(), Box: n.Box, By: by, Score: score, Tree: tree, Index: i}, nil
}

// around is a small box to mark a point with.
func around(p screen.Point) screen.Box { return screen.Box{X: p.X - 8, Y: p.Y - 8, W: 16, H: 16} }
