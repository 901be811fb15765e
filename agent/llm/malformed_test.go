package llm_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/platform"
)

func call(name, args string) model.Response {
	return model.Response{ToolCalls: []model.ToolCall{{ID: "c", Name: name, Args: args}}, Finish: "tool_calls"}
}

func prose(text string) model.Response { return model.Response{Text: text, Finish: "stop"} }

func TestMalformedReplies(t *testing.T) {
	t.Parallel()
	const save = `click {"target":"Save"}`
	for name, tc := range map[string]struct {
		reply model.Response
		// want are the calls of the decision, "name args"; empty means that the reply was asked for again.
		want string
		// because is in the reason handed back to the model.
		because string
	}{
		"good":                                {reply: call("click", `{"target":"Save"}`), want: save},
		"a comma too many":                    {reply: call("click", `{"target":"Save",}`), want: save},
		"commas in front and doubled":         {reply: call("click", `{,"target":"Save",,}`), want: save},
		"a comma too many in a list":          {reply: call("click", `{"target":"Save","point":[1,2,]}`), want: `click {"target":"Save","point":[1,2]}`},
		"single quotes":                       {reply: call("click", `{'target': 'Save'}`), want: save},
		"an apostrophe in single quotes":      {reply: call("click", `{'target': 'Ana's row'}`), want: `click {"target":"Ana's row"}`},
		"bare keys":                           {reply: call("click", `{target: "Save"}`), want: save},
		"quotes that were not escaped":        {reply: call("click", `{"target":"the "Save" button"}`), want: `click {"target":"the \"Save\" button"}`},
		"such quotes before a comma":          {reply: call("click", `{"target":"say "hi", then go","button":"left"}`), want: `click {"target":"say \"hi\", then go","button":"left"}`},
		"a line break that was not escaped":   {reply: call("type", "{\"target\":\"Note\",\"text\":\"a\nb\"}"), want: `type {"target":"Note","text":"a\nb"}`},
		"python's literals":                   {reply: call("execution-finished", `{"success": False, "reasoning": "no"}`), want: `execution-finished {"success":false,"reasoning":"no"}`},
		"comments":                            {reply: call("click", "{ // the button\n\"target\": \"Save\" /* there */ }"), want: save},
		"a bracket missing at the end":        {reply: call("click", `{"target":"Save"`), want: save},
		"a fence":                             {reply: call("click", "```json\n{\"target\":\"Save\"}\n```"), want: save},
		"words around it":                     {reply: call("click", `Sure: {"target":"Save"} as asked`), want: save},
		"JSON within a string":                {reply: call("click", `"{\"target\":\"Save\"}"`), want: save},
		"arguments within arguments":          {reply: call("click", `{"arguments":{"target":"Save"}}`), want: save},
		"numbers as text":                     {reply: call("click", `{"sentence":"2","target":"Save","number":"3"}`), want: `click {"target":"Save","number":"3"}`},
		"thoughts among the arguments":        {reply: call("click", `{"target":"Save","reasoning":"it is there"}`), want: save},
		"reasoning where it has a field":      {reply: call("execution-finished", `{"success":true,"reasoning":"done"}`), want: `execution-finished {"success":true,"reasoning":"done"}`},
		"a framework's prefix":                {reply: call("functions.click", `{"target":"Save"}`), want: save},
		"an underscore for the hyphen":        {reply: call("Execution_Finished", `{"success":true,"reasoning":"done"}`), want: `execution-finished {"success":true,"reasoning":"done"}`},
		"a call in prose":                     {reply: prose(`I will click: {"name":"click","arguments":{"target":"Save"}}`), want: save},
		"a call in prose, in a fence":         {reply: prose("```json\n{\"tool\": \"click\", \"parameters\": {\"target\": \"Save\"}}\n```"), want: save},
		"a call in prose, in tags":            {reply: prose(`<tool_call>{"name": "click", "arguments": "{\"target\":\"Save\"}"}</tool_call>`), want: save},
		"a call in prose, nested":             {reply: prose(`{"tool_calls":[{"type":"function","function":{"name":"click","arguments":{"target":"Save"}}}]}`), want: save},
		"a call in prose, by key":             {reply: prose(`{"click":{"target":"Save"}}`), want: save},
		"a call in prose, flat":               {reply: prose(`{"action":"click","target":"Save"}`), want: save},
		"a call in prose, like code":          {reply: prose(`click({"target": "Save"})`), want: save},
		"a call in prose, in llama's tags":    {reply: prose(`<function=click>{"target": "Save"}</function>`), want: save},
		"a list of calls in prose":            {reply: prose(`[{"name":"click","arguments":{"target":"A"}},{"name":"click","arguments":{"target":"B"}}]`), want: `click {"target":"A"} click {"target":"B"}`},
		"parallel calls in a wrapper":         {reply: call("multi_tool_use.parallel", `{"tool_uses":[{"recipient_name":"functions.click","parameters":{"target":"Save"}}]}`), want: save},
		"a name among the arguments":          {reply: call("", `{"name":"click","arguments":{"target":"Save"}}`), want: save},
		"good calls before a bad one":         {reply: model.Response{ToolCalls: []model.ToolCall{{Name: "click", Args: `{"target":"Save"}`}, {Name: "fly", Args: `{}`}, {Name: "click", Args: `{"target":"B"}`}}}, want: save},
		"a whole call although cut off after": {reply: model.Response{ToolCalls: []model.ToolCall{{Name: "click", Args: `{"target":"Save"}`}}, Finish: "length"}, want: save},
		"an emoji in two halves":              {reply: call("type", `{"target":"Note","text":"\ud83d\ude00"}`), want: `type {"target":"Note","text":"\ud83d\ude00"}`},
		"an emoji in two halves, repaired":    {reply: call("type", `{"target":"Note","text":"\ud83d\ude00",}`), want: `type {"target":"Note","text":"😀"}`},

		"two ideas in prose":              {reply: prose(`not {"name":"click","arguments":{"target":"A"}} but {"name":"click","arguments":{"target":"B"}}`), because: "no tool was called"},
		"an unknown tool":                 {reply: call("fly", `{"target":"Save"}`), because: `no tool "fly"; the tools are click, drag, execution-finished, type`},
		"an unknown tool in prose":        {reply: prose(`{"name":"fly","arguments":{}}`), because: "no tool was called"},
		"an empty call":                   {reply: call("click", ""), because: "without arguments; it needs sentence, target"},
		"an empty object":                 {reply: call("click", "{}"), because: "without arguments"},
		"a call without a name":           {reply: call(" ", `{"target":"Save"}`), because: "has no name"},
		"no call":                         {reply: prose("I see the login page."), because: "text only"},
		"nothing":                         {reply: prose(""), because: "empty"},
		"a reply cut off":                 {reply: model.Response{Text: "First I", Finish: "length"}, because: "cut off"},
		"arguments cut off":               {reply: model.Response{ToolCalls: []model.ToolCall{{Name: "type", Args: `{"target":"Amount","text":"12`}}, Finish: "length"}, because: "cut off"},
		"arguments cut off, unsaid":       {reply: call("type", `{"target":"Amount","text":"12`), because: "ends in the middle"},
		"a number cut off, unsaid":        {reply: call("click", `{"target":"Save","number":1`), because: "ends in the middle"},
		"a bracket missing when cut off":  {reply: model.Response{ToolCalls: []model.ToolCall{{Name: "type", Args: `{"target":"Amount","text":"12"`}}, Finish: "length"}, because: "cut off"},
		"a refusal":                       {reply: model.Response{Refusal: "I cannot help with that"}, because: "refused: I cannot help"},
		"a content filter":                {reply: model.Response{Finish: "content_filter"}, because: "content filter"},
		"half a character":                {reply: call("type", `{"target":"Note","text":"a\ud83d b"}`), because: "half of a character"},
		"the other half":                  {reply: call("type", `{"target":"Note","text":"a\ude00 b"}`), because: "half of a character"},
		"half a character in broken JSON": {reply: call("type", `{"target":"Note","text":"a\ud83d b",}`), because: "half of a character"},
		"broken encoding":                 {reply: call("type", "{\"target\":\"Note\",\"text\":\"a\xff\"}"), because: "half of a character"},
		"a list for an object":            {reply: call("click", `["Save"]`), because: "no JSON object"},
		"a word for an object":            {reply: call("click", `Save`), because: "no JSON object"},
		"brackets that do not match":      {reply: call("click", `{"target":"Save"]`), because: "do not match"},
		"a value that is none":            {reply: call("click", `{"target": Save}`), because: "neither text in quotes nor a number"},
		"brackets without end":            {reply: call("click", strings.Repeat(`{"a":`, 5000)), because: "nested too deeply"},
		"2 MB of text":                    {reply: prose(strings.Repeat("word ", 400_000)), because: "text only"},
		"2 MB of brackets":                {reply: prose(strings.Repeat(`{"a":"`, 350_000)), because: "text only"},
		"2 MB of arguments":               {reply: call("type", `{"target":"Note","text":"`+strings.Repeat("x", 2<<20)+`"}`), because: "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.reply.Usage = model.Usage{Input: 10, Output: 1}
			// The same reply again, when it is asked for.
			c := modeltest.NewScripted(modeltest.Reply{Response: &tc.reply}, modeltest.Reply{Response: &tc.reply})
			got, err := decider(t, c).Next(t.Context(), observation(t), state(t))
			require.NoError(t, err)
			checkSane(t, got)
			require.Len(t, got.Usage, len(c.Requests()), "every call is counted")
			if tc.want != "" {
				require.Equal(t, 1, len(c.Requests()), "repaired in code")
				require.Equal(t, tc.want, shown(got.Calls))
				require.Empty(t, got.Malformed)
				return
			}
			require.Equal(t, 2, len(c.Requests()), "asked once more")
			require.Contains(t, got.Malformed, tc.because)
			retry := c.Requests()[1].Messages
			require.Equal(t, model.Assistant, retry[2].Role)
			require.NotEmpty(t, retry[2].Parts[0].Text)
			require.Contains(t, retry[3].Parts[0].Text, "That reply could not be used: ")
			require.Contains(t, retry[3].Parts[0].Text, tc.because)
			require.Less(t, len(modeltest.Text(c.Requests()[1])), 16_000)
			require.Len(t, got.Exchange.Request, 3)
		})
	}
}

// checkSane holds for every decision: calls or a reason, never both, and nothing that is no text or no JSON.
func checkSane(t *testing.T, d *agent.Decision) {
	t.Helper()
	require.NotEqual(t, len(d.Calls) > 0, d.Malformed != "", "%+v", d)
	require.True(t, utf8.ValidString(d.Raw+d.Text+d.Malformed))
	require.LessOrEqual(t, len(d.Raw), 4000)
	require.LessOrEqual(t, len(d.Text), 6000)
	for _, c := range d.Calls {
		require.NotEmpty(t, c.Name)
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(c.Args, &fields), "%s", c.Args)
		require.NotContains(t, fields, "sentence")
		require.True(t, utf8.Valid(c.Args))
	}
}

func shown(calls []agent.Call) string {
	var out []string
	for _, c := range calls {
		out = append(out, c.Name+" "+string(c.Args))
	}
	return strings.Join(out, " ")
}

func TestARetryMayHelp(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted(modeltest.Says("I think"), modeltest.Calls("click", `{"sentence":1,"target":"Save"}`))
	got, err := decider(t, c).Next(t.Context(), observation(t), state(t))
	require.NoError(t, err)
	require.Equal(t, `click {"target":"Save"}`, shown(got.Calls))
	require.Equal(t, 1, got.Calls[0].Sentence)
	require.Len(t, got.Usage, 2)
	require.Empty(t, got.Malformed)
	require.Empty(t, got.Raw)
}

func TestWhatWasNotDoneIsSaid(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted(modeltest.CallsAll(modeltest.ToolCall("click", `{"target":"Save"}`), modeltest.ToolCall("fly", `{}`)))
	got, err := decider(t, c).Next(t.Context(), observation(t), state(t))
	require.NoError(t, err)
	require.Len(t, got.Calls, 1)
	require.Contains(t, got.Text, `(not done: there is no tool "fly"`)
}

func TestAFailedCallIsAnErrorWithTheUsageSoFar(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted(modeltest.Says("hm"), modeltest.Fails(model.Unavailable, 503))
	got, err := decider(t, c).Next(t.Context(), observation(t), state(t))
	require.Equal(t, model.Unavailable, model.ClassOf(err))
	require.Len(t, got.Usage, 1)
	require.NotEmpty(t, got.Exchange.Error)
}

func TestTheMaskIsTheLastLock(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted(modeltest.Says("the password is hunter22"), modeltest.Calls("click", `{"target":"x"}`))
	o := observation(t)
	o.Title, o.Change = "hunter22", "typed hunter22"
	_, err := decider(t, c, func(c *llm.Config) {
		c.Mask = func(s string) string { return strings.ReplaceAll(s, "hunter22", "{{password}}") }
	}).Next(t.Context(), o, state(t))
	require.NoError(t, err)
	for _, r := range c.Requests() {
		require.NotContains(t, modeltest.Text(r), "hunter22")
		require.Contains(t, modeltest.Text(r), "{{password}}")
	}
}

func FuzzReply(f *testing.F) {
	for _, s := range []string{`{"target":"Save"}`, `{'a': "b "c" d", }`, `{"text":"\ud83d"}`, "```json\n[{}]```", `{"name":"click","arguments":"{}"}`, `"\"{}\""`, `{a:[1,.5,+2,None]`} {
		f.Add("click", s, "stop")
		f.Add("", s, "length")
	}
	st, o := state(f), observation(f)
	o.Picture = platform.Image{}
	f.Fuzz(func(t *testing.T, name, body, finish string) {
		for _, r := range []model.Response{
			{ToolCalls: []model.ToolCall{{Name: name, Args: body}}, Finish: finish},
			{Text: body, Finish: finish},
		} {
			c := modeltest.NewScripted(modeltest.Reply{Response: &r}, modeltest.Reply{Response: &r})
			got, err := decider(t, c).Next(t.Context(), o, st)
			require.NoError(t, err)
			checkSane(t, got)
		}
	})
}
