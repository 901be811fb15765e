package playwright_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func manyControls(n int) string {
	var b strings.Builder
	for i := range n {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "<button>Button %d</button>", i)
		case 1:
			fmt.Fprintf(&b, "<a href='#%d'>Link %d</a>", i, i)
		case 2:
			fmt.Fprintf(&b, "<div><label>Field %d <input></label></div>", i)
		case 3:
			fmt.Fprintf(&b, "<label><input type=checkbox> Check %d</label>", i)
		}
	}
	return b.String()
}

func BenchmarkElements(b *testing.B) {
	for _, n := range []int{50, 500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			measure(b, n, func(d *platform.Device) error { _, err := d.Elements.Elements(b.Context()); return err })
		})
	}
}

func BenchmarkScreenshot(b *testing.B) {
	measure(b, 500, func(d *platform.Device) error { _, err := d.Screen.Screenshot(b.Context()); return err })
}

func measure(b *testing.B, controls int, call func(d *platform.Device) error) {
	d, err := shared.Install(b.Context(), platform.Spec{})
	require.NoError(b, err)
	b.Cleanup(func() { _ = d.Close(b.Context()) })
	srv := servePage(b, manyControls(controls))
	require.NoError(b, d.Navigation.Navigate(b.Context(), srv))
	_, err = d.App.WaitUntilStable(b.Context(), platform.StableOptions{})
	require.NoError(b, err)
	least := time.Hour
	for b.Loop() {
		start := time.Now()
		if err := call(d); err != nil {
			b.Fatal(err)
		}
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least.Microseconds())/1000, "least-ms")
}

func BenchmarkNavigate(b *testing.B) {
	for _, fenced := range []bool{false, true} {
		b.Run(fmt.Sprintf("fenced=%v", fenced), func(b *testing.B) {
			spec := platform.Spec{}
			if fenced {
				spec.AllowedOrigins = []string{"127.0.0.1"}
			}
			d, err := shared.Install(b.Context(), spec)
			require.NoError(b, err)
			b.Cleanup(func() { _ = d.Close(b.Context()) })
			srv := servePage(b, "<p>x</p>")
			for b.Loop() {
				require.NoError(b, d.Navigation.Navigate(b.Context(), srv))
			}
		})
	}
}
