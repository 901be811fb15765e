package playwright_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func TestCrossOriginFrames(t *testing.T) {
	t.Parallel()
	inner := serve(t, map[string]any{"/": `<body style="margin:0"><div style="height:500px"></div>
<button style="margin-left:20px" onclick="out.textContent='paid'">Pay now</button><p id=out>unpaid</p>
<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<label>Code <input></label>'</script>`})
	other := strings.Replace(inner, "127.0.0.1", "localhost", 1)
	outer := serve(t, map[string]any{"/": `<body style="margin:0"><p>top</p>
<div style="margin-left:100px;width:420px;height:220px;overflow:hidden"><iframe title=Pay style="border:10px solid;padding:5px;width:380px;height:170px" src="` + other + `"></iframe></div>
<div id=lid style="display:none;position:fixed;inset:0;background:#0005">lid</div>
<button onclick="lid.style.display='block'">Cover</button>`})
	d := install(t, platform.Spec{})
	visit(t, d, outer)
	pay := node(t, d, "button", "Pay now")
	require.Equal(t, "0", pay.Frame)
	require.False(t, pay.InViewport, "it is scrolled out of its frame, though the point would lie in the picture")
	click(t, d, "button", "Pay now")
	wantText(t, d, "paid")
	fill(t, d, "textbox", "Code", "42")
	code := node(t, d, "textbox", "Code")
	require.Equal(t, "42", code.Value)
	require.True(t, code.State.Focused)

	got := tree(t, d)
	focused := 0
	for _, n := range got.Nodes {
		if n.State.Focused {
			focused++
		}
	}
	require.Equal(t, 1, focused, "only the innermost element has the focus")

	click(t, d, "button", "Cover")
	hit, err := d.Elements.HitTest(t.Context(), code.ID, node(t, d, "textbox", "Code").Box.Center())
	require.NoError(t, err)
	require.Contains(t, hit.By, "lid")
}

func TestFramesThatScaleOrNest(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/":  `<body style="margin:0"><iframe title=A style="transform:scale(.5);transform-origin:0 0;width:800px;height:600px;border:4px solid" src=/a></iframe>`,
		"/a": `<body style="margin:0"><p>a</p><iframe title=B style="margin-left:40px;border:6px solid;width:500px;height:300px" src=/b></iframe>`,
		"/b": `<body style="margin:0"><button style="position:absolute;left:200px;top:150px;width:100px;height:40px" onclick="this.textContent='done'">Go</button>`,
	})
	for _, scale := range []float64{1, 1.5, 3} {
		d := install(t, platform.Spec{Scale: scale})
		visit(t, d, base)
		goButton := node(t, d, "button", "Go")
		require.InDelta(t, 50, goButton.Box.W, .1, "half its size")
		require.InDelta(t, (4+40+6+200)*.5, goButton.Box.X, .6)
		click(t, d, "button", "Go")
		wantText(t, d, "done")
	}
}

func TestAPhoneIsEmulated(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/fit":  `<meta name=viewport content="width=device-width,initial-scale=1"><button style="position:absolute;left:200px;top:300px" onclick="this.textContent='done'">Go</button>`,
		"/wide": `<button style="position:absolute;left:700px;top:900px;width:200px;height:90px" onclick="this.textContent='done'">Go</button><p style="width:980px">wide</p>`,
	})
	d := install(t, platform.Spec{Emulate: "pixel 7"})
	for _, page := range []string{"/fit", "/wide"} {
		visit(t, d, base+page)
		img, err := d.Screen.Screenshot(t.Context())
		require.NoError(t, err)
		size, err := d.Screen.Resolution(t.Context())
		require.NoError(t, err)
		require.Equal(t, size, img.Size, page)
		click(t, d, "button", "Go")
		wantText(t, d, "done")
	}
	_, err := shared.Install(t.Context(), platform.Spec{Emulate: "Pixel 99"})
	wantClass(t, platform.Permanent, err)
	require.ErrorContains(t, err, "Pixel 7")
}
