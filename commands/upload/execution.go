package upload

import (
	"context"
	"path/filepath"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// Execute looks at the files first, then hands them to the page. File inputs
// are mostly hidden behind a button, so nothing is hit-tested here.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	var o Outcome
	var paths []string
	for _, template := range p.Files {
		name, err := env.Resolve(template)
		if err != nil {
			return o, err
		}
		path, err := find(env.UploadDirs, name)
		if err != nil {
			return o, err
		}
		paths = append(paths, path)
		o.Files = append(o.Files, filepath.Base(path))
	}
	aim, err := env.Find(ctx, p.Subject, screen.VerbUpload)
	if err != nil {
		return o, err
	}
	o.Label = aim.Label()
	if aim.Node == nil {
		return o, commands.Failf(commands.TargetNotFound, "%q is in the picture only; a file goes to an element", aim.Description)
	}
	if err := env.Enabled(ctx, aim); err != nil {
		return o, err
	}
	return o, env.Device.Uploads.Upload(ctx, aim.Node.ID, paths)
}
