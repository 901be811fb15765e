package appiumserver

import "context"

// InstallInto installs into dir by run instead of npm.
func InstallInto(ctx context.Context, dir string, run func(ctx context.Context, dir string) error) (string, error) {
	return installInto(ctx, dir, run)
}

// LoseParent does to the server what the death of its parent does.
func (s *Server) LoseParent() error { return s.life.Close() }

// Ended is closed when the process has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }
