"""The last net: what no stage foresaw costs the tool, class or file that it is about, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TypeVar

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span

Result = TypeVar("Result")


class Net:
    """Runs parts of a stage, each of which is about one place; `found` are those that raised what is not foreseen."""

    def __init__(self) -> None:
        self._found: dict[Span, Diagnostic] = {}

    @property
    def found(self) -> Mapping[Span, Diagnostic]:
        return self._found

    def run(self, what: str, span: Span, part: Callable[[], Result]) -> Result | None:
        """What `part` returns; None, and TG412 at `span`, where it fails, as it does once it has failed.

        What the system refuses is no error of toolgen's. With TOOLGEN_DEBUG the exception is raised as it is.
        """
        if span in self._found:
            return None
        try:
            return part()
        except OSError:
            raise
        except Exception as error:
            if os.environ.get("TOOLGEN_DEBUG"):
                raise
            self._found[span] = diagnose("TG412", span, what=what, reason=reason(error))
            return None


def reason(error: Exception) -> str:
    """The type and the text of `error`, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
