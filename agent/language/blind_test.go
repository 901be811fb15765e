package language_test

import (
	"strings"
	"testing"

	"github.com/verdict-run/verdict/agent/check"
)

// TestBlindSentences measures sentences whose writer never saw the parser.
// Nobody who works on the parser reads blind-heldout.jsonl, only its counts.
func TestBlindSentences(t *testing.T) {
	t.Parallel()
	for _, split := range []string{"blind-dev", "blind-heldout"} {
		s := score{details: map[string]*detail{}}
		for _, l := range labelsIn(t, "testdata/"+split+".jsonl") {
			l.Split = split
			s.take(t, l)
		}
		if percent(s.right, s.all) < blindFloor {
			t.Errorf("%s: %.1f %% right, want at least %d %%", split, percent(s.right, s.all), blindFloor)
		}
		if s.wrong > blindWrong[split] {
			t.Errorf("%s: %d accepted but wrong, want at most %d", split, s.wrong, blindWrong[split])
		}
		t.Logf("%s: %d of %d right (%.1f %%; %d of them in other words), %d of %d parseable refused, %d accepted but wrong, %d without an ordinal, place, op or the like", split, s.right, s.all, percent(s.right, s.all), s.meaning, s.refused, s.parseable, s.wrong, s.lost)
	}
}

// blindFloor is in percent, blindWrong in sentences (1 %).
const blindFloor = 88

var blindWrong = map[string]int{"blind-dev": 0, "blind-heldout": 1}

// named writes the forms which only the blind sets have a name for.
func named(want, got labelledStep) labelledStep {
	f := got.form
	if f == nil || got.Command != "assert" && got.Command != "wait" || string(f.Kind) != want.Form {
		return got
	}
	got.Form = want.Form
	switch f.Kind {
	case check.Cell:
		got.Target = f.Name // the row stands in the relation
	case check.Options:
		got.Value = strings.Join(f.Values, "|")
	case check.Focus:
		got.Value = ""
	case check.Download, check.Clip:
		got.Target = ""
	case check.Console, check.Request:
		got.Target, got.Value = "", ""
	default:
		// The other forms are written by fromForm.
	}
	return got
}
