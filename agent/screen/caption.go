package screen

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest caption that is compared word by word; longer texts are no captions.
const longestCaption = 240

// phrase is a caption somebody asks for, prepared for many comparisons.
type phrase struct {
	raw, low, plain, joined string
	quoted                  bool
	stems                   []string // without stop words
	group                   int      // of synonyms, -1 for none
	groups                  []int    // of each stem
	grams                   []string // sorted trigrams of plain
	seeds                   [64]uint64
	cache                   map[string]float64
}

func newPhrase(s string, quoted bool) *phrase {
	p := &phrase{raw: strings.TrimSpace(s), quoted: quoted, cache: map[string]float64{}}
	p.low = string(fold(p.raw, false).runes)
	p.plain = plain(p.raw)
	p.joined = strings.ReplaceAll(p.plain, " ", "")
	p.stems = stems(p.plain)
	p.group = synonymGroup(p.plain)
	for _, s := range p.stems {
		p.groups = append(p.groups, wordGroup(s))
	}
	p.grams = trigrams(p.plain)
	p.plant(p.low)
	p.plant(p.plain)
	p.plant(p.joined)
	for _, g := range append([]int{p.group}, p.groups...) {
		if g >= 0 {
			for _, w := range synonyms[g] {
				p.plant(w)
			}
		}
	}
	return p
}

// plant notes the beginnings of all words, so that captions which share none are passed over quickly.
func (p *phrase) plant(s string) {
	for _, w := range strings.Fields(s) {
		w = strings.ToLower(w)
		p.set(' ', w[0], at(w, 1))
		if len(w) >= 3 {
			p.set(w[0], w[1], w[2])
		}
	}
}

func at(w string, i int) byte {
	if i < len(w) {
		return letter(w[i])
	}
	return ' '
}

func (p *phrase) set(a, b, c byte) {
	h := seed(letter(a), letter(b), letter(c))
	p.seeds[h>>6] |= 1 << (h & 63)
}

// letter folds a byte for the seeds: lower case, everything that is no letter or digit a space.
func letter(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c + 'a' - 'A'
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
		return c
	}
	return ' '
}

func seed(a, b, c byte) uint32 {
	return (uint32(a)*961 + uint32(b)*31 + uint32(c)) * 2654435761 >> 20
}

// near reports whether the caption shares the beginning of a word with the phrase.
func (p *phrase) near(c string) bool {
	if len(p.joined) == 0 || !isWordByte(p.joined[0]) {
		return true
	}
	a, b := byte(' '), byte(' ')
	for i := 0; i <= len(c); i++ {
		x := at(c, i)
		if h := seed(a, b, x); i > 0 && p.seeds[h>>6]>>(h&63)&1 == 1 {
			return true
		}
		a, b = b, x
	}
	// The window above ends one short for a word of one letter at the end.
	h := seed(a, b, ' ')
	return p.seeds[h>>6]>>(h&63)&1 == 1
}

func isWordByte(c byte) bool { return letter(c) != ' ' }

// score says how well a caption answers the phrase, 0 to 1.
func (p *phrase) score(c string) float64 {
	if c == "" || p.raw == "" {
		return 0
	}
	if c == p.raw {
		return 1
	}
	if !p.near(c) && isASCII(c) {
		return 0
	}
	if s, ok := p.cache[c]; ok {
		return s
	}
	s := p.compare(c)
	p.cache[c] = s
	return s
}

func (p *phrase) compare(c string) float64 {
	if p.folds(c) {
		return .99
	}
	if len(c) > longestCaption {
		return 0
	}
	cp := plain(c)
	if cp == p.plain {
		return .96
	}
	if strings.ReplaceAll(cp, " ", "") == p.joined && len(p.joined) > 2 {
		return .94
	}
	cs := stems(cp)
	if len(cs) > 0 && slices.Equal(cs, p.stems) {
		return .93
	}
	if s := p.synonym(cp, cs); s > 0 {
		return s
	}
	s := p.subset(cs)
	if t := p.similar(cp); t > s {
		s = t
	}
	return s
}

// synonym is .90 when the caption means the same as a whole or word by word.
// A quoted caption was read off the screen, so a synonym is only a weak answer to it.
func (p *phrase) synonym(cp string, cs []string) float64 {
	best := .90
	if p.quoted {
		best = .80
	}
	if p.group >= 0 && p.group == synonymGroup(cp) {
		return best
	}
	if len(cs) == 0 || len(cs) != len(p.stems) {
		return 0
	}
	for i, s := range cs {
		if s != p.stems[i] && (p.groups[i] < 0 || p.groups[i] != wordGroup(s)) {
			return 0
		}
	}
	return best
}

// subset is .6 to .9 when all words of one side stand in the other.
// Numbers must agree: "Item 2" is not part of "Item 12", nor is "Item 1" a loose "Item 2".
func (p *phrase) subset(cs []string) float64 {
	if len(cs) == 0 || len(p.stems) == 0 {
		return 0
	}
	hit := 0
	for i, s := range p.stems {
		for _, c := range cs {
			if s == c || p.groups[i] >= 0 && !p.quoted && wordGroup(c) == p.groups[i] {
				hit++
				break
			}
		}
	}
	switch {
	case hit == len(p.stems):
		return .6 + .3*float64(hit)/float64(max(len(cs), hit))
	case hit == len(cs) && !p.quoted:
		return .55 + .3*float64(hit)/float64(len(p.stems))
	}
	return 0
}

// similar is the share of trigrams both have, times .85; it forgives typing errors, not other numbers.
func (p *phrase) similar(cp string) float64 {
	if len(p.grams) == 0 || len(cp) > 4*len(p.plain)+8 || digits(cp) != digits(p.plain) {
		return 0
	}
	grams := trigrams(cp)
	both, i, j := 0, 0, 0
	for i < len(grams) && j < len(p.grams) {
		switch {
		case grams[i] == p.grams[j]:
			both++
			i++
			j++
		case grams[i] < p.grams[j]:
			i++
		default:
			j++
		}
	}
	return .85 * 2 * float64(both) / float64(len(grams)+len(p.grams))
}

// folds reports that a caption is the phrase but for letter case and typography.
func (p *phrase) folds(c string) bool {
	if isASCII(c) {
		if len(c) == len(p.low) {
			return strings.EqualFold(c, p.low)
		}
		return len(c) > len(p.low) && strings.EqualFold(strings.Join(strings.Fields(c), " "), p.low)
	}
	return string(fold(c, false).runes) == p.low
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func stems(plain string) []string {
	words := strings.Fields(plain)
	out := make([]string, 0, len(words))
	for _, w := range words {
		if !stopWords[w] {
			out = append(out, stem(w))
		}
	}
	if len(out) == 0 {
		return words
	}
	return out
}

func trigrams(s string) []string {
	if utf8.RuneCountInString(s) < 3 {
		return nil
	}
	s = " " + s + " "
	var starts []int
	for i := range s {
		starts = append(starts, i)
	}
	starts = append(starts, len(s))
	out := make([]string, 0, len(starts))
	for i := 0; i+3 < len(starts); i++ {
		out = append(out, s[starts[i]:starts[i+3]])
	}
	slices.Sort(out)
	return out
}
