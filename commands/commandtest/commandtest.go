// Package commandtest runs commands on the fake device.
package commandtest

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// URL is the address of the page under test.
const URL = "https://shop.example/page"

// Bench is a fake page and the environment of one command.
type Bench struct {
	*fakedevice.Fake
	Env *commands.Env
}

// New shows one page with these elements.
func New(t *testing.T, elements ...*fakedevice.Element) *Bench {
	t.Helper()
	return On(t, &fakedevice.Page{Title: "Page", Elements: elements})
}

// On shows this page.
func On(t *testing.T, page *fakedevice.Page) *Bench {
	t.Helper()
	f := fakedevice.New(fakedevice.Config{Start: URL, Pages: map[string]func() *fakedevice.Page{URL: func() *fakedevice.Page { return page }}})
	d := f.Device()
	return &Bench{Fake: f, Env: &commands.Env{
		Device: d, Locator: Locator{d}, Memory: memory.New(), Log: slog.New(slog.DiscardHandler), BaseURL: URL, Timeout: time.Second,
	}}
}

// Locator finds a node by its exact name, label, text or id.
type Locator struct{ Device *platform.Device }

// Locate is the one node of that name; by number it is the element of that index.
func (l Locator) Locate(ctx context.Context, t commands.Target, _ screen.Verb) (commands.Located, error) {
	if len(t.Point) == 2 && t.Number == 0 {
		return commands.Located{Description: t.Target, Point: screen.Point{X: t.Point[0], Y: t.Point[1]}, By: "point", Index: -1}, nil
	}
	tree, err := l.Device.Elements.Elements(ctx)
	if err != nil {
		return commands.Located{}, err
	}
	found := -1
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Name == t.Target || n.Label == t.Target || n.Text == t.Target || n.ID == t.Target {
			found = i
			break
		}
	}
	if t.Number > 0 {
		found = t.Number - 1
	}
	if found < 0 {
		return commands.Located{}, commands.Failf(commands.TargetNotFound, "nothing is called %q", t.Target)
	}
	n := &tree.Nodes[found]
	return commands.Located{Description: t.Target, Node: n, Box: n.Box, Point: n.Box.Center(), By: "tree", Tree: tree, Index: found}, nil
}

// Do runs a command with arguments as a model would send them.
func Do[P any, O commands.Outcome](t *testing.T, b *Bench, c commands.Command[P, O], args string) (string, error) {
	t.Helper()
	e, err := commands.Erase(c)
	require.NoError(t, err)
	p, err := e.Decode(json.RawMessage(args))
	if err != nil {
		return "", err
	}
	o, err := e.Execute(t.Context(), b.Env, p)
	if err != nil {
		return "", err
	}
	return o.Outcome(), nil
}

// Failure is err as a failure of that name.
func Failure(t *testing.T, err error, name string) *commands.Failure {
	t.Helper()
	var f *commands.Failure
	require.ErrorAs(t, err, &f)
	require.Equal(t, name, f.Name, f.Error())
	return f
}
