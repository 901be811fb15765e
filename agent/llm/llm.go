// Package llm decides, judges, grounds, reads and classifies with language models.
package llm

import (
	"cmp"
	"errors"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/prompts"
	"github.com/verdict-run/verdict/platform"
)

// Vision is what a model is shown of the screen.
type Vision string

// The three ways to see.
const (
	Hybrid      Vision = "hybrid" // the picture and the numbered elements; the default
	PictureOnly Vision = "vision"
	TextOnly    Vision = "text" // for models without eyes
)

// The roles a model plays, as requests and usage name them.
const (
	RoleAgent      = "agent"
	RoleJudge      = "judge"
	RoleGrounder   = "grounder"
	RoleReader     = "reader"
	RoleClassifier = "classifier"
)

// DefaultMaxEdge is the longer side of a sent picture in pixels. Providers
// scale larger ones down themselves, and then a model's pixels are not ours
// (Claude does from 1,568 on: platform.claude.com/docs/en/build-with-claude/vision).
const DefaultMaxEdge = 1568

// Role is one model and how it is talked to. Zero fields take the agent's, or the default.
type Role struct {
	Client model.Client
	Vision Vision
	// MaxEdge is the longer side of a sent picture; negative sends it as it is.
	MaxEdge int
	// Space is how the model writes coordinates; by the model's name when nil.
	Space *Space
	// MaxTokens bounds an answer, reasoning included; 4,096 when 0.
	MaxTokens int
	// Temperature and Seed are sent when set. The judge has 0 and a fixed seed unless told otherwise.
	Temperature *float64
	Seed        *int
}

// Config says which model plays which role. Only Agent.Client is required.
type Config struct {
	Agent, Judge, Grounder, Reader, Classifier Role
	// Device is where the case runs, in words: "a web browser" when empty.
	Device string
	// Price says what a call cost; nil leaves costs out.
	Price func(model string, u model.Usage) (usd float64, ok bool)
	// Mask is applied to every text before it is sent. Observations come masked;
	// this is the second lock on the door. May be nil.
	Mask func(string) string
}

// Decider is a language model at work in all its roles. It keeps no state
// between calls and is safe for concurrent use.
type Decider struct {
	agent, judge, grounder, reader, classifier role
	device                                     string
	price                                      func(string, model.Usage) (float64, bool)
	mask                                       func(string) string
}

var (
	_ agent.Decider       = (*Decider)(nil)
	_ agent.Classifier    = (*Decider)(nil)
	_ agent.Judge         = (*Decider)(nil)
	_ agent.Grounder      = (*Decider)(nil)
	_ agent.PictureReader = (*Decider)(nil)
)

type role struct {
	Role
	name  string
	space Space
}

// New fills the roles in; it calls nobody.
func New(c Config) (*Decider, error) {
	if c.Agent.Client == nil {
		return nil, errors.New("the agent has no model")
	}
	for _, v := range []Vision{c.Agent.Vision, c.Judge.Vision, c.Grounder.Vision, c.Reader.Vision, c.Classifier.Vision} {
		switch v {
		case "", Hybrid, PictureOnly, TextOnly:
		default:
			return nil, errors.New("vision must be hybrid, vision or text, not " + string(v))
		}
	}
	d := &Decider{
		device: cmp.Or(c.Device, "a web browser"), price: c.Price, mask: c.Mask,
		agent:      fill(RoleAgent, c.Agent, Role{}),
		judge:      fill(RoleJudge, c.Judge, c.Agent),
		grounder:   fill(RoleGrounder, c.Grounder, c.Agent),
		reader:     fill(RoleReader, c.Reader, c.Agent),
		classifier: fill(RoleClassifier, c.Classifier, c.Agent),
	}
	if d.mask == nil {
		d.mask = func(s string) string { return s }
	}
	return d, nil
}

// fill takes what a role leaves open from the agent's.
func fill(name string, r, from Role) role {
	if r.Client == nil {
		r.Client = from.Client
		if r.Space == nil {
			r.Space = from.Space
		}
		r.Vision = cmp.Or(r.Vision, from.Vision)
		r.MaxEdge = cmp.Or(r.MaxEdge, from.MaxEdge)
	}
	r.Vision = cmp.Or(r.Vision, Hybrid)
	r.MaxEdge = cmp.Or(r.MaxEdge, DefaultMaxEdge)
	r.MaxTokens = cmp.Or(r.MaxTokens, 4096)
	if name != RoleAgent {
		zero, seed := 0.0, 1
		if r.Temperature == nil {
			r.Temperature = &zero
		}
		if r.Seed == nil {
			r.Seed = &seed
		}
	}
	space := SpaceOf(r.Client.Name())
	if r.Space != nil {
		space = *r.Space
	}
	return role{r, name, space}
}

// Name is the agent's model.
func (d *Decider) Name() string { return d.agent.Client.Name() }

func (r role) eyes() bool { return r.Vision != TextOnly }
func (r role) list() bool { return r.Vision != PictureOnly }

func (r role) request(tools []model.Tool, messages ...model.Message) model.Request {
	return model.Request{
		Purpose: r.name, Messages: messages, Tools: tools, RequireTool: true,
		MaxTokens: r.MaxTokens, Temperature: r.Temperature, Seed: r.Seed,
	}
}

func (d *Decider) usage(r role, resp *model.Response) agent.RoleUsage {
	u := agent.RoleUsage{Role: r.name, Model: r.Client.Name(), Usage: resp.Usage, Took: resp.Took}
	if d.price != nil {
		if usd, ok := d.price(u.Model, u.Usage); ok {
			u.CostUSD = &usd
		}
	}
	return u
}

func text(role model.Role, s string) model.Message {
	return model.Message{Role: role, Parts: []model.Part{{Text: s}}}
}

// user is the user's message with its picture, if the role has eyes.
func (d *Decider) user(s string, shot *shot) model.Message {
	m := text(model.User, d.mask(s))
	if shot != nil {
		m.Parts = append(m.Parts, model.Part{Image: &shot.image})
	}
	return m
}

// look prepares the picture for a role; nil without eyes or without a picture.
func (r role) look(p platform.Image) *shot {
	if !r.eyes() || len(p.Data) == 0 {
		return nil
	}
	return newShot(p, r.MaxEdge)
}

func lines(o *agent.Observation) []string {
	out := make([]string, len(o.Items))
	for i, it := range o.Items {
		out[i] = it.Line
	}
	return out
}

func faults(o *agent.Observation) []prompts.Fault {
	out := make([]prompts.Fault, len(o.Faults))
	for i, f := range o.Faults {
		out[i] = prompts.Fault{Kind: f.Kind, Text: f.Text, Status: f.Status}
	}
	return out
}
