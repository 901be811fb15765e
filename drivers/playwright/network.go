package playwright

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// network knows which requests a page still waits for.
type network struct {
	mu       sync.Mutex
	inflight map[pw.Request]flight
	last     time.Time            // when the last one that counts began or ended
	doubtful map[string]time.Time // the same of those that may be for an icon, by address
	repeats  map[string]repeat    // since the last action
	polling  map[string]bool
	total    int
}

type flight struct {
	key   string
	began time.Time
	// doubtful says that it may be for the icon of the tab, on which nothing of the page depends. The browser does not tell:
	// it calls these "other", as it does what an svg uses from another file. The page knows its icons.
	doubtful bool
	answered bool // nothing more is awaited, though its end has not been told
}

// repeat counts how often an address was asked for again, one after the other.
type repeat struct {
	n       int
	last    time.Time
	running int
}

const (
	// hanging is the age from which a request is taken for one that never ends.
	hanging = 4 * time.Second
	// pollAfter is how many times the same address makes it polling.
	pollAfter = 3
	// pollGap is the least time between two requests of a poll; faster ones are a list being loaded.
	pollGap = 150 * time.Millisecond
)

func (n *network) init() {
	n.inflight, n.repeats, n.polling = map[pw.Request]flight{}, map[string]repeat{}, map[string]bool{}
	n.doubtful = map[string]time.Time{}
}

// restart forgets the counts: what an action sets off is not polling yet.
func (n *network) restart() {
	n.mu.Lock()
	defer n.mu.Unlock()
	clear(n.repeats)
}

func (s *session) requestStarted(r pw.Request) {
	s.sight(r)
	s.net.started(r)
	s.slipped(r)
}

func (n *network) started(r pw.Request) {
	kind, now := r.ResourceType(), time.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.total++
	switch kind {
	case "websocket", "eventsource", "ping", "media", "prefetch", "cspreport":
		return
	}
	key := ""
	if kind == "xhr" || kind == "fetch" {
		key = patternOf(r)
		c := n.repeats[key]
		if c.running == 0 && now.Sub(c.last) >= pollGap {
			c.n++
		}
		c.last = now
		c.running++
		n.repeats[key] = c
		if c.n >= pollAfter {
			n.polling[key] = true
		}
		if n.polling[key] {
			return
		}
	}
	if r.IsNavigationRequest() {
		clear(n.polling) // another page
		clear(n.doubtful)
	}
	f := flight{key: key, began: now, doubtful: kind == "other"}
	n.inflight[r] = f
	n.moved(r, f, now)
}

// moved notes that a request began or ended. A page that asks for ever new things besides is not followed for ever.
func (n *network) moved(r pw.Request, f flight, now time.Time) {
	if !f.doubtful {
		n.last = now
	} else if len(n.doubtful) < 50 {
		n.doubtful[r.URL()] = now
	}
}

// smallBody is a length that arrives with the head of an answer.
const smallBody = 64 << 10

// answered takes the answer to a script's request for its end where nothing but a small body is to come: Chromium does
// not say that a request has ended whose answer must not be stored (Cache-Control: no-store) and is not read by the script.
func (n *network) answered(r pw.Response) {
	q := r.Request()
	if kind := q.ResourceType(); kind != "xhr" && kind != "fetch" {
		return
	}
	length, err := strconv.Atoi(r.Headers()["content-length"])
	if r.Status() != http.StatusNoContent && (err != nil || length > smallBody) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if f, ok := n.inflight[q]; ok {
		n.moved(q, f, time.Now())
		n.returned(f.key)
		f.answered = true
		n.inflight[q] = f
	}
}

// finished notes the end of a request, however it ended.
func (n *network) finished(r pw.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if from := r.RedirectedFrom(); from != nil {
		delete(n.inflight, from)
	}
	f, ok := n.inflight[r]
	if !ok {
		n.returned(patternOf(r))
		return
	}
	delete(n.inflight, r)
	n.moved(r, f, time.Now())
	if !f.answered {
		n.returned(f.key)
	}
}

// returned counts one of the running requests of an address off.
func (n *network) returned(key string) {
	if c, seen := n.repeats[key]; seen && c.running > 0 {
		c.running--
		n.repeats[key] = c
	}
}

// replaced forgets what the document before asked for, when a new one of the same frame has begun: of a document that was
// left before it was complete the library never says that its requests have ended.
func (n *network) replaced(f pw.Frame) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var begun time.Time
	for r, one := range n.inflight {
		if r.IsNavigationRequest() && r.Frame() == f && r.URL() == f.URL() && one.began.After(begun) {
			begun = one.began
		}
	}
	for r, one := range n.inflight {
		if r.Frame() == f && one.began.Before(begun) {
			delete(n.inflight, r)
		}
	}
}

// state gives one request that is waited for, "" for none, and how long the network has been quiet; of the requests
// that may be for an icon only those count that counts says so of.
func (n *network) state(counts func(address string) bool) (waiting string, quiet time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now, last := time.Now(), n.last
	for r, f := range n.inflight {
		age := now.Sub(f.began)
		if age > time.Minute {
			delete(n.inflight, r)
		}
		if age < hanging && !f.answered && (!f.doubtful || counts(r.URL())) {
			waiting = r.Method() + " " + pathOf(r.URL())
		}
	}
	for address, moved := range n.doubtful {
		if moved.After(last) && counts(address) {
			last = moved
		}
	}
	return waiting, now.Sub(last)
}

// noIcons counts no request that may be for an icon.
func noIcons(string) bool { return false }

// patternOf is the address without its query, in which a poll often counts.
func patternOf(r pw.Request) string {
	u, err := url.Parse(r.URL())
	if err != nil {
		return r.URL()
	}
	return r.Method() + " " + u.Host + u.Path
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return address
	}
	return u.Path
}
