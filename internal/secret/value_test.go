package secret_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/internal/secret"
)

type holder struct {
	Public  secret.Value
	private secret.Value
	Pointer *secret.Value
	Map     map[string]secret.Value
}

func TestASecretIsNeverPrinted(t *testing.T) {
	t.Parallel()
	const text = "hunter2-hunter2"
	v := secret.New(text)
	h := holder{Public: v, private: v, Pointer: &v, Map: map[string]secret.Value{"a": v}}
	require.Equal(t, text, h.private.Reveal())

	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%T", "%c", "%10s"} {
		fmt.Fprintf(&out, verb+verb+verb+"\n", v, h, &h)
		fmt.Fprintf(&out, verb+"\n", []any{v, &v, h})
	}
	for _, log := range []*slog.Logger{
		slog.New(slog.NewTextHandler(&out, nil)), slog.New(slog.NewJSONHandler(&out, nil)),
	} {
		log.Info("secret", "value", v, "holder", h, "pointer", &v)
	}
	js, err := json.Marshal(h)
	require.NoError(t, err)
	out.Write(js)
	ym, err := yaml.Marshal(map[string]any{"a": v})
	require.NoError(t, err)
	out.Write(ym)
	fmt.Fprint(&out, fmt.Errorf("wrapped: %v", v))

	require.NotContains(t, out.String(), text)
	require.NotContains(t, out.String(), fmt.Sprintf("%x", text))
	require.JSONEq(t, `{"Public":"***","Pointer":"***","Map":{"a":"***"}}`, string(js))
}

func TestTheZeroValueIsEmpty(t *testing.T) {
	t.Parallel()
	var v secret.Value
	require.True(t, v.Empty())
	require.Empty(t, v.Reveal())
	require.True(t, v.Equal(secret.New("")))
	require.False(t, secret.New("a").Equal(secret.New("b")))
	require.True(t, secret.New("a").Equal(secret.New("a")))
	require.Equal(t, "***", v.String())
	require.Equal(t, "***", v.GoString())
}
