package language_test

import (
	"os"
	"testing"
)

// TestFreshSentences measures sets which were labelled after the grammar was
// written and before they were run for the first time.
func TestFreshSentences(t *testing.T) {
	t.Parallel()
	sets := map[string][]label{}
	for _, l := range append(append(labelsIn(t, "testdata/fresh.jsonl"), labelsIn(t, "testdata/second.jsonl")...), append(labelsIn(t, "testdata/third.jsonl"), readLabels(t)...)...) {
		if l.Split != "heldout" {
			sets[l.Split] = append(sets[l.Split], l)
		}
	}
	for split, labels := range sets {
		s := score{details: map[string]*detail{}}
		for _, l := range labels {
			s.take(t, l)
		}
		if split != "dev" { // nothing may be lost there
			s.right, s.wrong = s.right-s.lost, s.wrong+s.lost
		}
		t.Logf("%s: %d of %d right (%.1f %%), %d of %d parseable refused, %d accepted but wrong", split, s.right, s.all, percent(s.right, s.all), s.refused, s.parseable, s.wrong)
		if limit := wrongLimit[split]; s.wrong > limit && os.Getenv("LANGUAGE_MISSES") == "" {
			t.Errorf("%s: %d accepted but wrong, want at most %d", split, s.wrong, limit)
		}
	}
}

// lost names what two readings of one sentence do not share beyond command,
// target and value. Where the anchor is no caption its words may differ.
func lost(want, got []labelledStep) string {
	for i, w := range want {
		g := literal(w, got[i])
		switch {
		case w.Ordinal != g.Ordinal:
			return "ordinal"
		case (w.In == "") != (g.In == ""):
			return "in"
		case w.Op != g.Op && !(w.Form == "page" || w.Form == "no-text"):
			return "op"
		case !same(w.To, g.To):
			return "to"
		case !same(w.Variable, g.Variable):
			return "variable"
		case w.Direction != "" && w.Direction != g.Direction && same(w.Target, g.Target):
			return "direction"
		}
	}
	return ""
}
