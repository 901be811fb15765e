package typetext_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	typetext "github.com/verdict-run/verdict/commands/type"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func field(id, label, value string) *fakedevice.Element {
	f := fakedevice.Field(id, label)
	f.Value = value
	return f
}

func TestTypedTextIsReadBack(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		old, args string
		accept    func(string) string
		want, out string
		note      string
		failure   string
		says      string
	}{
		"it replaces what is there":         {old: "old", args: `{"target":"City","text":"Lisbon"}`, want: "Lisbon", out: `Typed "Lisbon" into textbox "City"`},
		"it appends when asked to":          {old: "Lis", args: `{"target":"City","text":"bon","overwrite":false}`, want: "Lisbon", out: `Appended "bon" to textbox "City"`},
		"empty text clears":                 {old: "old", args: `{"target":"City","text":""}`, want: "", out: `Cleared textbox "City"`},
		"a reformatted value is kept":       {args: `{"target":"City","text":"4111111111111111"}`, accept: groups, want: "4111 1111 1111 1111", out: `Typed "4111111111111111" into textbox "City", it shows "4111 1111 1111 1111"`, note: "reformatted"},
		"upper case is kept":                {args: `{"target":"City","text":"lis"}`, accept: strings.ToUpper, want: "LIS", out: `Typed "lis" into textbox "City", it shows "LIS"`, note: "reformatted"},
		"a field that takes nothing":        {args: `{"target":"City","text":"Lisbon"}`, accept: func(string) string { return "" }, failure: commands.ValueNotKept, says: "is empty after typing"},
		"a field that keeps its old value":  {old: "Porto", args: `{"target":"City","text":"Lisbon"}`, accept: func(string) string { return "Porto" }, failure: commands.ValueNotKept, says: `still shows "Porto"`},
		"a field that is too short":         {args: `{"target":"City","text":"Lisbon"}`, accept: func(s string) string { return s[:min(3, len(s))] }, failure: commands.ValueNotKept, says: "took only 3 of 6 characters"},
		"a field that shows something else": {args: `{"target":"City","text":"Lisbon"}`, accept: func(string) string { return "Oslo" }, failure: commands.ValueNotKept, says: `shows "Oslo" instead`},
		"several lines in a one-line field": {args: `{"target":"City","text":"a\nb"}`, failure: commands.InvalidArguments, says: "one line only"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := field("city", "City", tc.old)
			f.Accept = tc.accept
			b := commandtest.New(t, f)
			out, err := commandtest.Do(t, b, typetext.New(), tc.args)
			if tc.failure != "" {
				require.Contains(t, commandtest.Failure(t, err, tc.failure).Message, tc.says)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.out, out)
			b.With(func(w *fakedevice.World) { require.Equal(t, tc.want, w.Value("city")) })
			require.Equal(t, []commands.Watch{{NodeID: "city", Label: `textbox "City"`, Want: tc.want}}, b.Env.Watches)
			if tc.note != "" {
				require.Contains(t, b.Env.Notes, tc.note)
			}
		})
	}
}

func groups(s string) string {
	var out []string
	for s = strings.ReplaceAll(s, " ", ""); len(s) > 4; s = s[4:] {
		out = append(out, s[:4])
	}
	return strings.Join(append(out, s), " ")
}

func TestTextIsTypedOnce(t *testing.T) {
	t.Parallel()
	f := field("city", "City", "")
	f.Accept = func(string) string { return "" }
	b := commandtest.New(t, f)
	_, err := commandtest.Do(t, b, typetext.New(), `{"target":"City","text":"Lisbon"}`)
	require.Error(t, err)
	require.Equal(t, 1, strings.Count(strings.Join(b.Calls(), "\n"), "Type 6 characters"))
	require.NotContains(t, strings.Join(b.Calls(), "\n"), "SetValue")
}

func TestSubmitPressesEnter(t *testing.T) {
	t.Parallel()
	entered := ""
	f := field("q", "Search", "")
	f.OnEnter = func(w *fakedevice.World) { entered = w.Value("q"); w.El("q").Value = "" }
	b := commandtest.New(t, f)
	out, err := commandtest.Do(t, b, typetext.New(), `{"target":"Search","text":"lamp","submit":true}`)
	require.NoError(t, err)
	require.Equal(t, `Typed "lamp" into textbox "Search" and pressed Enter`, out)
	require.Equal(t, "lamp", entered)
	require.Empty(t, b.Env.Watches, "a sent form may well be emptied")
}

func TestASecretIsNeverShown(t *testing.T) {
	t.Parallel()
	const secret = "tr0ub4dor&3"
	tests := map[string]struct {
		accept  func(string) string
		failure bool
	}{
		"when it is kept":                    {},
		"when it is reformatted":             {accept: strings.ToUpper},
		"when the field shows some of it":    {accept: func(s string) string { return s[:min(len(s), 9)] }, failure: true},
		"when the field shows it twice over": {accept: func(s string) string { return s + s }, failure: true},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := field("code", "Code", "")
			f.Accept = tc.accept
			b := commandtest.New(t, f)
			require.NoError(t, b.Env.Memory.SetSecret("pass", secret))
			out, err := commandtest.Do(t, b, typetext.New(), `{"target":"Code","text":"{{pass}}"}`)
			if tc.failure {
				out = commandtest.Failure(t, err, commands.ValueNotKept).Error()
			} else {
				require.NoError(t, err)
				require.True(t, b.Env.Watches[0].Secret)
			}
			out += strings.Join(b.Env.Notes, " ")
			require.NotContains(t, out, secret[:9])
			require.NotContains(t, out, strings.ToUpper(secret))
		})
	}
}

func TestAPasswordCannotBeReadBack(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Password("p", "Password"))
	out, err := commandtest.Do(t, b, typetext.New(), `{"target":"Password","text":"hunter22"}`)
	require.NoError(t, err)
	require.Contains(t, out, "not read back")
	require.Empty(t, b.Env.Watches)
	b.With(func(w *fakedevice.World) { require.Equal(t, "hunter22", w.Value("p")) })
}

func TestWhatDoesNotTakeTheFocusIsNotTypedInto(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		other := field("b", "Other", "")
		f := field("a", "City", "")
		f.OnClick = func(w *fakedevice.World) { w.El("a").State.Focused, w.El("b").State.Focused = false, true }
		b := commandtest.New(t, f, other)
		_, err := commandtest.Do(t, b, typetext.New(), `{"target":"City","text":"Lisbon"}`)
		require.Contains(t, commandtest.Failure(t, err, commands.FocusNotTaken).Message, `textbox "Other" has it`)
		b.With(func(w *fakedevice.World) { require.Empty(t, w.Value("b")) })
	})
}

func TestAWrapperLendsItsField(t *testing.T) {
	t.Parallel()
	wrapper := fakedevice.El("w", "group", "City box")
	f := field("f", "City", "")
	f.Parent = 0
	b := commandtest.New(t, wrapper, f)
	_, err := commandtest.Do(t, b, typetext.New(), `{"target":"City box","text":"Lisbon"}`)
	require.NoError(t, err)
	b.With(func(w *fakedevice.World) { require.Equal(t, "Lisbon", w.Value("f")) })
}

func TestOneCharacterBoxes(t *testing.T) {
	t.Parallel()
	boxes := []*fakedevice.Element{field("0", "Code", ""), field("1", "", ""), field("2", "", ""), field("3", "", "")}
	boxes[0].OnInput = func(w *fakedevice.World, v string) {
		for i := 1; i < len(v); i++ {
			w.El(string(rune('0' + i))).Value = v[i : i+1]
		}
		w.El("0").Value = v[:min(1, len(v))]
	}
	b := commandtest.New(t, boxes...)
	_, err := commandtest.Do(t, b, typetext.New(), `{"target":"Code","text":"4711"}`)
	require.NoError(t, err)
	require.Contains(t, b.Env.Notes, "spread over 4 boxes")
}

func TestNativeDatesAreSet(t *testing.T) {
	t.Parallel()
	f := field("d", "Birthday", "")
	f.Role, f.Type = "date", "date"
	b := commandtest.New(t, f)
	out, err := commandtest.Do(t, b, typetext.New(), `{"target":"Birthday","text":"9 February 2026"}`)
	require.NoError(t, err)
	require.Equal(t, `Typed "9 February 2026" into date "Birthday", it shows "2026-02-09"`, out)
	_, err = commandtest.Do(t, b, typetext.New(), `{"target":"Birthday","text":"02/03/2026"}`)
	require.Contains(t, commandtest.Failure(t, err, commands.InvalidArguments).Message, "two ways")
}

func TestAReadOnlyFieldIsRefused(t *testing.T) {
	t.Parallel()
	f := field("d", "Total", "5")
	f.State.ReadOnly = true
	b := commandtest.New(t, f)
	_, err := commandtest.Do(t, b, typetext.New(), `{"target":"Total","text":"6"}`)
	commandtest.Failure(t, err, commands.TargetDisabled)
}

func TestAnUnknownVariableListsWhatIsThere(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, field("c", "City", ""))
	require.NoError(t, b.Env.Memory.Set("city", "Lisbon"))
	_, err := commandtest.Do(t, b, typetext.New(), `{"target":"City","text":"{{town}}"}`)
	require.Contains(t, commandtest.Failure(t, err, commands.UnknownVariable).Message, "city")
	require.NotContains(t, strings.Join(b.Calls(), "\n"), "Type")
}
