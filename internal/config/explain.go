package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/memory"
)

var (
	unknownField = regexp.MustCompile(`^line (\d+): field (.+) not found in type `)
	wrongType    = regexp.MustCompile("(?s)^line (\\d+): cannot unmarshal (\\S+)(?: `(.*)`)? into (.+)$")
	alreadyThere = regexp.MustCompile(`(?s)^line (\d+): mapping key (".*") already defined at line (\d+)$`)
	lineOf       = regexp.MustCompile(`(?s)^(?:yaml: )?line (\d+): (.*)$`)
)

// explain says in words of the file what is wrong with it, one fault a line, "path:line: what (what to do)".
func explain(path string, err error) error {
	var types *yaml.TypeError
	if !errors.As(err, &types) {
		if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
			return fmt.Errorf("%s:%s: this is not YAML: %s (write one `key: value` a line, and indent with spaces)", path, m[1], m[2])
		}
		return fmt.Errorf("%s: this is not YAML: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var all []error
	for _, text := range types.Errors {
		all = append(all, errors.New(path+fault(text)))
	}
	return errors.Join(all...)
}

// fault is ":line: what" for one fault the YAML library found.
func fault(text string) string {
	if m := unknownField.FindStringSubmatch(text); m != nil {
		hint := "the keys are " + strings.Join(keys(), ", ")
		if near := memory.Nearest(m[2], keys()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fmt.Sprintf(":%s: unknown key %q (%s)", m[1], m[2], hint)
	}
	if m := wrongType.FindStringSubmatch(text); m != nil {
		what := map[string]string{"!!seq": "a list", "!!map": "a mapping"}[m[2]]
		if what == "" {
			what = fmt.Sprintf("%q", m[3])
		}
		if m[4] == "config.File" {
			return fmt.Sprintf(":%s: %s is no file of `key: value` lines", m[1], what)
		}
		return fmt.Sprintf(":%s: %s is not %s", m[1], what, expected(m[4]))
	}
	if m := alreadyThere.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf(":%s: the key %s stands in line %s already (take one of them out)", m[1], m[2], m[3])
	}
	if m := lineOf.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf(":%s: %s", m[1], m[2])
	}
	return ": " + text
}

// expected names the type of a field for people.
func expected(goType string) string {
	switch {
	case goType == "int":
		return "a whole number, such as 4"
	case strings.HasPrefix(goType, "map["):
		return "a mapping, such as {name: value}"
	}
	return "a text"
}

// keys are the names verdict.yaml may use, in their order.
func keys() []string {
	var names []string
	t := reflect.TypeFor[File]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("yaml"))
	}
	return names
}
