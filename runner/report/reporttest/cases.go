package reporttest

import (
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/report"
)

func passed(dir string) (report.Case, error) {
	c := report.Case{ID: "login-success-5eddc5", Name: "A customer signs in and sees the dashboard", File: "examples/login-success.md", Tags: []string{"login", "smoke"}, URL: "https://shop.example/login"}
	s := steps{page: c.URL}
	email := at("textbox", "E-mail", 105, 260, 420, 40)
	s.did("type", "⌨️", `Type "{{user}}" into the "E-mail" field`, 1, `Typed "{{user}}" into textbox "E-mail"`, `value of textbox "E-mail" is now "demo@example.com"; focus moved to textbox "E-mail"`, email)
	s.did("type", "⌨️", `Type "{{password}}" into the "Password" field`, 2, `Typed "{{password}}" into password "Password" (not read back)`, `focus moved to password "Password"`, at("password", "Password", 105, 350, 420, 40))
	s.did("click", "👆", `Click the "Sign In" button`, 3, `Clicked button "Sign In"`, `URL changed to https://shop.example/dashboard; title changed to "Dashboard"; text appeared: "Dashboard"; text appeared: "Welcome back, Dana Reyes!"; text appeared: "Orders"; 22 more text appeared; text disappeared: "Sign in"; textbox "E-mail" disappeared; password "Password" disappeared; button "Sign In" disappeared`, at("button", "Sign In", 105, 430, 110, 42))
	s.page = "https://shop.example/dashboard"
	s.did("assert", "✔️", "Check 4, 5", 4, "check 4 holds: the heading is \"Dashboard\"\ncheck 5 holds: the page greets Dana Reyes", "none")
	judged := proven(5, "Check that the customer is greeted by name", "the page greets Dana Reyes", "Welcome back, Dana Reyes!", picture(4), 3, screen.Box{X: 100, Y: 155, W: 240, H: 36})
	judged.Evidence.By, judged.Evidence.Expected, judged.Evidence.Actual = "judge", "", ""
	r := agent.ExecutionResult{Verdict: agent.Passed, Reason: "every action was done and every check was shown to hold", FinishReason: agent.FinishSuccess,
		Reasoning: "The customer is signed in and greeted by name.",
		Sentences: sentences(`Type {{user}} into the "E-mail" field`, `Type {{password}} into the "Password" field`, `Click the "Sign In" button`,
			`Check that the heading is "Dashboard"`, "Check that the customer is greeted by name"),
		Attempts: s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{proven(4, `Check that the heading is "Dashboard"`, `heading "Dashboard" shows "Dashboard"`, "Dashboard", picture(4), 3, screen.Box{X: 100, Y: 104, W: 190, H: 46}), judged},
		Memory: map[string]string{"user": "demo@example.com", "password": "***"}, FinalScreenshot: picture(5), Decider: "gpt-5.2", Turns: 5,
		Usage:   []agent.UsageSum{sum("agent", "gpt-5.2", 5, 12150, 9000, 431, usd(0.0214)), sum("judge", "gpt-5.2-mini", 1, 1890, 0, 64, usd(0.0011))},
		CostUSD: usd(0.0225), Started: Began, Took: 12400 * time.Millisecond,
		Timings: agent.Timings{Model: 8100 * time.Millisecond, Stable: 2 * time.Second, Observe: 900 * time.Millisecond, Execute: 700 * time.Millisecond, Waits: 300 * time.Millisecond}}
	return one(c, r), writeAll(dir, c.ID, map[string]*page{
		picture(1): signInPage("", "", ""), picture(2): signInPage("demo@example.com", "", ""), picture(3): signInPage("demo@example.com", "••••••••", ""),
		picture(4): dashboardPage(), picture(5): dashboardPage()})
}

func failed(dir string) (report.Case, error) {
	c := report.Case{ID: "cart-total-3f5737", Name: "The cart's total follows the quantity", File: "examples/cart-total.md", Tags: []string{"cart", "smoke"}, URL: "https://shop.example/products/enamel-mug"}
	s := steps{page: c.URL}
	s.did("click", "👆", `Click the "Add to cart" button`, 1, `Clicked button "Add to cart"`, `text appeared: "Enamel Mug added to your cart"; link "Cart 1" appeared; link "Cart 0" disappeared`, at("button", "Add to cart", 765, 290, 140, 42))
	s.did("assert", "✔️", "Check 2", 2, `check 2 holds: the page shows "Enamel Mug added to your cart"`, "none")
	s.did("navigate", "🧭", `Open "/cart"`, 3, "Opened https://shop.example/cart", `URL changed to https://shop.example/cart; title changed to "Cart"; text appeared: "Your cart"; text appeared: "Product"; 10 more text appeared; text disappeared: "Takes coffee, soup and being dropped on granite."`)
	s.page = "https://shop.example/cart"
	field := at("spinbutton", "Quantity of Enamel Mug", 650, 256, 90, 38)
	s.did("type", "⌨️", `Type "3" into the "Quantity of Enamel Mug" field`, 4, `Typed "3" into spinbutton "Quantity of Enamel Mug"`, `value of spinbutton "Quantity of Enamel Mug" is now "3"`, field).Notes = []string{"the field had a value before and was overwritten"}
	update := s.did("click", "👆", `Click the "Update cart" button`, 5, `Clicked button "Update cart"`, `text appeared: "$36.00"; text appeared: "Cart updated"; text disappeared: "$12.00"`, at("button", "Update cart", 105, 460, 140, 42))
	update.Faults = []string{"POST https://shop.example/api/total 500", "console: TypeError: total is undefined (cart.js:118)"}
	s.failed("assert", "✔️", "Check 6, 7", 7, `check 7 does not hold: the total is "$18.95", not "$42.95"`, "check_failed", "")
	dis := check.Evidence{Answer: check.DoesNotHold, By: "code", Reason: `the total is "$18.95", not "$42.95"`, Expected: "$42.95", Actual: "$18.95", Quote: "Total $18.95",
		Boxes: []screen.Box{{X: 900, Y: 366, W: 140, H: 34}}, URL: s.page, Picture: "check-007.png"}
	early := dis
	early.Picture, early.Reason = picture(4), `the total is "$18.95", not "$42.95" (the quantity was not changed yet)`
	r := agent.ExecutionResult{Verdict: agent.Failed, Reason: `check 7 does not hold (Check that the total is "$42.95"): the total is "$18.95", not "$42.95"`, Sentence: 7, FinishReason: agent.FinishError,
		Reasoning: "The total did not follow the quantity.",
		Sentences: sentences(`Click the "Add to cart" button`, `Check that the page shows "Enamel Mug added to your cart"`, `Navigate to "/cart"`, `Set the "Quantity of Enamel Mug" field to "3"`,
			`Click the "Update cart" button`, `Check that the page shows "Cart updated"`, `Check that the total is "$42.95"`),
		Attempts: s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{
			proven(2, `Check that the page shows "Enamel Mug added to your cart"`, `the page shows "Enamel Mug added to your cart"`, "Enamel Mug added to your cart", picture(2), 1, screen.Box{X: 960, Y: 730, W: 300, H: 50}),
			proven(6, `Check that the page shows "Cart updated"`, `the page shows "Cart updated"`, "Cart updated", picture(6), 5, screen.Box{X: 960, Y: 730, W: 300, H: 50}),
			{N: 7, Statement: `Check that the total is "$42.95"`, Status: agent.Disproven, Evidence: &dis, After: 6, Picture: "check-007.png",
				History: []agent.CheckMoment{{After: 3, Evidence: early}, {After: 6, Due: true, Evidence: dis}}}},
		Memory: map[string]string{}, FinalScreenshot: picture(7), Decider: "gpt-5.2", Turns: 7,
		Usage:   []agent.UsageSum{sum("agent", "gpt-5.2", 7, 17400, 12600, 655, usd(0.0311))},
		CostUSD: usd(0.0311), Faults: update.Faults, Started: Began.Add(13 * time.Second), Took: 18200 * time.Millisecond,
		Timings: agent.Timings{Model: 11 * time.Second, Stable: 3200 * time.Millisecond, Observe: 1300 * time.Millisecond, Execute: 800 * time.Millisecond, Waits: 1500 * time.Millisecond}}
	done := func() *page { return cartPage("3", "$36.00", "$18.95", "Cart updated") }
	out := one(c, r)
	out.Tries[0].Video, out.Tries[0].Trace = "video.webm", "trace.zip"
	return out, writeAll(dir, c.ID, map[string]*page{
		picture(1): productPage(0, ""), picture(2): productPage(1, "Enamel Mug added to your cart"), picture(3): productPage(1, ""), picture(4): cartPage("1", "$12.00", "$18.95", ""),
		picture(5): cartPage("3", "$12.00", "$18.95", ""), picture(6): done(), picture(7): cartPage("3", "$36.00", "$18.95", ""), "check-007.png": cartPage("3", "$36.00", "$18.95", "")})
}

func blocked(dir string) (report.Case, error) {
	c := report.Case{ID: "order-cancel-91ab20", Name: "An open order is cancelled from the list", File: "examples/order-cancel.md", Tags: []string{"orders"}, URL: "https://shop.example/orders"}
	s := steps{page: c.URL}
	s.did("scroll", "↕️", `Scroll to the "10233" row`, 1, `Scrolled to row "10233"`, "none", at("row", "10233", 130, 325, 1020, 46))
	for range 2 {
		s.failed("click", "👆", `Click the "Cancel order" button in the "10233" row`, 2, `no element matches the "Cancel order" button in the "10233" row`, "target_not_found",
			`the row has no buttons; the nearest is link "10233"`)
	}
	r := agent.ExecutionResult{Verdict: agent.Blocked, Reason: "the same command was tried twice on the same screen without any effect", Sentence: 2, FinishReason: agent.FinishError, Loop: true,
		Reasoning: "I am stuck: there is no such button in the row.",
		Sentences: sentences(`Scroll to the "10233" row`, `Click the "Cancel order" button in the "10233" row`, `Check that the "10233" row contains "cancelled"`, "# Only open orders can be cancelled."),
		Attempts:  s.all, GeneratedSteps: s.generated(),
		Checks: []agent.Check{{N: 3, Statement: `Check that the "10233" row contains "cancelled"`, Status: agent.Open}},
		Memory: map[string]string{}, FinalScreenshot: picture(4), Decider: "gpt-5.2", Turns: 3,
		Usage:   []agent.UsageSum{sum("agent", "gpt-5.2", 3, 7100, 3600, 240, usd(0.0121)), sum("grounder", "holo-2", 2, 3050, 0, 40, nil)},
		Started: Began.Add(20 * time.Second), Took: 9100 * time.Millisecond, Warnings: []string{"the decider was told once that it repeats itself"}}
	return one(c, r), writeAll(dir, c.ID, map[string]*page{picture(1): ordersPage(), picture(2): ordersPage(), picture(3): ordersPage(), picture(4): ordersPage()})
}

func flaky(dir string) (report.Case, error) {
	c := report.Case{ID: "slow-job-74076f", Name: "A slow job comes to its end", File: "examples/slow-job.md", Tags: []string{"jobs"}, URL: "https://shop.example/jobs"}
	texts := sentences(`Click the "Start job" button`, `Check that the page shows "Job finished"`)
	const statement = `Check that the page shows "Job finished"`
	for n := 1; n <= 2; n++ {
		s := steps{page: c.URL}
		s.did("click", "👆", `Click the "Start job" button`, 1, `Clicked button "Start job"`, `text appeared: "Job running: 0 %"; button "Start job" is now disabled`, at("button", "Start job", 130, 340, 116, 42))
		r := agent.ExecutionResult{Sentences: texts, Memory: map[string]string{}, Decider: "gpt-5.2", Turns: 2, FinalScreenshot: picture(3), Started: Began.Add(time.Duration(30+n*10) * time.Second), Took: 7300 * time.Millisecond,
			Usage: []agent.UsageSum{sum("agent", "gpt-5.2", 2, 4700, 3600, 150, usd(0.0084))}, CostUSD: usd(0.0084)}
		last := jobPage("Job running: 90 %", 90)
		if n == 1 {
			s.failed("assert", "✔️", "Check 2", 2, `check 2 does not hold: the page does not show "Job finished"`, "check_failed", "")
			e := check.Evidence{Answer: check.DoesNotHold, By: "code", Reason: `the page does not show "Job finished"`, Expected: "Job finished", Picture: picture(3)}
			r.Verdict, r.Reason, r.Sentence, r.FinishReason = agent.Failed, `check 2 does not hold: the page does not show "Job finished"`, 2, agent.FinishError
			r.Checks = []agent.Check{{N: 2, Statement: statement, Status: agent.Disproven, Evidence: &e, After: 2, History: []agent.CheckMoment{{After: 2, Due: true, Evidence: e}}}}
		} else {
			last = jobPage("Job finished", 100)
			s.did("assert", "✔️", "Check 2", 2, `check 2 holds: the page shows "Job finished"`, "none")
			r.Verdict, r.Reason, r.FinishReason = agent.Passed, "every action was done and every check was shown to hold", agent.FinishSuccess
			r.Checks = []agent.Check{proven(2, statement, `the page shows "Job finished"`, "Job finished", picture(3), 2, screen.Box{X: 125, Y: 250, W: 130, H: 30})}
		}
		r.Attempts, r.GeneratedSteps = s.all, s.generated()
		c = one(c, r)
		if err := writeAll(dir, folder(c.ID, n), map[string]*page{picture(1): jobPage("No job is running", 0), picture(2): jobPage("Job running: 0 %", 1), picture(3): last}); err != nil {
			return c, err
		}
	}
	c.Flaky = true
	return c, nil
}
