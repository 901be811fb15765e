package agent_test

import (
	"io/fs"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// shelf counts what is stored on it.
type shelf struct {
	saves []string
	seen  func() // at each save
}

func (*shelf) Load(string) ([]byte, error) { return nil, fs.ErrNotExist }
func (*shelf) Updating() bool              { return true }
func (s *shelf) Save(name string, _ []byte) error {
	s.saves = append(s.saves, name)
	s.seen()
	return nil
}

// It was written at every poll, some fifty times a check, and again when the check was looked at for the last time.
func TestABaselineIsWrittenOnceWhenThePageHasComeToRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := sized(small, func() []*fakedevice.Element { return []*fakedevice.Element{fakedevice.Heading("h", "Home")} })
		kept := &shelf{}
		kept.seen = func() {
			calls := f.Calls()
			last := len(calls) - 1
			for ; calls[last] == "Screenshot" || calls[last] == "Elements" || calls[last] == "Downloads"; last-- {
			}
			require.Equal(t, "WaitUntilStable", calls[last], "%v", calls[max(0, len(calls)-6):])
		}
		cfg := config(t, f, "Check that the page looks like \"home\".", scripted(does(assertion(1)), does(finish(true)), does(finish(true))))
		cfg.Baselines = kept
		res := run(t, cfg)
		require.Equal(t, []string{"home"}, kept.saves)
		require.Equal(t, agent.Unproven, res.Verdict, res.Reason)
	})
}
