package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/runner/report/json"
	"github.com/verdict-run/verdict/runner/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func write(t *testing.T, s report.Suite) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Write(&b, s))
	return b.Bytes()
}

func resolved(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	s, err := json.Schema()
	require.NoError(t, err)
	r, err := s.Resolve(nil)
	require.NoError(t, err)
	return r
}

func valid(t *testing.T, data []byte) error {
	t.Helper()
	var v any
	require.NoError(t, stdjson.Unmarshal(data, &v))
	return resolved(t).Validate(v)
}

func TestTheSchemaInTheDocsIsThatOfTheCode(t *testing.T) {
	t.Parallel()
	s, err := json.Schema()
	require.NoError(t, err)
	got, err := stdjson.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	reporttest.Golden(t, "../../../docs/results.schema.json", append(got, '\n'), *update)
}

func TestASuiteOfAllVerdictsIsWritten(t *testing.T) {
	t.Parallel()
	s := reporttest.Suite(t, "")
	require.NoError(t, valid(t, write(t, s)))
	s.Cases = []report.Case{s.Cases[2], s.Cases[7]} // the golden file stays readable
	reporttest.Golden(t, "testdata/results.json", write(t, s), *update)
}

func TestASuiteIsReadBackAsItWas(t *testing.T) {
	t.Parallel()
	want := reporttest.Suite(t, "")
	var got report.Suite
	require.NoError(t, stdjson.Unmarshal(write(t, want), &got))
	again := write(t, got)
	require.Empty(t, cmp.Diff(string(write(t, want)), string(again)))
}

func TestOtherSuitesAreValid(t *testing.T) {
	t.Parallel()
	query := &screen.Query{Name: "Delete", Kind: "button", Rel: []screen.Relation{{Kind: screen.InRow, To: screen.Query{Name: "Maria", Rel: []screen.Relation{{Kind: screen.In, To: screen.Query{Name: "Users"}}}}}}}
	for name, s := range map[string]report.Suite{
		"one without cases": {Schema: report.SchemaVersion},
		"one whose case was never tried": {Schema: report.SchemaVersion, Cases: []report.Case{
			{ID: "a", Verdict: agent.Cancelled}}},
		"one with targets in relation to others": {Schema: report.SchemaVersion, Cases: []report.Case{{ID: "a", Verdict: agent.Passed, Tries: []report.Try{{N: 1, Result: agent.ExecutionResult{
			Verdict:   agent.Passed,
			Sentences: []language.Sentence{{N: 1, Kind: language.Action, Step: &language.Step{Command: "click", Target: query}}},
			Checks:    []agent.Check{{N: 2, Status: agent.Open, Form: &check.Form{Kind: check.Visible, Subject: query}}},
		}}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, valid(t, write(t, s)))
		})
	}
}

func TestTheSchemaRefusesWhatIsNoResult(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(suite map[string]any){
		"an unknown key":         func(s map[string]any) { s["color"] = "red" },
		"a missing key":          func(s map[string]any) { delete(s, "exit_code") },
		"another version":        func(s map[string]any) { s["schema"] = 99 },
		"a verdict there is not": func(s map[string]any) { s["cases"].([]any)[0].(map[string]any)["verdict"] = "maybe" },
		"a step without status": func(s map[string]any) {
			result := s["cases"].([]any)[0].(map[string]any)["tries"].([]any)[0].(map[string]any)["result"].(map[string]any)
			delete(result["attempts"].([]any)[0].(map[string]any), "status")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var v map[string]any
			require.NoError(t, stdjson.Unmarshal(write(t, reporttest.Suite(t, "")), &v))
			change(v)
			require.Error(t, resolved(t).Validate(v))
		})
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestAWriterThatGivesUpIsReported(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, json.Write(brokenPipe{}, report.Suite{}), "writing results.json: broken pipe")
}
