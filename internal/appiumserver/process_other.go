//go:build !unix

package appiumserver

import (
	"context"
	"errors"
	"os"
	"os/exec"
)

func lock(context.Context, string) (func(), error) {
	return nil, errors.New("these tests start Appium on Unix only")
}

func leads(*exec.Cmd) {}

func terminate(p *os.Process) error { return p.Kill() }

func killGroup(p *os.Process) error { return p.Kill() }

func kill(int) error { return nil }
