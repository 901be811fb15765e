package agent

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io/fs"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// BaselineStore keeps the pictures of a case that later runs are compared with, as PNG.
type BaselineStore interface {
	// Load reads one; fs.ErrNotExist when there is none.
	Load(name string) ([]byte, error)
	// Updating says that the user asked for new ones.
	Updating() bool
	// Save replaces one.
	Save(name string, data []byte) error
}

// shots compares the screen of a run with its baselines.
type shots struct {
	ctx  context.Context
	r    *run
	tree *screen.Tree
}

// Now is the screen with its secrets painted over.
func (s *shots) Now() (image.Image, error) {
	p, err := s.r.Device.Screen.Screenshot(s.ctx)
	if err != nil {
		return nil, err
	}
	p = s.r.paintOver(p, s.tree)
	if len(p.Data) == 0 {
		return nil, errors.New("its secrets could not be painted over")
	}
	img, _, err := image.Decode(bytes.NewReader(p.Data))
	return img, err
}

// Baseline is a stored picture.
func (s *shots) Baseline(name string) (image.Image, error) {
	data, err := s.r.Baselines.Load(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, check.ErrNoBaseline
	}
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// Store keeps a picture as baseline when the user asked for new ones.
func (s *shots) Store(name string, p image.Image) (bool, error) {
	if !s.r.Baselines.Updating() {
		return false, nil
	}
	if s.r.stored[name] {
		return true, nil // a check is looked at again at the end of the run
	}
	var buf bytes.Buffer
	if err := png.Encode(&buf, p); err != nil {
		return false, err
	}
	if err := s.r.Baselines.Save(name, buf.Bytes()); err != nil {
		return true, err
	}
	if s.r.stored == nil {
		s.r.stored = map[string]bool{}
	}
	s.r.stored[name] = true
	return true, nil
}

// storing says that a form is not compared but stored: once, when the page has come to rest.
func (r *run) storing(f check.Form) bool {
	return f.Kind == check.Looks && r.Baselines != nil && r.Baselines.Updating()
}
