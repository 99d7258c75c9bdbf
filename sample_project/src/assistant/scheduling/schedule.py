"""When a task runs: once, or again and again by a cron expression, as the clock on a wall shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError

DELAY = r"^[1-9]\d{0,4}[smhd]$"
"""A delay: `30s`, `5m`, `2h`, `1d`."""

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_CRON_DAYS = {"daily": "*", "weekdays": "1-5", "weekends": "0,6", **{day: str(i) for i, day in enumerate(_DAYS)}}
_DAYS_OF_CRON = {cron: days for days, cron in _CRON_DAYS.items()}
_DAILY = re.compile(r"(?P<minute>\d{1,2}) (?P<hour>\d{1,2}) \* \* (?P<days>\S+)")
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>am|pm)?")
_HELP = "say it as 'daily 9am', 'weekdays 18:30', 'monday 10am', or as a cron expression such as '*/15 * * * *'"


class ScheduleError(ValueError):
    """A text that says no time, with what would."""


@dataclass(frozen=True)
class Recurring:
    """Every time that a cron expression of five fields means in a time zone.

    A time that the clock skips in spring is the moment after it, and one that it shows twice in autumn is its first:
    https://manpages.debian.org/cron.8#NOTES
    """

    cron: str
    timezone: str

    def after(self, moment: datetime) -> datetime:
        """The first time after `moment`, in UTC. Raises ScheduleError where there is none in 50 years."""
        try:
            return next(CronSim(self.cron, moment.astimezone(zone(self.timezone)))).astimezone(UTC)
        except (CronSimError, StopIteration) as error:
            raise ScheduleError(f"{self.cron!r} means no time: {error or 'there is no such day'}; {_HELP}") from None

    def __str__(self) -> str:
        """In the words that `recurring` understands, or as the expression where there are none for it."""
        found = _DAILY.fullmatch(self.cron)
        days = _DAYS_OF_CRON.get(found["days"]) if found else None
        said = f"{days} {int(found['hour']):02}:{int(found['minute']):02}" if found and days else self.cron
        return f"{said} ({self.timezone})"

    def to_json(self) -> dict[str, str]:
        return {"cron": self.cron, "timezone": self.timezone}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recurring:
        return cls(data["cron"], data.get("timezone", "UTC"))


def delay(text: str) -> timedelta:
    """`5m` as the time that it stands for: seconds, minutes, hours or days. Raises ScheduleError for another text."""
    if not re.match(DELAY, text):
        raise ScheduleError(f"{text!r} is no delay: say it as '30s', '5m', '2h' or '1d'")
    return timedelta(**{_UNITS[text[-1]]: int(text[:-1])})


def recurring(text: str, timezone: str) -> Recurring:
    """`daily 9am`, `weekdays 6pm`, `monday 10:30` or a cron expression, in the time zone of that IANA name.

    Raises ScheduleError for a text that is none of these, and for a zone that there is not.
    """
    zone(timezone)
    days, _, clock = text.strip().lower().partition(" ")
    if days in _CRON_DAYS:
        hour, minute = _clock(clock.strip(), text)
        cron = f"{minute} {hour} * * {_CRON_DAYS[days]}"
    elif len(text.split()) == 5:
        cron = " ".join(text.split())
    else:
        raise ScheduleError(f"{text!r} is no schedule: {_HELP}")
    found = Recurring(cron, timezone)
    found.after(datetime(2000, 1, 1, tzinfo=zone("UTC")))
    return found


def zone(name: str) -> ZoneInfo:
    """The time zone of an IANA name. Raises ScheduleError where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ScheduleError(f"there is no time zone {name!r}; use an IANA name such as 'Europe/Lisbon'") from None


def _clock(clock: str, text: str) -> tuple[int, int]:
    """The hour and minute of `9am`, `6:30 pm` or `18:30`."""
    found = _CLOCK.fullmatch(clock)
    if not found:
        raise ScheduleError(f"{text!r} has no time of day: {_HELP}")
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), found["half"]
    if (half and not 1 <= hour <= 12) or hour > 23 or minute > 59:
        raise ScheduleError(f"there is no time {clock!r}: {_HELP}")
    return (hour % 12 + 12 * (half == "pm") if half else hour), minute
