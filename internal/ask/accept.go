package ask

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// maxAnswer is the longest answer, in characters.
const maxAnswer = 2000

// option finds the option a text names, in whatever case.
func option(q askuser.Question, text string) (string, bool) {
	for _, o := range q.Options {
		if o == text {
			return o, true
		}
	}
	for _, o := range q.Options {
		if strings.EqualFold(strings.TrimSpace(o), strings.TrimSpace(text)) {
			return o, true
		}
	}
	return "", false
}

// accept turns what a person said into an answer: an option, or free text where that is allowed.
func accept(q askuser.Question, said string) (string, error) {
	if o, ok := option(q, said); ok {
		return o, nil
	}
	said = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, said))
	switch {
	case said == "":
		return "", errors.New("an answer is needed")
	case len(q.Options) > 0 && !q.FreeText:
		return "", fmt.Errorf("%q is none of the options", cut(said, 60))
	case utf8.RuneCountInString(said) > maxAnswer:
		return "", fmt.Errorf("an answer has at most %d characters", maxAnswer)
	}
	return said, nil
}

// acceptAll fits answers to questions: each question exactly once, each answer allowed.
func acceptAll(questions []askuser.Question, answers []askuser.Answer) ([]askuser.Answer, error) {
	said := map[string]string{}
	for _, a := range answers {
		if _, twice := said[a.ID]; twice {
			return nil, fmt.Errorf("two answers are for the question %q", cut(a.ID, 40))
		}
		said[a.ID] = a.Text
	}
	out := make([]askuser.Answer, 0, len(questions))
	for _, q := range questions {
		text, err := accept(q, said[q.ID])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cut(q.Question, 80), err)
		}
		delete(said, q.ID)
		out = append(out, askuser.Answer{ID: q.ID, Text: text})
	}
	for id := range said {
		return nil, fmt.Errorf("there is no question %q", cut(id, 40))
	}
	return out, nil
}

// labels are what a person types to choose an option: numbers; letters or #1
// where an option's own text would be mistaken for one.
func labels(q askuser.Question) []string {
	for _, format := range []func(i int) string{
		func(i int) string { return strconv.Itoa(i + 1) },
		func(i int) string { return string(rune('a' + i)) },
		func(i int) string { return "#" + strconv.Itoa(i+1) },
	} {
		out, clash := make([]string, len(q.Options)), false
		for i := range q.Options {
			out[i] = format(i)
		}
		for _, l := range out {
			_, taken := option(q, l)
			clash = clash || taken
		}
		if !clash {
			return out
		}
	}
	return make([]string, len(q.Options)) // then they are chosen by their text only
}

// printable is text for a terminal: without control characters, on one line.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

func cut(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return string(r[:most-1]) + "…"
}
