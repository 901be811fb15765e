package read_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/read"
)

// slowReader answers with the texts in turn, the last one again and again.
type slowReader struct {
	texts  []string
	byTree bool
	calls  int
}

func (s *slowReader) Read(context.Context, string) (string, *commands.Located, error) {
	text := s.texts[min(s.calls, len(s.texts)-1)]
	s.calls++
	if s.byTree {
		return text, &commands.Located{Description: "order line"}, nil
	}
	return text, nil, nil
}

func TestRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reader        slowReader
		args          string
		out, value    string
		failure, says string
		calls         int
	}{
		"all of it":                          {reader: slowReader{texts: []string{" Order 4711 "}}, args: `{"description":"order","variable":"order"}`, out: `{{order}} is "Order 4711"`, value: "Order 4711"},
		"the first group":                    {reader: slowReader{texts: []string{"Order 4711"}}, args: `{"description":"order","variable":"order","pattern":"Order (\\d+)"}`, out: `{{order}} is "4711"`, value: "4711"},
		"the whole match":                    {reader: slowReader{texts: []string{"Order 4711"}}, args: `{"description":"order","variable":"order","pattern":"\\d+"}`, value: "4711", out: `{{order}} is "4711"`},
		"what comes late is waited for":      {reader: slowReader{texts: []string{"", "", "4711"}, byTree: true}, args: `{"description":"order","variable":"order"}`, value: "4711", out: `{{order}} is "4711", read from order line`},
		"a picture is read once only":        {reader: slowReader{texts: []string{"", "4711"}}, args: `{"description":"order","variable":"order"}`, failure: commands.NothingRead, says: "shows no text"},
		"a pattern that never matches":       {reader: slowReader{texts: []string{"Order pending"}, byTree: true}, args: `{"description":"order","variable":"order","pattern":"\\d+"}`, failure: commands.NothingRead, says: `reads "Order pending"`},
		"a pattern that is none":             {reader: slowReader{texts: []string{"x"}}, args: `{"description":"order","variable":"order","pattern":"("}`, failure: commands.InvalidArguments, says: "pattern"},
		"a name that cannot be one":          {reader: slowReader{texts: []string{"x"}}, args: `{"description":"order","variable":"4a}"}`, failure: commands.InvalidArguments, says: "variable name"},
		"a secret is not replaced by a page": {reader: slowReader{texts: []string{"x"}}, args: `{"description":"order","variable":"pass"}`, failure: commands.NotAllowed, says: "secret"},
		"a secret on the page is masked":     {reader: slowReader{texts: []string{"it is hunter2222"}}, args: `{"description":"order","variable":"order"}`, value: "it is hunter2222", out: `{{order}} is "it is {{pass}}"`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := commandtest.New(t)
				require.NoError(t, b.Env.Memory.SetSecret("pass", "hunter2222"))
				b.Env.Reader = &tc.reader
				out, err := commandtest.Do(t, b, read.New(), tc.args)
				if tc.failure != "" {
					require.Contains(t, commandtest.Failure(t, err, tc.failure).Message, tc.says)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.out, out)
				got, _ := b.Env.Memory.Get("order")
				require.Equal(t, tc.value, got)
			})
		})
	}
}
