package html_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	dom "golang.org/x/net/html"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/runner/report/html"
	"github.com/verdict-run/verdict/runner/report/reporttest"
)

// page is a written report, read back.
type page struct {
	dir, text string
	all       []*dom.Node // elements in the order of the document
}

func render(t *testing.T, dir string, s report.Suite) page {
	t.Helper()
	require.NoError(t, html.Write(dir, s))
	return read(t, dir)
}

func read(t *testing.T, dir string) page {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "report.html"))
	require.NoError(t, err)
	root, err := dom.Parse(strings.NewReader(string(data)))
	require.NoError(t, err)
	p := page{dir: dir, text: string(data)}
	for n := range root.Descendants() {
		if n.Type == dom.ElementNode {
			p.all = append(p.all, n)
		}
	}
	return p
}

// shared is the folder of the fixture suite, drawn once for all tests.
var shared string

func TestMain(m *testing.M) {
	code := 1
	err := func() (err error) {
		if shared, err = os.MkdirTemp("", "report-*"); err != nil {
			return err
		}
		s, err := reporttest.Build(shared)
		if err == nil {
			err = html.Write(shared, s)
		}
		if err == nil {
			code = m.Run()
		}
		return errors.Join(err, os.RemoveAll(shared))
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func fixture(t *testing.T) page { t.Helper(); return read(t, shared) }

func attr(n *dom.Node, name string) (string, bool) {
	i := slices.IndexFunc(n.Attr, func(a dom.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}
	return n.Attr[i].Val, true
}

// class finds elements by tag ("" for any) and class.
func (p page) class(tag, class string) []*dom.Node {
	var out []*dom.Node
	for _, n := range p.all {
		c, _ := attr(n, "class")
		if (tag == "" || n.Data == tag) && slices.Contains(strings.Fields(c), class) {
			out = append(out, n)
		}
	}
	return out
}

func (p page) byID(id string) *dom.Node {
	for _, n := range p.all {
		if got, ok := attr(n, "id"); ok && got == id {
			return n
		}
	}
	return nil
}

// inside is a page of what stands in n.
func inside(n *dom.Node) page {
	p := page{}
	for d := range n.Descendants() {
		if d.Type == dom.ElementNode {
			p.all = append(p.all, d)
		}
	}
	return p
}

func words(n *dom.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == dom.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// TestKeepForTheEye writes the fixture suite where KEEP_REPORT says, to be looked at in a browser.
func TestKeepForTheEye(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("KEEP_REPORT")
	if dir == "" {
		t.Skip("KEEP_REPORT names no folder")
	}
	render(t, dir, reporttest.Suite(t, dir))
}

func TestWhatDidNotPassStandsFirstAndOpen(t *testing.T) {
	t.Parallel()
	var got []string
	for _, c := range fixture(t).class("details", "case") {
		verdict, _ := attr(c, "data-verdict")
		if _, open := attr(c, "open"); open {
			verdict += " open"
		}
		got = append(got, verdict)
	}
	require.Empty(t, cmp.Diff([]string{"failed open", "infra open", "over_budget open", "blocked open", "undecided open", "cancelled open", "passed", "passed", "passed"}, got))
}

func TestACaseSaysWhyItDidNotPass(t *testing.T) {
	t.Parallel()
	p := fixture(t)
	for name, c := range map[string]struct {
		id   string
		want []string
	}{
		"a failed one with both sides and whose fault": {"cart-total-3f5737", []string{
			`the total is "$18.95", not "$42.95"`, `Sentence 7 Check that the total is "$42.95"`, "expected $42.95", "actual $18.95", "The application does not do what the case says."}},
		"a blocked one with a hint":       {"order-cancel-91ab20", []string{"the same command was tried twice", "Sentence 2 Click the", `Hint: the row has no buttons`}},
		"one that had no browser":         {"help-new-tab-2a2299", []string{"net::ERR_NAME_NOT_RESOLVED", "The machinery gave up"}},
		"one that used up its money":      {"bulk-orders-77c001", []string{"max_cost is spent"}},
		"one that could not be decided":   {"product-photo-40bb1e", []string{"nothing on the page says", "not everything was shown to hold"}},
		"one that was never even started": {"returns-0c9e11", []string{"the suite was cancelled before", "Stopped by a person."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			why := inside(p.byID(c.id)).class("section", "why")
			require.Len(t, why, 1)
			for _, want := range c.want {
				require.Contains(t, words(why[0]), want)
			}
		})
	}
}

func TestTheSentenceOfTheReasonIsMarked(t *testing.T) {
	t.Parallel()
	about := inside(fixture(t).byID("cart-total-3f5737")).class("li", "about")
	require.Len(t, about, 1)
	for _, want := range []string{"7 ✕ Check that the total", "does not hold", "step 6 (failed)", "the verdict is about this sentence", "On the page: Total $18.95", "decided by code", "Looked at 2 times", "not due yet"} {
		require.Contains(t, words(about[0]), want)
	}
}

func TestAProofByPictureAloneIsCalledWeak(t *testing.T) {
	t.Parallel()
	p := inside(fixture(t).byID("product-photo-40bb1e"))
	require.Len(t, p.class("", "weak"), 1)
	require.Equal(t, "weak: by picture alone", words(p.class("", "weak")[0]))
}

func TestAFailedStepIsNotMarkedByColourAlone(t *testing.T) {
	t.Parallel()
	bad := inside(fixture(t).byID("order-cancel-91ab20")).class("li", "bad")
	require.Len(t, bad, 2)
	for _, want := range []string{"✕", "step 2 failed", "no element matches", "target_not_found", "Hint:"} {
		require.Contains(t, words(bad[0]), want)
	}
}

func TestAStepShowsItsEffectAndFaults(t *testing.T) {
	t.Parallel()
	step := fixture(t).byID("cart-total-3f5737-try-1-step-5")
	require.NotNil(t, step)
	for _, want := range []string{"for sentence 5", `text appeared: "$36.00"`, "POST https://shop.example/api/total 500", "TypeError", `button "Update cart", found in the page's elements`, "2,599 tokens, $0.0042"} {
		require.Contains(t, words(step), want)
	}
}

func TestBoxesAndPointsAreInPercentOfThePicture(t *testing.T) {
	t.Parallel()
	step := inside(fixture(t).byID("cart-total-3f5737-try-1-step-5"))
	box, _ := attr(step.class("i", "box")[0], "style")
	point, _ := attr(step.class("i", "point")[0], "style")
	// The button's box is 105, 460, 140 x 42 in a picture of 1280 x 800.
	require.Equal(t, "left:8.20%;top:57.50%;width:10.94%;height:5.25%", box)
	require.Equal(t, "left:13.67%;top:60.12%", point)
}

func TestABoxOutsideThePictureIsCutOrLeftOut(t *testing.T) {
	t.Parallel()
	step := inside(fixture(t).byID("comment-é#1%&b-try-1-step-1"))
	require.Len(t, step.class("i", "box"), 1)
	box, _ := attr(step.class("i", "box")[0], "style")
	require.Equal(t, "left:92.19%;top:5.00%;width:7.81%;height:11.25%", box)
	require.Empty(t, step.class("i", "point"), "its middle is outside")
}

func TestAFlakyCaseKeepsItsEarlierTry(t *testing.T) {
	t.Parallel()
	p := inside(fixture(t).byID("slow-job-74076f"))
	require.Equal(t, "flaky", words(p.class("span", "flaky")[0]))
	earlier := p.class("details", "earlier")
	require.Len(t, earlier, 1)
	require.Contains(t, words(earlier[0]), "Try 1 ✕ failed check 2 does not hold")
	_, open := attr(earlier[0], "open")
	require.False(t, open)
}

func TestTheHeadCountsAndNamesThePrice(t *testing.T) {
	t.Parallel()
	p := fixture(t)
	head := words(p.class("header", "top")[0])
	for _, want := range []string{"3 of 9 cases passed", "gpt-5.2 OPENAI_API_KEY is set", "1 min 34 s", "at least $0.3066", "191,220 tokens in 77 calls", "grounder holo-2 2 3,050 0 40 no price", "No price for holo-2"} {
		require.Contains(t, head, want)
	}
	require.Len(t, p.class("button", "chip"), 9, "all, seven verdicts, flaky")
}

func TestThePageNeedsNothingButItsPictures(t *testing.T) {
	t.Parallel()
	p := fixture(t)
	pictures := 0
	for _, n := range p.all {
		for _, name := range []string{"src", "srcset", "data", "poster", "action"} {
			if v, ok := attr(n, name); ok {
				u, err := url.Parse(v)
				require.NoError(t, err)
				require.Empty(t, u.Scheme+u.Host, "%s of %s", name, n.Data)
				if n.Data == "img" {
					pictures++
					require.FileExists(t, filepath.Join(p.dir, filepath.FromSlash(u.Path)))
					lazy, _ := attr(n, "loading")
					require.Equal(t, "lazy", lazy)
				}
			}
		}
		require.NotContains(t, []string{"link", "iframe", "object", "embed", "base"}, n.Data)
	}
	require.Greater(t, pictures, 30)
}

func TestPageTextStaysText(t *testing.T) {
	t.Parallel()
	p := fixture(t)
	scripts := 0
	for _, n := range p.all {
		if n.Data == "script" {
			scripts++
		}
		for _, a := range n.Attr {
			require.False(t, strings.HasPrefix(a.Key, "on"), "%s has %s", n.Data, a.Key)
			require.NotContains(t, []string{"href", "src"}, map[bool]string{true: a.Key}[strings.HasPrefix(strings.ToLower(a.Val), "javascript:")])
		}
	}
	require.Equal(t, 1, scripts)
	require.Contains(t, p.text, "&lt;script&gt;alert(1)&lt;/script&gt;")
	for _, r := range p.text {
		require.False(t, unicode.IsControl(r) && r != '\n' && r != '\t' || r >= 0x202A && r <= 0x202E, "%U", r)
	}
}

func TestThePageCanBeUsedWithoutAMouse(t *testing.T) {
	t.Parallel()
	p := fixture(t)
	seen := map[string]bool{}
	for _, n := range p.all {
		if id, ok := attr(n, "id"); ok {
			require.False(t, seen[id], "two elements have the id %s", id)
			seen[id] = true
		}
		switch n.Data {
		case "button":
			label, _ := attr(n, "aria-label")
			require.NotEmpty(t, label+words(n), "a button has no name")
		case "img":
			alt, _ := attr(n, "alt")
			require.NotEmpty(t, alt)
		}
	}
	for _, n := range p.all {
		if href, ok := attr(n, "href"); ok && strings.HasPrefix(href, "#") {
			id, err := url.PathUnescape(href[1:])
			require.NoError(t, err)
			require.True(t, seen[id], "the link %s leads nowhere", href)
		}
	}
}

func TestOtherSuitesRender(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		s    report.Suite
		want string
	}{
		"one without cases":                {report.Suite{}, "No case was run"},
		"one that passed":                  {report.Suite{Cases: []report.Case{{ID: "a", Verdict: agent.Passed}, {ID: "b", Verdict: agent.Passed}}}, "All 2 cases passed"},
		"one case that passed":             {report.Suite{Cases: []report.Case{{ID: "a", Verdict: agent.Passed}}}, "The case passed"},
		"a case without tries":             {report.Suite{Cases: []report.Case{{ID: "a", Verdict: agent.Cancelled}}}, "The case did not pass"},
		"a check that has no sentence":     {report.Suite{Cases: []report.Case{{ID: "a", Verdict: agent.Passed, Tries: []report.Try{{N: 1, Result: agent.ExecutionResult{Checks: []agent.Check{{N: 9, Statement: "orphan"}}}}}}}}, "orphan"},
		"a decider no language model made": {report.Suite{Decider: "builtin", Why: "--model"}, "no language model was called"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, render(t, t.TempDir(), c.s).text, c.want)
		})
	}
}

func TestTwoHundredCasesStaySmall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := reporttest.Large(t, dir, 200)
	p := render(t, dir, s)
	require.Len(t, p.class("details", "case"), 200)
	require.Less(t, len(p.text), 6<<20)
}

func TestAFolderThatIsNotThereIsReported(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, html.Write(filepath.Join(t.TempDir(), "gone"), report.Suite{}), "report.html")
}
