"""Pictures, pages, notebooks, and the README."""

from __future__ import annotations

import doctest
import pathlib
import xml.etree.ElementTree as xml

import naive
import nbclient
import nbformat
import pytest
import tremaux
from tremaux import _own, _puzzles, _search

HERE = pathlib.Path(__file__).parent.parent


def test_pictures(tmp_path: pathlib.Path) -> None:
    for search in (tremaux.queens(6), tremaux.search(naive.Queens(5)), tremaux.sudoku("." * 16)):
        for picture in (search.picture(), search.picture(3), search.tree(hide_failed=True)):
            assert xml.fromstring(picture.svg).tag.endswith("svg")
        assert search._repr_svg_() == search.picture().svg
    search.picture().save(tmp_path / "state.svg")
    assert (tmp_path / "state.svg").read_text() == search.picture().svg


def test_pages(tmp_path: pathlib.Path) -> None:
    page = tremaux.watch(tremaux.queens(4))
    assert "tremaux-player" in page.html and "http://" not in page.html.replace("http://www.w3.org", "")
    shown = page._repr_html_()
    assert shown.startswith("<iframe") and shown.count("<") == 2
    page.save(tmp_path / "page.html")
    own = tremaux.watch(tremaux.search(naive.Queens(4)), first=True, events=50)
    assert "tremaux-player" in own.html


@pytest.mark.parametrize("module", [tremaux, _search, _puzzles, _own], ids=lambda module: str(module.__name__))
def test_examples_of_the_docs(module: object) -> None:
    failed, _ = doctest.testmod(module)  # type: ignore[arg-type]
    assert failed == 0


def test_readme() -> None:
    failed, tried = doctest.testfile(str(HERE / "README.md"), module_relative=False)
    assert failed == 0 and tried > 5


@pytest.mark.parametrize("notebook", sorted((HERE / "notebooks").glob("*.ipynb")), ids=lambda path: str(path.name))
def test_notebooks(notebook: pathlib.Path) -> None:
    cells = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(cells, timeout=60, kernel_name="python3").execute()
    kinds = {kind for cell in cells.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds
