"""The types of the standard library that JSON has no form for: one row for each, with all that any stage knows of it.

Sources: pydantic's JSON Schema and conversion table, <https://docs.pydantic.dev/latest/api/standard_library_types/> and
<https://docs.pydantic.dev/latest/concepts/conversion_table/>; for the texts of values, mode "json" of
<https://docs.pydantic.dev/latest/concepts/serialization/>. The classes are named and not imported, since those who look
something up here need few of them. A new type is a row, and a decoder in `toolgen/emit/_support.py` where calling the
class does not do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from os import fspath
from typing import TYPE_CHECKING, Any

from toolgen.model.json_values import Schema

if TYPE_CHECKING:
    from datetime import date, time, timedelta


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KnownType:
    """What JSON Schema shows of a type that is known by its dotted `name`; builtins have no prefix.

    - `schema` is that of what it is read from, `serialized` that of what it is written to, None where it is the same.
    - `kind` is that of pydantic's core schema, which decides what constraints do (`types.known.core_schema`).
    - `is_opaque`: pydantic writes the schema last, so that a description of an item, say, is lost.
    - `has_text_settings`: the settings that a model has for all its strings are about this type, too.
    - `rank`: where several members of a union fit a value, those of the lowest rank have it.
    """

    name: str
    schema: Schema
    serialized: Schema | None = None
    kind: str = "other"
    is_opaque: bool = False
    has_text_settings: bool = False
    rank: int = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StandardType(KnownType):
    """A class of Python or its standard library.

    How it is spelled:

    - `aliases` are its other dotted names.
    - `arguments` are those that its annotation gets where none are written, if it is generic.
    - `notation` is the word for its JSON in documents, empty where its JSON type says enough.

    JSON:

    - `encode` gives the text of a value, or bytes. It raises ValueError for a value without JSON.
    - `decoder` is the function of `toolgen/emit/_support.py` that reads a value. Without one the class is called, or
      `made` where that is another; `expected` says in words what it wants.
    - `yields_to` is a type that has a text in a union, although it can be read as this one.

    Constants:

    - `is_constant`: what is made of constants is known without running the code.
    - `is_of_system`: of which class a value is, and so its `repr`, depends on the system.
    - `methods`, `attributes`: those of its values that depend on nothing but the value and the arguments.
    - `functions`, `constants`: such functions and values of the class.
    """

    rank: int = 1
    aliases: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    notation: str = ""
    encode: Callable[[Any], str | bytes] = str
    decoder: str = ""
    made: str = ""
    expected: str = ""
    yields_to: str = ""
    is_constant: bool = False
    is_of_system: bool = False
    methods: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The module that the class is in: empty for a builtin."""
        return self.name.rpartition(".")[0]

    def load(self) -> type:
        """The class itself."""
        from importlib import import_module

        class_: type = getattr(import_module(self.module or "builtins"), self.name.rpartition(".")[2])
        return class_

    def loaded(self) -> type | None:
        """The class, if its module is loaded. Of a class that is not there are no values."""
        module = sys.modules.get(self.module or "builtins")
        return getattr(module, self.name.rpartition(".")[2], None)


def _text(format_: str) -> Schema:
    return {"type": "string", "format": format_}


_ADDRESSES = tuple(
    StandardType(
        name=f"ipaddress.IPv{version}{class_}",
        schema=_text(f"ipv{version}{suffix}"),
        kind="lax-or-strict",
        is_opaque=True,
        expected=f"an IPv{version} {class_.lower()}",
        is_constant=True,
    )
    for version in (4, 6)
    for class_, suffix in (("Address", ""), ("Interface", "interface"), ("Network", "network"))
)


def _path(name: str, **about: Any) -> StandardType:
    return StandardType(
        name=f"pathlib.{name}",
        schema=_text("path"),
        kind="lax-or-strict",
        has_text_settings=True,
        notation="Path",
        expected="a path",
        **about,
    )


_PATHS = (
    _path("Path", is_constant=True, is_of_system=True),
    _path("PosixPath", is_constant=True, is_of_system=True),
    _path(
        "PurePath",
        is_constant=True,
        is_of_system=True,
        methods=("as_posix", "is_absolute", "joinpath", "relative_to", "with_name", "with_stem", "with_suffix"),
        attributes=("name", "parent", "parts", "stem", "suffix", "suffixes"),
    ),
    _path("PurePosixPath", is_constant=True),
    _path("PureWindowsPath", is_constant=True),
    _path("WindowsPath"),
)


def _moment(value: date | time) -> str:
    """ISO 8601, with `Z` for UTC."""
    text = value.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def _duration(value: timedelta) -> str:
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


def _complex_number(value: complex) -> str:
    """`1+2j`. Raises ValueError for a number that Python writes otherwise than pydantic: with an exponent, or NaN."""
    text = str(complex(value.real + 0.0, value.imag)).strip("()")
    if not re.fullmatch(r"[-+.\dj]+", text):
        raise ValueError(f"{value} has no known form in JSON")
    return text


_ROWS = (
    StandardType(
        name="bytes",
        schema=_text("binary"),
        kind="bytes",
        encode=bytes.decode,
        decoder="to_bytes",
        is_constant=True,
        methods=("decode", "hex"),
        functions=("fromhex",),
    ),
    StandardType(
        name="complex",
        schema={"type": "string"},
        kind="complex",
        encode=_complex_number,
        expected="a complex number like 1+2j",
        is_constant=True,
        attributes=("imag", "real"),
    ),
    StandardType(
        name="datetime.date",
        schema=_text("date"),
        kind="date",
        notation="date",
        encode=_moment,
        decoder="to_date",
        is_constant=True,
        methods=("isoformat", "isoweekday", "replace", "strftime", "weekday"),
        attributes=("day", "month", "year"),
        functions=("fromisoformat",),
        constants=("max", "min"),
    ),
    StandardType(
        name="datetime.datetime",
        schema=_text("date-time"),
        kind="datetime",
        notation="datetime",
        encode=_moment,
        decoder="to_datetime",
        yields_to="datetime.date",
        is_constant=True,
        methods=("date", "time"),
        attributes=("hour", "microsecond", "minute", "second"),
        functions=("fromisoformat",),
        constants=("max", "min"),
    ),
    StandardType(
        name="datetime.time",
        schema=_text("time"),
        kind="time",
        notation="time",
        encode=_moment,
        decoder="to_time",
        is_constant=True,
        methods=("isoformat", "replace", "strftime"),
        functions=("fromisoformat",),
    ),
    StandardType(
        name="datetime.timedelta",
        schema=_text("duration"),
        kind="timedelta",
        notation="timedelta",
        encode=_duration,
        decoder="to_timedelta",
        is_constant=True,
        methods=("total_seconds",),
        attributes=("days", "microseconds", "seconds"),
        constants=("max", "min"),
    ),
    StandardType(
        name="decimal.Decimal",
        schema={"anyOf": [{"type": "number"}, {"type": "string"}]},
        serialized={"type": "string"},
        kind="decimal",
        decoder="to_decimal",
        is_constant=True,
    ),
    StandardType(
        name="fractions.Fraction",
        schema={"anyOf": [{"type": "number"}, _text("fraction")]},
        serialized=_text("fraction"),
        kind="fraction",
        decoder="to_fraction",
    ),
    *_ADDRESSES,
    *_PATHS,
    StandardType(
        name="os.PathLike",
        schema=_text("path"),
        kind="lax-or-strict",
        has_text_settings=True,
        arguments=("str",),
        notation="Path",
        encode=fspath,
        made="pathlib.PurePath",
        expected="a path",
    ),
    StandardType(
        name="re.Pattern",
        schema=_text("regex"),
        is_opaque=True,
        rank=0,
        aliases=("typing.Pattern",),
        arguments=("str",),
        encode=attrgetter("pattern"),
        decoder="to_pattern",
        is_constant=True,
        attributes=("pattern",),
    ),
    StandardType(
        name="uuid.UUID",
        schema=_text("uuid"),
        kind="uuid",
        rank=0,
        notation="UUID",
        decoder="to_uuid",
        is_constant=True,
        attributes=("hex", "int", "version"),
    ),
    StandardType(name="zoneinfo.ZoneInfo", schema=_text("zoneinfo"), is_opaque=True, rank=0, decoder="to_zone_info"),
)

STANDARD_TYPES: Mapping[str, StandardType] = {row.name: row for row in _ROWS}
"""By dotted name."""


@lru_cache(maxsize=256)
def encoder_of(class_: type) -> Callable[[Any], str | bytes] | None:
    """What gives the text, or bytes, of an instance of `class_`: None where it is of none of these types."""
    rows = ((row, row.loaded()) for row in _ROWS)
    return next((row.encode for row, known in rows if known and issubclass(class_, known)), None)
