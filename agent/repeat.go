package agent

import (
	"context"
	"slices"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// FocusPin is how the record calls what a key press went to.
const FocusPin = "what has the focus"

// pinsOf are the targets of a step as a replay will know them again.
func (r *run) pinsOf(o *Observation, call Call, located []commands.Located) []Pin {
	var out []Pin
	for _, l := range located {
		if l.Tree != nil && l.Index >= 0 {
			out = append(out, Pin{r.Memory.Mask(l.Description), screen.FingerprintOf(r.masked(l.Tree), l.Index)})
		}
	}
	if call.Name == "press" && len(located) == 0 && o.Tree != nil {
		for i := range o.Tree.Nodes {
			if o.Tree.Nodes[i].State.Focused {
				out = append(out, Pin{FocusPin, screen.FingerprintOf(r.masked(o.Tree), i)})
			}
		}
	}
	return out
}

// unready says why a recorded step without a target of its own cannot be repeated on this screen, "" when it can.
func (r *run) unready(o *Observation, p *pins) string {
	why := ""
	switch {
	case o.Tree == nil || len(p.Pins) > 0 && p.Pins[0].Description != FocusPin:
		return ""
	case o.Dialog != nil:
	case len(p.Pins) == 0:
		why = r.elsewherePage(o.Tree, p.Page)
	default:
		why = r.unfocused(o.Tree, p)
	}
	if why != "" {
		p.note(Recall{How: Missed, Reason: r.Memory.Mask(why)})
	}
	return why
}

// unfocused says why the recorded element has not the focus, "" when it has.
func (r *run) unfocused(tree *screen.Tree, p *pins) string {
	want, err := r.filled(p.Pins[0].Fingerprint)
	if err != nil {
		return err.Error()
	}
	found := r.masked(tree).Recognise(want)
	switch {
	case found.Grade != screen.Exact && found.Grade != screen.Moved:
		return "the recorded " + said(want, &p.Pins[0]) + " is not there: " + found.Reason
	case !tree.Nodes[found.Index].State.Focused:
		return "the recorded " + said(want, &p.Pins[0]) + " does not have the focus"
	}
	p.note(Recall{How: string(found.Grade), Score: found.Score, Reason: found.Reason})
	return ""
}

// expected is what a replayed step has to bring again. What a check quotes is the check's business, but for a control
// that was taken under another name.
func (p *step) expected() Brought {
	again := p.attempt.Base().Replay
	if p.replayed == nil || again == nil {
		return Brought{}
	}
	want := p.replayed.Brought
	if again.How != string(screen.Renamed) {
		want.Shows = nil
	}
	return want
}

// awaitBrought waits until the last step has brought what it brought when it
// was recorded, or the time of a check is over. arrived says that it led to another document.
func (r *run) awaitBrought(ctx context.Context) (arrived bool, err error) {
	p := r.pending
	if p == nil {
		return false, nil
	}
	if _, failed := p.attempt.(*FailedStep); failed {
		return false, nil
	}
	want := p.expected()
	if want.None() {
		return false, nil
	}
	defer timed(&r.timings.Waits)()
	_, _, err = commands.Poll(ctx, r.CheckTimeout, glance, func() (bool, error) {
		if r.dialogOpen(ctx) {
			return true, nil
		}
		if r.notYetAt(ctx, want.Page) {
			return false, nil // a page that is being loaded is not kept busy with reading it
		}
		tree, err := r.treeNow(ctx)
		if err != nil {
			return false, err
		}
		return r.lacks(ctx, want, p.before, tree) == "", nil
	})
	return want.Page != "" || want.Document || want.Opened == "tab", err
}

// notYetAt says that the device is elsewhere than on a page, as far as that can be told without reading it.
func (r *run) notYetAt(ctx context.Context, page string) bool {
	if page == "" || r.Device.Navigation == nil {
		return false
	}
	now, err := r.Device.Navigation.CurrentURL(ctx)
	return err == nil && r.offPage(now, page) != ""
}

// lacks says what a step has not brought yet, "" when it has brought all.
func (r *run) lacks(ctx context.Context, want Brought, before *Observation, tree *screen.Tree) string {
	switch want.Opened {
	case "":
	case "tab":
		if r.Device.Tabs != nil {
			if tabs, err := r.Device.Tabs.Tabs(ctx); err == nil && len(tabs) <= len(before.Tabs) {
				return "no tab was opened"
			}
		}
	case "download":
		if r.Device.Downloads != nil {
			if list, err := r.Device.Downloads.Downloads(ctx); err == nil && len(list) <= len(before.Downloads) {
				return "nothing was downloaded"
			}
		}
	default:
		return "no " + want.Opened + " opened"
	}
	if tree == nil {
		return ""
	}
	if want.Page != "" {
		if why := r.elsewherePage(tree, want.Page); why != "" {
			return why
		}
	}
	if want.Document && before.Tree != nil && document(before.Tree) == document(tree) {
		return "no new document was loaded"
	}
	for _, text := range want.Shows {
		if value, err := r.Memory.Resolve(text); err == nil && !shows(tree, value) {
			return "the text \"" + text + "\" did not appear"
		}
	}
	return ""
}

// compareBrought notes what a replayed step did not bring this time. A control
// that was taken for the recorded one under another name counts only with the recorded effect.
func (r *run) compareBrought(ctx context.Context, p *step, o *Observation, b *AttemptBase) {
	if p.replayed == nil || p.replayed.Brought.None() {
		return // though a dialog that nobody recorded is told of also where only a check's text was expected
	}
	want := p.expected()
	missing := ""
	switch opened := want.Opened; {
	case o.Dialog != nil && opened == o.Dialog.Kind:
	case o.Dialog != nil:
		missing = "a native " + o.Dialog.Kind + " opened"
	case slices.Contains([]string{"", "tab", "download"}, opened):
		missing = r.lacks(ctx, want, p.before, o.Tree)
	default:
		missing = "no " + opened + " opened"
	}
	if missing == "" {
		return
	}
	again := *b.Replay // the old one has been handed out
	again.Missing = r.Memory.Mask(missing)
	b.Replay = &again
	if again.How == string(screen.Renamed) {
		r.setAmiss(b, "it was taken for the recorded control under another name, and "+missing)
	}
}
