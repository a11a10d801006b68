"""Arrays: numpy's where numpy is, the standard library's otherwise."""

from __future__ import annotations

from typing import Any


def uint32(data: bytes) -> Any:
    """An array of 32-bit numbers from its bytes."""
    try:
        import numpy
    except ImportError:
        from array import array

        made = array("I")
        made.frombytes(data)
        return made
    return numpy.frombuffer(data, dtype=numpy.uint32).copy()
