"""Exact answers about combinatorial games.

>>> import farstar
>>> g = farstar.Game("{3||2|1}")
>>> g + 1, g.temperature, g.confused(1)
(Game('{4||3|2}'), Fraction(3, 4), False)
>>> farstar.Ruleset("Clobber")("XOXO|OXOX").value()
Game('*')

``Game`` has values, ``Ruleset``, ``Position``, ``Sum`` and ``Answer`` what is asked about boards, ``Sequence`` and
``Period`` heap games, ``MisereQuotient`` their misère play, ``find`` laws behind tables, ``solve`` and ``Atlas`` files
of all positions of a board, ``Graph`` games on graphs, ``nim`` products of nimbers, ``problems`` the catalogue,
``eval`` and ``Session`` the language. Whatever may take long takes ``time=``, ``memory=``, ``nodes=``, ``threads=`` and
``progress=``; ``limits`` sets them for a block.
"""

from importlib.metadata import version as _version

from farstar import nim
from farstar._catalogue import Problem, check, problems
from farstar._farstar import (
    Answer,
    Arena,
    Atlas,
    Game,
    Graph,
    Law,
    MisereQuotient,
    Period,
    Position,
    Ruleset,
    Sequence,
    Session,
    Sum,
    Thermograph,
    born_by,
    add_law,
    check_certificate,
    find,
    memory,
    open_atlas,
    print_order,
    ruleset_names,
    solve,
    sums,
)
from farstar._limits import limits
from farstar._make import compare, eval, heap, star, switch, tiny, up
from farstar._progress import Progress
from farstar.errors import (
    BytesError,
    CertificateError,
    CheckError,
    DomainError,
    Error,
    EvalError,
    InputError,
    LoopyError,
    NotAtomic,
    ParseError,
    PositionError,
    RulesError,
    Stopped,
    TooLarge,
    UnknownRuleset,
)
from farstar.functions import FunctionRuleset, of_functions
from farstar.jupyter import load_ipython_extension

__version__ = _version("farstar")

# not `eval`, which would hide Python's own from who imports all names
__all__ = [
    "__version__",
    "Answer", "Arena", "Atlas", "BytesError", "CertificateError", "CheckError", "DomainError", "Error", "EvalError",
    "FunctionRuleset", "Game", "Graph", "InputError", "Law", "LoopyError", "MisereQuotient", "NotAtomic", "ParseError", "Period", "Position",
    "PositionError", "Problem", "Progress", "Ruleset", "RulesError", "Sequence", "Session", "Stopped", "Sum",
    "Thermograph", "TooLarge", "UnknownRuleset", "add_law", "born_by", "check", "check_certificate", "compare", "find", "heap",
    "limits", "load_ipython_extension", "memory", "nim", "of_functions", "open_atlas", "print_order", "problems", "ruleset_names",
    "solve", "star", "sums", "switch", "tiny", "up",
]
