package agent

import (
	"fmt"
	"sync"
)

// Purse is what model calls may cost, in tokens and US dollars; a zero is no
// limit. A suite shares one among its cases. It is safe for concurrent use.
type Purse struct {
	of      string // whose it is, for messages: "the suite", "" for a case
	tokens  int
	costUSD float64

	mu     sync.Mutex
	spent  bill
	held   bill            // foreseen for calls that are being made
	last   map[string]bill // the last call of each role
	warned bool
}

// bill is an amount of tokens and dollars.
type bill struct {
	tokens int
	usd    float64
}

func (b *bill) add(o bill) { b.tokens, b.usd = b.tokens+o.tokens, b.usd+o.usd }

// NewPurse is a purse for a whole suite.
func NewPurse(tokens int, costUSD float64) *Purse { return newPurse("the suite", tokens, costUSD) }

func newPurse(of string, tokens int, costUSD float64) *Purse {
	return &Purse{of: of, tokens: tokens, costUSD: costUSD, last: map[string]bill{}}
}

// Spent says which limit is used up, "" while none is.
func (p *Purse) Spent() string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over(bill{})
}

// take sets aside what a call of a role will take, foreseen from the last one, until done is called. why is not "" when it does not fit any more.
func (p *Purse) take(role string) (done func(), why string) {
	if p == nil {
		return func() {}, ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.last[role]
	if why := p.over(next); why != "" {
		return func() {}, why
	}
	p.held.add(next)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.held.add(bill{-next.tokens, -next.usd})
	}, ""
}

// over says which limit is reached already, or would be passed by the next call. The lock is held.
func (p *Purse) over(next bill) string {
	whose := ""
	if p.of != "" {
		whose = " of " + p.of
	}
	switch tokens, usd := p.spent.tokens+p.held.tokens, p.spent.usd+p.held.usd; {
	case p.tokens > 0 && p.spent.tokens >= p.tokens:
		return fmt.Sprintf("%d tokens are used, the limit%s is %d", p.spent.tokens, whose, p.tokens)
	case p.tokens > 0 && tokens+next.tokens > p.tokens:
		return fmt.Sprintf("%d tokens are used and the next call takes about %d: the limit%s is %d", tokens, next.tokens, whose, p.tokens)
	case p.costUSD > 0 && p.spent.usd >= p.costUSD:
		return fmt.Sprintf("$%.4f are spent, the limit%s is $%.4f", p.spent.usd, whose, p.costUSD)
	case p.costUSD > 0 && usd+next.usd > p.costUSD:
		return fmt.Sprintf("$%.4f are spent and the next call takes about $%.4f: the limit%s is $%.4f", usd, next.usd, whose, p.costUSD)
	}
	return ""
}

// add counts one call that was made.
func (p *Purse) add(u RoleUsage) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b := bill{tokens: u.Usage.Total()}
	if u.CostUSD != nil {
		b.usd = *u.CostUSD
	}
	p.spent.add(b)
	p.last[u.Role] = b
}

// warning says once that 80 % of a limit are used.
func (p *Purse) warning() string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.warned {
		return ""
	}
	whose := ""
	if p.of != "" {
		whose = " by " + p.of
	}
	switch {
	case p.tokens > 0 && p.spent.tokens*5 >= p.tokens*4:
		p.warned = true
		return fmt.Sprintf("%d of %d tokens are used%s", p.spent.tokens, p.tokens, whose)
	case p.costUSD > 0 && p.spent.usd*5 >= p.costUSD*4:
		p.warned = true
		return fmt.Sprintf("$%.4f of $%.4f are spent%s", p.spent.usd, p.costUSD, whose)
	}
	return ""
}

// afford asks the purses of case and suite for one call; when it does not fit the run is over budget.
func (r *run) afford(role string) (done func(), why string) {
	mine, why := r.purse.take(role)
	if why == "" {
		var suites func()
		if suites, why = r.Purse.take(role); why == "" {
			return func() { mine(); suites() }, ""
		}
		mine()
	}
	r.end(func(f *Facts) { f.OverBudget = why })
	return func() {}, why
}

// account counts model calls and prices them.
func (r *run) account(calls []RoleUsage) {
	for _, u := range calls {
		if u.CostUSD == nil && r.Price != nil {
			if usd, ok := r.Price(u.Model, u.Usage); ok {
				u.CostUSD = &usd
			}
		}
		r.purse.add(u)
		r.Purse.add(u)
		r.usage = append(r.usage, u)
		r.fresh = append(r.fresh, u)
	}
	for _, p := range []*Purse{r.purse, r.Purse} {
		if text := p.warning(); text != "" {
			r.warn(text)
		}
	}
}
