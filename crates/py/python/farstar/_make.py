"""Short names for what is made often."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from farstar._farstar import Game, Sequence, Session

_Value = Game | int | Fraction | str


def star(n: int = 1) -> Game:
    """The nimber ``*n``.

    >>> import farstar
    >>> farstar.star(3) + farstar.star(5)
    Game('*6')
    """
    if not isinstance(n, int) or n < 0:
        raise ValueError("star: an integer of at least 0")
    return Game(f"*{n}") if n else Game(0)


def up(n: int = 1) -> Game:
    """``n`` times ``↑ = {0|*}``.

    >>> import farstar
    >>> farstar.up(2)
    Game('^^')
    """
    return n * Game("^")


def tiny(g: _Value) -> Game:
    """``{0||0|-g}``.

    >>> import farstar
    >>> farstar.tiny(2)
    Game('Tiny(2)')
    """
    return Game(left=[0], right=[Game(left=[0], right=[-Game(g)])])


def switch(g: _Value, h: _Value | None = None) -> Game:
    """``{g|h}``; with one argument ``{g|-g}``.

    >>> import farstar
    >>> farstar.switch(1), farstar.switch(3, -1)
    (Game('+-1'), Game('{3|-1}'))
    """
    left = Game(g)
    return Game(left=[left], right=[-left if h is None else Game(h)])


def heap(code: str) -> Sequence:
    """The sequence of a heap game, by its code or name.

    >>> import farstar
    >>> farstar.heap("0.77").grundy(1000)
    1
    """
    return Sequence(code)


def compare(g: _Value, h: _Value) -> str:
    """``'<'``, ``'='``, ``'>'`` or ``'<>'`` (confused).

    >>> import farstar
    >>> farstar.compare("^", "*")
    '<>'
    """
    return Game(g).compare(h)


def eval(text: str, **limits: Any) -> Any:
    """The value of an expression of the language, in a session of its own.

    >>> import farstar
    >>> farstar.eval("{1|-1}.Heat(2) + *3")
    Game('+-(3+*3)')
    """
    return Session().eval(text, **limits)
