package export

import (
	"slices"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// By is a way to look for an element.
type By string

// The ways. Those from row on are helpers at the end of the test.
const (
	ByRole        By = "role"
	ByLabel       By = "label"
	ByPlaceholder By = "placeholder"
	ByText        By = "text"
	ByCSS         By = "css"
	ByFrame       By = "frame" // N is its number
	ByNth         By = "nth"
	ByVisible     By = "visible" // the first visible one
	ByRow         By = "row"
	ByTestID      By = "testId"
	ByName        By = "named" // whatever shows that text or is called so
	ByField       By = "field" // a field by its label, placeholder or name
)

// Find is one step of a locator.
type Find struct {
	By    By
	Role  string
	Name  Text
	Exact bool // the name as it stands; else in any letter case
	N     int
}

// Locator is a way from the page to one element.
type Locator []Find

// plus adds steps.
func (l Locator) plus(more ...Find) Locator { return append(slices.Clone(l), more...) }

// ariaRoles are the roles of ours that Playwright knows under the same name.
var ariaRoles = strings.Fields(`alert alertdialog article banner button cell checkbox columnheader combobox complementary contentinfo dialog
	figure form grid gridcell group heading img link list listbox listitem main menu menubar menuitem menuitemcheckbox menuitemradio meter
	navigation option progressbar radio radiogroup region row rowheader scrollbar search searchbox slider spinbutton status switch tab table
	tablist tabpanel textbox toolbar tooltip tree treeitem`)

func aria(role string) bool { return slices.Contains(ariaRoles, role) }

// recorded is the locator of a recorded element; why says that nothing tells it from others.
func recorded(p screen.Fingerprint, step *language.Step) (l Locator, why string) {
	if p.Frame != "" {
		for _, n := range strings.Split(p.Frame, ".") {
			k, err := strconv.Atoi(n)
			if err != nil {
				return nil, "it stands in a frame whose route is not known"
			}
			l = append(l, Find{By: ByFrame, N: k})
		}
	}
	if p.TestID != "" && p.Twins == 0 {
		l = l.scoped(p)
		return l.plus(Find{By: ByTestID, Name: Text(p.TestID)}), ""
	}
	if id := p.HTMLID; id != "" && (p.Twins > 0 || p.Name == "") {
		return l.plus(Find{By: ByCSS, Name: Text(`[id="` + id + `"]`)}), ""
	}
	if p.Twins > 0 && p.Href == "" {
		return nil, strconv.Itoa(p.Twins) + " other controls have its name, and nothing that Playwright can look for tells them apart"
	}
	l = l.scoped(p)
	if name, ok := dialogOf(step); ok {
		l = append(l, Find{By: ByRole, Role: "dialog", Name: name})
	}
	name := Text(p.Name)
	switch {
	case p.Name == "":
		return nil, "it has no name, test id or id to look for"
	case p.Href != "" && p.Twins > 0:
		return l.plus(Find{By: ByCSS, Name: Text(`a[href^="` + pathOf(p.Href) + `"]`)}), ""
	case editable(p) && p.Label != "":
		return l.plus(Find{By: ByLabel, Name: Text(p.Label), Exact: true}), ""
	case editable(p) && p.Placeholder == p.Name:
		return l.plus(Find{By: ByPlaceholder, Name: name, Exact: true}), ""
	case aria(p.Role):
		return l.plus(Find{By: ByRole, Role: p.Role, Name: name, Exact: true}), ""
	case editable(p), p.Role == "file":
		return l.plus(Find{By: ByLabel, Name: name, Exact: true}), ""
	}
	return l.plus(Find{By: ByText, Name: name, Exact: true}), ""
}

// scoped adds the row, unless the element is what names it.
func (l Locator) scoped(p screen.Fingerprint) Locator {
	if p.RowKey == "" || p.RowKey == p.Name {
		return l
	}
	return l.plus(Find{By: ByRow, Name: Text(p.RowKey)})
}

// editable reports a field that takes text, where the label is the surest name.
func editable(p screen.Fingerprint) bool {
	switch p.Role {
	case "textbox", "searchbox", "spinbutton", "password", "date", "time", "datetime-local", "month", "week", "color":
		return true
	case "combobox":
		return p.Tag == "input" || p.Tag == "select"
	}
	return p.Tag == "textarea" || p.Tag == "select"
}

// dialogOf is the dialog the sentence names as the place of its target.
func dialogOf(step *language.Step) (Text, bool) {
	if step == nil || step.Target == nil {
		return "", false
	}
	for _, r := range step.Target.Rel {
		if r.Kind == screen.In && r.To.Kind == "dialog" {
			return Text(r.To.Name), true
		}
	}
	return "", false
}

func pathOf(address string) string {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			return rest[i:]
		}
		return "/"
	}
	return address
}
