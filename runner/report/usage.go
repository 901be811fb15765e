package report

import (
	"cmp"
	"slices"

	"github.com/verdict-run/verdict/agent"
)

// Usage adds up tokens and money of all tries by role and model. CostUSD is nil where a call had no price.
func (s Suite) Usage() []agent.UsageSum {
	var sums []agent.UsageSum
	for _, c := range s.Cases {
		for _, t := range c.Tries {
			for _, u := range t.Result.Usage {
				i := slices.IndexFunc(sums, func(o agent.UsageSum) bool { return o.Role == u.Role && o.Model == u.Model })
				if i < 0 {
					if u.CostUSD != nil {
						cost := *u.CostUSD
						u.CostUSD = &cost
					}
					sums = append(sums, u)
					continue
				}
				sum := &sums[i]
				sum.Calls += u.Calls
				sum.Usage = sum.Usage.Add(u.Usage)
				if sum.CostUSD == nil || u.CostUSD == nil {
					sum.CostUSD = nil
					continue
				}
				*sum.CostUSD += *u.CostUSD
			}
		}
	}
	slices.SortFunc(sums, func(a, b agent.UsageSum) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Model, b.Model))
	})
	return sums
}
