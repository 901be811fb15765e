package commands

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// sentenceKey is the property by which a model says which numbered sentence a call serves.
const sentenceKey = "sentence"

// WithSentence is a copy of a command's schema with the required integer
// "sentence" before everything else; s itself stays as it is.
func WithSentence(s *jsonschema.Schema) *jsonschema.Schema {
	c := s.CloneSchemas()
	if c.Properties == nil {
		c.Properties = map[string]*jsonschema.Schema{}
	}
	c.Properties[sentenceKey] = &jsonschema.Schema{Type: "integer"}
	c.Required = slices.Concat([]string{sentenceKey}, s.Required)
	c.PropertyOrder = slices.Concat([]string{sentenceKey}, s.PropertyOrder)
	return c
}

// SplitSentence takes the sentence number out of a model's arguments and gives
// back the rest, its order kept. It never fails: without a readable number,
// or in what is no JSON object, the number is 0 and the rest says what is wrong when it is decoded.
func SplitSentence(raw json.RawMessage) (sentence int, rest json.RawMessage) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return 0, raw
	}
	out := []byte{'{'}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return 0, raw
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return 0, raw
		}
		if key == sentenceKey {
			sentence = whole(value)
			continue
		}
		name, _ := json.Marshal(key)
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = slices.Concat(out, name, []byte{':'}, value)
	}
	if _, err := dec.Token(); err != nil || len(bytes.TrimSpace(raw[dec.InputOffset():])) > 0 {
		return 0, raw
	}
	return sentence, append(out, '}')
}

// whole reads 3, 3.0 and "3"; anything else is 0.
func whole(raw json.RawMessage) int {
	text := strings.TrimSpace(strings.Trim(string(raw), `"`))
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || f < 0 || f > 1e6 {
		return 0
	}
	return int(f)
}
