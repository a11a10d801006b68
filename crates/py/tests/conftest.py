"""Tests of the package as it is installed."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, max_examples=200, derandomize=True)
settings.load_profile("house")


@pytest.fixture
def package() -> Path:
    """The directory of the crate."""
    return Path(os.environ.get("FARSTAR_PACKAGE", Path(__file__).parent.parent))
