package endtoend_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/cli"
)

var allExports = flag.Bool("all-exports", false, "export and run every example case, not three of them")

// playwrightTest is the version of @playwright/test, that of the driver in use.
const playwrightTest = "1.64.1"

const playwrightConfig = `import { defineConfig } from '@playwright/test';
export default defineConfig({ testDir: '.', workers: 1, timeout: 60000, use: { launchOptions: {
  executablePath: process.env.CHROMIUM || undefined, args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'] } } });
`

// TestExportsRunWithTheStockTool records example cases, exports them and runs them with @playwright/test: against the shop all
// pass, and against one with a defect the case that catches it fails, by the very value that is wrong.
func TestExportsRunWithTheStockTool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	examples, err := filepath.Abs(filepath.Join("..", "..", "testcases", "examples"))
	require.NoError(t, err)
	names, grep := []string{"login-success", "cart-total", "upload-file"}, "sees the dashboard|follows the quantity|arrives whole"
	if *allExports {
		files, err := filepath.Glob(filepath.Join(examples, "*.md"))
		require.NoError(t, err)
		names, grep = nil, "."
		for _, file := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(file), ".md"))
		}
	}
	recorded := verdict(t, map[string]string{"CI": ""}, "demo", "--grep", grep, "--replays", filepath.Join(dir, "replays"))
	require.Zero(t, recorded.code, recorded.stdout)
	for _, name := range names {
		var out bytes.Buffer
		code := cli.Run(t.Context(), []string{"export", filepath.Join(examples, name+".md"), "--replays", filepath.Join(dir, "replays", "examples"),
			"--to", "playwright-ts", "--out", filepath.Join(dir, name+".spec.ts")}, cli.IO{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: os.Getenv})
		require.Zero(t, code, out.String())
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "playwright.config.ts"), []byte(playwrightConfig), 0o644))
	out, err := command(t, dir, nil, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "@playwright/test@"+playwrightTest)
	require.NoError(t, err, out)

	chromium, _ := exec.LookPath("chromium") // without it Playwright's own
	env := []string{"BASE_URL=" + site(t, nil), "PASSWORD=demo-pass-1", "UPLOADS=" + examples, "CHROMIUM=" + chromium}
	out, err = command(t, dir, env, "npx", "playwright", "test", "--reporter=line")
	require.NoError(t, err, out)

	env[0] = "BASE_URL=" + site(t, nil, "cart-total")
	out, err = command(t, dir, env, "npx", "playwright", "test", "--reporter=line", "cart-total")
	require.Error(t, err, out)
	require.Contains(t, out, "$42.95")
}

func command(t *testing.T, dir string, env []string, name string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
