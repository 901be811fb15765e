package modeltest_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
)

func ask(purpose, text string) model.Request {
	return model.Request{Purpose: purpose, Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: text}}}}}
}

func TestWhatIsRecordedPlaysBack(t *testing.T) {
	t.Parallel()
	r := modeltest.NewRecorder(modeltest.NewScripted(modeltest.Says("one"), modeltest.Fails(model.RateLimited, 429), modeltest.Calls("click", `{"a":1}`)))
	for range 3 {
		_, _ = r.Generate(t.Context(), ask("agent", "look"))
	}
	file := filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, r.Save(file))

	p, err := modeltest.Open(file)
	require.NoError(t, err)
	require.Equal(t, "scripted", p.Name())
	got, err := p.Generate(t.Context(), ask("agent", "look"))
	require.NoError(t, err)
	require.Equal(t, "one", got.Text)
	_, err = p.Generate(t.Context(), ask("agent", "look"))
	require.Equal(t, model.RateLimited, model.ClassOf(err))
	_, err = p.Generate(t.Context(), ask("judge", "look"))
	require.ErrorContains(t, err, `exchange 3: a call for "agent" was recorded, "judge" came`)
	_, err = p.Generate(t.Context(), ask("agent", "look elsewhere"))
	require.ErrorContains(t, err, "the request has changed")
	require.Equal(t, 1, p.Left())
	got, err = p.Generate(t.Context(), ask("agent", "look"))
	require.NoError(t, err)
	require.Equal(t, `{"a":1}`, got.ToolCalls[0].Args)
	_, err = p.Generate(t.Context(), ask("agent", "look"))
	require.ErrorContains(t, err, "ends after 3 exchanges")
}

func TestAScriptSaysWhenItIsOver(t *testing.T) {
	t.Parallel()
	s := modeltest.NewScripted(modeltest.Says("one"))
	_, err := s.Generate(t.Context(), ask("agent", "x"))
	require.NoError(t, err)
	_, err = s.Generate(t.Context(), ask("judge", "x"))
	require.ErrorContains(t, err, "call 2 (judge) is one too many")
	require.Len(t, s.Requests(), 2)
}
