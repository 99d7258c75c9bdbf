"""The manifest: every tool of a project, in one stable order.

What is in a manifest is loaded where there is something: most of a run on a project without tools is starting up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from toolgen.model import codec
from toolgen.model.json_values import Json
from toolgen.model.notations import NOTATIONS, PromptNotation
from toolgen.model.span import Span

if TYPE_CHECKING:
    from toolgen.model.classes import ClassTable
    from toolgen.model.tool import ToolSpec


@dataclass(frozen=True, slots=True, order=True)
class SkippedTool:
    """A tool that is left out: where it is defined, the codes of the diagnostics that say why, and its `server`."""

    name: str
    module: str
    qualname: str
    codes: tuple[str, ...] = field(metadata=codec.LIST)
    server: str = field(default="", compare=False, metadata=codec.HIDDEN)

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.codes)})"


@dataclass(frozen=True, slots=True)
class Manifest:
    """All tools, sorted by name, the classes that their parameters and results name, and what was `skipped`.

    `call_syntax` is how models write calls in text: the `name` of a syntax, and its options. It is empty for `json`.
    `notation` is what their arguments are written in there. `input_examples` says whether providers are told examples,
    and `targets` how some of them are told of tools.
    """

    tools: tuple[ToolSpec, ...]
    classes: ClassTable = field(default_factory=dict)
    skipped: tuple[SkippedTool, ...] = ()
    call_syntax: Mapping[str, Json] = field(default_factory=dict)
    notation: PromptNotation = NOTATIONS[0]
    input_examples: bool = True
    targets: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)

    @property
    def is_sanitised(self) -> bool:
        """Whether some target is told other names where it refuses those of tools."""
        return any(options.get("names") == "sanitise" for options in self.targets.values())

    def without(self, wrong: Mapping[Span, str]) -> Manifest:
        """Those that are `wrong`, by their places, are skipped for these codes."""
        from toolgen.model.tool import used_classes

        skipped = {
            SkippedTool(tool.name, tool.origin.module, tool.origin.qualname, (wrong[tool.span],))
            for tool in self.tools
            if tool.span in wrong
        }
        kept = tuple(tool for tool in self.tools if tool.span not in wrong)
        left_out = tuple(sorted(skipped.union(self.skipped)))
        return replace(self, tools=kept, classes=used_classes(kept, self.classes), skipped=left_out)
