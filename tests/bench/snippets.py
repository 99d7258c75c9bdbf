"""Pieces of Python that read like the bodies of real functions; `$name` is filled in by the generator.

Those of `STATEMENTS` work on `request` (the arguments), `records` (a list of dictionaries) and `notes` (a list of
texts), and can follow each other in any order.
"""

from __future__ import annotations

STATEMENTS = (
    """\
    ranked = sorted(records, key=lambda record: (-record["amount"], record["name"]))
    for position, record in enumerate(ranked[:$small], start=1):
        record["rank"] = position
        record["label"] = f"{position:03d}-{record['name'].casefold()}"
    if len(ranked) > $small:
        notes.append(f"{len(ranked) - $small} more $noun were left out")
""",
    """\
    totals: dict[str, float] = defaultdict(float)
    for record in records:
        totals[str(record.get("region") or "unknown")] += record["amount"] * $rate
    for name, total in sorted(totals.items(), key=lambda pair: pair[1], reverse=True)[:$small]:
        notes.append(f"{name}: {total:,.2f} in $noun")
""",
    """\
    try:
        least = float(request.get("threshold") or $rate)
    except (TypeError, ValueError) as error:
        raise ValueError(f"threshold must be a number, not {request['threshold']!r}") from error
    records = [record for record in records if record["active"] or record["score"] >= least]
""",
    """\
    page, remaining = 0, $large
    while remaining > 0 and page < $small:
        batch = records[page * $small : (page + 1) * $small]
        if not batch:
            break
        remaining -= len(batch)
        page += 1
        _LOGGER.debug("page %d of $noun holds %d records, %d to go", page, len(batch), remaining)
""",
    """\
    match request:
        case {"status": "open" | "all" as status, **rest}:
            notes.append(f"$noun that are {status}, with {len(rest)} further conditions")
        case {"query": str(text)} if len(text) > $small:
            notes.append(f"$noun that mention {text[:$small]!r}")
        case _:
            _LOGGER.info("no condition for $noun, so that all %d are considered", len(records))
""",
    """\
    seen: set[str] = set()
    unique = []
    for record in records:
        key = re.sub(r"[^a-z0-9]+", "-", record["name"].lower()).strip("-")
        if key not in seen:
            seen.add(key)
            unique.append(record | {"key": key})
    if (repeated := len(records) - len(unique)) > 0:
        notes.append(f"{repeated} of {len(records)} $noun were there twice")
    records = unique
""",
    """\
    newest = max((record["changed"] for record in records), default=_EPOCH)
    age = datetime.now(UTC) - newest
    if age > timedelta(days=$large):
        notes.append(f"nothing changed among the $adjective $noun for {age.days} days")
    elif age < timedelta(hours=$small):
        notes.append("the newest of the $noun changed only hours ago")
""",
    """
    def weight(record: dict[str, Any]) -> float:
        base = record["amount"] / max(1.0, record["score"])
        return base * ($rate if record["active"] else 1.0) + len(record["name"]) % $small

    heavy = [record for record in records if weight(record) > $large]
    light = [record for record in records if weight(record) <= $large]
    notes.append(f"{len(heavy)} heavy and {len(light)} light $noun")
""",
    """\
    by_region = {
        region: [record for record in records if record["region"] == region]
        for region in sorted({record["region"] for record in records})
    }
    notes.extend(
        f"{region}: {len(group)} $noun, {sum(record['amount'] for record in group):.2f} in all"
        for region, group in by_region.items()
        if len(group) >= $small // 2
    )
""",
    """\
    low, high = $small * $rate, $large * $rate
    within = [record for record in records if low <= record["amount"] < high]
    outside = len(records) - len(within)
    if outside and not request.get("dry_run"):
        _LOGGER.warning("%d $noun lie outside %.2f to %.2f and are not changed", outside, low, high)
    for record in within:
        record["amount"] = round(record["amount"] * (1 + $rate / 100), 2)
        record["changed"] = record["changed"] + timedelta(minutes=$small)
""",
    """\
    with suppress(KeyError, IndexError):
        first, last = records[0], records[-1]
        span = last["changed"] - first["changed"]
        notes.append(f"from {first['name']} to {last['name']}: {abs(span.total_seconds()) / 3600:.1f} hours")
""",
)

HELPERS = (
    '''\
def _load(kind: str, request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The records of `kind` that `request` asks for, in the order of their names."""
    regions = ("north", "south", "east", "west")
    count = int(request.get("limit") or $large)
    records = [
        {
            "name": f"{kind}-{index:04d}",
            "region": regions[index % len(regions)],
            "amount": round($rate * (index + 1) ** 1.5, 2),
            "score": (index * $small % 100) / 100,
            "active": index % 3 != 0,
            "changed": _EPOCH + timedelta(days=index),
        }
        for index in range(count)
    ]
    if (region := request.get("region")) is not None:
        records = [record for record in records if record["region"] == getattr(region, "value", region)]
    return records
''',
    '''\
async def _load_later(kind: str, request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What `_load` returns, without holding up the event loop."""
    for attempt in range(3):
        try:
            return await asyncio.to_thread(_load, kind, request)
        except OSError as error:
            _LOGGER.info("attempt %d to read %s failed: %s", attempt + 1, kind, error)
            await asyncio.sleep(0.1 * 2**attempt)
    raise TimeoutError(f"{kind} could not be read, please try again in a few minutes")
''',
    '''\
def _round_to(value: float, step: float = $rate) -> float:
    """`value` rounded to the nearest multiple of `step`, away from zero where it lies between two."""
    if step <= 0:
        raise ValueError(f"step must be positive, not {step}")
    sign = -1 if value < 0 else 1
    return sign * int(abs(value) / step + 0.5) * step
''',
    '''\
def _check_codes(codes: Iterable[str]) -> list[str]:
    """`codes` in upper case, without repetition. Raises ValueError for one that is not like ABC-123."""
    checked: dict[str, None] = {}
    for code in codes:
        text = code.strip().upper()
        if not re.fullmatch(r"[A-Z]{3}-[0-9]+", text):
            raise ValueError(f"{code!r} is not a code of three letters, a dash and a number")
        checked.setdefault(text)
    return list(checked)
''',
)

CLASSES = '''\
class Mode(Enum):
    """How carefully $noun are treated."""

    FAST = "fast"
    THOROUGH = "thorough"
    EXACT = "exact"


@dataclass(frozen=True)
class Entry:
    """One line of a result."""

    name: str
    amount: float
    active: bool = True
    remarks: list[str] = field(default_factory=list)

    def describe(self) -> str:
        """The entry in one line."""
        state = "active" if self.active else "inactive"
        return f"{self.name} ({state}): {self.amount:,.2f}" + "".join(f", {remark}" for remark in self.remarks)


class Criteria(BaseModel):
    """Conditions for $noun: all that are given must hold."""

    name_contains: str | None = Field(None, description="Part of the name, in any case.")
    minimum: Annotated[float, Field(ge=0)] = 0.0
    maximum: float | None = Field(default=None, description="Largest amount, if there is one.")
    regions: list[Region] = Field(default_factory=list, max_length=$small)
    kind: Literal["any", "new", "changed"] = "any"


class Outcome(BaseModel):
    """What came of it."""

    done: int = Field(ge=0, description="How many $noun were changed.")
    notes: list[str] = []
    mode: Mode = Mode.FAST


class Ledger:
    """The $noun of this process, by name, with what was done to them."""

    def __init__(self, capacity: int = $large) -> None:
        self.capacity = capacity
        self._entries: dict[str, Entry] = {}
        self._history: list[tuple[datetime, str]] = []

    def add(self, entry: Entry) -> None:
        """Keep `entry`, in place of an earlier one with its name. Raises OverflowError when there is no room."""
        if len(self._entries) >= self.capacity and entry.name not in self._entries:
            raise OverflowError(f"no room for more than {self.capacity} $noun")
        self._entries[entry.name] = entry
        self._history.append((datetime.now(UTC), f"added {entry.name}"))

    def total(self, *, only_active: bool = True) -> float:
        """The sum of the amounts."""
        return sum(entry.amount for entry in self._entries.values() if entry.active or not only_active)

    def __len__(self) -> int:
        return len(self._entries)
'''

HEADER = '''\
"""Work on $adjective $noun.

The functions of this module share one way of reading records and of reporting: they gather notes on the way, and the
result says what was done. Amounts are kept in the currency of the account and rounded only when they are shown.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Annotated, Any, Literal, Optional

from pydantic import BaseModel, Field
$marker
from $package.shared import Region, Window
from $package.shared.enums import Priority
from $package.shared.records import Address
from $package.shared.models import Contact

from . import Attachment
from .models import Line

_LOGGER = logging.getLogger(__name__)
_EPOCH = datetime(2024, 1, 1, tzinfo=UTC)
'''

SHARED = {
    "shared/__init__.py": '''\
"""What every area uses."""

from .enums import Priority, Region
from .models import Contact
from .records import Address, Window

__all__ = ["Address", "Contact", "Priority", "Region", "Window"]
''',
    "shared/enums.py": '''\
"""Enumerations."""

from enum import Enum


class Priority(Enum):
    """How urgent something is."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Region(str, Enum):
    """A part of the market."""

    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"
''',
    "shared/records.py": '''\
"""Plain records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Address:
    """Where something is sent."""

    street: str
    city: str
    country: str = "PT"
    postal_code: str | None = None


@dataclass(frozen=True)
class Window:
    """A range of days, both ends included."""

    first: date
    last: date
''',
    "shared/models.py": '''\
"""Models."""

from __future__ import annotations

from pydantic import BaseModel, Field

from .enums import Priority
from .records import Address


class Contact(BaseModel):
    """A person, and how to reach them."""

    name: str = Field(min_length=1)
    email: str | None = None
    address: Address | None = None
    urgency: Priority = Priority.NORMAL
''',
}

AREA = {
    "__init__.py": '''\
"""Functions of one area."""

from .models import Attachment, Line

__all__ = ["Attachment", "Line"]
''',
    "models.py": '''\
"""Models of this area."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..shared import Region


class Attachment(BaseModel):
    """A file that goes along."""

    name: str
    media_type: Literal["application/pdf", "image/png", "text/plain"] = "text/plain"
    size: Annotated[int, Field(ge=0, le=10_000_000)] = 0


class Line(BaseModel):
    """One product of an order."""

    product: str = Field(description="Code of the product.")
    quantity: int = Field(1, ge=1)
    price: float = Field(ge=0)
    region: Region | None = None
''',
}
