"""Limits for a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

current: ContextVar[dict[str, Any] | None] = ContextVar("farstar.limits", default=None)


@contextmanager
def limits(**given: Any) -> Iterator[None]:
    """Sets ``time``, ``memory``, ``nodes``, ``threads`` and ``progress`` of everything in a block.

    >>> import farstar
    >>> with farstar.limits(time=5, memory="1GiB"):
    ...     farstar.Ruleset("Clobber")("XOX").value()
    Game('*')
    """
    unknown = set(given) - {"time", "memory", "nodes", "threads", "progress"}
    if unknown:
        raise TypeError(f"no such limit: {', '.join(sorted(unknown))}")
    token = current.set({**(current.get() or {}), **given})
    try:
        yield
    finally:
        current.reset(token)
