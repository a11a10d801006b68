"""Arrays of nimbers: numpy arrays with the arithmetic of nimbers."""

from __future__ import annotations

from typing import Any

import numpy

from farstar import nim


class NimArray(numpy.ndarray):
    """A numpy array of unsigned integers whose ``+ - * / **`` are those of nimbers."""

    def __new__(cls, values: Any, dtype: str = "uint64") -> NimArray:
        made = numpy.asarray(values, dtype=dtype)
        if made.dtype.kind != "u":
            raise TypeError(f"arrays of nimbers hold unsigned integers (uint8 to uint64), not {made.dtype}")
        return made.view(cls)

    def _plain(self) -> Any:
        return self.view(numpy.ndarray)

    def __add__(self, other: Any) -> Any:
        return numpy.bitwise_xor(self._plain(), _other(other, self)).view(NimArray)

    __radd__ = __sub__ = __rsub__ = __add__

    def __neg__(self) -> Any:
        return self.copy()

    def __mul__(self, other: Any) -> Any:
        return nim.mul(self._plain(), _other(other, self)).view(NimArray)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return nim.mul(self._plain(), nim.inv(_other(other, self))).view(NimArray)

    def __rtruediv__(self, other: Any) -> Any:
        return nim.mul(nim.inv(self._plain()), _other(other, self)).view(NimArray)

    def __pow__(self, exponent: Any) -> Any:
        return nim.pow(self._plain(), int(exponent)).view(NimArray)


def _other(other: Any, like: NimArray) -> Any:
    if isinstance(other, numpy.ndarray):
        return other.view(numpy.ndarray)
    return numpy.atleast_1d(numpy.asarray(other, dtype=like.dtype))
