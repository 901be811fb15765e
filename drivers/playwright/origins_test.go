package playwright_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

// The part of the fence that is in the page must decide as platform.Origins does.
func TestThePageHoldsTheSameOrigins(t *testing.T) {
	t.Parallel()
	d := install(t, platform.Spec{})
	visit(t, d, servePage(t, "<p>x</p>"))
	for _, row := range platformtest.OriginRows {
		stops, err := playwright.Leaves(d, row.Allowed, row.Address)
		require.NoError(t, err)
		require.Equal(t, !row.OK, stops, "%v %s", row.Allowed, row.Address)
	}
}

// Addresses that are no places of the web are refused before a tab goes there.
func TestNavigateRefusesWhatIsNoPlaceOfTheWeb(t *testing.T) {
	t.Parallel()
	d := install(t, platform.Spec{AllowedOrigins: []string{"shop.example"}})
	for _, row := range platformtest.SchemeRows {
		if row.Allowed != nil && !row.OK {
			wantClass(t, platform.Refused, d.Navigation.Navigate(t.Context(), row.Address))
		}
	}
	wantClass(t, platform.Refused, d.Navigation.Navigate(t.Context(), "https://shop.example@evil.test/"))
	require.NoError(t, d.Navigation.Navigate(t.Context(), "about:blank"))
}
