package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// variable: a stored variable, against the value or number.
func variable(f Form, w World) verdict {
	got, ok := w.Variables[f.Name]
	if !ok {
		names := make([]string, 0, len(w.Variables))
		for name := range w.Variables {
			names = append(names, name)
		}
		slices.Sort(names)
		return unsure(fmt.Sprintf("nothing is stored under %q (there is: %s)", f.Name, cut(strings.Join(names, ", "))))
	}
	numeric := f.Op == Less || f.Op == AtMost || f.Op == More || f.Op == AtLeast
	if f.Value == "" && f.Op == Equals && f.Number != 0 {
		a, ok := screen.ParseNumber(got)
		if !ok {
			return unsure(fmt.Sprintf("the variable %q is not one number", f.Name))
		}
		return either(compareNumber(Equals, a, f.Number), "the variable %q is %s", f.Name, figure(a)).sides(figure(f.Number), figure(a))
	}
	ok, bad := compareText(f, got, f.Exact)
	if bad != "" {
		return unsure(bad)
	}
	right := f.Value
	if numeric {
		right = want(f)
	}
	return either(ok, "the variable %q is %q", f.Name, cut(got)).sides(expected(f.Op, right), got)
}

// faults: one with the text, or how many there are.
func faults(f Form, got []string, what string) verdict {
	list := cut(strings.Join(got, "; "))
	if f.Value == "" {
		v := either(compareNumber(f.Op, float64(len(got)), f.Number), "there was no %s", what)
		if len(got) > 0 {
			v.Reason, v.Quote = fmt.Sprintf("there are %d %ss: %s", len(got), what, list), got[0]
			if len(got) == 1 {
				v.Reason = fmt.Sprintf("there is a %s: %s", what, list)
			}
		}
		return v.sides(expected(f.Op, figure(f.Number)), figure(float64(len(got))))
	}
	for _, s := range got {
		if screen.MatchText(s, f.Value, screen.TextOptions{Exact: f.Exact, Part: f.Part}) {
			v := yes("there is a %s %q", what, cut(s))
			v.Quote = s
			return v.sides(f.Value, s)
		}
	}
	return no("there is no %s with %q", what, cut(f.Value)).sides(f.Value, list)
}

// download: a file of that name was downloaded.
func download(f Form, w World) verdict {
	list := cut(strings.Join(w.Downloads, ", "))
	if f.Value == "" {
		return either(len(w.Downloads) > 0, "%d files were downloaded", len(w.Downloads)).sides("a file", list)
	}
	for _, name := range w.Downloads {
		ok, bad := compareText(f, name, f.Exact)
		if bad != "" {
			return unsure(bad)
		}
		if ok {
			v := yes("the file %q was downloaded", name)
			v.Quote = name
			return v.sides(expected(f.Op, f.Value), name)
		}
	}
	if len(w.Downloads) == 0 {
		return no("no file was downloaded").sides(expected(f.Op, f.Value), "")
	}
	return no("no file of that name was downloaded, only %s", list).sides(expected(f.Op, f.Value), list)
}

// clipboard: what the application copied.
func clipboard(f Form, w World) verdict {
	if w.Clipboard == nil {
		return unsure("this device cannot read the clipboard")
	}
	ok, bad := compareText(f, *w.Clipboard, f.Exact)
	if bad != "" {
		return unsure(bad)
	}
	return either(ok, "the clipboard holds %q", cut(*w.Clipboard)).sides(expected(f.Op, f.Value), *w.Clipboard)
}

// dialog: a native dialog is or was open.
func dialog(f Form, w World) verdict {
	list := cut(strings.Join(w.Dialogs, "; "))
	for _, s := range w.Dialogs {
		if f.Value == "" || screen.MatchText(s, f.Value, screen.TextOptions{Exact: f.Exact, Part: f.Part}) {
			v := yes("there was a dialog %q", cut(s))
			v.Quote = s
			return v.sides(f.Value, s)
		}
	}
	if len(w.Dialogs) == 0 {
		return no("there was no dialog").sides(f.Value, "")
	}
	return no("no dialog says %q, only: %s", cut(f.Value), list).sides(f.Value, list)
}
