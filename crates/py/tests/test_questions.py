"""Rulesets, positions, sums, sequences, graphs, nimbers, the catalogue, the language."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from fractions import Fraction

import farstar as fs
import networkx
import numpy
import pytest
from farstar import Game, Ruleset, nim


def test_positions_have_values_winners_and_moves():
    clobber = Ruleset("Clobber")
    p = clobber("XOXO|OXOX")
    assert p.value() == Game("*") and p.outcome() == "N" and p.temperature() == 0
    assert all(q.outcome() in "LP" for q in p.winning_moves("Left"))
    assert len(clobber("XO").left_moves) == 1 and str(clobber("XO").left_moves[0]) == ".X"
    assert {p: 1}[clobber("XOXO|OXOX")] == 1 and pickle.loads(pickle.dumps(p)) == p
    assert pickle.loads(pickle.dumps(clobber)) == clobber
    answer = p.answer()
    assert answer.value == "*" and answer.to_dict()["outcome"] == "N"
    assert pickle.loads(pickle.dumps(answer)).to_json() == answer.to_json()


def test_sums_are_of_positions_and_values():
    s = Ruleset("Clobber")("XOX") + Ruleset("Domineering")("2x2") + Game("*3") + 1
    assert len(s) == 4 and s.value() == Game("*") + Game("+-1") + Game("*3") + 1
    assert (Game("*3") + Ruleset("Nim")("3")).outcome() == "P"
    assert fs.Sum(Ruleset("Nim")(3), 0).outcome() == "N"


def test_rulesets_of_ones_own(tmp_path):
    file = tmp_path / "squeeze.game"
    file.write_text("game Squeeze\nheap n\nLeft: (n) -> (n-k) for k in 1..2\nRight: (n) -> (n-3)")
    assert Ruleset.load(file)(3).value() == Game("{2|0}")
    with pytest.raises(FileNotFoundError):
        Ruleset.load(tmp_path / "none")
    assert Ruleset("Clobber").analysis["symmetries"] == {"keeping": 8, "exchanging": 8} and Ruleset("ruler").analysis["coins"]
    mine = Ruleset("game Squeeze\nheap n\nLeft: (n) -> (n-k) for k in 1..2\nRight: (n) -> (n-3)")
    assert mine(3).value() == Game("{2|0}") and mine.analysis["kind"] == "heap"
    with pytest.raises(fs.RulesError) as told:
        Ruleset("game Broken\nheap n\nLeft: (n -> 3")
    assert told.value.line == 3
    with pytest.raises(fs.UnknownRuleset, match="Clobber"):
        Ruleset("Clober")
    with pytest.raises(fs.PositionError) as told:
        Ruleset("Clobber")("XO|X?")
    assert told.value.line == 2


def test_rulesets_by_functions():
    nim_ = fs.of_functions(lambda heaps: [h for i, n in enumerate(heaps) for k in range(n)
                                          for h in [tuple(sorted((*heaps[:i], k, *heaps[i + 1:])))]])
    assert nim_.value((1, 2, 3)) == 0 and nim_.value((1, 2, 4)) == fs.star(7)
    with pytest.raises(fs.LoopyError):
        fs.of_functions(lambda n: [1 - n]).value(0)


def test_limits_stop_and_tell_what_is_known():
    board = Ruleset("Domineering")("12x12")
    with pytest.raises(fs.Stopped) as told:
        board.value(time=0.05)
    assert told.value.reason == "time" and told.value.found is not None
    with fs.limits(nodes=50), pytest.raises(fs.Stopped):
        Ruleset("Clobber")("XOXO|OXOX|XOXO").value()
    for wrong, error in [({"time": "soon"}, TypeError), ({"time": -1}, ValueError), ({"memory": "much"}, ValueError),
                         ({"nodes": -1}, TypeError), ({"threads": 0}, ValueError), ({"colour": 1}, TypeError),
                         ({"progress": 3}, TypeError)]:
        with pytest.raises(error):
            board.value(**wrong)


def test_progress_is_told_and_may_refuse():
    news = []
    Ruleset("Domineering")("4x4").value(progress=news.append)
    assert news[-1].note == "done" and news[-1].seconds > 0

    def refuse(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Ruleset("Domineering")("2x2").value(progress=refuse)


def test_an_interrupt_ends_a_search_and_leaves_everything_usable():
    code = (
        "import farstar as fs\n"
        "board = fs.Ruleset('Domineering')('12x12')\n"
        "for _ in range(3):\n"
        "    told = []\n"
        "    try:\n"
        "        board.value(progress=lambda news: told or (told.append(1), print('searching', flush=True)))\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted', fs.Ruleset('Clobber')('XOX').value(), flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    for _ in range(3):
        assert process.stdout.readline() == "searching\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted *\n"
    assert process.wait() == 0


def test_threads_have_answers_of_their_own():
    found = {}

    def work(text):
        found[text] = Ruleset("Clobber")(text).value()

    texts = ["XOXO|OXOX", "XOX|OXO|XOX", "XOXOX"]
    workers = [threading.Thread(target=work, args=(text,)) for text in texts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert {text: Ruleset("Clobber")(text).value() for text in texts} == found


def test_a_forked_child_computes():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    code = (
        "import os, farstar as fs\n"
        "fs.Ruleset('Clobber')('XOXO').value()\n"
        "child = os.fork()\n"
        "value = fs.Ruleset('Domineering')('3x3').value()\n"
        "if not child: os._exit(0 if value == fs.Game('+-1') else 1)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "0\n"


def test_sequences_have_periods_and_certificates():
    kayles = fs.heap("0.77")
    assert list(kayles.values(12)) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert kayles.values(10).dtype == numpy.uint32
    period = kayles.period()
    assert (period.period, period.preperiod, period.exceptions, period.is_proved) == (12, 71, 14, True)
    fs.check_certificate(period.certificate)
    with pytest.raises(fs.CertificateError):
        fs.check_certificate(period.certificate.replace("period 12", "period 24"))
    with pytest.raises(fs.DomainError):
        fs.Sequence("wythoff")
    assert Ruleset("Kayles").sequence().grundy(1000) == kayles.grundy(1000)


def test_laws_are_found_and_say_what_they_expect():
    xor = {(a, b): a ^ b for a in range(16) for b in range(16)}
    for table in [xor, [[a ^ b for b in range(16)] for a in range(16)],
                  "\n".join(f"{a} {b} {value}" for (a, b), value in xor.items()),
                  numpy.bitwise_xor.outer(numpy.arange(16), numpy.arange(16))]:
        law = fs.find(table)[0]
        assert law.text == "a xor b" and law.wrong == 0 and law.verified > 0 and law.bits < law.null_bits
        assert law(10**12, 5) == 10**12 ^ 5
    kayles = fs.heap("0.77")
    law = fs.find(kayles, kinds=["periods"])[0]
    assert law.kind == "periods" and all(law(n) == kayles.grundy(n) for n in (0, 70, 5000))
    assert fs.find(Ruleset("nim"))[0](10**9) == 10**9
    assert fs.find("wythoff", to=20, kinds=["sets"], time=0.2, more=True) is not None


def test_laws_of_games_are_proved(tmp_path):
    law = fs.find("laskers-nim", to=60)[0]
    proof = law.prove()
    assert proof["status"] == "theorem" and law.of is None and fs.check_certificate(proof["certificate"]) is None
    (tmp_path / "lasker.cert").write_text(proof["certificate"])
    assert fs.check(tmp_path / "lasker.cert")["passed"] == 1
    with pytest.raises(fs.CertificateError):
        fs.check_certificate(proof["certificate"].replace("+ (b)", "", 1).replace("base 2", "base 3", 1))
    for call in [fs.find([0, 1] * 30)[0].prove, lambda: fs.find("Clobber")]:
        with pytest.raises(fs.DomainError):
            call()
    # who wins, and values of Left's and Right's moves
    misere = fs.find(Ruleset("misere nim"), to=40)[0]
    assert misere(1) == 0 and misere(10**9) == 1 and misere.prove()["status"] == "theorem"
    winners = fs.find("two-heap-nim", to=20, outcomes=True)[0]
    assert [winners(3, 3), winners(3, 4)] == [0, 1]
    cakes = fs.find("Cutcake", to=16)
    assert cakes and cakes[0](5, 2) is not None and cakes[0].value(10**6, 7) == -249999 and cakes[0].prove()["status"] == "theorem"


def test_a_table_that_is_none_is_refused():
    for wrong, error in [([], ValueError), ({}, ValueError), ("no such game", fs.UnknownRuleset), ([1.5], TypeError),
                         ({"a": 1}, TypeError), ({(): 1}, ValueError), ({(1, 2): 1, 3: 4}, ValueError), (7, TypeError),
                         ([2**80], TypeError), ([2**62 + 1], ValueError), ([[1], 2], ValueError), (None, TypeError),
                         ("n v\n1 x\n", ValueError), ("Clobber", fs.DomainError), (b"123", TypeError)]:
        with pytest.raises(error):
            fs.find(wrong)
    law = fs.find(range(50))[0]
    for call, error in [(lambda: law(1, 2), TypeError), (lambda: law("1"), TypeError), (lambda: law(2**200), OverflowError),
                        (lambda: fs.find([1, 2], kinds=["tarot"]), ValueError), (lambda: fs.find([1, 2], to=3), TypeError),
                        (lambda: fs.find("nim", to=10**9), fs.Stopped), (lambda: fs.find([1, 2], hold_out=2), ValueError)]:
        with pytest.raises(error):
            call()


def test_misere_quotients_decide_sums_and_have_certificates(tmp_path):
    quotient = fs.MisereQuotient("kayles")
    assert fs.MisereQuotient("misere kayles", to=30).order == fs.MisereQuotient("0.77", to=30).order
    # Plambeck 2005: the misère quotient of Kayles has order 40
    assert quotient.order == len(quotient) == 40 and quotient.period[1] == 12 and quotient.stopped is None
    kayles = Ruleset("misere kayles")
    for sum in [(1,), (2,), (1, 1), (3, 4), (5, 9), (2, 3, 7), (1, 4, 5)]:
        outcome = kayles("+".join(map(str, sum))).outcome()
        assert quotient.is_lost(sum) == (outcome == "P"), sum
    fs.check_certificate(quotient.certificate)
    file = tmp_path / "kayles.txt"
    file.write_text(quotient.certificate, encoding="utf-8")
    assert fs.check(file)["passed"] == 1
    wrong = quotient.certificate.replace("values 0 1", "values 0 2", 1)
    with pytest.raises(fs.CertificateError):
        fs.check_certificate(wrong)
    file.write_text(wrong, encoding="utf-8")
    told = fs.check(file)
    assert told["failed"] == 1 and told["news"]
    few = fs.MisereQuotient("kayles", most=5)
    assert few.stopped == "size" and few.order <= 5 and few.value(few.to + 1) is None
    for call, error in [(lambda: fs.MisereQuotient("wythoff"), fs.DomainError), (lambda: quotient.product(0, 99), ValueError),
                        (lambda: fs.MisereQuotient("kayles", to=10**6), ValueError), (lambda: fs.MisereQuotient(3), TypeError)]:
        with pytest.raises(error):
            call()


def test_values_come_back_from_a_cluster():
    distributed = pytest.importorskip("distributed", reason="dask's distributed is not installed")

    def work(n):
        import farstar

        return farstar.Game(f"*{n}") + farstar.Ruleset("Domineering")("2x2").value()

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        found = client.gather(client.map(work, range(20), pure=False))
    here = [work(n) for n in range(20)]
    assert found == here and [hash(g) for g in found] == [hash(g) for g in here]


def test_graphs_take_networks():
    arcs = [("a", "b"), ("b", "a"), ("b", "c")]
    graph = fs.Graph(networkx.DiGraph(arcs))
    assert graph.outcomes() == fs.Graph(arcs).outcomes() == {"a": "P", "b": "N", "c": "P"}
    assert fs.Graph([(1, 1), (2, 1)]).grundy()[1] == "∞"
    assert {row["vertex"]: row["plies"] for row in graph.solve()} == {"a": 2, "b": 1, "c": 0}
    with pytest.raises(ValueError):
        fs.Graph(networkx.Graph(arcs))
    with pytest.raises(TypeError):
        fs.Graph([1, 2])


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_arrays_of_nimbers_are_integers_one_by_one(dtype):
    random = numpy.random.default_rng(7)
    a, b = (random.integers(1, numpy.iinfo(dtype).max, 40_000, dtype=dtype) for _ in range(2))
    products = nim.mul(a, b)
    for i in range(0, 40_000, 397):
        assert int(products[i]) == nim.mul(int(a[i]), int(b[i]))
    assert (nim.mul(a, nim.inv(a)) == 1).all() and (nim.square(nim.sqrt(a)) == a).all()
    assert (nim.div(products, b) == a).all() and (nim.mul(a, 1) == a).all()
    assert (nim.pow(a, -3) == nim.inv(nim.mul(a, nim.square(a)))).all()


def test_nimbers_of_any_size():
    big = 2**200 + 3
    assert nim.mul(big, nim.inv(big)) == 1 and nim.square(nim.sqrt(big)) == big and nim.pow(big, 2) == nim.square(big)
    assert nim.log(nim.pow(2, 2), 2) == 2 and nim.order(2) == 3
    m = nim.array([[1, 2], [3, 4]])
    assert ((m * m) / m == m).all() and (m + m == 0).all() and (m**2 == m * m).all()
    for wrong in [lambda: nim.inv(0), lambda: nim.div(3, 0), lambda: nim.inv(numpy.array([1, 0], dtype="uint8"))]:
        with pytest.raises(ZeroDivisionError):
            wrong()
    with pytest.raises(ValueError):
        nim.mul(-1, 2)
    with pytest.raises(TypeError):
        nim.mul(numpy.array([1.5]), 2)


def test_the_catalogue_runs_and_verifies():
    assert fs.problems["I04"].run("3\n1 2 4\n").startswith("7 N")
    assert fs.problems["nim"].about("zh")["title"] == "Nim 游戏" and len(fs.problems) > 100
    assert fs.problems["nim"].verify() > 0
    with pytest.raises(fs.InputError):
        fs.problems["nim"].run("many")
    with pytest.raises(KeyError):
        fs.problems["no such"]


def test_the_language_speaks_python():
    assert fs.eval("{1|-1}.Heat(2)") == Game("{3|-3}")
    assert fs.eval("[1, 1/2, *2]") == [1, Fraction(1, 2), Game("*2")]
    assert fs.eval("1 + 1 == 2") is True and fs.eval('"text"') == "text"
    session = fs.Session()
    session.eval("g := {3|1};")
    assert session.eval("g.Mean") == 2 and session.variables == ["g"]
    with pytest.raises(fs.EvalError) as told:
        session.eval("1 + nothing_of_the_kind")
    assert told.value.span[0] == 4
    with pytest.raises(fs.Stopped):
        session.eval("f(n) := if n == 0 then 0 else f(n-1) + f(n-1) end; f(60)", time=0.1)
    assert session.eval("1 + 1") == 2


def test_pictures_stand_alone():
    for picture in [Game("{3||2|1}").thermograph()._repr_svg_(), Ruleset("Clobber")("XOXO|OXOX")._repr_svg_(),
                    fs.heap("0.77")._repr_svg_()]:
        assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"') and "prefers-color-scheme" in picture
    assert Game("{1|-1}")._repr_latex_().startswith("$")


def test_a_thousand_wrong_calls_raise_and_nothing_breaks():
    things = [None, -1, 2**70, 0.5, float("nan"), "", "x" * 50, "{|", b"\xf5\x01", [], [1], {}, object(), Fraction(1, 3),
              Game, Game("*"), len, Ruleset("Nim"), 10**400, "\ud800"]
    makers = [Game, Ruleset, Ruleset("Clobber"), fs.Sequence, fs.Graph, fs.Sum, fs.eval, nim.inv, nim.sqrt, fs.born_by,
              fs.check_certificate, Game.from_bytes, Game("*").heat, Game("*").cool, Game("{2|-3}").ordinal_sum,
              Game("^").norton, Ruleset("Clobber")("XO").winning_moves, fs.print_order, fs.sums, Game("*").confused,
              lambda x: Game(left=x), lambda x: Game(right=[x]), lambda x: nim.mul(x, 3), lambda x: nim.pow(3, x),
              lambda x: nim.log(x, 3), lambda x: Ruleset("Clobber")("XO").value(time=x), lambda x: Game(1) + x,
              lambda x: fs.heap("0.77").grundy(x), lambda x: x * Game("^"), lambda x: Game("*") < x,
              lambda x: fs.problems["nim"].run(x), lambda x: fs.heap("0.07").period(x)]
    calls = 0
    with fs.limits(time=0.2, memory="512MiB"):
        for make in makers:
            for thing in things:
                for argument in (thing, [thing]):
                    calls += 1
                    try:
                        make(argument)
                    except (TypeError, ValueError, OverflowError, ZeroDivisionError, KeyError, fs.Error):
                        pass
    assert calls >= 1000 and Game(1) + 1 == 2


def test_the_command_comes_with_the_package():
    done = subprocess.run([sys.executable, "-m", "farstar", "value", "clobber", "XOX"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.splitlines()[0].endswith("*")


def test_a_board_can_be_clicked():
    widget = pytest.importorskip("farstar.widget")
    board = widget.Board(Ruleset("Clobber")("XOX"))
    assert "value *" in board.told and board.svg.startswith("<svg")
    board._heard(board, {"player": "Left", "number": 0}, [])
    assert str(board.position) != "XOX"
    board._heard(board, {"player": "Left", "number": 99}, [])
    board._heard(board, {"word": "back"}, [])
    assert str(board.position) == "XOX"
    board._heard(board, {"word": "engine as Right"}, [])
    assert str(board.position) in [str(p) for p in Ruleset("Clobber")("XOX").right_moves]


def test_atlases_are_made_asked_and_refused(tmp_path):
    konane, path = Ruleset("Konane"), tmp_path / "k44.atlas"
    atlas = fs.solve(konane, konane("4x4"), into=path)
    p = konane("4x4")
    seen, open_ = set(), [p]
    while open_:
        q = open_.pop()
        if str(q) in seen:
            continue
        seen.add(str(q))
        assert atlas(q) == q.outcome() == q.outcome(atlas=path)
        open_ += q.left_moves + q.right_moves
    assert len(seen) > len(atlas) == atlas.positions == 676 and atlas.verify() is None
    assert atlas.ask == "winner" and atlas.start == "XOXO|O..X|XOXO|OXOX" and atlas.ruleset.name == "Konane"
    assert p.answer(atlas=[path]).to_dict()["atlas"] == str(path)
    with pytest.raises(fs.PositionError):
        atlas("no board")
    with pytest.raises(OSError):
        fs.open_atlas(tmp_path / "none.atlas")
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(fs.DomainError):
        fs.open_atlas(path)
    with pytest.raises(ValueError, match="winner, grundy"):
        fs.solve(konane, p, into=path, ask="who")
    with pytest.raises(TypeError, match="atlas"):
        p.outcome(atlas=3)
    cram = fs.solve("Cram", "2x3", ask="grundy", into=tmp_path / "cram.atlas")
    assert cram("2x3") == Ruleset("Cram")("2x3").answer().to_dict()["grundy"]


def test_large_heaps_list_their_moves_or_say_why_not():
    few = fs.Ruleset("subtraction 1,3,4")("3000000000")
    assert [str(to) for to in few.left_moves] == ["2999999996", "2999999997", "2999999999"]
    with pytest.raises(fs.Stopped, match="too many"):
        fs.Ruleset("Nim")("3000000000").left_moves
    assert [str(to) for to in fs.Ruleset("Nim")("3000000000").winning_moves("Left")] == ["0"]


def test_the_mean_of_endless_play_is_that_of_its_thermograph():
    geese = fs.Ruleset("Fox and Geese")("FG.|FGG|...")
    assert geese.mean() == Fraction(geese.answer().mean)
