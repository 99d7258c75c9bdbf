"""What a codemod is: which changes it wants of what an analysis found, and what it promises to leave as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolgen.config.config import Config
from toolgen.model.types import Json
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Left

EncodedTool: TypeAlias = dict[str, Json]
"""The entry of a tool in the manifest."""


@dataclass(frozen=True, slots=True)
class Codemod:
    """`changes` are those that an analysis asks for; made, they ask for none.

    `codes` are the diagnostics that it mends. `forgets` gives the entry of a tool without what it may change: what is
    left must be the same before and after, of every tool of the project, and no error may be new; one that `adds`
    tools makes more of them. One that is not `is_safe` is only taken where that is asked for.
    """

    codes: tuple[str, ...]
    changes: Callable[[Analysis, Config], Iterator[Change | Left]]
    forgets: Callable[[EncodedTool], EncodedTool] = dict
    is_safe: bool = True
    adds: bool = False


def without_texts(tool: EncodedTool) -> EncodedTool:
    """`tool` without what a model is told of it and its arguments in words."""
    return {**tool, "description": "", "input_schema": _wordless(tool["input_schema"])}


def _wordless(schema: Any) -> Any:
    match schema:
        case dict():
            # A property of the name `description` is a schema.
            texts = {key for key, value in schema.items() if key == "description" and isinstance(value, str)}
            return {key: _wordless(value) for key, value in schema.items() if key not in texts}
        case list():
            return [*map(_wordless, schema)]
        case _:
            return schema
