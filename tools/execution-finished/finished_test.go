package executionfinished_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	executionfinished "github.com/verdict-run/verdict/tools/execution-finished"
)

func TestTheEndIsHandedOn(t *testing.T) {
	t.Parallel()
	tool, err := executionfinished.New(func(_ context.Context, success bool, reasoning string) (string, error) {
		return fmt.Sprintf("%v: %s", success, reasoning), nil
	})
	require.NoError(t, err)
	for args, want := range map[string]string{
		`{"success":true,"reasoning":"all done"}`:      "true: all done",
		`{"success":"false","reasoning":"stuck here"}`: "false: stuck here",
		`{"reasoning":"all done"}`:                     "",
		`{"success":true}`:                             "",
	} {
		out, err := tool.Run(t.Context(), json.RawMessage(args))
		require.Equal(t, want, out, args)
		require.Equal(t, want == "", err != nil, args)
	}
}
