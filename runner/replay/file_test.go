package replay_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/runner/replay"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheRecordOfALogin(t *testing.T) {
	t.Parallel()
	f := &replay.File{}
	f.Put(*recorded(t, fakedevice.LoginSite(), login))
	got, err := f.Bytes()
	require.NoError(t, err)
	require.NotContains(t, string(got), "secret_sauce")
	golden := filepath.Join("testdata", "login.replay.yaml")
	if *update {
		require.NoError(t, os.WriteFile(golden, got, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(string(want), string(got)))
	again, err := replay.Parse(got)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(f, again))
}

func TestARecordIsStableWhenItIsMadeAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "deep", "login"+replay.Suffix)
	f := &replay.File{}
	f.Put(*recorded(t, fakedevice.LoginSite(), login))
	changed, err := f.Save(path)
	require.NoError(t, err)
	require.True(t, changed)

	again, err := replay.Load(path)
	require.NoError(t, err)
	moved := *recorded(t, fakedevice.LoginSite(), login)
	is := &moved.Sentences[0].Steps[0].Targets[0].Is
	is.X, is.Above = is.X+.1, "a banner"
	again.Put(moved)
	changed, err = again.Save(path)
	require.NoError(t, err)
	require.False(t, changed, "where a control stands is no change")

	moved = *recorded(t, fakedevice.LoginSite(), login)
	moved.Sentences[0].Steps[0].Targets[0].Is.Name = "Login name"
	again.Put(moved)
	changed, err = again.Save(path)
	require.NoError(t, err)
	require.True(t, changed)

	phone := moved
	phone.Device = "web phone"
	again.Put(phone)
	require.NotNil(t, again.Section("web phone"))
	require.NotNil(t, again.Section("web desktop"))
	require.Nil(t, again.Section("ios"))
}

func TestWhatIsNoRecordIsRefusedWithAWordWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"no YAML":         {"\t:", "no YAML"},
		"no version":      {"runs: []", "no version"},
		"a newer version": {"version: 99", "newer build"},
		"version zero":    {"version: 0", "never was"},
		"unknown key":     {"version: 1\nrans: []", "rans"},
		"no device":       {"version: 1\nruns: [{sentences: []}]", "what device"},
		"two of one kind": {"version: 1\nruns: [{device: a, sentences: []}, {device: a, sentences: []}]", "two runs"},
		"no text":         {"version: 1\nruns: [{device: a, sentences: [{text: ''}]}]", "no text"},
		"no command":      {"version: 1\nruns: [{device: a, sentences: [{text: x, steps: [{}]}]}]", "says no command"},
	} {
		_, err := replay.Parse([]byte(c.text))
		require.ErrorContains(t, err, c.want, name)
	}
	path := filepath.Join(t.TempDir(), "x"+replay.Suffix)
	_, err := replay.Load(path)
	require.ErrorIs(t, err, replay.ErrNone)
	require.NoError(t, os.WriteFile(path, []byte("version: 99"), 0o600))
	_, err = replay.Load(path)
	var format *replay.FormatError
	require.ErrorAs(t, err, &format)
	require.ErrorContains(t, err, path)
	require.ErrorContains(t, err, "--update-replays")
}

func TestAlign(t *testing.T) {
	t.Parallel()
	lines := func(s string) []string { return strings.Fields(s) }
	of := func(s string) (out []replay.Sentence) {
		for _, w := range lines(s) {
			out = append(out, replay.Sentence{Text: w})
		}
		return out
	}
	for name, c := range map[string]struct {
		now, was string
		at, gone []int
	}{
		"the same":          {"a b c", "a b c", []int{0, 1, 2}, nil},
		"one changed":       {"a x c", "a b c", []int{0, -1, 2}, []int{1}},
		"one new":           {"a x b", "a b", []int{0, -1, 1}, nil},
		"one gone":          {"a c", "a b c", []int{0, 2}, []int{1}},
		"all new":           {"x y", "a", []int{-1, -1}, []int{0}},
		"nothing recorded":  {"a", "", []int{-1}, nil},
		"twice, one change": {"a a b", "a a c", []int{0, 1, -1}, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := replay.Align(lines(c.now), of(c.was))
			require.Equal(t, c.at, a.At)
			require.Equal(t, c.gone, a.Gone)
			require.Equal(t, c.now != c.was, a.Stale())
		})
	}
}

func TestPathFor(t *testing.T) {
	t.Parallel()
	require.Equal(t, filepath.Join("cases", "login.replay.yaml"), replay.PathFor(filepath.Join("cases", "login.md"), ""))
	require.Equal(t, filepath.Join("rec", "login.replay.yaml"), replay.PathFor(filepath.Join("cases", "login.md"), "rec"))
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("version: 1\nruns:\n  - device: web desktop\n    sentences:\n      - text: Click x\n        steps:\n          - do: click\n"))
	f.Add([]byte("version: 1\nruns: [{device: a, sentences: [{text: x, steps: [{do: type, with: {text: 5, deep: [1, {a: b}]}}]}]}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := replay.Parse(data)
		if err != nil {
			return
		}
		out, err := file.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.Parse(out); err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, out)
		}
	})
}
