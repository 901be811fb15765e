package replay

import (
	"context"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
)

// Nothing is the decider of a case that has no record: it says so, with the reason.
type Nothing string

// Name is "replay".
func (Nothing) Name() string { return "replay" }

// Next refuses.
func (n Nothing) Next(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
	return &agent.Decision{Refused: &agent.Refused{Reason: string(n), Hint: "Run it once with --replay auto to record it"}}, nil
}

// Kinds is a Classifier that remembers what a model said of a sentence when it was recorded, and asks again for the others only.
type Kinds struct {
	Section *Section
	// Inner is asked for sentences that are not recorded; nil leaves them unclear.
	Inner agent.Classifier
}

// Classify answers from the record.
func (k Kinds) Classify(ctx context.Context, all []language.Sentence, ask []int) (map[int]language.Kind, []agent.RoleUsage, error) {
	kinds := map[int]language.Kind{}
	var rest []int
	for _, n := range ask {
		if kind := k.recorded(all[n-1].Text); kind != "" {
			kinds[n] = kind
		} else {
			rest = append(rest, n)
		}
	}
	if len(rest) == 0 || k.Inner == nil {
		return kinds, nil, nil
	}
	more, usage, err := k.Inner.Classify(ctx, all, rest)
	for n, kind := range more {
		kinds[n] = kind
	}
	return kinds, usage, err
}

func (k Kinds) recorded(text string) language.Kind {
	for _, s := range k.Section.Sentences {
		if s.Kind != "" && sameText(s.Text, text) {
			return language.Kind(s.Kind)
		}
	}
	return ""
}
