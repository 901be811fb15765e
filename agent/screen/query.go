package screen

// Query is a target as a sentence describes it.
type Query struct {
	// Name is the caption without article and kind word ("Sign In").
	Name string `json:"name,omitempty"`
	// Full is the caption with its kind word where that may belong to the
	// caption ("search results"); the grounder tries both. "" when equal to Name.
	Full string `json:"full,omitempty"`
	// Quoted says that Name was quoted, bold or code in the case.
	Quoted bool `json:"quoted,omitempty"`
	// Kind is a role ("button", "link", "textbox", "row", ...) or "" for any.
	Kind string `json:"kind,omitempty"`
	// Ordinal is 1 for the first, 2 for the second, -1 for the last, -2 for the last but one; 0 for none.
	Ordinal int `json:"ordinal,omitempty"`
	// Colour is a colour word the description used; it cannot be matched without a picture.
	Colour string     `json:"colour,omitempty"`
	Rel    []Relation `json:"rel,omitempty"`
}

// RelationKind says how a target lies to another.
type RelationKind string

// The relations of the builtin language.
const (
	InRow     RelationKind = "in-row"
	In        RelationKind = "in"
	Of        RelationKind = "of"
	Near      RelationKind = "near"
	Below     RelationKind = "below"
	Above     RelationKind = "above"
	LeftOf    RelationKind = "left-of"
	RightOf   RelationKind = "right-of"
	WithLabel RelationKind = "with-label"
)

// Relation narrows a target by its place relative to another element.
type Relation struct {
	Kind RelationKind `json:"kind"`
	To   Query        `json:"to"`
}

// Verb is what is to be done with the target; it says which elements can take it.
type Verb string

// The verbs that tell elements apart.
const (
	VerbClick  Verb = "click"
	VerbType   Verb = "type"
	VerbSelect Verb = "select"
	VerbToggle Verb = "toggle" // check, uncheck, turn on, turn off
	VerbHover  Verb = "hover"
	VerbDrag   Verb = "drag"
	VerbDrop   Verb = "drop"
	VerbScroll Verb = "scroll"
	VerbUpload Verb = "upload"
	VerbRead   Verb = "read"
	VerbAssert Verb = "assert" // anything visible
)

// Match is one element that answers a query.
type Match struct {
	Index int     `json:"index"` // in Tree.Nodes
	Score float64 `json:"score"` // 0 to about 1.1
	// Caption is the part of Score that comes from the caption and where it stands
	// alone, 1 for an exact label; kind and verb left aside.
	Caption float64 `json:"caption"`
	Why     string  `json:"why"` // "label exact, button"
	// Control is the ID of the control that Index stands for, when that is
	// not visible itself: the transparent checkbox whose label is clicked. "" otherwise.
	Control string `json:"control,omitempty"`
}

// Reason says why no element was chosen.
type Reason string

// The reasons a search ends without a single element.
const (
	NotFound  Reason = "not found"
	Ambiguous Reason = "ambiguous"
	Weak      Reason = "weak match"
	Hidden    Reason = "hidden"
	NoName    Reason = "no name"
)

// Found is the answer to a query: exactly one element, or a reason and the candidates.
type Found struct {
	// Match is the chosen element; nil when Reason is set.
	Match  *Match `json:"match,omitempty"`
	Reason Reason `json:"reason,omitempty"`
	// Hint says what to add to the sentence ("say which: in the row of \"Ana\", or the 2nd").
	Hint       string  `json:"hint,omitempty"`
	Candidates []Match `json:"candidates,omitempty"` // best first
	// Note says what is odd about the chosen element ("disabled"); execution reports it.
	Note string `json:"note,omitempty"`
}
