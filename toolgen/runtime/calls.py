"""A call that is to be made, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from toolgen.model.json_values import Json
from toolgen.runtime.encoding import lossy, lossy_dumps


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the tool `name`.

    `arguments` is what a model sent: JSON text, None for none, or a mapping, in which `ResultOf` stands for the results
    of other calls. `id` is the one that the model's provider gave the call; no two calls of a history have the same.
    `context` is what the caller supplies to tools. `timeout` is in seconds.
    """

    name: str
    arguments: str | bytes | Mapping[str, Any] | None = None
    id: str = field(default_factory=lambda: uuid4().hex)
    context: Mapping[str, object] | None = None
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class CallResult:
    """What came of the call `id`: the `value` that the tool returned, or an `error` with at least `code` and `message`.

    `seconds` is how long it took.
    """

    id: str
    name: str
    value: Any = None
    error: Mapping[str, Json] | None = None
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether the tool returned."""
        return self.error is None

    @property
    def pending(self) -> bool:
        """Whether the call was not made yet, but waits for approval."""
        return self.error is not None and self.error["code"] == "approval_required"

    def to_dict(self) -> dict[str, Json]:
        """The result as a JSON object; what has no form in JSON is the text that `str` makes of it."""
        outcome = {"value": lossy(self.value)} if self.error is None else {"error": dict(self.error)}
        return {"id": self.id, "name": self.name, "ok": self.ok, **outcome}

    def to_json(self) -> str:
        """The text to send back to the model: the value as JSON, or an object with the error."""
        return lossy_dumps({"error": self.error} if self.error is not None else self.value)
