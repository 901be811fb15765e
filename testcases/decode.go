package testcases

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/memory"
)

// decoder reads YAML nodes into a case by the key table. It goes on after an
// error, so that all of them are reported.
type decoder struct {
	c      *Case
	offset int // lines before the front matter
	errs   []*Error
}

// fail reports an error at a node.
func (d *decoder) fail(n *yaml.Node, hint, format string, args ...any) {
	d.errs = append(d.errs, &Error{File: d.c.Path, Line: d.offset + n.Line, Column: n.Column, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// at remembers where a value stands.
func (d *decoder) at(path string, n *yaml.Node) {
	d.c.given[path] = position{d.offset + n.Line, n.Column}
}

// file reads the whole front matter.
func (d *decoder) file(root *yaml.Node) {
	if root == nil {
		return
	}
	table := keyTable()
	byName := map[string]key{}
	var names []string
	for _, k := range table {
		names = append(names, k.Name)
		byName[k.Name] = k
		for _, alias := range k.Aliases {
			names = append(names, alias)
			byName[alias] = k
		}
	}
	type entry struct {
		key  key
		node *yaml.Node
	}
	var entries []entry
	written := map[string]string{}
	d.mapping("", root, func(name string, k, v *yaml.Node) {
		def, ok := byName[name]
		if !ok {
			hint := "see docs/case-format.md for the keys"
			if near := memory.Nearest(name, names); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.fail(k, hint, "unknown key %q", name)
			return
		}
		if other, twice := written[def.Name]; twice {
			d.fail(k, "keep one of them", "%s and %s are the same key", other, name)
			return
		}
		written[def.Name] = name
		d.at(def.Name, v)
		entries = append(entries, entry{def, k})
		def.read(d, def.Name, v)
	})
	for _, e := range entries {
		d.place(e.key, e.node)
	}
}

// place says when a key does not belong to the platform of the case.
func (d *decoder) place(k key, n *yaml.Node) {
	p := d.c.Platform
	switch where := k.Where; {
	case where == "all", where == p, where == "phones" && (p == Android || p == IOS), p != Web && p != Android && p != IOS:
	case where == browsers && d.c.Browses():
	case where == browsers:
		d.fail(n, "take it out, or name a browser: capabilities: {browserName: Chrome}", "%s is for browsers; this case has platform: %s", n.Value, p)
	case where == "web":
		d.fail(n, "take it out, or set platform: web", "%s is for the web; this case has platform: %s", n.Value, p)
	case p == Web:
		need := where
		if where == "phones" {
			need = "android or ios"
		}
		d.fail(n, "add platform: "+need, "%s is for phones; this case is for the web", n.Value)
	default:
		d.fail(n, "take it out, or set platform: "+where, "%s is for platform %s; this case has platform: %s", n.Value, where, p)
	}
}

// mapping walks over the entries of a map: text keys, each once, plain values.
func (d *decoder) mapping(path string, n *yaml.Node, each func(name string, k, v *yaml.Node)) {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !d.plain(k) || !d.plain(v) {
			continue
		}
		if k.Kind != yaml.ScalarNode || k.ShortTag() == "!!null" {
			d.fail(k, `a value with braces needs quotes: "{{name}}"`, "%s is not text", named(path, "this key"))
			continue
		}
		if line, twice := seen[k.Value]; twice {
			d.fail(k, "keep one of them", "duplicate key %q, first on line %d", k.Value, line)
			continue
		}
		seen[k.Value] = d.offset + k.Line
		each(k.Value, k, v)
	}
}

func named(path, other string) string {
	if path == "" {
		return other
	}
	return "a key of " + path
}

// plain refuses what YAML can do and a case does not need: it hides what a file says.
func (d *decoder) plain(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		d.fail(n, `to begin a text with *, put it in quotes`, "YAML aliases (*%s) are not supported", n.Value)
	case n.Anchor != "":
		d.fail(n, `to begin a text with &, put it in quotes`, "YAML anchors (&%s) are not supported", n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		d.fail(n, `to begin a text with !, put it in quotes`, "YAML tags (%s) are not supported", n.Tag)
	default:
		return true
	}
	return false
}

// want reports a wrong type: what was expected, an example, what was found.
func (d *decoder) want(path string, n *yaml.Node, expected, example string) {
	d.fail(n, "for example `"+example+"`", "%s: expected %s, got %s", path, expected, describe(n))
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a map"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.ShortTag() == "!!null":
		return "nothing"
	case n.ShortTag() == "!!bool":
		return n.Value
	case n.ShortTag() == "!!int", n.ShortTag() == "!!float":
		return "the number " + n.Value
	}
	return "the text " + strconv.Quote(shorten(n.Value, 40))
}

func shorten(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

// text reads any single value as it is written: 0123 and 2024-01-01 stay so.
func (d *decoder) text(path string, n *yaml.Node, example string, to *string) bool {
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		d.want(path, n, "text", example)
		return false
	}
	if strings.TrimSpace(n.Value) == "" {
		d.fail(n, "for example `"+example+"`, or take the key out", "%s is empty", path)
		return false
	}
	*to = n.Value
	return true
}

func (d *decoder) integer(path string, n *yaml.Node, example string, to *int) {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || err != nil {
		d.want(path, n, "a whole number", example)
		return
	}
	*to = v
}

func (d *decoder) number(path string, n *yaml.Node, example string, to *float64) {
	v, err := strconv.ParseFloat(n.Value, 64)
	if tag := n.ShortTag(); n.Kind != yaml.ScalarNode || (tag != "!!int" && tag != "!!float") || err != nil || v != v || v-v != 0 {
		d.want(path, n, "a number", example)
		return
	}
	*to = v
}

func (d *decoder) duration(path string, n *yaml.Node, example string, to *time.Duration) {
	v, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || n.ShortTag() != "!!str" {
		d.want(path, n, "a duration with its unit (s, m, h)", example)
		return
	}
	*to = v
}

// list walks over a list; the path of an item is "path[0]".
func (d *decoder) list(path string, n *yaml.Node, expected, example string, each func(path string, n *yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		d.want(path, n, expected, example)
		return
	}
	for i, item := range n.Content {
		at := fmt.Sprintf("%s[%d]", path, i)
		if d.plain(item) {
			d.at(at, item)
			each(at, item)
		}
	}
}

func (d *decoder) texts(path string, n *yaml.Node, example string, to *[]string) {
	d.list(path, n, "a list of texts", example, func(at string, item *yaml.Node) {
		var s string
		if d.text(at, item, example, &s) {
			*to = append(*to, s)
		}
	})
}

// fields reads a map with fixed keys.
func (d *decoder) fields(path string, n *yaml.Node, example string, known []string, each func(path, name string, n *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		d.want(path, n, "a map", example)
		return false
	}
	d.mapping(path, n, func(name string, k, v *yaml.Node) {
		for _, want := range known {
			if name == want {
				at := path + "." + name
				d.at(at, v)
				each(at, name, v)
				return
			}
		}
		hint := "known here: " + strings.Join(known, ", ")
		if near := memory.Nearest(name, known); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		d.fail(k, hint, "unknown key %q in %s", name, path)
	})
	return true
}
