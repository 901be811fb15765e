package commands

import (
	"context"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// WentOn is the note of a change that was made and could not be read back.
const WentOn = "the page went on to another address at once, so it was not read back"

// ReadBack reads a control again after a command has acted on it.
type ReadBack struct {
	env         *Env
	aim         *Aim
	id, address string // as they were before the act
}

// ReadBack is taken before the act: it keeps which element is meant, and where the page is.
func (e *Env) ReadBack(ctx context.Context, a *Aim) ReadBack {
	return ReadBack{env: e, aim: a, id: a.Node.ID, address: e.address(ctx)}
}

// Again reads the control. left says that the very element is gone and the page at another address than before the act:
// what stands there now is not what was acted on. A page that only drew the control anew is searched for it.
func (b ReadBack) Again(ctx context.Context) (n *screen.Node, left bool, err error) {
	if b.left(ctx) {
		return nil, true, nil
	}
	n, err = b.env.Element(ctx, b.aim)
	if (err != nil || n.ID != b.id) && b.left(ctx) {
		return nil, true, nil // it went on meanwhile
	}
	return n, false, err
}

func (b ReadBack) left(ctx context.Context) bool {
	_, err := b.env.Device.Elements.Element(ctx, b.id)
	if platform.ClassOf(err) != platform.Permanent || b.address == "" {
		return false
	}
	now := b.env.address(ctx)
	return now != "" && now != b.address
}

// address is where the page is; "" when nobody knows.
func (e *Env) address(ctx context.Context) string {
	if e.Device.Navigation == nil {
		return ""
	}
	u, err := e.Device.Navigation.CurrentURL(ctx)
	if err != nil {
		return "" // the reading beside it says what is wrong
	}
	return u
}
