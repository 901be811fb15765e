package language

import "github.com/verdict-run/verdict/agent/check"

// all reads one statement, or several joined by "and".
func (s statements) all(tokens []token) ([]statement, *Refusal) {
	tokens = trimMarks(tokens)
	if len(tokens) > longestStatement {
		return nil, refuse("the statement is too long", hintOne)
	}
	if s.budget == nil {
		budget := readings
		s.budget = &budget
	}
	if s.spent() {
		return nil, refuse("the sentence lists too many things", hintOne)
	}
	if noun := dropDeterminers(tokens); len(noun) > 3 && noun[0].has("cell") && contains(noun, "column") && contains(noun, "row") && contains(noun, "and") {
		return nil, refuse("which cell it is cannot be read literally", "write: Check that the row \"Ana\" shows \"Active\" in the Status column")
	}
	if list, ok := s.between(tokens); ok {
		return list, nil
	}
	joints := andPositions(tokens)
	form, bad := s.one(tokens)
	if bad == nil && form == nil {
		return nil, refuse("this is not a statement code can check", hintText)
	}
	if bad == nil && (len(joints) == 0 || form.Kind == check.Options || form.Kind == check.Order || covers(form)) {
		return []statement{{form, s.text(tokens)}}, nil
	}
	if len(joints) > 8 {
		return nil, refuse("the sentence lists too many things", hintOne)
	}
	for _, i := range joints {
		left, right := trimMarks(tokens[:i]), trimMarks(tokens[i+1:])
		if len(left) == 0 || len(right) == 0 {
			continue
		}
		if list, ok := s.two(left, right); ok {
			return list, nil
		}
	}
	if list, ok := s.listed(tokens, joints); ok {
		return list, nil
	}
	if bad == nil {
		bad = refuse("the statement says several things", hintOne)
	}
	return nil, bad
}

// between reads "T is between 5 and 10" as two comparisons.
func (s statements) between(tokens []token) ([]statement, bool) {
	p, ok := findPredicate(tokens, 1)
	if !ok || p.kind != be || p.negated || len(tokens) != p.to+4 || !tokens[p.to].is("between") || !tokens[p.to+2].is("and") {
		return nil, false
	}
	var out []statement
	for i, words := range []string{"at least", "at most"} {
		op := []token{{kind: word, text: "at", low: "at"}, {kind: word, text: words[3:], low: words[3:]}}
		limit := tokens[p.to+1+2*i]
		form, bad := s.about(tokens[:p.from], p, append(op, limit))
		if bad != nil {
			return nil, false
		}
		out = append(out, statement{form, s.text(tokens[:p.to]) + " " + words + " " + s.text([]token{limit})})
	}
	return out, true
}

// covers says that the "and" of the statement lies in an unquoted value ("Terms and Conditions").
func covers(form *check.Form) bool {
	return form.Value != "" && !form.Quoted
}

// andPositions are the places of "and" and of commas outside quotes.
func andPositions(tokens []token) []int {
	var out []int
	for i, t := range tokens {
		if i > 0 && (t.is("and", "but") || t.mark(",")) {
			if t.is("and", "but") && tokens[i-1].mark(",") {
				continue
			}
			out = append(out, i)
		}
	}
	return out
}

// two reads "A is x and B is y": both sides are whole statements.
func (s statements) two(left, right []token) ([]statement, bool) {
	if len(right) > 0 && right[0].is("and", "but") {
		right = right[1:]
	}
	strict := statements{src: s.src, budget: s.budget}
	if s.spent() {
		return nil, false
	}
	first, bad := strict.one(left)
	if bad != nil {
		// "A is x and y, and B is z".
		list, bad := strict.all(left)
		if bad != nil || len(list) < 2 {
			return nil, false
		}
		rest, bad := strict.all(right)
		return append(list, rest...), bad == nil
	}
	rest, bad := strict.all(right)
	if bad != nil {
		// "is visible and enabled": the subject goes on.
		p, ok := findPredicate(left, 1)
		if !ok || p.kind != be && p.kind != contain && p.kind != show || len(right) == 0 {
			return nil, false
		}
		if second, ok := s.goesOn(left, p, right); ok {
			return []statement{{first, s.text(left)}, second}, true
		}
		return nil, false
	}
	return append([]statement{{first, s.text(left)}}, rest...), true
}

// goesOn reads the second predicate of one subject.
func (s statements) goesOn(left []token, p predicate, right []token) (statement, bool) {
	subject := left[:p.from]
	q := predicate{kind: p.kind, negated: p.negated}
	text := s.text(left[:p.to]) + " " + s.text(right)
	if next, ok := predicateAt(right, 0); ok {
		text = s.text(subject) + " " + s.text(right)
		q, right = next, right[next.to:]
	} else if p.kind != be {
		return statement{}, false
	} else if right[0].is("not") && len(right) > 1 {
		q.negated, right = true, right[1:]
	} else {
		q.negated = p.negated
	}
	if len(right) == 0 || subject[len(subject)-1].has("there") && len(right) == 1 || hasOr(right) || contains(right, "and") {
		return statement{}, false
	}
	if q.kind == be {
		if _, shown := shownWords[right[0].text]; !shown {
			if _, ok := states[right[0].text]; !ok {
				if _, n := comparison(right); n == 0 && !opaqueIn(right) {
					return statement{}, false
				}
			}
		}
	}
	form, bad := s.about(subject, q, right)
	if bad != nil {
		return statement{}, false
	}
	return statement{form, text}, true
}

// listed reads a list of subjects ("A and B are visible") or of values ("shows A and B").
func (s statements) listed(tokens []token, joints []int) ([]statement, bool) {
	if len(joints) == 0 || !contains(tokens, "and") {
		return nil, false
	}
	var head, tail []token
	var items [][]token
	if p, ok := findPredicate(tokens, 1); ok && joints[0] < p.from {
		items, tail = pieces(tokens[:p.from]), tokens[p.from:]
		for len(items[0]) > 1 && items[0][0].has("that", "both") {
			items[0] = items[0][1:]
		}
	} else {
		start := 0
		if ok {
			start = p.to
		} else if rest, _, seen := sees(tokens); seen {
			start = len(tokens) - len(rest)
		} else if !s.bare {
			return nil, false
		}
		if joints[0] < start {
			return nil, false
		}
		head = tokens[:start]
		if start == 0 {
			head = nil
		}
		items = pieces(tokens[start:])
	}
	var out []statement
	if !alike(items) {
		return nil, false
	}
	for k, item := range items {
		if len(item) == 0 {
			return nil, false
		}
		if k > 0 && len(tail) == 0 && !item[0].opaque() && !determiner(item[0]) && !thing(item) && !quantity(item[0]) && !kindNamed(item) {
			return nil, false
		}
		joined := append(append(append([]token{}, head...), item...), tail...)
		form, bad := s.one(joined)
		if bad != nil {
			return nil, false
		}
		out = append(out, statement{form, s.join(head, item, tail)})
	}
	return out, len(out) > 1
}

// kindNamed reads "buttons "A"": a kind and a quoted name.
func kindNamed(item []token) bool {
	_, n := kindAfter(item, 0)
	return n > 0 && n < len(item) && item[n].opaque()
}

// alike gives the kind of a list to each of its items (the buttons "A" and "B", the "A" and "B"
// buttons). It is false where the first item says more than its name ("a row with "A" and "B"").
func alike(items [][]token) bool {
	first, last := items[0], items[len(items)-1]
	at := 0
	for at < len(first) && !first[at].opaque() {
		at++
	}
	lone := false
	for _, item := range items[1:] {
		lone = lone || len(item) == 1 && item[0].opaque()
	}
	if lone && at < len(first) && index(first, "with", "containing", "having", "that", "which", "in", "on", "next", "under", "below", "above", "near", "from", "for", "of") >= 0 {
		return false
	}
	head := first[:at]
	for len(head) > 0 && determiner(head[0]) {
		head = head[1:]
	}
	if at < len(first) && len(head) > 0 {
		if _, n := kindAfter(head, 0); n > 0 && head[n-1].low != singular(head[n-1].low) {
			for k := 1; k < len(items); k++ {
				if len(items[k]) == 1 && items[k][0].opaque() {
					items[k] = append(append([]token{}, head[:n]...), items[k]...)
				}
			}
		}
		return true
	}
	for at = len(last); at > 0 && !last[at-1].opaque(); {
		at--
	}
	if k, n := kindAfter(last, at); k != "" && at > 0 && last[at+n-1].low != singular(last[at+n-1].low) {
		for i, item := range items[:len(items)-1] {
			if item[len(item)-1].opaque() {
				items[i] = append(append([]token{}, item...), last[at:at+n]...)
			}
		}
	}
	return true
}

func (s statements) join(parts ...[]token) string {
	text := ""
	for _, part := range parts {
		if len(part) == 0 {
			continue
		}
		if text != "" {
			text += " "
		}
		text += s.text(part)
	}
	return text
}

// pieces splits at "and" and commas.
func pieces(tokens []token) [][]token {
	var out [][]token
	start := 0
	for i, t := range tokens {
		if t.is("and") || t.mark(",") {
			if i > start {
				out = append(out, tokens[start:i])
			}
			start = i + 1
		}
	}
	if start < len(tokens) {
		out = append(out, tokens[start:])
	}
	if len(out) == 0 {
		out = append(out, tokens)
	}
	return out
}
