// Package platformtest is the suite that every web driver, and every fake of one, must pass.
package platformtest

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

//go:embed pages
var files embed.FS

// Ability is a part of the contract that not every device has.
type Ability string

// The abilities a device may declare that it lacks.
const (
	Points    Ability = "points"    // clicks land on the very pixel
	Layout    Ability = "layout"    // real HTML: roles, names, scroll containers
	Frames    Ability = "frames"    // frames and shadow roots
	Scale     Ability = "scale"     // device scale factors
	Downloads Ability = "downloads" // files in ArtifactDir
	Closing   Ability = "closing"   // Close frees a call under way

	Hovering    Ability = "hovering"    // a pointer that hovers
	Dragging    Ability = "dragging"    // HTML5 drag and drop
	Dialogs     Ability = "dialogs"     // kinds and defaults of native dialogs
	Uploads     Ability = "uploads"     // file choosers
	Diagnostics Ability = "diagnostics" // console, requests and status
)

// Pages says where the suite's pages are and what the device cannot do.
type Pages struct {
	// URL is the address below which the device finds controls.html and
	// second.html; "" lets the suite serve its own pages.
	URL string
	// Lacks are the abilities whose parts are skipped, each by name.
	Lacks []Ability
}

// Handler serves the suite's pages.
func Handler() http.Handler {
	sub, err := fs.Sub(files, "pages")
	if err != nil {
		panic(err) // embedded, so always there
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(sub))
	mux.HandleFunc("/report.txt", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("all is well\n")) })
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(30 * time.Second):
		}
	})
	return mux
}

// Run runs the suite. newDevice is called once for each part, maybe at once.
func Run(t *testing.T, newDevice func(t *testing.T, spec platform.Spec) *platform.Device, pages Pages) {
	if pages.URL == "" {
		srv := httptest.NewServer(Handler())
		t.Cleanup(func() {
			srv.CloseClientConnections()
			srv.Close()
		})
		pages.URL = srv.URL
	}
	parts := []struct {
		name  string
		needs Ability
		run   func(*rig)
	}{
		{"picture and resolution agree", "", testPicture},
		{"resolution at every scale factor", Scale, testScales},
		{"clicks land on the pixel", Points, testPoints},
		{"keyboard", "", testKeyboard},
		{"scrolling", "", testScrolling},
		{"hover", Hovering, testHover},
		{"drag", Dragging, testDrag},
		{"navigation", "", testNavigation},
		{"tree", Layout, testTree},
		{"controls in the tree", "", testControls},
		{"ids stay", "", testIDs},
		{"frames and shadow roots", Frames, testFrames},
		{"hit test", "", testHit},
		{"a key on an element", "", testPressOn},
		{"select", "", testSelect},
		{"set value", "", testSetValue},
		{"tabs", "", testTabs},
		{"dialogs", Dialogs, testDialogs},
		{"downloads", Downloads, testDownloads},
		{"uploads", Uploads, testUploads},
		{"clipboard", "", testClipboard},
		{"diagnostics", Diagnostics, testDiagnostics},
		{"stability", "", testStability},
		{"cancelled calls return", "", testCancelled},
		{"a call under way is cancelled", Closing, testCancelledUnderWay},
		{"closed devices are gone", "", testClosed},
	}
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			if slices.Contains(pages.Lacks, p.needs) {
				t.Skipf("the device declares that it lacks %q", p.needs)
			}
			t.Parallel()
			p.run(&rig{T: t, pages: pages, make: newDevice})
		})
	}
}

// rig is one part's device with short ways to use it.
type rig struct {
	*testing.T
	pages Pages
	make  func(t *testing.T, spec platform.Spec) *platform.Device
	d     *platform.Device
}

func (r *rig) device(spec platform.Spec) {
	r.Helper()
	r.d = r.make(r.T, spec)
	r.Cleanup(func() { _ = r.d.Close(context.Background()) }) // a second close at most
}

// open makes a device and shows a page.
func (r *rig) open(page string) {
	r.Helper()
	r.device(platform.Spec{ArtifactDir: r.TempDir(), DialogWait: time.Minute})
	r.visit(page)
}

func (r *rig) visit(page string) {
	r.Helper()
	require.NoError(r, r.d.Navigation.Navigate(r.Context(), r.pages.URL+"/"+page))
	r.settle()
}

func (r *rig) settle() {
	r.Helper()
	s, err := r.d.App.WaitUntilStable(r.Context(), platform.StableOptions{})
	require.NoError(r, err)
	require.True(r, s.Stable, "not stable: %s", s.Reason)
}

func (r *rig) tree() *screen.Tree {
	r.Helper()
	tree, err := r.d.Elements.Elements(r.Context())
	require.NoError(r, err)
	return tree
}

// node finds the one visible node with that role and name.
func (r *rig) node(role, name string) screen.Node {
	r.Helper()
	n, ok := find(r.tree(), role, name)
	require.True(r, ok, "no %s %q", role, name)
	return n
}

func find(t *screen.Tree, role, name string) (screen.Node, bool) {
	for _, n := range t.Nodes {
		if n.Role == role && n.Name == name {
			return n, true
		}
	}
	return screen.Node{}, false
}

// out is what the page says in its element "out", once it says something with want in it.
func (r *rig) wantOut(want string) {
	r.Helper()
	var got string
	require.Eventually(r, func() bool {
		tree, err := r.d.Elements.Elements(r.Context())
		if err != nil {
			got = err.Error()
			return false
		}
		for _, n := range tree.Nodes {
			if n.HTMLID == "out" {
				got = n.Text
			}
		}
		return strings.Contains(got, want)
	}, 5*time.Second, 20*time.Millisecond, "the page should say %q", want)
}

func (r *rig) click(role, name string) {
	r.Helper()
	require.NoError(r, r.d.Mouse.Click(r.Context(), r.node(role, name).Box.Center(), platform.ClickOptions{}))
}

func (r *rig) wantClass(want platform.Class, err error) {
	r.Helper()
	require.Error(r, err)
	require.Equal(r, want, platform.ClassOf(err), "class of %v", err)
}
