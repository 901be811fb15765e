package agent

import "github.com/verdict-run/verdict/agent/screen"

// sightings are the texts that were on the screen earlier in the run: what was never seen cannot be said to be gone.
type sightings struct {
	texts  map[string]bool
	nodes  []screen.Node // one text node for each
	last   *screen.Tree  // the tree added last
	looked map[string]looked
}

// looked is how far the texts have been searched for one text.
type looked struct {
	upTo int
	seen bool
}

// maxSightings bounds the memory; beyond it nothing new is remembered, which only makes absences harder to prove.
const maxSightings = 20000

func (s *sightings) add(t *screen.Tree) {
	if t == nil || t == s.last {
		return
	}
	s.last = t
	if s.texts == nil {
		s.texts, s.looked = map[string]bool{}, map[string]looked{}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || n.InViewport && n.Role == "iframe" {
			continue
		}
		s.note(n.Name)
		if n.OwnText != n.Name {
			s.note(n.OwnText)
		}
		if n.Text != n.OwnText && n.Text != n.Name && len(n.Text) <= 300 { // small enough to be one thing
			s.note(n.Text)
		}
	}
}

func (s *sightings) note(text string) {
	if text == "" || s.texts[text] || len(s.texts) >= maxSightings {
		return
	}
	s.texts[text] = true
	s.nodes = append(s.nodes, screen.Node{Parent: -1, Role: "text", Tag: "p", Text: text, OwnText: text, Visible: true})
}

// has reports whether the text was on the screen. A text once seen stays seen;
// of one that was not, only what came to the screen since is searched.
func (s *sightings) has(text string) bool {
	if text == "" {
		return false
	}
	l := s.looked[text]
	if l.seen || l.upTo == len(s.nodes) {
		return l.seen
	}
	fresh := screen.Tree{Nodes: s.nodes[l.upTo:]}
	l = looked{len(s.nodes), len(fresh.FindText(text, screen.TextOptions{})) > 0}
	s.looked[text] = l
	return l.seen
}
