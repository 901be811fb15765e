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
		"an unknown key is named with line": {"model: x\nwokers: 3\n", "line 2"},
		"an unknown role is named":          {"roles: {jugde: m}\n", "jugde"},
		"a wrong type is named":             {"workers: many\n", "line 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "verdict.yaml")
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o600))
			f, err := config.Load(path)
			if tt.fails != "" {
				require.ErrorContains(t, err, tt.fails)
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
