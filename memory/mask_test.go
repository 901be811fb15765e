package memory_test

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
)

func TestMask(t *testing.T) {
	t.Parallel()
	const password = "s3cret<&>\"sauce\""
	js, err := json.Marshal(password)
	require.NoError(t, err)
	cases := map[string]struct{ text, want string }{
		"a text without a secret stays":     {"Lisbon {{x}}", "Lisbon {{x}}"},
		"the value itself":                  {"a " + password + " b", "a {{password}} b"},
		"twice":                             {"ABC-DEF-123ABC-DEF-123", "{{licence}}{{licence}}"},
		"inside a word":                     {"xABC-DEF-123y", "x{{licence}}y"},
		"in a query":                        {"?p=" + url.QueryEscape(password) + "&x", "?p={{password}}&x"},
		"in a path":                         {"/" + url.PathEscape(password) + "/x", "/{{password}}/x"},
		"in a query in lower case hex":      {strings.ToLower(url.QueryEscape(password)), "{{password}}"},
		"in JSON":                           {string(js), `"{{password}}"`},
		"in JSON without HTML escapes":      {`"s3cret<&>\"sauce\""`, `"{{password}}"`},
		"quoted":                            {strconv.Quote(password), `"{{password}}"`},
		"in HTML":                           {html.EscapeString(password), "{{password}}"},
		"in HTML as innerHTML":              {`s3cret&lt;&amp;&gt;"sauce"`, "{{password}}"},
		"in base64":                         {base64.StdEncoding.EncodeToString([]byte(password)), "{{password}}"},
		"in URL base64":                     {base64.RawURLEncoding.EncodeToString([]byte(password)), "{{password}}"},
		"a marker stays as it is":           {"type {{password}}", "type {{password}}"},
		"a longer secret wins":              {"ABC-DEF-12345", "{{long}}"},
		"overlapping secrets go altogether": {"00ABC-DEF-123-tail99", "00{{licence}}99"},
		"the beginning of one cut off":      {"shows \"key ABC-DEF…\" and more", "shows \"key {{long}}…\" and more"},
		"an ellipsis after other words":     {"and so on… the ABC", "and so on… the ABC"},
		"three letters before an ellipsis":  {"ABC…", "ABC…"},
		"a short secret stays in free text": {"item 1234 of 12345", "item 1234 of 12345"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := seeded(t)
			require.NoError(t, s.SetSecret("long", "ABC-DEF-12345"))
			require.NoError(t, s.SetSecret("tail", "123-tail"))
			require.NoError(t, s.Set("pin", "1234"))
			got := s.Mask(c.text)
			require.Equal(t, c.want, got)
			require.Equal(t, got, s.Mask(got), "masking twice changes nothing")
		})
	}
}

func TestBasicAuthenticationIsMaskedAtEveryAlignment(t *testing.T) {
	t.Parallel()
	s := memory.New()
	s.Hide("http_credentials.password", "correct-horse")
	for _, user := range []string{"a", "ab", "abc", "abcd"} {
		text := base64.StdEncoding.EncodeToString([]byte(user + ":correct-horse"))
		got := s.Mask("Authorization: Basic " + text)
		require.Contains(t, got, "{{http_credentials.password}}")
		require.Less(t, len(got), len("Authorization: Basic ")+len("{{http_credentials.password}}")+len(user)*2+8)
	}
	_, err := s.Resolve("{{http_credentials.password}}")
	require.Error(t, err, "hidden is not stored")
}

func TestASecretThatIsPartOfItsNameIsMaskedOnce(t *testing.T) {
	t.Parallel()
	s := memory.New()
	require.NoError(t, s.Set("password", "password"))
	require.Equal(t, "{{password}} {{password}}", s.Mask("password {{password}}"))
}

func TestMaskField(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	require.NoError(t, s.Set("pin", "1234"))
	require.NoError(t, s.Set("otp", ""))
	require.Equal(t, "{{pin}}", s.MaskField("1234"))
	require.Equal(t, "{{pin}}", s.MaskField(" 1234\n"))
	require.Equal(t, "12345", s.MaskField("12345"))
	require.Equal(t, "x {{licence}}", s.MaskField("x ABC-DEF-123"))
	require.Empty(t, s.MaskField(""))
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"", "{{city}}", `\{{city}} \\{{ city }}`, "{{{city}}}", "{{", "}}", "{{x", "{{nope}}", `\\\{{`, "{{{{{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := memory.New()
		require.NoError(t, s.Set("city", "Lisbon"))
		got, err := s.Resolve(text)
		if err == nil && !strings.Contains(text, "{{") {
			require.Equal(t, text, got)
		}
		for _, name := range memory.Uses(text) {
			require.True(t, memory.ValidName(name))
		}
		back, err := s.Resolve(memory.Escape(text))
		require.NoError(t, err)
		require.Equal(t, text, back)
	})
}

func FuzzMask(f *testing.F) {
	f.Add("a text", "hunter2-hunter2", "longer-secret")
	f.Add("{{password}}abcdef", "}}abcdef", "password")
	f.Add("abcdefghij", "abcdef", "cdefghij")
	f.Add(`{"a":"x\"yzzzz"}`, `x"yzzzz`, "eHkienp6eg")
	f.Fuzz(func(t *testing.T, text, one, two string) {
		s := memory.New()
		require.NoError(t, s.SetSecret("password", one))
		require.NoError(t, s.SetSecret("other", two))
		marker := regexp.MustCompile(`\{\{(password|other)\}\}`)
		js, _ := json.Marshal(text)
		for _, text := range []string{text, text + one, one + two + text, url.QueryEscape(text + one), string(js), html.EscapeString(one + text)} {
			for _, piece := range marker.Split(s.Mask(text), -1) {
				for _, secret := range []string{one, two} {
					if utf8.RuneCountInString(secret) >= memory.MinMasked {
						require.NotContains(t, piece, secret)
					}
				}
			}
		}
		if utf8.RuneCountInString(one) >= memory.MinMasked && !strings.Contains(one, two) {
			require.NotEqual(t, "x"+one+"x", s.Mask("x"+one+"x"))
		}
		if one != "" && !strings.Contains(text, "{{") {
			require.True(t, marker.MatchString(s.MaskField(one)))
		}
	})
}
