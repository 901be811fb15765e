package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// world is what exact forms are decided on, at the tree given.
func (r *run) world(ctx context.Context, tree *screen.Tree, f check.Form) check.World {
	w := check.World{Tree: tree, Variables: map[string]string{}, Seen: r.seen.has}
	for _, e := range r.Memory.Snapshot() {
		w.Variables[e.Name] = e.Value.Reveal()
	}
	d := r.Device
	if d.Diagnostics != nil {
		w.Status = d.Diagnostics.PageStatus()
		all, _ := d.Diagnostics.Faults()
		for _, fault := range all {
			if fault.Kind == "request" {
				w.Requests = append(w.Requests, fmt.Sprintf("%s %d", fault.Text, fault.Status))
			} else {
				w.Console = append(w.Console, fault.Text)
			}
		}
	}
	r.kept(ctx, &w)
	if tree != nil {
		w.ErrorPage = strings.HasPrefix(tree.URL, "chrome-error:") || strings.HasPrefix(tree.URL, "about:neterror")
	}
	if d.Downloads != nil {
		if list, err := d.Downloads.Downloads(ctx); err == nil {
			for _, one := range list {
				if one.Err == "" {
					w.Downloads = append(w.Downloads, one.Name)
				}
			}
		}
	}
	if d.Dialogs != nil {
		for _, one := range d.Dialogs.Dialogs() {
			w.Dialogs = append(w.Dialogs, one.Message)
		}
	}
	if f.Kind == check.Clip && d.Clipboard != nil {
		if text, err := d.Clipboard.Read(ctx); err == nil {
			w.Clipboard = &text
		}
	}
	return w
}

// evaluateOn evaluates a form on one tree, without polling.
func (r *run) evaluateOn(ctx context.Context, tree *screen.Tree, form check.Form) check.Evidence {
	resolved, err := r.resolved(form)
	if err != nil {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: err.Error()}
	}
	return check.Evaluate(resolved, r.world(ctx, tree, resolved))
}

// resolved fills the templates of a form.
func (r *run) resolved(f check.Form) (check.Form, error) {
	var err error
	fill := func(s *string) {
		if err == nil && *s != "" {
			*s, err = r.Memory.Resolve(*s)
		}
	}
	fill(&f.Value)
	fill(&f.Name)
	values := append([]string(nil), f.Values...)
	for i := range values {
		fill(&values[i])
	}
	f.Values = values
	if f.Subject != nil {
		q := fillQuery(*f.Subject, fill)
		f.Subject = &q
	}
	except := make([]screen.Query, len(f.Except))
	for i, q := range f.Except {
		except[i] = fillQuery(q, fill)
	}
	f.Except = except
	return f, err
}

func fillQuery(q screen.Query, fill func(*string)) screen.Query {
	fill(&q.Name)
	fill(&q.Full)
	rel := append([]screen.Relation(nil), q.Rel...)
	for i := range rel {
		rel[i].To = fillQuery(rel[i].To, fill)
	}
	q.Rel = rel
	return q
}
