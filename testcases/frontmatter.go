package testcases

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"
)

// document is a file cut in two.
type document struct {
	root     *yaml.Node // the mapping of the front matter; nil when there is none or it is empty
	offset   int        // lines before the front matter's first line
	body     string
	bodyLine int
}

// errNoYAML stops the frontmatter package at our own error.
var errNoYAML = errors.New("front matter is not YAML")

// cutDocument separates front matter and body. Only "---" opens and ends front
// matter: YAML, one document of known keys. Line ends are \n already.
func cutDocument(path, text string) (*document, *Error) {
	opening := 0 // line of the first text
	lines := strings.Split(text, "\n")
	for opening < len(lines) && strings.TrimSpace(lines[opening]) == "" {
		opening++
	}
	if opening == len(lines) {
		return nil, &Error{File: path, Line: 1, Msg: "the file is empty", Hint: "write what to do and what to check, in plain English"}
	}
	first := strings.TrimSpace(lines[opening])
	switch first {
	case "+++", ";;;", "---yaml", "---toml", "---json":
		return nil, &Error{File: path, Line: opening + 1, Msg: "unknown front matter " + strconv.Quote(first), Hint: "front matter is YAML between two lines of ---"}
	}
	doc := &document{offset: opening + 1}
	var found bool
	var failure *Error
	format := frontmatter.NewFormat("---", "---", func(data []byte, _ any) error {
		found = true
		if doc.root, failure = parseYAML(path, data, doc.offset); failure != nil {
			return errNoYAML
		}
		return nil
	})
	rest, err := frontmatter.Parse(strings.NewReader(text), nil, format)
	switch {
	case failure != nil:
		return nil, failure
	case err != nil:
		return nil, &Error{File: path, Line: opening + 1, Msg: err.Error()}
	case first == "---" && !found:
		return nil, &Error{File: path, Line: opening + 1, Msg: "the front matter opened by --- has no end", Hint: "put a line of --- after the last key"}
	}
	if found {
		end := strings.Count(text[:len(text)-len(rest)], "\n") // lines up to and with the closing ---
		if !strings.HasSuffix(text[:len(text)-len(rest)], "\n") {
			end++
		}
		if closing := lines[end-1]; strings.TrimLeft(closing, " \t") != closing {
			return nil, &Error{File: path, Line: end, Msg: "an indented --- ends the front matter here", Hint: "move it to the start of the line, or take it out of the value"}
		}
	}
	doc.body = strings.TrimLeft(string(rest), " \t\n")
	doc.bodyLine = 1 + strings.Count(text[:len(text)-len(doc.body)], "\n")
	doc.body = strings.TrimRight(doc.body, " \t\n")
	return doc, nil
}

var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?(?s:(.*))$`)

func parseYAML(path string, data []byte, offset int) (*yaml.Node, *Error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var root, second yaml.Node
	if err := dec.Decode(&root); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, explainYAML(path, err, data, offset)
	}
	if err := dec.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, &Error{File: path, Line: offset + 1, Msg: "the front matter holds more than one YAML document", Hint: `take the line "..." out`}
	}
	top := root.Content[0]
	if top.Kind == yaml.ScalarNode && top.ShortTag() == "!!null" {
		return nil, nil
	}
	if top.Kind != yaml.MappingNode {
		return nil, &Error{File: path, Line: offset + top.Line, Column: top.Column, Msg: "the front matter is no list of keys", Hint: "write one `key: value` a line, for example `url: https://shop.example`"}
	}
	return top, nil
}

// explainYAML says in words of the file what the YAML parser could not read.
func explainYAML(path string, err error, data []byte, offset int) *Error {
	m := yamlError.FindStringSubmatch(err.Error())
	if m == nil {
		return &Error{File: path, Line: offset + 1, Msg: "the front matter is not YAML: " + err.Error()}
	}
	line, _ := strconv.Atoi(m[1])
	lines := strings.Split(string(data), "\n")
	line = min(max(line, 1), len(lines))
	e := &Error{File: path, Line: offset + line, Msg: "the front matter is not YAML: " + m[2]}
	text := lines[line-1]
	_, value, _ := strings.Cut(text, ": ")
	value = strings.TrimSpace(value)
	switch {
	case strings.HasPrefix(strings.TrimLeft(text, " "), "\t"):
		e.Hint = "indent with spaces, not with tabs"
	case value != "" && strings.ContainsAny(value[:1], "@*&!%`|>{["), strings.Contains(value, ": "):
		e.Hint = `put the value in quotes: "…"`
	default:
		e.Hint = "write one `key: value` a line"
	}
	return e
}
