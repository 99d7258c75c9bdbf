"""What an agent asks a language model, whatever its wire format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from toolgen.runtime import Call, CallResult

Definition: TypeAlias = Mapping[str, Any]
"""A tool, as a provider wants it told."""
Say: TypeAlias = Callable[[str], None]
"""Is given the text of an answer, piece by piece as it comes."""


@dataclass(frozen=True)
class User:
    """What somebody asks, or an agent that has no other way tells of calls."""

    text: str


@dataclass(frozen=True)
class Assistant:
    """What a model answered: text, and the calls that it wants made."""

    text: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Results:
    """What came of the calls of the answer before."""

    results: tuple[CallResult, ...]


Message: TypeAlias = User | Assistant | Results


class ModelError(Exception):
    """The model cannot be asked, or does not answer as it should."""


@contextmanager
def failures() -> Iterator[None]:
    """Whatever a client raises is an error of the model: what breaks off in its middle is, in several, no error of
    theirs but of one or another library below them."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:
        raise ModelError(f"the model does not answer: {str(error) or type(error).__name__}") from error


class Model(Protocol):
    """Answers conversations.

    `target` is the provider in whose form it is told of tools; None is a model that reads of them in its prompt, and
    writes calls into its text.
    """

    @property
    def target(self) -> str | None: ...

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        """The answer to `messages`. Raises ModelError where there is none."""
        ...
