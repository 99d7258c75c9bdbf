"""What the gardener has set."""

import datetime


def in_winter() -> bool:
    """Whether it is cold outside."""
    return datetime.date.today().month in (12, 1, 2)
