package agent

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// masked is the tree as it may be shown: itself when it holds no secret, else
// a copy. Texts are masked before anything cuts them, as half a secret would not be known again.
func (r *run) masked(t *screen.Tree) *screen.Tree {
	if t == nil {
		return nil
	}
	out := t
	for i := range t.Nodes {
		n := r.maskedNode(t.Nodes[i])
		if !sameTexts(&n, &t.Nodes[i]) {
			if out == t {
				c := *t
				c.Nodes = append([]screen.Node(nil), t.Nodes...)
				out = &c
			}
			out.Nodes[i] = n
		}
	}
	url, title := r.Memory.Mask(t.URL), r.Memory.Mask(t.Title)
	if url != t.URL || title != t.Title {
		if out == t {
			c := *t
			out = &c
		}
		out.URL, out.Title = url, title
	}
	return out
}

func texts(n *screen.Node) []*string {
	return []*string{&n.Name, &n.Label, &n.Placeholder, &n.Title, &n.Alt, &n.TestID, &n.HTMLID, &n.HTMLName, &n.Href, &n.VisualLabel, &n.Text, &n.OwnText}
}

func (r *run) maskedNode(n screen.Node) screen.Node {
	for _, s := range texts(&n) {
		if *s != "" {
			*s = r.maskCut(*s)
		}
	}
	if n.Value != "" {
		n.Value = r.Memory.MaskField(n.Value)
	}
	for i, o := range n.Options {
		if text, value := r.Memory.Mask(o.Text), r.Memory.Mask(o.Value); text != o.Text || value != o.Value {
			n.Options = append([]screen.Option(nil), n.Options...)
			n.Options[i].Text, n.Options[i].Value = text, value
		}
	}
	return n
}

// maskCut masks a text that the driver may have cut at its length, so that it may end with half a secret.
func (r *run) maskCut(s string) string {
	if n := utf8.RuneCountInString(s); len(s) >= screen.NameLength && (n == screen.NameLength || n == screen.TextLength) {
		return strings.TrimSuffix(r.Memory.Mask(s+"…"), "…")
	}
	return r.Memory.Mask(s)
}

func sameTexts(a, b *screen.Node) bool {
	other := texts(b)
	for i, s := range texts(a) {
		if *s != *other[i] {
			return false
		}
	}
	for i := range a.Options {
		if a.Options[i].Text != b.Options[i].Text || a.Options[i].Value != b.Options[i].Value {
			return false
		}
	}
	return a.Value == b.Value
}

// maskTargets drops what must not leave the run: trees, and secrets in the nodes.
func (r *run) maskTargets(located []commands.Located) []commands.Located {
	out := make([]commands.Located, len(located))
	for i, l := range located {
		l.Description = r.Memory.Mask(l.Description)
		if l.Node != nil {
			n := r.maskedNode(*l.Node)
			n.Text, n.OwnText, n.Options = "", "", nil
			l.Node = &n
		}
		l.Tree = nil
		out[i] = l
	}
	return out
}

func (r *run) maskEvidence(e check.Evidence) check.Evidence {
	e.Reason, e.Expected, e.Actual = r.Memory.Mask(e.Reason), r.Memory.MaskField(e.Expected), r.Memory.MaskField(e.Actual)
	e.Quote, e.URL = r.Memory.MaskField(e.Quote), r.Memory.Mask(e.URL)
	return e
}

// maskExchange is the second lock on the door: deciders mask what they send themselves.
func (r *run) maskExchange(x Exchange) Exchange {
	raw, err := json.Marshal(x)
	if err != nil {
		return Exchange{Turn: x.Turn, Role: x.Role, Model: x.Model, Error: "it could not be written: " + err.Error()}
	}
	text := r.Memory.Mask(string(raw))
	if text == string(raw) {
		return x
	}
	var clean Exchange
	if err := json.Unmarshal([]byte(text), &clean); err != nil {
		return Exchange{Turn: x.Turn, Role: x.Role, Model: x.Model, Error: "it held a secret and was left out"}
	}
	return clean
}
