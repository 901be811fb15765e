package check

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// address: the URL, against the value.
func address(f Form, w World) verdict {
	got := w.Tree.URL
	if f.Value == "" {
		return unsure("the statement names no address")
	}
	if got == "" {
		return unsure("the address is not known")
	}
	var ok bool
	switch f.Op {
	case Equals:
		ok = sameURL(got, f.Value, f.Exact)
	case Contains, Starts, Ends:
		ok = urlHas(f, got)
		if plain, err := url.PathUnescape(got); !ok && err == nil && plain != got {
			ok = urlHas(f, plain)
		}
	default:
		var bad string
		if ok, bad = compareText(f, got, true); bad != "" {
			return unsure(bad)
		}
	}
	return either(ok, "the URL is %s", cut(got)).sides(expected(f.Op, f.Value), got)
}

// urlHas finds a part of an address. It may end inside a word, as "contains" means for
// addresses, but not inside a number: "id=5" is not in "id=55".
func urlHas(f Form, got string) bool {
	want := f.Value
	if !f.Exact {
		got, want = strings.ToLower(got), strings.ToLower(want)
	}
	switch f.Op {
	case Starts:
		return strings.HasPrefix(got, want) || strings.HasPrefix(path(got), want) && strings.HasPrefix(want, "/")
	case Ends:
		return strings.HasSuffix(got, want) || strings.HasSuffix(strings.TrimSuffix(got, "/"), strings.TrimSuffix(want, "/"))
	}
	for from := 0; ; {
		at := strings.Index(got[from:], want)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(want)
		if f.Part || !(at > 0 && digit(want[0]) && digit(got[at-1])) && !(end < len(got) && digit(want[len(want)-1]) && digit(got[end])) {
			return true
		}
		from = at + 1
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// path is everything behind the host.
func path(u string) string {
	if _, rest, ok := strings.Cut(u, "://"); ok {
		u = rest
	}
	if i := strings.IndexByte(u, '/'); i >= 0 {
		return u[i:]
	}
	return "/"
}

// sameURL compares what the value names: a path alone, a host and path, or all; a
// trailing slash does not count, a fragment and a query only when the value has one.
func sameURL(got, want string, exact bool) bool {
	g, err := url.Parse(got)
	if err != nil {
		return got == want
	}
	relative := strings.HasPrefix(want, "/")
	if !relative && !strings.Contains(want, "://") {
		want = g.Scheme + "://" + want
	}
	x, err := url.Parse(want)
	if err != nil {
		return false
	}
	same := func(a, b string) bool {
		if exact {
			return a == b
		}
		return strings.EqualFold(a, b)
	}
	trim := func(s string) string { return strings.TrimRight(s, "/") }
	switch {
	case !relative && (!strings.EqualFold(g.Host, x.Host) || !strings.EqualFold(g.Scheme, x.Scheme)):
		return false
	case !same(trim(g.Path), trim(x.Path)):
		return false
	case g.RawQuery != x.RawQuery && (x.RawQuery != "" || exact):
		return false
	case x.RawQuery == "" && g.RawQuery != "" && !relative:
		return false
	}
	return x.Fragment == "" || g.Fragment == x.Fragment
}

// title: the title of the page, against the value.
func title(f Form, w World) verdict {
	got := w.Tree.Title
	if f.Value == "" && f.Op != Equals {
		return unsure("the statement names no title")
	}
	ok, bad := compareText(f, got, f.Exact)
	if bad != "" {
		return unsure(bad)
	}
	return either(ok, "the title is %q", cut(got)).sides(expected(f.Op, f.Value), got)
}

// page: "on the X page" needs two of address, title and heading.
func page(f Form, w World) verdict {
	if strings.TrimSpace(f.Value) == "" {
		return unsure("the statement names no page")
	}
	if w.Status >= 400 || w.ErrorPage {
		v := no("this is an error page (HTTP %d), not the %s page", w.Status, f.Value)
		return v.sides(f.Value, w.Tree.URL)
	}
	var signs []string
	v := verdict{}
	if inURL(w.Tree.URL, f.Value) {
		signs = append(signs, "the URL ("+cut(path(w.Tree.URL))+")")
	}
	if named(w.Tree.Title, f.Value) {
		signs = append(signs, fmt.Sprintf("the title (%q)", cut(w.Tree.Title)))
	}
	headings := []string{}
	for i := range w.Tree.Nodes {
		n := &w.Tree.Nodes[i]
		if n.Role != "heading" || !n.Visible || n.Text == "" {
			continue
		}
		headings = append(headings, n.Text)
		if named(n.Text, f.Value) {
			signs = append(signs, fmt.Sprintf("the heading (%q)", cut(n.Text)))
			v = v.at(n, n.Text)
			break
		}
	}
	list := strings.Join(signs, " and ")
	switch {
	case len(signs) >= 2:
		v.Answer, v.Reason = Holds, fmt.Sprintf("%s say %q", list, f.Value)
	case len(signs) == 1:
		v.Answer, v.Reason = CannotTell, fmt.Sprintf("only %s says %q; two of URL, title and heading are needed", list, f.Value)
	case f.Quoted || f.Negated:
		v.Answer, v.Reason = DoesNotHold, fmt.Sprintf("neither URL, title nor a heading says %q", f.Value)
	default:
		v.Answer, v.Reason = CannotTell, fmt.Sprintf("neither URL, title nor a heading says %q, but the page may be called otherwise", f.Value)
	}
	return v.sides(f.Value, strings.Join(append([]string{path(w.Tree.URL), w.Tree.Title}, headings[:min(len(headings), 2)]...), " | "))
}

// named reports that a title or heading has the name of a page, or a synonym of it.
func named(got, name string) bool {
	return screen.MatchText(got, name, screen.TextOptions{}) || screen.Alike(name, got) >= .9
}

// inURL reports that the segments of an address say the name: "/log-in" and "/login" are "Log in"; "/" is "home".
func inURL(u, name string) bool {
	p := path(u)
	if unescaped, err := url.PathUnescape(p); err == nil {
		p = unescaped
	}
	if short := strings.Trim(strings.ToLower(strings.SplitN(p, "?", 2)[0]), "/"); short == "" || short == "index.html" {
		if n := strings.ToLower(name); n == "home" || n == "start" || n == "landing" || n == "main" {
			return true
		}
	}
	squeeze := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127 {
				return r
			}
			return -1
		}, strings.ToLower(s))
	}
	want := squeeze(name)
	for _, seg := range strings.FieldsFunc(p, func(r rune) bool { return strings.ContainsRune("/?#&=", r) }) {
		seg = strings.TrimSuffix(strings.TrimSuffix(seg, ".html"), ".php")
		words := strings.NewReplacer("-", " ", "_", " ", ".", " ", "+", " ").Replace(seg)
		if want != "" && squeeze(seg) == want || screen.MatchText(words, name, screen.TextOptions{}) || screen.Alike(name, words) >= .9 {
			return true
		}
	}
	return false
}
