"""What `--from` takes beside the frameworks: the name of a way to write tools, and what makes its codemod."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.classes import typing_classes
from toolgen.rewrite.migrations.example_strings import reading_examples
from toolgen.rewrite.migrations.hand_written.steps import hand_written

SOURCES: Mapping[str, Callable[[], Codemod]] = {
    "classes": typing_classes,
    "example-strings": reading_examples,
    "hand-written": hand_written,
}
