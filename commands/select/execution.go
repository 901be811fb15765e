package selectoption

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

const every = 50 * time.Millisecond

// Execute takes the way that fits the target: native select, group of check
// boxes or radios, or whatever opens or is a list.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	aim, err := env.Find(ctx, p.Subject, screen.VerbSelect)
	if err != nil {
		return Outcome{}, err
	}
	if aim.Node == nil {
		return Outcome{}, commands.Failf(commands.TargetNotFound, "%q is in the picture only, its options cannot be read", aim.Description).
			WithHint("click it, then click the option")
	}
	if p.Text != "" {
		return mark(ctx, env, aim, p.Text)
	}
	if err := env.Enabled(ctx, aim); err != nil {
		return Outcome{}, err
	}
	if aim.Node.State.ReadOnly && aim.Node.Tag == "select" {
		return Outcome{}, commands.Failf(commands.TargetDisabled, "%s is read-only", aim.Label())
	}
	c := &choice{env: env, aim: aim, label: aim.Label()}
	for _, o := range p.Options {
		text, err := env.Resolve(o)
		if err != nil {
			return Outcome{}, err
		}
		c.want = append(c.want, text)
	}
	o, err := c.choose(ctx)
	if slices.ContainsFunc(p.Options, env.HoldsSecret) {
		o.Options = p.Options
	}
	return o, err
}

// mark selects a text inside an editable, so that what is typed or pressed next acts on it.
func mark(ctx context.Context, env *commands.Env, aim *commands.Aim, template string) (Outcome, error) {
	text, err := env.Resolve(template)
	if err != nil {
		return Outcome{}, err
	}
	if err := env.Device.Elements.SelectText(ctx, aim.Node.ID, text); err != nil {
		return Outcome{}, err
	}
	return Outcome{Label: aim.Label(), Options: []string{template}, Marked: true}, nil
}

// choice is the choosing of options in one target.
type choice struct {
	env   *commands.Env
	aim   *commands.Aim
	label string
	want  []string // resolved
}

func (c *choice) choose(ctx context.Context) (Outcome, error) {
	switch {
	case c.aim.Node.Tag == "select":
		return c.native(ctx)
	case len(c.members()) > 0:
		return c.group(ctx)
	default:
		return c.custom(ctx)
	}
}

// native chooses in a select element; its options may still be on their way.
func (c *choice) native(ctx context.Context) (Outcome, error) {
	if len(c.want) > 1 && !c.aim.Node.State.Multiple {
		return Outcome{}, commands.Failf(commands.InvalidArguments, "%s takes one option only", c.label)
	}
	var texts []string
	var missing string
	ok, _, err := commands.Poll(ctx, c.env.Limit(3*time.Second), 2*every, func() (bool, error) {
		n, err := c.env.Element(ctx, c.aim)
		if err != nil {
			return false, err
		}
		texts, missing = spelled(n.Options, c.want)
		return missing == "", nil
	})
	if err != nil {
		return Outcome{}, err
	}
	if !ok {
		return Outcome{}, c.notFound(missing, optionTexts(c.aim.Node.Options))
	}
	o := Outcome{Label: c.label, Options: texts}
	if slices.Equal(chosen(c.aim.Node), texts) {
		o.Already = true
		return o, nil
	}
	before := c.env.ReadBack(ctx, c.aim)
	if err := c.env.Device.Elements.Select(ctx, c.aim.Node.ID, texts); err != nil {
		return o, err
	}
	var now []string
	left := false
	ok, _, err = commands.Poll(ctx, c.env.Limit(time.Second), every, func() (bool, error) {
		n, gone, err := before.Again(ctx)
		if left = gone; gone || err != nil {
			return gone, err
		}
		now = chosen(n)
		return slices.Equal(now, texts), nil
	})
	if err != nil {
		return o, err
	}
	if left {
		c.env.Note(commands.WentOn)
		return o, nil
	}
	if !ok {
		return o, commands.Failf(commands.ValueNotKept, "%s shows %s after %s was selected", c.label, quotedOr(now, "nothing"), quoted(texts))
	}
	if len(texts) == 1 {
		c.env.WatchValue(commands.Watch{NodeID: c.aim.Node.ID, Label: c.label, Want: c.aim.Node.Value})
	}
	return o, nil
}

// spelled are the options' own texts for the wanted ones, in the options' order, or the first that is not there.
func spelled(options []screen.Option, want []string) (texts []string, missing string) {
	picked := map[int]bool{}
	for _, w := range want {
		i := slices.IndexFunc(options, func(o screen.Option) bool { return commands.Fold(o.Text) == commands.Fold(w) })
		if i < 0 {
			i = slices.IndexFunc(options, func(o screen.Option) bool { return o.Value != "" && o.Value == w })
		}
		if i < 0 || options[i].Disabled {
			return nil, w
		}
		picked[i] = true
	}
	for i, o := range options {
		if picked[i] {
			texts = append(texts, o.Text)
		}
	}
	return texts, ""
}

func chosen(n *screen.Node) []string {
	var texts []string
	for _, o := range n.Options {
		if o.Selected {
			texts = append(texts, o.Text)
		}
	}
	return texts
}

func optionTexts(options []screen.Option) []string {
	var texts []string
	for _, o := range options {
		if o.Disabled {
			texts = append(texts, o.Text+" (disabled)")
		} else {
			texts = append(texts, o.Text)
		}
	}
	return texts
}

// notFound lists up to 12 options that are there.
func (c *choice) notFound(want string, have []string) *commands.Failure {
	f := commands.Failf(commands.OptionNotFound, "%s has no option %q", c.label, c.env.Mask(want))
	if len(have) == 0 {
		return f.WithHint("no options appeared")
	}
	more := ""
	if n := len(have) - 12; n > 0 {
		have, more = have[:12], fmt.Sprintf(" and %d more", n)
	}
	return f.WithHint("there are: " + strings.Join(have, ", ") + more)
}

func quotedOr(texts []string, none string) string {
	if len(texts) == 0 {
		return none
	}
	return quoted(texts)
}
