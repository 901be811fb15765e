// Command verdict runs end-to-end tests written in plain English.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/verdict-run/verdict/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-ctx.Done()
		stop() // a second Ctrl-C ends the program at once
	}()
	code := cli.Run(ctx, os.Args[1:], cli.Std())
	stop()
	os.Exit(code)
}
