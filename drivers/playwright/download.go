package playwright

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// downloadWait is how long Downloads waits for the ones under way.
const downloadWait = 5 * time.Second

// downloads are the files the pages gave.
type downloads struct {
	mu      sync.Mutex
	list    []platform.Download
	running int
	idle    chan struct{} // closed when none is running any more
	names   map[string]bool
}

func (s *session) downloadStarted(d pw.Download) {
	ds := &s.downloads
	ds.mu.Lock()
	at := len(ds.list)
	ds.list = append(ds.list, platform.Download{Name: d.SuggestedFilename(), URL: d.URL(), Err: "still being downloaded"})
	if ds.running == 0 {
		ds.idle = make(chan struct{})
	}
	ds.running++
	ds.mu.Unlock()
	finish := func(done platform.Download) {
		ds.mu.Lock()
		defer ds.mu.Unlock()
		ds.list[at] = done
		if ds.running--; ds.running == 0 {
			close(ds.idle)
		}
	}
	if !s.background(func() { finish(s.keep(d)) }) {
		finish(platform.Download{Name: d.SuggestedFilename(), URL: d.URL(), Err: "the session was closed"})
	}
}

// keep waits for the download's end and saves it into the artifact directory.
func (s *session) keep(d pw.Download) platform.Download {
	out := platform.Download{Name: d.SuggestedFilename(), URL: d.URL()}
	var err error
	if s.spec.ArtifactDir == "" {
		out.Path, err = d.Path() // the browser's own, gone with the session
	} else {
		out.Path = s.freePath(out.Name)
		if err = os.MkdirAll(s.spec.ArtifactDir, 0o700); err == nil {
			err = d.SaveAs(out.Path)
		}
	}
	if err == nil {
		err = d.Failure()
	}
	if err == nil {
		var info os.FileInfo
		if info, err = os.Stat(out.Path); err == nil {
			out.Size = info.Size()
		}
	}
	if err != nil {
		out.Path, out.Err = "", plain(err).Error()
	}
	return out
}

// freePath is where a download of that name goes: never outside of the
// directory, whatever the page calls it, and never over another one.
func (s *session) freePath(name string) string {
	name = filepath.Base(filepath.Clean("/" + strings.ReplaceAll(name, "\\", "/")))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"|?*`, r) {
			return '_'
		}
		return r
	}, name)
	if name == "/" || name == "." || name == "" {
		name = "download"
	}
	s.downloads.mu.Lock()
	defer s.downloads.mu.Unlock()
	if s.downloads.names == nil {
		s.downloads.names = map[string]bool{}
	}
	ext := filepath.Ext(name)
	for i := 0; ; i++ {
		try := name
		if i > 0 {
			try = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), i, ext)
		}
		path := filepath.Join(s.spec.ArtifactDir, try)
		if _, err := os.Lstat(path); err == nil || s.downloads.names[path] {
			continue
		}
		s.downloads.names[path] = true
		return path
	}
}

// Downloads are all so far; those under way are waited for, for a while.
func (s *session) Downloads(ctx context.Context) ([]platform.Download, error) {
	return call(ctx, s, "downloads", apart, func(ctx context.Context) ([]platform.Download, error) {
		ds := &s.downloads
		ds.mu.Lock()
		idle, running := ds.idle, ds.running
		ds.mu.Unlock()
		if running > 0 {
			t := time.NewTimer(downloadWait)
			defer t.Stop()
			select {
			case <-idle:
			case <-t.C:
			case <-s.gone:
			case <-ctx.Done():
			}
		}
		ds.mu.Lock()
		defer ds.mu.Unlock()
		return slices.Clone(ds.list), nil
	})
}
