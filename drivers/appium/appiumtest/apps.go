package appiumtest

import "net/http"

// States of an app as both drivers number them: 0 not installed, 1 not running, 4 in the foreground.
const (
	notInstalled = 0
	notRunning   = 1
	foreground   = 4
)

type appArgs struct {
	Content         string
	AppID, BundleID string
	URL             string
}

// app runs the methods on apps; handled is false for other scripts.
func (p *phone) app(script string, in appArgs) (value any, err *fail, handled bool) {
	id := in.AppID
	if p.cfg.IOS {
		id = in.BundleID
	}
	known := id == p.cfg.App
	switch script {
	case "mobile: queryAppState":
		switch {
		case id == "":
			return nil, invalid("the app is missing"), true
		case !known:
			return notInstalled, nil, true
		case p.ended:
			return notRunning, nil, true
		}
		return foreground, nil, true
	case "mobile: activateApp":
		if !known {
			return nil, unknownError("the app is not installed: " + id), true
		}
		p.ended = false
		return nil, nil, true
	case "mobile: terminateApp":
		was := known && !p.ended
		if was {
			p.ended, p.keyboard, p.focus = true, false, ""
			p.stack = []string{p.cfg.Start}
		}
		return was, nil, true
	case "mobile: deepLink":
		screen, ok := p.cfg.Links[in.URL]
		if !ok {
			return nil, unknownError("nothing opens " + in.URL), true
		}
		p.ended, p.keyboard, p.focus = false, false, ""
		p.stack = append(p.stack, screen)
		return nil, nil, true
	}
	return nil, nil, false
}

func unknownError(text string) *fail {
	return &fail{http.StatusInternalServerError, "unknown error", text}
}
