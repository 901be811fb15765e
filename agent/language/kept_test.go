package language_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// TestWhatIsKeptOutsideOfThePage: cookies, storage, attributes, downloaded files and looks, in the words people use.
func TestWhatIsKeptOutsideOfThePage(t *testing.T) {
	t.Parallel()
	docs := &screen.Query{Kind: "link", Name: "Docs", Quoted: true}
	q := func(f check.Form) check.Form { f.Quoted = true; return f }
	cookie := func(op check.Op, value string, negated bool) check.Form {
		return q(check.Form{Kind: check.Cookie, Name: "sid", Op: op, Value: value, Negated: negated})
	}
	theme := func(op check.Op, value string, session bool) check.Form {
		return q(check.Form{Kind: check.Storage, Name: "theme", Op: op, Value: value, Session: session})
	}
	rel := func(op check.Op, value string, negated bool) check.Form {
		return q(check.Form{Kind: check.Attribute, Subject: docs, Name: "rel", Op: op, Value: value, Negated: negated})
	}
	file := func(op check.Op, value string, negated bool) check.Form {
		return q(check.Form{Kind: check.File, Name: "report.csv", Op: op, Value: value, Negated: negated})
	}
	size := func(op check.Op, n float64) check.Form {
		return q(check.Form{Kind: check.FileSize, Name: "report.csv", Op: op, Number: n})
	}
	looks := func(change func(*check.Form)) check.Form {
		f := q(check.Form{Kind: check.Looks, Name: "home"})
		if change != nil {
			change(&f)
		}
		return f
	}
	for text, want := range map[string]check.Form{
		`Check that the cookie "sid" exists.`:                                           cookie(check.Exists, "", false),
		`Check that there is a cookie named "sid".`:                                     cookie(check.Exists, "", false),
		`Verify that the "sid" cookie is set.`:                                          cookie(check.Exists, "", false),
		`Check that there is no cookie "sid".`:                                          cookie(check.Exists, "", true),
		`The cookie "sid" should not exist.`:                                            cookie(check.Exists, "", true),
		`Check that the cookie "sid" is "abc".`:                                         cookie(check.Equals, "abc", false),
		`Check that the cookie "sid" has the value "abc".`:                              cookie(check.Equals, "abc", false),
		`Check that the cookie "sid" is not "abc".`:                                     cookie(check.Equals, "abc", true),
		`Check that the cookie "sid" contains "ab".`:                                    cookie(check.Contains, "ab", false),
		`Check that the local storage item "theme" is "dark".`:                          theme(check.Equals, "dark", false),
		`Check that the item "theme" in local storage is set to "dark".`:                theme(check.Equals, "dark", false),
		`Check that the session storage key "theme" exists.`:                            theme(check.Exists, "", true),
		`Check that the "rel" attribute of the "Docs" link is "noopener".`:              rel(check.Equals, "noopener", false),
		`Check that the attribute "rel" of the "Docs" link contains "noop".`:            rel(check.Contains, "noop", false),
		`Check that the "rel" attribute of the "Docs" link does not contain "x".`:       rel(check.Contains, "x", true),
		`Check that the "Docs" link has the attribute "rel".`:                           rel(check.Exists, "", false),
		`Check that the "Docs" link has no attribute "rel".`:                            rel(check.Exists, "", true),
		`Check that the "Docs" link does not have the attribute "rel".`:                 rel(check.Exists, "", true),
		`Check that the "Docs" link has the attribute "rel" with the value "noopener".`: rel(check.Equals, "noopener", false),
		`Check that the downloaded file "report.csv" contains "Total".`:                 file(check.Contains, "Total", false),
		`Check that the downloaded file "report.csv" does not contain "Error".`:         file(check.Contains, "Error", true),
		`Check that the downloaded file "report.csv" is not empty.`:                     size(check.More, 0),
		`Check that the downloaded file "report.csv" is larger than 10 kB.`:             size(check.More, 10000),
		`Check that the page looks like "home".`:                                        looks(nil),
		`Check that the page looks like "home" within 1 %.`:                             looks(func(f *check.Form) { f.Number = 1 }),
		`Check that the "Docs" link looks like "home".`:                                 looks(func(f *check.Form) { f.Subject = docs }),
		`Check that the page looks like "home" except for the "Docs" link.`:             looks(func(f *check.Form) { f.Except = []screen.Query{*docs} }),
	} {
		steps, refusal := language.Parse(text)
		require.Nil(t, refusal, text)
		require.Len(t, steps, 1, text)
		got := steps[0].Form
		require.NotNil(t, got, text)
		for _, query := range append([]*screen.Query{got.Subject}, pointers(got.Except)...) {
			if query != nil {
				query.Full = ""
			}
		}
		require.Equal(t, want, *got, text)
	}
	for _, text := range []string{
		`Check that the cookie "sid" is fresh.`, `Check that the cookie "sid" is "a" or "b".`, `Check that the cookie "sid" exists after login.`,
		`Check that the "Docs" link has the right attribute.`, `Check that the attribute "rel" is "x".`, `Check that the "rel" attribute of the "Docs" link is good.`,
		`Check that the downloaded file is right.`, `Check that the downloaded file "a.csv" is larger than 10 pages.`, `Check that the downloaded file "a.csv" looks right.`,
		`Check that the page looks like the mockup.`, `Check that the page looks like "home" more or less.`, `Check that the page looks like "home" within 99 %.`,
		`Check that the local storage item "theme" was recently "dark".`,
	} {
		steps, refusal := language.Parse(text)
		require.NotNil(t, refusal, "%s: %+v", text, steps)
	}
}

func pointers(qs []screen.Query) []*screen.Query {
	var out []*screen.Query
	for i := range qs {
		out = append(out, &qs[i])
	}
	return out
}
