# Each target sets up what it needs in .venv, from the pins in requirements/.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready
PEERS := .venv-bench# anydyce, and the older dyce that it needs
PINS := .venv-pins
PYTEST := $(PY) -m pytest

.DEFAULT_GOAL := help
.PHONY: help report pdf notebooks test lab dashboard bench pins clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

report: $(READY) ## run the notebooks and write the pages to site/
	$(PY) -m silhouette_analysis report

pdf: $(READY) ## print the pages as one PDF
	$(PY) -m silhouette_analysis pdf

notebooks: $(READY) ## run the notebooks again and store their outputs in them
	$(PY) -m silhouette_analysis notebooks

test: $(READY) ## check everything that CI checks
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m numpydoc lint silhouette_analysis/*.py
	$(PYTEST) -n 2 --dist loadfile --nbval --nbval-current-env tests silhouette_analysis README.md notebooks

# What stands in the repository is trusted, else JupyterLab shows words in place of the pictures of dice.
lab: $(READY) ## open the notebooks in JupyterLab
	$(PY) -m jupyter trust notebooks/*.ipynb
	$(PY) -m jupyter lab notebooks

dashboard: $(READY) ## serve the explorers as an app
	JUPYTER_PATH=silhouette_analysis/templates $(PY) -m voila --template=silhouette \
		silhouette_analysis/templates/dashboard.ipynb

bench: $(READY) $(PEERS)/ready ## time the package beside other dice libraries
	ANYDYCE_PYTHON=$(PEERS)/bin/python $(PY) tests/bench.py
	$(PY) tests/bench_browser.py
	ANYDYCE_PYTHON=$(PEERS)/bin/python $(PY) tests/bench_lab.py

pins: ## choose the newest versions and write them to requirements/
	$(PYTHON) -m venv --clear $(PINS)
	$(PINS)/bin/python -m pip install --quiet uv
	for extra in dev bench; do \
		$(PINS)/bin/uv pip compile pyproject.toml --extra $$extra --output-file requirements/$$extra.txt \
			--upgrade --universal --python-version 3.11 --generate-hashes --strip-extras --no-annotate \
			--no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" --quiet || exit 1; \
	done
	rm -r $(PINS)

clean: ## remove the environments, the pages and the caches
	rm -rf .venv .venv-bench .venv-pins build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -r {} +

# An environment is made anew when its pins change.
define new_environment
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Python 3.11 or newer is needed, and $(PYTHON) is not. Name another one:" \
		"make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
$(PYTHON) -m venv --clear $(@D)
$(@D)/bin/python -m pip install --quiet --require-hashes -r $(filter requirements/%,$^)
endef

$(READY): pyproject.toml requirements/dev.txt
	$(new_environment)
	$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(PEERS)/ready: requirements/bench.txt
	$(new_environment)
	@touch $@
