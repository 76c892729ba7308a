"""The stub of the compiled core is the one that nanobind writes for it."""

from pathlib import Path

import pytest

import rosenblatt._core
from rosenblatt._core import _native

stubgen = pytest.importorskip("nanobind.stubgen", reason="nanobind, which writes stubs, is only there for development")


def test_the_stub_is_up_to_date():
    generator = stubgen.StubGen(module=_native, quiet=True)
    generator.put(_native)
    stub = Path(rosenblatt._core.__file__).with_name("_native.pyi").read_text(encoding="utf-8")

    assert stub == generator.get(), "run `make stubs`"


def test_all_that_is_compiled_is_offered():
    compiled = {name for name in vars(_native) if not name.startswith("_")}

    assert set(rosenblatt._core.__all__) == compiled
