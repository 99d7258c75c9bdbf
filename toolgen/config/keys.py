"""What a key of the configuration takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_args

from toolgen.diagnostics.suggest import nearest
from toolgen.model.json_values import walk
from toolgen.model.keywords import one_of


def is_name(value: Any) -> bool:
    """Whether `value` is an identifier of Python."""
    return isinstance(value, str) and value.isidentifier()


def is_dotted(value: Any) -> bool:
    """Whether `value` is a dotted name, of at least two parts."""
    return isinstance(value, str) and "." in value and all(map(is_name, value.split(".")))


def unique(value: Any) -> Any:
    """A list as a tuple without repetition; anything else as it is."""
    return tuple(dict.fromkeys(value)) if isinstance(value, list) else value


class Key(NamedTuple):
    """One key: what it takes, in words and as a check, where the paths that it names must be, and what is kept of it.

    `inside` paths are below the folder of the configuration; `exists` says of a path whether it is there. `freeze` is
    given what the key takes; `why` and `place` what it does not take, where more can be said of what is wrong. A key
    with `choices` takes one of these texts.
    """

    expected: str
    example: str
    accepts: Callable[[Any], bool]
    inside: bool = False
    exists: Callable[[Path], bool] | None = None
    freeze: Callable[[Any], Any] = unique
    why: Callable[[Any], str] = lambda _: ""
    place: Callable[[Any], tuple[str, ...]] = lambda _: ()
    choices: tuple[str, ...] = ()

    def fault(self, name: str, value: Any) -> dict[str, str]:
        """What to say of the key `name` if it does not take `value` (TG003); nothing if it does."""
        if self.accepts(value):
            return {}
        found = ": ".join(filter(None, (shown(value), self.why(value))))
        meant = nearest(value, self.choices) if isinstance(value, str) else None
        return {
            "expected": self.expected,
            "found": found,
            "example": f"{name} = {json.dumps(meant) if meant else self.example}",
        }


def choice(literal: Any, example: str) -> Key:
    """A key that takes one of the texts of a `Literal`."""
    texts = get_args(literal)
    return Key(f"one of {in_words(texts)}", example, one_of(*texts), choices=texts)


def in_words(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def shown(value: Any) -> str:
    """`value` as TOML would spell it, cut to what fits in a message."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text}`" if len(text) <= 60 else f"`{text[:59]}…`"


def strange(value: Any) -> Iterator[Any]:
    """The values in `value` that TOML has and JSON has not: dates, times, infinities and NaN."""
    for one in walk(value):
        if isinstance(one, date | time) or (isinstance(one, float) and not isfinite(one)):
            yield one
