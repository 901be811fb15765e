package memory_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
)

func seeded(t *testing.T) *memory.Store {
	t.Helper()
	s := memory.New()
	require.NoError(t, s.Set("city", "Lisbon"))
	require.NoError(t, s.Set("user", "locked_out_user"))
	require.NoError(t, s.Set("password", "s3cret<&>\"sauce\""))
	require.NoError(t, s.SetSecret("licence", "ABC-DEF-123"))
	return s
}

func TestResolve(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ template, want, err string }{
		"a text without a template stays":         {"plain { text }", "plain { text }", ""},
		"a name is replaced":                      {"In {{city}}.", "In Lisbon.", ""},
		"spaces around the name are allowed":      {"{{ city }}{{\tuser }}", "Lisbonlocked_out_user", ""},
		"a secret is revealed":                    {"{{licence}}", "ABC-DEF-123", ""},
		"an escaped template is literal":          {`\{{city}} {{city}}`, "{{city}} Lisbon", ""},
		"a doubled backslash is a backslash":      {`C:\\{{city}}`, `C:\Lisbon`, ""},
		"three backslashes are one and an escape": {`\\\{{city}}`, `\{{city}}`, ""},
		"backslashes elsewhere stay":              {`a\b\\c {{city}}`, `a\b\\c Lisbon`, ""},
		"the last two of many braces open":        {"{{{city}}}", "{Lisbon}", ""},
		"an unknown name lists what is there":     {"{{zzz}}", "", "unknown variable {{zzz}}; in memory: city, licence, password, user"},
		"a mistyped name is given its nearest":    {"{{ctiy}}", "", "unknown variable {{ctiy}}; in memory: city, licence, password, user (did you mean {{city}}?)"},
		"an open template is an error":            {"a {{city", "", `"{{city" is never closed by }}; write \{{ for two literal braces`},
		"an expression is no name":                {"{{1+1}}", "", `"{{1+1}}" holds no variable name (letters, digits, _ - .); write \{{ for two literal braces`},
		"an empty template is no name":            {"{{ }}", "", `"{{ }}" holds no variable name (letters, digits, _ - .); write \{{ for two literal braces`},
		"closing braces alone are text":           {"a }} b", "a }} b", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := seeded(t).Resolve(c.template)
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestResolvedValuesAreNotResolvedAgain(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	require.NoError(t, s.Set("loop", "{{loop}} {{password}}"))
	got, err := s.Resolve("{{loop}}")
	require.NoError(t, err)
	require.Equal(t, "{{loop}} {{password}}", got)
}

func TestAnEmptyMemorySaysSo(t *testing.T) {
	t.Parallel()
	_, err := memory.New().Resolve("{{city}}")
	require.EqualError(t, err, "unknown variable {{city}}; memory is empty")
	var unknown *memory.UnknownError
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, "city", unknown.Name)
}

func TestUsesAndSecretsIn(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	require.Equal(t, []string{"user", "password"}, memory.Uses(`{{user}} {{ password }} {{user}} \{{city}}`))
	require.Empty(t, memory.Uses("{{user}} {{"))
	require.True(t, s.SecretsIn("a {{password}}"))
	require.True(t, s.SecretsIn("{{ licence }}"))
	require.False(t, s.SecretsIn(`{{user}} \{{password}}`))
}

func TestNamesAndMaskedNeverShowASecret(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	require.NoError(t, s.Set("note", "key is ABC-DEF-123"))
	if diff := cmp.Diff([]memory.Name{{"city", false}, {"licence", true}, {"note", false}, {"password", true}, {"user", false}}, s.Names()); diff != "" {
		t.Fatal(diff)
	}
	require.Equal(t, "password (secret)", s.Names()[3].String())
	if diff := cmp.Diff(map[string]string{
		"city": "Lisbon", "licence": "***", "note": "key is {{licence}}", "password": "***", "user": "locked_out_user",
	}, s.Masked()); diff != "" {
		t.Fatal(diff)
	}
	js, err := json.Marshal(s.Snapshot())
	require.NoError(t, err)
	for _, out := range []string{fmt.Sprintf("%+v %#v", s, s.Snapshot()), string(js)} {
		require.NotContains(t, out, "sauce")
		require.NotContains(t, out, "ABC-DEF")
	}
}

func TestASecretStaysSecretWhenItIsOverwritten(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	require.NoError(t, s.Set("licence", "new-licence-9"))
	require.True(t, s.IsSecret("licence"))
	require.Equal(t, "old {{licence}}, new {{licence}}", s.Mask("old ABC-DEF-123, new new-licence-9"))
}

func TestABadNameIsRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "1a", "a{b", "a}b", " a", "a ", "a  b", "a\nb"} {
		require.Error(t, memory.New().Set(name, "x"), name)
	}
	for _, name := range []string{"a", "_a", "First name", "größe", "a.b-c_1"} {
		require.NoError(t, memory.New().Set(name, "x"), name)
	}
}

func TestSecretName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"password": true, "userPassword": true, "api_key": true, "APIKey": true, "api-key": true, "OTP code": true, "otp1": true, "PIN": true,
		"access.token": true, "client_secret": true, "shopPIN2": true, "pwd": true, "SHOP_PASSWORD": true,
		"monkey": false, "keyboard": false, "spin": false, "pinned": false, "tokenized": false, "user": false, "passport": false, "": false, "secretary": false,
	} {
		require.Equal(t, want, memory.SecretName(name), name)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"viewport", "variables", "max_steps", "url", "tags"}
	for word, want := range map[string]string{
		"veiwport": "viewport", "maxSteps": "max_steps", "max-step": "max_steps", "ulr": "url", "tag": "tags", "zebra": "", "": "", "x": "",
	} {
		require.Equal(t, want, memory.Nearest(word, known), word)
	}
}

func TestTheStoreMayBeUsedByMany(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 50 {
				_ = s.SetSecret(fmt.Sprintf("s%d", i), fmt.Sprintf("secret-%d-%d", i, j))
				_ = s.Mask("secret-1-1 and ABC-DEF-123")
				_ = s.MaskField("x")
				_, _ = s.Resolve("{{city}}")
				_ = s.Masked()
			}
		})
	}
	wg.Wait()
	require.Equal(t, "{{licence}}", s.Mask("ABC-DEF-123"))
}
