// Package testcases parses, checks and finds test case files.
package testcases

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/verdict-run/verdict/platform"
)

// The platforms of a case.
const (
	Web     = "web"
	Android = "android"
	IOS     = "ios"
)

// The kinds of containment.
const (
	Navigation = "navigation" // top-level navigation is held to the allowed origins
	Strict     = "strict"     // every request is
)

// The defaults of the key table.
const (
	DefaultMaxSteps   = 50
	DefaultTimeout    = 10 * time.Minute
	DefaultAskTimeout = 10 * time.Minute
)

// Case is one test case: a Markdown file, or one data row of it. Fields carry
// the key of the front matter as their yaml tag; docs/case-format.md describes them.
type Case struct {
	// ID is made of the path and the row: safe as a file name, the same on every machine for the same relative path.
	ID string `yaml:"-"`
	// Path is the file as it was named to Parse.
	Path string `yaml:"-"`
	// Shown is the path reports give; Path when empty.
	Shown string `yaml:"-"`
	// Row is the number of the data row, from 1; 0 when the case is no row.
	Row int `yaml:"-"`
	// Body is the instruction text without the front matter.
	Body string `yaml:"-"`
	// BodyLine is the line of the file the body starts on, from 1.
	BodyLine int `yaml:"-"`

	Name     string   `yaml:"name" validate:"max=200,line"`
	URL      string   `yaml:"url"`
	Platform string   `yaml:"platform" validate:"oneof=web android ios"`
	Tags     []string `yaml:"tags" validate:"unique,dive,tag"`

	Viewport        Viewport                  `yaml:"viewport"`
	Emulate         string                    `yaml:"emulate"`
	Scale           float64                   `yaml:"scale" validate:"omitempty,min=0.5,max=5"`
	Locale          string                    `yaml:"locale" validate:"omitempty,locale"`
	Timezone        string                    `yaml:"timezone" validate:"omitempty,timezone"`
	Geolocation     *platform.Geolocation     `yaml:"geolocation"`
	ColorScheme     string                    `yaml:"color_scheme" validate:"omitempty,oneof=light dark no-preference"`
	Permissions     []string                  `yaml:"permissions"`
	StorageState    string                    `yaml:"storage_state"`
	Cookies         []platform.Cookie         `yaml:"cookies" validate:"dive"`
	Headers         map[string]string         `yaml:"headers" validate:"dive,keys,header_name,endkeys,header_value"`
	HTTPCredentials *platform.HTTPCredentials `yaml:"http_credentials"`

	Credentials Values `yaml:"credentials" validate:"-"`
	Variables   Values `yaml:"variables" validate:"-"`
	Data        Data   `yaml:"data" validate:"-"`

	MaxSteps  int           `yaml:"max_steps" validate:"min=1,max=10000"`
	Timeout   time.Duration `yaml:"timeout" validate:"min=1s,max=24h"`
	MaxTokens int           `yaml:"max_tokens"` // 0 is no limit
	MaxCost   float64       `yaml:"max_cost"`   // US dollars; 0 is no limit

	AllowedOrigins []string `yaml:"allowed_origins" validate:"unique,dive,origin"`
	Containment    string   `yaml:"containment" validate:"oneof=navigation strict"`
	UploadDir      string   `yaml:"upload_dir"`
	Ask            Ask      `yaml:"ask"`

	App          string         `yaml:"app"`
	AppPackage   string         `yaml:"app_package"`
	Activity     string         `yaml:"activity"`
	BundleID     string         `yaml:"bundle_id"`
	Device       string         `yaml:"device"`
	OSVersion    string         `yaml:"os_version"`
	UDID         string         `yaml:"udid"`
	Capabilities map[string]any `yaml:"capabilities" validate:"-"`
	Reset        string         `yaml:"reset" validate:"omitempty,oneof=none app full"`
	Orientation  string         `yaml:"orientation" validate:"omitempty,oneof=portrait landscape"`

	given    map[string]position // what stands in the file, by path of the value: "cookies[1].value"
	lookup   func(string) (string, bool)
	expanded bool
	hidden   []Value // secrets that came from the environment into other places than credentials and variables
}

// position is a place in the file, both from 1.
type position struct{ line, column int }

// Viewport is a size in CSS pixels.
type Viewport struct {
	W int `yaml:"width" validate:"min=100,max=8192"`
	H int `yaml:"height" validate:"min=100,max=8192"`
}

// String is "1280x800".
func (v Viewport) String() string { return fmt.Sprintf("%dx%d", v.W, v.H) }

// Ask says what happens with the agent's questions.
type Ask struct {
	Defaults Values        `yaml:"defaults" validate:"-"` // answers by question id
	Timeout  time.Duration `yaml:"timeout" validate:"min=1s,max=24h"`
}

// Given reports whether a key stands in the file (or else has its default).
func (c Case) Given(key string) bool {
	_, ok := c.given[key]
	return ok
}

// Format prints name and place only: headers and cookies may hold secrets.
func (c Case) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, fmt.Sprintf("%s (%s)", c.Name, c.Path))
}

// LogValue is name and place only.
func (c Case) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", c.ID), slog.String("name", c.Name), slog.String("path", c.Path))
}

// defaults is a case with the defaults of the key table.
func defaults(path string) *Case {
	return &Case{
		Path: path, Platform: Web, Viewport: Viewport{1280, 800}, MaxSteps: DefaultMaxSteps, Timeout: DefaultTimeout,
		Containment: Navigation, Ask: Ask{Timeout: DefaultAskTimeout}, given: map[string]position{},
	}
}

// fail is an error at the place of a value, or of the nearest thing around it.
func (c *Case) fail(path, hint, format string, args ...any) *Error {
	at := c.given[path]
	for p := path; at.line == 0 && p != ""; {
		p = parent(p)
		at = c.given[p]
	}
	if at.line == 0 {
		at = position{1, 1}
	}
	msg := fmt.Sprintf(format, args...)
	for _, v := range c.hidden { // a value a rule complains about may have come from ${API_KEY}
		if v.Text() != "" {
			msg = strings.ReplaceAll(msg, v.Text(), v.String())
		}
	}
	return &Error{File: c.Path, Line: at.line, Column: at.column, Msg: msg, Hint: hint}
}

// parent of "cookies[1].value" is "cookies[1]", of that "cookies", of that "".
func parent(path string) string {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' || path[i] == '[' {
			return path[:i]
		}
	}
	return ""
}
