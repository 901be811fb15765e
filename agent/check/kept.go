package check

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent/screen"
)

// attribute: an attribute of an element, as the document has it.
func attribute(f Form, w World) verdict {
	n, _, failed := ground(f.Subject, w)
	if n == nil {
		return failed
	}
	if w.Attribute == nil {
		return unsure("this device cannot read attributes")
	}
	got, ok, err := w.Attribute(n.ID, f.Name)
	if err != nil {
		return unsure("the attribute could not be read: " + err.Error())
	}
	what := fmt.Sprintf("the attribute %q of %s", f.Name, screen.Describe(n))
	return kept(f, what, got, ok).at(n, got)
}

// cookie: a cookie the page's address is sent.
func cookie(f Form, w World) verdict {
	if w.Cookie == nil {
		return unsure("this device cannot read cookies")
	}
	got, ok, err := w.Cookie(f.Name)
	if err != nil {
		return unsure("the cookies could not be read: " + err.Error())
	}
	return kept(f, fmt.Sprintf("the cookie %q", f.Name), got, ok)
}

// stored: an item of the page's web storage.
func stored(f Form, w World) verdict {
	if w.Stored == nil {
		return unsure("this device cannot read web storage")
	}
	got, ok, err := w.Stored(f.Session, f.Name)
	if err != nil {
		return unsure("the web storage could not be read: " + err.Error())
	}
	area := "local"
	if f.Session {
		area = "session"
	}
	return kept(f, fmt.Sprintf("the item %q of %s storage", f.Name, area), got, ok)
}

// kept compares a value that may not be there.
func kept(f Form, what, got string, ok bool) verdict {
	switch {
	case f.Op == Exists:
		v := either(ok, "%s is there", what).sides(what, "not there")
		if ok {
			v.Actual = got
		} else {
			v.Reason = what + " is not there"
		}
		return v
	case !ok:
		v := no("%s is not there", what).sides(expected(f.Op, want(f)), "not there")
		v.missing = true
		return v
	}
	holds, bad := compareText(f, got, true) // machines tell letter case apart
	if bad != "" {
		return unsure(bad)
	}
	return either(holds, "%s is %q", what, cut(got)).sides(expected(f.Op, want(f)), got)
}

// file: what a downloaded file holds, or its size in bytes.
func file(f Form, w World) verdict {
	if w.File == nil {
		return unsure("this device keeps no downloads")
	}
	content, size, err := w.File(f.Name)
	if err != nil {
		v := no("%s", err.Error()).sides(expected(f.Op, want(f)), "no such file")
		v.missing = true
		return v
	}
	if f.Kind == FileSize {
		v := either(compareNumber(f.Op, float64(size), f.Number), "the file %q has %d bytes", f.Name, size)
		return v.sides(expected(f.Op, figure(f.Number)), strconv.FormatInt(size, 10))
	}
	switch {
	case size > MaxFile:
		return unsure(fmt.Sprintf("the file %q has %d bytes, which is more than is looked into", f.Name, size))
	case !utf8.Valid(content):
		return unsure(fmt.Sprintf("the file %q is no text", f.Name))
	}
	text := strings.TrimPrefix(string(content), "\ufeff")
	holds := screen.MatchText(text, f.Value, screen.TextOptions{Exact: f.Exact, Part: f.Part})
	if f.Op != Contains {
		var bad string
		if holds, bad = compareText(f, strings.TrimRight(text, "\r\n"), f.Exact); bad != "" {
			return unsure(bad)
		}
	}
	return either(holds, "the file %q says %q", f.Name, cut(text)).sides(expected(f.Op, want(f)), text)
}
