"""Rulesets by Python functions, for what texts cannot say.

A position is anything that can be hashed. Every position is looked at once; this is good to about a million positions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from farstar._farstar import Game
from farstar.errors import LoopyError

Moves = Callable[[Any], Iterable[Any]]


class FunctionRuleset:
    """A ruleset by functions; see ``of_functions``."""

    def __init__(self, left: Moves, right: Moves, key: Callable[[Any], Hashable] | None = None) -> None:
        self._moves = (left, right)
        self._key: Callable[[Any], Hashable] = key or (lambda position: position)
        self._known: dict[Hashable, Game] = {}

    def __len__(self) -> int:
        return len(self._known)

    def value(self, position: Any) -> Game:
        """The value of a position. ``farstar.LoopyError`` where play may be endless."""
        known, key = self._known, self._key
        root = key(position)
        # positions whose options are being valued, each with its options
        stack: list[tuple[Any, Hashable, tuple[list[Any], list[Any]] | None]] = [(position, root, None)]
        entered: set[Hashable] = set()  # those above the position at hand
        while stack:
            here, name, options = stack.pop()
            if name in known:
                continue
            if options is None:
                if name in entered:
                    raise LoopyError(f"play may come back to {here!r}")
                entered.add(name)
                options = (list(self._moves[0](here)), list(self._moves[1](here)))
                stack.append((here, name, options))
                for option in (*options[0], *options[1]):
                    under = key(option)
                    if under in known:
                        continue
                    if under in entered:
                        raise LoopyError(f"play may come back to {option!r}")
                    stack.append((option, under, None))
                continue
            left, right = ([known[key(option)] for option in side] for side in options)
            known[name] = Game(left=left, right=right)
            entered.discard(name)
        return known[root]


def of_functions(
    left: Moves, right: Moves | None = None, *, key: Callable[[Any], Hashable] | None = None
) -> FunctionRuleset:
    """A ruleset by two functions that list the positions to which Left and Right move; one function for both players
    makes it impartial. ``key`` says which positions are the same.

    >>> import farstar
    >>> nim = farstar.of_functions(lambda n: range(n))
    >>> nim.value(5)
    Game('*5')
    >>> squeeze = farstar.of_functions(lambda n: [n - k for k in (1, 2) if k <= n], lambda n: [n - 3] if n >= 3 else [])
    >>> squeeze.value(3)
    Game('{2|0}')
    """
    return FunctionRuleset(left, right or left, key)
