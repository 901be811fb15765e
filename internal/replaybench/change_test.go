// Package replaybench_test changes a page between a recorded run and its replay, and watches what is really clicked.
package replaybench_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/browsertest"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/replay"
)

// full runs every step under every change; without it a few of them, which is enough to see a rule broken.
var full = flag.Bool("full", false, "run every step under every change")

var shared platform.Installer

func TestMain(m *testing.M) { browsertest.Main(m, &shared) }

const proof = `Check that the page shows "Team".`

// right is a stub of a model that always answers right: it knows the page's own marks.
type right struct {
	step  step
	asked int
}

func (*right) Name() string { return "right" }

func (r *right) Next(_ context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	r.asked++
	say := func(name string, sentence int, args map[string]any) *agent.Decision {
		raw, _ := json.Marshal(args)
		return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: sentence}}}
	}
	if s.Done[1] {
		if s.Checks[0].Status == agent.Open {
			return say("assert", 2, map[string]any{"checks": []int{2}}), nil
		}
		return say("execution-finished", 0, map[string]any{"success": true, "reasoning": "done"}), nil
	}
	for i := range o.Tree.Nodes {
		n := &o.Tree.Nodes[i]
		if n.HTMLName != mark(r.step.what) {
			continue
		}
		args := map[string]any{"target": "the " + n.Role + " " + n.Name}
		for k, v := range r.step.args {
			args[k] = v
		}
		for _, item := range o.Items {
			if item.Index == i {
				args["number"] = item.Number
			}
		}
		if args["number"] == nil {
			c := n.Box.Center()
			args["point"] = []float64{c.X, c.Y}
		}
		return say(r.step.command, 1, args), nil
	}
	return say("execution-finished", 0, map[string]any{"success": false, "reasoning": "it is not there"}), nil
}

// run is one run of one step on what the site shows now.
func run(t *testing.T, s *site, one step, d agent.Decider) *agent.ExecutionResult {
	t.Helper()
	registry, err := app.Commands()
	require.NoError(t, err)
	device, err := shared.Install(t.Context(), platform.Spec{Platform: "web", Width: 1000, Height: 1000})
	require.NoError(t, err)
	defer func() { require.NoError(t, device.Close(context.WithoutCancel(t.Context()))) }()
	res, err := agent.Run(t.Context(), agent.Config{Name: one.what, Body: one.sentence + "\n" + proof, StartURL: s.url, Device: device, Decider: d,
		Commands: registry, Memory: memory.New(), LocateTimeout: 700 * time.Millisecond, CheckTimeout: 2 * time.Second})
	require.NoError(t, err)
	return res
}

// tally counts how the steps of one kind of change ended.
type tally struct {
	n, exact, healed, asked, errors, wrong int
}

// outcome is how one step went under one change.
type outcome struct {
	change           kind
	step             step
	recall           *agent.Recall
	ok, wrong, exact bool
	asked            int
	touched          []string
	verdict          agent.Verdict
	reason           string
}

// try replays the record of a step on the changed page.
func try(t *testing.T, change kind, one step, record *replay.Section) outcome {
	world := newWorld()
	change.apply(world, one.what)
	s := serve(t, world)
	model := &right{step: one}
	res := run(t, s, one, replay.New(record, model, builtin.New(), memory.New()))
	o := outcome{change: change, step: one, asked: model.asked, touched: s.touched(), verdict: res.Verdict, reason: res.Reason}
	for _, a := range res.Attempts {
		if c := a.Attempt.Base().Replay; c != nil {
			o.recall = c
		}
	}
	o.ok = res.Verdict == agent.Passed && slices.Equal(o.touched, []string{one.what})
	o.wrong = slices.ContainsFunc(o.touched, func(what string) bool { return what != one.what }) || change.gone && (len(o.touched) > 0 || res.Verdict == agent.Passed)
	o.exact = o.recall != nil && o.recall.How == "exact" && o.asked == 0
	return o
}

// recorded are the records of all steps, made on the page as it was.
func recorded(t *testing.T) map[string]*replay.Section {
	t.Helper()
	records := map[string]*replay.Section{}
	var mu sync.Mutex
	each(t, steps(), func(t *testing.T, one step) {
		sentences := language.Split(one.sentence + "\n" + proof)
		require.Len(t, sentences, 2, one.sentence)
		require.Nil(t, sentences[0].Step, "%s: the builtin language reads it, so that more than the record would know the control", one.sentence)
		s := serve(t, newWorld())
		res := run(t, s, one, &right{step: one})
		require.Equal(t, agent.Passed, res.Verdict, "%s: %s", one.sentence, res.Reason)
		require.Equal(t, []string{one.what}, s.touched(), one.sentence)
		section := replay.Record("web desktop", res, s.url, nil)
		mu.Lock()
		defer mu.Unlock()
		records[one.what] = &section
	})
	return records
}

// each runs f for every item as a test of its own, as many at once as the machine has cores.
func each[T any](t *testing.T, items []T, f func(t *testing.T, item T)) {
	t.Helper()
	t.Run("each", func(t *testing.T) {
		for i, item := range items {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				f(t, item)
			})
		}
	})
}

func TestAChangedPageIsNeverMisclicked(t *testing.T) {
	if shared == nil {
		t.Skip("needs a browser")
	}
	records := recorded(t)
	type pair struct {
		change kind
		step   step
	}
	var pairs []pair
	for k, change := range kinds() {
		for i, one := range steps() {
			if *full || (i+k*5)%len(steps()) == 0 {
				pairs = append(pairs, pair{change, one})
			}
		}
	}
	var mu sync.Mutex
	var outcomes []outcome
	each(t, pairs, func(t *testing.T, p pair) {
		o := try(t, p.change, p.step, records[p.step.what])
		mu.Lock()
		defer mu.Unlock()
		outcomes = append(outcomes, o)
	})
	report(t, outcomes)
}

// report prints the table and holds the figures to what is promised.
func report(t *testing.T, outcomes []outcome) {
	t.Helper()
	sums := map[string]*tally{}
	all := &tally{}
	needed, good, gone, refused := 0, 0, 0, 0
	for _, o := range outcomes {
		sum := sums[o.change.name]
		if sum == nil {
			sum = &tally{}
			sums[o.change.name] = sum
		}
		for _, s := range []*tally{sum, all} {
			s.count(o)
		}
		switch {
		case o.wrong:
			t.Errorf("%s, %s: %v was touched, the verdict is %s; %#v", o.change.name, o.step.what, o.touched, o.verdict, o.recall)
		case !o.ok && !o.change.gone:
			t.Logf("%s, %s: not done: %s; %#v", o.change.name, o.step.what, o.reason, o.recall)
		}
		if o.change.gone {
			gone++
			if !o.wrong {
				refused++
			}
		} else if !(o.ok && o.exact) {
			needed++
			if o.ok {
				good++
			}
		}
	}
	fmt.Printf("\n%-36s %5s %6s %7s %6s %7s %6s\n", "change", "steps", "exact", "healed", "asked", "error", "wrong")
	for _, k := range kinds() {
		if s := sums[k.name]; s != nil {
			fmt.Printf("%-36s %s\n", k.name, s)
		}
	}
	fmt.Printf("%-36s %s\n", "all", all)
	fmt.Printf("wrong control: %d of %d; removed: %d of %d ended as an error; needed healing: %d, healed right by code or by asking: %d\n", all.wrong, all.n, refused, gone, needed, good)
	trust.Report(t, trust.Row{Name: "replays on changed pages", Done: all.n - all.wrong, Total: all.n, WrongPasses: all.wrong})
	require.GreaterOrEqual(t, float64(good), .9*float64(needed))
	require.Equal(t, gone, refused)
}

func (s *tally) count(o outcome) {
	s.n++
	switch {
	case o.wrong:
		s.wrong++
	case o.change.gone, !o.ok:
		s.errors++
	case o.exact:
		s.exact++
	case o.asked == 0:
		s.healed++
	default:
		s.asked++
	}
}

func (s *tally) String() string {
	return fmt.Sprintf("%5d %6d %7d %6d %7d %6d", s.n, s.exact, s.healed, s.asked, s.errors, s.wrong)
}
