// Package collector is the script that reads and changes a web page's elements from inside, shared by the drivers of browsers and web views.
package collector

import (
	"embed"
	"strings"
	"sync"
)

//go:embed js/*.js
var scripts embed.FS

// Script is everything that runs in a page, as one closed function that defines
// window.__verdict. It does nothing in a document that has it already.
var Script = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("(() => {\nif (window.__verdict) return;\n")
	files, err := scripts.ReadDir("js")
	if err != nil {
		panic(err) // embedded, so always there
	}
	for _, f := range files { // in the order of their names
		text, err := scripts.ReadFile("js/" + f.Name())
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
	b.WriteString("\n})()")
	return b.String()
})
