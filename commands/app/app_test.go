package app_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/app"
	"github.com/verdict-run/verdict/commands/commandtest"
)

type spyApps struct{ calls []string }

func (s *spyApps) did(what, app string) error {
	s.calls = append(s.calls, what+" "+app)
	return nil
}
func (s *spyApps) Launch(_ context.Context, app string) error    { return s.did("launch", app) }
func (s *spyApps) Activate(_ context.Context, app string) error  { return s.did("activate", app) }
func (s *spyApps) Terminate(_ context.Context, app string) error { return s.did("terminate", app) }
func (s *spyApps) DeepLink(_ context.Context, url string) error  { return s.did("link", url) }

func TestApp(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"action":"launch","app":"com.shop"}`:                  "launch com.shop",
		`{"action":"activate","app":"{{app}}"}`:                 "activate com.shop",
		`{"action":"terminate","app":"com.shop"}`:               "terminate com.shop",
		`{"action":"open-link","app":"shop://cart"}`:            "link shop://cart",
		`{"action":"open-link","app":"https://shop.example/x"}`: "link https://shop.example/x",
		`{"action":"open-link","app":"https://evil.example/"}`:  "",
		`{"action":"open-link","app":"file:///etc/passwd"}`:     "",
		`{"action":"open-link","app":"cart"}`:                   "",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			spy := &spyApps{}
			b := commandtest.New(t)
			require.NoError(t, b.Env.Memory.Set("app", "com.shop"))
			b.Env.Device.Apps = spy
			b.Env.AllowURL = func(u string) error {
				if u == "https://evil.example/" {
					return errors.New("another site")
				}
				return nil
			}
			_, err := commandtest.Do(t, b, app.New(), args)
			if want == "" {
				commandtest.Failure(t, err, commands.NotAllowed)
				require.Empty(t, spy.calls)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []string{want}, spy.calls)
		})
	}
}
