# Two commands are enough: `make demo`, `make test`. uv is used when it is there, else python3 -m venv and pip.
PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)

.PHONY: demo test test-all check lock bench score score-llm pictures clean

demo: $(BIN)/day1
	@$(BIN)/day1 demo

test: $(BIN)/pytest
	$(BIN)/pytest -q -n 2 --dist loadfile -m "not slow and not harness and not model"

test-all: $(BIN)/pytest
	$(BIN)/pytest -q

check: $(BIN)/pytest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(BIN)/pytest
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python "$$file" || exit 1; done

pictures: $(BIN)/pytest
	$(BIN)/python scripts/pictures.py

score: $(BIN)/pytest
	@$(BIN)/python benchmarks/score.py

score-llm: $(BIN)/pytest
	@$(BIN)/python benchmarks/score_llm.py

lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links pyproject.toml --group dev -o requirements-dev.txt

$(BIN)/python:
ifdef UV
	uv venv --quiet --python '>=3.11' .venv
else
	$(PYTHON) -m venv .venv
endif

$(BIN)/day1: $(BIN)/python requirements.txt
	@echo "Installing what day1 needs into .venv; a minute or two the first time."
ifdef UV
	uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt
	uv pip install --quiet --python $(BIN)/python --no-deps -e .
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	@touch $(BIN)/day1

$(BIN)/pytest: $(BIN)/day1 requirements-dev.txt
	@echo "Installing what the tests need into .venv."
ifdef UV
	uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
endif
	@touch $(BIN)/pytest

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache
