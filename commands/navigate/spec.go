package navigate

// Params are what a model fills in.
type Params struct {
	URL string `json:"url" jsonschema:"absolute, without scheme, or relative to the page" validate:"required,max=2000"`
}

// Outcome is what came of it.
type Outcome struct {
	URL string // where the page is now
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string { return "Opened " + o.URL }
