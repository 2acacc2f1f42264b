# Everything a newcomer types. Needs Python 3.11 or newer with pip, and make; the rest goes into .venv.
#
#   make demo     check example answers against example documents, then ask the graph
#   make test     style, types, layers, tests and coverage; stops at the first thing that fails
#
# Another Python: make demo PYTHON=python3.12

PYTHON ?= python3
DATA   ?= ../shared/data
PORT   ?= 8000

WORKERS ?= 2

BIN   := .venv/bin
ROOMS := platform graph_schema ingest verify api
COMMA := ,
EMPTY :=
# Lines are watched until they have run, no longer: what traces every line makes rules take three times as long.
COVER := -P -m slipcover --source $(subst $(EMPTY) $(EMPTY),$(COMMA),$(ROOMS)) --json --out
RUN   := -m pytest --numprocesses $(WORKERS) --dist worksteal

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The environment with torch is installed while style and types are looked at.
MAKEFLAGS += --jobs=2

.DEFAULT_GOAL := help
.PHONY: help demo test nightly lint format bench models serve clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: .venv/installed  ## documents in, answers checked and corrected, questions to the graph
	@$(BIN)/python examples/demo.py

# A step with a name, so that the last line of a failed run says where it stopped.
define step
	@echo "==> $(1)"
	@$(2) || { echo; echo "Stopped at: $(1)"; exit 1; }
endef

lint: .venv/installed-test  ## style, types and the order of the rooms
	$(call step,style (ruff check; most of it is mended by make format),$(BIN)/ruff check .)
	$(call step,formatting (mended by make format),$(BIN)/ruff format --check .)
	$(call step,types (mypy --strict),$(BIN)/mypy $(ROOMS:%=-p claimgraph.%))
	$(call step,order of the rooms (lint-imports),PYTHONPATH=.types $(BIN)/lint-imports --no-cache)

test: lint .venv-torch/installed  ## everything that has to hold before a change is in
	$(call step,tests (pytest),$(BIN)/python $(COVER) .coverage.json $(RUN) --durations=20)
	$(call step,tests that need torch,.venv-torch/bin/python $(COVER) .coverage-torch.json $(RUN) -m torch)
	$(call step,coverage of the five rooms,$(BIN)/python -P -m slipcover --merge .coverage.json .coverage-torch.json \
	  --out .coverage-all.json --skip-covered --fail-under 85)

format: .venv/installed-test  ## mend style and formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

NIGHTLY := tests/unit tests/integration/test_histories.py tests/e2e/test_random_kills.py \
  tests/integration/test_embedded_server.py

nightly: .venv/installed-test  ## properties by many examples, 10,000 random operations and 100 kills on each store
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --hypothesis-profile nightly \
	  --timeout 3600 --override-ini faulthandler_timeout=0 $(NIGHTLY)

bench: .venv/installed  ## speed, and right and wrong, JSON in benchmarks/results/; less: BENCH="--only claims"
	@$(BIN)/python benchmarks/run.py $(BENCH)

models: .venv/installed-models  ## make the models that ship with the package again (DATA=...)
	$(BIN)/python training/make_models.py --data $(DATA)
	$(BIN)/python training/make_retrieval_model.py

serve: .venv/installed  ## GraphQL and REST on this machine (PORT=...)
	@$(BIN)/claimgraph serve --port $(PORT)

clean:  ## remove the environment, caches and the demo's graph
	-@test ! -x $(BIN)/claimgraph || CLAIMGRAPH_HOME=.demo $(BIN)/claimgraph stop
	rm -rf .venv .venv-torch .demo build *.egg-info .mypy_cache .ruff_cache .pytest_cache .coverage*.json

# An editable install: it is made again only when what is to be installed changes, not at every change of the code.
.venv/installed: pyproject.toml | .venv/bin/python
	@echo "Installing claimgraph into .venv (about a minute the first time) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[pymupdf]'
	@touch $@

.venv/installed-test: pyproject.toml .venv/installed
	@echo "Installing what the tests need into .venv ..."
	@$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

# The default installation has no torch (5 GB with CUDA); what needs it is tested in an environment of its own.
.venv-torch/installed: pyproject.toml training/requirements.txt | .venv-torch/bin/python
	@echo "Installing torch and what is tested with it into .venv-torch (a minute or two the first time) ..."
	@.venv-torch/bin/python -m pip install --quiet --no-compile --editable '.[torch,openvino,test]' --requirement training/requirements.txt \
	  || { echo "It needs some 10 GB of free disk while it runs, of which it keeps 7 GB; free now:" >&2; \
	  df -h . "$${TMPDIR:-/tmp}" >&2; exit 1; }
	@touch $@

.venv/installed-models: pyproject.toml training/requirements.txt .venv/installed
	$(BIN)/python -m pip install --requirement training/requirements.txt
	@touch $@

# Some systems ship Python without the part of venv that brings pip; then the system's pip puts one in.
.venv/bin/python .venv-torch/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  "claimgraph needs Python 3.11 or newer, and $(PYTHON) is older. Try: make $(MAKECMDGOALS) PYTHON=python3.12")'
	@$(PYTHON) -m venv $(@:/bin/python=) >/dev/null 2>&1 \
	  || { $(PYTHON) -m venv --clear --without-pip $(@:/bin/python=) \
	  && $(PYTHON) -m pip --python $@ install --quiet pip; }
