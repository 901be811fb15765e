#!/bin/sh
# Gets what the tests against a real Appium server need: chromedriver of the system, which fits its Chromium, and
# Appium with two drivers that need no phone, from npm into the user's cache. Quick when all is there.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'appium: %s\n' "$*"; }
root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
apt_get() {
	root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 \
		-o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@" >/dev/null 2>&1 </dev/null
}
if ! command -v chromedriver >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 && root true >/dev/null 2>&1; then
	say 'apt-get install chromium-driver'
	apt_get install --no-install-recommends chromium-driver || { apt_get update && apt_get install --no-install-recommends chromium-driver; } ||
		say 'the package chromium-driver could not be had'
fi
command -v chromedriver >/dev/null 2>&1 || say 'chromedriver is not on PATH (on Debian: apt-get install chromium-driver); tests of touched browsers will be skipped'
go test -count=1 -run TestAServerEndsWithWhoeverStartedIt ./internal/appiumserver >/dev/null || {
	say 'Appium does not start; type: go test -v ./internal/appiumserver'
	exit 1
}
say 'ready'
