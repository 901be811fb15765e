package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// reader reads what a description names: beside a label, in an element, or with a model out of the picture.
type reader struct {
	r *run
	o *Observation
}

// Read answers the text and, where there is one, the element it came from.
func (rd reader) Read(ctx context.Context, description string) (string, *commands.Located, error) {
	r := rd.r
	tree, err := r.treeNow(ctx)
	if err != nil {
		return "", nil, err
	}
	if tree != nil {
		q, refusal := language.ParseTarget(description)
		if refusal != nil {
			q = screen.Query{Name: description}
		}
		if isWholePage(q) {
			return pageText(tree), nil, nil
		}
		if text, i, ok := tree.Labelled(q.Name); ok {
			return text, place(description, tree, i, 1), nil
		}
		if f := tree.Find(q, screen.VerbRead); f.Match != nil {
			n := &tree.Nodes[f.Match.Index]
			return content(n), place(description, tree, f.Match.Index, f.Match.Score), nil
		}
	}
	if r.Reader == nil {
		at, err := locator{r: r, o: rd.o}.Locate(ctx, commands.Target{Target: description}, screen.VerbRead)
		if err != nil {
			return "", nil, err
		}
		return content(at.Node), &at, nil
	}
	done, over := r.afford("reader")
	defer done()
	if over != "" {
		return "", nil, commands.Failf(commands.NothingRead, "%s", over)
	}
	seen, err := r.observeForJudge(ctx, rd.o)
	if err != nil {
		return "", nil, err
	}
	stop := timed(&r.timings.Model)
	text, usage, err := r.Reader.ReadPicture(ctx, description, seen)
	stop()
	r.account(usage)
	if err != nil {
		return "", nil, fmt.Errorf("reading %q: %w", description, err)
	}
	return text, nil, nil
}

// content is what a person reads in an element: a field's value, else its text.
func content(n *screen.Node) string {
	if n == nil {
		return ""
	}
	if screen.IsField(n) {
		return n.Value
	}
	return screen.Shown(n)
}

func isWholePage(q screen.Query) bool {
	switch strings.ToLower(q.Name + q.Kind) {
	case "page", "screen", "text":
		return len(q.Rel) == 0
	}
	return false
}

// pageText is all that the top document shows.
func pageText(t *screen.Tree) string {
	var b strings.Builder
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Visible && n.OwnText != "" {
			b.WriteString(n.OwnText + "\n")
		}
	}
	return b.String()
}

func place(description string, t *screen.Tree, i int, score float64) *commands.Located {
	if i < 0 {
		return nil
	}
	n := t.Nodes[i]
	return &commands.Located{Description: description, Node: &n, Point: n.Box.Center(), Box: n.Box, By: "tree", Score: score, Tree: t, Index: i}
}
