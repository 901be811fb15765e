package switchtab_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	switchtab "github.com/verdict-run/verdict/commands/switch-tab"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// three opens the tabs Page, Help and Terms; the last one is active.
func three(t *testing.T) *commandtest.Bench {
	t.Helper()
	page := func(title string) func() *fakedevice.Page {
		return func() *fakedevice.Page { return &fakedevice.Page{Title: title} }
	}
	f := fakedevice.New(fakedevice.Config{Start: "https://a.example/", Pages: map[string]func() *fakedevice.Page{
		"https://a.example/": page("Page"), "https://a.example/help": page("Help centre"), "https://a.example/terms": page("Terms"),
	}})
	f.With(func(w *fakedevice.World) { w.OpenTab("https://a.example/help"); w.OpenTab("https://a.example/terms") })
	b := commandtest.New(t)
	b.Fake, b.Env.Device = f, f.Device()
	return b
}

func TestTabsAreFound(t *testing.T) {
	t.Parallel()
	for which, want := range map[string]string{
		"new": "Terms", "current": "Terms", "first": "Page", "last": "Terms", "next": "Page", "previous": "Help centre", "2": "Help centre",
		"help": "Help centre", "HELP CENTRE": "Help centre", "/terms": "Terms", "the first tab": "Page", "https://a.example/": "Page",
	} {
		t.Run(which, func(t *testing.T) {
			t.Parallel()
			out, err := commandtest.Do(t, three(t), switchtab.New(), fmt.Sprintf(`{"which":%q}`, which))
			require.NoError(t, err)
			require.Contains(t, out, fmt.Sprintf("%q", want))
		})
	}
}

func TestWhatCannotBeMeantIsListed(t *testing.T) {
	t.Parallel()
	for which, name := range map[string]string{"Billing": commands.TabNotFound, "9": commands.TabNotFound, "a.example": commands.TargetAmbiguous} {
		t.Run(which, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, err := commandtest.Do(t, three(t), switchtab.New(), fmt.Sprintf(`{"which":%q}`, which))
				require.Contains(t, commandtest.Failure(t, err, name).Hint, `2: "Help centre" https://a.example/help`)
			})
		})
	}
}

func TestATabIsClosed(t *testing.T) {
	t.Parallel()
	b := three(t)
	out, err := commandtest.Do(t, b, switchtab.New(), `{"which":"current","close":true}`)
	require.NoError(t, err)
	require.Equal(t, `Closed the tab "Terms" (https://a.example/terms)`, out)
	tabs, err := b.Tabs(t.Context())
	require.NoError(t, err)
	require.Len(t, tabs, 2)
}

func TestANewTabIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, err := commandtest.Do(t, commandtest.New(t), switchtab.New(), `{"which":"new"}`)
		commandtest.Failure(t, err, commands.TabNotFound)
	})
}
