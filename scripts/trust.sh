#!/bin/sh
# Runs the tests of trust and prints what they measured as one table. Fails when a test fails or a run passed wrongly,
# a secret was seen or a request got out.
set -u
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
status=0
run() { # package, tests, further flags
	go test -count=1 -timeout 20m -v -run "$2" "./$1" $3 >>"$log" 2>&1 || { status=1; printf 'FAILED: %s (%s)\n' "$1" "$2"; }
}
run agent 'ALiarNever|ContradictsItself' ''
run internal/trust . ''
run internal/endtoend 'ASecretLeaves' ''
run internal/trickytest 'Builtin|AScriptThat' ''
run internal/inputtest . -idle
run drivers/playwright 'NoWayOut|NoOtherScheme' ''
[ $status -eq 0 ] || grep -E '^ *(--- FAIL|panic:)|_test.go:[0-9]+:' "$log" | head -40
awk -F '\t' '
	BEGIN { printf "\n%-50s %9s %9s %7s %7s %7s\n", "", "done", "total", "wrong", "leaks", "escapes" }
	$1 == "trust:" { printf "%-50s %9d %9d %7d %7d %7d\n", $2, $3, $4, $5, $6, $7; d += $3; t += $4; w += $5; l += $6; e += $7; n++ }
	END { printf "%-50s %9d %9d %7d %7d %7d\n", "all", d, t, w, l, e; exit (n == 0 || w + l + e > 0) }' "$log" || status=1
exit $status
