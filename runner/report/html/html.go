// Package html writes report.html, the page people look at.
package html

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"path/filepath"

	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/report"
)

//go:embed report.tmpl
var page string

//go:embed report.css
var style string

//go:embed report.js
var script string

// Write writes dir/report.html: one page that opens from the file system on
// any machine; the pictures lie beside it. All text of the page under test is escaped.
func Write(dir string, s report.Suite) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		return fmt.Errorf("reading the report's template: %w", err)
	}
	v := newView(dir, s)
	v.Style, v.Script = template.CSS(style), template.JS(script) // ours, embedded
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return fmt.Errorf("rendering the report: %w", err)
	}
	return artifact.WriteFile(filepath.Join(dir, "report.html"), b.Bytes())
}
