package testcases

import "embed"

// Examples are the example cases, below the folder "examples".
//
//go:embed examples
var Examples embed.FS
