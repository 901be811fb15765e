package agent

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// next looks whether the next call of the same turn still fits the screen; if not it says why.
func (r *run) next(ctx context.Context, o *Observation, call Call) (*Observation, string) {
	if r.pending != nil {
		if _, failed := r.pending.attempt.(*FailedStep); failed {
			return o, "the step before it failed"
		}
	}
	seen, err := r.observe(ctx)
	if r.stopped(ctx, err) {
		return o, "the run ended"
	}
	if n := len(r.attempts); n > 0 {
		if _, failed := r.attempts[n-1].(*FailedStep); failed && r.attempts[n-1].Base().Turn == r.turn {
			return o, "the step before it failed"
		}
	}
	switch {
	case seen.Dialog != nil:
		return o, "a native dialog opened"
	case seen.URL != o.URL || len(seen.Tabs) != len(o.Tabs) || activeTab(seen) != activeTab(o):
		return o, "the page changed"
	}
	for _, number := range numbersIn(call.Args) {
		if why := stillThere(o, seen, number); why != "" {
			return o, why
		}
	}
	for _, p := range pointsIn(call.Args) {
		if o.Tree == nil || seen.Tree == nil {
			continue
		}
		a, b := o.Tree.At(p), seen.Tree.At(p)
		if (a < 0) != (b < 0) || a >= 0 && o.Tree.Nodes[a].ID != seen.Tree.Nodes[b].ID {
			return o, "something else stands at the point now"
		}
	}
	if why := r.changedOutside(o, seen); why != "" {
		return o, "the page changed (" + why + ")"
	}
	fresh := *seen
	fresh.Turn = r.turn
	fresh.Items = renumber(o, seen)
	return &fresh, ""
}

// renumber makes the numbers the decider knows mean the same elements on the new screen.
func renumber(old, seen *Observation) []screen.Item {
	if seen.Tree == nil || old.Tree == nil {
		return nil
	}
	at := make(map[string]int, len(seen.Tree.Nodes))
	for i := range seen.Tree.Nodes {
		at[seen.Tree.Nodes[i].ID] = i
	}
	var items []screen.Item
	for _, it := range old.Items {
		if k, ok := at[old.Tree.Nodes[it.Index].ID]; ok {
			items = append(items, screen.Item{Number: it.Number, Index: k, Line: it.Line})
		}
	}
	return items
}

// stillThere says why a number no longer means what it did, "" when it does.
func stillThere(old, seen *Observation, number int) string {
	i := indexOfNumber(old, number)
	if i < 0 || seen.Tree == nil {
		return "" // locating it will say that there is no such number
	}
	j := seen.Tree.ByID(old.Tree.Nodes[i].ID)
	if j < 0 || !screen.Same(screen.FingerprintOf(old.Tree, i), screen.FingerprintOf(seen.Tree, j)) {
		return "its target changed"
	}
	return ""
}

func indexOfNumber(o *Observation, number int) int {
	for _, it := range o.Items {
		if it.Number == number {
			return it.Index
		}
	}
	return -1
}

func activeTab(o *Observation) string {
	for _, t := range o.Tabs {
		if t.Active {
			return t.ID
		}
	}
	return ""
}

// numbersIn are the element numbers in a call's arguments, those sent as text included.
func numbersIn(args json.RawMessage) []int {
	var out []int
	for _, key := range []string{"number", "to_number"} {
		if n, err := strconv.Atoi(strings.Trim(string(field(args, key)), `" `)); err == nil && n > 0 {
			out = append(out, n)
		}
	}
	return out
}

func pointsIn(args json.RawMessage) []screen.Point {
	var out []screen.Point
	for _, key := range []string{"point", "to_point"} {
		var p []float64
		if json.Unmarshal(field(args, key), &p) == nil && len(p) == 2 {
			out = append(out, screen.Point{X: p[0], Y: p[1]})
		}
	}
	return out
}

func field(args json.RawMessage, key string) json.RawMessage {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(args, &fields) // what is no object has no fields
	return fields[key]
}

// retryTransient calls again what failed for a moment only, three times at most.
func (r *run) retryTransient(ctx context.Context, call func() error) error {
	for try := 1; ; try++ {
		err := call()
		if platform.ClassOf(err) != platform.Transient || try == 3 || ctx.Err() != nil {
			return err
		}
		if err := commands.Pause(ctx, time.Duration(try)*pollEvery); err != nil {
			return err
		}
	}
}
