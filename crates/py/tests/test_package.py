"""The package as such: examples of every public name, types, imports, stubs."""

import doctest
import importlib
import subprocess
import sys

import farstar as fs
import pytest

MODULES = ["", "._catalogue", "._farstar", "._limits", "._make", ".errors", ".functions", ".jupyter", ".nim"]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module("farstar" + name)
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


def examples(thing, seen):
    """Examples of what is compiled, which doctest does not find by itself."""
    for one in [thing, *(vars(thing).values() if isinstance(thing, type) else [])]:
        text = getattr(one, "__doc__", None)
        if isinstance(text, str) and ">>>" in text and text not in seen:
            seen.add(text)
            yield doctest.DocTestParser().get_doctest(text, {}, str(one), None, 0)


@pytest.mark.parametrize("name", sorted([*fs.__all__, "eval"]))
def test_every_public_name_is_described(name):
    thing = getattr(fs, name)
    assert thing.__doc__, f"{name} has no description"
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    for example in examples(thing, set()):
        assert runner.run(example).failed == 0


def test_pages_run(package):
    pages = sorted((package.parent.parent / "docs" / "python").glob("*.md"))
    for page in pages:
        assert doctest.testfile(str(page), module_relative=False, optionflags=FLAGS).failed == 0, page
    assert pages


def test_nothing_else_is_needed_to_import():
    code = (
        "import sys\n"
        "for name in ['numpy', 'tqdm', 'IPython', 'networkx', 'anywidget']: sys.modules[name] = None\n"
        "import farstar as fs\n"
        "assert list(fs.heap('0.77').values(5)) == [0, 1, 2, 3, 1]\n"
        "assert fs.nim.mul(2, 2) == 3\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_types_are_strict(tmp_path):
    code = """
from fractions import Fraction

import farstar as fs

g: fs.Game = fs.Game("{3||2|1}") + 1
h: fs.Game = 2 * g - Fraction(1, 2)
p: fs.Position = fs.Ruleset("Clobber")("XO")
text: str = p.outcome(time=3) + str(h)
period: fs.Period | None = fs.heap("0.77").period()
less: bool = g < h
sums: fs.Sum = fs.Sum(p, g, 1)
laws: list[fs.Law] = fs.find({(1, 2): 3, (3, 4): 7}, time=1)
lost: bool | None = fs.MisereQuotient("0.123", to=20).is_lost([3, 6])
"""
    file = tmp_path / "uses.py"
    file.write_text(code)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


NOTEBOOKS = ["first-hour", "domineering", "octal-games", "own-ruleset", "nimbers"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_run(package, name):
    import nbclient
    import nbformat

    notebook = nbformat.read(package.parent.parent / "docs" / "python" / f"{name}.ipynb", as_version=4)
    kinds = [sorted(mime_types(cell)) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert [sorted(mime_types(cell)) for cell in notebook.cells] == kinds


def mime_types(cell):
    for output in cell.get("outputs", []):
        yield from output.get("data", {})
