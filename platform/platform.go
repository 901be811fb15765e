// Package platform is the contract between the agent and a device: small driver interfaces and the set of them.
//
// Every coordinate is a pixel of the picture that ScreenDriver.Screenshot
// returns, origin top left. Drivers convert. Every call takes a context and
// returns soon after it is done; a call without a deadline ends by a limit of
// the driver's own. Errors are *Error.
package platform

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
)

// Image is one encoded picture.
type Image struct {
	Data []byte
	MIME string // image/png or image/jpeg
	Size screen.Size
}

// ScreenDriver shows what the device shows.
type ScreenDriver interface {
	// Screenshot is the viewport as it is now.
	Screenshot(ctx context.Context) (Image, error)
	// Resolution is the size of the picture Screenshot returns.
	Resolution(ctx context.Context) (screen.Size, error)
}

// ClickOptions says how to click; the zero value is one click of the left button.
type ClickOptions struct {
	Button    string        // left, right, middle; "" is left
	Count     int           // 2 is a double click; 0 is 1
	Modifiers []string      // Alt, Control, ControlOrMeta, Meta, Shift
	Hold      time.Duration // long press
}

// MouseDriver points.
type MouseDriver interface {
	Click(ctx context.Context, p screen.Point, o ClickOptions) error
	// Scroll turns the wheel over p by dx, dy pixels; positive is right and down.
	Scroll(ctx context.Context, p screen.Point, dx, dy float64) error
	Hover(ctx context.Context, p screen.Point) error
	// Drag presses at from, moves in real steps and lets go at to.
	Drag(ctx context.Context, from, to screen.Point) error
}

// KeyboardDriver types into whatever has the focus.
type KeyboardDriver interface {
	// Type sends text as key events; what has no key (emoji, composed text) is inserted.
	Type(ctx context.Context, text string) error
	// Press sends one chord: "Enter", "Control+A", "ArrowDown" (names of the UI Events key specification).
	Press(ctx context.Context, chord string) error
	SelectAll(ctx context.Context) error
	// Clear empties the focused field.
	Clear(ctx context.Context) error
}

// ClipboardDriver reads what the application copied; never another run's copy.
type ClipboardDriver interface {
	Read(ctx context.Context) (string, error)
}

// StableOptions bounds a wait for a stable screen.
type StableOptions struct {
	Quiet time.Duration // nothing must move for so long; 0 is 150 ms
	Limit time.Duration // give up after; 0 is 5 s
	// Picture says that a picture of the stable screen will be needed: a driver that can take it while it waits does.
	Picture bool
}

// Stability is how a wait ended. Not being stable is data, not an error.
type Stability struct {
	Stable bool          `json:"stable"`
	Waited time.Duration `json:"waited_ns"`
	Reason string        `json:"reason,omitempty"` // what still moved
	// Picture is of the stable screen, for whoever asked for one; none where it has to be taken now.
	Picture Image `json:"-"`
}

// ApplicationDriver knows when the application has settled.
type ApplicationDriver interface {
	WaitUntilStable(ctx context.Context, o StableOptions) (Stability, error)
}

// Direction is of a history step.
type Direction string

// The two directions of a history step.
const (
	Backward Direction = "back"
	Forward  Direction = "forward"
)

// NavigationDriver goes to addresses.
type NavigationDriver interface {
	// Navigate goes to an absolute URL and returns once the document has been received or the attempt failed.
	Navigate(ctx context.Context, url string) error
	CurrentURL(ctx context.Context) (string, error)
	Refresh(ctx context.Context) error
	Back(ctx context.Context, d Direction) error
}

// ElementDriver knows the elements behind the pixels.
type ElementDriver interface {
	// Elements is the whole tree, in and out of the viewport, frames and open shadow roots included.
	Elements(ctx context.Context) (*screen.Tree, error)
	// Element reads one node again; Class Permanent when it is no longer there.
	Element(ctx context.Context, id string) (screen.Node, error)
	// ScrollIntoView brings the element into the viewport and returns it as it stands then.
	ScrollIntoView(ctx context.Context, id string) (screen.Node, error)
	// HitTest says whether a click at p would reach the element; if not, what is in the way.
	HitTest(ctx context.Context, id string, p screen.Point) (Hit, error)
	// Select chooses options of a native select by text (or value): exactly these for a multiple one.
	Select(ctx context.Context, id string, options []string) error
	// SetValue gives a native date, time, month, color or range input its value
	// in the HTML wire format, with the events a person's input would fire.
	SetValue(ctx context.Context, id, value string) error
	// ScrollBy scrolls the element's own scroll container by dx, dy pixels and
	// reports whether it moved; Class Permanent with ErrNoScroll when it has none.
	ScrollBy(ctx context.Context, id string, dx, dy float64) (moved bool, err error)
	// SelectText selects the first occurrence of text in an editable element, as a person would by dragging over it.
	SelectText(ctx context.Context, id, text string) error
}

// Hit is the answer of a hit test.
type Hit struct {
	OK bool
	// By names what is in the way ("dialog \"Cookies\"", "div.overlay"); "" when OK.
	By string
	// Strip says that this is a visible bar, such as a cookie banner: it stays while the page scrolls, is no dialog and
	// leaves at least half of the picture free. It is in the pointer's way and not in the keyboard's.
	Strip bool
}

// FocusDriver reaches a control with the keyboard.
type FocusDriver interface {
	// PressOn gives the element the focus and presses a key that clicks it. The key reaches that very element or nothing:
	// Class Permanent, with the reason, when it is disabled, inert, behind a modal dialog, does not keep the focus, or was not clicked by the key.
	PressOn(ctx context.Context, id, key string) error
}

// Tab is one page of the session.
type Tab struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	URL    string `json:"url"`
	Active bool   `json:"active"`
}

// TabDriver follows tabs and windows. A new one becomes active by itself; when the active one closes, its opener does.
type TabDriver interface {
	Tabs(ctx context.Context) ([]Tab, error)
	Switch(ctx context.Context, id string) error
	CloseTab(ctx context.Context, id string) error
}

// Dialog is a native dialog (alert, confirm, prompt, beforeunload).
type Dialog struct {
	ID      int    `json:"id"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Default string `json:"default,omitempty"` // of a prompt
	// Answer is "" while it is open, else accepted or dismissed.
	Answer string `json:"answer,omitempty"`
}

// DialogDriver reports native dialogs and answers them. A call that opens a
// dialog returns at once; until it is answered every other driver answers, or fails with a *Error that says so, without hanging.
type DialogDriver interface {
	// Pending is the open dialog, nil when there is none.
	Pending(ctx context.Context) (*Dialog, error)
	Answer(ctx context.Context, accept bool, text string) error
	// Dialogs are all of the session so far, oldest first.
	Dialogs() []Dialog
}

// Download is one file the page gave.
type Download struct {
	Name string `json:"name"` // as the page suggested it
	Path string `json:"path"` // where it lies now
	Size int64  `json:"size"`
	URL  string `json:"url"`
	Err  string `json:"error,omitempty"`
}

// DownloadDriver keeps downloads.
type DownloadDriver interface {
	Downloads(ctx context.Context) ([]Download, error)
}

// UploadDriver answers file choosers.
type UploadDriver interface {
	// Upload clicks at the element (a file input, or whatever opens the chooser) and gives it the files.
	Upload(ctx context.Context, id string, files []string) error
}

// StorageDriver reads what the browser keeps for the active page.
type StorageDriver interface {
	// Cookie is the value of a cookie the page's address is sent, those hidden from scripts included; ok is false when there is none.
	Cookie(ctx context.Context, name string) (value string, ok bool, err error)
	// Stored is an item of the page's web storage, session or local; ok is false when there is none.
	Stored(ctx context.Context, session bool, key string) (value string, ok bool, err error)
}

// AttributeDriver reads what a Node does not carry.
type AttributeDriver interface {
	// Attribute is an attribute of an element as the document has it; ok is false when it has none of that name.
	Attribute(ctx context.Context, id, name string) (value string, ok bool, err error)
}

// Fault is a console error, page error or failed request.
type Fault struct {
	Kind   string    `json:"kind"` // console, page, request
	Text   string    `json:"text"` // message, or "POST /api/save"
	URL    string    `json:"url,omitempty"`
	Status int       `json:"status,omitempty"` // HTTP status of a request, 0 when it got none
	Time   time.Time `json:"time"`
}

// DiagnosticsDriver reports what went wrong inside the page.
type DiagnosticsDriver interface {
	// Faults are all of the session so far, oldest first, at most 1,000 kept; dropped counts the rest.
	Faults() (faults []Fault, dropped int)
	// PageStatus is the HTTP status of the active tab's document, 0 when unknown.
	PageStatus() int
	// Requests counts the requests started so far.
	Requests() int
}

// Frame is one picture of an image stream.
type Frame struct {
	Image Image
	Time  time.Time
}

// ImageStream gives live pictures. The channel is closed when ctx ends; a slow reader misses frames.
type ImageStream interface {
	Frames(ctx context.Context) (<-chan Frame, error)
}

// VideoRecorder films a run into one file.
type VideoRecorder interface {
	Start(ctx context.Context, path string) error
	Stop(ctx context.Context) error
}

// Tracer records the driver's own trace.
type Tracer interface {
	StartTrace(ctx context.Context) error
	StopTrace(ctx context.Context, path string) error
}

// AppDriver starts and stops applications of a phone.
type AppDriver interface {
	Launch(ctx context.Context, app string) error
	Activate(ctx context.Context, app string) error
	Terminate(ctx context.Context, app string) error
	DeepLink(ctx context.Context, url string) error
}

// ScreenKeyboardDriver hides a phone's on-screen keyboard.
type ScreenKeyboardDriver interface {
	HideKeyboard(ctx context.Context) error
}

// Device is the set of drivers of one session. The first four are always
// there; a nil field is an ability the device does not have, and what needs it
// is not offered.
type Device struct {
	Name     string // "chromium 156, 1280x800"
	Screen   ScreenDriver
	Mouse    MouseDriver
	Keyboard KeyboardDriver
	App      ApplicationDriver

	Elements       ElementDriver
	Navigation     NavigationDriver
	Clipboard      ClipboardDriver
	Tabs           TabDriver
	Dialogs        DialogDriver
	Downloads      DownloadDriver
	Uploads        UploadDriver
	Diagnostics    DiagnosticsDriver
	Storage        StorageDriver
	Attributes     AttributeDriver
	Focus          FocusDriver
	Apps           AppDriver
	ScreenKeyboard ScreenKeyboardDriver
	Stream         ImageStream
	Video          VideoRecorder
	Trace          Tracer

	// Touch says that fingers are the only pointer: nothing hovers.
	Touch bool
	// Addressless says that Navigation only goes back: an application has no addresses to open or load again.
	Addressless bool

	// Alive is nil while the device can go on, else an *Error of Class Gone. It
	// never waits, so that a long wait can ask it often. A nil func knows nothing.
	Alive func() error

	// Report tells whoever lent the device how the case went, before it is closed; nil where nobody wants to know.
	Report func(ctx context.Context, passed bool, reason string) error

	// Close ends the session and everything it started; safe to call twice.
	Close func(ctx context.Context) error
}
