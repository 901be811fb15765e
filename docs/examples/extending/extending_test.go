package extending_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/docs/examples/extending/dim"
	"github.com/verdict-run/verdict/docs/examples/extending/lamp"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

func TestTheExampleCommandDimsTheExampleLamp(t *testing.T) {
	t.Parallel()
	var installer platform.Installer = &lamp.Lamp{}
	device, err := installer.Install(t.Context(), platform.Spec{})
	require.NoError(t, err)
	defer func() { require.NoError(t, device.Close(t.Context())) }()

	erased, err := commands.Erase(dim.New())
	require.NoError(t, err)
	registry, err := commands.NewRegistry(erased)
	require.NoError(t, err)
	require.Len(t, registry.For(device), 1)

	require.NoError(t, device.Mouse.Click(t.Context(), screen.Point{X: 80, Y: 60}, platform.ClickOptions{}))
	before, err := device.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	args := json.RawMessage(`{"direction":"up","steps":2}`)
	require.Equal(t, "Dim the lamp up", registry.Instruction("dim", args))
	params, err := erased.Decode(args)
	require.NoError(t, err)
	outcome, err := erased.Execute(t.Context(), &commands.Env{Device: device, Memory: memory.New()}, params)
	require.NoError(t, err)
	require.Equal(t, "Dimmed up by 2", outcome.Outcome())
	after, err := device.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, before.Data, after.Data)

	_, err = erased.Decode(json.RawMessage(`{"direction":"sideways"}`))
	require.ErrorContains(t, err, `"direction" must be one of up, down, not "sideways"`)
}

// The document shows the files as they are.
func TestTheDocumentShowsThisCode(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(filepath.Join("..", "..", "extending.md"))
	require.NoError(t, err)
	shown := regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```[a-z]*\n(.*?)```\n").FindAllSubmatch(doc, -1)
	require.Len(t, shown, 5)
	for _, s := range shown {
		want, err := os.ReadFile(filepath.FromSlash(string(s[1])))
		require.NoError(t, err)
		if diff := cmp.Diff(string(want), string(s[2])); diff != "" {
			t.Errorf("docs/extending.md shows another %s\n%s", s[1], diff)
		}
	}
}
