package reporttest

import (
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/report"
)

// infra never saw a page: no pictures, no steps.
func infra(string) (report.Case, error) {
	c := report.Case{ID: "help-new-tab-2a2299", Name: "Help opens in a tab of its own", File: "examples/help-new-tab.md", URL: "https://help.shop.example"}
	r := agent.ExecutionResult{Verdict: agent.Infra, Reason: "https://help.shop.example did not answer: net::ERR_NAME_NOT_RESOLVED", FinishReason: agent.FinishError,
		Sentences: sentences(`Click the "Help" link`, `Check that the URL contains "/help"`),
		Checks:    []agent.Check{{N: 2, Statement: `Check that the URL contains "/help"`, Status: agent.Open}},
		Memory:    map[string]string{}, Decider: "gpt-5.2", Started: Began.Add(50 * time.Second), Took: 640 * time.Millisecond}
	return one(c, r), nil
}

func overBudget(dir string) (report.Case, error) {
	c := report.Case{ID: "bulk-orders-77c001", Name: "All orders of the year are exported", File: "examples/bulk-orders.md", Tags: []string{"orders", "slow"}, URL: "https://shop.example/orders"}
	s := steps{page: c.URL}
	s.did("scroll", "↕️", `Scroll down to the end of the list`, 1, "Scrolled down", "only the picture changed")
	r := agent.ExecutionResult{Verdict: agent.OverBudget, Reason: "max_cost is spent: $0.2014 of $0.20", Sentence: 1, FinishReason: agent.FinishError,
		Sentences: sentences("Scroll down to the end of the list", `Click the "Export" button`, "Check that a file was downloaded"),
		Attempts:  s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{{N: 3, Statement: "Check that a file was downloaded", Status: agent.Open}},
		Memory: map[string]string{}, FinalScreenshot: picture(2), Decider: "gpt-5.2", Turns: 48,
		Usage: []agent.UsageSum{sum("agent", "gpt-5.2", 48, 118400, 80100, 4010, usd(0.2014))}, CostUSD: usd(0.2014), Started: Began.Add(60 * time.Second), Took: 72 * time.Second}
	return one(c, r), writeAll(dir, c.ID, map[string]*page{picture(1): ordersPage(), picture(2): ordersPage()})
}

// undecided has a judge that could not tell, and a proof by picture alone.
func undecided(dir string) (report.Case, error) {
	c := report.Case{ID: "product-photo-40bb1e", Name: "The product's photo shows the mug", File: "examples/product-photo.md", Tags: []string{"products"}, URL: "https://shop.example/products/enamel-mug"}
	s := steps{page: c.URL}
	s.did("click", "👆", "Click the photo of the mug", 1, "Clicked at 335, 280", "none", at("img", "photo of the mug", 105, 110, 460, 340)).Targets[0].Node = nil
	weak := proven(2, "Check that the photo shows a brown mug", "a brown mug stands in the middle of the photo", "", picture(2), 1, screen.Box{X: 265, Y: 210, W: 120, H: 140})
	weak.Evidence.By, weak.Evidence.Weak = "judge", true
	open := check.Evidence{Answer: check.CannotTell, By: "judge", Reason: "nothing on the page says whether the photo is larger than before", Picture: picture(2)}
	r := agent.ExecutionResult{Verdict: agent.Unproven, Reason: "check 3 could not be decided: nothing on the page says whether the photo is larger than before", Sentence: 3, FinishReason: agent.FinishSuccess,
		Sentences: sentences("Click the photo of the mug", "Check that the photo shows a brown mug", "Check that the photo is larger than before"),
		Attempts:  s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{weak, {N: 3, Statement: "Check that the photo is larger than before", Status: agent.Undecided, Evidence: &open, After: 1, Picture: picture(2)}},
		Memory: map[string]string{}, FinalScreenshot: picture(2), Decider: "gpt-5.2", Turns: 3,
		Usage: []agent.UsageSum{sum("agent", "gpt-5.2", 3, 7000, 5400, 220, usd(0.0123)), sum("judge", "gpt-5.2-mini", 2, 4100, 0, 130, usd(0.0023))}, CostUSD: usd(0.0146),
		Started: Began.Add(70 * time.Second), Took: 8600 * time.Millisecond}
	return one(c, r), writeAll(dir, c.ID, map[string]*page{picture(1): productPage(0, ""), picture(2): productPage(0, "")})
}

// cancelled was never started: a try without anything.
func cancelled(string) (report.Case, error) {
	c := report.Case{ID: "returns-0c9e11", Name: "A return is announced", File: "examples/returns.md", Verdict: agent.Cancelled}
	c.Tries = []report.Try{{N: 1, Result: agent.ExecutionResult{Verdict: agent.Cancelled, Reason: "the suite was cancelled before this case was started", FinishReason: agent.FinishError}}}
	return c, nil
}

// hostile passed, on a page that writes into every report it can reach.
func hostile(dir string) (report.Case, error) {
	c := report.Case{ID: "comment-é#1%&b", Name: "A comment with markup is shown as text " + Hostile, File: "examples/comment.md", Tags: []string{"日本語"}, URL: "javascript:alert(1)"}
	s := steps{page: "https://shop.example/" + Hostile}
	click := s.did("click", "👆", "Click "+Hostile, 1, Hostile, `text appeared: "`+Hostile+`; and more"`, at("button", Hostile, 1180, 40, 400, 90))
	click.Notes, click.Faults, click.Reformatted = []string{Hostile}, []string{Hostile}, true
	s.did("assert", "✔️", "Check 2", 2, "check 2 holds: "+Hostile, "none").After = "missing.png"
	r := agent.ExecutionResult{Verdict: agent.Passed, Reason: "every action was done and every check was shown to hold", FinishReason: agent.FinishSuccess, Reasoning: Hostile,
		Sentences: sentences("Click "+Hostile, "Check that the page shows "+Hostile), Attempts: s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{proven(2, "Check that the page shows "+Hostile, Hostile, Hostile, picture(2), 1, screen.Box{X: 105, Y: 166, W: 700, H: 52})},
		Memory: map[string]string{"x": Hostile}, FinalScreenshot: picture(2), Decider: "gpt-5.2", Turns: 2, Warnings: []string{Hostile}, Faults: []string{Hostile},
		Usage: []agent.UsageSum{sum("agent", "gpt-5.2", 2, 4500, 1800, 140, usd(0.0081))}, CostUSD: usd(0.0081), Started: Began.Add(80 * time.Second), Took: 3900 * time.Millisecond}
	return one(c, r), writeAll(dir, c.ID, map[string]*page{picture(1): signInPage("", "", ""), picture(2): signInPage("", "", "<script>alert(1)</script>")})
}
