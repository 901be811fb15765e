package ask_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/internal/ask"
	"github.com/verdict-run/verdict/platform"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// page is the page for testers in a real browser.
type page struct {
	t *testing.T
	*platform.Device
}

func open(t *testing.T, i *playwright.Installer, url string, spec platform.Spec) page {
	t.Helper()
	spec.Platform, spec.ArtifactDir = "web", t.TempDir()
	d, err := i.Install(t.Context(), spec)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close(context.WithoutCancel(t.Context()))) })
	require.NoError(t, d.Navigation.Navigate(t.Context(), url))
	return page{t, d}
}

// find waits for a visible element; "" is any role, and a name or text that contains it.
func (p page) find(role, name string) screen.Node {
	p.t.Helper()
	var tree *screen.Tree
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var err error
		tree, err = p.Elements.Elements(p.t.Context())
		require.NoError(p.t, err)
		for _, n := range tree.Nodes {
			if n.Visible && (role == "" || n.Role == role) && (strings.Contains(n.Name, name) || role == "" && strings.Contains(n.Text, name)) {
				return n
			}
		}
	}
	for _, n := range tree.Nodes {
		p.t.Logf("%s %q %q", n.Role, n.Name, n.OwnText)
	}
	require.FailNow(p.t, "not on the page", "%s %q", role, name)
	return screen.Node{}
}

func (p page) click(role, name string) {
	p.t.Helper()
	n, err := p.Elements.ScrollIntoView(p.t.Context(), p.find(role, name).ID)
	require.NoError(p.t, err)
	require.NoError(p.t, p.Mouse.Click(p.t.Context(), n.Box.Center(), platform.ClickOptions{}))
}

func (p page) enter(name, text string) {
	p.t.Helper()
	p.click("textbox", name)
	require.NoError(p.t, p.Keyboard.Type(p.t.Context(), text))
}

// shoot keeps a picture for people to look at, in the folder VERDICT_PICTURES.
func (p page) shoot(name string) {
	p.t.Helper()
	dir := os.Getenv("VERDICT_PICTURES")
	if dir == "" {
		return
	}
	time.Sleep(400 * time.Millisecond) // the card's entrance
	shot, err := p.Screen.Screenshot(p.t.Context())
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(dir, name+".png"), shot.Data, 0o600))
}

// shop is a picture of a screen.
func shop(context.Context, string) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, 640, 360))
	for y := range 360 {
		for x := range 640 {
			c := color.RGBA{240, 243, 248, 255}
			if y < 50 || x > 60 && x < 280 && y > 90 && y < 300 {
				c = color.RGBA{47, 95, 208, 255}
			}
			img.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

func TestTestersAnswerOnThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a browser")
	}
	installer, err := playwright.New(t.Context(), playwright.Config{})
	require.NoError(t, err, "a browser is needed (make setup installs it)")
	t.Cleanup(func() { require.NoError(t, installer.Close(context.WithoutCancel(t.Context()))) })

	t.Run("two testers", func(t *testing.T) { twoTesters(t, installer) })
	t.Run("connection lost", func(t *testing.T) { connectionLost(t, installer) })
	t.Run("a wrong link", func(t *testing.T) {
		s := listen(t, ask.Config{})
		origin, _, token := parts(s)
		p := open(t, installer, origin+"/#token=guess", platform.Spec{Width: 400, Height: 600})
		p.find("", "This link is not valid")
		p.shoot("wrong-link")
		require.NoError(t, p.Navigation.Navigate(t.Context(), origin+"/?token="+token)) // as someone may write it
		p.find("", "Connected")
	})
}

func twoTesters(t *testing.T, installer *playwright.Installer) {
	s := listen(t, ask.Config{Cases: []string{"Log in with a code", "Locked user is refused", "Buy a shirt for the rain"}, Picture: shop})
	wide := open(t, installer, s.URL(), platform.Spec{Width: 1200, Height: 900})
	small := open(t, installer, s.URL(), platform.Spec{Width: 400, Height: 900, ColorScheme: "dark"})
	wide.find("", "No question is open")
	wide.shoot("idle-1200")
	url, err := wide.Navigation.CurrentURL(t.Context())
	require.NoError(t, err)
	require.NotContains(t, url, "token", "the token has left the address bar")
	require.NoError(t, wide.Navigation.Refresh(t.Context()))
	wide.find("", "Connected")

	shirt := asked(t.Context(), ask.WithPolicy(s.Asker("Buy a shirt for the rain"), ask.Policy{}))
	wide.find("radio", "Small")
	code := make(chan []askuser.Answer, 1)
	go func() {
		a, _ := ask.WithPolicy(s.Asker("Log in with a code"), ask.Policy{Timeout: 3 * time.Minute}).Ask(t.Context(), []askuser.Question{
			{ID: "otp", Question: "Which code did <b>you</b> get by e-mail? It has six digits and stands in the second line of the message."},
			{ID: "device", Question: "Where did you get it?", Options: []string{"On my phone", "In the test mailbox, which everybody of the team can read", "Nowhere"}}})
		code <- a
	}()
	wide.find("", "Which code did <b>you</b> get")
	wide.click("radio", "Large")
	wide.enter("Another answer: Why?", "it rains")
	wide.shoot("open-1200")
	small.find("", "Which code did")
	small.shoot("open-400")

	wide.click("button", "Send answer") // of the first card
	r := <-shirt
	require.NoError(t, r.err)
	require.Equal(t, said("Large", "it rains"), r.answers)
	wide.find("", "Answered by you")
	small.find("", "Answered by a tester")

	small.click("textbox", "Your name")
	require.NoError(t, small.Keyboard.Type(t.Context(), "Ana"))
	small.click("button", "Send answer")
	small.find("", "Please answer every question.")
	small.enter("Which code did", "739201")
	small.click("radio", "On my phone")
	small.shoot("filled-400")
	require.NoError(t, small.Keyboard.Press(t.Context(), "Enter"))
	require.Equal(t, []askuser.Answer{{ID: "otp", Text: "739201"}, {ID: "device", Text: "On my phone"}}, <-code)
	wide.find("", "Answered by Ana")
	wide.shoot("history-1200")
	small.shoot("history-400")
	require.NoError(t, s.Close())
	wide.find("", "Thank you. You can close this page.")
	wide.shoot("over-1200")
}

// proxy is a network that can fail.
type proxy struct {
	net.Listener
	to    string
	mu    sync.Mutex
	down  bool
	conns []net.Conn
	all   sync.WaitGroup
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{Listener: l, to: to}
	p.all.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			p.all.Go(func() { p.serve(in) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		p.set(true)
		p.all.Wait()
	})
	return p
}

func (p *proxy) serve(in net.Conn) {
	defer in.Close()
	out, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.to)
	if err != nil {
		return
	}
	defer out.Close()
	p.mu.Lock()
	p.conns = append(p.conns, in, out)
	down := p.down
	p.mu.Unlock()
	if down {
		return
	}
	p.all.Go(func() { _, _ = io.Copy(out, in); _ = out.Close() })
	_, _ = io.Copy(in, out)
}

// set takes the network down, or up again.
func (p *proxy) set(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

func connectionLost(t *testing.T, installer *playwright.Installer) {
	s := listen(t, ask.Config{AllowRemote: true}) // for it is reached under the proxy's address
	origin, _, token := parts(s)
	network := newProxy(t, strings.TrimPrefix(origin, "http://"))
	p := open(t, installer, fmt.Sprintf("http://%s/#token=%s", network.Addr(), token), platform.Spec{Width: 700, Height: 800})
	ctx, cancel := context.WithCancel(t.Context())
	gone := asked(ctx, s.Asker("Goes away"))
	p.find("", "Goes away")
	stays := asked(t.Context(), s.Asker("Stays"))
	p.find("", "Stays")

	network.set(true)
	p.find("", "Connection lost")
	cancel()
	require.ErrorIs(t, (<-gone).err, context.Canceled)
	late := asked(t.Context(), s.Asker("Came meanwhile"))
	p.shoot("lost-700")
	network.set(false)
	p.find("", "Came meanwhile")
	p.find("", "does not need an answer")
	for _, got := range []<-chan result{stays, late} {
		p.click("radio", "Small")
		p.click("radio", "B")
		p.click("button", "Send answer")
		select {
		case r := <-got:
			require.NoError(t, r.err)
			require.Equal(t, said("Small", "B"), r.answers)
		case <-time.After(10 * time.Second):
			p.shoot("stuck")
			require.FailNow(t, "the answer did not arrive")
		}
		p.find("", "Your answer was sent")
	}
}
