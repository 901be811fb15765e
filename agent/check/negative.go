package check

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Negative reports whether a form says that something is absent, so that an
// empty page would fulfil it: such a check alone never proves a pass.
func Negative(f Form) bool {
	f = settled(f)
	switch f.Kind {
	case Text, Visible, Page, URL, Title, Dialog, Download:
		return f.Negated
	case Looks:
		return f.Negated
	case Cookie, Storage:
		return f.Negated && f.Op == Exists
	case State:
		s := stateNames[strings.ToLower(f.Value)]
		return s.name == "visible" && s.negated != f.Negated
	case Request, Console:
		return none(f)
	case Count:
		return none(f)
	}
	return false
}

// none reports that a count may be zero.
func none(f Form) bool {
	if (f.Kind == Console || f.Kind == Request) && f.Value != "" {
		return f.Negated
	}
	return compareNumber(f.Op, 0, f.Number) != f.Negated
}

// absence holds back what would be true of any empty or broken page, and absences
// of things nobody knows to exist.
func absence(f Form, w World, v verdict) Evidence {
	e := v.Evidence
	if e.Answer != Holds || !Negative(f) {
		return e
	}
	if f.Kind == Request || f.Kind == Console || f.Kind == Download || f.Kind == Dialog || f.Kind == Cookie || f.Kind == Storage {
		return e
	}
	if why := broken(w); why != "" {
		return withhold(e, why+", so that something is missing there proves nothing")
	}
	if f.Kind == URL || f.Kind == Title || f.Kind == Looks {
		return e
	}
	if w.Tree != nil && w.Tree.LeftOut > 0 {
		return withhold(e, fmt.Sprintf("%d elements of the page were not looked at", w.Tree.LeftOut))
	}
	if v.located || known(f, w) {
		return e
	}
	return withhold(e, "nothing like it was seen, but the statement may mean something that is worded otherwise: quote the text")
}

func withhold(e Evidence, why string) Evidence {
	e.Answer, e.Reason = CannotTell, why
	return e
}

// broken says why the page is no page to judge absence on, "" when it is.
func broken(w World) string {
	switch {
	case w.ErrorPage:
		return "the browser shows an error page"
	case w.Status >= 400:
		return fmt.Sprintf("the page is an error page (HTTP %d)", w.Status)
	case w.Tree != nil && empty(w.Tree):
		return "the page is empty"
	}
	return ""
}

// empty reports a page without any visible text, control or picture.
func empty(t *screen.Tree) bool {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Visible && (strings.TrimSpace(n.Text) != "" || screen.IsControl(n) || n.Picture) {
			return false
		}
	}
	return true
}

// known reports that the absent thing is one whose absence means something: quoted, seen earlier, or of a known role.
func known(f Form, w World) bool {
	names := []string{f.Value}
	if f.Quoted && f.Value != "" {
		return true
	}
	if q := f.Subject; q != nil && f.Kind != Text {
		if q.Quoted || familiar(*q) || f.Kind == Count && q.Name == "" {
			return true
		}
		names = []string{q.Name, q.Full}
	}
	for _, s := range names {
		if s != "" && w.Seen != nil && w.Seen(s) {
			return true
		}
	}
	return false
}

// familiar reports a nameless dialog, message, spinner or the like, which is recognised by its role.
func familiar(q screen.Query) bool {
	if q.Name != "" && (q.Quoted || q.Kind != "" && !strings.EqualFold(q.Kind, "text")) {
		return false
	}
	return familiarRole(nounOf(q)) != ""
}

// nounOf is what a description without a caption calls its thing.
func nounOf(q screen.Query) string {
	for _, s := range []string{q.Full, q.Name, q.Kind} {
		if s != "" {
			return strings.ToLower(s)
		}
	}
	return ""
}

// familiarRole is the kind a noun for a passing thing means: dialog, message or spinner; "" for any other.
func familiarRole(noun string) string {
	noun = strings.TrimSuffix(strings.TrimSuffix(noun, " is"), "s")
	switch noun {
	case "dialog", "modal", "popup", "pop-up", "alertdialog", "modal dialog", "dialog box", "modal window":
		return "dialog"
	case "alert", "error", "error message", "message", "warning", "notification", "toast", "validation error", "validation message", "error banner", "statu":
		return "message"
	case "spinner", "loader", "loading indicator", "loading spinner", "progres", "progressbar", "progress bar", "loading":
		return "spinner"
	case "tooltip":
		return "tooltip"
	}
	return ""
}
