package language_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
)

// insertions change what a sentence says, wherever a person would put them.
var insertions = []string{"only", "not", "never", "twice", "unread", "disabled", "all", "every", "each", "both", "second", "last", "other", "except", "without", "unless", "almost", "5", "three times",
	"after 5 seconds", "within 3 seconds", "for 2 seconds", "before lunch", "if possible", "as admin", "on Monday", "by accident", "at least", "more than", "or cancel", "instead of saving",
	"(optional)", "for the second time", "in a new tab", "like before", "on mobile", "Ann's", "yesterday", "partly", "in bold", "randomly", "older", "per user"}

// TestNoInsertedWordIsDropped puts such a word at each place of the sentences
// which are read: the sentence is refused then, or says something else.
//
// It is not parallel: the tests which measure time would wait for it.
func TestNoInsertedWordIsDropped(t *testing.T) { //nolint:paralleltest // see above
	dropped, tried := 0, 0
	var labels []label
	for _, set := range []string{"fresh", "second", "third", "blind-dev", "sentences"} {
		labels = append(labels, labelsIn(t, "testdata/"+set+".jsonl")...)
	}
	if file := os.Getenv("DROPPED"); file != "" {
		labels = labelsIn(t, file)
	}
	for _, l := range labels {
		if l.Split == "heldout" || l.Refuse || strings.Contains(l.Text, ". ") {
			continue
		}
		steps, refusal := language.Parse(l.Text)
		if refusal != nil {
			continue
		}
		want := said(t, steps)
		for _, at := range gaps(l.Text) {
			for _, extra := range insertions {
				text := strings.TrimSpace(l.Text[:at] + " " + extra + " " + l.Text[at:])
				tried++
				if got, refusal := language.Parse(text); refusal == nil && said(t, got) == want && !harmless(extra, got) {
					dropped++
					if os.Getenv("LANGUAGE_MISSES") != "" || dropped < 20 {
						t.Logf("%q says no more than %q", text, l.Text)
					}
				}
			}
		}
	}
	t.Logf("%d of %d insertions were dropped", dropped, tried)
	if dropped > 0 {
		t.Errorf("%d insertions were dropped", dropped)
	}
}

// harmless are "only 5 rows", which is 5 rows, "both A and B", and "wait at least 3 seconds".
func harmless(extra string, steps []language.Step) bool {
	switch extra {
	case "only":
		for _, s := range steps {
			if s.Form != nil && s.Form.Kind == check.Count {
				return true
			}
		}
	case "both":
		return len(steps) > 1
	case "at least":
		return steps[0].Command == "wait"
	}
	return false
}

// said is what steps say, without the words they were written in.
func said(t *testing.T, steps []language.Step) string {
	t.Helper()
	var out []language.Step
	for _, s := range steps {
		s.Phrase, s.ToPhrase = "", ""
		out = append(out, s)
	}
	b, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// gaps are the places between words outside quotes, and the end.
func gaps(text string) []int {
	var out []int
	open := rune(0)
	pairs := map[rune]rune{'"': '"', '“': '”', '`': '`', '\'': '\'', '*': '*'}
	before := ' '
	for i, r := range text {
		switch {
		case open != 0:
			if r == open {
				open = 0
			}
		case pairs[r] != 0 && before == ' ':
			open = pairs[r]
			if i > 0 {
				out = append(out, i)
			}
		case before == ' ' && i > 0:
			out = append(out, i)
		}
		before = r
	}
	return append(out, len(strings.TrimRight(text, ". ")))
}
