package reporttest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The pages of the fixtures are drawn, not photographed: no browser is needed
// and the boxes of the evidence are known.
const pageW, pageH = 1280, 800

var (
	ink   = color.RGBA{0x24, 0x29, 0x2f, 0xff}
	soft  = color.RGBA{0x6a, 0x73, 0x7d, 0xff}
	paper = color.RGBA{0xf5, 0xf3, 0xee, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	line  = color.RGBA{0xd8, 0xd5, 0xcc, 0xff}
	brand = color.RGBA{0x1f, 0x6f, 0x50, 0xff}
	alarm = color.RGBA{0xa3, 0x2a, 0x2a, 0xff}
)

// fonts are parsed once; a Face is made for each page, as it may not be shared.
var fonts = sync.OnceValues(func() (map[bool]*opentype.Font, error) {
	plain, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("parsing the font of the pages: %w", err)
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("parsing the font of the pages: %w", err)
	}
	return map[bool]*opentype.Font{false: plain, true: bold}, nil
})

// page is a picture of the shop under test; it is drawn when it is written.
type page struct{ strokes []func(*image.RGBA) error }

func newPage(cart int) *page {
	p := &page{}
	p.fill(0, 0, pageW, pageH, paper)
	p.fill(0, 0, pageW, 60, white)
	p.fill(0, 60, pageW, 1, line)
	p.fill(105, 22, 18, 18, brand)
	p.text(135, 38, 19, true, ink, "Northwind Outfitters")
	for i, name := range []string{"Products", "Orders", "Jobs", "Users", "Help"} {
		p.text(700+i*84, 38, 15, false, soft, name)
	}
	p.text(1128, 38, 15, true, ink, fmt.Sprintf("Cart %d", cart))
	return p
}

func (p *page) fill(x, y, w, h int, c color.Color) {
	p.strokes = append(p.strokes, func(img *image.RGBA) error {
		draw.Draw(img, image.Rect(x, y, x+w, y+h), image.NewUniform(c), image.Point{}, draw.Src)
		return nil
	})
}

func (p *page) frame(x, y, w, h int, inside, edge color.Color) {
	p.fill(x, y, w, h, edge)
	p.fill(x+1, y+1, w-2, h-2, inside)
}

// text sets a line with its baseline at y.
func (p *page) text(x, y int, size float64, bold bool, c color.Color, s string) {
	p.strokes = append(p.strokes, func(img *image.RGBA) error {
		all, err := fonts()
		if err != nil {
			return err
		}
		face, err := opentype.NewFace(all[bold], &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return fmt.Errorf("setting %q: %w", s, err)
		}
		defer face.Close()
		d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
		d.DrawString(s)
		return nil
	})
}

func (p *page) heading(s string) *page { p.text(105, 140, 34, true, ink, s); return p }

func (p *page) button(x, y, w int, label string) *page {
	p.fill(x, y, w, 42, brand)
	p.text(x+16, y+27, 16, true, white, label)
	return p
}

func (p *page) field(x, y, w int, label, value string) *page {
	p.text(x, y-10, 15, true, ink, label)
	p.frame(x, y, w, 40, white, line)
	p.text(x+12, y+26, 16, false, ink, value)
	return p
}

func (p *page) card(x, y, w, h int) *page { p.frame(x, y, w, h, white, line); return p }

func (p *page) toast(s string) *page {
	p.fill(960, 730, 300, 50, ink)
	p.text(980, 761, 16, false, white, s)
	return p
}

func (p *page) alert(s string) *page {
	p.frame(105, 170, 700, 48, color.RGBA{0xfd, 0xec, 0xea, 0xff}, alarm)
	p.text(125, 200, 17, false, alarm, s)
	return p
}

// write keeps the page as a PNG in a folder.
func (p *page) write(folder, name string) error {
	img := image.NewRGBA(image.Rect(0, 0, pageW, pageH))
	for _, stroke := range p.strokes {
		if err := stroke(img); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return fmt.Errorf("encoding %s: %w", name, err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of %s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

func cartPage(quantity, sum, total, toast string) *page {
	cart := 1
	if sum == "$36.00" {
		cart = 3
	}
	p := newPage(cart).heading("Your cart").card(105, 180, 1070, 250)
	for i, s := range []string{"Product", "Price", "Quantity", "Sum"} {
		p.text(130+i*260, 220, 15, true, soft, s)
	}
	p.fill(130, 236, 1020, 1, line)
	p.text(130, 280, 17, false, ink, "Enamel Mug")
	p.text(390, 280, 17, false, ink, "$12.00")
	p.frame(650, 256, 90, 38, white, line)
	p.text(664, 281, 17, false, ink, quantity)
	p.text(910, 280, 17, false, ink, sum)
	p.fill(130, 316, 1020, 1, line)
	p.text(910, 350, 15, false, soft, "Delivery $6.95")
	p.text(910, 390, 20, true, ink, "Total "+total)
	p.button(105, 460, 140, "Update cart").button(1055, 460, 120, "Check out")
	if toast != "" {
		p.toast(toast)
	}
	return p
}

func productPage(cart int, toast string) *page {
	p := newPage(cart)
	p.fill(105, 110, 460, 340, color.RGBA{0xf3, 0xe3, 0xc3, 0xff})
	p.fill(265, 210, 120, 140, color.RGBA{0x8a, 0x5a, 0x12, 0xff})
	p.text(610, 150, 34, true, ink, "Enamel Mug")
	p.text(610, 190, 20, true, ink, "$12.00")
	p.text(610, 230, 16, false, soft, "Takes coffee, soup and being dropped on granite.")
	p.button(765, 290, 140, "Add to cart").card(610, 290, 130, 42)
	p.text(624, 317, 16, false, ink, "1")
	if toast != "" {
		p.toast(toast)
	}
	return p
}

func signInPage(user, password, alert string) *page {
	p := newPage(0).heading("Sign in")
	if alert != "" {
		p.alert(alert)
	}
	return p.field(105, 260, 420, "E-mail", user).field(105, 350, 420, "Password", password).button(105, 430, 110, "Sign In")
}

func dashboardPage() *page {
	p := newPage(0).heading("Dashboard")
	p.text(105, 180, 17, false, soft, "Welcome back, Dana Reyes!")
	for i, s := range []string{"Orders", "Returns", "Messages"} {
		p.card(105+i*365, 220, 340, 150)
		p.text(130+i*365, 260, 15, false, soft, s)
		p.text(130+i*365, 320, 40, true, ink, fmt.Sprint([]int{14, 2, 5}[i]))
	}
	return p
}

func jobPage(state string, done int) *page {
	p := newPage(0).heading("Jobs").card(105, 180, 640, 230)
	p.text(130, 230, 18, true, ink, "Monthly report")
	p.text(130, 270, 17, false, ink, state)
	p.fill(130, 296, 560, 14, line)
	p.fill(130, 296, 560*done/100, 14, brand)
	return p.button(130, 340, 116, "Start job")
}

func ordersPage() *page {
	p := newPage(0).heading("Orders").card(105, 180, 1070, 300)
	for i, s := range []string{"10231   Dana Reyes    $42.95   sent", "10232   Joe Park      $18.95   sent", "10233   Ana Lima      $77.00   open"} {
		p.text(130, 230+i*60, 17, false, ink, s)
		p.fill(130, 252+i*60, 1020, 1, line)
	}
	return p
}

// writeAll keeps the pages of a try; none without a folder for the suite.
func writeAll(dir, folder string, pages map[string]*page) error {
	if dir == "" {
		return nil
	}
	for name, p := range pages {
		if err := p.write(filepath.Join(dir, folder), name); err != nil {
			return err
		}
	}
	return nil
}
