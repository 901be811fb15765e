package html

import (
	"fmt"
	"image"
	_ "image/jpeg" // sizes of pictures
	_ "image/png"
	"net/url"
	"os"
	"path"
	"path/filepath"

	"github.com/verdict-run/verdict/agent/screen"
)

// picture is a file beside the report with marks in percent of its size.
type picture struct {
	Src     string
	W, H    int
	Alt     string
	Caption string
	Boxes   []overlay
	Points  []overlay
}

// overlay is a rectangle or, with Width and Height 0, a point.
type overlay struct{ Left, Top, Width, Height string }

// gallery reads the pictures of one try.
type gallery struct {
	dir, folder string
	sizes       map[string]image.Config
}

func newGallery(dir, folder string) gallery {
	return gallery{dir, folder, map[string]image.Config{}}
}

// href is a file of the try as a relative address: a name may hold what an address cannot.
func (g gallery) href(name string) string {
	return (&url.URL{Path: path.Join(g.folder, filepath.ToSlash(name))}).String()
}

func (g gallery) exists(name string) bool {
	_, err := os.Stat(filepath.Join(g.dir, filepath.FromSlash(g.folder), name))
	return g.folder != "" && name != "" && err == nil
}

// load reads the size of a picture from its head; one that is not there is left out.
func (g gallery) load(name, caption, alt string) *picture {
	if name == "" {
		return nil
	}
	c, ok := g.sizes[name]
	if !ok {
		c = size(filepath.Join(g.dir, filepath.FromSlash(g.folder), name))
		g.sizes[name] = c
	}
	if c.Width == 0 || c.Height == 0 {
		return nil
	}
	return &picture{Src: g.href(name), W: c.Width, H: c.Height, Caption: caption, Alt: alt}
}

func size(file string) image.Config {
	f, err := os.Open(file)
	if err != nil {
		return image.Config{}
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil {
		return image.Config{}
	}
	return c
}

// boxes marks what lies within the picture.
func (p *picture) boxes(all []screen.Box) *picture {
	if p == nil {
		return nil
	}
	for _, b := range all {
		seen := b.Intersect(screen.Box{W: float64(p.W), H: float64(p.H)})
		if !seen.Empty() {
			p.Boxes = append(p.Boxes, overlay{p.x(seen.X), p.y(seen.Y), p.x(seen.W), p.y(seen.H)})
		}
	}
	return p
}

func (p *picture) point(at screen.Point) {
	if at.X >= 0 && at.Y >= 0 && at.X <= float64(p.W) && at.Y <= float64(p.H) {
		p.Points = append(p.Points, overlay{Left: p.x(at.X), Top: p.y(at.Y)})
	}
}

func (p *picture) x(v float64) string { return percent(v, p.W) }
func (p *picture) y(v float64) string { return percent(v, p.H) }

func percent(v float64, of int) string { return fmt.Sprintf("%.2f%%", 100*v/float64(of)) }
