"""What can go wrong with a call, as data: what the errors of generated modules and of the runtime have in common."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Protocol, runtime_checkable

_LONGEST = 10_000
"""How many characters a message has at most."""
_LONGEST_DETAIL = 300
"""The same of any other text in an error, such as the id of a call."""


@runtime_checkable
class ToolError(Protocol):
    """What is known of an error that a model may be told of.

    The `ToolError` of each generated module fits it, as does `CallError`; they have no common base class, because
    generated modules need nothing of toolgen.
    """

    code: str
    message: str

    def to_dict(self) -> dict[str, Any]:
        """The error as a JSON object with at least `code` and `message`, and never with a traceback."""


class CallError(Exception):
    """A call failed for a reason that the runtime found. `code` is for programs, `message` for models and people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        self.code = code
        self.message = capped(message, _LONGEST)
        super().__init__(self.message)
        cut = {key: capped(one, _LONGEST_DETAIL) for key, one in details.items() if isinstance(one, str)}
        self.details = {**details, **cut}

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(CallError, **self.details), (self.code, self.message)

    def to_dict(self) -> dict[str, Any]:
        """The error as a JSON object."""
        return {"code": self.code, "message": self.message, **self.details}


class RegistrationError(ValueError):
    """A function cannot be registered as a tool, or two tools have one name. The message says why."""


class InvalidContext(TypeError):  # noqa: N818 - as in generated modules
    """The application supplies too little to a registered function. It is no ToolError: a model could do nothing."""


class DuplicateToolWarning(UserWarning):
    """Two manifests have a tool of the same name; the first of them counts."""


def capped(text: str, most: int) -> str:
    """`text` that can be sent on: not longer than `most`, and without halves of characters."""
    short = text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"
    return short if short.isascii() else short.encode(errors="backslashreplace").decode()


def shown(name: object) -> str:
    """A name that somebody sent, in a few words."""
    return repr(capped(told(name), 80))


def told(value: object) -> str:
    """What `str` makes of a value, and of an exception its type and text."""
    try:
        text = str(value)
    except Exception:
        text = "..."
    return f"{type(value).__name__}: {text}".rstrip(": ") if isinstance(value, BaseException) else text


def unknown_tool(name: str, names: list[str]) -> CallError:
    """That there is no tool `name` among `names`."""
    nearest = close_matches(told(name)[:200], names)
    return CallError("unknown_tool", f"there is no tool {shown(name)}{did_you_mean(nearest)}", nearest=nearest)


def close_matches(name: str, names: Iterable[str]) -> list[str]:
    """The names that look like `name`."""
    from difflib import get_close_matches

    return get_close_matches(name, names)


def did_you_mean(nearest: Iterable[str]) -> str:
    """The names that look like one, as the end of a sentence; empty where there are none."""
    hint = " or ".join(map(repr, nearest))
    return f"; did you mean {hint}?" if hint else ""


def tool_failed(error: BaseException) -> CallError:
    """That a tool raised `error`, which becomes its cause."""
    failed = CallError("tool_failed", capped(told(error), 1000))
    failed.__cause__ = error
    return failed


def as_data(error: BaseException) -> dict[str, Any]:
    """An error as a JSON object: its own account of itself, or that the tool failed."""
    try:
        return error.to_dict() if isinstance(error, ToolError) else tool_failed(error).to_dict()
    except Exception:  # an account of its own that fails
        return tool_failed(error).to_dict()


def duplicate_id(id: object) -> CallError:
    """That the `id` of a call is one of another call, or none."""
    if not isinstance(id, str):
        return CallError("invalid_id", f"the id of a call is a text, not a Python {type(id).__name__}")
    return CallError("duplicate_id", f"there is already a call with the id {shown(id)}")


def result_missing(id: str) -> CallError:
    """That a call needs the result of the call `id`, which has none."""
    return CallError("dependency_failed", f"it needs the result of {shown(id)}, which has none", call=id)


def cancelled(name: str) -> CallError:
    """That a call of the tool `name` was ended before it had a result."""
    return CallError("cancelled", f"the call of {name!r} was cancelled")


def approval_required(name: str) -> CallError:
    """That the tool `name` is not called before somebody agrees."""
    return CallError("approval_required", f"a call of {name!r} needs the approval of a person")


def timed_out(name: str, seconds: float | None) -> CallError:
    """That a call of the tool `name` took too long."""
    return CallError("tool_timeout", f"{name!r} took longer than {seconds:g} seconds")
