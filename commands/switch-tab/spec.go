package switchtab

import "fmt"

// Params are what a model fills in.
type Params struct {
	Which string `json:"which" jsonschema:"current, new, next, previous, first, last, a number, or part of title or URL" validate:"required,max=300"`
	Close bool   `json:"close,omitempty"`
}

// Outcome is what came of it.
type Outcome struct {
	Title, URL string
	Closed     bool
	Already    bool
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	switch {
	case o.Closed:
		return fmt.Sprintf("Closed the tab %q (%s)", o.Title, o.URL)
	case o.Already:
		return fmt.Sprintf("The tab %q (%s) is active already", o.Title, o.URL)
	default:
		return fmt.Sprintf("Switched to the tab %q (%s)", o.Title, o.URL)
	}
}
