# Two commands set everything up: `make play` and `make test`. The rest are shortcuts.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= manhattan
ARGS ?=

.PHONY: play serve site terminal page wheels made test quick bench peers lint lock audit clean

play: made  ## play in the browser, against bots or with friends
	@$(BIN)/bauboom serve --open $(ARGS)

serve: made  ## a server for games in the browser; ARGS="--host 0.0.0.0" for the whole network
	@$(BIN)/bauboom serve $(ARGS)

site: made  ## the page for any host of static files, into site/, shown on this machine
	@$(BIN)/bauboom site --out site --force --serve $(ARGS)

terminal: made  ## play in the terminal; GAME=hoch-hinaus for another game
	@$(BIN)/bauboom play $(GAME) $(ARGS)

page: .venv/ready  ## the page alone, built from web/ into the package
	@$(BIN)/python hatch_build.py page

wheels: .venv/ready-dev  ## wheels for all kinds of machines, made and checked on this one, into dist/
	@echo "Making wheels in dist (some minutes) …"
	@$(BIN)/python hatch_build.py wheels
	@$(BIN)/python -m tests.test_wheels dist

# what is made from web/ and from the rules, where that is missing or has changed
made: .venv/ready
	@$(BIN)/python hatch_build.py

test: .venv/ready-dev .venv/ready-browser made lint  ## everything: lint, types, all tests
	@$(BIN)/python hatch_build.py test
	$(BIN)/pytest -n auto --dist worksteal

quick: .venv/ready-dev made lint  ## the inner loop: linters and the fast tests
	@$(BIN)/python hatch_build.py test
	$(BIN)/pytest -n auto --dist worksteal -m "not slow"

lint: .venv/ready-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run '.venv/bin/ruff format .'"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/python hatch_build.py check

bench: .venv/ready-dev made  ## speed: ratios against C and plain Python, in one run
	$(BIN)/python bench/run.py

peers: .venv/ready-dev made  ## speed beside other libraries, which are installed for it
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt 'bauboom[peers]'
	$(BIN)/python bench/peers/run.py

lock: .venv/ready-dev  ## requirements/ anew, after a change of dependencies in pyproject.toml or constraints.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt uv
	@$(BIN)/python requirements/write.py

audit: .venv/ready-dev  ## ask for known holes in what we depend on
	@$(BIN)/python requirements/audit.py

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bauboom needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing; on Debian or Ubuntu: apt install python3-venv"; exit 1; }

.venv/ready: .venv/bin/python pyproject.toml $(wildcard requirements/*.txt)
	@echo "Installing Bauboom into .venv, and making its page and its rules (once) …"
	@$(BIN)/python hatch_build.py install
	@touch $@

.venv/ready-dev: .venv/ready constraints.txt
	@echo "Installing the test tools into .venv (once) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt 'bauboom[dev]'
	@touch $@

.venv/ready-browser: .venv/ready-dev tests/browser/install.py
	@$(BIN)/python tests/browser/install.py
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis web/node_modules src/bauboom/server/page src/bauboom/native
