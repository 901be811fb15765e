package testcases_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/testcases"
)

func TestOneTimeCodes(t *testing.T) {
	t.Parallel()
	c := parse(t, front("credentials: {user: ana, code: {totp: \"${SHOP_KEY}\"}}"))
	require.NoError(t, c.Expand(func(name string) (string, bool) { return "GEZDGNBVGY3TQOJQ", name == "SHOP_KEY" }))
	store := memory.New()
	require.NoError(t, c.Seed(store))
	code, err := store.Resolve("{{code}}")
	require.NoError(t, err)
	require.Regexp(t, `^\d{6}$`, code)
	require.True(t, store.IsSecret("code"))
	require.Equal(t, "key {{code}}", store.Mask("key GEZDGNBVGY3TQOJQ"))

	for text, want := range map[string]string{
		"credentials: {code: {totp: nonsense!}}":                   "credentials.code: totp: it is no key in base32",
		"variables: {code: {totp: \"otpauth://hotp/x?secret=A\"}}": "variables.code: totp: it is",
		"ask: {defaults: {code: {totp: GEZDGNBVGY3TQOJQ}}}":        "ask.defaults.code: an answer cannot be a one-time code",
	} {
		_, err := testcases.Parse("x.md", []byte(front(text)))
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "nonsense!")
	}
}
