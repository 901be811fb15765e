package testcases

import "errors"

// Options of LoadAll.
type Options struct {
	Lookup  func(string) (string, bool) // the environment; nil is empty
	BaseURL string
	Filter  Filter
}

// LoadAll finds, parses, filters, expands and multiplies cases: what is ready
// to run. Every file found is parsed, so that a broken one is told even if the
// filter would leave it out; the environment is only asked for chosen ones. No case left is an error.
func LoadAll(patterns []string, o Options) ([]*Case, error) {
	chooser, err := o.Filter.Compile()
	if err != nil {
		return nil, err
	}
	files, err := Find(patterns)
	if err != nil {
		return nil, err
	}
	if o.Lookup == nil {
		o.Lookup = func(string) (string, bool) { return "", false }
	}
	var cases []*Case
	var errs []error
	for _, file := range files {
		ready, err := loadOne(file, o, chooser)
		cases = append(cases, ready...)
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, errors.New("no case matches --tag and --grep (`verdict list` shows names and tags)")
	}
	return cases, nil
}

func loadOne(file string, o Options, chooser *Chooser) ([]*Case, error) {
	c, err := Load(file)
	if err != nil {
		return nil, err
	}
	hasRows := c.Given("data")
	if !chooser.matchTags(c) || (!hasRows && !chooser.matchName(c)) {
		return nil, nil
	}
	if err := c.Expand(o.Lookup); err != nil {
		return nil, err
	}
	if err := c.ResolveURL(o.BaseURL); err != nil {
		return nil, err
	}
	rows, err := c.Rows()
	if err != nil {
		return nil, err
	}
	var chosen []*Case
	for _, row := range rows {
		if chooser.matchName(row) {
			chosen = append(chosen, row)
		}
	}
	return chosen, nil
}
