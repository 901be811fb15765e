package agent

import "github.com/verdict-run/verdict/agent/screen"

// sightings are the texts that were on the screen earlier in the run: what was never seen cannot be said to be gone.
type sightings struct {
	texts map[string]bool
	tree  screen.Tree // one text node for each
}

// maxSightings bounds the memory; beyond it nothing new is remembered, which only makes absences harder to prove.
const maxSightings = 20000

func (s *sightings) add(t *screen.Tree) {
	if t == nil {
		return
	}
	if s.texts == nil {
		s.texts = map[string]bool{}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || n.InViewport && n.Role == "iframe" {
			continue
		}
		for _, text := range []string{n.Name, n.OwnText, leafText(n)} {
			if text == "" || s.texts[text] || len(s.texts) >= maxSightings {
				continue
			}
			s.texts[text] = true
			s.tree.Nodes = append(s.tree.Nodes, screen.Node{Parent: -1, Role: "text", Tag: "p", Text: text, OwnText: text, Visible: true})
		}
	}
}

// leafText is the text of a node small enough to be one thing.
func leafText(n *screen.Node) string {
	if len(n.Text) > 300 {
		return ""
	}
	return n.Text
}

// has reports whether the text was on the screen.
func (s *sightings) has(text string) bool {
	return text != "" && len(s.tree.FindText(text, screen.TextOptions{})) > 0
}
