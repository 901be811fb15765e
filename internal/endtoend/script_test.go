package endtoend_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestTheCommandLineOffline runs testdata/script: none of it may start a browser.
func TestTheCommandLineOffline(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			bin := filepath.Join(env.WorkDir, ".bin")
			if err := os.Mkdir(bin, 0o700); err != nil {
				return err
			}
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("REAL_HOME", os.Getenv("HOME"))
			env.Setenv("OPENAI_API_KEY", "")
			return os.Symlink(self, filepath.Join(bin, "verdict"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"writebig": writeBig,
			"writebinary": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("\x7fELF\x02\x01\x00\xff\xfe\x80\x1b[31m\x00"), 0o600))
			},
		},
		RequireUniqueNames: true,
	})
}

// exits runs a program and wants its exit code: exits 2 verdict run x.md.
// Whatever it is, no stack trace may be seen.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		code = ended.ExitCode()
	case err != nil:
		ts.Fatalf("running %s: %v", args[1], err)
	}
	if code != want {
		ts.Fatalf("%s exited with %d, want %d", strings.Join(args[1:], " "), code, want)
	}
	for _, file := range []string{"stdout", "stderr"} {
		if text := ts.ReadFile(file); strings.Contains(text, "goroutine ") || strings.Contains(text, "panic:") {
			ts.Fatalf("%s holds a stack trace", file)
		}
	}
}

// writeBig writes a case whose body is so many bytes long: writebig FILE BYTES.
func writeBig(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	line := "Check that the page shows \"x\".\n"
	body := "---\nurl: http://127.0.0.1:1/\n---\n" + strings.Repeat(line, n/len(line)+1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(body), 0o600))
}
