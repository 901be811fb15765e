package upload_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/upload"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func write(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, nil, 0o600)) // an empty file is a file
}

func bench(t *testing.T) (b *commandtest.Bench, dir string) {
	t.Helper()
	root := t.TempDir()
	dir = filepath.Join(root, "files")
	write(t, filepath.Join(dir, "cv.pdf"))
	write(t, filepath.Join(dir, "sub", "photo.png"))
	write(t, filepath.Join(dir, ".hidden"))
	write(t, filepath.Join(root, "secret.txt"))
	require.NoError(t, os.Symlink(filepath.Join(root, "secret.txt"), filepath.Join(dir, "link.txt")))
	require.NoError(t, os.Symlink(root, filepath.Join(dir, "up")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "cv.pdf"), filepath.Join(dir, "mine.pdf")))
	b = commandtest.New(t, fakedevice.El("f", "file", "CV"))
	b.Env.UploadDirs = []string{dir}
	return b, dir
}

func TestOnlyFilesOfTheAllowedFoldersAreUploaded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		file    string
		failure string
	}{
		"a file":                        {"cv.pdf", ""},
		"one below a folder":            {"sub/photo.png", ""},
		"a link to an allowed file":     {"mine.pdf", ""},
		"one outside":                   {"../secret.txt", commands.NotAllowed},
		"one outside that is not there": {"../nothing.txt", commands.NotAllowed},
		"a link out of the folder":      {"link.txt", commands.NotAllowed},
		"a way through a linked folder": {"up/secret.txt", commands.NotAllowed},
		"an absolute path outside":      {"/etc/passwd", commands.NotAllowed},
		"one that is not there":         {"cv.doc", commands.FileNotFound},
		"a folder":                      {"sub", commands.FileNotFound},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, _ := bench(t)
			out, err := commandtest.Do(t, b, upload.New(), fmt.Sprintf(`{"target":"CV","files":[%q]}`, tc.file))
			if tc.failure != "" {
				f := commandtest.Failure(t, err, tc.failure)
				require.Contains(t, f.Hint, "there are: ")
				require.NotContains(t, f.Hint, "hidden")
				return
			}
			require.NoError(t, err)
			require.Contains(t, out, `at file "CV"`)
		})
	}
}

func TestAnAbsolutePathInsideIsTaken(t *testing.T) {
	t.Parallel()
	b, dir := bench(t)
	_, err := commandtest.Do(t, b, upload.New(), fmt.Sprintf(`{"target":"CV","files":%q}`, filepath.Join(dir, "cv.pdf")))
	require.NoError(t, err)
}

func TestAMissingFileListsAtMostTen(t *testing.T) {
	t.Parallel()
	b, dir := bench(t)
	for i := range 14 {
		write(t, filepath.Join(dir, fmt.Sprintf("a%02d.txt", i)))
	}
	_, err := commandtest.Do(t, b, upload.New(), `{"target":"CV","files":["x"]}`)
	require.Contains(t, commandtest.Failure(t, err, commands.FileNotFound).Hint, "a09.txt and 5 more")
}

func TestWithoutAFolderNothingIsUploaded(t *testing.T) {
	t.Parallel()
	b, _ := bench(t)
	b.Env.UploadDirs = nil
	_, err := commandtest.Do(t, b, upload.New(), `{"target":"CV","files":["cv.pdf"]}`)
	commandtest.Failure(t, err, commands.NotAllowed)
}
