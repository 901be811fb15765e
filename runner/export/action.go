package export

// Action is one thing a test does.
//
//sumtype:decl
type Action interface{ isAction() }

// inside is an action that holds others.
type inside interface{ actions() []Action }

// Verb is a method of a locator, in Playwright's words.
type Verb string

// The verbs of Do.
const (
	Click      Verb = "click"
	DoubleTap  Verb = "dblclick"
	Check      Verb = "check"
	Uncheck    Verb = "uncheck"
	Fill       Verb = "fill"
	TypeOn     Verb = "pressSequentially"
	Press      Verb = "press"
	Hover      Verb = "hover"
	ScrollTo   Verb = "scrollIntoViewIfNeeded"
	SetFiles   Verb = "setInputFiles"
	SelectText Verb = "selectOption" // by label
	TurnOn     Verb = "turnOn"       // a helper: a toggle that is no checkbox
	TurnOff    Verb = "turnOff"
)

// Do is a command on one element.
type Do struct {
	On        Locator
	Verb      Verb
	Texts     []Text // what is filled in, pressed, uploaded or selected
	Button    string
	Count     int
	Modifiers []string
	HoldMS    int
}

// DragTo drags one element onto another.
type DragTo struct{ From, To Locator }

// Goto opens an address; Move is back, forward or reload.
type (
	Goto struct{ URL Text }
	Move struct{ How string }
)

// Key presses a chord wherever the focus is.
type Key struct{ Chord Text }

// Wheel scrolls the page, or what lies under the pointer.
type Wheel struct{ X, Y int }

// ScrollEnd scrolls the page to its top or bottom.
type ScrollEnd struct{ Bottom bool }

// Opens carries out an action that opens a tab, and goes on there.
type Opens struct{ By []Action }

// SwitchTab goes to another tab, or closes this one.
type SwitchTab struct {
	Which Text
	Close bool
}

// Answers is said before the step that opens a native dialog; Answered waits for it.
type (
	Answers struct {
		Accept bool
		Text   Text
	}
	Answered struct{}
)

// Read stores what an element shows, or the clipboard when On is nil.
type Read struct {
	Variable string
	On       *Locator
	Pattern  string
}

// Wait goes by the clock, as the case asks for it.
type Wait struct{ MS int }

// Optional is done when the element comes within half a second.
type Optional struct {
	When Locator
	Then []Action
}

// Expect is an assertion of Playwright about one element.
type Expect struct {
	On Locator
	Is string // visible, enabled, checked, focused, editable, empty, text, value, count, attribute
	// Pattern is of text, value and attribute; Name is the attribute's.
	Pattern Pattern
	Name    string
	Count   int
	Not     bool
}

// ExpectPage is an assertion about address or title.
type ExpectPage struct {
	Is      string // url, title
	Pattern Pattern
	Not     bool
}

// Absent is what must not be there now, nor half a second later.
type Absent struct{ What Locator }

// Placed says that one thing stands before another, down the page or along a line.
type Placed struct {
	First, Second Locator
	Along         bool
}

// Equal compares a variable.
type Equal struct {
	Variable string
	Pattern  Pattern
	Not      bool
}

// Unsupported is what could not be written.
type Unsupported struct{ Reason string }

func (Do) isAction()          {}
func (DragTo) isAction()      {}
func (Goto) isAction()        {}
func (Move) isAction()        {}
func (Key) isAction()         {}
func (Wheel) isAction()       {}
func (ScrollEnd) isAction()   {}
func (Opens) isAction()       {}
func (SwitchTab) isAction()   {}
func (Answers) isAction()     {}
func (Answered) isAction()    {}
func (Read) isAction()        {}
func (Wait) isAction()        {}
func (Optional) isAction()    {}
func (Expect) isAction()      {}
func (ExpectPage) isAction()  {}
func (Absent) isAction()      {}
func (Placed) isAction()      {}
func (Equal) isAction()       {}
func (Unsupported) isAction() {}

func (o Opens) actions() []Action    { return o.By }
func (o Optional) actions() []Action { return o.Then }
