package agent_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

var registry = sync.OnceValues(app.Commands)

func allCommands(t testing.TB) *commands.Registry {
	t.Helper()
	r, err := registry()
	require.NoError(t, err)
	return r
}

// turn is what a scripted decider answers in one turn.
type turn func(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error)

// script is a decider that plays its turns one after the other; the last one again and again.
type script struct {
	turns []turn
	at    int
	// sawn keeps all that the decider was told.
	saw  []agent.Observation
	told []agent.State
}

func (s *script) Name() string { return "script" }

func (s *script) Next(ctx context.Context, o *agent.Observation, st *agent.State) (*agent.Decision, error) {
	s.saw, s.told = append(s.saw, *o), append(s.told, *st)
	i := min(s.at, len(s.turns)-1)
	s.at++
	return s.turns[i](ctx, o, st)
}

func (s *script) messages() (all []string) {
	for _, st := range s.told {
		all = append(all, st.Messages...)
	}
	return all
}

func scripted(turns ...turn) *script { return &script{turns: turns} }

// does is a turn of these calls.
func does(calls ...agent.Call) turn {
	return func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
		return &agent.Decision{Calls: calls}, nil
	}
}

func call(sentence int, name, args string) agent.Call {
	return agent.Call{Name: name, Args: json.RawMessage(args), Sentence: sentence}
}

func click(sentence int, target string) agent.Call {
	return call(sentence, "click", object("target", target))
}

func typing(sentence int, target, text string) agent.Call {
	return call(sentence, "type", object("target", target, "text", text))
}

func assertion(checks ...int) agent.Call {
	raw, _ := json.Marshal(map[string]any{"checks": checks})
	return call(0, "assert", string(raw))
}

func finish(success bool) agent.Call {
	raw, _ := json.Marshal(map[string]any{"success": success, "reasoning": "I am done"})
	return call(0, "execution-finished", string(raw))
}

func object(pairs ...any) string {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	raw, _ := json.Marshal(m)
	return string(raw)
}

// site is a fake of one page.
func site(elements func() []*fakedevice.Element) *fakedevice.Fake {
	return sized(screen.Size{}, elements)
}

// sized is site on a screen of that size.
func sized(size screen.Size, elements func() []*fakedevice.Element) *fakedevice.Fake {
	const url = "http://site.test/"
	return fakedevice.New(fakedevice.Config{Start: url, Viewport: size, Pages: map[string]func() *fakedevice.Page{
		url: func() *fakedevice.Page { return &fakedevice.Page{Title: "Site", Elements: elements()} },
	}})
}

// config is a run of body on a fake, with a decider.
func config(t testing.TB, f *fakedevice.Fake, body string, d agent.Decider) agent.Config {
	t.Helper()
	return agent.Config{Name: "case", Body: body, Device: f.Device(), Decider: d, Commands: allCommands(t)}
}

func run(t testing.TB, cfg agent.Config) *agent.ExecutionResult {
	t.Helper()
	ctx := context.Background()
	res, err := agent.Run(ctx, cfg)
	require.NoError(t, err)
	return res
}

func login() *fakedevice.Fake { return fakedevice.New(fakedevice.LoginSite()) }

const loginBody = `Type "standard_user" into the "User name" field.
Type "secret_sauce" into the "Password" field.
Click "Log in".
Check that the page shows "Welcome back".`

func loggedIn() []turn {
	return []turn{
		does(typing(1, "User name", "standard_user")),
		does(typing(2, "Password", "secret_sauce")),
		does(click(3, "Log in")),
	}
}

func failures(res *agent.ExecutionResult) (names []string) {
	for _, a := range res.Attempts {
		if f, ok := a.Attempt.(*agent.FailedStep); ok {
			names = append(names, f.ErrorName)
		}
	}
	return names
}

func gone(op string) error {
	return &platform.Error{Op: op, Class: platform.Gone, Err: errTest("the browser crashed")}
}

func transient(op string) error {
	return &platform.Error{Op: op, Class: platform.Transient, Err: errTest("a moment")}
}

type errTest string

func (e errTest) Error() string { return string(e) }
