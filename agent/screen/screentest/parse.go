// Package screentest builds element trees for tests from a few indented lines.
//
// Each line is one node: role, an optional "caption", then words. Two spaces of indent make a child.
//
//	@url https://shop.example/cart
//	@title Cart
//	table "Users"
//	  row
//	    cell "Ana Duarte"
//	    cell
//	      button "Edit" disabled testid=edit-1
//	textbox "Email" value="a@b.c" placeholder="you@x"
//	text "Old news" hidden
//
// The caption is the label of a field or checkbox, the name of a place (dialog,
// table, section ...), and the text of everything else. Words: a state (disabled, checked, expanded, collapsed,
// selected, pressed, focused, required, readonly, invalid, busy, modal, mixed); hidden (not rendered), transparent
// (takes part in the text around it, but cannot be seen); clickable, scrollable, draggable, picture; inline (no
// space before it in the parent's text); or key=value with keys id, name, label, placeholder, title, alt, testid, htmlid, htmlname,
// class, type, tag, href, icon, visual, value, own, text, level, column, frame, box=x,y,w,h and options="A|*B".
//
// Nodes without a box are laid out below each other in steps of 30 pixels, those in a row beside each other in steps of 160.
package screentest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Parse builds a tree; it panics on a line it cannot read, with the line.
func Parse(src string) *screen.Tree {
	b := &builder{tree: &screen.Tree{Viewport: screen.Size{W: 1280, H: 800}, URL: "https://app.example/"}}
	for at, line := range strings.Split(src, "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "//") {
			continue
		}
		if err := b.line(line, text); err != nil {
			panic(fmt.Sprintf("screentest: line %d %q: %v", at+1, text, err))
		}
	}
	b.finish()
	return b.tree
}

type builder struct {
	tree  *screen.Tree
	stack []level
	extra []extra
}

// level is one open ancestor.
type level struct{ indent, node int }

// extra is what a line says beyond the node.
type extra struct {
	inline, hidden, boxed, textSet bool
}

func (b *builder) line(line, text string) error {
	words, err := split(text)
	if err != nil {
		return err
	}
	switch words[0] {
	case "@url":
		b.tree.URL = strings.TrimSpace(strings.TrimPrefix(text, "@url"))
		return nil
	case "@title":
		b.tree.Title = strings.TrimSpace(strings.TrimPrefix(text, "@title"))
		return nil
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	for len(b.stack) > 0 && b.stack[len(b.stack)-1].indent >= indent {
		b.stack = b.stack[:len(b.stack)-1]
	}
	n := screen.Node{Parent: -1, Role: words[0], Tag: tagOf(words[0]), Visible: true, ID: "0:" + strconv.Itoa(len(b.tree.Nodes)+1)}
	var x extra
	if len(b.stack) > 0 {
		n.Parent = b.stack[len(b.stack)-1].node
		p := &b.tree.Nodes[n.Parent]
		x.hidden = b.extra[n.Parent].hidden
		n.Visible = p.Visible
		n.Frame = p.Frame
	}
	rest := words[1:]
	if len(rest) > 0 && strings.HasPrefix(rest[0], `"`) {
		s, err := strconv.Unquote(rest[0])
		if err != nil {
			return err
		}
		captioned(&n, s)
		rest = rest[1:]
	}
	byRole(&n)
	for _, w := range rest {
		if err := apply(&n, &x, w); err != nil {
			return err
		}
	}
	b.stack = append(b.stack, level{indent, len(b.tree.Nodes)})
	b.tree.Nodes = append(b.tree.Nodes, n)
	b.extra = append(b.extra, x)
	return nil
}

// split cuts a line into words; quotes keep spaces together.
func split(s string) ([]string, error) {
	var out []string
	for s != "" {
		s = strings.TrimLeft(s, " ")
		if s == "" {
			break
		}
		end := strings.IndexByte(s, ' ')
		if q := strings.IndexByte(s, '"'); q >= 0 && (end < 0 || q < end) {
			quoted, err := strconv.QuotedPrefix(s[q:])
			if err != nil {
				return nil, err
			}
			end = q + len(quoted)
		}
		if end < 0 {
			end = len(s)
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out, nil
}

func apply(n *screen.Node, x *extra, word string) error {
	key, value, pair := strings.Cut(word, "=")
	if pair {
		if strings.HasPrefix(value, `"`) {
			var err error
			if value, err = strconv.Unquote(value); err != nil {
				return err
			}
		}
		return set(n, x, key, value)
	}
	s := &n.State
	switch word {
	case "disabled":
		s.Disabled = true
	case "checked":
		s.Checkable, s.Checked = true, true
	case "mixed":
		s.Mixed = true
	case "expanded":
		s.Expandable, s.Expanded = true, true
	case "collapsed":
		s.Expandable = true
	case "selected":
		s.Selectable, s.Selected = true, true
	case "pressed":
		s.Pressable, s.Pressed = true, true
	case "pressable":
		s.Pressable = true
	case "focused":
		s.Focused = true
	case "required":
		s.Required = true
	case "readonly":
		s.ReadOnly = true
	case "invalid":
		s.Invalid = true
	case "busy":
		s.Busy = true
	case "modal":
		s.Modal = true
	case "hidden":
		n.Visible, x.hidden = false, true
	case "transparent":
		n.Visible = false
	case "clickable":
		n.Clickable = true
	case "scrollable":
		n.Scrollable = true
	case "draggable":
		n.Draggable = true
	case "picture":
		n.Picture = true
	case "inline":
		x.inline = true
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return nil
}

func set(n *screen.Node, x *extra, key, value string) error {
	texts := map[string]*string{
		"id": &n.ID, "label": &n.Label, "placeholder": &n.Placeholder, "title": &n.Title, "alt": &n.Alt, "testid": &n.TestID, "htmlid": &n.HTMLID,
		"htmlname": &n.HTMLName, "class": &n.Class, "type": &n.Type, "tag": &n.Tag, "href": &n.Href, "icon": &n.Icon, "visual": &n.VisualLabel, "value": &n.Value, "own": &n.OwnText, "frame": &n.Frame,
	}
	if p := texts[key]; p != nil {
		*p = value
		if n.Name == "" {
			switch key {
			case "label":
				n.Name, n.NameFrom = value, screen.FromLabel
			case "placeholder":
				n.Name, n.NameFrom = value, screen.FromPlaceholder
			case "title":
				n.Name, n.NameFrom = value, screen.FromTitle
			case "alt":
				n.Name, n.NameFrom = value, screen.FromAlt
			}
		}
		if key == "tag" && value == "textarea" {
			n.Type = ""
		}
		return nil
	}
	var err error
	switch key {
	case "name":
		n.Name, n.NameFrom = value, screen.FromAriaLabel
	case "text":
		n.Text, x.textSet = value, true
	case "level":
		n.Level, err = strconv.Atoi(value)
	case "column":
		n.Column, err = strconv.Atoi(value)
	case "box":
		x.boxed = true
		_, err = fmt.Sscanf(value, "%g,%g,%g,%g", &n.Box.X, &n.Box.Y, &n.Box.W, &n.Box.H)
	case "options":
		for _, o := range strings.Split(value, "|") {
			text, chosen := strings.CutPrefix(o, "*")
			n.Options = append(n.Options, screen.Option{Text: text, Value: text, Selected: chosen})
			if chosen {
				n.Value = text
			}
		}
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return err
}
