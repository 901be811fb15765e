package playwright_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

// Each page isolates one difficulty; what its success is stands in testdata/tricky/index.json.
func TestTrickyPages(t *testing.T) {
	t.Parallel()
	base := tricky(t)
	for page, play := range map[string]func(t *testing.T, d *platform.Device){
		"02-native-date": func(t *testing.T, d *platform.Device) {
			for _, n := range tree(t, d).Nodes {
				switch n.Role {
				case "date":
					require.NoError(t, d.Elements.SetValue(t.Context(), n.ID, "2026-02-09"))
				case "time":
					require.NoError(t, d.Elements.SetValue(t.Context(), n.ID, "14:35"))
				}
			}
			click(t, d, "button", "Submit")
			wantText(t, d, "Registered for 2026-02-09 at 14:35")
		},
		"03-virtual-list": func(t *testing.T, d *platform.Device) {
			var list string
			for _, n := range tree(t, d).Nodes {
				if n.Scrollable {
					list = n.ID
				}
			}
			require.NotEmpty(t, list)
			moved, err := d.Elements.ScrollBy(t.Context(), list, 0, 3000)
			require.NoError(t, err)
			require.True(t, moved)
			settle(t, d)
		},
		"05-html5-dnd": func(t *testing.T, d *platform.Device) {
			card := node(t, d, "text", "Write release notes")
			require.True(t, card.Draggable)
			heading := node(t, d, "heading", "Done")
			require.NoError(t, d.Mouse.Drag(t.Context(), card.Box.Center(), heading.Box.Center()))
			wantText(t, d, `Moved "Write release notes" to Done`)
		},
		"07-contenteditable": func(t *testing.T, d *platform.Device) {
			fill(t, d, "textbox", "Memo", "Ship it on Friday")
			require.NoError(t, d.Elements.SelectText(t.Context(), node(t, d, "textbox", "Memo").ID, "Friday"))
			click(t, d, "button", "B")
			click(t, d, "button", "Save")
			wantText(t, d, "Saved")
			wantText(t, d, "Ship it on Friday")
		},
		"08-shadow-nested": func(t *testing.T, d *platform.Device) {
			fill(t, d, "textbox", "Nickname", "Kestrel")
			click(t, d, "button", "Save")
			wantText(t, d, "Hello, Kestrel!")
		},
		"10-iframe-nested": func(t *testing.T, d *platform.Device) {
			fill(t, d, "textbox", "Card code", "4821")
			click(t, d, "button", "Pay")
			wantText(t, d, "Payment accepted")
		},
		"11-file-upload": func(t *testing.T, d *platform.Device) {
			file := filepath.Join(t.TempDir(), "receipt.txt")
			require.NoError(t, os.WriteFile(file, []byte("Taxi 23.40 EUR\n"), 0o600))
			label := node(t, d, "text", "Attach receipt")
			require.True(t, label.Clickable, "its input cannot be seen, so the label is what is clicked")
			require.NoError(t, d.Uploads.Upload(t.Context(), label.ID, []string{file}))
			click(t, d, "button", "Send")
			wantText(t, d, "receipt.txt was sent")
		},
		"15-blocking-overlay": func(t *testing.T, d *platform.Device) {
			require.Eventually(t, func() bool {
				n := node(t, d, "button", "Download")
				hit, err := d.Elements.HitTest(t.Context(), n.ID, n.Box.Center())
				require.NoError(t, err)
				return hit.OK
			}, 8*time.Second, 100*time.Millisecond)
			click(t, d, "button", "Download")
			wantText(t, d, "Download started")
		},
		"34-controlled-input": func(t *testing.T, d *platform.Device) {
			fill(t, d, "textbox", "Code", "spring-26")
			require.NoError(t, d.Keyboard.Press(t.Context(), "Tab"))
			settle(t, d)
			click(t, d, "button", "Apply")
			wantText(t, d, "Code SPRING-26 applied")
		},
		"18-multi-select": func(t *testing.T, d *platform.Device) {
			for _, n := range tree(t, d).Nodes {
				if n.Tag == "select" {
					require.True(t, n.State.Multiple)
					require.NoError(t, d.Elements.Select(t.Context(), n.ID, []string{n.Options[0].Text, n.Options[len(n.Options)-1].Text}))
				}
			}
		},
	} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			d := install(t, platform.Spec{})
			visit(t, d, base+"/"+page+".html")
			play(t, d)
		})
	}
}
