package appiumtest

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// source is the page source of the shown screen in the form of the phone's driver.
func (p *phone) source() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	if p.cfg.IOS {
		fmt.Fprintf(&b, `<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="app" enabled="true" visible="true" x="0" y="0" width="%d" height="%d">`, Width, Height)
	} else {
		fmt.Fprintf(&b, `<hierarchy rotation="0" width="%d" height="%d">`, Width, Height)
	}
	for i, it := range p.items() {
		name, value := escape(it.Name), escape(p.typed[it.Name])
		r := it.Box
		if p.cfg.IOS {
			kind := "XCUIElementTypeButton"
			if it.Text {
				kind = "XCUIElementTypeTextField"
			}
			fmt.Fprintf(&b, `<%s type="%s" name="%s" label="%s" value="%s" enabled="true" visible="true" x="%d" y="%d" width="%d" height="%d"/>`,
				kind, kind, name, name, value, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
			continue
		}
		kind, text := "android.widget.Button", name
		if it.Text {
			kind, text = "android.widget.EditText", value
		}
		fmt.Fprintf(&b, `<%s index="%d" class="%s" text="%s" content-desc="%s" clickable="true" enabled="true" focused="%t" password="false" displayed="true" bounds="[%d,%d][%d,%d]"/>`,
			kind, i, kind, text, name, it.Text && p.focus == it.Name, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
	}
	if p.cfg.IOS {
		b.WriteString(`</XCUIElementTypeApplication></AppiumAUT>`)
	} else {
		b.WriteString(`</hierarchy>`)
	}
	return b.String()
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes all
	return b.String()
}
