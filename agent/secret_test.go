package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

const (
	canary = "Canary-Zw4Qy7"
	pin    = "8341" // shorter than what is masked in free text
)

// leaky shows its visitor's password wherever a page can.
func leaky() *fakedevice.Fake {
	const url = "http://leak.test/"
	page := func(title string) func() *fakedevice.Page {
		return func() *fakedevice.Page {
			password := fakedevice.Field("password", "Password") // a field that shows what is typed
			password.OnInput = func(w *fakedevice.World, v string) {
				w.SetText("echo", strings.Repeat("long text before it ", 5)+"You typed "+v+" and that is all there is to say about it in so many words")
				w.El("near").Placeholder = v
				w.Fault(platform.Fault{Kind: "console", Text: "password " + v + " is weak"})
				w.Request("GET", "/check?password="+v, 500)
			}
			return &fakedevice.Page{Title: title, Elements: []*fakedevice.Element{
				fakedevice.Heading("title", "Leak"), password, fakedevice.Field("pin", "PIN"), fakedevice.Field("near", "Near"),
				fakedevice.Button("alert", "Alert", func(w *fakedevice.World) { w.Dialog("prompt", "Is it "+canary+"?", nil) }),
				fakedevice.Link("away", "Away", url+"?password="+canary),
				fakedevice.Text("echo", "").Hide(), fakedevice.Button("tail", "Tail", nil),
			}}
		}
	}
	return fakedevice.New(fakedevice.Config{Start: url, Pages: map[string]func() *fakedevice.Page{
		url: page("Leak"), url + "?password=" + canary: page("Leak of " + canary),
	}})
}

// album keeps the pictures of a run.
type album map[string]platform.Image

func (a album) Put(name string, p platform.Image) (string, error) {
	a[name] = p
	return name, nil
}

func TestASecretIsNowhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		require.NoError(t, store.SetSecret("password", canary))
		require.NoError(t, store.SetSecret("pin", pin))
		talk := func(calls ...agent.Call) turn {
			return func(_ context.Context, _ *agent.Observation, _ *agent.State) (*agent.Decision, error) {
				return &agent.Decision{Calls: calls, Exchange: &agent.Exchange{Role: "agent", Response: &model.Response{Text: "I saw " + canary + " there"}}}, nil
			}
		}
		d := scripted(
			talk(typing(1, "Password", "{{password}}")), talk(typing(2, "PIN", "{{pin}}")), talk(typing(0, "Near", canary)),
			talk(click(0, "No "+canary)), talk(click(3, "Alert")), talk(call(0, "dialog", `{"accept":true,"text":"`+canary+`"}`)), talk(click(4, "Away")),
			talk(assertion(5, 6)),
			func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
				return &agent.Decision{Malformed: "what is " + canary, Raw: canary}, nil
			},
			talk(call(0, "execution-finished", `{"success":true,"reasoning":"typed `+canary+`"}`)),
		)
		cfg := config(t, leaky(), `Type "{{password}}" into "Password".
Type "{{pin}}" into "PIN".
Click "Alert".
Click "Away".
Check that the page does not show "{{password}}".
Check that the title contains "{{password}}".
`, d)
		pictures := album{}
		var events []string
		cfg.Memory, cfg.Pictures, cfg.StartURL = store, pictures, "http://leak.test/"
		cfg.Progress = func(e agent.Event) {
			raw, err := json.Marshal(e)
			require.NoError(t, err)
			events = append(events, string(raw))
		}
		res := run(t, cfg)

		clean := func(what, text string) {
			for _, s := range []string{canary, "Canary-Z", pin} {
				if i := strings.Index(text, s); i >= 0 {
					t.Errorf("%s shows %q: …%s…", what, s, text[max(0, i-80):min(len(text), i+40)])
				}
			}
		}
		res.FinalPicture = nil
		raw, err := json.Marshal(res)
		require.NoError(t, err)
		clean("the result", string(raw))
		clean("an event", strings.Join(events, "\n"))
		clean("a message", strings.Join(d.messages(), "\n"))
		for i, o := range d.saw {
			o.Tree, o.Picture.Data = nil, nil
			raw, err := json.Marshal(o)
			require.NoError(t, err)
			clean(fmt.Sprintf("observation %d", i+1), string(raw))
		}
		require.Len(t, d.saw, 10, "%v", res.Reason)
		require.Contains(t, string(raw), "{{password}}")
		painted := 0
		for _, o := range d.saw {
			painted += covered(t, o)
		}
		require.Positive(t, painted)
	})
}

// covered looks at the middle rows of every element that shows a secret: all of one colour.
func covered(t *testing.T, o agent.Observation) (count int) {
	t.Helper()
	if o.Tree == nil || o.Dialog != nil {
		return 0
	}
	img, err := png.Decode(bytes.NewReader(o.Picture.Data))
	require.NoError(t, err)
	for i := range o.Tree.Nodes {
		n := &o.Tree.Nodes[i]
		if !n.Visible || !n.InViewport || !strings.Contains(n.Text+n.Value, canary) && n.Value != pin && !(n.Value == "" && n.Placeholder == canary) {
			continue
		}
		count++
		want := img.At(int(n.Box.X)+2, int(n.Box.Y)+2)
		for y := int(n.Box.Y); y < int(n.Box.Y+n.Box.H); y++ {
			for x := int(n.Box.X); x < int(n.Box.X+n.Box.W); x++ {
				require.Equal(t, want, img.At(x, y), "%s at %d,%d", n.ID, x, y)
			}
		}
	}
	return count
}
