"""What a problem of one's own is, told in the same way in every process: so that a job is only gone on with by the same."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["about"]

EXACT = 1 << 53
"""Larger whole numbers are not taken exactly by every reader of JSON."""


def about(problem: Any) -> tuple[str, str]:
    """The name of the problem's class, and its state as JSON. The code of its methods is no part of that.

    Raises `TypeError` for a state that cannot be pickled.
    """
    try:
        state = _described(problem, ())
    except Exception as error:
        raise TypeError(f"what {type(problem).__name__} holds cannot be told in a job file: {error}") from error
    return f"{type(problem).__module__}.{type(problem).__qualname__}", json.dumps({"state": state})


def _described(value: Any, within: tuple[int, ...]) -> Any:
    """A value as JSON: objects by what pickle makes of them, sets and dictionaries in an order of their own."""
    if value is None or isinstance(value, (bool, str)) or (isinstance(value, int) and abs(value) < EXACT):
        return value
    if isinstance(value, (int, float)):
        return {type(value).__name__: repr(value)}
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": value.hex()}
    if isinstance(value, type) or hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    if id(value) in within:
        raise ValueError("it refers to itself")
    within = (*within, id(value))
    if isinstance(value, (list, tuple)):
        return [_described(item, within) for item in value]
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((_described(item, within) for item in value), key=json.dumps)}
    if isinstance(value, dict):
        items = ([_described(key, within), _described(item, within)] for key, item in value.items())
        return {"dict": sorted(items, key=json.dumps)}
    reduced = value.__reduce_ex__(4)
    if isinstance(reduced, str):
        return {"global": reduced}
    made, arguments, state, *rest = (*reduced, None, None, None)[:5]
    rest = [None if items is None else list(items) for items in rest]
    return {"object": _described([made, arguments, state, *rest], within)}
