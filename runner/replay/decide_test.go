package replay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/runner/replay"
)

func TestARecordedRunIsRepeatedWithoutAsking(t *testing.T) {
	t.Parallel()
	section := recorded(t, fakedevice.LoginSite(), login)
	s := store(t)
	d := replay.New(section, nil, builtin.New(), s)
	res := play(t, fakedevice.LoginSite(), login, d, s)
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
	require.Equal(t, []string{"exact", "exact", "exact"}, hows(res))
	require.Zero(t, d.Asked())
	for _, a := range res.Attempts {
		if b := a.Attempt.Base(); b.Command != "assert" {
			require.Empty(t, b.Before, "no picture is taken of %s", b.Instruction)
		}
	}
	require.NotEmpty(t, res.FinalPicture, "a check is proven with a picture")
}

func TestWhatDoesNotFitIsAskedFor(t *testing.T) {
	t.Parallel()
	rename := func(to string) func(p *fakedevice.Page) {
		return func(p *fakedevice.Page) {
			for _, e := range p.Elements {
				if e.ID == "login" {
					e.Name, e.Text, e.OwnText, e.HTMLID = to, to, to, ""
				}
			}
		}
	}
	drop := func(p *fakedevice.Page) {
		p.Elements = slices.DeleteFunc(p.Elements, func(e *fakedevice.Element) bool { return e.ID == "login" })
	}
	tests := map[string]struct {
		site    fakedevice.Config
		body    string
		only    bool
		verdict agent.Verdict
		hows    []string
		reason  string
		told    string // what the decider was told when it was first asked
		asked   bool
	}{
		"another name, found by the words of the case": {
			site: changed(rename("Sign in")), body: strings.Replace(login, `Click "Log in"`, "Click the log in button", 1), only: true,
			verdict: agent.Passed, hows: []string{"exact", "exact", "words"},
		},
		"another name, nobody to ask": {
			site: changed(rename("Enter the shop")), body: login, only: true,
			verdict: agent.Blocked, hows: []string{"exact", "exact", "missed"}, reason: `the recorded button "Log in" is not there`,
		},
		"a name that became destructive": {
			site: changed(rename("Delete account")), body: login, only: true,
			verdict: agent.Blocked, hows: []string{"exact", "exact", "missed"}, reason: "could not be repeated",
		},
		"a control that is gone": {
			site: changed(drop), body: login, asked: true,
			verdict: agent.Blocked, hows: []string{"exact", "exact", "missed"}, told: "A recorded run of this case was being repeated, and step 3 ",
		},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			section := recorded(t, fakedevice.LoginSite(), c.body)
			s := store(t)
			inner := &spy{Decider: builtin.New()}
			d := replay.New(section, inner, builtin.New(), s)
			if c.only {
				d = replay.New(section, nil, builtin.New(), s)
			}
			res := play(t, c.site, c.body, d, s)
			require.Equal(t, c.verdict, res.Verdict, res.Reason)
			require.Equal(t, c.hows, hows(res), "%+v", recalls(res))
			require.Contains(t, res.Reason, c.reason)
			require.Equal(t, c.asked, len(inner.asked) > 0)
			if c.asked {
				require.Contains(t, inner.asked[0], c.told)
				require.True(t, inner.seen[0], "who is asked sees the picture")
			}
		})
	}
}

func TestOnlyTheChangedSentenceIsAskedFor(t *testing.T) {
	t.Parallel()
	section := recorded(t, fakedevice.LoginSite(), login)
	body := strings.Replace(login, `Click "Log in"`, `Press the "Log in" button`, 1)
	s := store(t)
	inner := &spy{Decider: builtin.New()}
	d := replay.New(section, inner, builtin.New(), s)
	res := play(t, fakedevice.LoginSite(), body, d, s)
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
	require.Equal(t, []string{"exact", "exact"}, hows(res))
	require.Equal(t, []int{3}, d.Changed())
	require.Len(t, inner.asked, 1)
	require.Contains(t, inner.asked[0], "is new or was changed")

	s = store(t)
	res = play(t, fakedevice.LoginSite(), body, replay.New(section, nil, builtin.New(), s), s)
	require.Equal(t, agent.Blocked, res.Verdict)
	require.Contains(t, res.Reason, "is new or was changed since it was recorded")
}

func TestAnExpectationIsProvenAnewAndNeverHealed(t *testing.T) {
	t.Parallel()
	section := recorded(t, fakedevice.LoginSite(), login)
	site := changed(func(p *fakedevice.Page) {
		for _, e := range p.Elements {
			if e.ID == "login" {
				e.OnClick = func(w *fakedevice.World) {
					w.Goto(fakedevice.AccountURL)
					w.SetText("greeting", "Welcome back, somebody else")
				}
			}
		}
	})
	s := store(t)
	res := play(t, site, login, replay.New(section, nil, builtin.New(), s), s)
	require.Equal(t, agent.Failed, res.Verdict, res.Reason)
}

func TestAnUnaskedStepThatDoesNotComeIsPassedOver(t *testing.T) {
	t.Parallel()
	section := recorded(t, fakedevice.LoginSite(), login)
	banner := section.Sentences[2].Steps[0]
	banner.Unasked, banner.Targets = true, []replay.Target{{Called: "Accept cookies", Is: banner.Targets[0].Is}}
	banner.Targets[0].Is.Name, banner.Targets[0].Is.Text, banner.Targets[0].Is.HTMLID = "Accept cookies", "", ""
	banner.With = map[string]any{"target": "Accept cookies"}
	banner.Brings = nil
	section.Sentences[0].Steps = append([]replay.Step{banner}, section.Sentences[0].Steps...)
	s := store(t)
	res := play(t, fakedevice.LoginSite(), login, replay.New(section, nil, builtin.New(), s), s)
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
	require.Equal(t, []string{"missed", "exact", "exact", "exact"}, hows(res))
}

func TestADeadButtonFailsByItsCheckAndNotByTheRecord(t *testing.T) {
	t.Parallel()
	section := recorded(t, fakedevice.LoginSite(), login)
	require.Equal(t, "/account", section.Sentences[2].Steps[0].Brings.Page)
	dead := changed(func(p *fakedevice.Page) {
		for _, e := range p.Elements {
			if e.ID == "login" {
				e.OnClick = nil
			}
		}
	})
	s := store(t)
	res := play(t, dead, login, replay.New(section, nil, builtin.New(), s), s)
	require.Equal(t, agent.Failed, res.Verdict, res.Reason)
	require.Contains(t, recalls(res)[2].Missing, "the page is /login")
}

func TestAWaitIsNotRecordedAndStillDone(t *testing.T) {
	t.Parallel()
	body := strings.Replace(login, "Check that", "Wait until \"Your account\" is visible.\nCheck that", 1)
	section := recorded(t, fakedevice.LoginSite(), body)
	s := store(t)
	res := play(t, fakedevice.LoginSite(), body, replay.New(section, nil, builtin.New(), s), s)
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
}

func TestWithoutARecordOnlyBlocks(t *testing.T) {
	t.Parallel()
	res := play(t, fakedevice.LoginSite(), login, replay.Nothing("nothing is recorded for this case (x)"), store(t))
	require.Equal(t, agent.Blocked, res.Verdict)
	require.Contains(t, res.Reason, "nothing is recorded for this case (x)")
}

// TestAFieldDrawnAnewIsReadFromThePage: what was read before the act tells nothing of what stands there after.
func TestAFieldDrawnAnewIsReadFromThePage(t *testing.T) {
	t.Parallel()
	const body = "Select \"Price\" from the \"Sort by\" dropdown.\nCheck that the page shows \"Sorted by Price\"."
	site := fakedevice.Config{Start: "http://site.test/", Pages: map[string]func() *fakedevice.Page{"http://site.test/": func() *fakedevice.Page {
		list := fakedevice.Select("sort", "Sort by", "Featured", "Price")
		list.OnInput = func(w *fakedevice.World, v string) {
			anew := fakedevice.Select("sort-anew", "Sort by", "Featured", "Price")
			anew.Value, anew.Options[0].Selected, anew.Options[1].Selected = v, false, true
			w.Page().Elements = []*fakedevice.Element{anew, fakedevice.Text("done", "Sorted by "+v)}
		}
		return &fakedevice.Page{Title: "Site", Elements: []*fakedevice.Element{list}}
	}}}
	section := recorded(t, site, body)
	d := replay.New(section, nil, nil, store(t))
	res := play(t, site, body, d, store(t))
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
}
