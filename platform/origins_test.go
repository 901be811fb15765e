package platform_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

func TestWhereARunMayGo(t *testing.T) {
	t.Parallel()
	for _, row := range slices.Concat(platformtest.OriginRows, platformtest.SchemeRows) {
		t.Run(fmt.Sprint(row.Allowed, " ", row.Address), func(t *testing.T) {
			t.Parallel()
			err := platform.NewOrigins(row.Allowed).Check(row.Address)
			if row.OK {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
		})
	}
}

func TestARefusalNamesTheOriginAndNoSecret(t *testing.T) {
	t.Parallel()
	err := platform.NewOrigins([]string{"shop.example"}).Check("https://ana:secret@evil.test:81/path?token=1")
	require.EqualError(t, err, "https://evil.test:81 is outside of the allowed origins")
}

func TestSocketsAreHeldToTheOriginOfTheirPage(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{"wss://shop.example/": true, "ws://shop.example/": false, "wss://evil.test/": false, "wss://shop.example:444/": false} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		require.Equal(t, want, platform.NewOrigins([]string{"https://shop.example"}).Covers(u), address)
	}
}
