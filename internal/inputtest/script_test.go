package inputtest_test

import (
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/internal/scripttest"
)

type (
	view   = scripttest.View
	move   = scripttest.Move
	args   = scripttest.Args
	script = scripttest.Script
)

var (
	act, on, once, until, serving = scripttest.Act, scripttest.On, scripttest.Once, scripttest.Until, scripttest.Serving
	click, enter, choose, answer  = scripttest.Click, scripttest.Enter, scripttest.Choose, scripttest.Answer
)

// xy writes a point as a model does.
func xy(p screen.Point) []float64 { return []float64{p.X, p.Y} }
