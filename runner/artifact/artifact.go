// Package artifact keeps the files of a suite run in one folder.
package artifact

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/verdict-run/verdict/platform"
)

// Dir is the folder of one suite run.
type Dir struct {
	ID   string // name of the folder: time and a random id
	Path string
}

// New makes the folder <base>/<time>-<id>. Two runs never share one.
func New(base string, now time.Time) (*Dir, error) {
	var random [3]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, fmt.Errorf("naming the run: %w", err)
	}
	id := now.Format("20060102-150405") + "-" + hex.EncodeToString(random[:])
	path := filepath.Join(base, id)
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for artifacts: %w", err)
	}
	return &Dir{ID: id, Path: path}, nil
}

// Try makes the folder of one try of a case and answers it.
func (d *Dir) Try(caseID string, n int) (*Folder, error) {
	rel := caseID
	if n > 1 {
		rel = fmt.Sprintf("%s-try-%d", caseID, n)
	}
	if err := os.MkdirAll(filepath.Join(d.Path, rel), 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of a case: %w", err)
	}
	return &Folder{Rel: filepath.ToSlash(rel), Path: filepath.Join(d.Path, rel), used: map[string]int{}}, nil
}

// Folder holds the files of one try.
type Folder struct {
	Rel  string // relative to the suite's folder, with slashes
	Path string

	mu   sync.Mutex
	used map[string]int
}

// Put keeps a picture; the answer is its file name in the folder.
func (f *Folder) Put(name string, p platform.Image) (string, error) {
	ext := ".png"
	if strings.HasSuffix(p.MIME, "jpeg") {
		ext = ".jpg"
	}
	f.mu.Lock()
	f.used[name]++
	if n := f.used[name]; n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	f.mu.Unlock()
	if err := os.WriteFile(filepath.Join(f.Path, name+ext), p.Data, 0o644); err != nil {
		return "", fmt.Errorf("keeping picture %s: %w", name, err)
	}
	return name + ext, nil
}

// WriteJSON writes a file whole or not at all.
func (f *Folder) WriteJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", name, err)
	}
	return WriteFile(filepath.Join(f.Path, name), append(data, '\n'))
}

// WriteFile writes a file beside its place and renames it, so that no reader finds half of it.
func WriteFile(path string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", filepath.Base(path), err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("writing %s: %w", filepath.Base(path), err), os.Remove(tmp.Name()))
		}
	}()
	if _, err = tmp.Write(data); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err = tmp.Chmod(0o644); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
