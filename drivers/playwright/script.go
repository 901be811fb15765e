package playwright

import (
	"encoding/json"
	"fmt"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/drivers/collector"
)

const (
	missing  = "\x00missing"
	callPage = "([fn, args]) => window.__verdict ? window.__verdict[fn](...args) : '\\0missing'"
)

// ask runs one function of the page script in a frame. ok is false when the element it was asked about is gone.
func ask(f pw.Frame, fn string, args ...any) (answer string, ok bool, err error) {
	if args == nil {
		args = []any{}
	}
	for range 2 {
		v, err := f.Evaluate(callPage, []any{fn, args})
		if err != nil {
			return "", false, err
		}
		s, isText := v.(string)
		if s != missing {
			return s, isText, nil
		}
		// A document from before the script was registered, or one that was cleared.
		if _, err := f.Evaluate(collector.Script()); err != nil {
			return "", false, err
		}
	}
	return "", false, fmt.Errorf("the page does not let its elements be read")
}

// asked is ask with the answer decoded into T.
func asked[T any](f pw.Frame, fn string, args ...any) (v T, ok bool, err error) {
	text, ok, err := ask(f, fn, args...)
	if err != nil || !ok {
		return v, ok, err
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, false, &said{errUnreadable.Error(), err}
	}
	return v, true, nil
}
