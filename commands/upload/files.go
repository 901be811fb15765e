package upload

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// find is the real path of a file inside one of the allowed folders. Links are
// followed before that is decided, in the folders' names too.
func find(dirs []string, name string) (string, error) {
	var roots []string
	for _, d := range dirs {
		abs, err := filepath.Abs(d)
		if err != nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			roots = append(roots, real)
		}
	}
	if len(roots) == 0 {
		return "", commands.Failf(commands.NotAllowed, "no file may be uploaded in this run").WithHint("the case sets upload_dir")
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(roots[0], path)
	}
	real, err := filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && within(filepath.Clean(path), roots):
		return "", commands.Failf(commands.FileNotFound, "there is no file %q", name).WithHint(listing(roots[0]))
	case err != nil || !within(real, roots):
		// The same answer whether it is there or not: what lies outside is nobody's business.
		return "", commands.Failf(commands.NotAllowed, "%q does not lie in the upload folder", name).WithHint(listing(roots[0]))
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", commands.Failf(commands.FileNotFound, "%q cannot be read", name).WithHint(listing(roots[0]))
	case info.IsDir():
		return "", commands.Failf(commands.FileNotFound, "%q is a folder", name).WithHint(listing(real))
	case !info.Mode().IsRegular():
		return "", commands.Failf(commands.NotAllowed, "%q is no regular file", name)
	}
	return real, nil
}

func within(path string, roots []string) bool {
	for _, r := range roots {
		if rel, err := filepath.Rel(r, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// listing names at most ten files of a folder.
func listing(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	switch n := len(names); {
	case n == 0:
		return "the folder holds no files"
	case n > 10:
		return fmt.Sprintf("there are: %s and %d more", strings.Join(names[:10], ", "), n-10)
	default:
		return "there are: " + strings.Join(names, ", ")
	}
}
