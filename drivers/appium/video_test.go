package appium_test

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
)

// TestABrowserIsFilmedByItsPictures films a page that is blue, then red: the film is of its size and shows both.
func TestABrowserIsFilmedByItsPictures(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	browser := appiumserver.NeedBrowser(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<body style="background:` + strings.TrimPrefix(r.URL.Path, "/") + `">`))
	}))
	t.Cleanup(page.Close)
	d, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), platform.Spec{Platform: "android", Capabilities: browser.Chromium(t.TempDir(), 412, 915, 1, true)})
	require.NoError(t, err)
	frames, err := d.Stream.Frames(t.Context())
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "run.mp4")
	require.ErrorContains(t, d.Video.Start(t.Context(), "run.avi"), ".mp4 or .webm")
	require.NoError(t, d.Navigation.Navigate(t.Context(), page.URL+"/blue"))
	require.NoError(t, d.Video.Start(t.Context(), path))
	require.Error(t, d.Video.Start(t.Context(), path), "one at a time")
	for _, colour := range []string{"blue", "red"} {
		require.NoError(t, d.Navigation.Navigate(t.Context(), page.URL+"/"+colour))
		for began := time.Now(); ; { // until the film has had its picture: both look once a second
			f, ok := <-frames
			require.True(t, ok)
			if f.Time.Sub(began) > 1500*time.Millisecond {
				break
			}
		}
	}
	require.NoError(t, d.Video.Stop(t.Context()))
	size, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path).Output()
	require.NoError(t, err)
	require.Equal(t, "412,914", strings.TrimSpace(string(size)))
	dots, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-vf", "scale=1:1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-").Output()
	require.NoError(t, err)
	require.Greater(t, len(dots), 3)
	require.Greater(t, dots[2], dots[0], "it begins blue")
	require.Greater(t, dots[len(dots)-3], dots[len(dots)-1], "and ends red")
}

// TestAnApplicationWithoutARecorderIsFilmedByItsPictures films the application of fake-driver.
func TestAnApplicationWithoutARecorderIsFilmedByItsPictures(t *testing.T) {
	t.Parallel()
	_, d, _ := onFake(t, appium.Config{}, nil)
	defer func() { require.NoError(t, d.Close(t.Context())) }()
	frames, err := d.Stream.Frames(t.Context())
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "run.mp4")
	require.NoError(t, d.Video.Start(t.Context(), path))
	for range 2 { // the film's own pictures come as often
		_, ok := <-frames
		require.True(t, ok)
	}
	require.NoError(t, d.Video.Stop(t.Context()))
	size, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path).Output()
	require.NoError(t, err)
	require.Equal(t, "400,852", strings.TrimSpace(string(size)))
}
