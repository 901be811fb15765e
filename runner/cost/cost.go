// Package cost says what a model call costs, from a file of list prices.
package cost

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/agent/model"
)

//go:embed prices.yaml
var builtin []byte

// Entry is the list price of one model in USD for a million tokens.
type Entry struct {
	Model  string  `yaml:"model"`
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
	// Cached is the price of input read from the provider's cache; nil counts it as fresh input.
	Cached *float64 `yaml:"cached"`
	// Source is the page the price stands on, Date the day it was read there
	// (YYYY-MM-DD). An entry without both is unpriced: it is not to be trusted.
	Source string `yaml:"source"`
	Date   string `yaml:"date"`
	// Aliases are other names of the same model at the same price.
	Aliases []string `yaml:"aliases"`
}

// Priced says that the entry has its source and its date.
func (e Entry) Priced() bool { return e.Source != "" && e.Date != "" }

type file struct {
	Prices []Entry `yaml:"prices"`
}

// Table holds prices by model name. The zero value knows none.
type Table struct{ entries map[string]Entry }

// Default is the table that ships with Verdict.
func Default() (*Table, error) {
	t := &Table{}
	if err := t.read(strings.NewReader(string(builtin))); err != nil {
		return nil, fmt.Errorf("the built-in prices: %w", err)
	}
	return t, nil
}

// Override adds the entries of a user's file; where both name a model, the user's holds.
// The file has the shape of prices.yaml (JSON is YAML too). An unknown key is an error.
func (t *Table) Override(r io.Reader) error {
	if err := t.read(r); err != nil {
		return fmt.Errorf("reading prices: %w", err)
	}
	return nil
}

func (t *Table) read(r io.Reader) error {
	var f file
	dec := yaml.NewDecoder(r)
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	fresh := map[string]Entry{}
	for i, e := range f.Prices {
		if err := e.check(); err != nil {
			return fmt.Errorf("entry %d (%s): %w", i+1, e.Model, err)
		}
		for _, name := range append([]string{e.Model}, e.Aliases...) {
			name = strings.ToLower(name)
			if _, twice := fresh[name]; twice {
				return fmt.Errorf("entry %d: %q is priced twice", i+1, name)
			}
			fresh[name] = e
		}
	}
	if t.entries == nil {
		t.entries = map[string]Entry{}
	}
	maps.Copy(t.entries, fresh)
	return nil
}

func (e Entry) check() error {
	if e.Model == "" {
		return errors.New("model is missing")
	}
	for _, v := range []float64{e.Input, e.Output, e.cached()} {
		if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("a price must be zero or more")
		}
	}
	if _, err := time.Parse(time.DateOnly, e.Date); e.Date != "" && err != nil {
		return fmt.Errorf("date %q is not YYYY-MM-DD", e.Date)
	}
	return nil
}

func (e Entry) cached() float64 {
	if e.Cached == nil {
		return e.Input
	}
	return *e.Cached
}

// Price is what a call cost. It is false for a model without a price, and then
// nothing may be concluded: unpriced is not free.
func (t *Table) Price(name string, u model.Usage) (usd float64, ok bool) {
	e, ok := t.Lookup(name)
	if !ok || !e.Priced() {
		return 0, false
	}
	cached := min(max(u.Cached, 0), max(u.Input, 0))
	fresh := max(u.Input, 0) - cached
	return (float64(fresh)*e.Input + float64(cached)*e.cached() + float64(max(u.Output, 0))*e.Output) / 1e6, true
}

// Estimate is the most a call foreseen may cost: nothing read from a cache, the answer as long as allowed.
func (t *Table) Estimate(name string, inputTokens, maxOutputTokens int) (usd float64, ok bool) {
	return t.Price(name, model.Usage{Input: inputTokens, Output: maxOutputTokens})
}

// Models are the priced names, sorted.
func (t *Table) Models() []string {
	var names []string
	for name, e := range t.entries {
		if e.Priced() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// dated are the suffixes that name a snapshot of a model, not another model:
// -2026-01-31, -20260131, @20260131, -latest. Anything else ("-pro", "-mini")
// is another model at another price.
var dated = regexp.MustCompile(`(?:[-@]20\d{2}-?\d{2}-?\d{2}|-latest)$`)

// Lookup finds the entry of a model as a provider names it. Tried in turn:
// the name, the name without its date, the same without the provider's prefix
// ("openai/", "models/"). When more than one entry answers, none does.
func (t *Table) Lookup(name string) (Entry, bool) {
	if t == nil {
		return Entry{}, false
	}
	name = strings.ToLower(strings.TrimSpace(name))
	last := name[strings.LastIndex(name, "/")+1:]
	for _, try := range []string{name, dated.ReplaceAllString(name, ""), last, dated.ReplaceAllString(last, "")} {
		if e, ok := t.entries[try]; ok && try != "" {
			return e, true
		}
	}
	// A user's file may name only snapshots or only "vendor/model".
	plain := dated.ReplaceAllString(last, "")
	found := map[string]Entry{}
	for key, e := range t.entries {
		if dated.ReplaceAllString(key[strings.LastIndex(key, "/")+1:], "") == plain && plain != "" {
			found[e.Model] = e
		}
	}
	if len(found) != 1 {
		return Entry{}, false
	}
	for _, e := range found {
		return e, true
	}
	return Entry{}, false
}
