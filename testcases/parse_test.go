package testcases_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/testcases"
)

const contract = `---
url: https://shop.example
name: Locked user is refused
tags: [login, smoke]
viewport: 1280x800
credentials:
  user: locked_out_user
  password: ${SHOP_PASSWORD}
variables:
  city: Lisbon
max_cost: 0.20
---
Log in with {{user}} and {{password}}. Check that an error says the user is locked out.
`

func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func parse(t *testing.T, src string) *testcases.Case {
	t.Helper()
	c, err := testcases.Parse("cases/a.md", []byte(src))
	require.NoError(t, err)
	return c
}

// front is a case with these lines of front matter.
func front(lines string) string { return "---\n" + lines + "\n---\nCheck that it works.\n" }

func TestTheContractsOwnExample(t *testing.T) {
	t.Parallel()
	c := parse(t, contract)
	require.NoError(t, c.Expand(env("SHOP_PASSWORD", "hunter2-hunter2")))
	require.NoError(t, c.ResolveURL(""))
	require.Equal(t, "https://shop.example", c.URL)
	require.Equal(t, "Locked user is refused", c.Name)
	require.Equal(t, []string{"login", "smoke"}, c.Tags)
	require.Equal(t, testcases.Viewport{W: 1280, H: 800}, c.Viewport)
	require.InDelta(t, 0.20, c.MaxCost, 0)
	require.Equal(t, 50, c.MaxSteps)
	require.Equal(t, 10*time.Minute, c.Timeout)
	require.Equal(t, 13, c.BodyLine)
	require.True(t, strings.HasPrefix(c.Body, "Log in with {{user}}"))
	require.Regexp(t, `^cases-a-[0-9a-f]{6}$`, c.ID)

	m := memory.New()
	require.NoError(t, c.Seed(m))
	require.Equal(t, []memory.Name{{Name: "city"}, {Name: "password", Secret: true}, {Name: "user"}}, m.Names())
	require.Equal(t, "typed {{password}}", m.Mask("typed hunter2-hunter2"))
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %v", c, *c, c, c.Credentials), "hunter2")
	require.Equal(t, []string{"shop.example"}, c.Spec("out").AllowedOrigins)
}

func TestAFileAsAWhole(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src      string
		body     string
		line     int
		problems string
	}{
		"no front matter: all is the text":        {"Open the shop.\nCheck it.\n", "Open the shop.\nCheck it.", 1, ""},
		"empty front matter is allowed":           {"---\n---\nCheck.\n", "Check.", 3, ""},
		"front matter of comments is allowed":     {"---\n# later\n---\n\n\nCheck.\n", "Check.", 6, ""},
		"blank lines may stand before":            {"\n\n---\nname: x\n---\n\nCheck.\n", "Check.", 7, ""},
		"a byte order mark and CRLF are accepted": {"\xef\xbb\xbf---\r\nname: x\r\n---\r\nCheck.\r\nMore.\r\n", "Check.\nMore.", 4, ""},
		"a thematic break later is text":          {"Check.\n\n---\n\nMore.", "Check.\n\n---\n\nMore.", 1, ""},
		"the end may be the end of the file":      {"---\nname: x\n---", "", 0, "f.md:3: the case has no text (after the front matter, write what to do and what to check)"},
		"an opening without end":                  {"---\nname: x\nCheck.\n", "", 0, "f.md:1: the front matter opened by --- has no end (put a line of --- after the last key)"},
		"an opening alone":                        {"\n---", "", 0, "f.md:2: the front matter opened by --- has no end (put a line of --- after the last key)"},
		"an empty file":                           {"", "", 0, "f.md:1: the file is empty (write what to do and what to check, in plain English)"},
		"a blank file":                            {" \n\t\n", "", 0, "f.md:1: the file is empty (write what to do and what to check, in plain English)"},
		"a NUL byte":                              {"Check\n\x00", "", 0, "f.md:2: the file is binary (it holds a NUL byte) (save it as UTF-8 text)"},
		"no UTF-8":                                {"Check\n\nf\xfcr", "", 0, "f.md:3: the file is not UTF-8 text (save it as UTF-8)"},
		"TOML front matter":                       {"+++\na=1\n+++\nx", "", 0, `f.md:1: unknown front matter "+++" (front matter is YAML between two lines of ---)`},
		"too much text":                           {"---\nname: x\n---\n" + strings.Repeat("x", 16<<10+1), "", 0, "f.md:4: the text has 16385 bytes; at most 16384 (16 kB) are allowed (split it into several cases)"},
		"just enough text":                        {strings.Repeat("x", 16<<10), strings.Repeat("x", 16<<10), 1, ""},
		"a file too large":                        {strings.Repeat("x", 1<<20+1), "", 0, "f.md: the file is larger than 1 MB (a case is a page of text; put data into a data file)"},
		"broken YAML":                             {"---\nname: a: b\n---\nx", "", 0, "f.md:2: the front matter is not YAML: mapping values are not allowed in this context (put the value in quotes: \"…\")"},
		"a tab":                                   {"---\nask:\n\ttimeout: 1m\n---\nx", "", 0, "f.md:3: the front matter is not YAML: found character that cannot start any token (indent with spaces, not with tabs)"},
		"a list as front matter":                  {"---\n- a\n---\nx", "", 0, "f.md:2: the front matter is no list of keys (write one `key: value` a line, for example `url: https://shop.example`)"},
		"two YAML documents":                      {"---\nname: x\n...\nname: y\n---\nx", "", 0, `f.md:2: the front matter holds more than one YAML document (take the line "..." out)`},
		"an indented end":                         {"---\nname: |\n  a\n  ---\n  b\n---\nx", "", 0, "f.md:4: an indented --- ends the front matter here (move it to the start of the line, or take it out of the value)"},
		"an unknown key":                          {"---\nname: x\nveiwport: 1x1\n---\nx", "", 0, `f.md:3: unknown key "veiwport" (did you mean "viewport"?)`},
		"an unknown key like no other":            {"---\nzebra: 1\n---\nx", "", 0, `f.md:2: unknown key "zebra" (see docs/case-format.md for the keys)`},
		"a key in another spelling":               {"---\nmaxSteps: 1\n---\nx", "", 0, `f.md:2: unknown key "maxSteps" (did you mean "max_steps"?)`},
		"a duplicate key":                         {"---\nname: x\nname: y\n---\nx", "", 0, `f.md:3: duplicate key "name", first on line 2 (keep one of them)`},
		"a key and its alias":                     {"---\nvariables: {a: 1}\nrecipe_variables: {b: 1}\n---\nx", "", 0, "f.md:3: variables and recipe_variables are the same key (keep one of them)"},
		"an alias":                                {"---\nname: &a x\nurl: *a\n---\nx", "", 0, "f.md:2: YAML anchors (&a) are not supported (to begin a text with &, put it in quotes)\nf.md:3: YAML aliases (*a) are not supported (to begin a text with *, put it in quotes)"},
		"a tag":                                   {"---\nname: !x y\n---\nx", "", 0, "f.md:2: YAML tags (!x) are not supported (to begin a text with !, put it in quotes)"},
		"all errors are told, in order of lines":  {"---\ntimeout: x\nnope: 1\nmax_steps: 0\n---\n", "", 0, "f.md:2: timeout: expected a duration with its unit (s, m, h), got the text \"x\" (for example `timeout: 10m`)\nf.md:3: unknown key \"nope\" (see docs/case-format.md for the keys)\nf.md:4: max_steps must be at least 1, is 0\nf.md:6: the case has no text (after the front matter, write what to do and what to check)"},
		"a web key on a phone":                    {"---\nplatform: ios\nviewport: 800x600\n---\nx", "", 0, "f.md:3: viewport is for the web; this case has platform: ios (take it out, or set platform: web)"},
		"a url in an application":                 {"---\nplatform: ios\nurl: /login\n---\nx", "", 0, "f.md:3: url is for browsers; this case has platform: ios (take it out, or name a browser: capabilities: {browserName: Chrome})"},
		"a phone key on the web":                  {"---\napp: x.apk\n---\nx", "", 0, "f.md:2: app is for phones; this case is for the web (add platform: android or ios)"},
		"a permission no simulator grants":        {"---\nplatform: ios\npermissions: [camera, photo]\n---\nx", "", 0, `f.md:3: permissions[1]: "photo" is no permission a simulator grants (did you mean "photos"?)`},
		"no name of an Android permission":        {"---\nplatform: android\npermissions: [\"read contacts\"]\n---\nx", "", 0, "f.md:3: permissions[0]: \"read contacts\" is no name of a permission (for example `permissions: [CAMERA]` or `[android.permission.CAMERA]`)"},
		"an Android permission in its browser":    {"---\nplatform: android\ncapabilities: {browserName: chrome}\npermissions: [CAMERA]\n---\nx", "", 0, `f.md:4: permissions[0]: "CAMERA" is no permission a browser grants (did you mean "camera"?)`},
		"permissions of an Android application":   {"---\nplatform: android\npermissions: [CAMERA, com.example.PAY]\n---\nx", "x", 5, ""},
		"an Android key on iOS":                   {"---\nplatform: ios\nactivity: .Main\n---\nx", "", 0, "f.md:3: activity is for platform android; this case has platform: ios (take it out, or set platform: android)"},
		"viewport and emulate":                    {"---\nviewport: 800x600\nemulate: Pixel 7\n---\nx", "", 0, "f.md:3: viewport and emulate exclude each other (keep one of them)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := testcases.Parse("f.md", []byte(c.src))
			if c.problems != "" {
				require.EqualError(t, err, c.problems)
				require.Len(t, testcases.Problems(err), strings.Count(c.problems, "\n")+1)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.body, got.Body)
			require.Equal(t, c.line, got.BodyLine)
		})
	}
}

func TestALargeFileIsRefusedWithoutReadingItAll(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "big.md")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, 1<<40)) // sparse: reading it all would end the test
	_, err := testcases.Load(path)
	require.EqualError(t, err, path+": the file is larger than 1 MB (a case is a page of text; put data into a data file)")
	_, err = testcases.Load(path + "x")
	require.EqualError(t, err, path+"x: cannot be opened: no such file or directory")
}

func TestIDsAreStableAndDiffer(t *testing.T) {
	t.Parallel()
	id := func(path string) string {
		c, err := testcases.Parse(path, []byte("Check."))
		require.NoError(t, err)
		require.Regexp(t, `^[a-z0-9-]+$`, c.ID)
		return c.ID
	}
	require.Equal(t, id("a/b.md"), id("./a//b.md"))
	require.NotEqual(t, id("a/b.md"), id("a-b.md"))
	require.LessOrEqual(t, len(id(strings.Repeat("long/", 50)+"b.md")), 67)
	require.NotEqual(t, id("日.md"), id("本.md"))
}

func TestEveryExampleIsValid(t *testing.T) {
	t.Parallel()
	files, err := testcases.Find([]string{"examples"})
	require.NoError(t, err)
	for _, f := range files {
		_, err := testcases.Load(f)
		require.NoError(t, err)
	}
	entries, err := testcases.Examples.ReadDir("examples")
	require.NoError(t, err)
	require.NotEmpty(t, entries)
}

func TestProblemsKeepPlaces(t *testing.T) {
	t.Parallel()
	_, err := testcases.Parse("f.md", []byte(front("name: x\nviewport: 12")))
	want := []*testcases.Error{{File: "f.md", Line: 3, Column: 11, Msg: "viewport: expected WIDTHxHEIGHT, got the number 12", Hint: "for example `viewport: 1280x800`"}}
	if diff := cmp.Diff(want, testcases.Problems(err)); diff != "" {
		t.Fatal(diff)
	}
	require.Nil(t, testcases.Problems(nil))
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(contract))
	for _, k := range testcases.Keys() {
		f.Add([]byte(front(k.Example)))
		f.Add([]byte(front("platform: android\n" + k.Example)))
	}
	f.Add([]byte("---\n? [a]\n: {b: *c}\n---\nx"))
	f.Add([]byte("---\r\ndata: [{a: 1}, {a: {secret: 2}}]\r\n---\r\nx"))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := testcases.Parse("f.md", src)
		if err != nil {
			require.NotEmpty(t, testcases.Problems(err), "every error is an *Error")
			for _, p := range testcases.Problems(err) {
				require.NotEmpty(t, p.Msg)
				require.LessOrEqual(t, p.Line, strings.Count(strings.ReplaceAll(strings.ReplaceAll(string(src), "\r\n", "\n"), "\r", "\n"), "\n")+1)
			}
			return
		}
		require.NotEmpty(t, c.Body)
		require.LessOrEqual(t, len(c.Body), testcases.MaxBody)
		if c.Expand(func(string) (string, bool) { return "value", true }) != nil {
			return
		}
		if c.ResolveURL("https://shop.example/app") == nil && c.Platform == testcases.Web {
			require.Regexp(t, `^(?i)https?://`, c.URL)
			c.Spec("out")
		}
		if c.Data.File == "" {
			rows, err := c.Rows()
			if err == nil {
				require.NotEmpty(t, rows)
			}
		}
		require.NoError(t, c.Seed(memory.New()))
	})
}
