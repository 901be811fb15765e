package app

import (
	"cmp"
	"fmt"

	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/runner"
)

// pickReplay takes from the configuration what no flag says.
func pickReplay(o *Options, f config.File) {
	o.Replay, o.ReplayDir = cmp.Or(o.Replay, f.Replay), cmp.Or(o.ReplayDir, f.Replays)
}

// replays says how recorded runs are used. A machine of CI repeats them and never writes one.
func (o Options) replays() (runner.Replays, error) {
	r := runner.Replays{Mode: runner.ReplayMode(o.Replay), Dir: o.ReplayDir, Offline: builtin.New()}
	ci := o.Getenv("CI") != ""
	switch r.Mode {
	case "":
		r.Mode = runner.ReplayAuto
	case runner.ReplayAuto, runner.ReplayOnly, runner.ReplayOff:
	default:
		return r, fmt.Errorf("replay: %q is not known; auto, only and off are", o.Replay)
	}
	switch {
	case o.UpdateReplays && r.Mode != runner.ReplayAuto:
		return r, fmt.Errorf("--update-replays records what was decided anew, which --replay %s does not allow", r.Mode)
	case o.UpdateReplays && ci:
		return r, fmt.Errorf("--update-replays is not for CI: what is recorded is to be reviewed (the variable CI is set)")
	}
	r.Write, r.Update = r.Mode == runner.ReplayAuto && !ci, o.UpdateReplays
	return r, nil
}
