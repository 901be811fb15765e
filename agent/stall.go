package agent

import (
	"fmt"
	"hash/fnv"
)

type motion int

const (
	moving motion = iota
	warned
	stuck
)

// stall notices a run that goes in circles: the same screen again and again
// without anything achieved. It warns first and gives up when that did not help.
type stall struct {
	best    int            // the most that was achieved so far
	since   int            // observations since then
	screens map[uint64]int // how often each screen was seen since then
	told    int            // observation the warning was given at, 0 for none
	why     string
}

const (
	sameScreen   = 5  // times one screen may come back without progress
	withoutGain  = 15 // observations without progress
	afterWarning = 3  // more of them after the warning
)

// look takes one observation and what has been achieved.
func (s *stall) look(o *Observation, achieved int) motion {
	if achieved > s.best || s.screens == nil {
		*s = stall{best: max(achieved, s.best), screens: map[uint64]int{}}
	}
	s.since++
	key := screenKey(o)
	s.screens[key]++
	if s.told > 0 {
		if s.since-s.told >= afterWarning {
			return stuck
		}
		return moving
	}
	switch {
	case s.screens[key] >= sameScreen:
		s.why = fmt.Sprintf("the same screen came back %d times and nothing was achieved", s.screens[key])
	case s.since >= withoutGain:
		s.why = fmt.Sprintf("nothing was achieved in %d steps", s.since)
	default:
		return moving
	}
	s.told = s.since
	return warned
}

// screenKey tells screens apart by what can be read on them.
func screenKey(o *Observation) uint64 {
	h := fnv.New64a()
	add := func(parts ...string) {
		for _, p := range parts {
			h.Write([]byte(p))
			h.Write([]byte{0})
		}
	}
	add(o.URL, o.Title)
	if o.Dialog != nil {
		add("dialog", o.Dialog.Message)
	}
	if o.Tree == nil {
		h.Write(o.Picture.Data)
		return h.Sum64()
	}
	for i := range o.Tree.Nodes {
		if n := &o.Tree.Nodes[i]; n.Visible {
			add(n.Role, n.Name, n.OwnText, n.Value, fmt.Sprint(n.State), fmt.Sprint(int(n.Box.X), int(n.Box.Y)))
		}
	}
	return h.Sum64()
}
