"""What can go wrong. Every class is a ``farstar.Error``."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Whatever farstar cannot do."""


class Stopped(Error):
    """A limit was met: ``reason`` is ``'time'``, ``'memory'``, ``'nodes'``, ``'cancelled'`` or ``'size'``; ``found`` is
    what is known all the same, an ``Answer`` or ``None``.

    >>> import farstar
    >>> try:
    ...     farstar.Ruleset("Domineering")("12x12").value(time=0.01)
    ... except farstar.Stopped as stopped:
    ...     stopped.reason
    'time'
    """

    def __init__(self, message: str, reason: str, found: Any = None) -> None:
        super().__init__(message, reason, found)
        self.reason = reason
        self.found = found

    def __str__(self) -> str:
        return str(self.args[0])


class TooLarge(Error, ValueError):
    """More than can be held or printed."""


class DomainError(Error, ValueError):
    """The question has no answer."""


class NotAtomic(DomainError):
    """The game has no atomic weight."""


class LoopyError(Error, ValueError):
    """Play may be endless where it must end."""


class BytesError(Error, ValueError):
    """These bytes are no value."""


class CertificateError(Error, ValueError):
    """This certificate proves nothing."""


class CheckError(Error, ValueError):
    """A rule and play by the definition differ."""


class UnknownRuleset(Error, ValueError):
    """No ruleset is called so."""


class _Placed(Error, ValueError):
    def __str__(self) -> str:
        return str(self.args[0])


class ParseError(_Placed):
    """A text that is no value; ``span`` has the characters of ``text`` that are wrong.

    >>> import farstar
    >>> try:
    ...     farstar.Game("{1|2")
    ... except farstar.ParseError as error:
    ...     error.span
    (0, 1)
    """

    def __init__(self, message: str, text: str, span: tuple[int, int]) -> None:
        super().__init__(message, text, span)
        self.text = text
        self.span = span


class EvalError(ParseError):
    """An expression that has no value."""


class _Rowed(_Placed):
    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column


class RulesError(_Rowed):
    """The text of a ruleset is wrong, at ``line`` and ``column``."""


class PositionError(_Rowed):
    """The text of a position is wrong, at ``line`` (its row) and ``column``."""


class InputError(_Placed):
    """The input of a problem is wrong, at ``line``."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)
        self.line = line
