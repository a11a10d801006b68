"""The catalogue of named problems, and tables of facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from farstar import _farstar


class Problem:
    """A problem of the catalogue.

    >>> import farstar
    >>> nim = farstar.problems["nim"]
    >>> nim.id, nim.title
    ('I04', 'Nim')
    >>> nim.run("3\\n1 2 4\\n").splitlines()[0]
    '7 N'
    """

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name

    def about(self, language: str = "en") -> dict[str, Any]:
        """Everything that is told of it, in English (``'en'``) or Chinese (``'zh'``)."""
        return _farstar.problem_about(self.id, language)

    @property
    def title(self) -> str:
        """Its title in English."""
        return str(self.about()["title"])

    def run(self, text: str, **limits: Any) -> str:
        """The answer to an input in the format of the problem."""
        return _farstar.problem_run(self.id, text, **limits)

    def verify(self, to: int | None = None, **limits: Any) -> int:
        """Compares the rule with play by the definition; the number of cases that agree."""
        return _farstar.problem_verify(self.id, to, **limits)

    def __repr__(self) -> str:
        return f"<Problem {self.id} {self.name}>"


class _Catalogue(Mapping[str, Problem]):
    """All problems by their ids; names find them too."""

    def _all(self) -> dict[str, Problem]:
        return {id: Problem(id, name) for id, name in _farstar.problem_names()}

    def __getitem__(self, key: str) -> Problem:
        known = self._all()
        if key in known:
            return known[key]
        for problem in known.values():
            if problem.name == key:
                return problem
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(_farstar.problem_names())

    def __repr__(self) -> str:
        return f"<{len(self)} problems>"


problems = _Catalogue()


def check(table: str | Path, **limits: Any) -> dict[str, Any]:
    """Recomputes every row of a table of facts, a file whose name says what it holds, or checks a certificate of a
    period or a misère quotient; as ``farstar check`` does."""
    path = Path(table)
    return _farstar.check(path.stem, path.read_text(encoding="utf-8"), **limits)
