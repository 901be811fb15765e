package check_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

// keeping is a world where the link "Docs" opens a new tab, one cookie and one item of each storage are set, and files lie.
func keeping() check.World {
	have := func(m map[string]string) func(string) (string, bool, error) {
		return func(name string) (string, bool, error) {
			if name == "broken" {
				return "", false, errors.New("it broke")
			}
			v, ok := m[name]
			return v, ok, nil
		}
	}
	attributes, local, session := have(map[string]string{"target": "_blank", "rel": "noopener external"}), have(map[string]string{"theme": "dark"}), have(map[string]string{"step": "3"})
	return check.World{
		Tree:      screentest.Parse("link \"Docs\"\nbutton \"Save\""),
		Attribute: func(_, name string) (string, bool, error) { return attributes(name) },
		Cookie:    have(map[string]string{"sid": "abc-1"}),
		Stored: func(s bool, key string) (string, bool, error) {
			if s {
				return session(key)
			}
			return local(key)
		},
		File: func(name string) ([]byte, int64, error) {
			switch name {
			case "report.csv":
				return []byte("name,total\nAna,12\n"), 18, nil
			case "big.csv":
				return []byte(strings.Repeat("x", 10)), check.MaxFile + 1, nil
			case "logo.png":
				return []byte{0x89, 'P', 'N', 'G', 0xff}, 5, nil
			}
			return nil, 0, errors.New("no file of that name was downloaded, only report.csv")
		},
	}
}

func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	docs := el("link", "Docs")
	attr := func(name string, op check.Op, value string) check.Form {
		return check.Form{Kind: check.Attribute, Subject: docs, Name: name, Op: op, Value: value}
	}
	of := func(k check.Kind, name string, op check.Op, value string) check.Form {
		return check.Form{Kind: k, Name: name, Op: op, Value: value}
	}
	size := func(name string, op check.Op, n float64) check.Form {
		return check.Form{Kind: check.FileSize, Name: name, Op: op, Number: n}
	}
	item := check.Form{Kind: check.Storage, Session: true, Name: "step", Op: check.Equals, Value: "3"}
	nobody := attr("target", check.Equals, "_blank")
	nobody.Subject = el("link", "Nobody")
	for name, c := range map[string]struct {
		f    check.Form
		want check.Answer
	}{
		"an attribute":                     {attr("target", check.Equals, "_blank"), yes},
		"another value":                    {attr("target", check.Equals, "_self"), no},
		"letter case counts":               {attr("target", check.Equals, "_BLANK"), no},
		"part of an attribute":             {attr("rel", check.Contains, "noopener"), yes},
		"an attribute that is there":       {attr("rel", check.Exists, ""), yes},
		"one that is not":                  {attr("download", check.Exists, ""), no},
		"no such attribute":                {not(attr("download", check.Exists, "")), yes},
		"a value of what is not there":     {attr("download", check.Equals, "x"), no},
		"nothing follows from what is not": {not(attr("download", check.Equals, "x")), idk},
		"an attribute of nobody":           {nobody, no},
		"an attribute nobody could read":   {attr("broken", check.Equals, "x"), idk},
		"a cookie":                         {of(check.Cookie, "sid", check.Equals, "abc-1"), yes},
		"a cookie that is there":           {of(check.Cookie, "sid", check.Exists, ""), yes},
		"no such cookie":                   {not(of(check.Cookie, "gone", check.Exists, "")), yes},
		"a cookie that should have gone":   {not(of(check.Cookie, "sid", check.Exists, "")), no},
		"local storage":                    {of(check.Storage, "theme", check.Equals, "dark"), yes},
		"local storage is no session's":    {of(check.Storage, "step", check.Exists, ""), no},
		"session storage":                  {item, yes},
		"a file that says so":              {of(check.File, "report.csv", check.Contains, "Ana,12"), yes},
		"a file that does not":             {of(check.File, "report.csv", check.Contains, "Ana,13"), no},
		"a file that must not":             {not(of(check.File, "report.csv", check.Contains, "Bob")), yes},
		"a file that is not there":         {of(check.File, "other.csv", check.Contains, "Ana"), no},
		"nothing follows from no file":     {not(of(check.File, "other.csv", check.Contains, "Ana")), idk},
		"a file too big to look into":      {of(check.File, "big.csv", check.Contains, "Ana"), idk},
		"a file that is no text":           {of(check.File, "logo.png", check.Contains, "PNG"), idk},
		"a size":                           {size("report.csv", check.AtLeast, 18), yes},
		"a size of what is no text":        {size("logo.png", check.More, 4), yes},
		"an empty file it is not":          {size("report.csv", check.Equals, 0), no},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := check.Evaluate(c.f, keeping())
			require.Equal(t, c.want, got.Answer, got.Reason)
			require.NotEmpty(t, got.Reason)
			bare := check.Evaluate(c.f, check.World{Tree: screentest.Parse("link \"Docs\"")})
			require.NotEqual(t, yes, bare.Answer, "a device without the ability proves nothing: %s", bare.Reason)
		})
	}
	require.True(t, check.Negative(not(of(check.Cookie, "x", check.Exists, ""))), "any empty page has no cookie")
}
