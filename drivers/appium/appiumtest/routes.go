package appiumtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

type fail struct {
	status        int
	code, message string
}

func unknownCommand(path string) *fail {
	return &fail{http.StatusNotFound, "unknown command", "The requested resource could not be found: " + path}
}

func invalid(format string, args ...any) *fail {
	return &fail{http.StatusBadRequest, "invalid argument", fmt.Sprintf(format, args...)}
}

func unknownError(text string) *fail {
	return &fail{http.StatusInternalServerError, "unknown error", text}
}

// request is one command of a session.
type request struct {
	body    json.RawMessage
	needs   []string // parameters it must have
	element string   // whose command it is
	name    string   // of an attribute
}

// complete refuses a request that lacks a parameter.
func (r request) complete() *fail {
	var has map[string]json.RawMessage
	_ = json.Unmarshal(r.body, &has) // what is no object has none
	for _, name := range r.needs {
		if _, ok := has[name]; !ok {
			return invalid("Parameters were incorrect. We wanted %q", name)
		}
	}
	return nil
}

// into decodes the parameters.
func (r request) into(v any) *fail {
	if err := json.Unmarshal(r.body, v); err != nil {
		return invalid("parameters: %v", err)
	}
	return nil
}

type command struct {
	needs []string
	do    func(*phone, request) (any, *fail)
}

// commands are those of a session, ELEMENT and NAME standing for anything.
var commands = map[string]command{
	"GET screenshot":    {nil, func(p *phone, _ request) (any, *fail) { return p.picture(), nil }},
	"GET window/rect":   {nil, func(p *phone, _ request) (any, *fail) { return p.rect(), nil }},
	"GET source":        {nil, func(p *phone, _ request) (any, *fail) { return p.source(), nil }},
	"GET timeouts":      {nil, func(*phone, request) (any, *fail) { return map[string]int{"command": 600000, "implicit": 0}, nil }},
	"POST actions":      {[]string{"actions"}, (*phone).act},
	"DELETE actions":    {nil, nothing},
	"POST execute/sync": {[]string{"script", "args"}, (*phone).script},
	"POST back":         {nil, func(p *phone, _ request) (any, *fail) { p.back(); return nil, nil }},

	"POST appium/settings":               {[]string{"settings"}, nothing},
	"POST appium/start_recording_screen": {nil, (*phone).startFilm},
	"POST appium/stop_recording_screen":  {nil, (*phone).stopFilm},

	"GET contexts":     {nil, func(p *phone, _ request) (any, *fail) { return p.contexts(), nil }},
	"GET context":      {nil, func(p *phone, _ request) (any, *fail) { return p.context, nil }},
	"POST context":     {[]string{"name"}, (*phone).switchContext},
	"GET orientation":  {nil, func(p *phone, _ request) (any, *fail) { return p.orientation, nil }},
	"POST orientation": {[]string{"orientation"}, (*phone).turn},

	"GET alert/text":     {nil, (*phone).alertText},
	"POST alert/accept":  {nil, (*phone).endAlert},
	"POST alert/dismiss": {nil, (*phone).endAlert},

	"POST elements":                      {[]string{"using", "value"}, (*phone).elements},
	"GET element/ELEMENT/rect":           {nil, (*phone).elementRect},
	"GET element/active":                 {nil, (*phone).active},
	"POST element/ELEMENT/value":         {[]string{"text"}, (*phone).typeInto},
	"POST element/ELEMENT/clear":         {nil, (*phone).clear},
	"GET element/ELEMENT/text":           {nil, (*phone).text},
	"GET element/ELEMENT/attribute/NAME": {nil, (*phone).attribute},
}

func nothing(*phone, request) (any, *fail) { return nil, nil }

// route finds the command of a path below /session/ID; do is nil for none.
func route(method, what string) (do func(*phone, request) (any, *fail), in request) {
	parts := strings.Split(what, "/")
	if c, ok := commands[method+" "+what]; ok {
		return c.do, request{needs: c.needs}
	}
	if parts[0] != "element" || len(parts) < 3 {
		return nil, request{}
	}
	in = request{element: parts[1]}
	shape := slices.Clone(parts)
	shape[1] = "ELEMENT"
	if len(parts) == 4 {
		in.name, shape[3] = parts[3], "NAME"
	}
	c := commands[method+" "+strings.Join(shape, "/")]
	in.needs = c.needs
	return c.do, in
}

// standard are the capabilities that need no prefix.
var standard = []string{"acceptInsecureCerts", "browserName", "browserVersion", "platformName", "pageLoadStrategy", "proxy",
	"setWindowRect", "strictFileInteractability", "timeouts", "unhandledPromptBehavior", "webSocketUrl"}

func (s *Server) open(body json.RawMessage) (any, *fail) {
	var in struct {
		Capabilities *struct {
			AlwaysMatch map[string]any   `json:"alwaysMatch"`
			FirstMatch  []map[string]any `json:"firstMatch"`
		} `json:"capabilities"`
	}
	if json.Unmarshal(body, &in) != nil || in.Capabilities == nil {
		return nil, &fail{http.StatusInternalServerError, "session not created", "A new session could not be created. Details: the capabilities are no object"}
	}
	caps := in.Capabilities.AlwaysMatch
	for name := range caps {
		if !strings.Contains(name, ":") && !slices.Contains(standard, name) {
			return nil, invalid("All non-standard capabilities should have a vendor prefix: %s", name)
		}
	}
	if caps["platformName"] == nil {
		return nil, invalid("'platformName' can't be blank")
	}
	s.made++
	id := fmt.Sprintf("session-%d", s.made)
	s.sessions[id] = newPhone(s.cfg)
	return map[string]any{"sessionId": id, "capabilities": caps}, nil
}
