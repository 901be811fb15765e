package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/schema"
)

type Place struct {
	Name  string    `json:"name" validate:"required,max=20"`
	Point []float64 `json:"point,omitempty" validate:"omitempty,len=2"`
}

type params struct {
	Place
	Side    string   `json:"side,omitempty" jsonschema:"which one" validate:"omitempty,oneof=left right"`
	Count   int      `json:"count,omitempty" validate:"omitempty,min=1,max=3"`
	Options []string `json:"options,omitempty" validate:"omitempty,min=2,dive,max=5"`
	Sure    *bool    `json:"sure" validate:"required"`
}

func TestTheSchemaSaysWhatIsChecked(t *testing.T) {
	t.Parallel()
	s, err := schema.For[params]()
	require.NoError(t, err)
	got, err := schema.Compact(s)
	require.NoError(t, err)
	want := `{"type":"object","properties":{"name":{"type":"string","maxLength":20},"point":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},` +
		`"side":{"type":"string","description":"which one","enum":["left","right"]},"count":{"type":"integer","minimum":1,"maximum":3},` +
		`"options":{"type":"array","items":{"type":"string"},"minItems":2},"sure":{"type":"boolean"}},"required":["name","sure"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatModelsSendIsTakenAsTheyMeanIt(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	tests := map[string]struct {
		raw  string
		want params
	}{
		"a number as text":            {`{"name":"a","count":"2","sure":true}`, params{Place: Place{Name: "a"}, Count: 2, Sure: &yes}},
		"a whole number with a point": {`{"name":"a","count":2.0,"sure":true}`, params{Place: Place{Name: "a"}, Count: 2, Sure: &yes}},
		"a boolean as text":           {`{"name":"a","sure":"False"}`, params{Place: Place{Name: "a"}, Sure: &no}},
		"a number where text belongs": {`{"name":42,"sure":true}`, params{Place: Place{Name: "42"}, Sure: &yes}},
		"null for absent":             {`{"name":"a","count":null,"point":null,"sure":true}`, params{Place: Place{Name: "a"}, Sure: &yes}},
		"a list as text":              {`{"name":"a","options":"[\"x\",\"y\"]","sure":true}`, params{Place: Place{Name: "a"}, Options: []string{"x", "y"}, Sure: &yes}},
		"a point as an object":        {`{"name":"a","point":{"x":1,"y":2.5},"sure":true}`, params{Place: Place{Name: "a", Point: []float64{1, 2.5}}, Sure: &yes}},
		"a point as text":             {`{"name":"a","point":"(10, 20)","sure":true}`, params{Place: Place{Name: "a", Point: []float64{10, 20}}, Sure: &yes}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := schema.Decode[params](json.RawMessage(tc.raw))
			require.NoError(t, err)
			if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(params{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatIsWrongIsSaidInTheModelsOwnNames(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		``:                                     `"name" is missing; "sure" is missing`,
		`[]`:                                   `not one JSON object`,
		`{"name":"a"`:                          `not one JSON object`,
		`{"name":"a","sure":true,"point":[1]}`: `"point" must have exactly 2 entries`,
		`{"name":"a","sure":true,"point":["x","y"]}`:                   `"point" must be a number, not string`,
		`{"name":"a","sure":true,"count":"two"}`:                       `"count" must be a number, not string`,
		`{"name":"a","sure":true,"count":7}`:                           `"count" must be at most 3`,
		`{"name":"aaaaaaaaaaaaaaaaaaaaaaaaa","sure":true}`:             `"name" must have at most 20 characters`,
		`{"name":"a","sure":true,"options":["a"]}`:                     `"options" must have at least 2 entries`,
		`{"name":"a","sure":true,"options":["a","too long a choice"]}`: `"options[1]" must have at most 5 characters`,
		`{"name":"a","sure":true,"side":"up"}`:                         `"side" must be one of left, right, not "up"`,
		`{"name":"a","sure":true,"nmae":"b"}`:                          `there is no field "nmae"; the fields are name, point, side, count, options, sure`,
		`{"name":{"a":1},"sure":true}`:                                 `"name" must be text, not object`,
	} {
		_, err := schema.Decode[params](json.RawMessage(raw))
		var inv *schema.Invalid
		require.ErrorAs(t, err, &inv, raw)
		require.ErrorContains(t, err, want, raw)
	}
}

// Whatever a model sends, the answer is parameters that pass the checks or an Invalid.
func FuzzDecode(f *testing.F) {
	for _, raw := range []string{`{}`, `{"name":"a","sure":true}`, `{"point":{"x":1,"y":1e400}}`, `{"point":"1e999,2"}`, `{"count":1e30}`, `{"name":-}`, "{\"name\":1\x00}", `{"options":"["}`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := schema.Decode[params](raw)
		if err == nil {
			if err := schema.Validate(p); err != nil {
				t.Fatalf("%s was taken and is invalid: %v", raw, err)
			}
			return
		}
		var inv *schema.Invalid
		require.ErrorAs(t, err, &inv)
		require.NotEmpty(t, inv.Problems)
	})
}
