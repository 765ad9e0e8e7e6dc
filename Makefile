# Run `make` for a list of the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Where `make install` puts the command, its completions and its manual page.
PREFIX ?= /usr/local
# A regular expression for the names of the tests that `make test` runs. Default: all tests.
FILTER ?=
# Seconds that each fuzzer runs.
FUZZ_SECONDS ?= 600
# The size in bytes of the stream that `make bench` makes, and the folder for it.
BENCH_BYTES ?= 4294967296
BENCH_FOLDER ?=

# With the Swift runtime in the binary, which then needs the C library and the libraries of apt alone.
RELEASE := -c release --static-swift-stdlib
BIN := .build/release
# The end-to-end tests run the release binary. Swift Testing starts all tests at once by default: those that run the
# command, or wait for a server, would then starve each other.
TEST := ID3TAP="$(CURDIR)/$(BIN)/id3tap" SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 swift test

# Debian keeps servers in /usr/sbin: tests run nginx.
export PATH := $(PATH):/usr/sbin:/sbin

FUZZ := Tests/Fuzz
FUZZERS := $(notdir $(wildcard $(FUZZ)/Seeds/*))
SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples/SamplePlayer/Package.swift \
  Examples/SamplePlayer/Sources

.PHONY: help
help: ## Lists the targets.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s '|'

# The libraries that id3tap is linked to, as pkg-config calls them, and the packages with their headers.
LIBRARIES := libavformat:libavformat-dev libavcodec:libavcodec-dev libavutil:libavutil-dev sqlite3:libsqlite3-dev \
  libcurl:libcurl4-openssl-dev libmicrohttpd:libmicrohttpd-dev libxml-2.0:libxml2-dev

.PHONY: setup
setup: ## Installs the headers that a build needs, where they are missing.
	@Packaging/apt-install pkg-config:pkg-config
	@Packaging/apt-install $$(for library in $(LIBRARIES); do \
	  pkg-config --exists "$${library%:*}" || echo "$${library#*:}"; done)
	@command -v swift >/dev/null || { echo "make: swift is missing: install it from https://www.swift.org/install" >&2; exit 1; }

.PHONY: build
build: setup ## Builds the release binary, .build/release/id3tap.
	swift build $(RELEASE) --product id3tap

.PHONY: run
run: build ## Shows the verdicts on the streams in SampleStreams, and the first pings.
	@SampleStreams/overview $(BIN)/id3tap

.PHONY: test
test: build ## Runs all tests, or those of FILTER.
	$(TEST) $(if $(FILTER),--filter '$(FILTER)')

# The tests of the modules whose code runs on several threads; a browser does not wait for a server that is so slow.
CONCURRENT := ^((SystemTests|HTTPTests|HTTPServerTests|PresentationTests|LiveWatchTests|PingDeliveryTests|CollectorTests)[.]|StreamMakerTests[.](HeldRequest|RequestedRange|ServedFolder|StreamServer)Tests)
THREADED := --sanitize=thread --scratch-path .build/thread

.PHONY: test-threads
test-threads: setup ## Runs the tests of the concurrent modules under the thread sanitizer.
	swift build --build-tests $(THREADED)
	clang -shared -fPIC -O1 -Wall -Werror -o .build/thread/mutex.so Tests/ThreadSanitizer/mutex.c
	LD_PRELOAD="$(CURDIR)/.build/thread/mutex.so" $(TEST) --skip-build $(THREADED) --filter '$(CONCURRENT)' --skip Browser

.PHONY: lint
lint: ## Checks the layout of the code.
	swift format lint --strict --recursive --parallel $(SOURCES)

.PHONY: format
format: ## Lays out the code.
	swift format --in-place --recursive --parallel $(SOURCES)

.PHONY: check
check: lint test-tables example test ## Runs what every change has to pass.

.PHONY: golden
golden: build ## Writes all generated texts anew: look at what git diff shows then.
	ID3TAP_WRITE_GOLDEN=1 $(TEST) --filter 'HelpTests|RulePageTests|RecordDocumentationTests|PlayerGoldenTests'
	ID3TAP_WRITE_GOLDEN=1 ID3TAP_REQUIRE_TOOLS=1 $(TEST) --filter DocumentExamplesTests
	Examples/SamplePlayer/check --write

.PHONY: pictures
pictures: build ## Makes the pictures of the README with Chromium: look at them before you commit.
	Documentation/make-pictures $(BIN)/id3tap

.PHONY: example
example: setup ## Builds and runs Examples/SamplePlayer and the README's program, and compiles the examples of the DocC catalogues.
	Examples/SamplePlayer/check
	Examples/check-readme

# Programs that tests need, and their packages in Debian. Without one its tests are skipped, in .ci/run they fail.
PROGRAMS := /usr/lib/chromium/chromium-headless-shell:chromium-headless-shell curl:curl dh:debhelper ffmpeg:ffmpeg jq:jq \
  kcat:kcat lintian:lintian nginx:nginx-light openssl:openssl pdftotext:poppler-utils promtool:prometheus python3:python3 \
  sqlite3:sqlite3 tmux:tmux
TOOLS := .build/tools
# The package that holds axe.min.js (axe-core 4.12.1). Playwright, which it would drive, is not installed.
AXE := axe_playwright_python

.PHONY: tools
tools: ## Installs what tests need: programs from Debian, and Python packages in .build/tools.
	@Packaging/apt-install $(PROGRAMS)
	@python3 -c 'import ensurepip' 2>/dev/null || Packaging/apt-install python3-venv
	@$(TOOLS)/bin/python3 -c 'import duckdb, mitmproxy, pandas' 2>/dev/null || { \
	  python3 -m venv $(TOOLS) && $(TOOLS)/bin/pip install --quiet --disable-pip-version-check duckdb mitmproxy pandas; }
	@[ -n "$(wildcard $(TOOLS)/lib/python3*/site-packages/$(AXE)/axe.min.js)" ] || \
	  $(TOOLS)/bin/pip install --quiet --disable-pip-version-check --no-deps $(AXE)==0.1.8

# The tables of the Spark job have the columns of the results database. The test needs Python alone, no Spark.
.PHONY: test-tables
test-tables: build
	ID3TAP=$(BIN)/id3tap python3 -m unittest discover --start-directory Integrations/spark/tests --pattern test_tables.py

SPARK_PYTHON := .build/spark/bin/python
$(SPARK_PYTHON): Integrations/spark/requirements.txt
	@python3 -c 'import ensurepip' 2>/dev/null || Packaging/apt-install python3-venv
	python3 -m venv .build/spark
	.build/spark/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

.PHONY: test-spark
test-spark: build $(SPARK_PYTHON) ## Runs the tests of the Spark job, on a local cluster of two workers.
	@Packaging/apt-install java:openjdk-17-jre-headless
	ID3TAP=$(BIN)/id3tap $(SPARK_PYTHON) -m unittest discover --start-directory Integrations/spark/tests --verbose

.PHONY: install
install: build ## Installs the command, its completions and its manual page under PREFIX.
	@$(MAKE) -C Packaging manual
	install -D -m 755 $(BIN)/id3tap "$(DESTDIR)$(PREFIX)/bin/id3tap"
	strip --strip-all "$(DESTDIR)$(PREFIX)/bin/id3tap"
	install -D -m 644 .build/manual/id3tap.1 "$(DESTDIR)$(PREFIX)/share/man/man1/id3tap.1"
	install -D -m 644 <($(BIN)/id3tap --generate-completion-script bash) \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/id3tap"
	install -D -m 644 <($(BIN)/id3tap --generate-completion-script zsh) \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_id3tap"
	install -D -m 644 <($(BIN)/id3tap --generate-completion-script fish) \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/id3tap.fish"

# The compiler writes down the public symbols of a module; docc checks its catalogue against them.
.PHONY: docs
docs: build ## Builds the documentation of the libraries that have a DocC catalogue, in .build/docs.
	for catalogue in Sources/*/*/*.docc; do \
	  module=$$(basename $$catalogue .docc); symbols=.build/symbols/$$module; mkdir -p $$symbols; \
	  swift-symbolgraph-extract -module-name $$module -minimum-access-level public \
	    -target "$$(uname -m)-unknown-linux-gnu" -output-dir $$symbols -I $(BIN)/Modules \
	    $$(printf -- '-I %s ' Sources/Support/C[A-Z]*) $$(pkg-config --cflags-only-I libavformat libxml-2.0) \
	    -Xcc -fmodule-map-file=$(BIN)/CResources.build/module.modulemap && \
	  docc convert $$catalogue --additional-symbol-graph-dir $$symbols --fallback-display-name $$module \
	    --fallback-bundle-identifier id3tap.$$module --warnings-as-errors --output-path .build/docs/$$module || exit; \
	done

.PHONY: bench
bench: build ## Measures what Benchmarks/README.md lists.
	@Packaging/apt-install ffmpeg:ffmpeg
	swift build --package-path Benchmarks -c release
	Benchmarks/run "$(CURDIR)/$(BIN)/id3tap" "$(BENCH_BYTES)" $(BENCH_FOLDER)

.PHONY: fuzz $(FUZZERS)
fuzz: $(FUZZERS) ## Runs every fuzzer for FUZZ_SECONDS (600): Tests/Fuzz/README.md.

# The Swift backtracer would end the process before libFuzzer writes the input down.
$(FUZZERS): setup
	swift build --package-path $(FUZZ) -c release -Xswiftc -sanitize=fuzzer \
	  -Xswiftc -enable-testing --product $@
	mkdir -p $(FUZZ)/.build/corpus/$@ $(FUZZ)/Crashes
	SWIFT_BACKTRACE=enable=no $(FUZZ)/.build/release/$@ \
	  -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=512 -print_final_stats=1 \
	  $(patsubst %,-dict=%,$(wildcard $(FUZZ)/Dictionaries/$@.dict)) \
	  -artifact_prefix=$(FUZZ)/Crashes/$@- \
	  $(FUZZ)/.build/corpus/$@ $(FUZZ)/Seeds/$@

.PHONY: clean
clean: ## Removes everything that was built.
	rm -rf .build Benchmarks/.build Examples/SamplePlayer/.build $(FUZZ)/.build
