// Package config reads verdict.yaml, the project's settings.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"go.yaml.in/yaml/v3"
)

// Name is the file looked for in the working directory.
const Name = "verdict.yaml"

// File is what verdict.yaml may say; flags win over it. Every field may be left out.
type File struct {
	BaseURL string `yaml:"base_url"`
	// Model is builtin, or a model's name at the endpoint.
	Model    string `yaml:"model"`
	Endpoint string `yaml:"endpoint"` // address before /chat/completions
	// KeyEnv names the environment variable that holds the key; OPENAI_API_KEY.
	KeyEnv       string            `yaml:"key_env"`
	Organization string            `yaml:"organization"`
	Project      string            `yaml:"project"`
	Headers      map[string]string `yaml:"headers"`
	// Roles name other models for judge, second_judge, grounder, reader and classifier.
	Roles map[string]string `yaml:"roles"`
	// Vision is hybrid, vision or text.
	Vision string `yaml:"vision"`
	// Prices is a file with prices that override the builtin ones.
	Prices  string `yaml:"prices"`
	Browser string `yaml:"browser"`
	Workers int    `yaml:"workers"`
	Retries int    `yaml:"retries"`
	Output  string `yaml:"output"` // folder of the artifacts
	// Replay is auto, only or off; Replays is the folder of recorded runs, "" is beside each case.
	Replay  string `yaml:"replay"`
	Replays string `yaml:"replays"`
}

// Roles that may have a model of their own.
func roles() map[string]bool {
	return map[string]bool{"judge": true, "second_judge": true, "grounder": true, "reader": true, "classifier": true}
}

// Load reads a file; with an empty path Name in the working directory, which
// may be missing. An unknown key is an error with its line.
func Load(path string) (File, error) {
	var f File
	optional := path == ""
	if optional {
		path = Name
	}
	data, err := os.ReadFile(path)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("reading the configuration: %w", err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return f, explain(path, err)
	}
	for role := range f.Roles {
		if !roles()[role] {
			return f, fmt.Errorf("%s: roles: %q is no role; judge, second_judge, grounder, reader and classifier are", path, role)
		}
	}
	return f, nil
}
