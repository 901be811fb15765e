// Package prompts holds the texts sent to models, with one function for each that fills it in.
package prompts

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
	"unicode/utf8"
)

//go:embed *.md
var files embed.FS

// Prompts are bounded in characters: MaxChars is all that a step may add to the case text, 3,000 tokens of four characters.
const MaxChars = 12_000

// Pair is a prompt of two messages.
type Pair struct{ System, User string }

// Vision says what a model is shown.
type Vision struct {
	Picture bool
	List    bool
	// Space says in words how a point is written; see the Space functions of agent/llm.
	Space string
}

// SystemData fills system.md.
type SystemData struct {
	Vision
	Device string // "a web browser", "an Android phone"
}

// System is the agent's system prompt. It must not vary within a run.
func System(d SystemData) string { return render("system.md", d) }

// Sentence is one line of the case.
type Sentence struct {
	N        int
	Text     string
	Action   bool
	Check    bool
	Optional bool
}

func (s Sentence) line() string {
	kind := "-"
	switch {
	case s.Check:
		kind = "C"
	case s.Action && s.Optional:
		kind = "A?"
	case s.Action:
		kind = "A"
	}
	return fmt.Sprintf("%d %s %s", s.N, kind, strings.TrimSpace(s.Text))
}

// CaseData fills case.md.
type CaseData struct {
	Name      string
	Sentences []Sentence
}

// Case is the instruction. It must not vary within a run.
func Case(d CaseData) string {
	return render("case.md", struct {
		Name  string
		Lines []string
	}{Cut(OneLine(d.Name), 120), lines(d.Sentences)})
}

// Frame counts the characters of Case that are not the case's own text.
func Frame(d CaseData) int {
	n := utf8.RuneCountInString(Case(d))
	for _, s := range d.Sentences {
		n -= utf8.RuneCountInString(strings.TrimSpace(s.Text))
	}
	return n
}

// JudgeData fills judge.md. All texts are masked.
type JudgeData struct {
	Statement string
	Space     string
	Picture   string // a word on the picture ("Picture: 1280x800 pixels."), "" without one
	URL       string
	Title     string
	Status    int
	Dialog    string
	Unstable  string
	Faults    []Fault
	Dropped   int // faults that were not kept
	Elements  []string
	LeftOut   int
}

// Judge asks whether a statement holds.
func Judge(d JudgeData) Pair {
	return pair("judge.md", map[string]any{
		"Statement": Cut(OneLine(d.Statement), 1000), "Space": d.Space, "Picture": d.Picture,
		"URL": page(d.URL, 200), "Title": page(d.Title, 100), "Status": d.Status,
		"Dialog": page(d.Dialog, 300), "Unstable": page(d.Unstable, 100),
		"Faults": faults(d.Faults, d.Dropped, 800), "Elements": elements(d.Elements, d.LeftOut, maxElements),
	})
}

// Grounder asks where something is.
func Grounder(description, picture, space string) Pair {
	return pair("grounder.md", map[string]any{"Description": Cut(OneLine(description), 500), "Picture": picture, "Space": space})
}

// Reader asks what something reads.
func Reader(description, picture string, items []string, leftOut int) Pair {
	return pair("reader.md", map[string]any{
		"Description": Cut(OneLine(description), 500), "Picture": picture, "Elements": elements(items, leftOut, 3000),
	})
}

// Classifier asks for the kinds of sentences; ask are the numbers that need one.
func Classifier(all []Sentence, ask []int) Pair {
	var plain []string
	for _, s := range all {
		plain = append(plain, fmt.Sprintf("%d %s", s.N, OneLine(s.Text)))
	}
	return pair("classifier.md", map[string]any{"Lines": plain, "Ask": Ranges(ask)})
}

func lines(all []Sentence) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = s.line()
	}
	return out
}

func pair(file string, data any) Pair {
	system, user, _ := strings.Cut(render(file, data), "\n---\n")
	return Pair{system, user}
}

// render fills a file in. The files are part of the program: one that does not
// fit its data is a mistake every test of this package finds.
func render(file string, data any) string {
	t, err := template.ParseFS(files, file)
	if err != nil {
		panic("prompts: " + err.Error())
	}
	var out strings.Builder
	if err := t.Execute(&out, data); err != nil {
		panic("prompts: " + err.Error())
	}
	return strings.TrimRight(out.String(), "\n")
}
