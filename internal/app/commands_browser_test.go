package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

// shown is the condition `"X" is visible` and the reader of an element's text.
type shown struct{ device *platform.Device }

func (s shown) Holds(ctx context.Context, statement string) (check.Evidence, error) {
	_, want, _ := strings.Cut(statement, `"`)
	want, _, _ = strings.Cut(want, `"`)
	t, err := s.device.Elements.Elements(ctx)
	if err != nil {
		return check.Evidence{}, err
	}
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.InViewport && n.OwnText == want {
			return check.Evidence{Answer: check.Holds, Reason: "it is in view"}, nil
		}
	}
	return check.Evidence{Answer: check.DoesNotHold}, nil
}

func (s shown) Read(ctx context.Context, description string) (string, *commands.Located, error) {
	l, err := commandtest.Locator{Device: s.device}.Locate(ctx, commands.Target{Target: description}, "read")
	if description == "heading" {
		var t *screen.Tree
		if t, err = s.device.Elements.Elements(ctx); err == nil && len(t.Nodes) > 0 {
			l = commands.Located{Node: &t.Nodes[0]}
		}
	}
	if err != nil {
		return "", nil, err
	}
	return l.Node.Text, &l, nil
}

// do is one step: the command's name and its arguments; "!name" expects that failure.
type do struct{ command, args string }

func TestCommandsOnTheTrickyPages(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a browser")
	}
	installer, err := playwright.New(t.Context(), playwright.Config{})
	require.NoError(t, err, "a browser is needed (make setup installs it)")
	defer func() { require.NoError(t, installer.Close(context.WithoutCancel(t.Context()))) }()
	srv := httptest.NewServer(http.FileServer(http.Dir(filepath.Join("..", "..", "testdata", "tricky"))))
	defer srv.Close()
	uploads := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(uploads, "receipt.txt"), []byte("Taxi 23.40 EUR\n"), 0o600))

	tests := map[string]struct {
		page  string
		steps []do
		shows string
		limit time.Duration
	}{
		"native date and time": {page: "02-native-date", shows: "Registered for 2026-02-09 at 14:35", steps: []do{
			{"type", `{"target":"Purchase date","text":"9 February 2026"}`}, {"type", `{"target":"Time","text":"2:35 pm"}`}, {"click", `{"target":"Submit"}`}}},
		"a numbered virtual list": {page: "03-virtual-list", shows: "Part 3777 was ordered", limit: 6 * time.Second, steps: []do{
			{"scroll", `{"direction":"down","until":"\"Part 3777\" is visible"}`}, {"click", `{"target":"Part 3777 Order button"}`}}},
		"a virtual list row by row": {page: "03-virtual-list", shows: "Part 1200 was ordered", limit: 15 * time.Second, steps: []do{
			{"scroll", `{"direction":"down","pixels":300,"until":"\"Part 1200\" is visible"}`}, {"click", `{"target":"Part 1200 Order button"}`}}},
		"drag and drop": {page: "05-html5-dnd", shows: `Moved "Write release notes" to Done`, steps: []do{
			{"drag", `{"target":"Write release notes","to":"Done"}`}}},
		"a rich text": {page: "07-contenteditable", shows: "Saved", steps: []do{
			{"type", `{"target":"Memo","text":"Ship it on Friday"}`}, {"select", `{"target":"Memo","text":"Friday"}`}, {"click", `{"target":"B"}`}, {"click", `{"target":"Save"}`}}},
		"nested shadow roots": {page: "08-shadow-nested", steps: []do{
			{"type", `{"target":"Nickname","text":"Kestrel"}`}, {"click", `{"target":"Save"}`}}},
		"nested frames": {page: "10-iframe-nested", steps: []do{
			{"type", `{"target":"Card code","text":"4821"}`}, {"click", `{"target":"Pay"}`}}},
		"a hidden file input": {page: "11-file-upload", shows: "receipt.txt was sent", steps: []do{
			{"upload", `{"target":"Attach receipt","files":["receipt.txt"]}`}, {"click", `{"target":"Send"}`}}},
		"an overlay that goes": {page: "15-blocking-overlay", shows: "Download started", limit: 8 * time.Second, steps: []do{
			{"click", `{"target":"Download"}`}}},
		"a typeahead": {page: "17-combobox", shows: "Selected city: Springfield, Oregon", steps: []do{
			{"select", `{"target":"Type a city","options":["Springfield, Oregon"]}`}}},
		"a multiple select": {page: "18-multi-select", shows: "Crew: Ines, Tomas", steps: []do{
			{"!option_not_found", `select {"target":"s","options":["Ann"]}`},
			{"select", `{"target":"s","options":["Tomas","Ines"]}`}, {"click", `{"target":"Apply"}`}}},
		"native dialogs": {page: "21-dialogs", shows: "Renamed to atlas", steps: []do{
			{"click", `{"target":"Stop server"}`}, {"!dialog_open", `click {"target":"Rename server"}`}, {"dialog", `{"accept":false}`},
			{"click", `{"target":"Rename server"}`}, {"dialog", `{"accept":true,"text":"atlas"}`}}},
		"a new window": {page: "22-new-window", shows: "Code matches", steps: []do{
			{"click", `{"target":"Open code window"}`}, {"switch-tab", `{"which":"new"}`},
			{"read", `{"description":"heading","variable":"code","pattern":"\\d{3} \\d{3}"}`}, {"switch-tab", `{"which":"first"}`},
			{"type", `{"target":"Code","text":"{{code}}"}`}, {"click", `{"target":"Check"}`}}},
		"terms to scroll": {page: "25-terms-scroll", shows: "Terms accepted", steps: []do{
			{"scroll", `{"direction":"bottom"}`}, {"click", `{"target":"I agree","state":"on"}`}, {"click", `{"target":"I agree","state":"on"}`}, {"click", `{"target":"Continue"}`}}},
		"a controlled field": {page: "34-controlled-input", shows: "Code SPRING-26 applied", steps: []do{
			{"type", `{"target":"Code","text":"spring-26"}`}, {"click", `{"target":"Apply"}`}}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := installer.Install(t.Context(), platform.Spec{Width: 1280, Height: 800})
			require.NoError(t, err)
			defer func() { require.NoError(t, d.Close(context.WithoutCancel(t.Context()))) }()
			url := srv.URL + "/" + tc.page + ".html"
			require.NoError(t, d.Navigation.Navigate(t.Context(), url))
			env := &commands.Env{Device: d, Locator: pageLocator{d}, Conditions: shown{d}, Reader: shown{d}, Memory: memory.New(), BaseURL: url, UploadDirs: []string{uploads}}
			for _, step := range tc.steps {
				_, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{Limit: 2 * time.Second})
				require.NoError(t, err)
				start := time.Now()
				out, err := perform(t, env, step)
				t.Logf("%6d ms %s %s: %s %v", time.Since(start).Milliseconds(), step.command, step.args, out, err)
				require.NoError(t, err, "%s %s", step.command, step.args)
				if tc.limit > 0 {
					require.Less(t, time.Since(start), tc.limit)
				}
			}
			t.Log(env.Notes)
			if tc.shows != "" {
				require.Eventually(t, func() bool {
					tree, err := d.Elements.Elements(t.Context())
					return err == nil && strings.Contains(fmt.Sprint(tree.Nodes), tc.shows)
				}, 3*time.Second, 100*time.Millisecond, tc.shows)
			}
		})
	}
}

// perform runs a step; a failure that was expected is no error.
func perform(t *testing.T, env *commands.Env, step do) (string, error) {
	t.Helper()
	name, args := step.command, step.args
	want, expected := strings.CutPrefix(name, "!")
	if expected {
		name, args, _ = strings.Cut(args, " ")
	}
	e, ok := registry(t).Lookup(name)
	require.True(t, ok, name)
	p, err := e.Decode(json.RawMessage(args))
	require.NoError(t, err)
	o, err := e.Execute(t.Context(), env, p)
	if f := (*commands.Failure)(nil); expected && errors.As(err, &f) && f.Name == want {
		return f.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return o.Outcome(), nil
}

// pageLocator is the test locator with the few descriptions no name answers.
type pageLocator struct{ device *platform.Device }

func (l pageLocator) Locate(ctx context.Context, t commands.Target, v screen.Verb) (commands.Located, error) {
	tree, err := l.device.Elements.Elements(ctx)
	if err != nil {
		return commands.Located{}, err
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		match := n.HTMLID == t.Target || n.Placeholder == t.Target ||
			(v == screen.VerbType || v == screen.VerbToggle) && n.Tag == "input" && n.Name == t.Target ||
			v == screen.VerbClick && n.Role == "button" && (n.Name == t.Target || strings.HasPrefix(t.Target, tree.Nodes[max(0, n.Parent)].OwnText+" ") && tree.Nodes[max(0, n.Parent)].OwnText != "")
		if match {
			return commands.Located{Description: t.Target, Node: n, Box: n.Box, Point: n.Box.Center(), By: "tree", Tree: tree, Index: i}, nil
		}
	}
	return commandtest.Locator{Device: l.device}.Locate(ctx, t, v)
}
