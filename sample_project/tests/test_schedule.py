from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant.scheduling.schedule import Recurring, ScheduleError, delay, recurring


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30s", timedelta(seconds=30)),
        ("5m", timedelta(minutes=5)),
        ("2h", timedelta(hours=2)),
        ("1d", timedelta(days=1)),
    ],
)
def test_a_delay_is_a_number_and_a_unit(text: str, expected: timedelta) -> None:
    assert delay(text) == expected


@pytest.mark.parametrize("text", ["", "5", "m", "0m", "-5m", "5 m", "5m ", "5w", "1.5h", "5M", "123456m"])
def test_another_text_is_no_delay(text: str) -> None:
    with pytest.raises(ScheduleError, match="30s"):
        delay(text)


@pytest.mark.parametrize(
    ("text", "cron"),
    [
        ("daily 9am", "0 9 * * *"),
        ("daily 12am", "0 0 * * *"),
        ("daily 12pm", "0 12 * * *"),
        ("weekdays 6pm", "0 18 * * 1-5"),
        ("Weekends 6:30 PM", "30 18 * * 0,6"),
        ("monday 10am", "0 10 * * 1"),
        ("sunday 18:05", "5 18 * * 0"),
        ("*/15 * * * *", "*/15 * * * *"),
        (" 0  9 1 * mon ", "0 9 1 * mon"),
    ],
)
def test_a_schedule_is_said_in_words_or_as_cron(text: str, cron: str) -> None:
    assert recurring(text, "UTC") == Recurring(cron, "UTC")


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("0 9 * * *", "daily 09:00"),
        ("30 18 * * 0,6", "weekends 18:30"),
        ("5 0 * * 1", "monday 00:05"),
        ("*/15 * * * *", "*/15 * * * *"),
        ("0 9 1 * 1", "0 9 1 * 1"),
        ("0 9 * * 1,3", "0 9 * * 1,3"),
    ],
)
def test_a_schedule_is_told_in_the_words_that_say_it(cron: str, words: str) -> None:
    assert str(Recurring(cron, "UTC")) == f"{words} (UTC)"
    assert recurring(words, "UTC") == Recurring(cron, "UTC")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "daily",
        "daily 13pm",
        "daily 0am",
        "daily 25:00",
        "daily 9:60",
        "noonday 9am",
        "daily nine",
        "* * * *",
        "61 * * * *",
        "0 0 30 2 *",
        "* * * * * *",
    ],
)
def test_what_says_no_time_is_an_error_that_shows_what_does(text: str) -> None:
    with pytest.raises(ScheduleError, match="daily 9am"):
        recurring(text, "UTC")


def test_a_zone_that_there_is_not_is_an_error() -> None:
    with pytest.raises(ScheduleError, match="Europe/Lisbon"):
        recurring("daily 9am", "Europe/Atlantis")


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        # Friday evening: the next weekday is Monday.
        ("weekdays 9am", datetime(2026, 3, 6, 20, tzinfo=UTC), datetime(2026, 3, 9, 8, tzinfo=UTC)),
        # On the 29th of March clocks in Berlin go from 2:00 to 3:00, and 9:00 there is an hour earlier in UTC.
        ("daily 9am", datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 7, tzinfo=UTC)),
        # 2:30 is skipped that night: it is the moment after the skip.
        ("daily 2:30", datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 1, tzinfo=UTC)),
        # On the 25th of October 2:30 comes twice: the first one counts, and the second one does not.
        ("daily 2:30", datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("daily 2:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 26, 1, 30, tzinfo=UTC)),
    ],
)
def test_times_are_those_of_a_clock_on_the_wall(text: str, after: datetime, expected: datetime) -> None:
    assert recurring(text, "Europe/Berlin").after(after) == expected


@pytest.mark.parametrize(
    ("text", "zone", "after", "expected"),
    [
        # By the clock: what is said with a `*` in minutes or hours comes at each time that the clock shows.
        ("*/30 * * * *", "Europe/Berlin", "2026-03-29T00:00", ["29T00:30", "29T01:00", "29T01:30"]),
        ("*/30 * * * *", "Europe/Berlin", "2026-10-25T00:00", ["25T00:30", "25T01:00", "25T01:30", "25T02:00"]),
        ("*/30 2 * * *", "Europe/Berlin", "2026-03-28T12:00", ["30T00:00", "30T00:30"]),  # no such hour on the 29th
        ("*/30 2 * * *", "Europe/Berlin", "2026-10-24T12:00", ["25T00:00", "25T00:30", "25T01:00", "25T01:30"]),
        # Midnight is skipped in Cairo on the 24th of April.
        ("daily 12am", "Africa/Cairo", "2026-04-22T22:30", ["23T22:00", "24T21:00"]),
        # On Lord Howe Island the clock goes by half an hour.
        ("daily 2:15", "Australia/Lord_Howe", "2026-10-02T20:00", ["03T15:30", "04T15:15"]),
        ("daily 1:45", "Australia/Lord_Howe", "2026-04-03T20:00", ["04T14:45", "05T15:15"]),
    ],
)
def test_times_that_the_clock_skips_or_shows_twice(text: str, zone: str, after: str, expected: list[str]) -> None:
    found, moment = recurring(text, zone), datetime.fromisoformat(after).replace(tzinfo=UTC)
    for day in expected:
        moment = found.after(moment)
        assert f"{moment:%dT%H:%M}" == day
