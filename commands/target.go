package commands

import (
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Target is how a model points at an element: always a description; a number
// of the element list or a point of the picture picks.
type Target struct {
	Target string    `json:"target" validate:"required,max=300"`
	Number int       `json:"number,omitempty" validate:"omitempty,min=1"`
	Point  []float64 `json:"point,omitempty" validate:"omitempty,len=2"`
	// Anew says that the page has changed since it was observed: it is to be read again before the target is looked for.
	Anew bool `json:"-"`
}

// Subject is Target under a name to embed it by. Embedded as Target it would
// hide its own field Target from reflection, and with it from every schema.
type Subject = Target

// Located is a target found on the screen.
type Located struct {
	Description string       `json:"description"`
	Node        *screen.Node `json:"node,omitempty"` // nil when found by picture alone
	Point       screen.Point `json:"point"`          // where to act, in picture pixels
	Box         screen.Box   `json:"box"`
	By          string       `json:"by"` // number, point, tree, grounder
	Score       float64      `json:"score,omitempty"`
	Tree        *screen.Tree `json:"-"` // the tree Node was found in
	Index       int          `json:"-"` // of Node in Tree, -1 without
}

// Label is the located element in a few words: `button "Save"`.
func (l Located) Label() string {
	if l.Node == nil {
		return l.Description
	}
	name := l.Node.Name
	if name == "" {
		name = l.Description
	}
	return l.Node.Role + " \"" + name + "\""
}

// Quote sets a description in quotes for people, unless it has some of its own: "Save", but the "Save" button.
func Quote(description string) string {
	if strings.ContainsAny(description, "\"“”") {
		return description
	}
	return "\"" + description + "\""
}
