package language

// Parse reads one sentence into literal steps, in order. A sentence is refused
// as a whole: with a Refusal there are no steps.
func Parse(text string) ([]Step, *Refusal) {
	var steps []Step
	src := stripMarker(text)
	for _, tokens := range sentencesOf(lex(src)) {
		for _, u := range readSentence(src, tokens) {
			switch {
			case u.refusal != nil:
				return nil, u.refusal
			case u.step != nil:
				steps = append(steps, *u.step)
			}
		}
	}
	if len(steps) == 0 {
		return nil, refuse("the text asks for nothing", hintAction)
	}
	return steps, nil
}

// sentencesOf splits tokens at the ends of sentences and drops "2." before one.
func sentencesOf(tokens []token) [][]token {
	var out [][]token
	start := 0
	flush := func(end int) {
		part := tokens[start:end]
		if len(part) > 2 && part[0].numeric() && part[1].mark(".)") {
			part = part[2:]
		}
		if len(trimMarks(part)) > 0 {
			out = append(out, part)
		}
	}
	for i, t := range tokens {
		if !t.mark(".!?") || i+1 == len(tokens) {
			continue
		}
		next := tokens[i+1]
		if next.from == t.to && next.kind != word && !next.mark("(") || i == start {
			if next.mark(".!?)") || i == start {
				continue
			}
		}
		// "1." at the start of a sentence is its number.
		if i == start+1 && tokens[start].numeric() && t.mark(".") {
			continue
		}
		if t.mark("?!") && next.kind == word && !next.capital() {
			continue
		}
		flush(i + 1)
		start = i + 1
	}
	flush(len(tokens))
	return out
}
