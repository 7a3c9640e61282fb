# Every task of the project. `make help` lists them.
SHELL := /bin/bash
SWIFT := $(shell Scripts/find-swift)
BIN := $(dir $(SWIFT))
COVERAGE := .build/coverage
FORMATTED := Package.swift Sources Tests Benchmarks

.PHONY: help check test lint format build docs docs-check coverage bench bench-rack fuzz clean

help: ## List the tasks
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

check: lint build docs-check coverage ## All that continuous integration checks: format, build, docs, tests, coverage

test: build ## Run all tests
	$(SWIFT) test -c release

lint: ## Check the format of the sources and the scripts
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)
	@for script in espy .ci/run Scripts/*; do \
	    if head -1 $$script | grep -q bash; then bash -n $$script || exit 1; fi; done

format: ## Format the sources
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

# Warnings are errors: Package.swift says so for every target.
build: ## Set up and build the program
	@Scripts/build

docs: build ## Write docs/cli.md from the table of commands
	./espy docs cli > docs/cli.md

docs-check: build ## Fail when docs/cli.md is out of date
	@./espy docs cli | diff -u docs/cli.md - || { echo 'docs/cli.md is out of date: run make docs'; exit 1; }

coverage: ## Run all tests and fail when less than 85 % of the lines are covered
	$(SWIFT) test -c release --enable-code-coverage --scratch-path $(COVERAGE)
	@Scripts/coverage $(BIN) $(COVERAGE)

bench: bench-rack ## Run all benchmarks

bench-rack: build ## Measure espy rack against its peers
	@Scripts/bench-rack

fuzz: ## Feed broken input to the decoders for 10 minutes (ESPY_FUZZ_SECONDS=60 for less)
	@Scripts/fuzz

clean: ## Remove everything that was built
	rm -rf .build
