package agent

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// kept gives a world what is read only when a check asks for it, as far as the device can.
func (r *run) kept(ctx context.Context, w *check.World) {
	d := r.Device
	if d.Attributes != nil {
		w.Attribute = func(id, name string) (string, bool, error) { return d.Attributes.Attribute(ctx, id, name) }
	}
	if d.Storage != nil {
		w.Cookie = func(name string) (string, bool, error) { return d.Storage.Cookie(ctx, name) }
		w.Stored = func(session bool, key string) (string, bool, error) { return d.Storage.Stored(ctx, session, key) }
	}
	if r.Baselines != nil {
		w.Pictures = &shots{ctx, r, w.Tree}
	}
	if d.Downloads != nil {
		w.File = func(name string) ([]byte, int64, error) { return r.downloaded(ctx, name) }
	}
}

// downloaded reads the newest download of that name.
func (r *run) downloaded(ctx context.Context, name string) ([]byte, int64, error) {
	list, err := r.Device.Downloads.Downloads(ctx)
	if err != nil {
		return nil, 0, err
	}
	var names []string
	for i := len(list) - 1; i >= 0; i-- {
		one := list[i]
		names = append(names, one.Name)
		if !strings.EqualFold(one.Name, name) {
			continue
		}
		if one.Err != "" {
			return nil, 0, fmt.Errorf("the download of %q failed: %s", one.Name, one.Err)
		}
		f, err := os.Open(one.Path)
		if err != nil {
			return nil, 0, fmt.Errorf("the downloaded file %q cannot be read", one.Name)
		}
		defer f.Close()
		content, err := io.ReadAll(io.LimitReader(f, check.MaxFile))
		if err != nil {
			return nil, 0, fmt.Errorf("the downloaded file %q cannot be read", one.Name)
		}
		return content, one.Size, nil
	}
	if len(names) == 0 {
		return nil, 0, fmt.Errorf("no file was downloaded")
	}
	return nil, 0, fmt.Errorf("no file %q was downloaded, only %s", name, strings.Join(names, ", "))
}
