package scroll

import (
	"context"
	"regexp"
	"strconv"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// jumps is how often the place of a numbered row is estimated anew.
const jumps = 8

var quotedNumber = regexp.MustCompile(`["“]([^"”]*?)(\d{1,9})([^"”\d]*)["”]`)

// gallop shortens the way to a numbered row: when the statement quotes one
// ("Part 3777") and the rows in view are numbered in order and evenly apart, it
// jumps to where that row should be. It only ever jumps in the direction asked
// for. When the row is not found that way everything is put back, and the list is gone through row by row.
func (m *mover) gallop(ctx context.Context, p Params, holds func() (bool, error)) (found bool, steps int, err error) {
	q := quotedNumber.FindStringSubmatch(p.Until)
	if q == nil || m.id == "" || p.Pixels > 0 || p.Direction != "down" && p.Direction != "up" {
		return false, 0, nil
	}
	prefix := commands.Fold(q[1])
	want, _ := strconv.Atoi(q[2])
	gone := 0.0
	for range jumps {
		dy, ok, err := m.estimate(ctx, prefix, want)
		if err != nil {
			return false, steps, err
		}
		ahead := dy > 0 == (p.Direction == "down")
		if !ok || !ahead && gone == 0 || abs(dy) < 2*float64(m.size.H) && gone == 0 || abs(dy) < 1 {
			break
		}
		moved, err := m.by(ctx, 0, dy)
		if err != nil {
			return false, steps, err
		}
		gone += dy
		steps++
		if err := commands.Pause(ctx, 2*settle); err != nil {
			return false, steps, err
		}
		if ok, err := holds(); ok || err != nil {
			return ok, steps, err
		}
		if !moved {
			break
		}
	}
	if gone != 0 {
		_, err = m.by(ctx, 0, -gone)
	}
	return false, steps, err
}

// estimate is how far below the middle of the list the row of that number should lie.
func (m *mover) estimate(ctx context.Context, prefix string, want int) (dy float64, ok bool, err error) {
	t, err := m.env.Device.Elements.Elements(ctx)
	if err != nil {
		return 0, false, err
	}
	box, within := m.frame(t)
	rows := commands.Rows{Prefix: prefix}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Visible && within(i) && !n.Scrollable && !n.Box.Intersect(box).Empty() && n.Box.H <= box.H/2 {
			rows.Add(n)
		}
	}
	y, ok := rows.At(want)
	return y - box.Center().Y, ok, nil
}

// frame is the box of the container and what lies in it.
func (m *mover) frame(t *screen.Tree) (screen.Box, func(int) bool) {
	at := t.ByID(m.id)
	if at >= 0 {
		for _, up := range append([]int{at}, t.Ancestors(at)...) {
			if n := &t.Nodes[up]; n.Scrollable {
				return n.Box, func(i int) bool { return i != up && t.Within(i, up) }
			}
		}
	}
	return screen.Box{W: float64(t.Viewport.W), H: float64(t.Viewport.H)}, func(int) bool { return true }
}

func abs(f float64) float64 { return max(f, -f) }
