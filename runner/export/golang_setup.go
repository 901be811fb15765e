package export

import (
	_ "embed"
	"strings"
)

//go:embed setup.go.txt
var setupSource string

// goSetup ends a Go test: it starts the browser and holds the helpers.
var goSetup = strings.NewReplacer("LETTERS", letters, "ROWS", rows).Replace(setupSource)
