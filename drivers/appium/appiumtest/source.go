package appiumtest

import (
	"encoding/xml"
	"fmt"
	"image"
	"strings"
)

// source is the page source of the shown screen in the form of the phone's driver; what is out of sight is not in it.
func (p *phone) source() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	size, scrolls := p.bounds().Size(), p.cfg.Screens[p.shown()].Height > p.bounds().Dy()
	if p.cfg.IOS {
		b.WriteString(`<AppiumAUT>`)
		p.ios(&b, size, scrolls)
		b.WriteString(`</AppiumAUT>`)
		return b.String()
	}
	fmt.Fprintf(&b, `<hierarchy rotation="0" width="%d" height="%d">`, size.X, size.Y)
	if scrolls {
		fmt.Fprintf(&b, `<android.widget.ScrollView class="android.widget.ScrollView" scrollable="true" enabled="true" displayed="true" bounds="[0,0][%d,%d]">`, size.X, size.Y)
	}
	for i, it := range p.inSight() {
		p.androidItem(&b, i, it)
	}
	if scrolls {
		b.WriteString(`</android.widget.ScrollView>`)
	}
	if p.alert != "" {
		fmt.Fprintf(&b, `<android.widget.TextView class="android.widget.TextView" text="%s" enabled="true" displayed="true" bounds="[40,300][360,420]"/>`, escape(p.alert))
	}
	b.WriteString(`</hierarchy>`)
	return b.String()
}

func (p *phone) inSight() []Item {
	var seen []Item
	for _, it := range p.items() {
		if !it.Box.Intersect(p.bounds()).Empty() {
			seen = append(seen, it)
		}
	}
	return seen
}

func (p *phone) androidItem(b *strings.Builder, i int, it Item) {
	class, text, desc, id, more := "android.widget.Button", it.Name, "", "", ` clickable="true"`
	switch {
	case it.Text:
		class, text, desc = "android.widget.EditText", p.content(it), it.Name
		more += fmt.Sprintf(` focused="%t" password="%t"`, p.focus == it.Name, it.Password)
	case it.Kind == Heading:
		class, more = "android.widget.TextView", ` heading="true"`
	case it.Kind == Label:
		class, more = "android.widget.TextView", ""
	case it.Kind == Output:
		class, text, id, more = "android.widget.TextView", p.output(), "out", ""
	case it.Kind == Shade:
		class, text, desc = "android.view.View", "", it.Name
	}
	r := it.Box.Intersect(p.bounds())
	fmt.Fprintf(b, `<%s index="%d" class="%s" resource-id="%s" text="%s" content-desc="%s"%s enabled="true" displayed="true" bounds="[%d,%d][%d,%d]"/>`,
		class, i, class, id, escape(text), escape(desc), more, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}

func (p *phone) ios(b *strings.Builder, size image.Point, scrolls bool) {
	element := func(kind, attrs string, r image.Rectangle, end string) {
		fmt.Fprintf(b, `<%s type="%s" enabled="true" visible="true" accessible="true"%s x="%d" y="%d" width="%d" height="%d"%s>`,
			kind, kind, attrs, r.Min.X, r.Min.Y, r.Dx(), r.Dy(), end)
	}
	whole := image.Rectangle{Max: size}
	element("XCUIElementTypeApplication", ` name="app"`, whole, "")
	if scrolls {
		element("XCUIElementTypeScrollView", "", whole, "")
	}
	for _, it := range p.inSight() {
		name := escape(it.Name)
		kind, attrs := "XCUIElementTypeButton", fmt.Sprintf(` name="%s" label="%s"`, name, name)
		switch {
		case it.Text:
			kind = fieldType(it)
			attrs += fmt.Sprintf(` value="%s" focused="%t"`, escape(p.content(it)), p.focus == it.Name)
		case it.Kind == Heading:
			kind, attrs = "XCUIElementTypeStaticText", attrs+` traits="Header"`
		case it.Kind == Label:
			kind = "XCUIElementTypeStaticText"
		case it.Kind == Output:
			kind, attrs = "XCUIElementTypeStaticText", fmt.Sprintf(` name="out" label="%s"`, escape(p.output()))
		case it.Kind == Shade:
			kind = "XCUIElementTypeOther"
		}
		element(kind, attrs, it.Box, "/")
	}
	if scrolls {
		b.WriteString(`</XCUIElementTypeScrollView>`)
	}
	if p.alert != "" {
		element("XCUIElementTypeAlert", fmt.Sprintf(` label="%s"`, escape(p.alert)), image.Rect(40, 300, 360, 420), "/")
	}
	b.WriteString(`</XCUIElementTypeApplication>`)
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes all
	return b.String()
}
