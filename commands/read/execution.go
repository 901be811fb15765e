package read

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/verdict-run/verdict/commands"
)

// Execute reads, takes the part the pattern names, and stores it.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	if err := env.Storable(p.Variable); err != nil {
		return Outcome{}, err
	}
	var re *regexp.Regexp
	if p.Pattern != "" {
		var err error
		if re, err = regexp.Compile(p.Pattern); err != nil {
			return Outcome{}, commands.Failf(commands.InvalidArguments, "pattern: %v", err)
		}
	}
	asked, err := env.Resolve(p.Description)
	if err != nil {
		return Outcome{}, err
	}
	var value, all string
	var from *commands.Located
	ok, _, err := commands.Poll(ctx, env.Limit(5*time.Second), 250*time.Millisecond, func() (bool, error) {
		var err error
		if all, from, err = env.Reader.Read(ctx, asked); err != nil {
			return false, err
		}
		value = part(re, strings.TrimSpace(all))
		return value != "" || from == nil, nil // what a model read is not paid for twice
	})
	if err != nil {
		return Outcome{}, err
	}
	if from != nil {
		env.Touch(*from)
	}
	switch {
	case ok && value != "":
	case strings.TrimSpace(all) == "":
		return Outcome{}, commands.Failf(commands.NothingRead, "%q shows no text", p.Description)
	default:
		return Outcome{}, commands.Failf(commands.NothingRead, "%q reads %q, which the pattern %s does not match", p.Description, short(env.Mask(all)), p.Pattern)
	}
	shown, err := env.Store(p.Variable, value)
	o := Outcome{Variable: p.Variable, Shown: short(shown)}
	if from != nil {
		o.From = from.Label()
	}
	return o, err
}

// part is the first group of the match, or all of it without groups.
func part(re *regexp.Regexp, text string) string {
	if re == nil {
		return text
	}
	m := re.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case len(m) > 1:
		return strings.TrimSpace(m[1])
	default:
		return strings.TrimSpace(m[0])
	}
}

func short(s string) string {
	const limit = 300
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}
