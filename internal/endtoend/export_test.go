//go:build figures

package endtoend_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"net/http/httptest"

	"github.com/verdict-run/verdict/internal/demoapp"
)

// version is of @playwright/test, that of the driver in use.
const version = "1.64.1"

const config = `import { defineConfig } from '@playwright/test';
export default defineConfig({ testDir: '.', workers: 1, timeout: 60000, use: { launchOptions: {
  executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox', '--disable-background-networking'] } } });
`

// TestExportsRunWithTheStockTool records the example cases, exports them and runs them with @playwright/test: against the shop all
// pass, and against one with a defect the case that catches it fails.
func TestExportsRunWithTheStockTool(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "verdict")
	do(t, dir, nil, "go", "build", "-C", repository(t), "-o", binary, "./cmd/verdict")
	do(t, dir, []string{"CI="}, binary, "demo", "--replays", filepath.Join(dir, "replays"))
	cases := filepath.Join(repository(t), "testcases", "examples")
	files, err := filepath.Glob(filepath.Join(cases, "*.md"))
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		do(t, dir, nil, binary, "export", file, "--replays", filepath.Join(dir, "replays", "examples"), "--to", "playwright-ts", "--out", filepath.Join(dir, name+".spec.ts"))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "playwright.config.ts"), []byte(config), 0o644))
	do(t, dir, nil, "npm", "install", "--no-audit", "--no-fund", "@playwright/test@"+version)

	chromium, _ := exec.LookPath("chromium") // without it Playwright's own
	env := []string{"BASE_URL=" + shopWith(t), "PASSWORD=demo-pass-1", "UPLOADS=" + cases, "CHROMIUM=" + chromium}
	do(t, dir, env, "npx", "playwright", "test", "--reporter=line")

	env[0] = "BASE_URL=" + shopWith(t, "cart-total")
	broken := exec.CommandContext(t.Context(), "npx", "playwright", "test", "--reporter=line", "cart-total")
	broken.Dir, broken.Env = dir, append(os.Environ(), env...)
	out, err := broken.CombinedOutput()
	require.Error(t, err, string(out))
	require.Contains(t, string(out), "$42.95")
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	return root
}

func shopWith(t *testing.T, bugs ...string) string {
	t.Helper()
	shop, err := demoapp.New(demoapp.Config{Bugs: bugs})
	require.NoError(t, err)
	server := httptest.NewServer(shop)
	t.Cleanup(server.Close)
	return server.URL
}

func do(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}
