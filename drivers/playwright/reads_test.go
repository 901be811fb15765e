package playwright_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

// A page that goes on to the next document while it is read is read there, as long as it comes to rest.
func TestReadingGoesOnInTheNextDocument(t *testing.T) {
	t.Parallel()
	d := install(t, platform.Spec{Width: 640, Height: 480})
	// Each document holds the thread for a moment, so that a read waits when the next one comes.
	url := servePage(t, `<script>
var n = +(location.hash.slice(1) || 0);
if (n < 8) setTimeout(function () { location.replace('/' + (n + 1) + '#' + (n + 1)); for (var t = Date.now(); Date.now() - t < 30;); }, 40);
</script><h1>Page</h1><div id=d></div><script>for (var i = 0, h = ''; i < 300; i++) h += '<p>line ' + i + '</p>'; d.innerHTML = h</script>`)
	require.NoError(t, d.Navigation.Navigate(t.Context(), url))
	began, err := d.Navigation.CurrentURL(t.Context())
	require.NoError(t, err)
	require.False(t, strings.HasSuffix(began, "#8"), "it is on its way")
	for start := time.Now(); ; {
		got, err := d.Elements.Elements(t.Context())
		require.NoError(t, err, "since %s", began)
		if strings.HasSuffix(got.URL, "#8") {
			break
		}
		require.Less(t, time.Since(start), 20*time.Second)
	}
}
