package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/prompts"
	"github.com/verdict-run/verdict/commands"
)

// retryRoom is what the message after a malformed reply may add to a turn.
const retryRoom = 900

// Next asks the agent's model for the next calls. A reply that cannot be read
// is repaired in code; what cannot be repaired is asked for once more, with the
// reason; after that the Decision says Malformed. With an error, the Decision
// may still hold the usage of the calls that were made.
func (d *Decider) Next(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	tools, err := Tools(s)
	if err != nil {
		return nil, err
	}
	offer := offered(tools)
	shot := d.agent.look(o.Picture)
	prefix, room := d.prefix(s)
	out := &agent.Decision{}

	var varying []model.Message
	var problem string
	var calls []parsed
	for attempt := range 2 {
		if attempt == 0 {
			varying = []model.Message{d.user(prompts.Turn(d.turn(o, s, shot, room)), shot)}
		} else {
			varying = append([]model.Message{d.user(prompts.Turn(d.turn(o, s, shot, room-retryRoom)), shot)}, d.again(out.Raw, problem)...)
		}
		resp, err := d.agent.Client.Generate(ctx, d.agent.request(tools, append([]model.Message{prefix}, varying...)...))
		out.Exchange = exchange(d.agent, o.Turn, o.Ref, varying, resp, err)
		if err != nil {
			return out, fmt.Errorf("asking %s for the next step: %w", d.Name(), err)
		}
		out.Usage = append(out.Usage, d.usage(d.agent, resp))
		out.Text, out.Raw = clip(resp.Text, 4000), rawReply(resp)
		calls, problem = offer.read(resp)
		if len(calls) > 0 || problem == "" {
			break
		}
	}
	if len(calls) == 0 {
		out.Malformed = problem
		return out, nil
	}
	if problem != "" {
		out.Text = strings.TrimSpace(out.Text + "\n(not done: " + problem + ")")
	}
	for _, c := range calls {
		out.Calls = append(out.Calls, d.handOn(c, offer[c.name], shot))
		if c.said != "" {
			out.Text = strings.TrimSpace(out.Text + "\n" + clip(c.said, 1000))
		}
	}
	out.Raw = ""
	return out, nil
}

// again is what follows a reply that could not be used.
func (d *Decider) again(raw, problem string) []model.Message {
	said := strings.TrimSpace(prompts.Cut(d.mask(raw), 350))
	if said == "" {
		said = "(an empty reply)"
	}
	return []model.Message{
		text(model.Assistant, said),
		text(model.User, d.mask("That reply could not be used: "+prompts.Cut(problem, 350)+". Answer with one complete call of one of the tools.")),
	}
}

// handOn makes a call of the loop: the sentence apart, points in pixels of the picture.
func (d *Decider) handOn(c parsed, s shape, shot *shot) agent.Call {
	sentence, args := commands.SplitSentence(c.args)
	if shot != nil {
		args = d.agent.space.mapPoints(args, shot)
	}
	return agent.Call{ID: c.id, Name: c.name, Args: args, Sentence: sentence}
}

// mapPoints rewrites every argument named point or ending in _point.
func (s Space) mapPoints(args json.RawMessage, shot *shot) json.RawMessage {
	keys, values, ok := ordered(args)
	if !ok {
		return args
	}
	changed := false
	for i, k := range keys {
		v := numbers(values[i])
		if k != "point" && !strings.HasSuffix(k, "_point") || len(v) != 2 && len(v) != 4 {
			continue
		}
		space := s
		if isNamed(values[i]) {
			space.YFirst = false
		}
		if len(v) == 4 { // a box where a point was asked for: its middle
			v = []float64{(v[0] + v[2]) / 2, (v[1] + v[3]) / 2}
		}
		p := space.Point(v[0], v[1], shot.sent, shot.full)
		values[i] = json.RawMessage("[" + decimal(p.X) + "," + decimal(p.Y) + "]")
		changed = true
	}
	if !changed {
		return args
	}
	return joined(keys, values)
}

func decimal(f float64) string {
	return strconv.FormatFloat(float64(int64(f*10+0.5))/10, 'f', -1, 64)
}

// Tools are what the model may call, in the order of the state: commands with
// the number of the sentence they serve, then tools.
func Tools(s *agent.State) ([]model.Tool, error) {
	var out []model.Tool
	for _, c := range s.Commands {
		spec := c.Spec()
		raw, err := compact(commands.WithSentence(c.Schema()))
		if err != nil {
			return nil, fmt.Errorf("command %s: %w", spec.Name, err)
		}
		out = append(out, model.Tool{Name: spec.Name, Description: strings.TrimSpace(spec.Description), Schema: raw})
	}
	for _, t := range s.Tools {
		raw, err := compact(t.Schema)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", t.Name, err)
		}
		out = append(out, model.Tool{Name: t.Name, Description: strings.TrimSpace(t.Description), Schema: raw})
	}
	return out, nil
}

// Prefix are the messages no step changes: they are equal byte for byte for a case.
func (d *Decider) Prefix(s *agent.State) []model.Message {
	m, _ := d.prefix(s)
	return []model.Message{m}
}

// prefix is the system message with the case in it, and the room it leaves for a turn.
func (d *Decider) prefix(s *agent.State) (model.Message, int) {
	system := prompts.System(prompts.SystemData{
		Vision: prompts.Vision{Picture: d.agent.eyes(), List: d.agent.list(), Space: d.agent.space.PointWords()},
		Device: d.device,
	})
	data := prompts.CaseData{Name: s.Name, Sentences: sentences(s)}
	room := prompts.MaxChars - utf8.RuneCountInString(system) - prompts.Frame(data) - 2
	return text(model.System, d.mask(system+"\n\n"+prompts.Case(data))), max(room, minRoom)
}

// minRoom is what a turn needs to make sense, whatever the case takes.
const minRoom = 5500

// exchange is one call as the conversation keeps it, pictures by the name of their artifact.
func exchange(r role, turn int, ref string, varying []model.Message, resp *model.Response, err error) *agent.Exchange {
	e := &agent.Exchange{Turn: turn, Role: r.name, Model: r.Client.Name(), Response: resp}
	if err != nil {
		e.Error = err.Error()
	}
	for _, m := range varying {
		kept := model.Message{Role: m.Role}
		for _, p := range m.Parts {
			if p.Image != nil {
				p = model.Part{Text: fmt.Sprintf("[picture %s, %dx%d]", ref, p.Image.Width, p.Image.Height)}
			}
			kept.Parts = append(kept.Parts, p)
		}
		e.Request = append(e.Request, kept)
	}
	return e
}
