package modeltest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/verdict-run/verdict/agent/model"
)

// Recording is a file of exchanges in the order they were made.
type Recording struct {
	Model     string     `json:"model"`
	Exchanges []Recorded `json:"exchanges"`
}

// Recorded is one exchange: what the request must be like, and what is answered.
type Recorded struct {
	Purpose string `json:"purpose"`
	// Digest is Digest(request); empty accepts any request of the purpose.
	Digest string `json:"digest,omitempty"`
	// Contains are texts the request must hold.
	Contains []string        `json:"contains,omitempty"`
	Response *model.Response `json:"response,omitempty"`
	// Class and Status make it a failed call.
	Class  model.ErrorClass `json:"class,omitempty"`
	Status int              `json:"status,omitempty"`
}

// Player answers from a Recording. It is safe for concurrent use.
type Player struct {
	file string
	rec  Recording
	mu   sync.Mutex
	next int
}

// Open reads a recording.
func Open(file string) (*Player, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading a recording: %w", err)
	}
	p := &Player{file: file}
	if err := json.Unmarshal(b, &p.rec); err != nil {
		return nil, fmt.Errorf("reading the recording %s: %w", file, err)
	}
	return p, nil
}

// Name is the recorded model.
func (p *Player) Name() string { return p.rec.Model }

// Left counts the exchanges not asked for so far.
func (p *Player) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.rec.Exchanges) - p.next
}

// Generate answers the next exchange; a request that is not the recorded one
// is a BadRequest that says where they part.
func (p *Player) Generate(ctx context.Context, r model.Request) (*model.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.next + 1
	if n > len(p.rec.Exchanges) {
		return nil, p.mismatch(n, "the recording ends after %d exchanges; a call for %q came after", len(p.rec.Exchanges), r.Purpose)
	}
	e := p.rec.Exchanges[p.next]
	if e.Purpose != r.Purpose {
		return nil, p.mismatch(n, "a call for %q was recorded, %q came", e.Purpose, r.Purpose)
	}
	for _, want := range e.Contains {
		if !strings.Contains(Text(r), want) {
			return nil, p.mismatch(n, "the request lacks %q", want)
		}
	}
	if got := Digest(r); e.Digest != "" && e.Digest != got {
		return nil, p.mismatch(n, "the request has changed: digest %s was recorded, this is %s; record again if that is meant", e.Digest, got)
	}
	p.next++
	if e.Class != "" {
		return nil, &model.Error{Class: e.Class, Status: e.Status, Err: fmt.Errorf("recorded failure")}
	}
	if e.Response == nil {
		return nil, p.mismatch(n, "the recording has no response")
	}
	copied := *e.Response
	return &copied, nil
}

func (p *Player) mismatch(n int, format string, args ...any) error {
	return &model.Error{Class: model.BadRequest, Err: fmt.Errorf("recording %s, exchange %d: %s", p.file, n, fmt.Sprintf(format, args...))}
}

// Digest names a request by its texts and tools. Pictures are left out: no two
// browsers paint the same pixels.
func Digest(r model.Request) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", r.Purpose, Text(r))
	for _, t := range r.Tools {
		fmt.Fprintf(h, "%s\n%s\n%s\n", t.Name, t.Description, t.Schema)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Recorder passes calls on and keeps them.
type Recorder struct {
	model.Client
	mu  sync.Mutex
	rec Recording
}

// NewRecorder records what c answers.
func NewRecorder(c model.Client) *Recorder {
	return &Recorder{Client: c, rec: Recording{Model: c.Name()}}
}

// Generate passes a call on.
func (r *Recorder) Generate(ctx context.Context, req model.Request) (*model.Response, error) {
	resp, err := r.Client.Generate(ctx, req)
	e := Recorded{Purpose: req.Purpose, Digest: Digest(req), Response: resp}
	if err != nil {
		e.Class = model.ClassOf(err)
		if e.Class == "" {
			return resp, err // cancelled: no answer of the model
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rec.Exchanges = append(r.rec.Exchanges, e)
	return resp, err
}

// Save writes the recording.
func (r *Recorder) Save(file string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, err := json.MarshalIndent(r.rec, "", "  ")
	if err != nil {
		return fmt.Errorf("writing a recording: %w", err)
	}
	if err := os.WriteFile(file, append(b, '\n'), 0o644); err != nil {
		return fmt.Errorf("writing a recording: %w", err)
	}
	return nil
}
