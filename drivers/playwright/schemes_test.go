package playwright_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform"
)

// schemes lead out of the web.
var schemes = []string{
	"file:///etc/hostname", "data:text/html,<h1>Passed</h1>", "chrome://version/", "chrome://settings/", "view-source:HERE/", "about:config", "blob:HERE/1234",
	"filesystem:HERE/temporary/x", "ftp://HOST/x", "javascript:document.write('Passed')", "devtools://devtools/bundled/inspector.html", "mailto:a@shop.example", "intent://x#Intent;end",
}

// ways are how a page can open an address by itself.
var ways = map[string]string{
	"link":     `const a=document.createElement('a');a.href=TO;document.body.append(a);a.click()`,
	"location": `location.href=TO`,
	"popup":    `window.open(TO)`,
	"redirect": `location.href='/away?to='+encodeURIComponent(TO)`,
	"refresh":  `const m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url='+TO;document.head.append(m)`,
}

// waysOf are all for what a browser could show, and a link for the rest.
func waysOf(address string) []string {
	for _, shown := range []string{"file:", "data:", "blob:"} {
		if strings.HasPrefix(address, shown) {
			return slices.Sorted(maps.Keys(ways))
		}
	}
	return []string{"link"}
}

// TestNoOtherScheme: neither a command nor a page gets the browser to show anything but pages of the web. A javascript:
// link runs in its own page, as it would for people, and leads nowhere.
func TestNoOtherScheme(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/": "<h1>Shop</h1>",
		"/way": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `<h1>Shop</h1><button onclick="go()">Go</button><script>const TO=%q;function go(){%s}</script>`, r.URL.Query().Get("to"), ways[r.URL.Query().Get("by")])
		},
		"/away": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", r.URL.Query().Get("to"))
			w.WriteHeader(http.StatusFound)
		},
	})
	d := install(t, platform.Spec{AllowedOrigins: []string{base}})
	row := trust.Row{Name: "other schemes in a real browser"}
	inside := func(way, address string) {
		row.Total++
		tabs, err := d.Tabs.Tabs(t.Context())
		require.NoError(t, err)
		held := true // with about:, Chromium shows an empty page
		for _, tab := range tabs {
			u := tab.URL
			held = held && (u == "" || strings.HasPrefix(u, "about:") || strings.HasPrefix(u, base) || strings.HasPrefix(u, "chrome-error://"))
			assert.True(t, held, "%s by %s leads to %s", address, way, u)
		}
		if held {
			row.Done++
		} else {
			row.Escapes++
		}
		for i := len(tabs) - 1; i > 0; i-- {
			require.NoError(t, d.Tabs.CloseTab(t.Context(), tabs[i].ID))
		}
	}
	visit(t, d, base)
	host := strings.TrimPrefix(base, "http://")
	for _, address := range schemes {
		address = strings.NewReplacer("HERE", base, "HOST", host).Replace(address)
		err := d.Navigation.Navigate(t.Context(), address)
		require.Equal(t, platform.Refused, platform.ClassOf(err), "%s: %v", address, err)
		inside("command", address)
		for _, way := range waysOf(address) {
			visit(t, d, base+"/way?by="+way+"&to="+url.QueryEscape(address))
			click(t, d, "button", "Go")
			_, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
			require.NoError(t, err)
			inside(way, address)
		}
	}
	trust.Report(t, row)
}
