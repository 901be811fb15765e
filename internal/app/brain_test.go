package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

func env(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestTheModelIsChosenInThisOrder(t *testing.T) {
	t.Parallel()
	key := map[string]string{"OPENAI_API_KEY": "k"}
	tests := map[string]struct {
		flag string
		file config.File
		env  map[string]string
		want string
	}{
		"the flag wins":                           {"m1", config.File{Model: "m2"}, key, "m1"},
		"then the configuration":                  {"", config.File{Model: "m2"}, key, "m2"},
		"then a key means the default model":      {"", config.File{}, key, app.DefaultModel},
		"a key under another name counts too":     {"", config.File{KeyEnv: "MY_KEY"}, map[string]string{"MY_KEY": "k"}, app.DefaultModel},
		"the usual name does not count then":      {"", config.File{KeyEnv: "MY_KEY"}, key, app.Builtin},
		"without anything the builtin model runs": {"", config.File{}, nil, app.Builtin},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := app.Choose(tt.flag, tt.file, env(tt.env))
			if d := cmp.Diff(tt.want, c.Model); d != "" {
				t.Errorf("model (-want +got):\n%s", d)
			}
			require.NotEmpty(t, c.Why)
		})
	}
}

func TestAModelWithoutAKeySaysWhatToDo(t *testing.T) {
	t.Parallel()
	m := &app.Models{Choice: app.Choice{Model: "gpt-5.2"}, Getenv: env(nil)}
	defer m.Close()
	_, err := m.Brain()
	require.ErrorContains(t, err, "set OPENAI_API_KEY")
	require.ErrorContains(t, err, "--model builtin")
}

func TestRolesGetTheirOwnModels(t *testing.T) {
	t.Parallel()
	prices, err := app.Prices("")
	require.NoError(t, err)
	m := &app.Models{Choice: app.Choice{Model: "a"}, File: config.File{Endpoint: "http://127.0.0.1:1/v1", Roles: map[string]string{"judge": "b", "second_judge": "c"}}, Getenv: env(nil), Prices: prices}
	defer m.Close()
	make, err := m.Brain()
	require.NoError(t, err)
	b, err := make(&platform.Device{Name: "x"}, memory.New())
	require.NoError(t, err)
	require.Equal(t, "a", b.Decider.Name())
	require.NotNil(t, b.SecondJudge)
	m.File.Roles = map[string]string{"judge": "builtin"}
	_, err = m.Brain()
	require.ErrorContains(t, err, "cannot be the judge")
}
