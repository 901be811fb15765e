package testcases_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/testcases"
)

func replaceAll(s, old, with string) string {
	return strings.ReplaceAll(filepath.ToSlash(s), filepath.ToSlash(old), with)
}

func tree(t *testing.T) string {
	t.Helper()
	files := map[string]string{}
	for _, f := range []string{
		"a.md", "b.MD", "README.md", "note.txt", ".hidden.md", "login/ok.md", "login/bad.md", "login/deep/x.md", "login/readme.md",
		"node_modules/p/a.md", ".git/a.md", "empty/note.txt", "case[1].md",
	} {
		files[f] = "Check."
	}
	dir := write(t, files)
	require.NoError(t, os.Symlink(dir, filepath.Join(dir, "login", "loop")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "login"), filepath.Join(dir, "link")))
	return dir
}

func TestFind(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	cases := map[string]struct {
		patterns []string
		want     []string
		err      string
	}{
		"a folder":                       {[]string{""}, []string{"a.md", "b.MD", "case[1].md", "login/bad.md", "login/deep/x.md", "login/ok.md"}, ""},
		"a folder behind a link":         {[]string{"link"}, []string{"link/bad.md", "link/deep/x.md", "link/ok.md"}, ""},
		"a file":                         {[]string{"a.md"}, []string{"a.md"}, ""},
		"a README by name":               {[]string{"README.md"}, []string{"README.md"}, ""},
		"a name with brackets":           {[]string{"case[1].md"}, []string{"case[1].md"}, ""},
		"each file once":                 {[]string{"login/ok.md", "login", "./login/ok.md"}, []string{"login/bad.md", "login/deep/x.md", "login/ok.md"}, ""},
		"a glob":                         {[]string{"login/*.md"}, []string{"login/bad.md", "login/ok.md"}, ""},
		"a glob of folders":              {[]string{"log*"}, []string{"login/bad.md", "login/deep/x.md", "login/ok.md"}, ""},
		"two stars are any folders":      {[]string{"**/[ax].md"}, []string{"a.md", "login/deep/x.md"}, ""},
		"two stars in the middle":        {[]string{"login/**/x.md"}, []string{"login/deep/x.md"}, ""},
		"two stars at the end":           {[]string{"login/**"}, []string{"login/bad.md", "login/deep/x.md", "login/ok.md"}, ""},
		"a mistyped file":                {[]string{"login/okk.md"}, nil, `DIR/login/okk.md: no such file or folder (did you mean "DIR/login/ok.md"?)`},
		"a file of another kind":         {[]string{"note.txt"}, nil, "DIR/note.txt: is no case file (case files end in .md)"},
		"a folder without cases":         {[]string{"empty"}, nil, "DIR/empty: the folder holds no case files (case files end in .md; README.md is none)"},
		"a glob that matches nothing":    {[]string{"a.md", "login/z*"}, nil, "DIR/login/z*: the pattern matches no case file (case files end in .md; ** stands for any folders)"},
		"a glob in a folder that is not": {[]string{"logn/*"}, nil, `DIR/logn/*: the pattern matches nothing: DIR/logn does not exist (did you mean "DIR/login"?)`},
		"a glob that is none":            {[]string{"[a"}, nil, `DIR/[a: "[a" is no glob (a [ needs its ])`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var patterns []string
			for _, p := range c.patterns {
				patterns = append(patterns, dir+"/"+p)
			}
			got, err := testcases.Find(patterns)
			if c.err != "" {
				require.Error(t, err)
				require.Equal(t, c.err, replaceAll(err.Error(), dir, "DIR"))
				return
			}
			require.NoError(t, err)
			for i := range got {
				got[i] = replaceAll(got[i], dir+"/", "")
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestFindNeedsAPattern(t *testing.T) {
	t.Parallel()
	_, err := testcases.Find(nil)
	require.ErrorContains(t, err, "none named")
	_, err = testcases.Find([]string{""})
	require.ErrorContains(t, err, "an empty pattern")
}

func TestFilter(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		filter testcases.Filter
		want   bool
	}{
		"nothing chooses all":             {testcases.Filter{}, true},
		"a tag":                           {testcases.Filter{Tags: []string{"login"}}, true},
		"case does not matter":            {testcases.Filter{Tags: []string{"LOGIN"}}, true},
		"another tag":                     {testcases.Filter{Tags: []string{"cart"}}, false},
		"one of several":                  {testcases.Filter{Tags: []string{"cart", "login"}}, true},
		"a comma is and":                  {testcases.Filter{Tags: []string{"smoke,login"}}, true},
		"a comma is and, one fails":       {testcases.Filter{Tags: []string{"cart,login"}}, false},
		"not a tag it has":                {testcases.Filter{Tags: []string{"!login"}}, false},
		"not a tag it has not":            {testcases.Filter{Tags: []string{"!slow"}}, true},
		"a negative holds always":         {testcases.Filter{Tags: []string{"login", "!smoke"}}, false},
		"positives with a negative":       {testcases.Filter{Tags: []string{"login", "!slow"}}, true},
		"negatives alone, other positive": {testcases.Filter{Tags: []string{"cart", "!slow"}}, false},
		"and not":                         {testcases.Filter{Tags: []string{"login,!slow"}}, true},
		"a name":                          {testcases.Filter{Grep: "(?i)locked.*refused$"}, true},
		"another name":                    {testcases.Filter{Grep: "^refused"}, false},
		"tag and name":                    {testcases.Filter{Tags: []string{"login"}, Grep: "nope"}, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chooser, err := c.filter.Compile()
			require.NoError(t, err)
			require.Equal(t, c.want, chooser.Match(parse(t, contract)))
		})
	}
	for _, f := range []testcases.Filter{{Tags: []string{""}}, {Tags: []string{"a,,b"}}, {Tags: []string{"!"}}, {Grep: "("}} {
		_, err := f.Compile()
		require.Error(t, err)
	}
}

func TestLoadAll(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.md": contract,
		"b.md": front("tags: [cart]\nurl: /cart\ndata: [{city: Lisbon}, {city: Porto}]"),
	})
	names := func(o testcases.Options) []string {
		cases, err := testcases.LoadAll([]string{dir}, o)
		require.NoError(t, err)
		var out []string
		for _, c := range cases {
			out = append(out, c.Name+" "+c.URL)
		}
		return out
	}
	cart := []string{"b [row 1: city=Lisbon] https://x.example/cart", "b [row 2: city=Porto] https://x.example/cart"}
	all := testcases.Options{Lookup: env("SHOP_PASSWORD", "x"), BaseURL: "https://x.example"}
	require.Equal(t, append([]string{"Locked user is refused https://shop.example"}, cart...), names(all))
	require.Equal(t, cart, names(testcases.Options{BaseURL: "https://x.example", Filter: testcases.Filter{Tags: []string{"cart"}}}), "what is left out needs no environment")
	require.Equal(t, cart[1:], names(testcases.Options{BaseURL: "https://x.example", Filter: testcases.Filter{Grep: "Porto"}}))

	_, err := testcases.LoadAll([]string{dir}, testcases.Options{})
	require.ErrorContains(t, err, "SHOP_PASSWORD is not set")
	require.ErrorContains(t, err, "there is no base URL")
	_, err = testcases.LoadAll([]string{dir}, testcases.Options{Filter: testcases.Filter{Tags: []string{"none"}}})
	require.ErrorContains(t, err, "no case matches")
}
