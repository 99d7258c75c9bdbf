"""What a tool is here: an object that says its name, what it is for, its parameters, and what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any


class AITool(ABC):
    """A tool. All that it says of itself is constant, so that it can be read without being made."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What a model calls it."""

    @property
    @abstractmethod
    def description(self) -> str:
        """A few words for people."""

    @abstractmethod
    def instructions(self) -> str:
        """When and how to use it, for the prompt of a model."""

    @property
    @abstractmethod
    def parameters_schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""

    @property
    def category(self) -> str | None:
        """A broad category."""
        return None

    @property
    def tags(self) -> Sequence[str]:
        """Words to select it by."""
        return []

    @abstractmethod
    async def execute(self, **kwargs: Any) -> Any:
        """Do it."""
