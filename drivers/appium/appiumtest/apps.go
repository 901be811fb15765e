package appiumtest

// States of an app as both drivers number them: 0 not installed, 1 not running, 4 in the foreground.
const (
	notInstalled = 0
	notRunning   = 1
	foreground   = 4
)

// app runs the methods on apps; handled is false for other scripts.
func (p *phone) app(script string, in scriptArgs) (value any, err *fail, handled bool) {
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
	case "mobile: activateApp", "mobile: launchApp":
		if !known {
			return nil, unknownError("the app is not installed: " + id), true
		}
		p.ended = false
		return nil, nil, true
	case "mobile: terminateApp":
		was := known && !p.ended
		if was {
			p.stack = nil
			p.show(p.cfg.Start)
			p.ended = true
		}
		return was, nil, true
	case "mobile: deepLink":
		screen, ok := p.cfg.Links[in.URL]
		if !ok {
			return nil, unknownError("nothing opens " + in.URL), true
		}
		p.ended = false
		p.show(screen)
		return nil, nil, true
	case "mobile: getCurrentPackage":
		if p.cfg.IOS {
			return nil, nil, false
		}
		return p.cfg.App, nil, true
	case "mobile: getCurrentActivity":
		if p.cfg.IOS {
			return nil, nil, false
		}
		return "." + p.shown(), nil, true
	}
	return nil, nil, false
}
