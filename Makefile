# Every task of the project. `make help` lists them.
SHELL := /bin/bash
SWIFT := $(shell Scripts/find-swift)
BIN := $(dir $(SWIFT))
COVERAGE := .build/coverage
FORMATTED := Package.swift Sources Tests Benchmarks Fuzz
FUZZ_SECONDS ?= 600
PYTHON ?= python3
PREFIX ?= /usr/local
PACKAGES := .build/packages
# Swift's own libraries are in it: it runs where no Swift is. In a folder of its own, for it is built otherwise.
STANDALONE := .build/package/release/espy
# image for Fuzz/ImageFuzz.swift, and so on.
FUZZ_TARGETS = $(shell ls Fuzz | sed -n 's/Fuzz\.swift$$//p' | tr A-Z a-z)

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\#.*/\1/p' Makefile)

help: ## List the tasks
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 17

# One build serves all of it: the one that counts what the tests reach.
check: export ESPY_BINARY := $(CURDIR)/$(COVERAGE)/release/espy
# Only the tests that follow as `coverage` write profiles; those before kill programs that may be writing theirs.
check: export LLVM_PROFILE_FILE := /dev/null
check: lint web-check wasm counting test-python test-web docs-check coverage ways-check ## All that continuous integration checks: format, build, docs, tests, coverage

test: build ## Run all tests
	Scripts/test

# The suites that need more than the standard library are run where that is installed; PYTHON=venv/bin/python names it.
test-python: ## Run the tests of the Python package, and of the training and measuring programs
	@Scripts/test-python $(PYTHON)

# NAMES=history runs some; Scripts/test-web --accept takes how the pages look now as how they should.
test-web: build wasm ## Test the pages in a real browser, on the size of a phone and of a desktop
	@Scripts/test-web $(NAMES)

ways: counting ## Write docs/architecture.md: the files that each verb really runs through
	@Scripts/ways $(COVERAGE)/release/espy

.PHONY: ways-check
ways-check: counting
	@Scripts/ways --check $(COVERAGE)/release/espy

house: ## Print the modules with their size, and folders that use each other in a circle
	@Scripts/house

wasm: ## Build the modules that run in a browser, too, for WebAssembly
	@Scripts/build-wasm

site: build wasm ## Write the web app as files for any web server into .build/site
	@./espy site .build/site

lint: ## Check the format of the sources and the scripts, their words, and that folders form no circle
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)
	@Scripts/house --check > /dev/null || { Scripts/house --check; exit 1; }
	@Scripts/check-words
	@! command -v hadolint > /dev/null || hadolint packaging/Dockerfile
	@grep -rlE '^#!/usr/bin/env bash' espy .ci Scripts Fuzz Benchmarks training | while read -r script; do bash -n $$script || exit 1; done

format: ## Format the sources
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

# Warnings are errors: Package.swift says so for every target.
build: ## Set up and build the program, unless ESPY_BINARY names one
	@[[ -n "$$ESPY_BINARY" ]] || Scripts/build

web: ## Draw the icons of the web app
	Scripts/make-icons

web-check: ## Fail when web/ is out of date, or its colors have too little contrast
	@Scripts/make-icons --check
	@Scripts/check-contrast

docs: build ## Write docs/cli.md from the table of commands, and the picture of README.md
	./espy docs cli > docs/cli.md
	./espy rack Tests/Samples/rack/box-9x9-hard.jpg -q --no-history -o docs/images/rack.jpg > /dev/null
	./espy count Tests/Samples/count/coins.jpg -q --no-history -o docs/images/count.jpg > /dev/null

pages-pictures: test-web ## Put pictures that the tests of the pages took into README.md
	Scripts/pages-pictures

docs-check: build ## Fail when docs/cli.md is out of date
	@./espy docs cli | diff -u docs/cli.md - || { echo 'docs/cli.md is out of date: run make docs'; exit 1; }

.PHONY: counting
counting:
	$(SWIFT) build -c release --build-tests --enable-code-coverage --scratch-path $(COVERAGE)

coverage: counting ## Run all tests and fail when less than 85% of the lines are covered
	@rm -rf $(COVERAGE)/profiles
	LLVM_PROFILE_FILE=$(CURDIR)/$(COVERAGE)/profiles/%9m.profraw Scripts/test --skip-build --scratch-path $(COVERAGE)
	@Scripts/coverage $(BIN) $(COVERAGE)

bench-many: build ## Measure many photos by plain Espy, a worker, a pool, Spark and Ray, and check what these promise
	@SWIFT=$(SWIFT) Benchmarks/many

bench: bench-rack bench-isbn bench-count bench-shelf bench-gallery bench-history bench-serve bench-many ## Run all benchmarks

budget: build ## Measure memory and time of every verb, and fail where one takes a fifth more than it may
	@SWIFT=$(SWIFT) Benchmarks/budget

bench-rack: build ## Measure espy rack against other readers on the same pictures
	@SWIFT=$(SWIFT) Benchmarks/rack

bench-isbn: build ## Measure reading the bar codes of books against other readers on the same photos
	@SWIFT=$(SWIFT) Benchmarks/isbn

# Photos that are kept with results; others are named by PHOTOS.
PHOTOS ?= $(wildcard $(addprefix ../shared/data/,count/skittles_05.jpg count/pills_mixed.jpg rack/biobricks/sample1.jpg \
	shelf/lb_two_shelves_example.jpg shelf/lb_one_shelf_example.jpg))

bench-history: ## Measure how long a full history takes to list, and how much room photos in it take
	$(SWIFT) build -c release --product HistoryBench
	@file=$$(mktemp -d)/history.sqlite && for size in 300 5000; do rm -f $$file; \
	.build/release/HistoryBench fill $$file 110 $$size && .build/release/HistoryBench list $$file || exit 1; done; \
	if [[ -n "$(PHOTOS)" ]]; then .build/release/HistoryBench keep $$file $(PHOTOS); else \
	echo "espy: skipped: no photos of 12 megapixels; PHOTOS='A.jpg B.jpg' names some" >&2; fi

bench-serve: ## Measure espy serve beside nginx and FastAPI, under mixed load, and in a browser
	@SWIFT=$(SWIFT) Benchmarks/serve

server-torture: ## Start and stop a server 2,000 times beside two processes that keep the cores busy
	@(while :; do :; done) & one=$$!; (while :; do :; done) & other=$$!; trap "kill $$one $$other" EXIT; \
	ESPY_SERVER_STARTS=2000 $(SWIFT) test -c release --disable-testable-imports --filter StopStressTests

history-torture: ## Kill a process that saves results 200 times, and look for all that it had reported as saved
	ESPY_KILLS=200 $(SWIFT) test -c release --disable-testable-imports --filter KillTests

watch-torture: ## Drop 500 photos into a watched folder, kill the watcher 20 times, and look for one answer to each
	ESPY_WATCH_PHOTOS=500 ESPY_KILLS=20 $(SWIFT) test -c release --disable-testable-imports --filter WatchKillTests

gallery-torture: ## Kill a process that indexes photos 20 times, and compare its gallery with one that was left alone
	ESPY_KILLS=20 $(SWIFT) test -c release --disable-testable-imports --filter GalleryKillTests

bench-gallery: build ## Measure indexing 10,000 photos beside Pillow on the same photos
	@SWIFT=$(SWIFT) Benchmarks/gallery

bench-count: build ## Measure espy count against the reference algorithm in Python on the same photos
	@SWIFT=$(SWIFT) Benchmarks/count

bench-gallery-search: ## Measure searching among 100,000 photos beside SQLite's FTS5 alone and NumPy
	@SWIFT=$(SWIFT) Benchmarks/bench-gallery-search

eval-duplicates: ## Measure which versions of photos are told to be one shot, and which different photos are
	$(SWIFT) build -c release --product SearchBench
	@Benchmarks/eval-duplicates

eval-tokens: ## Compare how texts are cut into tokens for CLIP with OpenCLIP's way
	$(SWIFT) build -c release --product SearchBench
	@Benchmarks/eval-tokens

eval-count: build ## Measure how well espy count counts, beside the reference algorithm
	@SWIFT=$(SWIFT) Benchmarks/eval-count

eval-wasm: ## Compare what the build for browsers reads with what the native program reads
	@SWIFT=$(SWIFT) Benchmarks/eval-wasm

eval-wasm-count: ## Compare what the build for browsers counts with what the native program counts
	@SWIFT=$(SWIFT) Benchmarks/eval-wasm-count

eval-wasm-frames: ## Compare the books that the build for browsers outlines in films with those of the native program
	@SWIFT=$(SWIFT) Benchmarks/eval-wasm-frames

eval-placement: ## Measure how many tubes of drawn boxes, filled in part, get into wrong wells, and how often wells are told
	$(SWIFT) build -c release --product EspyBench
	@.build/release/EspyBench placement --seeds 1-5
	@.build/release/EspyBench placement --seeds 1-2 --spoiled --auto
	@.build/release/EspyBench placement --seeds 1-2 --spoiled

eval-light: build ## Measure how counts, racks and shelves suffer from bad light and movement, and where Espy says so
	@SWIFT=$(SWIFT) Benchmarks/eval-light

bench-first-use: build ## Measure the time from starting Espy, and from opening its page, to the first number
	@SWIFT=$(SWIFT) Benchmarks/serve --only first

eval-sizes: build ## Measure how right the sizes are that espy count --measure tells, on drawn trays
	@SWIFT=$(SWIFT) Benchmarks/eval-sizes

bench-shelf: build ## Measure following books from frame to frame beside OpenCV's line detectors on the same frames
	@SWIFT=$(SWIFT) Benchmarks/bench-shelf

eval-shelf: build ## Measure how well both detectors of espy shelf outline spines, beside OpenCV's lines
	@SWIFT=$(SWIFT) Benchmarks/eval-shelf

eval-frames: build ## Measure how many outlines lie on books in films of shelves, with the judge of frames and without
	@SWIFT=$(SWIFT) Benchmarks/eval-frames

eval-gallery: build ## Measure how right tags, colors and searches of espy gallery are
	@SWIFT=$(SWIFT) Benchmarks/eval-gallery

eval-faces: build ## Measure how many faces espy gallery finds, and how well it tells people apart
	@SWIFT=$(SWIFT) Benchmarks/eval-faces

eval-titles: build ## Measure how many words of titles espy shelf reads, beside Tesseract on the whole photo
	@SWIFT=$(SWIFT) Benchmarks/eval-titles

eval-inventory: build ## Measure how right espy shelf inventory is on drawn shelves, and how long it takes for 100,000 books
	@SWIFT=$(SWIFT) Benchmarks/eval-inventory

eval-text: build ## Measure how many words of pages, signs and screenshots are read, by networks and by Tesseract
	@SWIFT=$(SWIFT) Benchmarks/eval-text

fuzz: build ## Feed broken input to the decoders for 10 minutes each (FUZZ_SECONDS=60 for less)
	@for target in $(FUZZ_TARGETS); do PATH="$(BIN):$$PATH" Fuzz/run $$target $(FUZZ_SECONDS) || failed=1; done; exit $${failed:-0}

standalone: wasm ## Build the program with Swift's libraries in it, for machines without Swift, and the reader for browsers
	@Scripts/setup
	@Scripts/trim-icu $(SWIFT) $(CURDIR)/.build/package/icu.o
	ESPY_ICU=$(CURDIR)/.build/package/icu.o $(SWIFT) build -c release --product espy --static-swift-stdlib --disable-local-rpath --scratch-path .build/package

install: standalone ## Install under PREFIX (/usr/local), below DESTDIR where that is set
	@Scripts/install-espy $(STANDALONE) $(PREFIX)

deb: standalone ## Make the packages for Debian 12, with a list of their parts and checksums, in .build/packages
	@Scripts/package deb $(STANDALONE) $(PACKAGES)

tarball: standalone ## Make an archive that runs from wherever it is unpacked
	@Scripts/package tarball $(STANDALONE) $(PACKAGES)

package-check: deb ## Install, run, upgrade and remove the packages in a bare Debian 12; make them twice and compare
	@Scripts/test-package $(PACKAGES) $(STANDALONE)

# Without an engine ESPY_DEBIAN=root.tar names an archive of a bare Debian 12, in place of one that mmdebstrap makes. The
# format of docker has the check of health, which the other one knows nothing of.
oci: deb ## Build the container image from the packages, with docker, podman or buildah, or as an archive without them
	@image='-t espy -f packaging/Dockerfile .'; ! command -v docker > /dev/null || exec docker build $$image; \
	for tool in podman buildah; do ! command -v $$tool > /dev/null || exec $$tool build --format docker $$image; done; \
	exec Scripts/package image $(STANDALONE) $(PACKAGES)

clean: ## Remove everything that was built
	rm -rf .build
