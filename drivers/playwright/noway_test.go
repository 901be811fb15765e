package playwright_test

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform"
)

// waysOut are what pages can do to reach another origin. Each is a script; OUT is an address outside, WAY its name.
var waysOut = map[string]string{
	"link":              `const a=document.createElement('a');a.href='OUT';document.body.append(a);a.click()`,
	"location":          `location='OUT'`,
	"meta refresh":      `const m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url=OUT';document.head.append(m)`,
	"redirect":          `location='/away?to=OUT'`,
	"popup":             `open('OUT')`,
	"popup, sneaky":     `open('/away?to=OUT','_blank','noopener')`,
	"blank target":      `const a=document.createElement('a');a.href='OUT';a.target='_blank';document.body.append(a);a.click()`,
	"form":              `const f=document.createElement('form');f.action='OUT';f.method='post';document.body.append(f);f.submit()`,
	"iframe":            `const i=document.createElement('iframe');i.src='OUT';document.body.append(i)`,
	"frame, redirected": `const i=document.createElement('iframe');i.src='/away?to=OUT';document.body.append(i)`,
	"fetch":             `fetch('OUT',{mode:'no-cors'}).catch(()=>{})`,
	"fetch, redirected": `fetch('/away?to=OUT',{mode:'no-cors'}).catch(()=>{})`,
	"XHR":               `const x=new XMLHttpRequest();x.open('GET','OUT');x.send()`,
	"WebSocket":         `new WebSocket('OUT'.replace('http','ws'))`,
	"EventSource":       `new EventSource('OUT')`,
	"worker":            `new Worker(URL.createObjectURL(new Blob(["fetch('OUT',{mode:'no-cors'}).catch(()=>{})"])))`,
	"worker socket":     `new Worker(URL.createObjectURL(new Blob(["new WebSocket('OUT'.replace('http','ws'))"])))`,
	"image":             `new Image().src='OUT'`,
	"beacon":            `navigator.sendBeacon('OUT','x')`,
	"download":          `const a=document.createElement('a');a.href='OUT';a.download='x.txt';document.body.append(a);a.click()`,
	"script":            `const s=document.createElement('script');s.src='OUT';document.head.append(s)`,
	"style":             `const l=document.createElement('link');l.rel='stylesheet';l.href='OUT';document.head.append(l)`,
	"import in CSS":     `const s=document.createElement('style');s.textContent="@import 'OUT';";document.head.append(s)`,
	"prefetch":          `const l=document.createElement('link');l.rel='prefetch';l.href='OUT';document.head.append(l)`,
	"object":            `const o=document.createElement('object');o.data='OUT';document.body.append(o)`,
	"video":             `const v=document.createElement('video');v.src='OUT';v.preload='auto';document.body.append(v);v.load()`,
	"keepalive":         `fetch('OUT',{mode:'no-cors',keepalive:true}).catch(()=>{});location='/next'`,
}

// outsider is a server nobody may reach. It counts connections, which come before any request.
type outsider struct {
	mu   sync.Mutex
	seen []string
}

func (o *outsider) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen = append(o.seen, r.Method+" "+r.URL.Path)
}

func (o *outsider) visits() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.seen)
}

// serve gives the server's address, which is another origin than that of the pages.
func (o *outsider) serve(t *testing.T) string {
	t.Helper()
	away, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	srv := &http.Server{Handler: o, ReadHeaderTimeout: time.Minute, ConnState: func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.seen = append(o.seen, "a connection")
		}
	}}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(away) }()
	t.Cleanup(func() {
		require.NoError(t, srv.Close())
		require.ErrorIs(t, <-served, http.ErrServerClosed)
	})
	return "http://" + strings.Replace(away.Addr().String(), "127.0.0.1", "localhost", 1)
}

// pagesThatLeave serves a page for each way out; paths are by the way's name.
func pagesThatLeave(t *testing.T, outside string) (base string, paths map[string]string) {
	t.Helper()
	pages := map[string]any{
		"/next": "<h1>Next</h1>",
		"/away": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
		},
	}
	paths = map[string]string{}
	for name, script := range waysOut {
		path := "/" + strings.NewReplacer(" ", "-", ",", "").Replace(name)
		paths[name] = path
		script = strings.ReplaceAll(script, "OUT", outside+path)
		pages[path] = fmt.Sprintf(`<h1>%s</h1><button onclick="go()">Go</button><script>function go(){%s}</script>`, name, script)
	}
	return serve(t, pages), paths
}

// TestNoWayOut: with strict containment nothing of a page reaches another origin, and each try is reported.
func TestNoWayOut(t *testing.T) {
	t.Parallel()
	out := &outsider{}
	outside := out.serve(t)
	inside, paths := pagesThatLeave(t, outside)
	held := 0
	d := install(t, platform.Spec{AllowedOrigins: []string{inside}, Strict: true})
	for name, path := range paths {
		before, _ := d.Diagnostics.Faults()
		visit(t, d, inside+path)
		click(t, d, "button", "Go")
		reported := func() bool {
			faults, _ := d.Diagnostics.Faults()
			return slices.ContainsFunc(faults[len(before):], func(f platform.Fault) bool {
				return strings.HasPrefix(f.Text, "refused: ") && strings.Contains(f.URL+f.Text, strings.TrimPrefix(outside, "http://"))
			})
		}
		if !assert.Eventually(t, reported, 8*time.Second, 20*time.Millisecond, "%s: the refusal is not reported", name) {
			faults, _ := d.Diagnostics.Faults()
			t.Logf("%s: reported is only %v", name, faults[len(before):])
			continue
		}
		held++
		u, err := d.Navigation.CurrentURL(t.Context())
		require.NoError(t, err)
		require.False(t, strings.HasPrefix(u, outside), "%s left the page", name)
	}
	visits := out.visits()
	for _, v := range visits {
		t.Log("escaped:", v)
	}
	trust.Report(t, trust.Row{Name: "ways out of strict containment", Done: held, Total: len(waysOut), Escapes: len(visits)})
}

// TestNoWayOutAtTheTop: by default no tab stays outside, however it was led there, and each try is reported.
func TestNoWayOutAtTheTop(t *testing.T) {
	t.Parallel()
	outside := (&outsider{}).serve(t)
	inside, paths := pagesThatLeave(t, outside)
	row := trust.Row{Name: "ways out at the top of a tab"}
	d := install(t, platform.Spec{AllowedOrigins: []string{inside}})
	for _, name := range []string{"link", "location", "meta refresh", "redirect", "popup", "popup, sneaky", "blank target", "form"} {
		row.Total++
		before, _ := d.Diagnostics.Faults()
		visit(t, d, inside+paths[name])
		click(t, d, "button", "Go")
		held := assert.Eventually(t, func() bool {
			faults, _ := d.Diagnostics.Faults()
			return slices.ContainsFunc(faults[len(before):], func(f platform.Fault) bool { return strings.HasPrefix(f.Text, "refused: ") })
		}, 8*time.Second, 20*time.Millisecond, "%s: the refusal is not reported", name)
		left := func() bool {
			tabs, err := d.Tabs.Tabs(t.Context())
			require.NoError(t, err)
			return !slices.ContainsFunc(tabs, func(tab platform.Tab) bool { return strings.HasPrefix(tab.URL, outside) })
		}
		if !assert.Eventually(t, left, 8*time.Second, 20*time.Millisecond, "%s: a tab stays outside", name) {
			row.Escapes++
		} else if held {
			row.Done++
		}
	}
	trust.Report(t, row)
}
