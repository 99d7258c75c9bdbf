"""What the configuration says of a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Mode = Literal["off", "all", "plan"]
MODES: tuple[Mode, ...] = get_args(Mode)

Unsupported = Literal["describe", "drop", "error"]
UNSUPPORTED: tuple[Unsupported, ...] = get_args(Unsupported)

Names = Literal["keep", "sanitise"]
NAMES: tuple[Names, ...] = get_args(Names)


@dataclass(frozen=True, slots=True)
class Options:
    """Which tools are `strict`, what becomes of keywords that the target does not have, whether `names` that it refuses
    are told in other characters, and what only this target knows."""

    strict: Mode = "off"
    unsupported: Unsupported = "describe"
    names: Names = "keep"
    settings: Mapping[str, str] = field(default_factory=dict)


def encoded(options: Options) -> dict[str, str]:
    """What is another than usual, as the configuration and the manifest say it."""
    own = {name: getattr(options, name) for name in ("strict", "unsupported", "names")}
    return {name: value for name, value in own.items() if value != getattr(PLAIN, name)} | dict(options.settings)


def decoded(said: Mapping[str, str]) -> Options:
    """The options that `said` is of."""
    own: dict[str, Any] = {name: said[name] for name in ("strict", "unsupported", "names") if name in said}
    return Options(**own, settings={name: value for name, value in said.items() if name not in own})


PLAIN = Options()
"""Those of a target of which nothing is said."""
