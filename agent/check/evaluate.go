package check

import (
	"fmt"

	"github.com/verdict-run/verdict/agent/screen"
)

// verdict is what one evaluator found about the statement without its negation.
type verdict struct {
	Evidence
	// missing says that the subject itself was not there, so that neither the statement nor its
	// denial can be read off it.
	missing bool
	// located says that the subject is in the page though not visible, so that its absence means something.
	located bool
}

// Evaluate decides one statement about one moment of the page. It never guesses:
// what code cannot decide is CannotTell, with the reason in plain English.
func Evaluate(f Form, w World) Evidence {
	f = settled(f)
	v := positive(f, w)
	v.By = "code"
	if w.Tree != nil {
		v.URL = w.Tree.URL
	}
	if !f.Negated {
		return absence(f, w, v)
	}
	switch {
	case v.missing && v.Answer == DoesNotHold:
		v.Answer, v.Reason = CannotTell, v.Reason+", so nothing can be said of it"
	case v.Answer == Holds:
		v.Answer = DoesNotHold
	case v.Answer == DoesNotHold:
		v.Answer = Holds
	}
	return absence(f, w, v)
}

// settled gives a form its one meaning. Console without a text is "there is a console
// error", negated "none"; Request equal to 0 is "none" with and without a negation, as both are said.
func settled(f Form) Form {
	zero := f.Value == "" && f.Op == Equals && f.Number == 0
	switch {
	case f.Kind == Console && zero:
		f.Op, f.Number = AtLeast, 1
	case f.Kind == Request && zero:
		f.Negated = false
	case f.Kind == Count && f.Subject != nil:
		q := screen.Counted(*f.Subject)
		f.Subject = &q
	}
	return f
}

// positive evaluates the statement as if it were not negated.
func positive(f Form, w World) verdict {
	if w.Tree == nil && needsTree(f.Kind) {
		return unsure("there is no element tree of the page")
	}
	switch f.Kind {
	case Text:
		return text(f, w)
	case Visible:
		return visible(f, w)
	case Value:
		return value(f, w)
	case State:
		return state(f, w)
	case Focus:
		f.Value = "focused"
		return state(f, w)
	case Count:
		return count(f, w)
	case Options:
		return options(f, w)
	case URL:
		return address(f, w)
	case Title:
		return title(f, w)
	case Page:
		return page(f, w)
	case Order:
		return order(f, w)
	case Number:
		return number(f, w)
	case Cell:
		return cell(f, w)
	case Variable:
		return variable(f, w)
	case Request:
		return faults(f, w.Requests, "failed request")
	case Console:
		return faults(f, w.Console, "console error")
	case Download:
		return download(f, w)
	case Clip:
		return clipboard(f, w)
	case Dialog:
		return dialog(f, w)
	case Attribute:
		return attribute(f, w)
	case Cookie:
		return cookie(f, w)
	case Storage:
		return stored(f, w)
	case File, FileSize:
		return file(f, w)
	case Looks:
		return pictured(f, w)
	}
	return unsure(fmt.Sprintf("%q is no statement code can decide", f.Kind))
}

func needsTree(k Kind) bool {
	switch k {
	case Variable, Request, Console, Download, Clip, Dialog, Cookie, Storage, File, FileSize:
		return false
	}
	return true
}

func says(a Answer, format string, args ...any) verdict {
	return verdict{Evidence: Evidence{Answer: a, Reason: fmt.Sprintf(format, args...)}}
}

func yes(format string, args ...any) verdict { return says(Holds, format, args...) }
func no(format string, args ...any) verdict  { return says(DoesNotHold, format, args...) }
func unsure(reason string) verdict           { return says(CannotTell, "%s", reason) }

// either is yes or no.
func either(ok bool, format string, args ...any) verdict {
	if ok {
		return yes(format, args...)
	}
	return no(format, args...)
}

// sides adds what was expected and what was found.
func (v verdict) sides(expected, actual string) verdict {
	v.Expected, v.Actual = expected, actual
	return v
}

// at adds the place and words of a node.
func (v verdict) at(n *screen.Node, quote string) verdict {
	v.Quote = quote
	if !n.Box.Empty() {
		v.Boxes = append(v.Boxes, n.Box)
	}
	return v
}
