package playwright_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

// A page that goes on to the next document while it is read is read there, as long as it comes to rest.
func TestReadingGoesOnInTheNextDocument(t *testing.T) {
	d := install(t, platform.Spec{Width: 640, Height: 480})
	// Each document holds the thread for a moment, so that a read waits when the next one comes.
	url := servePage(t, `<script>
var n = +(location.hash.slice(1) || 0);
if (n < 6) setTimeout(function () { location.replace('/' + (n + 1) + '#' + (n + 1)); for (var t = Date.now(); Date.now() - t < 30;); }, 40);
</script><h1>Page</h1><div id=d></div><script>for (var i = 0, h = ''; i < 300; i++) h += '<p>line ' + i + '</p>'; d.innerHTML = h</script>`)
	require.NoError(t, d.Navigation.Navigate(t.Context(), url))
	reads := 0
	for start := time.Now(); time.Since(start) < 4*time.Second; reads++ {
		_, err := d.Elements.Elements(t.Context())
		require.NoError(t, err, "read %d", reads)
	}
	t.Logf("%d reads", reads)
}
