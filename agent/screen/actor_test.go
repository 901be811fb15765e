package screen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

// TestActor: what stands under the number that was given is what gets the action, or nothing does.
func TestActor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tree string
		verb screen.Verb
		at   int // the node pointed out
		want int // the node acted on, -1 when it is refused
	}{
		"a field is itself":                        {`textbox "City"`, screen.VerbType, 0, 0},
		"a button is itself":                       {`button "Save"`, screen.VerbClick, 0, 0},
		"a label stands for its field":             {"label \"City\"\ntextbox \"City\"", screen.VerbType, 0, 1},
		"a label stands for its checkbox":          {"label \"Terms\"\ncheckbox \"Terms\"", screen.VerbClick, 0, 1},
		"a label around its field":                 {"label\n  text \"City\"\n  textbox \"City\"", screen.VerbType, 0, 2},
		"a link in a label is none of its fields":  {"label\n  checkbox \"I agree\"\n  link \"Terms\"", screen.VerbClick, 0, 1},
		"a label of two fields is a guess":         {"label \"City\"\ntextbox \"City\"\ntextbox \"City\"", screen.VerbType, 0, -1},
		"a group of one field":                     {"group\n  textbox \"City\"\n  button \"Clear\"", screen.VerbType, 0, 1},
		"a group of two fields is a guess":         {"group\n  textbox \"City\"\n  textbox \"Street\"", screen.VerbType, 0, -1},
		"a click on a row is none on its button":   {"row\n  cell \"Ana\"\n  cell\n    button \"Delete\"", screen.VerbClick, 0, -1},
		"a click on a form is none on a button":    {"form\n  button \"Save\"\n  button \"Delete\"", screen.VerbClick, 0, -1},
		"a text without controls may be clicked":   {"row\n  cell \"Ana\"", screen.VerbClick, 1, 1},
		"a whole table may be read":                {"table\n  row\n    cell\n      button \"Delete\"", screen.VerbRead, 0, 0},
		"a button among others with a button's ok": {"button \"Menu\"\n  text \"Menu\"", screen.VerbClick, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, why := screentest.Parse(c.tree).Actor(c.at, c.verb)
			if c.want < 0 {
				require.NotEmpty(t, why)
				return
			}
			require.Empty(t, why)
			require.Equal(t, c.want, got)
		})
	}
}
