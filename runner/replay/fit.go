package replay

import (
	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
)

// fits reports that a recorded step can be taken on this screen: the page is the recorded one and each target is exactly there.
func (d *Decider) fits(p *planned, o *agent.Observation) bool {
	if o.Tree == nil || p.Ask != "" || len(p.Targets) == 0 {
		return false
	}
	is := p.Targets[0].Is
	for _, s := range is.Texts() {
		value, err := d.memory.Resolve(*s)
		if err != nil {
			return false
		}
		*s = value
	}
	return o.Tree.Recognise(is).Grade == screen.Exact
}

// alike reports that one of the steps did is what a recorded step does: the same command on an element of the same name in the same row.
func alike(p *planned, did []*agent.GeneratedStep) bool {
	for _, g := range did {
		if g.Command != p.Do || len(g.Pins) == 0 || len(p.Targets) == 0 {
			continue
		}
		a, b := g.Pins[0].Fingerprint, p.Targets[0].Is
		if a.Role == b.Role && screen.SameText(a.Name, b.Name, false) && screen.SameText(a.RowKey, b.RowKey, false) {
			return true
		}
	}
	return false
}
