package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/config"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, fails string }{
		"a full file is read":               {"model: gpt-5.2\nbase_url: http://localhost\nworkers: 3\nroles: {judge: m}\n", ""},
		"an empty file says nothing":        {"", ""},
		"an unknown key is named with line": {"model: x\nwokers: 3\n", `verdict.yaml:2: unknown key "wokers" (did you mean "workers"?)`},
		"a strange key lists the keys":      {"zzz: 3\n", "the keys are base_url, model, "},
		"a key twice":                       {"model: x\nmodel: y\n", `verdict.yaml:2: the key "model" stands in line 1 already`},
		"a list for a number":               {"workers: [1]\n", "verdict.yaml:1: a list is not a whole number"},
		"a text for a mapping":              {"headers: x\n", `"x" is not a mapping`},
		"a list as the file":                {"- a\n- b\n", "verdict.yaml:1: a list is no file of `key: value` lines"},
		"no YAML":                           {"model: x\n\tretries: 1\n", "verdict.yaml:2: this is not YAML"},
		"two faults are both told":          {"wokers: 3\nretries: no way\n", `"no way" is not a whole number`},
		"an unknown role is named":          {"roles: {jugde: m}\n", "jugde"},
		"a wrong type is named":             {"workers: many\n", `verdict.yaml:1: "many" is not a whole number, such as 4`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "verdict.yaml")
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o600))
			f, err := config.Load(path)
			if tt.fails != "" {
				require.ErrorContains(t, err, tt.fails)
				require.NotRegexp(t, `config\.|!!|unmarshal`, err.Error(), "Go and YAML inside are nobody's business")
				return
			}
			require.NoError(t, err)
			if tt.text != "" {
				require.Equal(t, 3, f.Workers)
			}
		})
	}
	_, err := config.Load(filepath.Join(t.TempDir(), "gone.yaml"))
	require.Error(t, err, "a file that was named must be there")
}
