#!/bin/sh
# Runs every fuzz test of the module for FUZZTIME (1s), one after the other; an input that fails is kept
# by Go below testdata/fuzz of its package. "list" as the argument only lists them.
set -eu
cd "$(dirname "$0")/.."

targets=$(grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . |
	sed -E 's|/[^/]*_test\.go:[0-9]+:func | |' | sort -u)
if [ -z "$targets" ]; then
	echo 'fuzz: no fuzz tests'
	exit 0
fi
if [ "${1:-}" = list ]; then
	printf '%s\n' "$targets"
	exit 0
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
fuzz() { # package, name
	go test -run '^$' -fuzz "^$2\$" -fuzztime "${FUZZTIME:-1s}" -parallel 2 -timeout 5m "$1" >"$log" 2>&1
}
failed=0 count=0
while read -r package name; do
	count=$((count + 1))
	ok=no
	for try in 1 2 3; do
		if fuzz "$package" "$name"; then ok=yes; break; fi
		# Before 1.27, Go at times takes its own end of the fuzz time for a failure; no input is written
		# then (golang/go#75804).
		if ! grep -q 'context deadline exceeded' "$log" || grep -q 'Failing input written' "$log"; then break; fi
		echo "fuzz: again $package $name (try $try ended as in golang/go#75804)"
	done
	if [ $ok = yes ]; then
		echo "fuzz: ok   $package $name"
	else
		failed=$((failed + 1))
		echo "fuzz: FAIL $package $name"
		sed 's/^/      | /' "$log"
	fi
done <<LIST
$targets
LIST
echo "fuzz: $count fuzz tests, $failed failed"
[ $failed = 0 ]
