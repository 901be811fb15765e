// Package json writes results.json.
package json

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/verdict-run/verdict/runner/report"
)

// Write writes the suite in the schema of docs/results.schema.json.
func Write(w io.Writer, s report.Suite) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return fmt.Errorf("writing results.json: %w", err)
	}
	return nil
}
