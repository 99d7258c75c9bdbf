"""Items by a key of theirs, and all that some lead to."""

from __future__ import annotations

from toolgen.iteration import grouped, reached

GRAPH = {"a": "bc", "b": "d", "c": "d", "d": "a", "e": "a"}


def test_items_keep_their_order() -> None:
    assert grouped([("b", 1), ("a", 2), ("b", 3)]) == {"b": [1, 3], "a": [2]}


def test_what_is_reached_is_reached_once() -> None:
    assert sorted(reached("a", GRAPH.__getitem__)) == ["a", "b", "c", "d"]


def test_what_was_seen_is_not_reached_again() -> None:
    seen = {"c"}
    assert (sorted(reached("ab", GRAPH.__getitem__, seen)), sorted(seen)) == (["a", "b", "d"], ["a", "b", "c", "d"])
