package trust_test

import (
	"context"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// opened notes which addresses a device was told to open, by whether they are allowed, and opens none.
type opened struct {
	*fakedevice.Fake
	allowed platform.Origins
	in, out []string
}

func (o *opened) Navigate(_ context.Context, address string) error {
	if o.allowed.Check(address) == nil {
		o.in = append(o.in, address)
	} else {
		o.out = append(o.out, address)
	}
	return nil
}
