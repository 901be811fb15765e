package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// assertion reads what follows "verify that".
func (s *sentence) assertion(full, lead, rest []token) {
	if len(rest) == 0 {
		s.refused(full, Check, refuse("there is no statement to check", hintText))
		return
	}
	bare := !lead[len(lead)-1].is("that", "whether", "if")
	list, bad := statements{src: s.src, bare: bare || opaqueIn(rest)}.all(rest)
	if bad != nil {
		s.refused(full, Check, bad)
		return
	}
	s.proven(full, s.text(lead), list)
}

// statement reads a clause without a command: a bare statement, prose, or neither.
func (s *sentence) statement(full, tokens []token) {
	if len(s.lead) > 0 {
		// "Verify that A is visible, B is hidden": the check goes on.
		if list, bad := (statements{src: s.src, bare: true}).all(tokens); bad == nil {
			s.proven(full, s.text(s.lead), list)
			return
		}
	}
	list, bad := statements{src: s.src, bare: s.expected && opaqueIn(tokens)}.all(tokens)
	if bad == nil {
		s.proven(full, "", list)
		return
	}
	kind := s.refusedKind(tokens)
	if kind == Action {
		bad = s.reader.unknown(tokens)
	}
	if kind == Context {
		s.units = append(s.units, unit{text: s.clauseText(s.text(full)), from: full[0].from, kind: Context, tokens: full})
		return
	}
	s.refused(full, kind, bad)
}

// refusedKind says what a clause is for that was not read.
func (s *sentence) refusedKind(tokens []token) Kind {
	if len(s.lead) > 0 || s.expected && hasCheckWord(tokens) {
		return Check
	}
	if n, _, sure := assertionLead(tokens); sure && n > 0 {
		return Check
	}
	if _, _, ok := sees(tokens); ok {
		return Check
	}
	if hasCheckWord(tokens) {
		return Unclear
	}
	low := tokens[0].low
	if _, ok := verbAt(tokens); ok || softVerbs[low] || softVerbs[singular(low)] && person(tokens) == 0 && tokens[0].capital() {
		return Action
	}
	if s.expected || len(s.units) > 0 || s.cond != nil {
		return Unclear
	}
	if _, found := findPredicate(tokens, 1); found {
		return Unclear
	}
	if determiner(tokens[0]) || tokens[0].has("our", "we", "all", "some") {
		for i, t := range tokens {
			if i > 0 && t.kind == word && !t.capital() && (verbForms[t.low] == t.low || softVerbs[t.low]) {
				return Unclear
			}
		}
		return Context
	}
	return Unclear
}

// proven adds the units of statements.
func (s *sentence) proven(full []token, lead string, list []statement) {
	for _, item := range list {
		form := item.form
		if len(s.scope) > 0 {
			if form.Subject == nil && (form.Kind == check.Text) {
				to := s.scope[0].To
				if s.scope[0].Kind == screen.InRow && to.Kind == "" {
					to.Kind = "row"
				}
				form.Subject = &to
			} else if form.Subject != nil {
				form.Subject.Rel = append(form.Subject.Rel, s.scope...)
				if name, row, ok := cellOf(form.Subject); ok && form.Kind == check.Text {
					form.Kind, form.Name = check.Cell, name
					form.Subject = &screen.Query{Kind: "cell", Rel: []screen.Relation{{Kind: screen.InRow, To: row}}}
				}
			}
		}
		text := s.text(full)
		if len(list) > 1 {
			text = item.text
			if strings.HasSuffix(lead, " that") {
				text = strings.TrimPrefix(text, "that ")
			}
			if lead != "" {
				text = lead + " " + text
			}
		}
		step := &Step{Command: "assert", Form: form, If: s.cond}
		s.units = append(s.units, unit{text: s.clauseText(text), from: full[0].from, step: step, kind: Check, optional: s.optional && s.cond != nil, tokens: full})
	}
}

// add adds the units of steps.
func (s *sentence) add(full []token, text string, steps []Step) {
	names := s.reader.names
	s.reader.names = nil
	for i := range steps {
		step := steps[i]
		s.narrow(&step)
		optional := step.If != nil && index(full, "if") >= 0
		if s.cond != nil && step.If == nil {
			step.If, optional = s.cond, s.optional
		}
		name := text
		if i < len(names) && len(names) == len(steps) && len(steps) > 1 {
			name = names[i]
		}
		s.units = append(s.units, unit{text: s.clauseText(name), from: full[0].from, step: &step, kind: Action, optional: optional, tokens: full})
		s.reader.previous = &step
	}
}

// narrow adds the scope of the sentence to the targets of a step.
func (s *sentence) narrow(step *Step) {
	if len(s.scope) == 0 {
		return
	}
	scope := s.scope[0]
	picked := len(s.verb) > 0 && set("select", "choose", "pick")[verbForms[s.verb[0].low]]
	if scope.Kind == screen.In && (scope.To.Kind == "combobox" || scope.To.Kind == "list" && picked && step.Target != nil && step.Target.Quoted && step.Target.Kind == "") && step.Command == "click" && step.Target != nil {
		// "In the Size dropdown, select Large".
		if step.Target.Quoted || step.Target.Name != "" {
			to := scope.To
			*step = Step{Command: "select", Target: &to, Phrase: s.prefix, Values: []string{step.Target.Name}, If: step.If}
			return
		}
	}
	if step.Target == nil {
		if step.Command == "type" || step.Command == "scroll" {
			to := scope.To
			step.Target = &to
		}
	} else {
		step.Target.Rel = append(step.Target.Rel, s.scope...)
	}
	if step.To != nil {
		step.To.Rel = append(step.To.Rel, s.scope...)
	}
	if step.Form != nil && step.Form.Subject != nil {
		step.Form.Subject.Rel = append(step.Form.Subject.Rel, s.scope...)
	}
}
