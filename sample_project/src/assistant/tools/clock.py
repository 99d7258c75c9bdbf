"""What time it is."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from toolgen import tool

from assistant.models import Moment


@tool(category="time", annotations={"read_only": True, "open_world": False})
def get_current_time(timezone: str = "UTC") -> Moment:
    """Tell the date and the time now, anywhere in the world.

    Args:
        timezone: Name of the zone in the IANA database, such as "Europe/Lisbon".

    Returns:
        The time with its offset from UTC, the day of the week and the number of the ISO week.

    Raises:
        ValueError: The zone does not exist.
    """
    try:
        zone = ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError):
        raise ValueError(f"there is no time zone {timezone!r}; use an IANA name such as 'Europe/Lisbon'") from None
    now = datetime.now(UTC).astimezone(zone).replace(microsecond=0)
    return {"time": now, "weekday": f"{now:%A}", "week": now.isocalendar().week, "timezone": timezone}
