package replay

import (
	"reflect"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// sameText compares sentences but for white space.
func sameText(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// keep takes over the old steps that say the same as the new ones.
func (s *Sentence) keep(old Sentence) {
	for i := range s.Steps {
		if i < len(old.Steps) && s.Steps[i].same(old.Steps[i]) {
			s.Steps[i] = old.Steps[i]
		}
	}
}

// same reports that two steps do the same on the same elements; where these stand and what is beside them may differ.
func (s Step) same(o Step) bool {
	if s.Do != o.Do || s.Page != o.Page || s.Unasked != o.Unasked || s.Ask != o.Ask || len(s.Targets) != len(o.Targets) ||
		!reflect.DeepEqual(s.With, o.With) || !reflect.DeepEqual(s.Brings, o.Brings) || (s.Focus == nil) != (o.Focus == nil) {
		return false
	}
	if s.Focus != nil && !sameElement(*s.Focus, *o.Focus) {
		return false
	}
	for i := range s.Targets {
		if s.Targets[i].Called != o.Targets[i].Called || !sameElement(s.Targets[i].Is, o.Targets[i].Is) {
			return false
		}
	}
	return true
}

func sameElement(a, b screen.Fingerprint) bool {
	a.Left, a.Right, a.Above, a.Below = b.Left, b.Right, b.Above, b.Below
	a.X, a.Y, a.W, a.H = b.X, b.Y, b.W, b.H
	return a == b
}

// Alignment says where each sentence of a case stands in a record.
type Alignment struct {
	// At is, for each sentence, the index in the record, -1 for one that is new or was changed.
	At []int
	// Gone are the recorded sentences the case no longer has.
	Gone []int
}

// Stale reports that text and record differ.
func (a Alignment) Stale() bool { return len(a.Changed()) > 0 || len(a.Gone) > 0 }

// Changed are the indexes of the sentences that are not in the record.
func (a Alignment) Changed() []int {
	var out []int
	for i, at := range a.At {
		if at < 0 {
			out = append(out, i)
		}
	}
	return out
}

// Align finds the longest run of sentences, in order, that case and record share.
func Align(texts []string, recorded []Sentence) Alignment {
	n, m := len(texts), len(recorded)
	longest := make([][]int, n+1)
	for i := range longest {
		longest[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if sameText(texts[i], recorded[j].Text) {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	a := Alignment{At: make([]int, n)}
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case i < n && j < m && sameText(texts[i], recorded[j].Text):
			a.At[i] = j
			i, j = i+1, j+1
		case j < m && (i == n || longest[i][j+1] >= longest[i+1][j]):
			a.Gone = append(a.Gone, j)
			j++
		default:
			a.At[i] = -1
			i++
		}
	}
	return a
}
