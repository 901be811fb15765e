package app

import "fmt"

// Params are what a model fills in.
type Params struct {
	Action string `json:"action" validate:"required,oneof=launch activate terminate open-link"`
	App    string `json:"app" jsonschema:"package, bundle id or link" validate:"required,max=2000"`
}

// Outcome is what came of it.
type Outcome struct{ Action, App string }

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	did := map[string]string{"launch": "Launched", "activate": "Activated", "terminate": "Terminated", "open-link": "Opened"}[o.Action]
	return fmt.Sprintf("%s %s", did, o.App)
}
