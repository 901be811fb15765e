package prompts

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Attempt is one command tried, as the history tells it.
type Attempt struct {
	N           int
	Sentence    int
	Instruction string // `Click "Save"`
	Outcome     string // of one that succeeded
	Effect      string
	Failed      bool
	ErrorName   string
	Error       string
	Hint        string
}

const (
	maxHistory  = 1900
	blockSize   = 10
	maxBlock    = 200
	detailed    = 3 // the last ones, told with outcome or error
	maxDetailed = 170
	maxLast     = 340 // the very last one
	maxBrief    = 64
)

// history tells what was done in at most maxHistory characters. All full
// blocks of ten but the one in progress are told in one line each; that line
// depends on its ten attempts only, so it never changes once it is written.
func history(all []Attempt) string {
	if len(all) == 0 {
		return ""
	}
	var tail []string
	full := (len(all) - 1) / blockSize
	for i := full * blockSize; i < len(all)-detailed; i++ {
		tail = append(tail, all[i].brief())
	}
	for i := max(0, len(all)-detailed); i < len(all); i++ {
		width := maxDetailed
		if i == len(all)-1 {
			width = maxLast
		}
		tail = append(tail, all[i].detail(width))
	}
	room := maxHistory - 40
	for _, l := range tail {
		room -= utf8.RuneCountInString(l) + 1
	}
	var blocks []string
	for b := full - 1; b >= 0; b-- {
		line := block(all[b*blockSize : (b+1)*blockSize])
		if room -= utf8.RuneCountInString(line) + 1; room < 0 {
			blocks = append(blocks, fmt.Sprintf("(%d earlier steps left out)", (b+1)*blockSize))
			break
		}
		blocks = append(blocks, line)
	}
	var out []string
	for i := len(blocks) - 1; i >= 0; i-- {
		out = append(out, blocks[i])
	}
	return strings.Join(append(out, tail...), "\n")
}

// block tells ten attempts in one line: what was done for which sentence, equal neighbours once.
func block(ten []Attempt) string {
	line := ""
	for _, width := range []int{26, 18, 13} {
		line = fmt.Sprintf("#%d-%d %s", ten[0].N, ten[len(ten)-1].N, strings.Join(entries(ten, width), ", "))
		if utf8.RuneCountInString(line) <= maxBlock {
			break
		}
	}
	return Cut(line, maxBlock)
}

func entries(ten []Attempt, width int) []string {
	var out []string
	last, times := Attempt{Sentence: -1}, 1
	for _, a := range ten {
		same := len(out) > 0 && a.Sentence == last.Sentence && a.Failed == last.Failed && a.Instruction == last.Instruction
		if same {
			times++
			out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], fmt.Sprintf(" ×%d", times-1)) + fmt.Sprintf(" ×%d", times)
			continue
		}
		text := squeeze(page(a.Instruction, maxBrief), width)
		if a.Failed {
			text += " FAILED"
		}
		if a.Sentence != last.Sentence {
			text = fmt.Sprintf("[%d] %s", a.Sentence, text)
		}
		out = append(out, text)
		last, times = a, 1
	}
	return out
}

// squeeze shortens an instruction to its verb and its end, where the target stands: `Type …"City"`.
func squeeze(s string, n int) string {
	r := []rune(s)
	verb, _, ok := strings.Cut(s, " ")
	keep := n - utf8.RuneCountInString(verb) - 2
	if len(r) <= n || !ok || keep < 4 {
		return Cut(s, n)
	}
	return verb + " …" + string(r[len(r)-keep:])
}

func (a Attempt) head() string {
	return fmt.Sprintf("#%d [%d] ", a.N, a.Sentence)
}

func (a Attempt) brief() string {
	mark := ""
	if a.Failed {
		mark = "FAILED "
	}
	return Cut(a.head()+mark+page(a.Instruction, maxBrief), maxBrief)
}

func (a Attempt) detail(n int) string {
	text := page(a.Instruction, 90)
	switch {
	case a.Failed:
		text += ": FAILED"
		if a.ErrorName != "" {
			text += " " + a.ErrorName
		}
		text += ", " + page(a.Error, n)
		if a.Hint != "" {
			text += " (" + page(a.Hint, n/3) + ")"
		}
	default:
		if a.Outcome != "" {
			text += ": " + page(a.Outcome, n)
		}
		if a.Effect != "" {
			text += "; effect " + page(a.Effect, n/2)
		}
	}
	return Cut(a.head()+text, n)
}
