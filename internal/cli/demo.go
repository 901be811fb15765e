package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/demoapp"
	"github.com/verdict-run/verdict/testcases"
)

func newDemo(std IO, log func() *slog.Logger) *cobra.Command {
	o := app.Options{}
	var bugs []string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run the example cases against the demo shop",
		Long: `Starts the demo shop on a free port of this machine and runs the example cases
against it, without a key: the builtin model carries them out. With --bugs the
shop has defects, and the cases that catch them fail.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Model == "" {
				o.Model = app.Builtin
			}
			return demo(cmd.Context(), std.options(o, log()), bugs)
		},
	}
	runFlags(c, &o)
	addBugs(c, &bugs)
	return c
}

func addBugs(c *cobra.Command, bugs *[]string) {
	c.Flags().StringSliceVar(bugs, "bugs", nil, "defects to switch on, or all (`verdict demo-app --list-bugs`)")
}

func demo(ctx context.Context, o app.Options, bugs []string) error {
	shop, err := serve(ctx, "127.0.0.1:0", bugs, o.Log)
	if err != nil {
		return exit(2, err)
	}
	defer shop.stop()
	cases, err := os.MkdirTemp("", "verdict-examples-")
	if err != nil {
		return exit(4, fmt.Errorf("unpacking the examples: %w", err))
	}
	defer os.RemoveAll(cases)
	if err := unpack(cases); err != nil {
		return exit(4, err)
	}
	o.Patterns, o.BaseURL, o.Root = []string{filepath.Join(cases, "examples")}, shop.url, cases
	if o.Workers == 0 {
		o.Workers = 2
	}
	return exit(app.Run(ctx, o))
}

func unpack(to string) error {
	return fs.WalkDir(testcases.Examples, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		out := filepath.Join(to, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(out, 0o755)
		}
		data, err := testcases.Examples.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(out, data, 0o644)
	})
}

func newDemoApp(std IO, log func() *slog.Logger) *cobra.Command {
	var addr string
	var bugs []string
	var list bool
	c := &cobra.Command{
		Use:   "demo-app",
		Short: "Serve the demo shop until Ctrl-C",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if list {
				for _, b := range demoapp.Bugs() {
					fmt.Fprintf(std.Out, "%-26s %s\n", b.Name, b.Summary)
				}
				return nil
			}
			shop, err := serve(cmd.Context(), addr, bugs, log())
			if err != nil {
				return exit(2, err)
			}
			defer shop.stop()
			fmt.Fprintf(std.Out, "The demo shop is at %s (Ctrl-C ends it)\n", shop.url)
			<-cmd.Context().Done()
			return nil
		},
	}
	c.Flags().StringVar(&addr, "listen", "127.0.0.1:8080", "address to listen on")
	c.Flags().BoolVar(&list, "list-bugs", false, "list the defects that --bugs can switch on")
	addBugs(c, &bugs)
	return c
}

// shop is the demo application being served.
type shop struct {
	url  string
	stop func()
}

func serve(ctx context.Context, addr string, bugs []string, log *slog.Logger) (*shop, error) {
	handler, err := demoapp.New(demoapp.Config{Bugs: bugs, Logger: log})
	if err != nil {
		return nil, err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("the demo shop cannot listen: %w (choose another address with --listen)", err)
	}
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	return &shop{url: "http://" + strings.Replace(l.Addr().String(), "[::]", "127.0.0.1", 1), stop: func() {
		closing, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 2*time.Second, errors.New("the shop did not end"))
		defer cancel()
		if srv.Shutdown(closing) != nil {
			_ = srv.Close() // long polls are cut
		}
		<-ended
	}}, nil
}
