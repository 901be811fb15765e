package playwright_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

// Each page ends in a known state ("done"); the wait must neither come back before it nor need its limit.
func TestStabilityWaitsForWhatMatters(t *testing.T) {
	t.Parallel()
	slow := func(d time.Duration, body string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
			_, _ = w.Write([]byte(body))
		}
	}
	base := serve(t, map[string]any{
		"/fetch":    `<button onclick="o.textContent='busy';fetch('/slow').then(r=>r.text()).then(s=>setTimeout(()=>o.textContent='done',50))">Go</button><p id=o>-</p>`,
		"/steps":    `<button onclick="let n=0;const f=()=>{o.textContent=++n<8?n:'done';if(n<8)setTimeout(f,20+n*5)};f()">Go</button><p id=o>-</p>`,
		"/anim":     `<style>#b{position:relative}.m{animation:m .7s}@keyframes m{to{left:300px}}</style><button onclick="b.className='m';b.onanimationend=()=>o.textContent='done'">Go</button><div id=b>box</div><p id=o>-</p>`,
		"/raf":      `<button onclick="const t=performance.now(),f=()=>{const k=(performance.now()-t)/600;if(k<1){b.style.left=k*300+'px';requestAnimationFrame(f)}else o.textContent='done'};f()">Go</button><button id=b style="position:relative">box</button><p id=o>-</p>`,
		"/busy":     `<button onclick="b.hidden=false;setTimeout(()=>{b.hidden=true;o.textContent='done'},700)">Go</button><div id=b hidden aria-busy=true>Loading</div><p id=o>-</p>`,
		"/navigate": `<button onclick="location='/slowpage'">Go</button><p id=o>-</p>`,
		"/slowpage": slow(500*time.Millisecond, `<!doctype html><p id=o>done</p>`),
		"/slow":     slow(700*time.Millisecond, "x"),
		"/frame":    `<button onclick="f.src='/framed'">Go</button><iframe id=f></iframe>`,
		"/framed":   `<p id=o>-</p><script>setTimeout(()=>o.textContent='.',100);setTimeout(()=>o.textContent='..',200);setTimeout(()=>o.textContent='done',300)</script>`,
		"/noisy": `<button onclick="fetch('/slow').then(()=>o.textContent='done')">Go</button><p id=o>-</p><p id=c></p><div id=r></div><script>let n=0;
setInterval(()=>{c.textContent=new Date().toISOString()},200);const f=()=>{r.style.width=(n++%90)+'px';requestAnimationFrame(f)};f();
setInterval(()=>fetch('/poll'),400);new EventSource('/events')</script><style>#s{animation:s 1s infinite}@keyframes s{to{opacity:.5}}</style><p id=s>x</p>`,
		"/poll": "ok",
		"/events": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	})
	for _, page := range []string{"fetch", "steps", "anim", "raf", "busy", "navigate", "frame", "noisy"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			d := install(t, platform.Spec{})
			require.NoError(t, d.Navigation.Navigate(t.Context(), base+"/"+page))
			if page == "noisy" { // its rhythms have to be learned
				_, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
				require.NoError(t, err)
			}
			settle(t, d)
			click(t, d, "button", "Go")
			st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
			require.NoError(t, err)
			require.True(t, st.Stable, st.Reason)
			done := false
			for _, n := range tree(t, d).Nodes {
				done = done || n.Text == "done"
			}
			require.True(t, done, "it came back early, after %v", st.Waited)
			require.Less(t, st.Waited, 4*time.Second)
		})
	}
}

func TestAStillPageCostsNoMoreThanTheQuietTime(t *testing.T) {
	base := serve(t, map[string]any{"/": `<button>Go</button><p>still</p>`})
	d := install(t, platform.Spec{})
	visit(t, d, base)
	least := time.Hour
	for range 8 {
		require.NoError(t, d.Mouse.Click(t.Context(), node(t, d, "button", "Go").Box.Center(), platform.ClickOptions{}))
		st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
		require.NoError(t, err)
		require.True(t, st.Stable)
		least = min(least, st.Waited)
	}
	t.Logf("least %v", least)
	require.Less(t, least, 190*time.Millisecond)
	require.Greater(t, least, 140*time.Millisecond)
}

// told answers what must not be stored: Chromium then does not say that the request has ended until a script has read the body.
func told(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("thanks"))
}

// Nothing of these pages depends on what is slow, or has come though the browser does not say so.
func TestStabilityDoesNotWaitForWhatDoesNotMatter(t *testing.T) {
	t.Parallel()
	never := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	base := serve(t, map[string]any{
		"/unread":   `<button onclick="fetch('/told',{method:'POST'}).then(r=>o.textContent=r.status)">Go</button><p id=o>-</p>`,
		"/empty":    `<button onclick="fetch('/nothing',{method:'POST'}).then(r=>o.textContent=r.status)">Go</button><p id=o>-</p>`,
		"/icon":     `<link rel="shortcut icon" href="/slow.svg"><button onclick="o.textContent=200">Go</button><p id=o>-</p>`,
		"/told":     told,
		"/nothing":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/slow.svg": never, "/favicon.ico": never,
	})
	for _, page := range []string{"unread", "empty", "icon"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			d := install(t, platform.Spec{})
			require.NoError(t, d.Navigation.Navigate(t.Context(), base+"/"+page))
			for _, act := range []func(){func() {}, func() { click(t, d, "button", "Go") }} {
				act()
				st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
				require.NoError(t, err)
				require.True(t, st.Stable, st.Reason)
				require.Less(t, st.Waited, 3*time.Second)
			}
			require.Condition(t, func() bool {
				for _, n := range tree(t, d).Nodes {
					if n.Text == "200" || n.Text == "204" {
						return true
					}
				}
				return false
			}, "it came back before the page had done what was asked")
		})
	}
}

// A page that asks again and again and reads no answer is at rest, however long it has to be quiet.
func TestStabilityDoesNotWaitForAPollNobodyReads(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<p>still</p><script>setInterval(()=>fetch('/told'),300)</script>`, "/told": told})
	d := install(t, platform.Spec{})
	require.NoError(t, d.Navigation.Navigate(t.Context(), base))
	st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{Quiet: 600 * time.Millisecond})
	require.NoError(t, err)
	require.True(t, st.Stable, st.Reason)
}

// What an svg uses from another file is drawn, though the browser gives it the same kind as an icon.
func TestStabilityWaitsForWhatLooksLikeAnIcon(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/": `<link rel=icon href=/icon.svg><svg width=100 height=100><use id=u /></svg><button onclick="u.setAttribute('href','/symbols.svg#dot')">Go</button>`,
		"/symbols.svg": func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(700 * time.Millisecond)
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><symbol id="dot"><rect width="100" height="100"/></symbol></svg>`))
		},
		"/icon.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
	})
	d := install(t, platform.Spec{})
	visit(t, d, base)
	click(t, d, "button", "Go")
	st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
	require.NoError(t, err)
	require.True(t, st.Stable, st.Reason)
	require.Greater(t, st.Waited, 600*time.Millisecond)
}

// The picture that comes with a wait shows the page as it came to rest, though the page changes while it is taken.
func TestThePictureOfAWaitIsOfTheStablePage(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/": `<style>body{margin:0}div{height:800px;background:red}</style><div id=b></div><script>
addEventListener('load',()=>setTimeout(()=>b.style.background='rgb(0,0,255)',+location.search.slice(1)))</script>`,
	})
	d := install(t, platform.Spec{})
	given := 0
	for late := 40; late <= 140; late += 10 {
		require.NoError(t, d.Navigation.Navigate(t.Context(), fmt.Sprintf("%s/?%d", base, late)))
		st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{Picture: true})
		require.NoError(t, err)
		require.True(t, st.Stable, st.Reason)
		if len(st.Picture.Data) == 0 {
			continue // it is to be taken now
		}
		given++
		img, err := png.Decode(bytes.NewReader(st.Picture.Data))
		require.NoError(t, err)
		require.Equal(t, color.RGBA{B: 255, A: 255}, color.RGBAModel.Convert(img.At(400, 400)), "changed %d ms after it was complete", late)
	}
	require.NotZero(t, given)
}
