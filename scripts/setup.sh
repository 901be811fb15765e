#!/bin/sh
# Makes a fresh machine ready for `make demo` and `make test`. What is missing is asked of internal/setup;
# this script only installs it: system packages by apt-get where it may, the Playwright driver from npm,
# and as a last resort the browser from Playwright. Quick, quiet and without effect when all is there.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

[ -n "${HOME:-}" ] || die 'HOME is not set; type: export HOME="$(eval echo "~$(id -un)")"'
command -v go >/dev/null 2>&1 || die 'Go is not there; install Go 1.26 or later'

work=$(mktemp -d)
built= # the driver while it is put together
trap 'rm -rf "$work" ${built:+"$built"}' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# quietly COMMAND...: its output is shown only if it fails.
quietly() {
	"$@" >"$work/log" 2>&1 </dev/null && return 0
	say "failed: $*"
	grep -v '^ *at ' "$work/log" | tail -n 12 | sed 's/^/       | /'
	return 1
}

probe() { # sets version, driver_dir, driver_cli, node and missing (names)
	go run ./internal/setup/probe >"$work/facts" || die 'internal/setup/probe does not run; see above'
	fact() { sed -n "s/^$1 //p" "$work/facts"; }
	version=$(fact version) driver_dir=$(fact driver_dir) driver_cli=$(fact driver_cli) node=$(fact node)
	missing=$(sed -n 's/^missing \([a-z]*\) .*/\1/p' "$work/facts" | tr '\n' ' ')
}
misses() { case " $missing" in *" $1 "*) return 0 ;; *) return 1 ;; esac }
packages_of() { sed -n "s/^missing $1 [a-z]* *//p" "$work/facts"; }
fails() { grep -q "^missing $1 fail" "$work/facts"; }

# ---- system packages -------------------------------------------------------------------------------------

# root COMMAND...: as root, without ever asking for a password.
root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
may_apt() {
	command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true >/dev/null 2>&1; }
}
apt_get() {
	root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 \
		-o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@"
}
# Ubuntu's package only asks for a snap, which cannot be driven; its version says so ("2:1snap1-0ubuntu2").
chromium_is_real() {
	candidate=$(LC_ALL=C apt-cache policy chromium 2>/dev/null | sed -n 's/^ *Candidate: //p')
	case $candidate in '' | '(none)' | *snap*) return 1 ;; esac
}
install_packages() {
	wanted=
	for name in ffmpeg fonts compiler; do wanted="$wanted $(packages_of "$name")"; done
	if ! fails browser && [ -z "$(echo $wanted)" ]; then return 0; fi
	if ! may_apt; then return 0; fi # what is then still missing is explained at the end
	say 'apt-get update'
	if ! quietly apt_get update; then
		sleep 3
		say 'apt-get update, once more'
		quietly apt_get update || say 'going on with the package lists there are'
	fi
	if fails browser && chromium_is_real; then wanted="$wanted $(packages_of browser)"; fi
	[ -n "$(echo $wanted)" ] || return 0
	say "apt-get install$(printf ' %s' $wanted)"
	# one bad package must not keep the others away
	# shellcheck disable=SC2086
	quietly apt_get install --no-install-recommends $wanted ||
		for package in $wanted; do
			say "apt-get install $package"
			quietly apt_get install --no-install-recommends "$package" || true
		done
}

# ---- Playwright driver -----------------------------------------------------------------------------------

# Built beside its place and moved there in one step, so that two setups at once, or one that is stopped
# halfway, cannot leave half a driver.
install_driver() {
	if [ -n "${PLAYWRIGHT_CLI_PATH:-}" ]; then return 0; fi # another's
	if [ -n "${PLAYWRIGHT_DRIVER_PATH:-}" ] && [ -e "$driver_cli" ] && fails driver; then
		return 0 # a driver of another version in a folder of the user's: not ours to replace
	fi
	mkdir -p "$driver_dir" || die "cannot make the driver's folder $driver_dir"
	built=$(mktemp -d "$driver_dir/.new.XXXXXX") || die "cannot write to the driver's folder $driver_dir"
	if fails driver; then
		if command -v npm >/dev/null 2>&1; then
			say "Playwright driver $version: npm pack playwright-core@$version"
			(cd "$built" && quietly npm pack --loglevel=error --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 --fetch-timeout=60000 \
				"playwright-core@$version" && tar xzf playwright-core-*.tgz && rm playwright-core-*.tgz) ||
				say 'npm could not get the driver; trying its Go library'
		fi
	else
		cp -R "$driver_dir/package" "$built/package"
	fi
	# The library's own command patches the driver, and downloads it first if it is not there.
	say "Playwright driver $version: go run playwright-go/cmd/playwright, for its patch"
	quietly env PLAYWRIGHT_DRIVER_PATH="$built" PLAYWRIGHT_NODEJS_PATH="$node" \
		go run github.com/mxschmitt/playwright-go/cmd/playwright --version ||
		die 'the Playwright driver could not be set up; is the npm registry of this machine in reach?'
	# rename(2) through node, for mv would move into a folder that is there
	"$node" -e '
		const fs = require("fs"), [, built, place] = process.argv
		try { fs.renameSync(place, built + "/old") } catch (e) { if (e.code !== "ENOENT") throw e }
		try { fs.renameSync(built + "/package", place) } catch (e) {
			if (e.code !== "ENOTEMPTY" && e.code !== "EEXIST") throw e // else another setup was faster
		}' "$built" "$driver_dir/package" || die "cannot move the driver to $driver_dir"
	rm -rf "$built"
	built=
}

# ---- browser of Playwright ---------------------------------------------------------------------------------

install_browser() {
	[ -e "$driver_cli" ] || return 0
	if may_apt; then
		say 'playwright install-deps chromium'
		quietly "$node" "$driver_cli" install-deps chromium || true
	fi
	say 'playwright install chromium'
	# the time-out is for one silent connection in ms, and Playwright tries five times
	quietly env PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=8000 "$node" "$driver_cli" install --no-shell chromium ||
		say 'Playwright could not download its Chromium from here; a Chromium or Chrome of your own will do'
}

# ------------------------------------------------------------------------------------------------------------

probe
if [ -n "$missing" ]; then
	install_packages
	if misses driver && ! fails node; then install_driver; fi
	probe
	if fails browser && ! fails node; then
		install_browser
		probe
	fi
	if [ -n "$missing" ]; then
		go run ./internal/setup/probe -explain 2>/dev/null || true
		for name in node driver browser workdir temp; do
			if fails "$name"; then die 'not ready: install what is missing above, then try again'; fi
		done
	fi
fi
say 'ready'
