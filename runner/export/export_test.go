package export_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/runner/export"
	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/testcases"
)

var update = flag.Bool("update", false, "write the golden files anew")

func read(t *testing.T, name string, o export.Options) *export.Test {
	t.Helper()
	c, err := testcases.Load(filepath.Join("testdata", name+".md"))
	require.NoError(t, err)
	f, err := replay.Load(filepath.Join("testdata", name+replay.Suffix))
	require.NoError(t, err)
	got, err := export.New(c, f, o)
	require.NoError(t, err)
	return got
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"everything", "rows"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := export.Options{WithoutSetup: true}
			test := read(t, name, o)
			golden(t, name+".spec.ts", test.TypeScript(o))
			source, err := test.Go(o)
			require.NoError(t, err)
			golden(t, name+"_test.go", source)
		})
	}
}

func TestWhatIsNotExportedIsSaidAndFails(t *testing.T) {
	t.Parallel()
	test := read(t, "everything", export.Options{})
	want := []string{
		`"Check that the layout looks tidy": a model decided this check; no assertion says the same`,
		`"Check that there are no console errors": a check of the kind "console" has no counterpart`,
		`"Click the \"Extra\" button": it is not in the record: run the case with --update-replays`,
	}
	var got []string
	for _, l := range test.Lost() {
		got = append(got, l.String())
	}
	require.Empty(t, cmp.Diff(want, got))
	require.Contains(t, test.TypeScript(export.Options{}), "throw new Error('not exported: a model decided")
	require.NotContains(t, test.TypeScript(export.Options{SkipUnsupported: true}), "throw new Error('not exported")
}

func TestASecretIsNeverWritten(t *testing.T) {
	t.Parallel()
	test := read(t, "everything", export.Options{})
	source, err := test.Go(export.Options{})
	require.NoError(t, err)
	for _, s := range []string{source, test.TypeScript(export.Options{})} {
		require.NotContains(t, s, "hunter2-secret")
		require.Contains(t, s, "PASSWORD")
	}
}

func TestWhichRecordIsSaid(t *testing.T) {
	t.Parallel()
	c, err := testcases.Load(filepath.Join("testdata", "rows.md"))
	require.NoError(t, err)
	f := &replay.File{Runs: []replay.Section{{Device: "web desktop"}, {Device: "web phone"}}}
	_, err = export.New(c, f, export.Options{})
	require.ErrorContains(t, err, "--on")
	_, err = export.New(c, f, export.Options{Device: "ios"})
	require.ErrorContains(t, err, `nothing is recorded on "ios"`)
}
