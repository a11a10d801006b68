"""
The compiled part of the package `farstar`.
"""

from _typeshed import SupportsGetItem
from os import PathLike
from pathlib import Path
from typing import Any, SupportsFloat, SupportsIndex, final
from typing_extensions import disjoint_base

__all__ = ["Answer", "Arena", "Atlas", "AtlasEntries", "Game", "Graph", "Law", "MisereQuotient", "Period", "Position", "Ruleset", "Sequence", "Session", "Sum", "Thermograph", "add_law", "born_by", "check", "check_certificate", "command", "find", "memory", "nim_binary", "nim_binary_into", "nim_log", "nim_power", "nim_unary", "nim_unary_into", "open_atlas", "print_order", "problem_about", "problem_names", "problem_run", "problem_verify", "ruleset_names", "scatter_svg", "solve", "sums"]

@final
class Answer:
    """
    What is known of a position or a sum. What is not known is `None`; `stopped` says which limit left it open.

    `to_dict()` is the JSON of the command line and the page, which `pandas.DataFrame` takes.

    >>> from farstar import Ruleset
    >>> a = Ruleset("Nim")("3+5").answer()
    >>> a.value, a.outcome, a.grundy
    ('*6', 'N', 6)
    """
    def __reduce__(self, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    @property
    def atomic_weight(self, /) -> str | None:
        """
        The atomic weight, where there is one, as text.
        """
    @staticmethod
    def from_json(text: str) -> Answer:
        """
        Reads what `to_json` has written.
        """
    @property
    def grundy(self, /) -> int | None:
        """
        The Grundy value of an impartial sum in normal play.
        """
    @property
    def left_starts(self, /) -> Any:
        """
        What is known when Left begins: winner, proof, moves.
        """
    @property
    def mean(self, /) -> str | None:
        """
        The mean of the value, as text.
        """
    @property
    def message(self, /) -> str | None:
        """
        The same in a sentence.
        """
    @property
    def outcome(self, /) -> str | None:
        """
        Who wins.
        """
    @property
    def reasons(self, /) -> list[str]:
        """
        Why it is won as it is, in sentences, if that was asked for with `explain`.
        """
    @property
    def right_starts(self, /) -> Any:
        """
        What is known when Right begins.
        """
    @property
    def stopped(self, /) -> str | None:
        """
        The limit that left something open: `'time'`, `'memory'`, `'nodes'`, `'cancelled'`, `'size'`.
        """
    @property
    def temperature(self, /) -> str | None:
        """
        The temperature of the value, as text.
        """
    def to_dict(self, /) -> Any:
        """
        All of it as a dictionary.
        """
    def to_json(self, /) -> str:
        """
        All of it as JSON on one line, the same behind every door.
        """
    @property
    def value(self, /) -> str | None:
        """
        The value as text.
        """

@final
class Arena:
    """
    A place for values. `with Arena(): …` computes in a fresh one, whose memory is given back when its last value goes.

    >>> import farstar
    >>> with farstar.Arena() as arena:
    ...     g = farstar.Game("{3||2|1}")
    >>> arena.values > 1, g + 1 == farstar.Game("{4||3|2}")
    (True, True)
    """
    def __enter__(self, /) -> Arena: ...
    def __exit__(self, /, *_fault) -> None: ...
    def __new__(cls, /) -> Arena: ...
    @property
    def bytes(self, /) -> int:
        """
        How many bytes it takes.
        """
    @property
    def values(self, /) -> int:
        """
        How many values it holds.
        """

@final
class Atlas:
    """
    A file of every position that play from a start can reach, with its answer: `solve` makes it, `open_atlas` opens it
    without loading it. Called with a position it tells its answer, `None` if no play from the start leads there.

    What an answer is depends on `ask`: of `'winner'` the outcome as a text, of `'grundy'` the Grundy value, of
    `'value'` the value as a `Game`, and of `'draws'` a tuple of the outcome and of the moves after which it is decided
    if Left and if Right begins, `None` for a draw.
    """
    def __call__(self, /, position: Any) -> Any | None:
        """
        The same as `probe`.
        """
    def __iter__(self, /) -> AtlasEntries:
        """
        Every position that stands in the file, one of each class of images, as a text, with its answer.
        """
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def arcs(self, /) -> int:
        """
        Moves of all players from all of them.
        """
    @property
    def ask(self, /) -> str:
        """
        What was asked: `'winner'`, `'grundy'`, `'draws'` or `'value'`.
        """
    @property
    def counts(self, /) -> dict:
        """
        How many positions have each outcome, or each Grundy value.
        """
    @property
    def fingerprint(self, /) -> str:
        """
        The fingerprint of all positions and answers: equal for files that say the same, whatever made them.
        """
    def moves(self, /, position: Any, player: str) -> list[tuple[str, str | None]]:
        """
        The texts of the positions that moves of a player reach, each with what is told of it in a few words.
        """
    @property
    def parts(self, /) -> int | None:
        """
        How many cells the parts may have, of an atlas of all connected parts.
        """
    @property
    def path(self, /) -> Path:
        """
        The file.
        """
    @property
    def positions(self, /) -> int:
        """
        How many positions there are, up to symmetry.
        """
    def probe(self, /, position: Any) -> Any | None:
        """
        The answer of a position, given as a `Position` or as its text.
        """
    def probe_many(self, /, positions: SupportsGetItem[int, Any], **limits) -> list[Any | None]:
        """
        The answers of many positions, in their order: the file is read once from its front to its end.
        """
    @property
    def ruleset(self, /) -> Ruleset:
        """
        The ruleset.
        """
    @property
    def start(self, /) -> str:
        """
        The position from which play begins, as a text; nothing of an atlas of parts.
        """
    @property
    def values(self, /) -> int | None:
        """
        How many different values there are, of an atlas of values.
        """
    def verify(self, /, *, sample: SupportsIndex = ..., **limits) -> str | None:
        """
        Derives every answer again from those of its options, and `sample` of them once more from their texts. `None` if
        all are right; else the first position that is wrong.
        """

@final
class AtlasEntries:
    """
    The positions of an atlas with their answers, in the order in which they stand in the file.
    """
    def __iter__(self, /) -> AtlasEntries: ...
    def __next__(self, /) -> tuple[str, Any]: ...

@disjoint_base
class Game:
    """
    The value of a short game, exactly.

    Made from CGSuite's notation, an `int`, a `Fraction`, or options: `Game("{3||2|1}")`, `Game(left=[1], right=[-1])`.
    `==` is equality of values; `<` and `<=` are the partial order of games; `+`, `-` and multiples by integers are
    those of games. Values are immutable, can be hashed and pickled.

    >>> from farstar import Game
    >>> Game("{1|-1}") + 1
    Game('{2|0}')
    >>> Game("1/2") + Game("1/2") == 1
    True
    """
    def __add__(self, other: object, /) -> Any: ...
    def __bool__(self, /) -> bool: ...
    def __bytes__(self, /) -> bytes: ...
    def __copy__(self, /) -> Game: ...
    def __deepcopy__(self, /, _memo: Any) -> Game: ...
    def __eq__(self, other: object, /) -> Any: ...
    def __ge__(self, other: object, /) -> Any: ...
    def __gt__(self, other: object, /) -> Any: ...
    def __hash__(self, /) -> int: ...
    def __int__(self, /) -> Any: ...
    def __le__(self, other: object, /) -> Any: ...
    def __lt__(self, other: object, /) -> Any: ...
    def __mul__(self, factor: object, /) -> Any:
        """
        Multiples by integers; two games have more than one product, which are methods.
        """
    def __ne__(self, other: object, /) -> Any: ...
    def __neg__(self, /) -> Game: ...
    def __new__(cls, /, value: Any | None = None, *, left: Any | None = None, right: Any | None = None) -> Game: ...
    def __pos__(self, /) -> Game: ...
    def __radd__(self, other: object, /) -> Any: ...
    def __reduce__(self, /) -> tuple: ...
    def __repr__(self, /) -> str: ...
    def __rmul__(self, factor: object, /) -> Any: ...
    def __rsub__(self, other: object, /) -> Any: ...
    def __str__(self, /) -> str: ...
    def __sub__(self, other: object, /) -> Any: ...
    def _repr_latex_(self, /) -> str: ...
    def atomic_weight(self, /) -> Game:
        """
        The atomic weight. `farstar.NotAtomic` if there is none.
        """
    @property
    def birthday(self, /) -> Any:
        """
        The day on which it is born.
        """
    def chill(self, /) -> Game:
        """
        Cooled by 1.
        """
    def compare(self, /, other: Any) -> str:
        """
        `'<'`, `'='`, `'>'`, or `'<>'` for games that are confused.

        >>> from farstar import Game
        >>> Game("*").compare(0)
        '<>'
        """
    def confused(self, /, other: Any) -> bool:
        """
        Whether who moves first wins the difference.
        """
    def conjunctive_sum(self, /, other: Any) -> Game:
        """
        The conjunctive sum: a move is one in every component.
        """
    def conway_product(self, /, other: Any) -> Game:
        """
        Conway's product.
        """
    def cool(self, /, t: Any) -> Game:
        """
        Cooled by a number greater than −1.
        """
    def followers(self, /) -> tuple:
        """
        Every position that can be reached, the game itself among them.
        """
    def freeze(self, /) -> Game:
        """
        Cooled to just above its temperature.
        """
    @staticmethod
    def from_bytes(data: bytes) -> Game:
        """
        The value of canonical bytes, as `bytes(game)` gives them. Any others are refused with `farstar.BytesError`.

        >>> from farstar import Game
        >>> Game.from_bytes(bytes(Game("^*")))
        Game('^*')
        """
    def heat(self, /, t: Any) -> Game:
        """
        Heated by a game.
        """
    def incentives(self, /) -> tuple:
        """
        What each move of Left gains, and each of Right's.
        """
    @property
    def is_all_small(self, /) -> bool:
        """
        Whether both players can move in every follower but 0.
        """
    @property
    def is_infinitesimal(self, /) -> bool:
        """
        Whether it is infinitesimal: between all positive and all negative numbers.
        """
    @property
    def is_nimber(self, /) -> bool:
        """
        Whether it is a nimber.
        """
    @property
    def is_number(self, /) -> bool:
        """
        Whether it is a number.
        """
    def latex(self, /) -> str:
        """
        The value for LaTeX's mathematics mode.
        """
    @property
    def left(self, /) -> tuple:
        """
        The canonical options of Left.
        """
    @property
    def left_stop(self, /) -> Any:
        """
        The number that is reached when Left begins, a `Fraction`.
        """
    @property
    def mean(self, /) -> Any:
        """
        The mean, a `Fraction`.
        """
    @property
    def nimber(self, /) -> int | None:
        """
        The size of the nim heap it equals; `None` if it is no nimber.
        """
    def norton(self, /, unit: Any) -> Game:
        """
        The Norton product `self · unit` with a positive unit.
        """
    @property
    def number(self, /) -> Any | None:
        """
        The number it equals, as a `Fraction`; `None` if it is none.
        """
    def ordinal_product(self, /, other: Any) -> Game:
        """
        The ordinal product.
        """
    def ordinal_sum(self, /, other: Any) -> Game:
        """
        The ordinal sum `self : other`.
        """
    @property
    def outcome(self, /) -> str:
        """
        Who wins: `'L'`, `'R'`, `'N'` (the next player) or `'P'` (the previous one).
        """
    def overheat(self, /, s: Any, t: Any) -> Game:
        """
        Overheated from `s` by `t`.
        """
    def reduced(self, /) -> Game:
        """
        The reduced canonical form: the simplest game that differs by an infinitesimal.
        """
    @property
    def right(self, /) -> tuple:
        """
        The canonical options of Right.
        """
    @property
    def right_stop(self, /) -> Any:
        """
        The number that is reached when Right begins, a `Fraction`.
        """
    def selective_sum(self, /, other: Any) -> Game:
        """
        The selective sum: a move is one in any number of components.
        """
    @property
    def temperature(self, /) -> Any:
        """
        The temperature, a `Fraction`.
        """
    def thermograph(self, /) -> Thermograph:
        """
        The thermograph, which shows itself as a picture in a notebook.
        """
    def unicode(self, /) -> str:
        """
        The value in the symbols of the books: `{¾⇑∗5|±1}`.
        """

@final
class Graph:
    """
    A directed graph as a game: a token moves along arcs, who cannot move loses, play without end is a draw.

    Made from arcs between any hashable vertices, or from a graph of networkx.

    >>> from farstar import Graph
    >>> g = Graph([("a", "b"), ("b", "a"), ("b", "c")])
    >>> g.outcomes()
    {'a': 'P', 'b': 'N', 'c': 'P'}
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, edges: Any) -> Graph: ...
    def __repr__(self, /) -> str: ...
    def grundy(self, /, **limits) -> dict:
        """
        For each vertex its Grundy value, `'∞(…)'` with the nimbers it can move to where it has none.
        """
    def outcomes(self, /, **limits) -> dict:
        """
        `'N'`, `'P'` or `'D'` (a draw) for each vertex.
        """
    def solve(self, /, **limits) -> list[dict]:
        """
        A table: for each vertex a dictionary with outcome, plies to the end, a good move, and value.
        """

@final
class Law:
    """
    A law of a table: a conjecture, until `prove` proves it of a game. Called with a cell it says what value it expects
    there, `None` where it says nothing.

    >>> import farstar
    >>> law = farstar.find([n ^ 1 for n in range(100)])[0]
    >>> law.text, law(10**12), law.wrong
    ('n xor 1', 1000000000001, 0)
    """
    def __call__(self, /, *cell) -> Any | None: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def bits(self, /) -> float:
        """
        What it takes to write it down, in bits.
        """
    @property
    def first_wrong(self, /) -> tuple | None:
        """
        The first cell that it gets wrong.
        """
    @property
    def kind(self, /) -> str:
        """
        Its kind: `'periods'`, `'sets'`, `'automata'`, `'slices'`, `'expressions'` or `'recursion'`.
        """
    @property
    def null_bits(self, /) -> float:
        """
        What it takes to list the values it was found from, in bits.
        """
    @property
    def of(self, /) -> str | None:
        """
        Which of the numbers that values are made of it is a law of, as `'number'`, or that it tells who wins where
        values have no law; `None` where there is one number: of tables, Grundy values, integers, and winners that were
        asked for.
        """
    def prove(self, /, **limits) -> dict:
        """
        Tries to prove the law of a game for all heaps: a dictionary whose `status` is `'theorem'`, `'conjecture'` or
        `'refuted'`. `law` is what was proved, which may be another law of the same values, `schema` how, `certificate`
        the proof, for `check_certificate`; `why` says why there is none. Without `time` it ends after ten seconds.

        >>> import farstar
        >>> proof = farstar.find("laskers-nim", to=60)[0].prove()
        >>> proof["status"], farstar.check_certificate(proof["certificate"])
        ('theorem', None)
        """
    @property
    def text(self, /) -> str:
        """
        As it is read.
        """
    @property
    def trained(self, /) -> int:
        """
        On how many cells it was found; it gives back all of them.
        """
    def value(self, /, *cell) -> Game | None:
        """
        What a heap of a partizan game is worth by the laws of all the numbers that its values are made of; `None` where
        they say nothing, or where the law is no part of a value.

        >>> import farstar
        >>> farstar.find("Cutcake", to=16)[0].value(7, 10**6)
        Game('249999')
        """
    @property
    def verified(self, /) -> int:
        """
        On how many further cells it was held against the table.
        """
    @property
    def wrong(self, /) -> int:
        """
        How many of those it gets wrong: a law with one is refuted.
        """

@final
class MisereQuotient:
    """
    The misère quotient of a heap game: the monoid whose P-portion decides every sum of its heaps, where who cannot
    move wins. Classes are numbered from 0, the class of the empty sum. What is told is proved.

    `game` is a code, a name or a `Ruleset`; heaps are taken up to `to`, and at most `most` classes. Where there are
    more, or a limit is met, it is the quotient of the heaps before, and `stopped` says why; where these are proved to
    be infinitely many, it is the infinite quotient with that heap, told by generators and relations.

    >>> from farstar import MisereQuotient
    >>> q = MisereQuotient("0.123")
    >>> q.order, len(q.p_portion), q.period
    (20, 5, (5, 5))
    >>> q.is_lost([3, 6, 9])
    False
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, game: Any, *, to: SupportsIndex = 200, most: SupportsIndex = 1000, **limits) -> MisereQuotient: ...
    def __repr__(self, /) -> str: ...
    @property
    def certificate(self, /) -> str | None:
        """
        The certificate, which `check_certificate` and `farstar check` check; `None` for games without a code.
        """
    @property
    def is_infinite(self, /) -> bool:
        """
        Whether it is proved to have infinitely many classes.

        >>> from farstar import MisereQuotient
        >>> q = MisereQuotient("0.3122", to=7)
        >>> q.is_infinite, q.order, q.word([7, 7, 7]), q.is_lost([7, 7, 7])
        (True, None, 'g³', False)
        """
    def is_lost(self, /, heaps: SupportsGetItem[int, SupportsIndex]) -> bool | None:
        """
        Whether who is to move loses a sum of heaps; `None` if one is not covered.
        """
    @property
    def lost(self, /) -> list[str]:
        """
        The words of the classes that are lost; of an infinite quotient with powers such as `g⁶⁺⁴ⁿ`, for all n from 0.
        """
    @property
    def order(self, /) -> int | None:
        """
        The number of classes; `None` if there are infinitely many.
        """
    @property
    def orders(self, /) -> list[tuple[int, int, int]]:
        """
        The heaps at which the number of classes changed: heap, classes, and how many of them are lost.
        """
    @property
    def p_portion(self, /) -> list[int]:
        """
        The classes of sums that who is to move loses.
        """
    @property
    def period(self, /) -> tuple[int, int] | None:
        """
        From which heap on classes repeat for ever, and the period, if that is proved.
        """
    @property
    def presentation(self, /) -> str:
        """
        Generators and relations.

        >>> from farstar import MisereQuotient
        >>> MisereQuotient("0.75", to=12).presentation
        '⟨a, b, c | a²=1, bc=ab, c²=b², b³=b⟩'
        """
    def product(self, /, x: SupportsIndex, y: SupportsIndex) -> int:
        """
        The class of the sum of two classes.
        """
    @property
    def stopped(self, /) -> str | None:
        """
        Why it ends before the heap that was asked for: `'size'` if there are more classes than were wanted, a limit
        such as `'time'`, `'open'` if the classes with the next heap were not found. `None` if it does not.
        """
    @property
    def to(self, /) -> int:
        """
        The largest heap that it covers; all of them if there is a `period`.
        """
    def value(self, /, heap: SupportsIndex) -> int | None:
        """
        The class of a heap; `None` if it is not covered.
        """
    def word(self, /, heaps: SupportsGetItem[int, SupportsIndex]) -> str | None:
        """
        The class of a sum of heaps as a word in the generators; `None` if one is not covered.
        """
    @property
    def words(self, /) -> list[str]:
        """
        The classes as words in the generators, in the order of their numbers.
        """

@final
class Period:
    """
    The period of a sequence.

    >>> from farstar import Sequence, check_certificate
    >>> p = Sequence("0.07").period()
    >>> p.period, p.preperiod, p.is_proved
    (34, 53, True)
    >>> check_certificate(p.certificate)
    """
    def __repr__(self, /) -> str: ...
    @property
    def certificate(self, /) -> str | None:
        """
        The certificate of the proof, which `check_certificate` and `farstar check` check; `None` without a proof.
        """
    @property
    def exceptions(self, /) -> int | None:
        """
        How many heaps before the preperiod do not fit.
        """
    @property
    def heaps(self, /) -> int:
        """
        How many heaps were computed.
        """
    @property
    def is_proved(self, /) -> bool:
        """
        Whether a theorem proves it.
        """
    @property
    def period(self, /) -> int:
        """
        The least period.
        """
    @property
    def preperiod(self, /) -> int:
        """
        The least heap from which on the sequence is periodic.
        """
    @property
    def proof(self, /) -> str | None:
        """
        The theorem that proves it.
        """
    @property
    def saltus(self, /) -> int:
        """
        What is added to the values in one period.
        """

@final
class Position:
    """
    A position of a ruleset. It shows itself as a board in a notebook; adding positions and values gives a `Sum`.

    >>> from farstar import Ruleset
    >>> p = Ruleset("Domineering")("2x2")
    >>> p.value(), p.outcome(), p.temperature()
    (Game('+-1'), 'N', Fraction(1, 1))
    >>> p.winning_moves("Left")[0]
    <Position of Domineering: .#|.#>
    """
    def __add__(self, other: object, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __radd__(self, other: object, /) -> Any: ...
    def __reduce__(self, /) -> tuple: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None: ...
    def answer(self, /, *, explain: bool = False, **limits) -> Answer:
        """
        Everything that is known of the position; with `explain` also why it is won as it is (`reasons`).

        >>> from farstar import Ruleset
        >>> for why in Ruleset("Nim")("3+5").answer(explain=True).reasons[:3]: print(why)
        011   3   the Grundy value of 3
        101   5   the Grundy value of 5
        110   6   their nim sum
        """
    def comparison(self, /, other: Any, **limits) -> dict:
        """
        Held against another sum: the `order`, the `difference`, its `outcome`, and how it goes when each begins.

        >>> from farstar import Ruleset
        >>> Ruleset("Domineering")("##.|...|...").comparison(Ruleset("Domineering")(".#.|...|..#"))["order"]
        '<'
        """
    def draw(self, /) -> str:
        """
        The picture, an SVG file of its own.
        """
    def fillings(self, /, pieces: str, **limits) -> list:
        """
        The values of every way to fill the cells of its board with two pieces: in value `b`, cell `i`, row by row,
        holds the second piece if bit `i` of `b` is set. Whether play reaches it is not asked.

        >>> from farstar import Ruleset
        >>> Ruleset("Domineering")("1x2").fillings(".#")
        [Game('-1'), Game('0'), Game('0'), Game('0')]
        """
    def grundy(self, /, **limits) -> int:
        """
        The Grundy value of impartial play; `farstar.DomainError` where it is not impartial.

        >>> from farstar import Ruleset
        >>> Ruleset("Cram")("3x4").grundy()
        1
        """
    def heat(self, /, player: str, **limits) -> dict:
        """
        The thermograph, for `player` who moves next: see `Sum.heat`.
        """
    @property
    def left_moves(self, /) -> list[Position]:
        """
        The positions that moves of Left reach.
        """
    def mean(self, /, **limits) -> Any:
        """
        The mean of its value, a `Fraction`; where play may be endless that of its thermograph.
        """
    def outcome(self, /, **limits) -> str:
        """
        Who wins: `'L'`, `'R'`, `'N'`, `'P'`, or with draws `'D'` and others.
        """
    @property
    def right_moves(self, /) -> list[Position]:
        """
        The positions that moves of Right reach.
        """
    @property
    def ruleset(self, /) -> Ruleset:
        """
        Its ruleset.
        """
    def temperature(self, /, **limits) -> Any:
        """
        The temperature of its value, a `Fraction`; where play may be endless that of its thermograph.
        """
    def value(self, /, **limits) -> Any:
        """
        The value, a `Game`; a text where play may be endless. `farstar.Stopped` at a limit.
        """
    def winning_moves(self, /, player: str, **limits) -> list[Position]:
        """
        The positions to which `player` moves and wins.
        """

@final
class Ruleset:
    """
    The rules of a game: by a name, with parameters in brackets behind it, by a code, or by a text.

    >>> from farstar import Ruleset
    >>> clobber = Ruleset("Clobber")
    >>> clobber("XOXO|OXOX").value()
    Game('*')
    >>> Ruleset("0.77")("5 + 3").outcome()
    'N'
    """
    def __call__(self, /, text: Any, **limits) -> Position:
        """
        A position: rows joined by `|`, a size such as `4x4`, vertices and edges, heaps `3+5`, as the ruleset needs it.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, text: str, **limits) -> Ruleset: ...
    def __reduce__(self, /) -> tuple: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @staticmethod
    def all_in(text: str) -> list[Ruleset]:
        """
        Every ruleset in a text that may hold several.
        """
    @property
    def analysis(self, /) -> dict:
        """
        What was read and deduced, as a dictionary: the board (`kind`) and its pieces, whether every play `ends` and
        why, whether the game is `impartial`, its `symmetries`.

        >>> import farstar
        >>> farstar.Ruleset("clobber").analysis["ending"]
        'every play ends: the number X + O falls'
        """
    @property
    def example(self, /) -> str | None:
        """
        An example of a position, if the text has one.
        """
    def given(self, /, parameters: str) -> Ruleset:
        """
        The same ruleset with other values of its parameters, such as `a={2 5}`.
        """
    @staticmethod
    def load(path: str | PathLike[str], **limits) -> Ruleset:
        """
        The ruleset of a file.
        """
    @property
    def name(self, /) -> str:
        """
        Its name.
        """
    def position(self, /, text: Any, **limits) -> Position:
        """
        The same as calling the ruleset.
        """
    def sequence(self, /) -> Sequence:
        """
        The Grundy values of its heaps, or of its coins in a row, as a sequence.
        """
    @property
    def text(self, /) -> str:
        """
        Its text.
        """

@final
class Sequence:
    """
    The Grundy values of the heaps 0, 1, 2, … of a game; it remembers what was computed.

    >>> from farstar import Sequence
    >>> kayles = Sequence("0.77")
    >>> kayles.values(12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> kayles.period().period
    12
    """
    def __new__(cls, /, game: str) -> Sequence:
        """
        The sequence of a code, or of the name of a heap game.
        """
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def grundy(self, /, heap: SupportsIndex, **limits) -> int:
        """
        The value of one heap, however large where a theorem or a period tells it.
        """
    @property
    def name(self, /) -> str:
        """
        What it is called.
        """
    def period(self, /, limit: SupportsIndex | None = None, **limits) -> Period | None:
        """
        The period, looked for among the heaps below `limit`, without one as far as `farstar period` looks; `None` if
        nothing repeats. `proof` names the theorem that
        proves it, and is `None` where it was only observed.
        """
    def svg(self, /) -> str:
        """
        The picture of the first heaps.
        """
    def values(self, /, count: SupportsIndex, **limits) -> Any:
        """
        The values of the heaps below `count`: an array of `uint32`, numpy's if numpy is there.
        """

@final
class Session:
    """
    A session of the language: names that were given values keep them.

    >>> from farstar import Session
    >>> s = Session()
    >>> s.eval("g := {1|-1}; g + *3")
    Game('+-(1+*3)')
    >>> s.eval("g.Temperature")
    1
    """
    def __new__(cls, /) -> Session: ...
    def complete(self, /, prefix: str) -> list[str]:
        """
        Names that begin so: variables, methods, words of the language.
        """
    def eval(self, /, text: str, **limits) -> Any:
        """
        The value of an expression, or of several with `;` between them: `None`, `bool`, `int`, `Fraction`, `Game`,
        `str`, lists and dictionaries of these; the text of anything else.
        """
    def show(self, /, text: str, **limits) -> str:
        """
        The same as text, which can be read back.
        """
    @property
    def variables(self, /) -> list[str]:
        """
        The names that have values.
        """

@final
class Sum:
    """
    A sum: who is to move plays in one of its components.

    >>> from farstar import Ruleset, Game
    >>> s = Ruleset("Clobber")("XOX") + Game("*3")
    >>> s.outcome()
    'N'
    """
    def __add__(self, other: object, /) -> Any: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, *components) -> Sum: ...
    def __radd__(self, other: object, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def answer(self, /, *, explain: bool = False, **limits) -> Answer:
        """
        Everything that is known of the sum; with `explain` also why it is won as it is (`reasons`).
        """
    def comparison(self, /, other: Any, **limits) -> dict:
        """
        Held against another sum: see `Position.comparison`.
        """
    def grundy(self, /, **limits) -> int:
        """
        The Grundy value of impartial play; `farstar.DomainError` where it is not impartial.

        >>> from farstar import Ruleset
        >>> (Ruleset("0.77")("5") + Ruleset("Nim")("3")).grundy()
        7
        """
    def heat(self, /, player: str, **limits) -> dict:
        """
        The heat when `player` moves next: the thermograph of each component, the temperature that the thermostat shows,
        and the moves of the strategies that look at nothing else.

        >>> from farstar import Game
        >>> from farstar import Sum
        >>> s = Sum(Game("+-3/2"), Game("{1||-1|-5}"), Game("{1/2|0}"))
        >>> h = s.heat("Left")
        >>> h["ambient"], h["hotstrat"], h["thermostrat"]
        ('0', {'in': 1, 'position': '1'}, {'in': 0, 'position': '3/2'})
        """
    def outcome(self, /, **limits) -> str:
        """
        Who wins; no value of the whole is needed.
        """
    def value(self, /, **limits) -> Any:
        """
        The value, a `Game`.
        """

@final
class Thermograph:
    """
    The thermograph of a value: its walls, its mast, and a picture.

    >>> from farstar import Game
    >>> t = Game("{3|-1}").thermograph()
    >>> t.mean, t.temperature
    (Fraction(1, 1), Fraction(2, 1))
    """
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None: ...
    @property
    def left_wall(self, /) -> list[tuple[Any, Any]]:
        """
        The corners of the Left wall from below, each a temperature and a number.
        """
    @property
    def mean(self, /) -> Any:
        """
        Where the mast stands.
        """
    @property
    def right_wall(self, /) -> list[tuple[Any, Any]]:
        """
        The corners of the Right wall from below, each a temperature and a number.
        """
    def svg(self, /) -> str | None:
        """
        The picture, a file of its own; `None` if its numbers are too far apart to be drawn.
        """
    @property
    def temperature(self, /) -> Any:
        """
        Where the mast begins.
        """

def add_law(certificate: str, **limits) -> None:
    """
    Makes a theorem known: answers about heaps of any size use it from then on. The referee checks its certificate
    first, as `Law.prove` and `farstar find --prove --certificate` give it; `farstar.CertificateError` if it is wrong.
    Periods need not be added: they are found again.

    >>> import farstar
    >>> rules = farstar.Ruleset("game Mine\\nheap a b\\nBoth: (a,b) -> (a-k,b-k) for k in {1,2}")
    >>> farstar.add_law(farstar.find(rules, to=16)[0].prove()["certificate"])
    >>> rules("(1000000000000000,1000000000000001)").outcome()
    'N'
    """

def born_by(day: SupportsIndex) -> list[Game]:
    """
    All games born by a day, of which there are 1, 4, 22 and 1474.

    >>> import farstar
    >>> len(farstar.born_by(2))
    22
    """

def check(stem: str, text: str, **limits) -> dict:
    """
    Recomputes every row of a table of facts; `stem` is the name of the table without its ending. A dictionary with the
    numbers of rows that passed, failed and were skipped, and what is said of them. A certificate counts like a row.
    """

def check_certificate(text: str, **limits) -> None:
    """
    Checks a certificate of a period, a law, a misère quotient or the sides of a loopy game without the engine that
    wrote it; `farstar.CertificateError` if it is wrong.
    """

def command(words: SupportsGetItem[int, str]) -> int:
    """
    Runs the command with these words, its name first, and gives its exit code.
    """

def find(table: Any, *, to: SupportsIndex | None = None, outcomes: bool = False, kinds: SupportsGetItem[int, str] | None = None, more: bool = False, hold_out: SupportsFloat | SupportsIndex = 0.2, **limits) -> list[Law]:
    """
    The laws behind a table of integers, or behind what the heaps of a game are worth, cheapest description first. They
    are conjectures, found from the smaller cells and held against the larger ones; `Law.prove` proves those of games.

    A table is a list (a sequence from 0, or rows of rows), a dictionary from cells to values with `None` for what is
    not known, whatever else has `items()`, the text of a table or the path of a file. A game is a `Ruleset`, a
    `Sequence`, a name, or an expression of the language that makes a ruleset by functions; `to` is the last heap from
    which laws are found. Where values are made of several numbers there are laws of each, and `Law.of` says of
    which; where they have none there are laws of who wins, as with `outcomes=True`. `kinds` are those of
    `Law.kind`, all unless they are told; `hold_out` is the share of a table that is held back. With `more=True` the
    search goes on where a law is there, and refuted laws are listed too. Without `time` it ends after ten seconds;
    `farstar.Stopped` if nothing was found before a limit.

    >>> import farstar
    >>> farstar.find({(a, b): a ^ b for a in range(20) for b in range(20)})
    [<Law (conjecture): a xor b>]
    >>> farstar.find("subtraction 1,2")[0](10**9)
    1
    >>> farstar.find("Ruleset(n -> [n - k for k in [1,2] where k <= n])", kinds=["periods"])[0](10**9)
    1
    """

def memory() -> dict:
    """
    How much the current arena holds: `{'values': …, 'bytes': …}`.

    >>> import farstar
    >>> farstar.memory()["values"] > 0
    True
    """

def nim_binary(operation: str, a: Any, b: Any) -> Any:
    """
    `mul` or `div` of two integers.
    """

def nim_binary_into(bits: SupportsIndex, out: Any, a: Any, b: Any) -> None:
    """
    Writes the products of two arrays of unsigned integers of `bits` bits into a third.
    """

def nim_log(a: Any, base: Any) -> int | None:
    """
    The least exponent by which `base` becomes `a`, of nimbers below 2^128; `None` if there is none.
    """

def nim_power(a: Any, exponent: Any) -> Any:
    """
    A power with an integer above; negative ones are powers of the inverse.
    """

def nim_unary(operation: str, a: Any) -> Any:
    """
    `inv`, `sqrt`, `square` or `order` of an integer.
    """

def nim_unary_into(operation: str, bits: SupportsIndex, array: Any) -> None:
    """
    Replaces the elements of an array by their inverses (`inv`), roots (`sqrt`) or squares (`square`).
    """

def open_atlas(path: str | PathLike[str]) -> Atlas:
    """
    Opens an atlas, a file that `solve` or `farstar solve` made. Its index is read, its positions are not.
    """

def print_order(game: Any) -> tuple:
    """
    A key for `sorted`: total, and the same in every arena and process. The order of games is partial, so `sorted`
    alone gives no order of them.

    >>> import farstar
    >>> sorted(map(farstar.Game, ["*", 1, -1]), key=farstar.print_order)
    [Game('-1'), Game('*'), Game('1')]
    """

def problem_about(name: str, language: str) -> dict:
    """
    What is told of a problem, as a dictionary; `language` is `'en'` or `'zh'`.
    """

def problem_names() -> list[tuple[str, str]]:
    """
    The ids and the names of all problems.
    """

def problem_run(name: str, text: str, **limits) -> str:
    """
    The answer of a problem to an input.
    """

def problem_verify(name: str, to: SupportsIndex | None = None, **limits) -> int:
    """
    Compares the rule of a problem with play by the definition: how many cases agree. `farstar.CheckError` with the
    first case in which they differ.
    """

def ruleset_names() -> list[str]:
    """
    The names of all built-in rulesets.

    >>> import farstar
    >>> "Clobber" in farstar.ruleset_names()
    True
    """

def scatter_svg(values: SupportsGetItem[int, SupportsIndex], first: SupportsIndex = 0) -> str:
    """
    Numbers in their order, as SVG.
    """

def solve(ruleset: Any, position: Any | None = None, *, into: str | PathLike[str], ask: str | None = None, fillings: bool = False, parts: SupportsIndex | None = None, directory: str | PathLike[str] | None = None, fresh: bool = False, **limits) -> Atlas:
    """
    Solves every position that play from a start can reach, and writes them with their answers into one file.

    `ask` is `'winner'`, `'grundy'`, `'draws'` or `'value'`; without it `'winner'`, or `'draws'` where play is not
    proved to end. With `fillings=True` all fillings of the board are solved; with `parts=N` and no position the values
    of all connected parts of at most N cells, wherever on a board they lie, and so of every sum of them. `memory` is
    what the work takes, about: what does not fit goes to the directory, `into` with `.job` behind it unless `directory`
    is told. What is stopped by a limit goes on when the same is asked again; `fresh=True` throws away what is there.

    >>> import farstar, pathlib, tempfile
    >>> place = tempfile.TemporaryDirectory()
    >>> atlas = farstar.solve("Konane", "4x4", into=pathlib.Path(place.name, "k44.atlas"))
    >>> atlas
    <Atlas of Konane: winner of 676 positions from XOXO|O..X|XOXO|OXOX>
    >>> atlas("4x4"), atlas.verify(), atlas("XOXO|OXOX|XOXO|OXOX")
    ('P', None, None)
    >>> farstar.Ruleset("Konane")("4x4").outcome(atlas=atlas)
    'P'
    """

def sums(games: Any, *, pairs: bool = False, **limits) -> "list[Game]":
    """
    The sums of all pairs of a list, in one list: `sums(g)[i * len(g) + j]` is `g[i] + g[j]`.

    Without pairs twice it is `sums(games, pairs=True)`: `g[i] + g[j]` for `i <= j`, row by row.

    >>> import farstar
    >>> farstar.sums([1, "*"])
    [Game('2'), Game('1*'), Game('1*'), Game('0')]
    """
