"""What the configuration says of a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.model.json_values import Json

Mode = Literal["off", "all", "plan"]
Unsupported = Literal["describe", "drop", "error"]
Names = Literal["keep", "sanitise"]
Sent = Literal["all", "selection"]
Shorter = Literal["titles", "argument_docs", "output_schemas", "descriptions", "definitions"]
SHORTER: tuple[Shorter, ...] = get_args(Shorter)


@dataclass(frozen=True, slots=True)
class Options:
    """Which tools are `strict`, what becomes of keywords that the target does not have, whether `names` that it refuses
    are told in other characters, what is said in less, how many tokens all of it may have, whether a request `sends`
    all tools, and what only this target knows."""

    strict: Mode = "off"
    unsupported: Unsupported = "describe"
    names: Names = "keep"
    shorten: tuple[Shorter, ...] = ()
    max_tokens: int | None = None
    sends: Sent = "all"
    settings: Mapping[str, str] = field(default_factory=dict)


_OWN = ("strict", "unsupported", "names", "shorten", "max_tokens", "sends")
_OF_BUILDS = frozenset({"max_tokens", "sends"})
"""What decides whether a build is told something, and not what the target is told."""


def encoded(options: Options) -> dict[str, Json]:
    """What is another than usual, as the manifest says it: all that decides what a target is told."""
    own = {name: getattr(options, name) for name in _OWN if name not in _OF_BUILDS}
    said = {name: value for name, value in own.items() if value != getattr(PLAIN, name)}
    return {name: [*value] if isinstance(value, tuple) else value for name, value in said.items()} | {
        **options.settings
    }


def decoded(said: Mapping[str, Json]) -> Options:
    """The options that `said` is of, in the configuration or in a manifest."""
    own: dict[str, Any] = {name: said[name] for name in _OWN if name in said}
    own["shorten"] = tuple(own.get("shorten", ()))
    return Options(**own, settings={name: value for name, value in said.items() if name not in own})


PLAIN = Options()
"""Those of a target of which nothing is said."""
