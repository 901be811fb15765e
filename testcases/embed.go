package testcases

import "embed"

// Examples are the example cases for the web, below the folder "examples"; those for phones stand beside them.
//
//go:embed examples/*.md examples/*.txt
var Examples embed.FS
