// Package archtest_test holds the two import laws of the project as a test.
package archtest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/verdict-run/verdict"

// layers place every folder that holds Go code: a folder, or one of its
// parents with "/..." at the end. One that stands nowhere fails the test until
// someone places it.
var layers = map[string][]string{
	"contracts":   {"platform", "commands", "tools", "agent/model", "memory"},
	"pure":        {"agent/screen", "agent/screen/screentest", "agent/check", "agent/language"},
	"loop":        {"agent", "agent/builtin", "agent/llm", "agent/prompts/..."},
	"commands":    {"commands/*", "tools/*"},
	"models":      {"agent/model/*"},
	"drivers":     {"drivers/...", "platform/fakedevice", "platform/platformtest/..."},
	"running":     {"runner", "runner/...", "testcases"},
	"composition": {"internal/app", "internal/cli", "cmd/verdict"},
	"leaves":      {"internal/schema", "internal/secret", "internal/setup/...", "internal/config", "internal/demoapp", "internal/ask/...", "internal/golden"},
	"tests":       {"internal/archtest", "internal/trust", "internal/browsertest", "internal/scripttest", "internal/appiumserver", "internal/proctree", "internal/trickytest/...", "internal/inputtest", "internal/replaybench", "internal/bench/...", "internal/endtoend/...", "internal/readmetest", "docs/..."},
}

type file struct {
	path, folder string
	test         bool
	imports      []string // inside the module, relative
}

func sources(t *testing.T) []file {
	t.Helper()
	root := filepath.Join("..", "..")
	var files []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "bin") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		f := file{path: filepath.ToSlash(rel), folder: filepath.ToSlash(filepath.Dir(rel)), test: strings.HasSuffix(name, "_test.go")}
		for _, spec := range parsed.Imports {
			full, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if inside, ok := strings.CutPrefix(full, module+"/"); ok {
				f.imports = append(f.imports, inside)
			} else {
				f.imports = append(f.imports, full)
			}
		}
		files = append(files, f)
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

func within(folder, parent string) bool {
	return folder == parent || strings.HasPrefix(folder, parent+"/")
}

// TestTheLoopKnowsNoDriver is the first law: agent, commands and runner run in tests without a browser.
func TestTheLoopKnowsNoDriver(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if f.test || !within(f.folder, "agent") && !within(f.folder, "commands") && !within(f.folder, "runner") {
			continue
		}
		for _, imp := range f.imports {
			if within(imp, "drivers") {
				t.Errorf("%s imports %s: only internal/app may", f.path, imp)
			}
		}
	}
}

// TestARegistryKnowsNoneOfItsEntries is the second law.
func TestARegistryKnowsNoneOfItsEntries(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if f.test || !slices.Contains([]string{"commands", "tools", "agent/model"}, f.folder) {
			continue
		}
		for _, imp := range f.imports {
			if strings.HasPrefix(imp, f.folder+"/") {
				t.Errorf("%s imports %s: a registry never imports what it registers", f.path, imp)
			}
		}
	}
}

// TestTheLibrariesStandBehindTheirPackage keeps each provider in one place.
func TestTheLibrariesStandBehindTheirPackage(t *testing.T) {
	t.Parallel()
	homes := map[string]string{
		"github.com/mxschmitt/playwright-go": "drivers/playwright",
		"github.com/tebeka/selenium":         "drivers/appium",
		"github.com/openai/openai-go/v3":     "agent/model",
		"github.com/spf13/cobra":             "internal/cli",
	}
	for _, f := range sources(t) {
		for _, imp := range f.imports {
			for library, home := range homes {
				if within(imp, library) && !within(f.folder, home) && !within(f.folder, "internal/bench") {
					t.Errorf("%s imports %s: only %s may", f.path, imp, home)
				}
			}
		}
	}
}

// TestThePurePackagesStayPure keeps devices, models and the system out of grounding, checks and language.
func TestThePurePackagesStayPure(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if f.test || !slices.Contains(layers["pure"], f.folder) {
			continue
		}
		for _, imp := range f.imports {
			for _, banned := range []string{"os", "net", "context", "platform", "drivers", "agent/model", "runner"} {
				if within(imp, banned) && imp != "net/url" {
					t.Errorf("%s imports %s: this package is pure", f.path, imp)
				}
			}
		}
	}
}

func TestEveryFolderStandsInALayer(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if !placed(f.folder) {
			t.Errorf("%s: the folder %s stands in no layer; place it in archtest", f.path, f.folder)
		}
	}
}

func placed(folder string) bool {
	for _, folders := range layers {
		for _, p := range folders {
			if parent, all := strings.CutSuffix(p, "/..."); all && within(folder, parent) {
				return true
			}
			if ok, err := filepath.Match(p, folder); err == nil && ok {
				return true
			}
		}
	}
	return false
}
