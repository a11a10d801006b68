"""``%farstar`` and ``%%farstar``: the language of games in a notebook.

``%load_ext farstar`` makes them known. A cell may set variables, which later cells see.
"""

from __future__ import annotations

from typing import Any

from farstar._farstar import Session

_session: Session | None = None


def _the_session() -> Session:
    global _session
    if _session is None:
        _session = Session()
    return _session


def farstar(line: str, cell: str | None = None) -> Any:
    """The value of an expression; of the last one of a cell."""
    return _the_session().eval(line if cell is None else cell)


def load_ipython_extension(ipython: Any) -> None:
    """Called by ``%load_ext farstar``."""
    ipython.register_magic_function(farstar, "line_cell", "farstar")
