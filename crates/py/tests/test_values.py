"""Values: arithmetic, order, hashes, bytes, and what is refused."""

import copy
import os
import pickle
import random
import subprocess
import sys
from fractions import Fraction

import farstar as fs
import pytest
from farstar import Game
from hypothesis import given
from hypothesis import strategies as st

dyadic = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-64, 64), st.integers(0, 4))
simple = st.one_of(
    dyadic.map(Game),
    st.integers(0, 8).map(fs.star),
    st.integers(-4, 4).map(fs.up),
)
games = st.recursive(
    simple,
    lambda inner: st.builds(
        lambda left, right: Game(left=left, right=right),
        st.lists(inner, max_size=2),
        st.lists(inner, max_size=2),
    ),
    max_leaves=6,
)
scalars = st.one_of(games, st.integers(-20, 20), dyadic)


@given(games, games, games)
def test_games_are_an_ordered_group(g, h, k):
    assert (g + h) + k == g + (h + k)
    assert g + h == h + g and g - g == 0 and -(-g) == g
    assert (g <= h) == (g + k <= h + k)
    assert (g <= h and h <= g) == (g == h)
    assert g.confused(h) == (not g <= h and not h <= g)
    assert 3 * g == g + g + g == g * 3


@given(scalars, scalars)
def test_what_is_equal_has_equal_hashes(g, h):
    if g == h:
        assert hash(g) == hash(h)
    with fs.Arena():
        copied = Game(str(g)) if isinstance(g, Game) else Game(g)
        assert copied == g and g == copied and hash(copied) == hash(g)


@given(games)
def test_bytes_and_texts_come_back(g):
    assert Game.from_bytes(bytes(g)) == g
    assert Game(str(g)) == g and Game(g.latex()) == g and Game(g.unicode()) == g
    assert pickle.loads(pickle.dumps(g)) == g and copy.deepcopy(g) is g
    assert eval(repr(g)) == g


@given(st.binary(max_size=60))
def test_hostile_bytes_are_refused_or_are_those_of_a_value(data):
    for bytes_ in (data, b"\xf5\x01" + data):
        try:
            game = Game.from_bytes(bytes_)
        except fs.Error:
            continue
        assert bytes(game) == bytes_


def test_numbers_games_and_python_agree():
    table = {Game(3): "three", Game("1/2"): "half", fs.star(2): "star"}
    assert table[3] == "three" and table[Fraction(1, 2)] == "half" and table[Game("*2")] == "star"
    assert Game(3) == 3 == Game(3) and Game("1/2") == Fraction(1, 2) and Game("*") != 0
    assert Game(2**100) == 2**100 and hash(Game(2**100)) == hash(2**100)
    assert int(Game(-(2**77))) == -(2**77) and Game("3/8").number == Fraction(3, 8)
    assert 1 + Game("*") == Game("1*") and 1 - Game("*") == Game("1*") and Fraction(1, 2) + Game(0) == Game("1/2")
    assert Game(1) != Fraction(1, 3) and not Game(0) and Game("*")
    assert sorted([Game("*"), Game(1), Game(-1)], key=fs.print_order) == [-1, Game("*"), 1]


def test_values_tell_what_is_known_of_them():
    g = Game("{3||2|1}")
    assert (g.mean, g.temperature, g.left_stop, g.right_stop) == (Fraction(9, 4), Fraction(3, 4), 3, 2)
    assert g.left == (3,) and g.right == (Game("{2|1}"),) and g.outcome == "L" and g.birthday == 4
    assert Game("^").atomic_weight() == 1 and Game("{4|0}").cool(1) == Game("{3|1}")
    assert fs.switch(1).heat(1) == Game("{3|-3}") or fs.switch(1).heat(1).temperature == 2
    with pytest.raises(fs.NotAtomic):
        Game(1).atomic_weight()
    with pytest.raises(fs.DomainError):
        g.cool(-2)


def test_games_by_days_and_their_sums():
    assert [len(fs.born_by(day)) for day in range(4)] == [1, 4, 22, 1474]
    two = fs.born_by(2)
    pairs = fs.sums(two, pairs=True)
    assert len(pairs) == 22 * 23 // 2 and pairs[1] == two[0] + two[1]


def test_values_go_through_another_process():
    games = fs.born_by(2) + [fs.star(12).heat(1)]
    if "FARSTAR_SOAK" in os.environ:
        three = fs.born_by(3)
        games += three + [random.choice(three) + random.choice(three).heat(random.randint(0, 2)) for _ in range(10_000)]
    code = (
        "import sys, pickle\n"
        "games = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.buffer.write(pickle.dumps([(g, hash(g), hash(-g)) for g in games]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(games), capture_output=True, check=True)
    for g, (back, hashed, of_negative) in zip(games, pickle.loads(done.stdout), strict=True):
        assert back == g and hashed == hash(g) and of_negative == hash(-g)
    assert len(pickle.dumps(fs.star(16).heat(1))) < 20_000


def rows(file):
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def test_tables_of_values_are_those_of_games(tables):
    for text, value, outcome, _ in rows(tables / "partizan_canonical.tsv"):
        assert Game(text) == Game(value) and Game(text).outcome == outcome, text
    for g, h, order, total, negative in rows(tables / "partizan_compare_add.tsv"):
        g, h = Game(g), Game(h)
        assert (g < h, g > h, g == h, g.confused(h)) == tuple(order == sign for sign in "<>=|"), (g, h)
        assert (total == "?" or g + h == Game(total)) and (negative == "?" or -g == Game(negative)), (g, h)
    for g, weight, _ in rows(tables / "partizan_atomic_weight.tsv"):
        assert Game(g).atomic_weight() == Game(weight), g
    for g, number, total, outcome in rows(tables / "partizan_translation.tsv"):
        total_ = Game(g) + Fraction(number)
        assert total_ == Game(total) and total_.outcome == outcome, (g, number)


def test_tables_pass(tables):
    for file in sorted(tables.glob("partizan_*.tsv")):
        told = fs.check(file)
        assert told["failed"] == 0 and told["passed"] > 0, (file, told)


def test_arenas_give_their_memory_back_and_mix():
    with fs.Arena() as arena:
        g = Game("{5||3|2}")
        before = arena.values
    h = Game("{1|-1}")
    assert h + g == Game("{5||3|2}") + h and g < 6 and before > 3
    assert fs.memory()["bytes"] > 0


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda: Game(0.5), TypeError),
        (lambda: Game(0) + 0.5, TypeError),
        (lambda: Game(Fraction(1, 3)), ValueError),
        (lambda: Game(0) + Fraction(1, 3), ValueError),
        (lambda: Game("{1|"), fs.ParseError),
        (lambda: Game([1]), TypeError),
        (lambda: Game(1, left=[1]), TypeError),
        (lambda: Game(left="12"), TypeError),
        (lambda: Game("*") * Game("*"), TypeError),
        (lambda: Game("*") + "1", TypeError),
        (lambda: Game("*") < None, TypeError),
        (lambda: Game("*") * Fraction(1, 2), ValueError),
        (lambda: int(Game("*")), ValueError),
        (lambda: fs.star(-1), ValueError),
        (lambda: Game.from_bytes(b"no"), fs.BytesError),
    ],
)
def test_what_is_wrong_is_told(wrong, error):
    with pytest.raises(error) as told:
        wrong()
    assert str(told.value)


def test_a_parse_error_has_its_place():
    with pytest.raises(fs.ParseError) as told:
        Game("↑ + {1|2")
    start, end = told.value.span
    assert 0 <= start <= end <= len(told.value.text) and isinstance(told.value, ValueError)
