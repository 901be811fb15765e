package playwright

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// chooserWait is how long a click may take to open a file chooser.
const chooserWait = 2 * time.Second

func itoa(i int) string { return strconv.Itoa(i) }

// Upload gives files to a file input: the element, the one its label or content
// stands for, the one whose chooser a click on it opens, or the only one near it.
func (s *session) Upload(ctx context.Context, id string, files []string) error {
	const op = "upload"
	for _, file := range files {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return permanent(op, "there is no file %s", file)
		} else if err != nil {
			return permanent(op, "the file %s cannot be read", file)
		}
	}
	n, err := s.ScrollIntoView(ctx, id)
	if err != nil {
		return err
	}
	return do(ctx, s, op, acts, func(ctx context.Context) error {
		f, local, ok := s.frames.find(id)
		if !ok {
			return lost(op)
		}
		input, err := fileInput(f, "fileInput", local)
		if err != nil {
			return err
		}
		if input != nil {
			return setFiles(input, files)
		}
		t, err := s.active(op)
		if err != nil {
			return err
		}
		select {
		case <-t.choosers: // of an earlier click
		default:
		}
		if s.reachable(n) {
			c := n.Box.Center()
			if err := t.page.Mouse().Click(c.X, c.Y); err != nil {
				return err
			}
			timer := time.NewTimer(chooserWait)
			defer timer.Stop()
			select {
			case c := <-t.choosers:
				if len(files) > 1 && !c.IsMultiple() {
					return permanent(op, "the file chooser takes one file only")
				}
				return c.SetFiles(files)
			case <-timer.C:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		input, err = fileInput(f, "nearFileInput", local)
		if err != nil {
			return err
		}
		if input == nil {
			return permanent(op, "%s %q opens no file chooser", n.Role, n.Name)
		}
		return setFiles(input, files)
	})
}

// fileInput asks the page for a file input; nil when it knows none.
func fileInput(f pw.Frame, fn, local string) (pw.ElementHandle, error) {
	h, err := f.EvaluateHandle(fmt.Sprintf("id => window.__verdict.%s(id)", fn), local)
	if err != nil {
		return nil, err
	}
	if el := h.AsElement(); el != nil {
		return el, nil
	}
	return nil, h.Dispose()
}

func setFiles(input pw.ElementHandle, files []string) error {
	defer func() { _ = input.Dispose() }() // only a handle
	//lint:ignore SA1019 a handle names the very element; a locator would search again
	return input.SetInputFiles(files)
}
