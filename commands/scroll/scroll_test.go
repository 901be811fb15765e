package scroll_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/scroll"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// rows is a list of so many rows in a box of 288 pixels that draws what it shows, 36 pixels a row.
type rows struct {
	*fakedevice.Fake
	count  int
	offset float64
	grows  int // how often it loads 100 more when it comes to its end
	seen   map[int]bool
	steps  int
	due    time.Time // when more rows arrive
}

func (r *rows) grow() {
	if !r.due.IsZero() && time.Now().After(r.due) {
		r.count, r.due = r.count+100, time.Time{}
	}
}

func newRows(t *testing.T, count int) (*commandtest.Bench, *rows) {
	t.Helper()
	list := fakedevice.El("list", "list", "Parts")
	list.Scrollable, list.Box = true, screen.Box{X: 20, Y: 100, W: 400, H: 288}
	b := commandtest.New(t, list)
	r := &rows{Fake: b.Fake, count: count, seen: map[int]bool{}}
	b.Env.Device.Elements, b.Env.Conditions = r, r
	return b, r
}

func (r *rows) ScrollBy(_ context.Context, _ string, _, dy float64) (bool, error) {
	r.grow()
	was := r.offset
	end := float64(r.count*36 - 288)
	r.offset = min(max(0, r.offset+dy), end)
	if r.offset == end && r.grows > 0 && r.due.IsZero() {
		r.grows--
		r.due = time.Now().Add(400 * time.Millisecond)
	}
	r.steps++
	return r.offset != was, nil
}

func (r *rows) Holds(_ context.Context, statement string) (check.Evidence, error) {
	r.grow()
	want, err := strconv.Atoi(statement)
	if err != nil {
		return check.Evidence{}, commands.Failf(commands.NotUnderstood, "%q is not literal", statement)
	}
	for i := range r.count {
		if top := float64(i*36) - r.offset; top >= 0 && top+36 <= 288 {
			r.seen[i] = true
		}
	}
	if r.seen[want] {
		return check.Evidence{Answer: check.Holds, Reason: "it is there"}, nil
	}
	return check.Evidence{Answer: check.DoesNotHold}, nil
}

func TestAVirtualListOf5000RowsIsReachedWithoutSkippingOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, r := newRows(t, 5000)
		start := time.Now()
		out, err := commandtest.Do(t, b, scroll.New(), `{"target":"Parts","until":"4999"}`)
		require.NoError(t, err)
		require.Contains(t, out, `scrolled list "Parts" down in`)
		require.Len(t, r.seen, 5000, "every row was in view once")
		require.Less(t, time.Since(start), 20*time.Second)
		t.Log(r.steps, time.Since(start))
	})
}

// numbered shows its rows in the tree too, so that they can be read ahead.
type numbered struct {
	*rows
	name func(i int) string
}

func (n *numbered) Elements(ctx context.Context) (*screen.Tree, error) {
	t, err := n.Fake.Elements(ctx)
	for i := range n.count {
		if y := float64(i*36) - n.offset; y > -36 && y < 288 {
			t.Nodes = append(t.Nodes, screen.Node{ID: fmt.Sprint("row", i), Role: "listitem", Text: n.name(i), Visible: true, InViewport: true,
				Box: screen.Box{X: 20, Y: 100 + y, W: 400, H: 36}})
		}
	}
	return t, err
}

func (n *numbered) Holds(ctx context.Context, statement string) (check.Evidence, error) {
	for i := range n.count {
		if y := float64(i*36) - n.offset; y >= 0 && y+36 <= 288 && statement == fmt.Sprintf("%q is visible", n.name(i)) {
			return check.Evidence{Answer: check.Holds, Reason: "it is there"}, nil
		}
	}
	return check.Evidence{Answer: check.DoesNotHold}, nil
}

func TestANumberedListIsNotGoneThroughRowByRow(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name  func(i int) string
		until string
		steps func(int) bool
	}{
		"rows in order":              {func(i int) string { return fmt.Sprintf("Part %d", i+1) }, `Part 3777`, func(n int) bool { return n < 10 }},
		"rows counted down":          {func(i int) string { return fmt.Sprintf("Part %d", 5000-i) }, `Part 12`, func(n int) bool { return n < 10 }},
		"numbers that mean nothing":  {func(i int) string { return fmt.Sprintf("Part %d", i*7919%5000) }, `Part 3777`, func(n int) bool { return n > 10 }},
		"a row that breaks the rule": {func(i int) string { return fmt.Sprintf("Part %d", (i/2500)*1000+i) }, `Part 5999`, func(n int) bool { return n > 0 }},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b, r := newRows(t, 5000)
				n := &numbered{r, tc.name}
				b.Env.Device.Elements, b.Env.Conditions = n, n
				_, err := commandtest.Do(t, b, scroll.New(), fmt.Sprintf(`{"target":"Parts","until":"\"%s\" is visible"}`, tc.until))
				require.NoError(t, err)
				require.True(t, tc.steps(r.steps), "%d steps", r.steps)
			})
		})
	}
}

func TestAConditionThatHoldsScrollsNothing(t *testing.T) {
	t.Parallel()
	b, r := newRows(t, 50)
	out, err := commandtest.Do(t, b, scroll.New(), `{"target":"Parts","until":"2"}`)
	require.NoError(t, err)
	require.Equal(t, "it holds without scrolling: it is there", out)
	require.Zero(t, r.steps)
}

func TestTheEndOfAListIsWaitedAtForMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, r := newRows(t, 30)
		r.grows = 2
		_, err := commandtest.Do(t, b, scroll.New(), `{"target":"Parts","until":"200"}`)
		require.NoError(t, err)
		_, err = commandtest.Do(t, b, scroll.New(), `{"target":"Parts","until":"999"}`)
		f := commandtest.Failure(t, err, commands.ConditionNotMet)
		require.Contains(t, f.Message, "to its end")
	})
}

func TestAStatementThatIsNotLiteralComesBack(t *testing.T) {
	t.Parallel()
	b, _ := newRows(t, 30)
	_, err := commandtest.Do(t, b, scroll.New(), `{"target":"Parts","until":"it looks nice"}`)
	commandtest.Failure(t, err, commands.NotUnderstood)
}

func page(t *testing.T) *commandtest.Bench {
	t.Helper()
	var elements []*fakedevice.Element
	for i := range 60 {
		elements = append(elements, fakedevice.Text(fmt.Sprint(i), fmt.Sprintf("Line %d", i)))
	}
	return commandtest.New(t, elements...)
}

func TestThePage(t *testing.T) {
	t.Parallel()
	b := page(t)
	for _, step := range []struct{ args, want string }{
		{`{"direction":"up"}`, "the page did not move: it is at its end (up)"},
		{`{}`, "scrolled the page down"},
		{`{"direction":"bottom"}`, "scrolled the page to its end (bottom)"},
		{`{"direction":"down"}`, "the page did not move: it is at its end (down)"},
		{`{"direction":"top"}`, "scrolled the page to its end (top)"},
		{`{"target":"Line 40"}`, `text "Line 40" is in view`},
	} {
		out, err := commandtest.Do(t, b, scroll.New(), step.args)
		require.NoError(t, err)
		require.Equal(t, step.want, out, step.args)
	}
}

func TestATargetThatDoesNotMoveIsNoSuccess(t *testing.T) {
	t.Parallel()
	short := func(t *testing.T) *commandtest.Bench {
		return commandtest.New(t, fakedevice.El("h", "heading", "Orders"), fakedevice.Text("1", "Line 1"))
	}
	ended := func(t *testing.T) *commandtest.Bench {
		b := page(t)
		_, err := commandtest.Do(t, b, scroll.New(), `{"direction":"bottom"}`)
		require.NoError(t, err)
		return b
	}
	tests := map[string]struct {
		bench      func(t *testing.T) *commandtest.Bench
		args       string
		want       string // of a success
		fails      string
		says, hint string
	}{
		"a heading where nothing scrolls":    {bench: short, args: `{"target":"Orders","direction":"down"}`, fails: commands.StateNotChanged, says: `nothing moved: neither heading "Orders" nor anything around it scrolls up or down`, hint: "name the list or pane"},
		"sideways":                           {bench: page, args: `{"target":"Line 3","direction":"right"}`, fails: commands.StateNotChanged, says: "scrolls left or right"},
		"all the way where nothing scrolls":  {bench: short, args: `{"target":"Orders","direction":"bottom"}`, fails: commands.StateNotChanged, says: "nothing moved"},
		"until, where nothing scrolls":       {bench: short, args: `{"target":"Orders","until":"999"}`, fails: commands.StateNotChanged, says: "nothing moved"},
		"a line of a page at its end":        {bench: ended, args: `{"target":"Line 3","direction":"down"}`, fails: commands.StateNotChanged, says: `what text "Line 3" lies in is at its end (down)`},
		"what is around it moves":            {bench: page, args: `{"target":"Line 3","direction":"down"}`, want: `scrolled text "Line 3" down`},
		"an end that is reached already":     {bench: ended, args: `{"target":"Line 3","direction":"bottom"}`, want: `text "Line 3" did not move: it is at its end (bottom)`},
		"the page, when all of it shows":     {bench: short, args: `{"direction":"down"}`, want: "the page did not move: it is at its end (down)"},
		"a point of the picture that stands": {bench: short, args: `{"target":"the chart","point":[100,100],"direction":"down"}`, fails: commands.StateNotChanged, says: "when the wheel was turned over the chart"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := tc.bench(t)
				b.Env.Conditions = never{}
				out, err := commandtest.Do(t, b, scroll.New(), tc.args)
				if tc.fails == "" {
					require.NoError(t, err)
					require.Equal(t, tc.want, out)
					return
				}
				f := commandtest.Failure(t, err, tc.fails)
				require.Contains(t, f.Message, tc.says)
				require.Contains(t, f.Hint, tc.hint)
			})
		})
	}
}

// never is a condition that does not hold.
type never struct{}

func (never) Holds(context.Context, string) (check.Evidence, error) {
	return check.Evidence{Answer: check.DoesNotHold}, nil
}

func TestWithoutElementsTheWheelIsTurned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := page(t)
		b.Env.Device.Elements = nil
		out, err := commandtest.Do(t, b, scroll.New(), `{"direction":"down"}`)
		require.NoError(t, err)
		require.Equal(t, "scrolled the page down", out)
		out, err = commandtest.Do(t, b, scroll.New(), `{"direction":"bottom"}`)
		require.NoError(t, err)
		require.Equal(t, "scrolled the page to its end (bottom)", out)
		out, err = commandtest.Do(t, b, scroll.New(), `{"direction":"down","pixels":100}`)
		require.NoError(t, err)
		require.Equal(t, "the page did not move: it is at its end (down)", out)
	})
}
