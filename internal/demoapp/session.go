package demoapp

import (
	"container/list"
	"crypto/rand"
	"net/http"
	"sync"
)

const sessionCookie = "northwind_session"

// session is the whole shop as one browser sees it. Every list in it is bounded.
type session struct {
	mu       sync.Mutex
	account  *account // nil while signed out
	cart     cart
	users    []user
	placed   []order
	settings settings
	job      job
	uploads  []upload
	flash    string // shown as a toast on the next page
}

func newSession() *session {
	return &session{users: seedUsers(), settings: defaultSettings()}
}

// sessions keeps the most recently used sessions.
type sessions struct {
	mu     sync.Mutex
	limit  int
	byID   map[string]*list.Element
	recent *list.List // of *entry, the last used in front
}

type entry struct {
	id      string
	session *session
}

func newSessions(limit int) *sessions {
	return &sessions{limit: limit, byID: map[string]*list.Element{}, recent: list.New()}
}

// open returns the session with this id, or a new one under a new id when there is none (any more). An id that a browser
// brings along is never adopted.
func (s *sessions) open(id string) (_ *session, newID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byID[id]; ok {
		s.recent.MoveToFront(e)
		return e.Value.(*entry).session, ""
	}
	for s.recent.Len() >= s.limit {
		oldest := s.recent.Back()
		s.recent.Remove(oldest)
		delete(s.byID, oldest.Value.(*entry).id)
	}
	e := &entry{id: rand.Text(), session: newSession()}
	s.byID[e.id] = s.recent.PushFront(e)
	return e.session, e.id
}

type handlerFunc func(w http.ResponseWriter, r *http.Request, s *session)

// withSession finds the browser's session and holds it for the length of the request, so that handlers need no locks.
func (a *app) withSession(handle handlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The body is read before the session is held: a slow upload must not stop the browser's other requests.
		err := r.ParseForm()
		if err == nil {
			err = r.ParseMultipartForm(maxBody) // most forms are not multipart, which is an error here and none to us
		}
		if isTooLarge(err) {
			http.Error(w, "The request is too large.", http.StatusRequestEntityTooLarge)
			return
		}
		var id string
		if c, err := r.Cookie(sessionCookie); err == nil {
			id = c.Value
		}
		s, newID := a.sessions.open(id)
		if newID != "" {
			http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: newID, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		handle(w, r, s)
	})
}
