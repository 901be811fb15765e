// Package demoapp serves a small outdoor shop whose defects can be switched on by name, for the example cases to run against.
package demoapp

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
)

// shopName is in every page title and header.
const shopName = "Northwind Outfitters"

const (
	defaultMaxSessions = 500
	// maxBody bounds every request, so that an upload cannot fill the memory.
	maxBody = 6 << 20
)

//go:embed web
var web embed.FS

// Config says how the shop behaves. The zero value is a shop without defects and without logs.
type Config struct {
	// Bugs are the names of the defects to switch on (see [Bugs]); [AllBugs] stands for every one.
	Bugs []string
	// Logger gets one debug line a request and an error line for what a person must look at; nil discards both.
	Logger *slog.Logger
	// MaxSessions is how many browser sessions are kept, the least recently used goes first; 0 means 500.
	MaxSessions int
}

type app struct {
	bugs     bugSet
	log      *slog.Logger
	sessions *sessions
	pages    map[string]*template.Template
}

// New returns the shop. All state is in memory and belongs to one browser session (a cookie), so that runs side by side do not
// disturb each other. An unknown bug name is an error that lists the known ones.
func New(cfg Config) (http.Handler, error) {
	bugs, err := newBugSet(cfg.Bugs)
	if err != nil {
		return nil, err
	}
	pages, err := parsePages()
	if err != nil {
		return nil, err
	}
	static, err := fs.Sub(web, "web/static")
	if err != nil {
		return nil, fmt.Errorf("opening the demo app's static files: %w", err)
	}
	a := &app{bugs: bugs, log: cfg.Logger, pages: pages}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if cfg.MaxSessions < 0 {
		return nil, errors.New("the demo app's MaxSessions is negative")
	}
	if cfg.MaxSessions == 0 {
		cfg.MaxSessions = defaultMaxSessions
	}
	a.sessions = newSessions(cfg.MaxSessions)
	return a.guard(a.routes(static)), nil
}

func (a *app) routes(static fs.FS) *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(static)))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintln(w, "ok")
	})
	for pattern, handle := range map[string]handlerFunc{
		"GET /{$}":   a.home,
		"GET /help":  a.help,
		"GET /login": a.loginForm, "POST /login": a.login, "GET /logout": a.logout,
		"GET /dashboard": a.dashboard, "GET /report.csv": a.report,

		"GET /products": a.products, "GET /products/{slug}": a.product,

		"GET /cart": a.showCart, "POST /cart/add": a.addToCart, "POST /cart/update": a.updateCart,
		"POST /cart/step": a.stepCart, "POST /cart/remove": a.removeFromCart, "POST /cart/promo": a.applyPromo,

		"GET /checkout": a.checkoutForm, "POST /checkout": a.checkout,
		"GET /orders": a.orders, "GET /orders/{number}": a.order, "POST /api/orders/{number}/payment": a.pay,

		"GET /admin/users": a.users, "GET /admin/users/{id}": a.userForm, "POST /admin/users/{id}": a.saveUser,
		"POST /admin/users/{id}/status": a.toggleUser, "POST /admin/users/{id}/delete": a.deleteUser,

		"GET /settings": a.settings, "POST /settings/profile": a.saveProfile,
		"POST /settings/switch": a.saveSwitch, "POST /settings/reset": a.resetSettings,

		"GET /jobs": a.jobs, "POST /api/job": a.startJob, "GET /api/job": a.jobState,
		"GET /upload": a.uploadForm, "POST /upload": a.upload,
		"/": a.notFound,
	} {
		mux.Handle(pattern, a.withSession(handle))
	}
	return mux
}

// guard adds what every response needs: the headers of a well-behaved site, a bound on the body, and protection of the
// forms against other sites.
func (a *app) guard(next http.Handler) http.Handler {
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.log.Debug("demo app request", "method", r.Method, "path", r.URL.Path)
		h := w.Header()
		// The shop is often the first page a driver is tried on: nothing may come from the network.
		h.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	}))
}
