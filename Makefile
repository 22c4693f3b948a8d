# Kobako's chores. `make` alone lists them.
#
# Everything is installed into .venv, from the hash-checked locks in requirements/:
# play.txt is what a player needs, dev.txt the same and the tools. A stamp in .venv
# remembers which lock was installed, so nothing is installed twice.

PYTHON ?= python3
GAME   ?=
ARGS   ?=
SOAK   ?= 1
STUDY  ?= 1000
# One worker more than there are cores: tests wait for browsers and servers more often than not. With three more they
# wait for one another, and pages are not drawn in time.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
NPM  := cd web && KOBAKO_PYTHON='$(abspath $(BIN))/python' PATH='$(abspath $(VENV)/bin)':"$$PATH" npm --silent
OURS := $(patsubst src/kobako/games/%/rules.py,%,$(wildcard src/kobako/games/*/rules.py))
UV   := uv==0.13.7

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play page test test-deps check format docs golden types pictures studies soak bench bench-peers lock clean

help: ## List these targets
	@printf 'Kobako: five small-box games\n\n'
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@printf '\nPYTHON=python3.12 picks the interpreter; ARGS="…" goes to pytest or the bench.\n'

play: $(VENV)/play.stamp ## Play in your browser; `make play GAME=tokkuri` at this terminal
	@$(BIN)/python hatch_build.py
	@$(BIN)/kobako $(if $(GAME),play $(GAME),serve --open)

page: $(VENV)/play.stamp ## Build the page that needs no server into build/page, and show it
	@$(BIN)/python hatch_build.py
	@$(BIN)/kobako page build/page --serve $(ARGS)

# Bytecode is kept even where the environment says not to, as many images do: each worker would rewrite every test anew.
test soak: export PYTHONDONTWRITEBYTECODE :=
# Every worker has a core's worth of work; matrices that each spread over all cores would only wait for one another.
test soak: export OPENBLAS_NUM_THREADS := 1

# A file of tests is one worker's, so that what it sets up is set up once. Under CI nothing is left out: tests/landing.py.
# A test that hangs fails after ten minutes, ten times what the longest takes, and says where it stood.
# As root, what the tests need beside Python is installed as well; for everybody else there is `make test-deps`.
test: $(VENV)/dev.stamp ## Run the tests on every core; ARGS="-k ice" picks some, CI=true runs all
	@$(BIN)/python -m tests.needs
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations=25 --timeout 600 $(ARGS)

test-deps: $(VENV)/dev.stamp ## Install a browser, PostgreSQL, Redis and nginx for the tests, with sudo
	@$(BIN)/python -m tests.needs --sudo

check: $(VENV)/dev.stamp ## Lint, formatting, types, and which layer imports which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python hatch_build.py
	$(NPM) run check
	$(NPM) test

format: $(VENV)/dev.stamp ## Put the code in the shape `check` asks for
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Material's notice about its successor is not for those who build our pages: docs/dependencies.md.
docs: $(VENV)/dev.stamp ## Build the docs site into build/site; ARGS=serve shows it while you write
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs $(or $(ARGS),build)

golden: $(VENV)/dev.stamp ## Write the golden playthroughs anew; read the difference before you keep it
	$(BIN)/python -m tests.test_golden
	$(BIN)/python -m tests.terminal.test_pictures
	$(BIN)/python -m tests.test_notebooks

types: $(VENV)/dev.stamp ## Write what is made from the types: the browser's, docs/views.md, lists in docs/protocol.md
	$(BIN)/python -m tests.test_contract

pictures: $(VENV)/dev.stamp ## Draw every game's table, as the README shows some of them, into build/pictures
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m tests.web.pictures build/pictures $(ARGS)

# What the browser shows of each game, and the reports themselves in build/studies. The same games give the same bytes,
# so a run that was stopped goes on, and one that was made before is only written anew.
studies: $(VENV)/dev.stamp ## Study the five games for their pages; STUDY=40 plays so many games at each table
	@for game in $(OURS); do \
	  $(BIN)/kobako lab $$game -p 4 -n $(STUDY) --seed 1 --out build/studies/$$game-$(STUDY) $(ARGS) || exit 1; \
	  cp build/studies/$$game-$(STUDY)/study.json src/kobako/games/$$game/study.json; \
	done

soak: $(VENV)/dev.stamp ## Play long, under all laws, over bad lines, in whole games; SOAK=8 is eight times as long
	@$(BIN)/python -m tests.needs
	@$(BIN)/python hatch_build.py
	SOAK='$(SOAK)' $(BIN)/python -m pytest -q -n auto -m soak -rP --durations=20 $(ARGS)

bench: $(VENV)/dev.stamp ## Measure speed; see bench/
	$(BIN)/python -m bench $(ARGS)

bench-peers: $(VENV)/peers/peers.stamp ## Measure us beside OpenSpiel, PettingZoo, RLCard and Pgx; a quarter of an hour
	$(VENV)/peers/bin/python -m bench.peers $(ARGS)

$(VENV)/peers/peers.stamp: requirements/play.txt bench/peers/requirements.txt | $(VENV)/venv.stamp
	@$(PYTHON) -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip -qq --disable-pip-version-check install --require-hashes -r requirements/play.txt
	@$(VENV)/peers/bin/python -m pip -qq --disable-pip-version-check install -r bench/peers/requirements.txt
	@$(VENV)/peers/bin/python -m pip -qq --disable-pip-version-check install --no-build-isolation --no-deps -e .
	@touch $@

# dev.txt is held to play.txt, so that tests run on exactly what players get.
# ARGS=--upgrade moves every pin; without it only what pyproject.toml demands moves.
COMPILE = $(VENV)/lock/bin/uv pip compile -q --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --custom-compile-command 'make lock' $(ARGS) pyproject.toml

lock: $(VENV)/venv.stamp ## Renew requirements/ from pyproject.toml; ARGS=--upgrade moves every pin
	@test -x $(VENV)/lock/bin/uv || $(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip -qq --disable-pip-version-check install '$(UV)'
	$(COMPILE) --extra play --group build -o requirements/play.txt
	$(COMPILE) --all-extras --group dev -c requirements/play.txt -o requirements/dev.txt

clean: ## Remove .venv, caches and builds
	rm -rf $(VENV) build dist web/dist web/node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# One rule installs either lock, then this checkout on top (editable, needing no network).
$(VENV)/%.stamp: requirements/%.txt pyproject.toml | $(VENV)/venv.stamp
	@echo 'Setting up Kobako in $(VENV) ($*): a minute or so, this once …'
	@$(PIP) install --require-hashes -r $<
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/venv.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Kobako needs Python 3.11 or newer, and $(PYTHON) is: '"$$($(PYTHON) --version 2>&1)"; \
	  echo 'Name a newer one:  make PYTHON=/path/to/python3.12 …'; \
	  exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && apt-get -qq update && apt-get -qq install -y python3-venv >/dev/null; } \
	  || { echo '$(PYTHON) cannot make virtual environments: its venv module is not installed.'; \
	       echo 'On Debian or Ubuntu:  sudo apt install python3-venv'; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@
