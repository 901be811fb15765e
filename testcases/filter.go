package testcases

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Filter chooses cases. The zero value chooses all.
//
// Each entry of Tags is what one --tag says: terms joined by commas that must
// all hold, "smoke,login" is both. "!slow" is a case without the tag. Of several
// entries one must hold, but those that only say "!": they must all hold.
// So `--tag login --tag cart --tag '!slow'` is login or cart, and never slow.
type Filter struct {
	Tags []string
	Grep string // regular expression on the name
}

// Chooser is a compiled Filter.
type Chooser struct {
	any, all [][]string
	name     *regexp.Regexp
}

// Compile checks a filter.
func (f Filter) Compile() (*Chooser, error) {
	c := &Chooser{}
	for _, entry := range f.Tags {
		var terms []string
		negative := true
		for _, term := range strings.Split(entry, ",") {
			term = strings.TrimSpace(term)
			if strings.TrimSpace(strings.TrimPrefix(term, "!")) == "" {
				return nil, fmt.Errorf("--tag %q: a tag is missing (write login, '!slow' or smoke,login)", entry)
			}
			negative = negative && strings.HasPrefix(term, "!")
			terms = append(terms, term)
		}
		if negative {
			c.all = append(c.all, terms)
		} else {
			c.any = append(c.any, terms)
		}
	}
	if f.Grep != "" {
		re, err := regexp.Compile(f.Grep)
		if err != nil {
			return nil, fmt.Errorf("--grep %q is no regular expression: %w", f.Grep, err)
		}
		c.name = re
	}
	return c, nil
}

// Match reports whether a case is chosen.
func (c *Chooser) Match(k *Case) bool { return c.matchTags(k) && c.matchName(k) }

func (c *Chooser) matchName(k *Case) bool { return c.name == nil || c.name.MatchString(k.Name) }

func (c *Chooser) matchTags(k *Case) bool {
	holds := func(terms []string) bool {
		for _, t := range terms {
			tag, without := strings.CutPrefix(t, "!")
			if slices.ContainsFunc(k.Tags, func(has string) bool { return strings.EqualFold(has, strings.TrimSpace(tag)) }) == without {
				return false
			}
		}
		return true
	}
	for _, terms := range c.all {
		if !holds(terms) {
			return false
		}
	}
	return len(c.any) == 0 || slices.ContainsFunc(c.any, holds)
}
