package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// lender is an installer that counts its devices.
type lender struct {
	mu           sync.Mutex
	lent, closed int
	platforms    []string
	lend         func(d *platform.Device) error // may break the first device of the second case
	broken       bool
	second       chan struct{} // closed when the second one is lent
}

func (l *lender) Install(_ context.Context, spec platform.Spec) (*platform.Device, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lent++
	l.platforms = append(l.platforms, spec.Platform)
	if l.lent == 2 {
		close(l.second)
	}
	d := fakedevice.New(fakedevice.LoginSite()).Device()
	d.Close = func(context.Context) error {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.closed++
		return nil
	}
	if l.lend != nil && !l.broken && strings.Contains(spec.ArtifactDir, "case-1") {
		l.broken = true
		if err := l.lend(d); err != nil {
			l.closed++
			return nil, err
		}
	}
	return d, nil
}

func (l *lender) Close(context.Context) error { return nil }

// held is a decider that waits for something before its first turn.
type held struct {
	agent.Decider
	until <-chan struct{}
}

func (h held) Next(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	select {
	case <-h.until:
	case <-ctx.Done():
	}
	return h.Decider.Next(ctx, o, s)
}

func suite(t *testing.T, ctx context.Context, l *lender, until func() <-chan struct{}, keys ...string) *report.Suite {
	t.Helper()
	l.second = make(chan struct{})
	var cases []*testcases.Case
	for i, key := range keys {
		c, err := testcases.Parse(fmt.Sprintf("case-%d.md", i), []byte("---\nname: case "+fmt.Sprint(i)+"\n"+key+"\n---\nCheck that the page shows \"Log in\".\n"))
		require.NoError(t, err)
		c.ID = fmt.Sprintf("case-%d", i)
		cases = append(cases, c)
	}
	registry, err := app.Commands()
	require.NoError(t, err)
	dir, err := artifact.New(t.TempDir(), time.Now())
	require.NoError(t, err)
	s, err := runner.Run(ctx, runner.Config{Cases: cases, Installer: l, Commands: registry, Dir: dir,
		Brain: func(*platform.Device, *memory.Store) (runner.Brain, error) {
			return runner.Brain{Decider: held{builtin.New(), until()}}, nil
		}})
	require.NoError(t, err)
	return s
}

const page = "url: " + fakedevice.LoginURL

func verdicts(s *report.Suite) (all []agent.Verdict) {
	for _, c := range s.Cases {
		all = append(all, c.Verdict)
	}
	return all
}

func TestTheNextCaseIsMadeReadyWhileOneRuns(t *testing.T) {
	t.Parallel()
	var l lender
	s := suite(t, t.Context(), &l, func() <-chan struct{} { return l.second }, page, page, page)
	require.Equal(t, []agent.Verdict{agent.Passed, agent.Passed, agent.Passed}, verdicts(s), "the first one waits for the second one's device")
	require.Equal(t, 3, l.lent)
	require.Equal(t, 3, l.closed)
}

func TestADeviceThatDiedOrFailedBeforeItsTurnIsReplaced(t *testing.T) {
	t.Parallel()
	for name, lend := range map[string]func(d *platform.Device) error{
		"it died": func(d *platform.Device) error {
			d.Alive = func() error {
				return &platform.Error{Class: platform.Gone, Op: "look", Err: errors.New("the browser has ended")}
			}
			return nil
		},
		"it could not be had": func(*platform.Device) error { return errors.New("no more pages") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := lender{lend: lend}
			s := suite(t, t.Context(), &l, func() <-chan struct{} { return l.second }, page, page)
			require.Equal(t, []agent.Verdict{agent.Passed, agent.Passed}, verdicts(s))
			require.Equal(t, 3, l.lent)
			require.Equal(t, 3, l.closed)
		})
	}
}

func TestACancelledSuiteClosesWhatWasMadeReady(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	l := lender{}
	s := suite(t, ctx, &l, func() <-chan struct{} {
		<-l.second
		cancel()
		return ctx.Done()
	}, page, page, page)
	require.Equal(t, []agent.Verdict{agent.Cancelled, agent.Cancelled, agent.Cancelled}, verdicts(s))
	require.Equal(t, l.lent, l.closed)
}

func TestAPhoneIsNotTakenAhead(t *testing.T) {
	t.Parallel()
	l := lender{}
	ready := make(chan struct{})
	close(ready)
	phone := "platform: android\napp: shop.apk"
	suite(t, t.Context(), &l, func() <-chan struct{} {
		l.mu.Lock()
		defer l.mu.Unlock()
		require.Equal(t, l.lent, l.closed+1, "only the phone of the case that runs is taken")
		return ready
	}, phone, phone, phone)
	require.Equal(t, []string{"android", "android", "android"}, l.platforms)
	require.Equal(t, 3, l.closed)
}
