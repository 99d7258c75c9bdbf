"""What `--from` takes beside the frameworks: the name of a way to write tools, what it looks for, and its codemod."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.classes import typing_classes
from toolgen.rewrite.migrations.example_strings import reading_examples
from toolgen.rewrite.migrations.hand_written.steps import hand_written


class Source(NamedTuple):
    """What is looked for, for a person, and what makes the codemod."""

    sought: str
    codemod: Callable[[], Codemod]


SOURCES: Mapping[str, Source] = {
    "classes": Source("classes of tools whose method takes `**kwargs`", typing_classes),
    "example-strings": Source("examples that are texts of calls", reading_examples),
    "hand-written": Source("lists of definitions, and what calls functions by their names", hand_written),
}
