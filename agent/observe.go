package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// observe waits until the screen is stable, looks at it, and settles what the last attempt brought.
func (r *run) observe(ctx context.Context) (*Observation, error) {
	o := &Observation{Variables: r.variableNames(), taken: time.Now()}
	if err := r.lookAtDialog(ctx, o); err != nil {
		return nil, err
	}
	arrived, err := r.awaitBrought(ctx)
	if err != nil {
		return nil, err
	}
	brief := r.quick()
	if brief && (arrived || r.last == nil) && o.Dialog == nil {
		if err := r.arrive(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.look(ctx, o, brief); err != nil {
		return nil, err
	}
	if o.Dialog != nil { // nothing else answers while a native dialog is open
		r.keepLast(o)
	}
	if err := r.lookAround(ctx, o); err != nil {
		return nil, err
	}
	o.masked = r.masked(o.Tree)
	change, faults := r.changed(o), faultLines(o.Faults)
	o.Change = change
	r.carryOver(o)
	r.seen.add(o.Tree)
	r.settleEffect(ctx, o, change, faults)
	if o.Tree != nil && !brief {
		o.Items, o.LeftOut = o.masked.Relevant(r.pruning())
	}
	if r.last = o; len(o.Picture.Data) > 0 {
		r.pictured = o
	}
	r.waitsHold(ctx, o.Tree)
	return o, nil
}

// quick says that the next turn needs the element tree only.
func (r *run) quick() bool {
	q, ok := r.Decider.(Quick)
	return ok && r.Device.Elements != nil && q.Quick(r.attempts)
}

// arrive waits for a page that a replay has just reached: it may not listen yet, though it shows everything. A click
// that is lost shows in what the step does not bring, so that a shorter rest will do than before a look.
func (r *run) arrive(ctx context.Context) error {
	defer timed(&r.timings.Stable)()
	return r.settled(ctx, platform.StableOptions{Quiet: 50 * time.Millisecond})
}

// look takes what a turn needs to see: the page at rest with its picture, or, briefly, its tree.
func (r *run) look(ctx context.Context, o *Observation, brief bool) error {
	for try := 0; o.Dialog == nil && o.Tree == nil && len(o.Picture.Data) == 0 && try < 3; try++ { // again when a dialog was there for a moment
		err := r.retryTransient(ctx, func() error {
			if brief {
				return r.glanceAtPage(ctx, o)
			}
			return r.lookAtPage(ctx, o)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// glanceAtPage takes the tree alone.
func (r *run) glanceAtPage(ctx context.Context, o *Observation) (err error) {
	defer timed(&r.timings.Observe)()
	o.Stable.Stable = true
	if o.Tree, err = r.Device.Elements.Elements(ctx); err == nil {
		return nil
	}
	if platform.ClassOf(err) == platform.Blocked || r.dialogOpen(ctx) {
		return r.lookAtDialog(ctx, o)
	}
	return fmt.Errorf("looking at the screen: %w", err)
}

func (r *run) lookAtDialog(ctx context.Context, o *Observation) (err error) {
	if r.Device.Dialogs != nil {
		o.Dialog, err = r.Device.Dialogs.Pending(ctx)
	}
	return err
}

// lookAtPage takes tree and picture. A dialog that opens meanwhile is no error.
func (r *run) lookAtPage(ctx context.Context, o *Observation) error {
	stop := timed(&r.timings.Stable)
	stable, err := r.Device.App.WaitUntilStable(ctx, platform.StableOptions{Picture: true})
	stop()
	o.Stable, o.Picture = stable, stable.Picture
	o.Stable.Picture = platform.Image{}
	defer timed(&r.timings.Observe)()
	if err == nil && r.Device.Elements != nil {
		o.Tree, err = r.Device.Elements.Elements(ctx)
	}
	if err == nil && o.Picture.Data == nil {
		o.Picture, err = r.Device.Screen.Screenshot(ctx)
	}
	if err != nil {
		o.Picture = platform.Image{}
		if platform.ClassOf(err) == platform.Blocked || r.dialogOpen(ctx) {
			return r.lookAtDialog(ctx, o)
		}
		return fmt.Errorf("looking at the screen: %w", err)
	}
	o.Picture = r.paintOver(o.Picture, o.Tree)
	if !stable.Stable && o.Tree != nil && len(r.secretBoxes(o.Tree)) > 0 { // it may have moved between tree and picture
		if again, err := r.Device.Elements.Elements(ctx); err == nil {
			o.Picture = r.paintOver(o.Picture, again)
		}
	}
	o.Ref = r.keep(fmt.Sprintf("step-%03d", r.turn+1), o.Picture)
	return nil
}

// keepLast fills in the page as it was before a dialog covered it.
func (r *run) keepLast(o *Observation) {
	if r.last != nil {
		o.Tree, o.Picture, o.Ref = r.last.Tree, r.last.Picture, r.last.Ref
		o.Status, o.Tabs = r.last.Status, r.last.Tabs
	}
}

// lookAround asks for tabs, downloads and faults.
func (r *run) lookAround(ctx context.Context, o *Observation) (err error) {
	d := r.Device
	if o.Tree != nil {
		o.URL, o.Title = r.Memory.Mask(o.Tree.URL), r.Memory.Mask(o.Tree.Title)
	}
	if o.Dialog != nil {
		masked := *o.Dialog
		masked.Message, masked.Default = r.Memory.Mask(masked.Message), r.Memory.MaskField(masked.Default)
		o.Dialog = &masked
	}
	if d.Tabs != nil && o.Dialog == nil {
		if o.Tabs, err = d.Tabs.Tabs(ctx); err != nil && !r.dialogOpen(ctx) {
			return fmt.Errorf("listing the tabs: %w", err)
		}
		for i := range o.Tabs {
			o.Tabs[i].URL, o.Tabs[i].Title = r.Memory.Mask(o.Tabs[i].URL), r.Memory.Mask(o.Tabs[i].Title)
		}
	}
	if d.Downloads != nil {
		if o.Downloads, err = d.Downloads.Downloads(ctx); err != nil {
			return fmt.Errorf("listing the downloads: %w", err)
		}
		o.Downloads = slices.Clone(o.Downloads)
		for i := range o.Downloads {
			o.Downloads[i].Name, o.Downloads[i].URL = r.Memory.Mask(o.Downloads[i].Name), r.Memory.Mask(o.Downloads[i].URL)
		}
	}
	if d.Diagnostics != nil {
		o.Status = d.Diagnostics.PageStatus()
		all, dropped := d.Diagnostics.Faults()
		for _, f := range all[min(r.faults, len(all)):] {
			f.Text, f.URL = r.Memory.Mask(f.Text), r.Memory.Mask(f.URL)
			o.Faults = append(o.Faults, f)
			r.faulted = append(r.faulted, f)
		}
		r.faults, o.FaultsDropped = len(all), dropped
	}
	return nil
}

// changed is the effect since the last observation in one line.
func (r *run) changed(o *Observation) string {
	if r.last == nil {
		return ""
	}
	var parts []string
	if o.Dialog != nil {
		if d := r.last.Dialog; d == nil || d.ID != o.Dialog.ID {
			parts = append(parts, fmt.Sprintf("a native %s opened: %q", o.Dialog.Kind, o.Dialog.Message))
		}
	} else {
		if c := screen.Diff(r.last.masked, o.masked); !c.None() {
			parts = append(parts, r.Memory.Mask(c.String()))
		}
		if len(o.Tabs) != len(r.last.Tabs) {
			parts = append(parts, fmt.Sprintf("%d tabs are open, %d were", len(o.Tabs), len(r.last.Tabs)))
		}
	}
	if n := len(o.Downloads) - len(r.last.Downloads); n > 0 {
		parts = append(parts, "downloaded "+o.Downloads[len(o.Downloads)-1].Name)
	}
	if len(o.Faults) > 0 {
		parts = append(parts, "fault: "+faultLine(o.Faults[0]))
	}
	if len(parts) == 0 {
		if len(o.Picture.Data) > 0 && len(r.last.Picture.Data) > 0 && string(o.Picture.Data) != string(r.last.Picture.Data) {
			return "only the picture changed"
		}
		return "none"
	}
	return strings.Join(parts, "; ")
}

// carryOver adds what came to light at observations the decider was not shown:
// a judge or a later call of the same turn looked in between.
func (r *run) carryOver(o *Observation) {
	if r.last == nil || r.last == r.shown {
		return
	}
	o.Faults = append(slices.Clone(r.last.Faults), o.Faults...)
	switch was := r.last.Change; {
	case was == "" || was == "none" || was == o.Change:
	case o.Change == "none":
		o.Change = was
	default:
		o.Change = was + "; then " + o.Change
	}
}

func faultLines(faults []platform.Fault) []string {
	var lines []string
	for _, f := range faults {
		lines = append(lines, faultLine(f))
	}
	return lines
}

func faultLine(f platform.Fault) string {
	if f.Kind == "request" {
		if f.Status > 0 {
			return fmt.Sprintf("%s answered %d", f.Text, f.Status)
		}
		return f.Text + " failed"
	}
	return f.Kind + " error: " + f.Text
}

// pruning says what matters for the numbered list: the sentences at hand and what changed.
func (r *run) pruning() screen.PruneOptions {
	var o screen.PruneOptions
	if n := r.firstUndone(); n > 0 {
		o.Words = r.sentences[n-1].Text
		if n < len(r.sentences) {
			o.Words += " " + r.sentences[n].Text
		}
	}
	if r.last != nil {
		o.Before = r.last.masked
	}
	return o
}

func (r *run) variableNames() []string {
	var names []string
	for _, n := range r.Memory.Names() {
		names = append(names, n.String())
	}
	return names
}

// keep stores a picture; what cannot be stored is a warning, the run goes on.
func (r *run) keep(name string, p platform.Image) string {
	if r.Pictures == nil || len(p.Data) == 0 {
		return ""
	}
	ref, err := r.Pictures.Put(name, p)
	if err != nil {
		r.warn("a picture could not be kept: " + err.Error())
		return ""
	}
	return ref
}
