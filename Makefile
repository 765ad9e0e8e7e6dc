# Run `make` for a list of what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Where `make install` puts the command, its completions and its man page.
PREFIX ?= /usr/local
# A release binary, and its page of the manual, for `make deb` and `make image`: then they build neither.
BINARY ?=
MANUAL ?=
# A regular expression for the tests that `make test` and `make test-unit` run. Default: all.
FILTER ?=
# Seconds each fuzz target runs.
FUZZ_SECONDS ?= 600
# Size of the stream that `make bench` builds, in bytes, and the folder for it.
BENCH_BYTES ?= 4294967296
BENCH_FOLDER ?=

# About how many minutes the first build takes on two cores; `Benchmarks/building` measures it.
BUILD_MINUTES := 5

# One build for the command and for its tests: a module is compiled once. Without debug information, which
# `make install` strips anyway: it costs a tenth of the build.
RELEASE := -c release -Xswiftc -gnone
# What is written in C. The modules with the most behind them wait for this second of work, but `swift build` begins with the
# names at the end of the alphabet, and with C last.
C_TARGETS := CSystemParts CResources
BIN = $$(swift build $(RELEASE) --show-bin-path)
# Package.swift says what tests may import; another flag would compile everything again.
TESTED := $(RELEASE) --disable-testable-imports

FUZZ := Tests/Fuzz
FUZZERS := $(notdir $(wildcard $(FUZZ)/Seeds/*))

# Swift Testing starts all tests at once by default: those that run the command, or wait for a
# server, then starve each other.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

# What id3tap is linked to, as pkg-config calls it, and the packages of apt with the headers.
MODULES := libavformat:libavformat-dev libavcodec:libavcodec-dev libavutil:libavutil-dev \
  sqlite3:libsqlite3-dev libcurl:libcurl4-openssl-dev libmicrohttpd:libmicrohttpd-dev \
  libxml-2.0:libxml2-dev

# Where Debian keeps servers.
export PATH := $(PATH):/usr/sbin:/sbin

.PHONY: help
help: ## Lists what there is.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s '|'

.PHONY: setup
setup: ## Installs what is missing to build: pkg-config and the headers of libavformat, SQLite, libcurl, libmicrohttpd, libxml2.
	@missing=; command -v pkg-config >/dev/null || missing=pkg-config; \
	for module in $(MODULES); do \
	  pkg-config --exists "$${module%:*}" 2>/dev/null || missing="$$missing $${module#*:}"; \
	done; \
	if [ -n "$$missing" ]; then $(call apt-install,$$missing); fi
	@command -v swift >/dev/null || { echo "make: swift is missing: install it from https://www.swift.org/install" >&2; exit 1; }

.PHONY: build
build: setup ## Builds the release binary.
	@if [ ! -x .build/release/id3tap ]; then \
	  printf '%s\n' 'Building id3tap: four Swift packages (argument-parser, log, GRDB, mustache), then its own modules.' \
	    'The first time this takes about $(BUILD_MINUTES) minutes on two cores.'; \
	  for target in $(C_TARGETS); do swift build $(RELEASE) --target $$target; done; \
	fi
	swift build $(RELEASE) --product id3tap

.PHONY: run
run: build ## Shows the verdicts on the streams in SampleStreams, and the first pings.
	@SampleStreams/overview "$(BIN)/id3tap"

# The suites that run the command.
END_TO_END = $(basename $(notdir $(shell find Tests/id3tapTests/EndToEnd -name '*Tests.swift')))
empty :=
space := $(empty) $(empty)

.PHONY: test
test: build ## Runs all tests, or those of FILTER; those that run the command run the release binary.
	ID3TAP="$(BIN)/id3tap" swift test $(TESTED) $(if $(FILTER),--filter '$(FILTER)')

.PHONY: test-unit
test-unit: setup ## Runs the tests that need no release binary.
	swift test $(TESTED) $(if $(FILTER),--filter '$(FILTER)') --skip '^id3tapTests\.($(subst $(space),|,$(END_TO_END)))/'

.PHONY: golden
golden: setup ## Writes the expected help texts anew: look at what git diff shows then.
	ID3TAP_WRITE_GOLDEN=1 swift test $(TESTED) --filter HelpTests

.PHONY: lint
lint: ## Checks the layout of the code.
	swift format lint --strict --recursive --parallel $(SOURCES)

.PHONY: format
format: ## Lays out the code.
	swift format --in-place --recursive --parallel $(SOURCES)

SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples/SamplePlayer/Package.swift \
  Examples/SamplePlayer/Sources

# The tables of the Spark job have the columns of the results database. Needs Python alone, no Spark.
.PHONY: test-tables
test-tables: build
	ID3TAP="$(BIN)/id3tap" python3 -m unittest discover --start-directory Distributed/spark/tests --pattern test_tables.py

.PHONY: check
check: lint test-tables test ## What every change has to pass: layout, no warning, all tests.

# Spark's own Python environment, with the versions of Distributed/spark/requirements.txt.
SPARK_PYTHON := .build/spark/bin/python
$(SPARK_PYTHON): Distributed/spark/requirements.txt
	@if ! python3 -c 'import ensurepip' 2>/dev/null; then $(call apt-install,python3-venv); fi
	python3 -m venv .build/spark
	.build/spark/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

.PHONY: test-spark
test-spark: build $(SPARK_PYTHON) ## Runs the tests of the Spark job, on a local cluster of two workers.
	@if ! command -v java >/dev/null; then $(call apt-install,openjdk-17-jre-headless); fi
	ID3TAP=$(BIN)/id3tap $(SPARK_PYTHON) -m unittest discover --start-directory Distributed/spark/tests --verbose

# Programs that tests need, and their packages in apt; without one, its tests are skipped.
PROGRAMS := /usr/lib/chromium/chromium-headless-shell:chromium-headless-shell curl:curl dh:debhelper ffmpeg:ffmpeg jq:jq \
  kcat:kcat lintian:lintian nginx:nginx-light openssl:openssl pdftotext:poppler-utils promtool:prometheus python3:python3 \
  sqlite3:sqlite3 tmux:tmux
# Python with DuckDB and pandas, and mitmproxy.
TOOLS := .build/tools
# The package that holds axe.min.js (axe-core 4.12.1), without Playwright, which it would drive.
AXE := axe_playwright_python
AXE_VERSION := 0.1.8

.PHONY: tools
tools: ## Installs what tests need: Chromium, FFmpeg, nginx, jq, kcat, pdftotext, promtool, tmux and the like; DuckDB, pandas, mitmproxy and axe-core in .build/tools.
	@missing=; for program in $(PROGRAMS); do \
	  command -v "$${program%:*}" >/dev/null || missing="$$missing $${program#*:}"; \
	done; \
	python3 -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; \
	if [ -n "$$missing" ]; then $(call apt-install,$$missing); fi
	@$(TOOLS)/bin/python3 -c 'import duckdb, mitmproxy, pandas' 2>/dev/null || { \
	  echo 'make: installing from PyPI into $(TOOLS): duckdb mitmproxy pandas'; \
	  python3 -m venv $(TOOLS) && $(TOOLS)/bin/pip install --quiet --disable-pip-version-check duckdb mitmproxy pandas; }
	@[ -n "$(wildcard $(TOOLS)/lib/python3*/site-packages/$(AXE)/axe.min.js)" ] || { \
	  echo 'make: installing from PyPI into $(TOOLS): $(AXE)'; \
	  $(TOOLS)/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps $(AXE)==$(AXE_VERSION); }

.PHONY: rules
rules: setup ## Writes Documentation/Rules.md from the texts of the rules.
	ID3TAP_WRITE_GOLDEN=1 swift test $(TESTED) --filter RulePageTests

.PHONY: example
example: setup ## Builds Examples/SamplePlayer on the public libraries, and compares a session of it with the expected output.
	Examples/SamplePlayer/check

.PHONY: pages
pages: ## Puts the help texts of Tests/Golden/help into the pages of Documentation/Commands.
	Documentation/make-pages

.PHONY: examples
examples: build ## Writes the outputs of the examples in the documents again: look at the difference.
	ID3TAP_WRITE_GOLDEN=1 swift test $(TESTED) --filter DocumentExamplesTests

.PHONY: pictures
pictures: build ## Makes the pictures of the README with Chromium: look at them before you commit.
	Documentation/make-pictures "$(BIN)/id3tap"

.PHONY: records
records: setup ## Writes the tables of fields in the documents, and the schema for Spark.
	swift run $(RELEASE) RecordDocumentation .

.PHONY: install
install: build manual ## Installs the command, its completions and its man page under PREFIX.
	@bin=$(BIN) && set -x \
	&& install -D -m 755 "$$bin/id3tap" "$(DESTDIR)$(PREFIX)/bin/id3tap" \
	&& strip --strip-all "$(DESTDIR)$(PREFIX)/bin/id3tap" \
	&& install -D -m 644 .build/manual/id3tap.1 "$(DESTDIR)$(PREFIX)/share/man/man1/id3tap.1" \
	&& install -D -m 644 <("$$bin/id3tap" --generate-completion-script bash) \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/id3tap" \
	&& install -D -m 644 <("$$bin/id3tap" --generate-completion-script zsh) \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_id3tap" \
	&& install -D -m 644 <("$$bin/id3tap" --generate-completion-script fish) \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/id3tap.fish"

# swift-argument-parser's plugin would build the whole package a second time to make the page; its
# tool makes it from the binary that is installed.
.PHONY: manual
manual: $(if $(BINARY),,build)
	swift build --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual \
	  --product generate-manual -Xswiftc -suppress-warnings
	@.build/manual/debug/generate-manual "$(or $(BINARY),$(BIN)/id3tap)" \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" --section 1 --output-directory .build/manual
	@# The tool copies the blank lines of help texts; mdoc(7) has .Pp for them.
	@sed -i 's/^$$/.Pp/' .build/manual/id3tap.1

# Where packages are made, and the one that is made now.
PACKAGES := .build/packages
DEB = $$(ls -t $(PACKAGES)/id3tap_*.deb | head -1)

.PHONY: deb
deb: $(if $(BINARY),,build) $(if $(MANUAL),,manual) ## Makes the package for Debian, in .build/packages: Packaging/README.md.
	@if ! command -v dh >/dev/null || ! command -v dpkg-buildpackage >/dev/null; then $(call apt-install,debhelper dpkg-dev); fi
	@Packaging/make-deb "$(or $(BINARY),$(BIN)/id3tap)" $(or $(MANUAL),.build/manual/id3tap.1) $(PACKAGES)

.PHONY: deb-test
deb-test: deb ## Installs the package in a clean Debian and uses it there; needs root.
	@missing=; for program in lintian mmdebstrap; do \
	  command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	if [ -n "$$missing" ]; then $(call apt-install,$$missing); fi
	@Packaging/test-deb "$(DEB)"

.PHONY: image
image: deb ## Makes an OCI image from the package, in .build/packages, without a registry.
	@missing=; for program in buildah mmdebstrap; do \
	  command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	if [ -n "$$missing" ]; then $(call apt-install,$$missing); fi
	@Packaging/make-image "$(DEB)" $(PACKAGES)

# The compiler writes down the public symbols of the module; the catalogue is checked against them.
.PHONY: docs
docs: setup ## Builds the documentation of NielsenAppApi, in .build/docs.
	swift build $(RELEASE) --target NielsenAppApi
	@mkdir -p .build/symbols
	swift-symbolgraph-extract -module-name NielsenAppApi -minimum-access-level public \
	  -target "$$(uname -m)-unknown-linux-gnu" -output-dir .build/symbols \
	  -I "$(BIN)/Modules" -I Sources/CFFmpeg $$(pkg-config --cflags-only-I libavformat) \
	  $$(printf -- '-Xcc -fmodule-map-file=%s ' "$(BIN)"/{CResources,CSystemParts}.build/module.modulemap)
	docc convert Sources/NielsenAppApi/NielsenAppApi.docc --additional-symbol-graph-dir .build/symbols \
	  --fallback-display-name NielsenAppApi --fallback-bundle-identifier id3tap.NielsenAppApi \
	  --warnings-as-errors --output-path .build/docs

.PHONY: bench
bench: build ## Measures id3tap against cat, ffprobe and libavformat, the engine and the queue.
	@if ! command -v ffmpeg >/dev/null || ! command -v ffprobe >/dev/null; then $(call apt-install,ffmpeg); fi
	swift build --package-path Benchmarks -c release
	@bin=$(BIN) && Benchmarks/run "$$bin/id3tap" "$(BENCH_BYTES)" $(BENCH_FOLDER)

.PHONY: fuzz $(FUZZERS)
fuzz: $(FUZZERS) ## Runs every fuzz target for FUZZ_SECONDS (600); see Tests/Fuzz/README.md.

# The Swift backtracer would end the process before libFuzzer writes the input down.
$(FUZZERS): setup
	swift build --package-path $(FUZZ) -c release -Xswiftc -sanitize=fuzzer \
	  -Xswiftc -enforce-exclusivity=checked --product $@
	mkdir -p $(FUZZ)/.build/corpus/$@ $(FUZZ)/Crashes
	SWIFT_BACKTRACE=enable=no $(FUZZ)/.build/release/$@ \
	  -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=512 -print_final_stats=1 \
	  $(patsubst %,-dict=%,$(wildcard $(FUZZ)/Dictionaries/$@.dict)) \
	  -artifact_prefix=$(FUZZ)/Crashes/$@- \
	  $(FUZZ)/.build/corpus/$@ $(FUZZ)/Seeds/$@

.PHONY: clean
clean: ## Removes everything that was built.
	rm -rf .build Benchmarks/.build Examples/SamplePlayer/.build $(FUZZ)/.build

# Installs packages, as root where that is needed. A server among them (nginx) is not started: policy-rc.d says so
# while apt works, and systemd does not start it at the next boot.
define apt-install
	echo "make: installing from apt: $(1)"; \
	command -v apt-get >/dev/null || { echo "make: apt-get is missing: install $(1) with the package manager of this system" >&2; exit 1; }; \
	as_root=; if [ "$$(id -u)" -ne 0 ]; then as_root=sudo; fi; \
	policy=/usr/sbin/policy-rc.d; \
	if [ ! -e $$policy ]; then \
	  trap '$$as_root rm -f $$policy' EXIT; \
	  printf '#!/bin/sh\nexit 101\n' | $$as_root tee $$policy >/dev/null; $$as_root chmod 755 $$policy; \
	fi; \
	had_nginx=$$(command -v nginx || true); \
	$$as_root apt-get update -q; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(1); \
	if [ -z "$$had_nginx" ] && command -v nginx >/dev/null && command -v systemctl >/dev/null; then \
	  $$as_root systemctl disable --quiet nginx || echo 'make: nginx is installed as a service that systemctl cannot turn off' >&2; \
	fi
endef
