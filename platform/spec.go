package platform

import (
	"context"
	"time"
)

// Spec is what a case asks of its device.
type Spec struct {
	Platform string // web, android, ios
	// Width and Height are the viewport in CSS pixels (web).
	Width, Height int
	// Emulate is a device name of the driver's list ("Pixel 7"); it wins over Width and Height.
	Emulate string
	// Scale is the device scale factor; 0 is the driver's default.
	Scale       float64
	Locale      string
	Timezone    string
	Geolocation *Geolocation
	ColorScheme string // light, dark, no-preference
	Permissions []string
	// StorageState is the path of a saved storage state.
	StorageState    string
	Cookies         []Cookie
	Headers         map[string]string
	HTTPCredentials *HTTPCredentials
	// AllowedOrigins limits top-level navigation to these origins or domains, by
	// the rule of Origins; empty means no limit. Strict covers every request.
	AllowedOrigins []string
	Strict         bool
	// DialogPolicy answers a native dialog nobody answered within DialogWait: accept or dismiss ("").
	DialogPolicy string
	DialogWait   time.Duration
	// ArtifactDir is where downloads are kept.
	ArtifactDir string
	// Capabilities are passed to the driver as they are (phones).
	Capabilities map[string]any
}

// Geolocation is a position in degrees, accuracy in metres.
type Geolocation struct {
	Latitude  float64 `yaml:"latitude" json:"latitude"`
	Longitude float64 `yaml:"longitude" json:"longitude"`
	Accuracy  float64 `yaml:"accuracy" json:"accuracy,omitempty"`
}

// Cookie is set before the first navigation; without Domain it belongs to the case's url.
type Cookie struct {
	Name   string `yaml:"name" json:"name"`
	Value  string `yaml:"value" json:"value"`
	Domain string `yaml:"domain" json:"domain,omitempty"`
	Path   string `yaml:"path" json:"path,omitempty"`
	URL    string `yaml:"url" json:"url,omitempty"`
}

// HTTPCredentials answer basic authentication.
type HTTPCredentials struct {
	Username string `yaml:"username" json:"username"`
	Password string `yaml:"password" json:"-"`
}

// Installer builds the device for a case. One Installer may serve many cases
// at once (contexts of one browser).
type Installer interface {
	Install(ctx context.Context, spec Spec) (*Device, error)
	// Close ends what the installer started (the browser); safe to call twice.
	Close(ctx context.Context) error
}
