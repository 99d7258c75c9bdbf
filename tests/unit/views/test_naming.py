"""Names for what is called otherwise."""

from __future__ import annotations

from tests.effort import effort
from toolgen.views.naming import Namer, functions


def test_names_that_collide_are_numbered() -> None:
    namer = Namer(["a_3"])
    assert [namer.unique(name) for name in ("a", "a", "a", "b", "a_2", "b")] == ["a", "a_2", "a_4", "b", "a_2_2", "b_2"]


def test_as_many_as_there_are_take_a_time_in_proportion() -> None:
    """10,000 that count from 2 are 50 million tries."""

    def name_all() -> None:
        names = functions("-" * number for number in range(1, 3_000))
        assert len({*names.values()}) == 2_999
        namer = Namer()
        assert len({namer.unique("a") for _ in range(10_000)}) == 10_000

    assert effort(name_all, 1_000) <= 1_000
