"""The last net: what no stage foresaw costs the tool, class or file that it is about, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TypeVar

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span

Result = TypeVar("Result")

TOO_DEEP = "is nested too deeply to be read"


class Net:
    """Runs parts of a stage, each of which is about one place; `found` are those that raised what is not foreseen."""

    def __init__(self) -> None:
        self._found: dict[Span, Diagnostic] = {}

    @property
    def found(self) -> Mapping[Span, Diagnostic]:
        return self._found

    def run(self, what: str, span: Span, part: Callable[[], Result]) -> Result | None:
        """What `part` returns; None, and TG412 at `span`, where it fails, as it does once it has failed.

        What the system refuses is no error of toolgen's, and neither is what goes deeper than Python follows (TG107).
        With TOOLGEN_DEBUG the exception is raised as it is.
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
            is_deep = isinstance(error, RecursionError)
            why = TOO_DEEP if is_deep else reason(error)
            self._found[span] = diagnose("TG107" if is_deep else "TG412", span, what=what, reason=why)
            return None


def reason(error: Exception) -> str:
    """The type and the text of `error`, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
