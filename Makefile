# make demo   set up, play a million games, show what they say, write a report
# make test   set up, run all the tests
# make lint   set up, check style, types and the import rules
# make clean  take away everything these made

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PACKAGES := simkit analysis reports scripts
PYTEST_ARGS ?= -n 2

.DELETE_ON_ERROR:
.PHONY: help demo test lint warm warm-dice clean

help:
	@sed -n 's/^# //p' Makefile

# The run-time venv. Made anew only when the dependencies change.
$(VENV)/ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "make: no python3 found; install Python 3.11 or later, or say make PYTHON=/path/to/python3" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is older than Python 3.11; say make PYTHON=/path/to/python3.11" >&2; exit 2; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --constraint constraints.txt hatchling
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable .
	touch $@

# The tools of tests and lint on top of it.
$(VENV)/ready-dev: $(VENV)/ready
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	touch $@

# Compiling the kernels takes about a minute, once for every edit of them; one run does those of the cards,
# another those of the dice.
warm: $(VENV)/ready
	$(BIN)/simkit simulate party/sushi-go --players 4 --games 256 --format json > /dev/null

warm-dice: warm
	$(BIN)/simkit simulate roll --players 4 --games 256 --format json > /dev/null

demo: warm
	@$(BIN)/simkit demo --force

test: $(VENV)/ready-dev warm warm-dice
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +
