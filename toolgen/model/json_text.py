"""The text of values that JSON has no form for, as pydantic writes it.

https://pydantic.dev/docs/validation/latest/concepts/serialization/ (mode "json")
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, time, timedelta


def moment(value: date | time) -> str:
    """ISO 8601, with `Z` for UTC."""
    text = value.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def duration(value: timedelta) -> str:
    """ISO 8601 with years of 365 days, as the Rust crate speedate writes it."""
    sign = "-" if value.days < 0 else ""
    value = abs(value)
    years, days = divmod(value.days, 365)
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{value.microseconds:06}".rstrip("0") if value.microseconds else ""
    day = "".join(f"{count}{unit}" for count, unit in ((years, "Y"), (days, "D")) if count)
    clock = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M")) if count)
    clock += f"{seconds}{fraction}S" if seconds or fraction else ""
    return f"{sign}P{day}" + (f"T{clock}" if clock else "" if day else "T0S")


def complex_number(value: complex) -> str:
    """`1+2j`. Raises ValueError for a number that Python writes otherwise than pydantic: with an exponent, or NaN."""
    text = str(complex(value.real + 0.0, value.imag)).strip("()")
    if not re.fullmatch(r"[-+.\dj]+", text):
        raise ValueError(f"{value} has no known form in JSON")
    return text
