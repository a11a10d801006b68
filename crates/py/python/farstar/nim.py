"""Nimbers: products, inverses, roots, powers and logarithms of integers and of numpy arrays.

The sum is ``^``, as for integers.

>>> from farstar import nim
>>> nim.mul(16, 16), nim.inv(2), nim.pow(7, 2)
(24, 3, 4)
>>> nim.log(nim.pow(2, 2), 2)
2
"""

from __future__ import annotations

from typing import Any

from farstar import _farstar

__all__ = ["array", "div", "inv", "log", "mul", "order", "pow", "sqrt", "square"]


def _is_array(value: Any) -> bool:
    return hasattr(value, "__array_interface__") and getattr(value, "ndim", 0) > 0


def _unsigned(value: Any) -> Any:
    import numpy

    made = numpy.asarray(value)
    if made.dtype.kind != "u":
        raise TypeError(f"arrays of nimbers hold unsigned integers (uint8 to uint64), not {made.dtype}")
    return made


def _product(a: Any, b: Any) -> Any:
    import numpy

    a = a if _is_array(a) else _scalar_like(a, b)
    b = b if _is_array(b) else _scalar_like(b, a)
    a, b = _unsigned(a), _unsigned(b)
    dtype = numpy.result_type(a, b)
    a, b = numpy.broadcast_arrays(a, b)
    shape = a.shape
    a = numpy.ascontiguousarray(a, dtype=dtype).reshape(-1)
    b = numpy.ascontiguousarray(b, dtype=dtype).reshape(-1)
    out = numpy.empty_like(a)
    _farstar.nim_binary_into(dtype.itemsize * 8, out, a, b)
    return out.reshape(shape)


def _scalar_like(value: Any, other: Any) -> Any:
    import numpy

    return numpy.asarray(value, dtype=_unsigned(other).dtype)


def mul(a: Any, b: Any) -> Any:
    """The product of two nimbers, or of two arrays element by element."""
    if _is_array(a) or _is_array(b):
        return _product(a, b)
    return _farstar.nim_binary("mul", a, b)


def div(a: Any, b: Any) -> Any:
    """The quotient; ``ZeroDivisionError`` for a divisor of 0."""
    if _is_array(a) or _is_array(b):
        return _product(a, inv(b))
    return _farstar.nim_binary("div", a, b)


def _unary(operation: str, a: Any) -> Any:
    if not _is_array(a):
        return _farstar.nim_unary(operation, a)
    import numpy

    made = numpy.array(_unsigned(a), order="C", copy=True)
    flat = made.reshape(-1)
    _farstar.nim_unary_into(operation, made.dtype.itemsize * 8, flat)
    return made


def inv(a: Any) -> Any:
    """The inverse."""
    return _unary("inv", a)


def sqrt(a: Any) -> Any:
    """The square root; every nimber has one."""
    return _unary("sqrt", a)


def square(a: Any) -> Any:
    """The square."""
    return _unary("square", a)


def pow(a: Any, exponent: int) -> Any:
    """A power with an integer above."""
    if not _is_array(a):
        return _farstar.nim_power(a, exponent)
    import numpy

    base = inv(a) if exponent < 0 else _unsigned(a)
    exponent = abs(exponent)
    made = numpy.ones_like(base)
    while exponent:
        if exponent & 1:
            made = mul(made, base)
        exponent >>= 1
        if exponent:
            base = square(base)
    return made


def log(a: int, base: int) -> int | None:
    """The least exponent by which ``base`` becomes ``a``; ``None`` if there is none."""
    return _farstar.nim_log(a, base)


def order(a: int) -> int:
    """The least exponent by which ``a`` becomes 1."""
    return int(_farstar.nim_unary("order", a))


def array(values: Any, dtype: str = "uint64") -> Any:
    """A numpy array whose ``+ - * / **`` are those of nimbers.

    >>> from farstar import nim
    >>> a = nim.array([1, 2, 3])
    >>> (a * a).tolist(), (a + a).tolist(), (a / a).tolist()
    ([1, 3, 2], [0, 0, 0], [1, 1, 1])
    """
    from farstar._nimarray import NimArray

    return NimArray(values, dtype)
