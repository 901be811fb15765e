package refresh

// Params are empty.
type Params struct{}

// Outcome is what came of it.
type Outcome struct{}

// Outcome is one line for people and models.
func (Outcome) Outcome() string { return "Reloaded the page" }
