package endtoend_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/runner/replay"
)

const cart = `Click the "Add to cart" button.
Check that the page shows "Enamel Mug added to your cart".
Navigate to "/cart".
Type "3" into the "Quantity of Enamel Mug" field.
Click the "Update cart" button.
Check that the page shows "$42.95".`

func TestAPassIsRecordedAndRepeated(t *testing.T) {
	shop := site(t, nil)
	dir := t.TempDir()
	file := writeCase(t, dir, "cart.md", "url: /products/enamel-mug", cart)
	record := replay.PathFor(file, "")
	desk := map[string]string{"CI": ""}

	out := verdict(t, nil, "run", dir, "--base-url", shop, "--json")
	require.Equal(t, agent.Passed, out.only(t).Verdict, out.stderr)
	require.NoFileExists(t, record, "a machine of CI records nothing")

	out = verdict(t, desk, "run", dir, "--base-url", shop, "--json")
	require.Equal(t, agent.Passed, out.only(t).Verdict, out.stderr)
	require.True(t, out.last(t).Replay.Written)
	before, err := os.ReadFile(record)
	require.NoError(t, err)

	out = verdict(t, nil, "run", dir, "--base-url", shop, "--replay", "only", "--json")
	last := out.last(t)
	require.Equal(t, agent.Passed, last.Result.Verdict, last.Result.Reason)
	require.Equal(t, 4, last.Replay.Exact, "%+v", last.Replay)
	require.Zero(t, last.Replay.Healed+last.Replay.Missed+last.Replay.Asked)
	require.Empty(t, last.Result.Usage)

	out = verdict(t, nil, "run", dir, "--base-url", site(t, nil, "cart-total"), "--replay", "only", "--json")
	require.Equal(t, agent.Failed, out.only(t).Verdict, "a replay catches a defect as its own fault: %s", out.only(t).Reason)
	require.Equal(t, 1, out.code)

	out = verdict(t, desk, "run", dir, "--base-url", shop, "--update-replays", "--json")
	require.Equal(t, agent.Passed, out.only(t).Verdict)
	again, err := os.ReadFile(record)
	require.NoError(t, err)
	require.Equal(t, string(before), string(again), "recording the same again changes nothing")

	writeCase(t, dir, "cart.md", "url: /products/enamel-mug", strings.Replace(cart, `Type "3"`, `Type "2"`, 1))
	out = verdict(t, nil, "run", dir, "--base-url", shop, "--json")
	last = out.last(t)
	require.Equal(t, []int{4}, last.Replay.Changed)
	require.Equal(t, 3, last.Replay.Exact, "only the changed sentence is decided anew")
	require.Equal(t, agent.Failed, last.Result.Verdict, "two mugs cost less")

	require.Equal(t, 2, verdict(t, nil, "run", dir, "--base-url", shop, "--update-replays").code, "not on a machine of CI")
	require.Equal(t, 2, verdict(t, desk, "run", dir, "--base-url", shop, "--replay", "maybe").code)
	require.NoError(t, os.WriteFile(record, []byte("version: 99\n"), 0o600))
	out = verdict(t, desk, "run", dir, "--base-url", shop, "--replay", "only", "--json")
	require.Equal(t, agent.Blocked, out.only(t).Verdict)
	require.Contains(t, out.only(t).Reason, "made by a newer build")
}

func TestASecretIsInNoRecord(t *testing.T) {
	shop := site(t, map[string]http.HandlerFunc{"/x/leaky": page(leakyPage)})
	server := modeltest.NewServerFunc(t, ruleModel)
	for _, decider := range []string{"gpt-5.2", "builtin"} {
		t.Run(decider, func(t *testing.T) {
			dir := t.TempDir()
			file := writeCase(t, dir, "leaky.md", "url: /x/leaky\ncredentials: {password: \"${CANARY_PASSWORD}\"}", `Enter {{password}} into the "Password" field.
Click the "Show" button.
Check that the page shows "All shown".
Check that the page shows "You typed {{password}}".
Check that the URL contains "{{password}}".`)
			env := map[string]string{"OPENAI_API_KEY": key, "CANARY_PASSWORD": canary, "CI": ""}
			out := verdict(t, env, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", decider, "--json")
			require.Equal(t, agent.Passed, out.only(t).Verdict, out.only(t).Reason)
			record, err := os.ReadFile(replay.PathFor(file, ""))
			require.NoError(t, err)
			leaks := 0
			for _, s := range spellings() {
				leaks += strings.Count(string(record), s)
			}
			require.Contains(t, string(record), "{{password}}")

			out = verdict(t, env, "run", dir, "--base-url", shop, "--replay", "only", "--json")
			last := out.last(t)
			require.Equal(t, agent.Passed, last.Result.Verdict, last.Result.Reason)
			require.Equal(t, 2, last.Replay.Exact, "%+v", last.Replay)
			require.NoError(t, filepath.WalkDir(out.dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				raw, err := os.ReadFile(path)
				require.NoError(t, err)
				for _, s := range spellings() {
					leaks += strings.Count(string(raw), s)
				}
				return nil
			}))
			trust.Report(t, trust.Row{Name: "a secret in records, with " + decider, Done: 1, Total: 1, Leaks: leaks})
		})
	}
}
