"""What a notebook shows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._search import Search

__all__ = ["Page", "Picture", "watch"]


def _write(file: str | os.PathLike[str], text: str) -> None:
    with open(file, "w", encoding="utf-8", newline="") as out:
        out.write(text)


class Picture:
    """A picture, which a notebook shows."""

    def __init__(self, svg: str) -> None:
        """Of an SVG file."""
        self.svg = svg
        """The picture as an SVG file."""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        _write(file, self.svg)


class Page:
    """A page that plays a search, which a notebook shows. It is whole in itself and asks nothing of a network."""

    def __init__(self, page: str) -> None:
        """Of an HTML file."""
        self.html = page
        """The page as one HTML file."""

    def _repr_html_(self) -> str:
        # Imported where it is needed, as is whatever few need: `import tremaux` is quick.
        import html

        page = html.escape(self.html, quote=True)
        style = "width:100%;height:640px;border:0"
        return f'<iframe sandbox="allow-scripts" title="A search, step by step" style="{style}" srcdoc="{page}"></iframe>'

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes it to a file that any browser opens."""
        _write(file, self.html)


def watch(search: Search[Any], *, first: bool = False, events: int = 100_000, engine: str | None = None) -> Page:
    """The search as a page that plays it, step by step, forwards and backwards: shown inline in a notebook.

    With `first` it ends with the first solution; at most so many `events` are kept. Raises `TypeError` for what is no
    search.
    """
    try:
        shown = search.watch
    except AttributeError:
        raise TypeError(f"expected a search, like tremaux.queens(6), found {type(search).__name__}") from None
    return shown(first=first, events=events, engine=engine)
