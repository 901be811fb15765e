package platformtest

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

const (
	pollFor  = 5 * time.Second
	pollEach = 20 * time.Millisecond
)

func testNavigation(r *rig) {
	r.open("controls.html")
	nav := r.d.Navigation
	wantURL := func(page string) {
		r.Helper()
		require.Eventually(r, func() bool {
			u, err := nav.CurrentURL(r.Context())
			return err == nil && u == r.pages.URL+"/"+page
		}, pollFor, pollEach, "the address should be that of %s", page)
	}
	wantURL("controls.html")
	r.click("link", "Second page")
	wantURL("second.html")
	r.settle()
	require.NoError(r, nav.Back(r.Context(), platform.Backward))
	wantURL("controls.html")
	require.NoError(r, nav.Back(r.Context(), platform.Forward))
	wantURL("second.html")
	r.settle()
	r.wantClass(platform.Permanent, nav.Back(r.Context(), platform.Forward))
	require.NoError(r, nav.Navigate(r.Context(), r.pages.URL+"/controls.html"))
	r.settle()
	r.click("button", "Press me")
	r.wantOut("pressed 1")
	require.NoError(r, nav.Refresh(r.Context()))
	r.settle()
	require.Empty(r, r.outText(), "the page starts afresh")
	for _, bad := range []string{"", "controls.html", "://", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "chrome://version"} {
		require.Error(r, nav.Navigate(r.Context(), bad), "%q", bad)
	}
	r.wantClass(platform.Refused, nav.Navigate(r.Context(), "file:///etc/passwd"))
	wantURL("controls.html")
}

// outText is what "out" says, "" also when it says nothing and so is no node.
func (r *rig) outText() string {
	r.Helper()
	for _, n := range r.tree().Nodes {
		if n.HTMLID == "out" {
			return n.Text
		}
	}
	return ""
}

func testSelect(r *rig) {
	r.open("controls.html")
	colour := r.node("combobox", "Colour")
	require.NoError(r, r.d.Elements.Select(r.Context(), colour.ID, []string{"Green"}))
	r.wantOut("colour is Green")
	require.Equal(r, "Green", r.node("combobox", "Colour").Value)
	err := r.d.Elements.Select(r.Context(), colour.ID, []string{"Purple"})
	r.wantClass(platform.Permanent, err)
	require.ErrorContains(r, err, "Red")
	require.ErrorContains(r, err, "Green")
	require.Error(r, r.d.Elements.Select(r.Context(), colour.ID, []string{"Black"}), "it is disabled")
	require.Error(r, r.d.Elements.Select(r.Context(), colour.ID, []string{"Red", "Green"}), "it takes one")
	toppings := r.node("listbox", "Toppings")
	require.True(r, toppings.State.Multiple)
	require.NoError(r, r.d.Elements.Select(r.Context(), toppings.ID, []string{"Olives", "Corn"}))
	r.wantOut("toppings are Olives Corn")
	require.Equal(r, "Olives, Corn", r.node("listbox", "Toppings").Value)
	r.wantClass(platform.Permanent, r.d.Elements.Select(r.Context(), r.node("button", "Press me").ID, []string{"x"}))
}

func testSetValue(r *rig) {
	r.open("controls.html")
	require.NoError(r, r.d.Elements.SetValue(r.Context(), r.node("date", "Day").ID, "2027-03-17"))
	r.wantOut("day is 2027-03-17")
	require.Equal(r, "2027-03-17", r.node("date", "Day").Value)
	name := r.node("textbox", "Name")
	r.click("textbox", "Name")
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "one two three"))
	require.NoError(r, r.d.Elements.SelectText(r.Context(), name.ID, "two"))
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "2"))
	r.wantOut("name is one 2 three")
	r.wantClass(platform.Permanent, r.d.Elements.SelectText(r.Context(), name.ID, "four"))
}

func testTabs(r *rig) {
	r.open("controls.html")
	r.click("link", "New tab")
	var tabs []platform.Tab
	require.Eventually(r, func() bool {
		var err error
		tabs, err = r.d.Tabs.Tabs(r.Context())
		return err == nil && len(tabs) == 2 && tabs[1].Active && tabs[1].Title == "Second"
	}, pollFor, pollEach, "the new tab becomes active by itself")
	r.settle()
	require.Equal(r, "Second", r.tree().Title)
	require.NoError(r, r.d.Tabs.Switch(r.Context(), tabs[0].ID))
	require.Equal(r, "Controls", r.tree().Title)
	require.NoError(r, r.d.Tabs.Switch(r.Context(), tabs[1].ID))
	require.NoError(r, r.d.Tabs.CloseTab(r.Context(), tabs[1].ID))
	require.Eventually(r, func() bool {
		tabs, err := r.d.Tabs.Tabs(r.Context())
		return err == nil && len(tabs) == 1 && tabs[0].Active
	}, pollFor, pollEach, "the opener takes over")
	r.wantClass(platform.Permanent, r.d.Tabs.Switch(r.Context(), "nonesuch"))
	r.wantClass(platform.Permanent, r.d.Tabs.CloseTab(r.Context(), tabs[0].ID))
}

func testDialogs(r *rig) {
	r.open("controls.html")
	none, err := r.d.Dialogs.Pending(r.Context())
	require.NoError(r, err)
	require.Nil(r, none)
	r.wantClass(platform.Permanent, r.d.Dialogs.Answer(r.Context(), true, ""))

	for _, accept := range []bool{true, false} {
		start := time.Now()
		r.click("button", "Ask")
		require.Less(r, time.Since(start), 3*time.Second, "the click does not wait for the answer")
		open, err := r.d.Dialogs.Pending(r.Context())
		require.NoError(r, err)
		require.NotNil(r, open)
		require.Equal(r, "confirm", open.Kind)
		require.Equal(r, "Delete it?", open.Message)
		_, err = r.d.Screen.Screenshot(r.Context())
		r.wantClass(platform.Blocked, err)
		_, err = r.d.Elements.Elements(r.Context())
		r.wantClass(platform.Blocked, err)
		r.wantClass(platform.Blocked, r.d.Keyboard.Type(r.Context(), "x"))
		_, err = r.d.Navigation.CurrentURL(r.Context())
		require.NoError(r, err)
		_, err = r.d.Tabs.Tabs(r.Context())
		require.NoError(r, err)
		st, err := r.d.App.WaitUntilStable(r.Context(), platform.StableOptions{})
		require.NoError(r, err)
		require.False(r, st.Stable)
		require.NoError(r, r.d.Dialogs.Answer(r.Context(), accept, ""))
		r.wantOut(map[bool]string{true: "confirmed", false: "refused"}[accept])
	}
	r.click("button", "Prompt")
	require.NoError(r, r.d.Dialogs.Answer(r.Context(), true, "Ana"))
	r.wantOut("answer Ana")
	all := r.d.Dialogs.Dialogs()
	require.Len(r, all, 3)
	require.Equal(r, []string{"accepted", "dismissed", "accepted"}, []string{all[0].Answer, all[1].Answer, all[2].Answer})
}

func testDownloads(r *rig) {
	dir := r.TempDir()
	r.device(platform.Spec{ArtifactDir: dir})
	r.visit("controls.html")
	for want := 1; want <= 2; want++ {
		r.click("link", "Download report")
		var all []platform.Download
		require.Eventually(r, func() bool {
			var err error
			all, err = r.d.Downloads.Downloads(r.Context())
			return err == nil && len(all) == want
		}, pollFor, pollEach)
		got := all[want-1]
		require.Empty(r, got.Err)
		require.Equal(r, "report.txt", got.Name)
		require.Equal(r, dir, filepath.Dir(got.Path))
		text, err := os.ReadFile(got.Path)
		require.NoError(r, err)
		require.Equal(r, "all is well\n", string(text))
		require.EqualValues(r, len(text), got.Size)
		if want == 2 {
			require.NotEqual(r, all[0].Path, got.Path, "the first one is kept")
		}
	}
}

func testUploads(r *rig) {
	r.open("controls.html")
	file := filepath.Join(r.TempDir(), "receipt.txt")
	require.NoError(r, os.WriteFile(file, []byte("Taxi 23.40\n"), 0o600))
	require.NoError(r, r.d.Uploads.Upload(r.Context(), r.node("file", "File").ID, []string{file}))
	r.wantOut("file receipt.txt")
	require.Equal(r, "receipt.txt", r.node("file", "File").Value)
	r.wantClass(platform.Permanent, r.d.Uploads.Upload(r.Context(), "nonesuch", []string{file}))
}

func testClipboard(r *rig) {
	r.open("controls.html")
	r.click("button", "Copy code")
	require.Eventually(r, func() bool {
		text, err := r.d.Clipboard.Read(r.Context())
		return err == nil && text == "CODE-42"
	}, pollFor, pollEach)
}

func testDiagnostics(r *rig) {
	r.open("controls.html")
	require.Equal(r, 200, r.d.Diagnostics.PageStatus())
	before := r.d.Diagnostics.Requests()
	require.Positive(r, before)
	r.click("button", "Fail")
	r.wantOut("failed")
	require.Eventually(r, func() bool {
		faults, dropped := r.d.Diagnostics.Faults()
		var console, request bool
		for _, f := range faults {
			console = console || f.Kind == "console" && f.Text == "something broke"
			request = request || f.Kind == "request" && f.Text == "GET /missing.json" && f.Status == 404
		}
		return console && request && dropped == 0
	}, pollFor, pollEach)
	require.Greater(r, r.d.Diagnostics.Requests(), before)
	require.NoError(r, r.d.Navigation.Navigate(r.Context(), r.pages.URL+"/nonesuch.html"))
	require.Eventually(r, func() bool { return r.d.Diagnostics.PageStatus() == 404 }, pollFor, pollEach)
}

func testStability(r *rig) {
	r.open("controls.html")
	r.click("button", "Later")
	r.settle()
	require.Equal(r, "late", r.outText(), "what happens 60 ms after the click is waited for")
}

func testCancelled(r *rig) {
	r.open("controls.html")
	ctx, cancel := context.WithCancel(r.Context())
	cancel()
	p := screen.Point{X: 10, Y: 10}
	for name, call := range map[string]func() error{
		"click":      func() error { return r.d.Mouse.Click(ctx, p, platform.ClickOptions{}) },
		"type":       func() error { return r.d.Keyboard.Type(ctx, "x") },
		"screenshot": func() error { _, err := r.d.Screen.Screenshot(ctx); return err },
		"elements":   func() error { _, err := r.d.Elements.Elements(ctx); return err },
		"navigate":   func() error { return r.d.Navigation.Navigate(ctx, r.pages.URL+"/second.html") },
		"stable":     func() error { _, err := r.d.App.WaitUntilStable(ctx, platform.StableOptions{}); return err },
	} {
		start := time.Now()
		require.ErrorIs(r, call(), context.Canceled, name)
		require.Less(r, time.Since(start), time.Second, name)
	}
	require.Equal(r, "Controls", r.tree().Title, "the device goes on")
}

func testCancelledUnderWay(r *rig) {
	r.open("controls.html")
	ctx, cancel := context.WithTimeout(r.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	require.ErrorIs(r, r.d.Navigation.Navigate(ctx, r.pages.URL+"/slow"), context.DeadlineExceeded)
	require.Less(r, time.Since(start), 1300*time.Millisecond)
	r.visit("second.html")

	hanging := make(chan error, 1)
	go func() { hanging <- r.d.Navigation.Navigate(context.Background(), r.pages.URL+"/slow") }()
	select {
	case err := <-hanging:
		require.Fail(r, "it should hang", "%v", err)
	case <-time.After(300 * time.Millisecond):
	}
	require.NoError(r, r.d.Close(r.Context()))
	select {
	case err := <-hanging:
		r.wantClass(platform.Gone, err)
	case <-time.After(time.Second):
		require.Fail(r, "closing the device frees the call")
	}
}

func testClosed(r *rig) {
	r.open("controls.html")
	require.NoError(r, r.d.Alive())
	require.NoError(r, r.d.Close(r.Context()))
	r.wantClass(platform.Gone, r.d.Alive())
	require.NoError(r, r.d.Close(r.Context()), "closing twice is fine")
	p := screen.Point{X: 10, Y: 10}
	_, err := r.d.Screen.Screenshot(r.Context())
	r.wantClass(platform.Gone, err)
	r.wantClass(platform.Gone, r.d.Mouse.Click(r.Context(), p, platform.ClickOptions{}))
	r.wantClass(platform.Gone, r.d.Keyboard.Type(r.Context(), "x"))
	_, err = r.d.App.WaitUntilStable(r.Context(), platform.StableOptions{})
	r.wantClass(platform.Gone, err)
	_, err = r.d.Elements.Elements(r.Context())
	r.wantClass(platform.Gone, err)
	r.wantClass(platform.Gone, r.d.Navigation.Navigate(r.Context(), r.pages.URL+"/second.html"))
}
