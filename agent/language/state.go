package language

// states maps a word of a statement to a state and whether it is denied.
var states = map[string]struct {
	name    string
	negated bool
}{
	"enabled": {"enabled", false}, "disabled": {"disabled", false}, "clickable": {"enabled", false}, "inactive": {"disabled", false},
	"checked": {"checked", false}, "ticked": {"checked", false}, "unchecked": {"checked", true}, "unticked": {"checked", true},
	"selected": {"selected", false}, "preselected": {"selected", false}, "pre-selected": {"selected", false}, "unselected": {"selected", true}, "deselected": {"selected", true},
	"focused": {"focused", false}, "focussed": {"focused", false}, "empty": {"empty", false}, "blank": {"empty", false},
	"required": {"required", false}, "mandatory": {"required", false}, "optional": {"required", true},
	"readonly": {"readonly", false}, "read-only": {"readonly", false}, "editable": {"readonly", true},
	"expanded": {"expanded", false}, "collapsed": {"collapsed", false}, "invalid": {"invalid", false}, "pressed": {"pressed", false},
}

// switched states need a control which can be on or off.
var switched = map[string]bool{"on": false, "off": true}

// shown words say that a thing can be seen; true for hidden ones.
var shownWords = map[string]bool{
	"visible": false, "displayed": false, "shown": false, "present": false, "there": false, "presented": false, "available": false,
	"open": false, "opened": false, "listed": false, "rendered": false, "seen": false, "found": false,
	"hidden": true, "invisible": true, "gone": true, "absent": true, "closed": true, "removed": true, "missing": true, "dismissed": true,
}

// textNouns only say that a quoted literal is a text.
var textNouns = set("text", "texts", "message", "messages", "word", "words", "string", "phrase", "notification", "toast", "alert", "error", "warning",
	"content", "value", "number", "caption", "note", "hint", "notice", "status", "sentence", "label", "info", "success",
	"validation", "confirmation", "information", "following", "literal", "exact", "inline", "new", "part", "toast-message", "feedback", "title", "banner", "popup-message", "line", "total")

// pageNouns stand for the page as a whole.
var pageNouns = set("system", "page", "screen", "it", "website", "site", "view", "app", "application", "body", "browser", "there")
