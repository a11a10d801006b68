"""Progress of long work: what is told, and how it is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """What is known while work goes on: positions ``done``, ``total`` if that is known, ``seconds`` since it began."""

    done: int
    total: int | None
    seconds: float
    note: str
    bytes: int = 0


def show() -> Callable[[Progress], None]:
    """A bar of tqdm if it is there, a line on standard error otherwise."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line
    bar: Any = tqdm(unit=" positions", unit_scale=True, leave=False)

    def update(news: Progress) -> None:
        bar.n = news.done
        bar.refresh()
        if news.note == "done":
            bar.close()

    return update


def _line(news: Progress) -> None:
    end = "\n" if news.note == "done" else "\r"
    print(f"{news.done} positions, {news.bytes >> 20} MiB, {news.seconds:.1f} s", end=end, file=sys.stderr, flush=True)
