package trust_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/navigate"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// refusedAddresses are those that lead out of the web, or out of the case's origin by a trick of writing.
var refusedAddresses = []string{
	"file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", "file://localhost/etc/passwd", "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
	"data:text/html,<h1>Welcome</h1>", "data:,x", "chrome://settings", "chrome-extension://abc/x.html", "edge://version", "about:config", "about:blank#x:y/../chrome", "view-source:https://shop.example/", "view-source:file:///etc/passwd",
	"blob:https://shop.example/1234", "filesystem:https://shop.example/temporary/x", "ftp://shop.example/x", "ws://shop.example/", "mailto:a@shop.example", "intent://x#Intent;end", "vbscript:x", "devtools://devtools/x",
	"https://evil.example/", "https://shop.example.evil.example/", "https://shop.example@evil.example/", "//evil.example/", "https:\\\\evil.example", "https://shop.example:80@evil.example/", "http://[::1]/", "https://evilshop.example/",
}

// TestRefusedAddresses opens each by command; the device is spied on and lets everything through, so that the command's own rule is what holds.
func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	origins := platform.NewOrigins([]string{"shop.example"})
	row := trust.Row{Name: "refused schemes and addresses", Total: len(refusedAddresses)}
	for _, address := range refusedAddresses {
		b := commandtest.New(t, fakedevice.Heading("h", "Shop"))
		b.Env.AllowURL = origins.Check
		spy := &opened{Fake: b.Fake, allowed: origins}
		b.Env.Device.Navigation = spy
		args, err := json.Marshal(map[string]string{"url": address})
		require.NoError(t, err)
		_, err = commandtest.Do(t, b, navigate.New(), string(args))
		row.Escapes += len(spy.out)
		if assert.Empty(t, spy.out, "%q got to the device", address) && (err != nil || len(spy.in) > 0) {
			row.Done++
		}
	}
	for _, address := range []string{"https://shop.example/cart", "http://www.shop.example/", "/cart", "about:blank"} {
		require.NoError(t, origins.Check(absolute(t, address)))
	}
	trust.Report(t, row)
}

func absolute(t *testing.T, address string) string {
	t.Helper()
	a, err := navigate.Absolute(address, commandtest.URL)
	require.NoError(t, err)
	return a
}
