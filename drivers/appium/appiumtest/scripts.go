package appiumtest

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// scriptArgs are the parameters of the methods below.
type scriptArgs struct {
	Content         string
	AppID, BundleID string
	URL             string
	Keycode         int
	Metastate       int
	AppPackage      string
	Action          string
	Permissions     []string
	Access          map[string]string
}

// script runs a method of a phone's driver, such as "mobile: hideKeyboard"; in a web view it is JavaScript, of which
// only the width of the page is known.
func (p *phone) script(r request) (any, *fail) {
	var in struct {
		Script string
		Args   []scriptArgs
	}
	if p.inPage() {
		if strings.Contains(string(r.body), "__verdict") {
			return p.collector(r)
		}
		if strings.Contains(string(r.body), "innerWidth") {
			return p.bounds().Dx(), nil
		}
		return nil, &fail{http.StatusInternalServerError, "javascript error", "the double runs no JavaScript"}
	}
	if err := r.into(&in); err != nil {
		return nil, err
	}
	var first scriptArgs
	if len(in.Args) > 0 {
		first = in.Args[0]
	}
	if value, err, handled := p.app(in.Script, first); handled {
		return value, err
	}
	if err, handled := p.permit(in.Script, first); handled {
		return nil, err
	}
	switch in.Script {
	case "mobile: hideKeyboard":
		shown := p.keyboard
		p.keyboard = false
		return shown, nil
	case "mobile: isKeyboardShown":
		return p.keyboard, nil
	case "mobile: pressKey":
		return nil, p.key(first.Keycode, first.Metastate)
	case "mobile: getClipboard":
		return base64.StdEncoding.EncodeToString([]byte(p.clipboard)), nil
	case "mobile: setClipboard":
		text, err := base64.StdEncoding.DecodeString(first.Content)
		if len(in.Args) == 0 || err != nil {
			return nil, invalid("content: %v", err)
		}
		p.clipboard = string(text)
		return nil, nil
	}
	return nil, &fail{http.StatusInternalServerError, "unsupported operation", "Unsupported execute method '" + in.Script + "'"}
}

// key is one of android.view.KeyEvent with the bits of its meta state.
func (p *phone) key(code, meta int) *fail {
	const back, enter, backspace, a, control = 4, 66, 67, 29, 0x1000
	if code == back {
		p.back()
		return nil
	}
	it, err := p.field(p.focus)
	if err != nil {
		return nil // nothing takes the key, which is no error
	}
	switch {
	case code == enter:
		p.submit(it)
	case code == backspace:
		p.erase(it)
	case code == a && meta&control != 0:
		p.selected = true
	}
	return nil
}
