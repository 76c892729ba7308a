# The one front door. Needs Python >= 3.10, a C++ compiler and make; everything else goes into .venv.
PYTHON ?= python3
TARGET ?= model
SECONDS ?= 600
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAGE := $(if $(shell command -v npm),page/node_modules/.package-lock.json)
CORE := $(shell find core -name '*.hpp' -o -name '*.cpp')
SOURCES := CMakeLists.txt pyproject.toml $(shell find core src -type f -not -name '*.pyc')

.PHONY: demo setup test test-engines check format stubs page bench bench-family bench-kernels bench-accuracy bench-certify bench-read bench-text bench-model bench-size bench-commands bench-quality bench-engines bench-shards bench-stragglers wheel docs fuzz clean

demo: .venv/installed  ## train on reviews, predict, explain a prediction, and prove that fruit is separable
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

setup: .venv/tools  ## build, install, and fetch what tests and checks need

test: .venv/tools $(PAGE)  ## run all tests; those of the page need Node.js, and Chromium to be seen in
	$(BIN)/python -m pytest -n auto --maxschedchunk=1 --ignore=tests/spark --ignore=tests/ray

test-engines: .venv/spark .venv/ray  ## run the tests on Ray, and on Spark, which need Java 17; a process has sessions of one kind only
	$(BIN)/python -m pytest tests/ray
	$(BIN)/python -m pytest tests/spark/test_spark.py tests/spark/test_data_frame.py
	$(BIN)/python -m pytest tests/spark/test_connect.py
	$(BIN)/python -m pytest tests/spark/test_executors.py

check: .venv/tools  ## run the linters and the type checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CORE)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/tools  ## write the code as the checkers want it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CORE)

stubs: .venv/tools  ## write the stub of the compiled core anew
	$(BIN)/python -m nanobind.stubgen -m rosenblatt._core._native -o src/rosenblatt/_core/_native.pyi

page: page/node_modules/.package-lock.json  ## build the page of rosenblatt play anew
	cd page && npm run build

bench:  ## measure beside rivals and the machine's limit
	$(MAKE) -C benchmarks PYTHON=$(PYTHON)

bench-family:  ## measure the rest of the linear family beside scikit-learn
	$(MAKE) -C benchmarks family PYTHON=$(PYTHON)

bench-kernels:  ## measure votes and kernels
	$(MAKE) -C benchmarks kernels PYTHON=$(PYTHON)

bench-accuracy:  ## compare mistake rates and scores with published ones
	$(MAKE) -C benchmarks accuracy PYTHON=$(PYTHON)

bench-certify:  ## measure proofs of separability beside HiGHS
	$(MAKE) -C benchmarks certify PYTHON=$(PYTHON)

bench-read:  ## measure reading of files beside other parsers
	$(MAKE) -C benchmarks read PYTHON=$(PYTHON)

bench-text:  ## measure features of texts beside scikit-learn
	$(MAKE) -C benchmarks text PYTHON=$(PYTHON)

bench-commands:  ## measure the commands beside other programs
	$(MAKE) -C benchmarks commands PYTHON=$(PYTHON)

bench-quality:  ## measure the default command on published sets beside other programs: SETS="TREC r8"
	$(MAKE) -C benchmarks quality PYTHON=$(PYTHON)

bench-engines:  ## measure training on processes, Dask, Ray and Spark beside dask-ml and MLlib; needs Java 17
	$(MAKE) -C benchmarks engines PYTHON=$(PYTHON)

bench-shards:  ## measure what shards cost in accuracy: SETS="a9a MNIST"
	$(MAKE) -C benchmarks shards PYTHON=$(PYTHON)

bench-stragglers:  ## simulate a thousand shards with slow and lost workers
	$(MAKE) -C benchmarks stragglers PYTHON=$(PYTHON)

bench-model:  ## measure model files beside the bare bytes
	$(MAKE) -C benchmarks model PYTHON=$(PYTHON)

bench-size:  ## measure the sizes of model files, and the memory that they need
	$(MAKE) -C benchmarks size PYTHON=$(PYTHON)

wheel: .venv/tools  ## build the source distribution and the wheel, and check them
	$(INSTALL) --group release
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/twine check --strict dist/*

docs: .venv/tools  ## make the worked examples and the pictures anew
	$(BIN)/python docs/build.py

fuzz: .venv/tools  ## feed a reader or rb.load with damaged files: TARGET is model, csv, json, arff, sqlite, xlsx ...
	$(INSTALL) --group fuzz
	$(BIN)/python -m tests.fuzz $(TARGET) -max_total_time=$(SECONDS)

.venv/ray: .venv/tools pyproject.toml
	$(INSTALL) --group ray
	touch $@

.venv/spark: .venv/tools pyproject.toml
	$(INSTALL) --group spark
	touch $@

clean:
	rm -rf .venv build dist benchmarks/.venv page/node_modules

page/node_modules/.package-lock.json: page/package-lock.json
	cd page && npm ci --no-progress
	touch $@

.venv/pip: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --upgrade "pip>=25.1"
	$(INSTALL) --group build
	touch $@

.venv/installed: .venv/pip $(SOURCES)
	$(INSTALL) --no-build-isolation .
	touch $@

.venv/tools: .venv/installed pyproject.toml
	$(INSTALL) --group dev
	touch $@
