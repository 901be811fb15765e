// Package askuser puts questions to a person.
package askuser

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/tools"
)

//go:embed description.md
var description string

// Params are what a model fills in.
type Params struct {
	Questions []Question `json:"questions" validate:"required,min=1,max=5,dive"`
}

// Question is one question. Without options it is answered in free text.
type Question struct {
	ID       string   `json:"id" validate:"required,max=40"`
	Question string   `json:"question" validate:"required,max=500"`
	Options  []string `json:"options,omitempty" validate:"omitempty,min=2,max=5,dive,required,max=200"`
	// FreeText allows an answer that is none of the options.
	FreeText bool `json:"free_text,omitempty"`
}

// Answer is what the person said; Text is one of the options or free text.
type Answer struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Asker puts questions to a person and waits for the answers; it answers each
// question or fails. A *commands.Failure is handed to the model.
type Asker interface {
	Ask(ctx context.Context, questions []Question) ([]Answer, error)
}

// New makes the tool.
func New(asker Asker) (tools.Tool, error) {
	return tools.New("ask-user", strings.TrimSpace(description), func(ctx context.Context, p Params) (string, error) {
		if err := check(p.Questions); err != nil {
			return "", err
		}
		answers, err := asker.Ask(ctx, p.Questions)
		if err != nil {
			return "", err
		}
		return lines(p.Questions, answers)
	})
}

// check finds what tags cannot say: the ids tell the answers apart.
func check(questions []Question) error {
	seen := map[string]bool{}
	for _, q := range questions {
		if seen[q.ID] {
			return &schema.Invalid{Problems: []string{fmt.Sprintf("two questions have the id %q", q.ID)}}
		}
		seen[q.ID] = true
	}
	return nil
}

func lines(questions []Question, answers []Answer) (string, error) {
	byID := map[string]string{}
	for _, a := range answers {
		byID[a.ID] = a.Text
	}
	var out []string
	for _, q := range questions {
		text, ok := byID[q.ID]
		if !ok {
			return "", commands.Failf(commands.NotUnderstood, "the question %q got no answer", q.ID)
		}
		out = append(out, q.ID+": "+text)
	}
	return strings.Join(out, "\n"), nil
}
