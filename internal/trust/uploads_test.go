package trust_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/upload"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// TestUploadsComeFromTheAllowedFoldersOnly asks for a file outside in every way a path can name one. A file that reached the
// page would have got out.
func TestUploadsComeFromTheAllowedFoldersOnly(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir, secret := filepath.Join(root, "files"), filepath.Join(root, "secret.txt")
	for _, f := range []string{secret, filepath.Join(root, "files-too", "other.txt"), filepath.Join(dir, "cv.pdf"), filepath.Join(dir, "sub", "photo.png")} {
		require.NoError(t, os.MkdirAll(filepath.Dir(f), 0o700))
		require.NoError(t, os.WriteFile(f, []byte("x"), 0o600))
	}
	for link, to := range map[string]string{
		"link.txt": secret, "relative.txt": filepath.Join("..", "secret.txt"), "up": root, "twice.txt": filepath.Join(dir, "link.txt"), "sub/far.txt": filepath.Join("..", "..", "secret.txt"),
		"mine.pdf": filepath.Join(dir, "cv.pdf"),
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	refused := []string{
		"../secret.txt", "sub/../../secret.txt", "./../secret.txt", "sub/./../../secret.txt", "..//secret.txt", secret, dir + "/../secret.txt", dir + "/sub/../../secret.txt",
		"link.txt", "relative.txt", "twice.txt", "up/secret.txt", "sub/far.txt", filepath.Join(dir, "link.txt"), "../files-too/other.txt", dir + "-too/other.txt", "/etc/passwd", "up/files/../secret.txt",
		"~/.ssh/id_rsa", "file://" + secret, "..\\secret.txt", "%2e%2e/secret.txt", "cv.pdf\x00/../../secret.txt", "",
	}
	row := trust.Row{Name: "uploads from outside of the folders", Total: len(refused)}
	try := func(file string) (got []string, err error) {
		field := fakedevice.El("f", "file", "CV")
		field.OnFiles = func(_ *fakedevice.World, files []string) { got = append(got, files...) }
		b := commandtest.New(t, field)
		b.Env.UploadDirs = []string{dir}
		args, merr := json.Marshal(map[string]any{"target": "CV", "files": []string{file}})
		require.NoError(t, merr)
		_, err = commandtest.Do(t, b, upload.New(), string(args))
		return got, err
	}
	for _, file := range refused {
		got, err := try(file)
		row.Escapes += len(got)
		if assert.Error(t, err, "%q", file) && assert.Empty(t, got, "%q", file) {
			row.Done++
		}
		if strings.HasPrefix(file, "..") && !strings.Contains(file, `\`) {
			commandtest.Failure(t, err, commands.NotAllowed)
		}
	}
	for _, file := range []string{"cv.pdf", "sub/photo.png", "mine.pdf", filepath.Join(dir, "cv.pdf")} {
		got, err := try(file)
		require.NoError(t, err, file)
		require.Len(t, got, 1)
	}
	trust.Report(t, row)
}
