package switchtab

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// Execute finds the tab, which may still be opening, and switches to it or closes it.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	which, err := env.Resolve(p.Which)
	if err != nil {
		return Outcome{}, err
	}
	var tab platform.Tab
	var why error
	ok, _, err := commands.Poll(ctx, env.Limit(5*time.Second), 100*time.Millisecond, func() (bool, error) {
		tabs, err := env.Device.Tabs.Tabs(ctx)
		if err != nil {
			return false, err
		}
		tab, why = pick(tabs, which)
		return why == nil, nil
	})
	if err != nil {
		return Outcome{}, err
	}
	if !ok {
		return Outcome{}, why
	}
	o := Outcome{Title: tab.Title, URL: tab.URL, Closed: p.Close, Already: tab.Active}
	switch {
	case p.Close:
		return o, env.Device.Tabs.CloseTab(ctx, tab.ID)
	case tab.Active:
		return o, nil
	}
	return o, env.Device.Tabs.Switch(ctx, tab.ID)
}

// pick is the tab meant; tabs are in the order they were opened.
func pick(tabs []platform.Tab, which string) (platform.Tab, error) {
	n := len(tabs)
	if n == 0 {
		return platform.Tab{}, commands.Failf(commands.TabNotFound, "there is no tab")
	}
	active := max(0, slices.IndexFunc(tabs, func(t platform.Tab) bool { return t.Active }))
	w := commands.Fold(which)
	w = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(w, "the "), " tab"))
	switch w {
	case "current", "this", "active":
		return tabs[active], nil
	case "new", "newest":
		if n > 1 {
			return tabs[n-1], nil
		}
		return platform.Tab{}, commands.Failf(commands.TabNotFound, "no new tab has opened").WithHint(list(tabs))
	case "last":
		return tabs[n-1], nil
	case "first", "original", "main":
		return tabs[0], nil
	case "next":
		return tabs[(active+1)%n], nil
	case "previous":
		return tabs[(active+n-1)%n], nil
	}
	if i, err := strconv.Atoi(strings.TrimPrefix(w, "#")); err == nil && i >= 1 && i <= n {
		return tabs[i-1], nil
	}
	return named(tabs, w, which)
}

// named prefers the whole title to a part of it, and either to a part of the URL.
func named(tabs []platform.Tab, w, which string) (platform.Tab, error) {
	for _, fits := range []func(platform.Tab) bool{
		func(t platform.Tab) bool { return commands.Fold(t.Title) == w || commands.Fold(t.URL) == w },
		func(t platform.Tab) bool { return strings.Contains(commands.Fold(t.Title), w) },
		func(t platform.Tab) bool { return strings.Contains(commands.Fold(t.URL), w) },
	} {
		var found []platform.Tab
		for _, t := range tabs {
			if fits(t) {
				found = append(found, t)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return platform.Tab{}, commands.Failf(commands.TargetAmbiguous, "%d tabs answer to %q", len(found), which).WithHint("say the number; " + list(tabs))
		}
	}
	return platform.Tab{}, commands.Failf(commands.TabNotFound, "no tab is %q", which).WithHint(list(tabs))
}

func list(tabs []platform.Tab) string {
	var out []string
	for i, t := range tabs {
		out = append(out, fmt.Sprintf("%d: %q %s", i+1, t.Title, t.URL))
	}
	return "there are: " + strings.Join(out, "; ")
}
