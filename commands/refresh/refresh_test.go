package refresh_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/refresh"
)

func TestThePageIsLoadedAgain(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	before := b.Requests()
	out, err := commandtest.Do(t, b, refresh.New(), `{}`)
	require.NoError(t, err)
	require.Equal(t, "Reloaded the page", out)
	require.Equal(t, before+1, b.Requests())
}
