package testcases

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/memory"
)

// Find gives the case files that patterns name, sorted, each once. A pattern is
// a file (.md), a folder (all .md files below it) or a glob, in which ** stands
// for any folders. README.md, hidden files and folders and node_modules are
// found only when they are named. A pattern that matches nothing is an error.
func Find(patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return nil, &Error{File: "case files", Msg: "none named", Hint: "name a file, a folder or a glob such as 'cases/**/*.md'"}
	}
	var found []string
	var errs []*Error
	for _, p := range patterns {
		files, problem := findOne(p)
		if problem != nil {
			errs = append(errs, problem)
		}
		found = append(found, files...)
	}
	if err := join(errs); err != nil {
		return nil, err
	}
	slices.Sort(found)
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(f string) bool {
		full, err := filepath.Abs(f)
		if err != nil {
			full = f
		}
		twice := seen[full]
		seen[full] = true
		return twice
	}), nil
}

func findOne(pattern string) ([]string, *Error) {
	if pattern == "" {
		return nil, &Error{File: `""`, Msg: "an empty pattern matches nothing", Hint: "is a variable of your script empty?"}
	}
	p := filepath.Clean(pattern)
	info, err := os.Stat(p)
	switch {
	case err == nil && info.IsDir():
		return folder(p)
	case err == nil && !isCase(p):
		return nil, &Error{File: p, Msg: "is no case file", Hint: "case files end in .md"}
	case err == nil:
		return []string{p}, nil
	case strings.ContainsAny(p, "*?["):
		return glob(p)
	case os.IsNotExist(err):
		return nil, &Error{File: p, Msg: "no such file or folder", Hint: nearestFile(p)}
	}
	return nil, &Error{File: p, Msg: reason(err)}
}

func isCase(p string) bool { return strings.EqualFold(filepath.Ext(p), ".md") }

// skipped are names that only an exact pattern finds.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || strings.EqualFold(name, "README.md")
}

func folder(dir string) ([]string, *Error) {
	var files []string
	problem := walk(dir, func(p string, isDir bool) bool {
		if !isDir && isCase(p) {
			files = append(files, p)
		}
		return true
	})
	if problem == nil && len(files) == 0 {
		problem = &Error{File: dir, Msg: "the folder holds no case files", Hint: "case files end in .md; README.md is none"}
	}
	return files, problem
}

// walk visits everything below dir; links to folders are not followed, so it ends.
func walk(dir string, visit func(p string, isDir bool) (descend bool)) *Error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return &Error{File: dir, Msg: "cannot be read: " + reason(err)}
	}
	for _, e := range entries {
		if skipped(e.Name()) {
			continue
		}
		p := filepath.Join(dir, e.Name())
		if info, err := os.Stat(p); !e.IsDir() && (err != nil || info.IsDir()) {
			continue // a link to a folder or to nothing
		}
		if visit(p, e.IsDir()) && e.IsDir() {
			if problem := walk(p, visit); problem != nil {
				return problem
			}
		}
	}
	return nil
}

// glob walks from the longest folder of the pattern without a wildcard.
func glob(pattern string) ([]string, *Error) {
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	fixed := slices.IndexFunc(parts, func(s string) bool { return strings.ContainsAny(s, "*?[") })
	root := filepath.FromSlash(strings.Join(parts[:fixed], "/"))
	switch {
	case root == "" && filepath.IsAbs(pattern):
		root = string(filepath.Separator)
	case root == "":
		root = "."
	}
	for _, part := range parts[fixed:] {
		if _, err := filepath.Match(part, ""); err != nil {
			return nil, &Error{File: pattern, Msg: fmt.Sprintf("%q is no glob", part), Hint: "a [ needs its ]"}
		}
	}
	if _, err := os.Stat(root); err != nil {
		return nil, &Error{File: pattern, Msg: "the pattern matches nothing: " + root + " does not exist", Hint: nearestFile(root)}
	}
	var files []string
	problem := walk(root, func(p string, isDir bool) bool {
		rel, err := filepath.Rel(root, p)
		if err != nil || !match(parts[fixed:], strings.Split(filepath.ToSlash(rel), "/")) {
			return true
		}
		if isDir {
			below, _ := folder(p)
			files = append(files, below...)
		} else if isCase(p) {
			files = append(files, p)
		}
		return true
	})
	if problem == nil && len(files) == 0 {
		problem = &Error{File: pattern, Msg: "the pattern matches no case file", Hint: "case files end in .md; ** stands for any folders"}
	}
	return files, problem
}

// match compares part by part; ** is any number of parts.
func match(pattern, parts []string) bool {
	if len(pattern) == 0 {
		return len(parts) == 0
	}
	if pattern[0] == "**" {
		for pattern = pattern[1:]; len(pattern) > 0 && pattern[0] == "**"; pattern = pattern[1:] {
		}
		for i := 0; i <= len(parts); i++ {
			if match(pattern, parts[i:]) {
				return true
			}
		}
		return false
	}
	if len(parts) == 0 {
		return false
	}
	ok, err := filepath.Match(pattern[0], parts[0])
	return err == nil && ok && match(pattern[1:], parts[1:])
}

func nearestFile(p string) string {
	entries, _ := os.ReadDir(filepath.Dir(p))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if near := memory.Nearest(filepath.Base(p), names); near != "" {
		return fmt.Sprintf("did you mean %q?", filepath.Join(filepath.Dir(p), near))
	}
	return "name a file, a folder or a glob such as 'cases/**/*.md'"
}
