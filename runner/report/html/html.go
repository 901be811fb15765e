// Package html writes report.html, the page people look at.
package html

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"path/filepath"
	"unicode"

	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/report"
)

//go:embed page.tmpl case.tmpl step.tmpl report.css report.js
var files embed.FS

// Write writes dir/report.html: one page that opens from the file system on
// any machine; the pictures lie beside it. All text of the page under test is
// escaped, and a content security policy lets nothing run but our own script.
func Write(dir string, s report.Suite) error {
	t, err := template.ParseFS(files, "*.tmpl")
	if err != nil {
		return fmt.Errorf("reading the report's template: %w", err)
	}
	style, err := files.ReadFile("report.css")
	if err != nil {
		return fmt.Errorf("reading the report's style: %w", err)
	}
	script, err := files.ReadFile("report.js")
	if err != nil {
		return fmt.Errorf("reading the report's script: %w", err)
	}
	sum := sha256.Sum256(script)
	v := newView(dir, s)
	v.Style, v.Script = template.CSS(style), template.JS(script) // ours, embedded
	v.Policy = "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "page.tmpl", v); err != nil {
		return fmt.Errorf("rendering the report: %w", err)
	}
	return artifact.WriteFile(filepath.Join(dir, "report.html"), bytes.Map(visible, b.Bytes()))
}

// visible shows what could disguise text: control characters, and the marks that turn its direction around.
func visible(r rune) rune {
	if r == '\n' || r == '\t' || r == '\r' {
		return r
	}
	if unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
		return unicode.ReplacementChar
	}
	return r
}
