package testcases_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/testcases"
)

// write makes files in a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

func TestACaseWithoutDataIsItsOnlyRow(t *testing.T) {
	t.Parallel()
	c := parse(t, "Check.")
	rows, err := c.Rows()
	require.NoError(t, err)
	require.Equal(t, []*testcases.Case{c}, rows)
}

func TestRows(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ data, name, file, want0, want1 string }{
		"inline":              {"[{city: Lisbon, password: abc}, {city: Porto, password: def}]", "", "", "a [row 1: city=Lisbon]", "a [row 2: city=Porto]"},
		"CSV":                 {"d.csv", "d.csv", "\xef\xbb\xbfcity,password\r\nLisbon,abc\r\n\r\n\"Po,rto\",def\r\n", "a [row 1: city=Lisbon]", "a [row 2: city=Po,rto]"},
		"JSON":                {"d.json", "d.json", `[{"city": "Lisbon", "password": 12}, {"city": 7.50, "password": true}]`, "a [row 1: city=Lisbon]", "a [row 2: city=7.50]"},
		"many columns":        {"[{a: 1, b: 2, c: 3, d: 4}, {a: 'x\n  y', b: 12345678901234567890123456, c: 3, d: 4}]", "", "", "a [row 1: a=1, b=2, c=3]", "a [row 2: a=x y, b=123456789012345678901234…, c=3]"},
		"all secret":          {"[{pin: 1}, {pin: 2}]", "", "", "a [row 1]", "a [row 2]"},
		"the environment":     {"d.csv", "d.csv", "city,x\n${CITY},$${CITY}\nPorto,y", "a [row 1: city=Faro, x=${CITY}]", "a [row 2: city=Porto, x=y]"},
		"rows with a default": {"[{city: Lisbon}, {note: hi}]", "", "", "a [row 1: city=Lisbon]", "a [row 2: note=hi]"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"a.md": front("variables: {city: Faro, note: none}\ncredentials: {user: u, password: x}\ndata: " + c.data)}
			if c.name != "" {
				files[c.name] = c.file
			}
			k, err := testcases.Load(filepath.Join(write(t, files), "a.md"))
			require.NoError(t, err)
			require.NoError(t, k.Expand(env("CITY", "Faro")))
			rows, err := k.Rows()
			require.NoError(t, err)
			require.Len(t, rows, 2)
			require.Equal(t, []string{c.want0, c.want1}, []string{rows[0].Name, rows[1].Name})
			require.Equal(t, []int{1, 2}, []int{rows[0].Row, rows[1].Row})
			require.NotEqual(t, rows[0].ID, rows[1].ID)
			require.Contains(t, rows[1].ID, "-row-2-")
			require.Equal(t, []string{"user=u", "password=***"}, shown(rows[1].Credentials))
			require.Equal(t, []string{"city=Faro", "note=none"}, shown(k.Variables), "the case itself stays")
		})
	}
}

func TestARowOverridesByName(t *testing.T) {
	t.Parallel()
	c := parse(t, front("variables: {city: Faro, code: {secret: x}}\ncredentials: {user: u}\ndata: [{city: Lisbon, user: v, code: y, extra: z}]"))
	rows, err := c.Rows()
	require.NoError(t, err)
	if diff := cmp.Diff([]string{"city=Lisbon", "code=***", "extra=z"}, shown(rows[0].Variables)); diff != "" {
		t.Fatal(diff)
	}
	require.Equal(t, []string{"user=v"}, shown(rows[0].Credentials))
	require.Equal(t, "a [row 1: city=Lisbon, user=v, extra=z]", rows[0].Name)
	again, err := rows[0].Rows()
	require.NoError(t, err)
	require.Len(t, again, 1)
}

func TestDataThatIsWrong(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ name, file, want string }{
		"a missing file":          {"", "", "a.md:2: data: DIR/d.csv: cannot be opened: no such file or directory"},
		"an empty file":           {"d.csv", " \n", "d.csv:1: the data file is empty (write a header line and one line a row)"},
		"a header alone":          {"d.csv", "a,b\n", "d.csv:1: the data file has no rows (write one line a row below the header)"},
		"wrong field counts":      {"d.csv", "a,b\n1,2\n1\n\n1,2,3\n", "d.csv:3: the row has 1 field, the header has 2 fields (put a field with a comma in it in quotes)\nDIR/d.csv:5: the row has 3 fields, the header has 2 fields (put a field with a comma in it in quotes)"},
		"semicolons":              {"d.csv", "a;b\n1;2\n", `d.csv:1: the column "a;b" holds a semicolon (separate columns with commas)`},
		"a column without a name": {"d.csv", "a,\n1,2\n", "d.csv:1: the header has a column without a name (give every column a name)"},
		"two columns of one name": {"d.csv", "a,a\n1,2\n", `d.csv:1: two columns are named "a" (rename one of them)`},
		"a name that is none":     {"d.csv", "a{b\n1\n", `d.csv:1: "a{b" cannot be the name of a column (start with a letter; letters, digits, _ - . may follow)`},
		"a quote inside":          {"d.csv", "a\nx\"y\n", `d.csv:2: this is no CSV: bare " in non-quoted-field (put a field with quotes in it in quotes and double them: "say ""hi""")`},
		"a missing variable":      {"d.csv", "a\n${NOPE}\n", "d.csv:2: a: the environment variable NOPE is not set (set it, or write $${NOPE} for the text itself)"},
		"no JSON":                 {"d.json", "[\n{\"a\": ]", "d.json:2: this is no JSON: invalid character ']' looking for beginning of value"},
		"JSON that ends":          {"d.json", "[\n{\"a\": 1", "d.json:2: this is no JSON: it ends too early"},
		"a JSON object":           {"d.json", "{}", `d.json:1: expected a list of objects (for example [{"city": "Lisbon"}, {"city": "Porto"}])`},
		"a JSON list of texts":    {"d.json", "[\n\"a\"]", `d.json:2: row 1 is no object (for example [{"city": "Lisbon"}, {"city": "Porto"}])`},
		"a nested JSON value":     {"d.json", "[{\"a\":\n {}}]", `d.json:2: "a" of row 1 is no single value (for example [{"city": "Lisbon"}, {"city": "Porto"}])`},
		"a JSON null":             {"d.json", "[{\"a\": null}]", `d.json:1: "a" of row 1 has no value (write "" for an empty text)`},
		"a JSON key twice":        {"d.json", "[{\"a\": 1, \"a\": 2}]", `d.json:1: duplicate key "a" in row 1 (keep one of them)`},
		"no JSON rows":            {"d.json", "[]", `d.json:1: the data file has no rows (for example [{"city": "Lisbon"}, {"city": "Porto"}])`},
		"more after JSON":         {"d.json", "[{\"a\":1}]\n[]", `d.json:2: there is more after the list (for example [{"city": "Lisbon"}, {"city": "Porto"}])`},
		"rows of different names": {"d.json", "[{\"a\": 1},\n{\"b\": 1}]", "d.json:1: row 1 has no \"b\", row 2 has (give every row the same names, or a default under variables)\nDIR/d.json:2: row 2 has no \"a\", row 1 has (give every row the same names, or a default under variables)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := "d.csv"
			files := map[string]string{}
			if c.name != "" {
				data, files[c.name] = c.name, c.file
			}
			files["a.md"] = front("data: " + data)
			dir := write(t, files)
			k, err := testcases.Load(filepath.Join(dir, "a.md"))
			require.NoError(t, err)
			require.NoError(t, k.Expand(env()))
			_, err = k.Rows()
			require.Error(t, err)
			require.Equal(t, "DIR/"+c.want, replaceAll(err.Error(), dir, "DIR"))
		})
	}
}

func TestPhoneCapabilities(t *testing.T) {
	t.Parallel()
	c := parse(t, front("platform: android\napp: com.example.app\ndevice: Pixel 9\nos_version: 15\nreset: none\ncapabilities: {'appium:deviceName': other}"))
	require.NoError(t, c.ResolveURL(""))
	if diff := cmp.Diff(map[string]any{
		"appium:app": "com.example.app", "appium:deviceName": "other", "appium:platformVersion": "15", "appium:noReset": true,
	}, c.Spec("x").Capabilities); diff != "" {
		t.Fatal(diff)
	}
}
