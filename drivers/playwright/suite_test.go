package playwright_test

import (
	"testing"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

func TestSuite(t *testing.T) {
	t.Parallel()
	platformtest.Run(t, func(t *testing.T, spec platform.Spec) *platform.Device { return install(t, spec) }, platformtest.Pages{})
}
