"""Names for what is called otherwise."""

from __future__ import annotations

from time import process_time

from toolgen.views.naming import Namer, functions


def test_names_that_collide_are_numbered() -> None:
    namer = Namer(["a_3"])
    assert [namer.unique(name) for name in ("a", "a", "a", "b", "a_2", "b")] == ["a", "a_2", "a_4", "b", "a_2_2", "b_2"]


def test_as_many_as_there_are_take_a_time_in_proportion() -> None:
    """20,000 that count from 2 are 200 million tries."""
    start = process_time()
    names = functions("-" * number for number in range(1, 5_000))
    assert len({*names.values()}) == 4_999
    namer = Namer()
    assert len({namer.unique("a") for _ in range(20_000)}) == 20_000
    assert process_time() - start < 5
