from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant.tools.clock import get_current_time


def test_the_default_is_utc() -> None:
    before, moment, after = datetime.now(UTC), get_current_time(), datetime.now(UTC)
    assert before.replace(microsecond=0) <= moment["time"] <= after
    assert (moment["timezone"], moment["time"].utcoffset()) == ("UTC", timedelta(0))
    assert (moment["weekday"], moment["week"]) == (f"{moment['time']:%A}", moment["time"].isocalendar().week)


def test_a_zone_has_its_own_offset() -> None:
    assert get_current_time("Asia/Kolkata")["time"].utcoffset() == timedelta(hours=5, minutes=30)


@pytest.mark.parametrize("timezone", ["Atlantis/Capital", "", "../../etc/passwd", "Europe"])
def test_an_unknown_zone_is_refused_with_an_example(timezone: str) -> None:
    with pytest.raises(ValueError, match="Europe/Lisbon"):
        get_current_time(timezone)
