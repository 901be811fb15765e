# make help lists the targets.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
TIMEOUT     ?= 15m
FUZZTIME    ?= 1s
ARGS        ?=
# Packages whose tests start browsers, one after another: two at once starve each other on two cores.
BROWSER     := drivers/(appium|playwright)|internal/(app|ask|demoapp|endtoend|inputtest|readmetest|replaybench|trickytest)$$

# Go, npm and the browser keep their files below HOME, which containers and CI leave empty at times.
ifeq ($(strip $(HOME)),)
export HOME := $(shell eval "echo ~$$(id -un 2>/dev/null)" 2>/dev/null)
endif

# A tree owned by another user makes git, and with it the build's version stamp, fail.
VCS := $(shell git rev-parse HEAD >/dev/null 2>&1 || echo -buildvcs=false)

.DEFAULT_GOAL := help
.PHONY: help setup build demo test appium test-appium lint vet fmt staticcheck fuzz-smoke figures trust replay-bench bench golden clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: ## get what the machine lacks: browser, driver, ffmpeg, fonts, compiler
	@sh scripts/setup.sh

build: ## build bin/verdict
	go build $(VCS) -o bin/verdict ./cmd/verdict

demo: setup build ## run the example cases against the demo shop, offline (ARGS=... is handed on)
	bin/verdict demo $(ARGS)

test: setup lint appium ## all checks and tests, with the race detector, and a short fuzz of each fuzz test
	go test -race -p 2 -timeout $(TIMEOUT) $$(go list ./... | grep -v -E '$(BROWSER)')
	go test -race -p 1 -timeout $(TIMEOUT) $$(go list ./... | grep -E '$(BROWSER)')
	@FUZZTIME=$(FUZZTIME) sh scripts/fuzz-smoke.sh

appium: ## get Appium 3 with the drivers that need no phone, for tests
	@sh scripts/appium.sh

test-appium: setup appium ## the phones' driver against a double, and against a real Appium server without a phone
	go test -race -count=1 -timeout $(TIMEOUT) ./internal/appiumserver ./drivers/appium/...

lint: vet fmt staticcheck ## go vet, gofmt and staticcheck

vet:
	go vet ./...

fmt:
	@unformatted=$$(find . -name '*.go' -not -path './.git/*' -not -path './.verdict/*' -not -path './node_modules/*' -exec gofmt -l {} +) || exit 1; \
	if [ -n "$$unformatted" ]; then printf 'not formatted, type gofmt -w on:\n%s\n' "$$unformatted"; exit 1; fi; echo 'gofmt: ok'

# Left out, and said so, only where the module proxy does not have it.
staticcheck:
	@if go run $(STATICCHECK) -version; then go run $(STATICCHECK) ./...; \
	else echo 'staticcheck: NOT RUN, $(STATICCHECK) could not be had'; fi

fuzz-smoke: ## run each fuzz test for FUZZTIME (1s)
	@FUZZTIME=$(FUZZTIME) sh scripts/fuzz-smoke.sh

figures: setup ## long measurements: scripted model, Swagger UI, examples by builtin model and over HTTP, all exports
	go test -tags figures -v -timeout 60m ./internal/trickytest
	cd internal/endtoend && go test -count=1 -timeout 20m -run ExportsRun -all-exports

trust: setup ## run the tests of trust and print their table: wrong passes, leaks, escapes
	@sh scripts/trust.sh

replay-bench: setup ## replay recorded steps on changed pages, and the examples beside plain Playwright
	cd internal/replaybench && go test -count=1 -timeout 40m -run Changed -full
	cd internal/replaybench && go test -tags bench -count=1 -timeout 20m -run TestSuiteInPlainPlaywright -v

bench: ## run the benchmarks
	go test -run '^$$' -bench . -benchmem -timeout $(TIMEOUT) ./internal/bench/...

# Only packages with golden files know the flag; go test ./... -update would fail in all others.
golden: ## write the golden files anew
	@dirs=$$(grep -rlE 'flag\.Bool\("update"|/golden"' --include='*_test.go' . | xargs -n 1 dirname | sort -u); \
	if [ -z "$$dirs" ]; then echo 'no golden files'; else go test -count=1 $$dirs -update; fi

clean: ## remove what was built and the reports
	rm -rf bin .verdict coverage.txt
