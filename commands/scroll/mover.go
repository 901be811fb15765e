package scroll

import (
	"context"
	"errors"
	"slices"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// mover scrolls one container, by its elements where the device knows them, else by the wheel.
type mover struct {
	env  *commands.Env
	what string
	id   string       // an element in the container; "" turns the wheel
	at   screen.Point // where the wheel turns
	size screen.Size  // of what shows
	// next are ids to try while the first has never moved: an application may
	// scroll a part of itself instead of the page.
	next []string
	// named says that somebody named the target; own, that it scrolls by itself.
	named, own bool
	// fixed says that nothing around the named target scrolls that way.
	fixed bool
}

func newMover(ctx context.Context, env *commands.Env, aim *commands.Aim) (*mover, error) {
	size, err := env.Device.Screen.Resolution(ctx)
	if err != nil {
		return nil, err
	}
	m := &mover{env: env, what: "the page", size: size, at: screen.Point{X: float64(size.W) / 2, Y: float64(size.H) / 2}}
	if aim != nil && aim.Node == nil {
		m.what, m.at, m.named = aim.Description, aim.Point, true
		return m, nil
	}
	if env.Device.Elements == nil {
		return m, nil
	}
	t, err := env.Device.Elements.Elements(ctx)
	if err != nil {
		return nil, err
	}
	if aim != nil {
		m.what, m.id, m.named, m.own = aim.Label(), aim.Node.ID, true, aim.Node.Scrollable
		m.fit(t, t.ByID(m.id))
		return m, nil
	}
	m.page(t)
	return m, nil
}

// fit takes the size of the nearest scroll container at or above a node.
func (m *mover) fit(t *screen.Tree, i int) {
	if i < 0 {
		return
	}
	for _, up := range append([]int{i}, t.Ancestors(i)...) {
		if n := &t.Nodes[up]; n.Scrollable && !n.Box.Empty() {
			shown := n.Box.Intersect(screen.Box{W: float64(m.size.W), H: float64(m.size.H)})
			if !shown.Empty() {
				m.size = screen.Size{W: int(shown.W), H: int(shown.H)}
			}
			return
		}
	}
}

// page chooses what scrolls when nothing was named: an open modal's content,
// else the page, else the largest part that scrolls.
func (m *mover) page(t *screen.Tree) {
	free := -1
	var parts []int
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || n.Box.Empty() {
			continue
		}
		if n.Scrollable {
			parts = append(parts, i)
		}
		if free < 0 && n.Frame == "" && !n.Scrollable && !slices.ContainsFunc(t.Ancestors(i), func(up int) bool { return t.Nodes[up].Scrollable }) {
			free = i
		}
	}
	view := screen.Box{W: float64(t.Viewport.W), H: float64(t.Viewport.H)}
	slices.SortStableFunc(parts, func(a, b int) int {
		return int(t.Nodes[b].Box.Intersect(view).Area() - t.Nodes[a].Box.Intersect(view).Area())
	})
	var order []int
	for _, i := range parts {
		if inModal(t, i) {
			order = append(order, i)
		}
	}
	if free >= 0 {
		order = append(order, free)
	}
	for _, i := range parts { // a small list inside is not what "scroll down" means
		if !slices.Contains(order, i) && (len(parts) == 1 || t.Nodes[i].Box.Intersect(view).Area() > 0.3*view.Area()) {
			order = append(order, i)
		}
	}
	for _, i := range order {
		m.next = append(m.next, t.Nodes[i].ID)
	}
	if len(m.next) > 0 {
		m.id, m.next = m.next[0], m.next[1:]
	}
}

func inModal(t *screen.Tree, i int) bool {
	return t.Nodes[i].State.Modal || slices.ContainsFunc(t.Ancestors(i), func(up int) bool { return t.Nodes[up].State.Modal })
}

// step is the way to go: most of what shows, so that nothing is passed unseen.
func (m *mover) step(p Params) (dx, dy float64) {
	w, h := max(0.8*float64(m.size.W), float64(m.size.W)-100), max(0.8*float64(m.size.H), float64(m.size.H)-100)
	if p.Pixels > 0 {
		w, h = float64(p.Pixels), float64(p.Pixels)
	}
	switch p.Direction {
	case "up":
		return 0, -h
	case "left":
		return -w, 0
	case "right":
		return w, 0
	case "top":
		return 0, -far
	case "bottom":
		return 0, far
	default:
		return 0, h
	}
}

func (m *mover) move(ctx context.Context, p Params) (bool, error) {
	dx, dy := m.step(p)
	return m.by(ctx, dx, dy)
}

func (m *mover) by(ctx context.Context, dx, dy float64) (bool, error) {
	if m.id == "" {
		return m.wheel(ctx, dx, dy)
	}
	for {
		moved, err := m.env.Device.Elements.ScrollBy(ctx, m.id, dx, dy)
		switch {
		case errors.Is(err, platform.ErrNoScroll):
			m.fixed = m.named
			moved, err = false, nil
		case platform.ClassOf(err) == platform.Permanent && len(m.next) > 0:
			moved, err = false, nil
		}
		if err != nil {
			return false, err
		}
		if moved {
			m.next = nil
			return true, commands.Pause(ctx, settle)
		}
		if len(m.next) == 0 {
			return false, nil
		}
		m.id, m.next = m.next[0], m.next[1:]
	}
}

// wheel turns the wheel and looks at the picture to see whether something moved.
func (m *mover) wheel(ctx context.Context, dx, dy float64) (bool, error) {
	before, err := m.env.Device.Screen.Screenshot(ctx)
	if err != nil {
		return false, err
	}
	if err := m.env.Device.Mouse.Scroll(ctx, m.at, dx, dy); err != nil {
		return false, err
	}
	if err := commands.Pause(ctx, 5*settle); err != nil {
		return false, err
	}
	after, err := m.env.Device.Screen.Screenshot(ctx)
	return string(before.Data) != string(after.Data), err
}

// stuck says that a named target did not move at all, where that is no answer:
// nothing around it scrolls, or it is at an end that nobody asked for.
func (m *mover) stuck(p Params) error {
	switch {
	case m.fixed:
		return commands.Failf(commands.StateNotChanged, "nothing moved: neither %s nor anything around it scrolls %s", m.what, axis(p.Direction)).
			WithHint("name the list or pane that scrolls, or leave the target out to scroll the page")
	case !m.named || m.own || p.Direction == "top" || p.Direction == "bottom":
		return nil
	case m.id == "":
		return commands.Failf(commands.StateNotChanged, "nothing moved %s when the wheel was turned over %s", p.Direction, m.what).WithHint("point at what scrolls")
	}
	return commands.Failf(commands.StateNotChanged, "nothing moved: what %s lies in is at its end (%s)", m.what, p.Direction)
}

func axis(direction string) string {
	if direction == "left" || direction == "right" {
		return "left or right"
	}
	return "up or down"
}
