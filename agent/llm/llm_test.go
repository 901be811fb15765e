package llm_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
)

type clickParams struct {
	commands.Subject
	Button string `json:"button,omitempty" validate:"omitempty,oneof=left right middle"`
}

type typeParams struct {
	commands.Subject
	Text string `json:"text" validate:"required"`
}

type dragParams struct {
	commands.Subject
	To      string    `json:"to" validate:"required"`
	ToPoint []float64 `json:"to_point,omitempty" validate:"omitempty,len=2"`
}

type finishParams struct {
	Success   bool   `json:"success"`
	Reasoning string `json:"reasoning" validate:"required"`
}

type said string

func (s said) Outcome() string { return string(s) }

// stub is a command that does nothing.
type stub[P any] struct{ name string }

func (s stub[P]) Spec() commands.Spec {
	return commands.Spec{Name: s.name, Description: "does " + s.name}
}
func (s stub[P]) Instruction(P) string { return s.name }
func (s stub[P]) Execute(context.Context, *commands.Env, P) (said, error) {
	return said(s.name), nil
}

func erased[P any](t testing.TB, name string) commands.Erased {
	t.Helper()
	e, err := commands.Erase(stub[P]{name})
	require.NoError(t, err)
	return e
}

func state(t testing.TB) *agent.State {
	t.Helper()
	finish, err := schema.For[finishParams]()
	require.NoError(t, err)
	return &agent.State{
		Name: "Locked user is refused",
		Sentences: []language.Sentence{
			{N: 1, Text: "Log in with {{user}} and {{password}}.", Kind: language.Action},
			{N: 2, Text: "Check that an error is shown.", Kind: language.Check, CheckWord: true},
		},
		Checks:    []agent.Check{{N: 2, Statement: "an error is shown", Status: agent.Open}},
		Done:      map[int]bool{},
		TurnsLeft: 49,
		Commands:  []commands.Erased{erased[clickParams](t, "click"), erased[typeParams](t, "type"), erased[dragParams](t, "drag")},
		Tools:     []tools.Definition{{Name: "execution-finished", Description: "ends the case", Schema: finish}},
	}
}

func picture(t testing.TB, w, h int) platform.Image {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		m.Set(x, x%h, color.RGBA{uint8(x), 0, 0, 255})
	}
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, m))
	return platform.Image{Data: out.Bytes(), MIME: "image/png", Size: screen.Size{W: w, H: h}}
}

func observation(t testing.TB) *agent.Observation {
	t.Helper()
	return &agent.Observation{
		Turn: 1, Picture: picture(t, 400, 200), Ref: "001-before.png",
		// The tree is not masked; nothing of it may reach a model.
		Tree:  &screen.Tree{Nodes: []screen.Node{{Name: "SECRET-OF-THE-TREE", Text: "SECRET-OF-THE-TREE"}}},
		Items: []screen.Item{{Number: 1, Line: `1 textbox "User"`}, {Number: 2, Line: `2 button "Log in"`}},
		URL:   "https://shop.example/", Title: "Shop", Status: 200, Variables: []string{"user", "password (secret)"},
		Stable: platform.Stability{Stable: true},
	}
}

func decider(t testing.TB, c *modeltest.Scripted, change ...func(*llm.Config)) *llm.Decider {
	t.Helper()
	config := llm.Config{Agent: llm.Role{Client: c}}
	for _, f := range change {
		f(&config)
	}
	d, err := llm.New(config)
	require.NoError(t, err)
	return d
}

// failing is a step that failed.
func failing(n int, text string) agent.StepAttempt {
	return &agent.FailedStep{
		AttemptBase: agent.AttemptBase{N: n, Turn: n, Command: "click", Sentence: 1, Instruction: text, Effect: text},
		ErrorName:   commands.Covered, Error: text, Hint: text,
	}
}

func done(n int, text string) agent.StepAttempt {
	return &agent.GeneratedStep{
		AttemptBase: agent.AttemptBase{N: n, Turn: n, Command: "click", Sentence: 1, Instruction: text, Effect: text, Notes: []string{text}},
		Outcome:     text,
	}
}

func TestNewChecksItsConfiguration(t *testing.T) {
	t.Parallel()
	_, err := llm.New(llm.Config{})
	require.ErrorContains(t, err, "the agent has no model")
	_, err = llm.New(llm.Config{Agent: llm.Role{Client: modeltest.NewScripted()}, Judge: llm.Role{Vision: "eyes"}})
	require.ErrorContains(t, err, "hybrid, vision or text")
}

func TestEveryRoleMayHaveItsOwnModel(t *testing.T) {
	t.Parallel()
	fallback := modeltest.NewFunc(nil)
	fallback.Model = "agent-model"
	own := modeltest.NewScripted(modeltest.Calls("judgement", `{"answer":"cannot_tell","reason":"x"}`))
	own.Model = "judge-model"
	d := decider(t, fallback, func(c *llm.Config) {
		c.Judge.Client = own
		c.Price = func(string, modelUsage) (float64, bool) { return 0.5, true }
	})
	require.Equal(t, "agent-model", d.Name())
	j, err := d.Judge(t.Context(), "the page is nice", observation(t))
	require.NoError(t, err)
	require.Len(t, j.Usage, 1)
	require.Equal(t, "judge", j.Usage[0].Role)
	require.Equal(t, "judge-model", j.Usage[0].Model)
	require.InDelta(t, 0.5, *j.Usage[0].CostUSD, 0)
	require.Empty(t, fallback.Requests())
	r := own.Requests()[0]
	require.InDelta(t, 0, *r.Temperature, 0)
	require.Equal(t, 1, *r.Seed)
	require.True(t, r.RequireTool)
	require.Equal(t, "judge", r.Purpose)
}

func long(i int) string { return fmt.Sprint(i, " ", string(bytes.Repeat([]byte("né"), 150))) }
