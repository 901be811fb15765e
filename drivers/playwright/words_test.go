package playwright_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"testing"
	"time"

	pw "github.com/mxschmitt/playwright-go"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// internals are words of the library, of Go and of the protocol that nobody should have to read.
var internals = regexp.MustCompile(`[Pp]laywright|[Cc]all log|[Ll]ocator|[Ee]xecution context|[Pp]rotocol error|\bcontext (deadline|canceled)|Go (value|struct)|goroutine|runtime error|<nil>|%!|(^|[ (*])[a-z]+\.[A-Z][A-Za-z]+\b|\bTimeout \d+ms|websocket error|net::`)

func wantPlain(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		require.NotRegexp(t, internals, err.Error())
		require.NotContains(t, err.Error(), "\n")
	}
}

func TestTheLibrarysErrorsAreSaidPlainly(t *testing.T) {
	t.Parallel()
	library := func(kind error, text string) error {
		if kind == nil {
			return fmt.Errorf("%w: %w", pw.ErrPlaywright, &pw.Error{Name: "Error", Message: text})
		}
		return fmt.Errorf("%w: %w: %w", pw.ErrPlaywright, kind, &pw.Error{Name: "TimeoutError", Message: text})
	}
	var wrongType struct{ Nodes []int }
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"timeout":                 {library(pw.ErrTimeout, "Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator(\"#a\") to be visible"), "the browser did not answer within 30s"},
		"timeout with its method": {library(pw.ErrTimeout, "page.goto: Timeout 15000ms exceeded.\nCall log:\n  - navigating to \"http://x/\""), "the browser did not answer within 15s"},
		"timeout of another kind": {library(pw.ErrTimeout, "waiting for event \"x\""), "the browser did not answer in time"},
		"lost document":           {library(nil, "Execution context was destroyed, most likely because of a navigation"), "the page went on to another document"},
		"lost frame":              {library(nil, "Frame was detached"), "the page went on to another document"},
		"another navigation":      {library(nil, "Navigation to \"http://a/\" is interrupted by another navigation to \"http://b/\"\nCall log:\n  - navigating"), "another navigation came in between"},
		"document taking over":    {library(nil, "Protocol error (Page.reload): Not attached to an active page"), "another navigation came in between"},
		"aborted":                 {library(nil, "net::ERR_ABORTED; maybe frame was detached?"), "the page went elsewhere meanwhile (ERR_ABORTED)"},
		"refused":                 {library(nil, "net::ERR_CONNECTION_REFUSED at http://127.0.0.1:1/\nCall log:\n  - navigating to \"http://127.0.0.1:1/\", waiting until \"commit\""), "the server refused the connection (ERR_CONNECTION_REFUSED) at http://127.0.0.1:1/"},
		"no such name":            {library(nil, "page.goto: net::ERR_NAME_NOT_RESOLVED at http://no.invalid/"), "no server of that name was found (ERR_NAME_NOT_RESOLVED) at http://no.invalid/"},
		"certificate":             {library(nil, "net::ERR_CERT_AUTHORITY_INVALID at https://x/"), "the server's certificate is not accepted (ERR_CERT_AUTHORITY_INVALID) at https://x/"},
		"firefox":                 {library(nil, "NS_ERROR_UNKNOWN_HOST"), "no server of that name was found (NS_ERROR_UNKNOWN_HOST)"},
		"a code nobody knows":     {library(nil, "net::ERR_SOMETHING_NEW at http://x/"), "the page could not be loaded (ERR_SOMETHING_NEW) at http://x/"},
		"protocol":                {library(nil, "Protocol error (Page.captureScreenshot): Unable to capture screenshot"), "the browser gave no picture"},
		"another protocol error":  {library(nil, "Protocol error (Page.navigate): Cannot navigate to invalid URL"), "the browser refused: Cannot navigate to invalid URL"},
		"script of the page":      {library(nil, "TypeError: Cannot read properties of undefined (reading 'tagName')\n    at eval (eval at evaluate (:301:30), <anonymous>:5:1)"), "a script in the page failed: TypeError: Cannot read properties of undefined (reading 'tagName')"},
		"no browser":              {library(nil, "browserType.launch: Executable doesn't exist at /opt/chrome\n╔═══╗\n║ Looks like Playwright was just installed ║"), "there is no program /opt/chrome"},
		"deadline":                {context.DeadlineExceeded, "the time for it was over"},
		"cancelled":               {fmt.Errorf("typing: %w", context.Canceled), "it was cancelled"},
		"what is plain already":   {errors.New("the last tab stays open"), "the last tab stays open"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := playwright.Plain(tc.err)
			require.EqualError(t, got, tc.want)
			require.ErrorIs(t, got, tc.err, "the library's stays below")
			wantPlain(t, got)
		})
	}
	require.NoError(t, playwright.Plain(nil))
	require.Regexp(t, internals, json.Unmarshal([]byte(`{"Nodes":"x"}`), &wrongType).Error(), "the guard knows Go's types")
}

// What a page does to the functions the driver's script uses must not reach people as Go or protocol text.
func TestErrorsOfARealBrowserArePlain(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/lies":   `<p>x</p><script>innerWidth = 'wide'</script>`,
		"/throws": `<p>x</p><script>Element.prototype.getBoundingClientRect = () => { throw new TypeError('no boxes') }</script>`,
		"/still":  `<p>still</p>`,
	})
	d := install(t, platform.Spec{})
	for name, tc := range map[string]struct {
		call  func() error
		class platform.Class
		says  string
	}{
		"refused": {func() error { return d.Navigation.Navigate(t.Context(), "http://127.0.0.1:1/") }, platform.Permanent, "refuses that port"},
		"closed":  {func() error { return d.Navigation.Navigate(t.Context(), "http://127.0.0.1:9999/") }, platform.Transient, "refused the connection"},
		"unknown": {func() error { return d.Navigation.Navigate(t.Context(), "http://no-such-host.invalid/") }, platform.Transient, "ERR_"},
		"key":     {func() error { return d.Keyboard.Press(t.Context(), "Nonsense") }, platform.Permanent, "unknown key"},
		"no id":   {func() error { _, err := d.Elements.Element(t.Context(), "f0:x-9"); return err }, platform.Permanent, "no longer there"},
		"upload":  {func() error { return d.Uploads.Upload(t.Context(), "f0:x-9", []string{"/nowhere/f.txt"}) }, platform.Permanent, "there is no file /nowhere/f.txt"},
		"video":   {func() error { return d.Video.Start(t.Context(), "/nowhere/f.avi") }, platform.Permanent, ".mp4 or .webm"},
	} {
		err := tc.call()
		wantClass(t, tc.class, err)
		require.ErrorContains(t, err, tc.says, name)
		wantPlain(t, err)
	}
	for page, says := range map[string]string{"/lies": "the page's answer cannot be read", "/throws": "a script in the page failed: TypeError: no boxes"} {
		visit(t, d, base+"/still")
		require.NoError(t, d.Navigation.Navigate(t.Context(), base+page))
		var err error
		require.Eventually(t, func() bool { _, err = d.Elements.Elements(t.Context()); return err != nil }, 5*time.Second, 10*time.Millisecond, page)
		wantClass(t, platform.Permanent, err)
		require.ErrorContains(t, err, says)
		wantPlain(t, err)
	}
	none, err := playwright.New(t.Context(), playwright.Config{ExecutablePath: "/nowhere/chromium"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, none.Close(context.Background())) })
	_, err = none.Install(t.Context(), platform.Spec{})
	wantClass(t, platform.Gone, err)
	require.ErrorContains(t, err, "there is no program /nowhere/chromium")
	wantPlain(t, err)
}
