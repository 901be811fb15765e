package commands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
)

func TestSameValue(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		want, got         string
		same, reformatted bool
	}{
		{"Lisbon", "Lisbon", true, false}, {"lisbon", "LISBON", true, true}, {" a ", "a", true, false}, {"cafe\u0301", "café", true, false},
		{"4111111111111111", "4111 1111 1111 1111", true, true}, {"+351912345678", "+351 912 345 678", true, true}, {"12052026", "12/05/2026", true, true},
		{"1234", "1,234", true, true}, {"1234.50", "$1,234.50", true, true}, {"1234", "1.234", true, true}, {"007", "7", true, true}, {"10", "10 %", true, true},
		{"1.5", "15", false, false}, {"1234", "12.34", false, false}, {"-5", "5", false, false}, {"5", "-5", false, false}, {"1.234", "1234", false, false},
		{"a.b@x.org", "ab@x.org", false, false}, {"A@x.org", "a@x.org", true, true},
		{"Lisbon", "", false, false}, {"Lisbon", "Porto", false, false}, {"Lisbon", "Lisbon 2", false, false}, {"!!!", "???", false, false}, {"!!!", "!!!", true, false},
		{"", "", true, false}, {"", "x", false, false}, {"a\nb", "a b", true, false}, {strings.Repeat("ab", 2000), strings.Repeat("ab", 1000), true, false}, {strings.Repeat("ab", 90), strings.Repeat("ab", 80), false, false},
	} {
		same, reformatted := commands.SameValue(tc.want, tc.got)
		require.Equal(t, tc.same, same, "%q, %q", tc.want, tc.got)
		if same {
			require.Equal(t, tc.reformatted, reformatted, "%q, %q", tc.want, tc.got)
		}
	}
}

func TestTheSentenceIsAddedAndTakenOut(t *testing.T) {
	t.Parallel()
	plain := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"a": {Type: "string"}}, Required: []string{"a"}, PropertyOrder: []string{"a"}}
	raw, err := json.Marshal(commands.WithSentence(plain))
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"object","properties":{"sentence":{"type":"integer"},"a":{"type":"string"}},"required":["sentence","a"]}`, string(raw))
	require.Len(t, plain.Properties, 1, "the command's own schema stays")
	require.Len(t, plain.Required, 1)

	for raw, want := range map[string]struct {
		n    int
		rest string
	}{
		`{"sentence":3,"b":1,"a":"x"}`:      {3, `{"b":1,"a":"x"}`},
		`{"b":{"sentence":9},"sentence":2}`: {2, `{"b":{"sentence":9}}`},
		`{"sentence":"4"}`:                  {4, `{}`},
		`{"sentence":4.0}`:                  {4, `{}`},
		`{"sentence":null,"a":1}`:           {0, `{"a":1}`},
		`{"sentence":"third","a":1}`:        {0, `{"a":1}`},
		`{"sentence":-1}`:                   {0, `{}`},
		`{"a":1}`:                           {0, `{"a":1}`},
		``:                                  {0, ``},
		`[1]`:                               {0, `[1]`},
		`{"sentence":1`:                     {0, `{"sentence":1`},
		`{"sentence":1} x`:                  {0, `{"sentence":1} x`},
	} {
		n, rest := commands.SplitSentence(json.RawMessage(raw))
		require.Equal(t, want.n, n, raw)
		require.Equal(t, want.rest, string(rest), raw)
	}
}

func FuzzSplitSentence(f *testing.F) {
	for _, raw := range []string{`{"sentence":3,"a":"x"}`, `{"sentence":`, `{"a":"\ud800","sentence":1}`, `[]`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		n, rest := commands.SplitSentence(raw)
		require.GreaterOrEqual(t, n, 0)
		require.Equal(t, json.Valid(raw), json.Valid(rest), "%s became %s", raw, rest)
	})
}
