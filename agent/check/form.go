// Package check decides statements about the screen by code: exact forms, evidence, three answers.
package check

import "github.com/verdict-run/verdict/agent/screen"

// Kind is a statement whose truth code can decide.
type Kind string

// The exact forms.
const (
	Text     Kind = "text"     // the page (or Subject) shows the text Value
	Visible  Kind = "visible"  // the element Subject is there and visible
	Value    Kind = "value"    // the value of the field Subject
	State    Kind = "state"    // Subject is enabled, checked, ... (Value names the state)
	Count    Kind = "count"    // how many of Subject there are, against Number
	URL      Kind = "url"      // the address
	Title    Kind = "title"    // the page's title
	Page     Kind = "page"     // "on the Value page": two of URL, title, heading
	Order    Kind = "order"    // the column or list Subject is sorted; Value is "ascending" or "descending", or the items in order joined by "|"
	Number   Kind = "number"   // the number Subject shows, against Number
	Variable Kind = "variable" // the stored variable Name, against Value or Number
	Request  Kind = "request"  // failed requests: one with the text Value, or their number against Number (0, negated or not: none)
	Console  Kind = "console"  // a console error, with the text Value if there is one; negated: none
	Download Kind = "download" // a file named Value was downloaded
	Clip     Kind = "clipboard"
	Cell     Kind = "cell"    // the cell of row Subject.Rel in the column Name shows Value
	Dialog   Kind = "dialog"  // a native dialog with the text Value is or was open
	Focus    Kind = "focus"   // Subject has the focus
	Options  Kind = "options" // the select Subject offers Values
	// The technical ones. With Op Exists they say that there is one at all.
	Attribute Kind = "attribute" // the attribute Name of Subject
	Cookie    Kind = "cookie"    // the cookie Name
	Storage   Kind = "storage"   // the item Name of local storage, or of session storage when Session is set
	File      Kind = "file"      // what stands in the downloaded file Name
	FileSize  Kind = "file-size" // bytes of the downloaded file Name, against Number
	Looks     Kind = "looks"     // the page, or Subject, is the stored picture Name but for Number percent of it
)

// Op compares a value.
type Op string

// The comparisons; Equals is the zero value.
const (
	Equals   Op = ""
	Contains Op = "contains"
	Starts   Op = "starts"
	Ends     Op = "ends"
	Matches  Op = "matches" // a regular expression, RE2 syntax
	Less     Op = "<"
	AtMost   Op = "<="
	More     Op = ">"
	AtLeast  Op = ">="
	Exists   Op = "exists" // there is one; for attributes, cookies and storage
)

// Form is one statement in its exact form.
type Form struct {
	Kind    Kind          `json:"kind"`
	Negated bool          `json:"negated,omitempty"`
	Subject *screen.Query `json:"subject,omitempty"`
	Op      Op            `json:"op,omitempty"`
	// Value is the literal the case states; templates ({{name}}) are resolved by the caller before Evaluate.
	Value  string   `json:"value,omitempty"`
	Values []string `json:"values,omitempty"`
	Number float64  `json:"number,omitempty"`
	Name   string   `json:"name,omitempty"` // a variable, a column, an attribute, a cookie, a storage key or a file
	// Session is session storage, not local.
	Session bool `json:"session,omitempty"`
	// Except are things whose places are left out when pictures are compared.
	Except []screen.Query `json:"except,omitempty"`
	// Exact asks for equal letter case ("exactly"); Part allows a match inside a word ("contains part").
	Exact bool `json:"exact,omitempty"`
	Part  bool `json:"part,omitempty"`
	// Quoted says that Value was quoted in the case, so that its absence means something.
	Quoted bool `json:"quoted,omitempty"`
}

// Answer is one of three.
type Answer string

// The answers; CannotTell never proves anything.
const (
	Holds       Answer = "holds"
	DoesNotHold Answer = "does not hold"
	CannotTell  Answer = "cannot tell"
)

// Evidence is what one can look at: where on the page, which words, and who decided.
type Evidence struct {
	Answer Answer `json:"answer"`
	// By is "code", "judge" or "code over judge".
	By string `json:"by"`
	// Weak marks a proof by picture alone.
	Weak bool `json:"weak,omitempty"`
	// Reason is one plain sentence for a person ("the page shows \"Locked\" in the alert").
	Reason string `json:"reason"`
	// Expected and Actual are the two sides where there are two.
	Expected string       `json:"expected,omitempty"`
	Actual   string       `json:"actual,omitempty"`
	Quote    string       `json:"quote,omitempty"`   // the words found on the page
	Boxes    []screen.Box `json:"boxes,omitempty"`   // where, in pixels of the picture
	URL      string       `json:"url,omitempty"`     // of the page it was seen on
	Picture  string       `json:"picture,omitempty"` // artifact name
}

// World is all that exact forms are decided on: one moment of the page and what happened so far.
type World struct {
	Tree *screen.Tree
	// Status is the HTTP status of the top document, 0 when unknown.
	Status int
	// ErrorPage says the browser shows an error of its own, or nothing at all.
	ErrorPage bool
	Variables map[string]string // stored variables, by name
	Console   []string          // console errors so far
	Requests  []string          // failed requests so far, "GET /x 500"
	Downloads []string          // file names so far
	Clipboard *string           // nil: the driver cannot read it
	Dialogs   []string          // texts of native dialogs so far
	// Seen says whether a text or an element of that description was on the screen earlier in the run.
	Seen func(text string) bool

	// What is only read when a form asks for it; a nil func is what this device cannot do.
	Attribute func(id, name string) (value string, ok bool, err error)
	Cookie    func(name string) (value string, ok bool, err error)
	Stored    func(session bool, key string) (value string, ok bool, err error)
	// File is what the newest download of that name holds, at most MaxFile of it, and its size in bytes.
	File func(name string) (content []byte, size int64, err error)
	// Pictures are compared by Looks; nil when there is no place for baselines.
	Pictures Pictures
}

// MaxFile is how much of a downloaded file is looked into, in bytes.
const MaxFile = 10 << 20
