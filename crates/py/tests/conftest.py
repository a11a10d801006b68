"""Tests of the package as it is installed."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, max_examples=200, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=100_000)
settings.load_profile("soak" if "FARSTAR_SOAK" in os.environ else "house")


@pytest.fixture
def package() -> Path:
    """The directory of the crate."""
    return Path(os.environ.get("FARSTAR_PACKAGE", Path(__file__).parent.parent))


@pytest.fixture
def tables() -> Path:
    """The directory with tables of facts, where there is one."""
    directory = Path(os.environ.get("FARSTAR_TABLES", ""))
    if not (directory / "partizan_canonical.tsv").is_file():
        pytest.skip("FARSTAR_TABLES names no directory with them")
    return directory
