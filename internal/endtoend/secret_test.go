package endtoend_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/internal/trust"
)

const canary = "Cnry+Zw4/Qy7&x"

// leakyPage shows what is typed wherever a page can, at places the test knows: rows 50 pixels high from y=100 on.
const leakyPage = `<style>body{margin:0}.r{position:fixed;left:10px;width:700px;height:40px;font:24px monospace;background:#fff;border:0;outline:0;padding:0;color:#000}</style>
<label style="position:fixed;top:20px">Password <input id=p class=r style="top:100px" autocomplete=off></label>
<button style="position:fixed;top:20px;left:300px" onclick="leak()">Show</button><p id=ok style="position:fixed;top:20px;left:500px"></p>
<div class=r style="top:150px" id=plain></div><div class=r style="top:200px" id=encoded></div><div class=r style="top:250px" id=base></div>
<input class=r style="top:300px" id=place aria-label="Hint" autocomplete=off><div class=r style="top:350px" id=faulted></div>
<script>async function leak(){const v=p.value;plain.textContent='You typed '+v;encoded.textContent='?p='+encodeURIComponent(v);base.textContent=btoa('user:'+v);place.placeholder=v;
document.title='Hello '+v;history.pushState(0,'','?password='+encodeURIComponent(v));console.error('weak password '+v);
const r=await fetch('/x/refused?password='+encodeURIComponent(v));faulted.textContent=await r.text();await navigator.clipboard.writeText(v);ok.textContent='All shown'}</script>`

// rows are the places of leakyPage that show the secret, in CSS pixels.
func rows() []image.Rectangle {
	var out []image.Rectangle
	for y := 100; y <= 350; y += 50 {
		out = append(out, image.Rect(10, y, 710, y+40))
	}
	return out
}

// spellings are the ways the canary may be written.
func spellings() []string {
	escaped, _ := json.Marshal(canary)
	return []string{
		canary, url.QueryEscape(canary), url.PathEscape(canary), html.EscapeString(canary), strings.Trim(string(escaped), `"`),
		base64.StdEncoding.EncodeToString([]byte(canary)), base64.RawURLEncoding.EncodeToString([]byte(canary)),
		base64.StdEncoding.EncodeToString([]byte("user:" + canary))[8:20], canary[:8],
	}
}

// TestASecretLeavesNoTrace types a canary into a page that shows, logs, sends, encodes and copies it, with a model
// behind real HTTP, and looks for it in all that was sent, printed and kept, down to the pixels.
func TestASecretLeavesNoTrace(t *testing.T) {
	shop := site(t, map[string]http.HandlerFunc{
		"/x/leaky": page(leakyPage),
		"/x/refused": func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "cannot use "+r.URL.Query().Get("password"), http.StatusInternalServerError)
		},
	})
	dir := t.TempDir()
	writeCase(t, dir, "leaky.md", "url: /x/leaky\ncredentials: {password: \"${CANARY_PASSWORD}\"}", `Enter {{password}} into the "Password" field.
Click the "Show" button.
Check that the page shows "All shown".
Check that the page shows "You typed {{password}}".
Check that the clipboard contains "{{password}}".
Check that the URL contains "{{password}}".
Check that no request failed.`)
	server := modeltest.NewServerFunc(t, ruleModel)
	for _, decider := range []string{"gpt-5.2", "builtin"} {
		t.Run(decider, func(t *testing.T) {
			env := map[string]string{"OPENAI_API_KEY": key, "CANARY_PASSWORD": canary}
			out := verdict(t, env, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", decider, "--trace", "--video", "--json")
			require.Equal(t, agent.Failed, out.only(t).Verdict, out.only(t).Reason)
			require.Contains(t, out.only(t).Reason, "check 7", "only the failed request is wrong: the page did all the rest")

			var found []string
			look := func(where string, data []byte) {
				for _, s := range spellings() {
					if i := bytes.Index(data, []byte(s)); i >= 0 {
						found = append(found, fmt.Sprintf("%s: %q in …%s…", where, s, data[max(0, i-60):min(len(data), i+30)]))
					}
				}
			}
			look("standard output", []byte(out.stdout))
			look("standard error", []byte(out.stderr))
			pictures := 0
			pixels := func(where string, data []byte) {
				if bad, ok := shown(t, data); ok {
					pictures++
					for _, r := range bad {
						found = append(found, fmt.Sprintf("%s: something is drawn at %v", where, r))
					}
				}
			}
			for i, call := range server.Calls() {
				where := fmt.Sprintf("request %d", i+1)
				body := inlined.ReplaceAllFunc(call.Body, func(data []byte) []byte {
					raw, err := base64.StdEncoding.DecodeString(string(inlined.FindSubmatch(data)[1]))
					require.NoError(t, err)
					pixels(where, raw)
					return nil
				})
				look(where, body)
			}
			require.NoError(t, filepath.WalkDir(out.dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				raw, err := os.ReadFile(path)
				require.NoError(t, err)
				name, _ := filepath.Rel(out.dir, path)
				look(name, raw)
				pixels(name, raw)
				for inner, data := range unzipped(t, raw) {
					look(name+"/"+inner, data)
				}
				return nil
			}))
			require.Greater(t, pictures, 5)
			for _, f := range found {
				t.Log(f)
			}
			trust.Report(t, trust.Row{Name: "a secret, with " + decider, Done: 1, Total: 1, Leaks: len(found)})
		})
	}
}

var inlined = regexp.MustCompile(`data:image/[a-z]+;base64,([A-Za-z0-9+/=]+)`)

// shown are the known places of a picture of the page where anything is drawn; ok is false for what is no picture of a whole viewport.
func shown(t *testing.T, data []byte) (bad []image.Rectangle, ok bool) {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, false
	}
	size := img.Bounds()
	if size.Dx() < 400 || size.Dx()*5 != size.Dy()*8 {
		return nil, false
	}
	scale := float64(size.Dx()) / 1280
	for _, r := range rows() {
		at := image.Rect(int(float64(r.Min.X+4)*scale), int(float64(r.Min.Y+4)*scale), int(float64(r.Max.X-4)*scale), int(float64(r.Max.Y-4)*scale))
		if drawn(img, at) {
			bad = append(bad, r)
		}
	}
	return bad, true
}

// drawn reports more than one colour in a place, but for the noise of a lossy picture.
func drawn(img image.Image, at image.Rectangle) bool {
	const noise = 0x1800
	r0, g0, b0, _ := img.At(at.Min.X, at.Min.Y).RGBA()
	far := func(a, b uint32) bool { return max(a, b)-min(a, b) > noise }
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); far(r, r0) || far(g, g0) || far(b, b0) {
				return true
			}
		}
	}
	return false
}

func unzipped(t *testing.T, raw []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil
	}
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		out[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
	}
	return out
}
