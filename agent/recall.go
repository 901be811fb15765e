package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

const (
	// glance is how often a replay looks: one look costs a few milliseconds.
	glance = 15 * time.Millisecond
	// optionalPatience is how long the target of a step that may be passed over is waited for once the page is at rest.
	optionalPatience = 500 * time.Millisecond
)

// pins are the recorded elements of one call, and how they were found again.
type pins struct {
	*Replayed
	recall *Recall
	asked  []string // the descriptions that were located so far, in the order of the pins
}

// of is the pin of what a command looks for: the first thing is the first pin, and so on; what it looks for again is
// the same. Nil for what comes after the pins, as the options of a list do.
func (p *pins) of(description string) *Pin {
	if p == nil || p.Focus {
		return nil
	}
	at := slices.Index(p.asked, description)
	if at < 0 {
		at = len(p.asked)
		p.asked = append(p.asked, description)
	}
	if at >= len(p.Pins) {
		return nil
	}
	return &p.Pins[at]
}

// note keeps the least sure of several finds.
func (p *pins) note(c Recall) {
	order := map[string]int{string(screen.Exact): 0, string(screen.Moved): 1, ByWords: 2, string(screen.Renamed): 3, Missed: 4}
	c.Step = p.Step
	if p.recall == nil || order[c.How] >= order[p.recall.How] {
		p.recall = &c
	}
}

// byRecord finds a recorded element again. Exactly the recorded one is taken at
// once; anything else only when the page has come to rest and still has no such thing.
func (l locator) byRecord(ctx context.Context, t commands.Target, pin *Pin, v screen.Verb) (commands.Located, error) {
	r := l.r
	want, err := r.filled(pin.Fingerprint)
	if err != nil {
		return commands.Located{}, commands.Failf(commands.UnknownVariable, "%v", err)
	}
	start, rested := time.Now(), false
	tree := l.o.Tree
	if t.Anew {
		tree = nil
	}
	for {
		if tree == nil {
			if tree, err = r.treeNow(ctx); err != nil {
				return commands.Located{}, err
			}
		}
		found, elsewhere := screen.Recognition{Grade: screen.Lost, Index: -1}, ""
		if elsewhere = r.elsewherePage(tree, l.pins.Page); elsewhere == "" {
			found = r.masked(tree).Recognise(want)
		} else {
			found.Reason = elsewhere
		}
		if found.Grade == screen.Exact {
			l.pins.note(Recall{How: string(found.Grade), Score: found.Score})
			return l.found(ctx, t, tree, found.Index, "record", found.Score)
		}
		if !rested && time.Since(start) > 4*glance {
			if err := r.atRest(ctx); err != nil {
				return commands.Located{}, err
			}
			rested, tree = true, nil
			continue
		}
		if rested {
			if at, ok, err := l.healed(ctx, t, tree, found, v); ok || err != nil {
				return at, err
			}
		}
		patience := r.LocateTimeout
		if l.pins.Optional {
			patience = optionalPatience
		}
		if time.Since(start) >= patience {
			l.pins.note(Recall{How: Missed, Reason: r.Memory.Mask(found.Reason), Score: found.Score, Was: found.Was, Now: found.Now})
			return commands.Located{}, commands.Failf(commands.TargetNotFound, "the recorded %s is not there: %s", said(want, pin), found.Reason)
		}
		if err := commands.Pause(ctx, glance); err != nil {
			return commands.Located{}, err
		}
		tree = nil
	}
}

func said(p screen.Fingerprint, pin *Pin) string {
	if p.Name == "" {
		return fmt.Sprintf("%s (%s)", p.Role, pin.Description)
	}
	return fmt.Sprintf("%s %q", p.Role, p.Name)
}

// healed takes an element that is not exactly the recorded one, if it may be taken.
func (l locator) healed(ctx context.Context, t commands.Target, tree *screen.Tree, found screen.Recognition, v screen.Verb) (commands.Located, bool, error) {
	switch {
	case found.Grade == screen.Moved, found.Grade == screen.Renamed && !l.pins.Brought.None():
		l.pins.note(Recall{How: string(found.Grade), Score: found.Score, Reason: l.r.Memory.Mask(found.Reason), Was: found.Was, Now: found.Now})
		at, err := l.found(ctx, t, tree, found.Index, "record", found.Score)
		return at, true, err
	case l.r.elsewherePage(tree, l.pins.Page) != "":
		return commands.Located{}, false, nil
	}
	i, score := l.byWords(tree, v)
	if i < 0 {
		return commands.Located{}, false, nil
	}
	now := l.r.masked(tree).Nodes[i].Name
	l.pins.note(Recall{How: ByWords, Score: score, Was: found.Was, Now: now,
		Reason: l.r.Memory.Mask(fmt.Sprintf("%s; the case calls it %s, and one such thing is there", found.Reason, l.pins.Words))})
	at, err := l.found(ctx, t, tree, i, "tree", score)
	return at, true, err
}

// byWords grounds what the case itself calls the target; -1 when that is not clearly one thing, or one that became destructive.
func (l locator) byWords(tree *screen.Tree, v screen.Verb) (int, float64) {
	words := l.r.resolve(l.pins.Words)
	if words == "" {
		return -1, 0
	}
	q, refusal := language.ParseTarget(words)
	if refusal != nil {
		return -1, 0
	}
	f := tree.Find(q, v)
	if f.Match == nil || screen.BecameDestructive(words+" "+l.pins.Pins[0].Fingerprint.Name, tree.Nodes[f.Match.Index].Name) != "" {
		return -1, 0
	}
	return f.Match.Index, f.Match.Score
}

// elsewherePage says that the page is not the recorded one, "" when it is.
func (r *run) elsewherePage(tree *screen.Tree, page string) string {
	if tree == nil || page == "" {
		return ""
	}
	return r.offPage(tree.URL, page)
}

func (r *run) offPage(address, page string) string {
	if now := r.Memory.Mask(PageOf(address, r.StartURL)); now != page {
		return fmt.Sprintf("the page is %s, and it was %s", now, page)
	}
	return ""
}

// atRest waits until the page has settled as an observation would.
func (r *run) atRest(ctx context.Context) error {
	defer timed(&r.timings.Stable)()
	return r.settled(ctx, platform.StableOptions{})
}

// filled resolves the templates in a fingerprint.
func (r *run) filled(p screen.Fingerprint) (screen.Fingerprint, error) {
	var err error
	for _, s := range p.Texts() {
		if err == nil && strings.Contains(*s, "{{") {
			*s, err = r.Memory.Resolve(*s)
		}
	}
	return p, err
}
