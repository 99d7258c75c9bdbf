"""The model that the environment names.

| variable | |
|---|---|
| `ASSISTANT_MODEL` | `anthropic:NAME`, `openai:NAME` (chat completions), `openai-responses:NAME`, or `text:NAME` |
| `ASSISTANT_SYNTAX` | how a model writes calls that is only told of tools in its prompt |
| `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`, `OPENAI_API_KEY`, `OPENAI_BASE_URL` | read by the clients themselves |

`text:NAME` is a model behind chat completions that is not told of tools but in its prompt.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from assistant.llm.model import Model, ModelError

VARIABLE = "ASSISTANT_MODEL"


def model() -> Model | None:
    """The model that `ASSISTANT_MODEL` names; None where it names none. Raises ModelError for a kind there is not."""
    kind, _, name = os.environ.get(VARIABLE, "").partition(":")
    if not kind:
        return None
    if kind not in _KINDS or not name:
        raise ModelError(f"{VARIABLE} is one of {', '.join(f'{known}:NAME' for known in _KINDS)}")
    keys = _KEYS.get(kind, ("OPENAI_API_KEY",))
    if not any(map(os.environ.get, keys)):
        raise ModelError(f"{VARIABLE} is {kind}:{name}, and {' or '.join(keys)} is not set")
    return _KINDS[kind](name)


def _anthropic(name: str) -> Model:
    from anthropic import AsyncAnthropic

    from assistant.llm.anthropic import AnthropicModel

    return AnthropicModel(AsyncAnthropic(), name)


def _openai(name: str) -> Model:
    from openai import AsyncOpenAI

    from assistant.llm.openai_chat import OpenAIChatModel

    return OpenAIChatModel(AsyncOpenAI(), name)


def _openai_responses(name: str) -> Model:
    from openai import AsyncOpenAI

    from assistant.llm.openai_responses import OpenAIResponsesModel

    return OpenAIResponsesModel(AsyncOpenAI(), name)


def _text(name: str) -> Model:
    from openai import AsyncOpenAI

    from assistant.llm.openai_chat import OpenAIChatModel

    return OpenAIChatModel(AsyncOpenAI(), name, target=None)


_KEYS = {"anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")}
_KINDS: dict[str, Callable[[str], Model]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "openai-responses": _openai_responses,
    "text": _text,
}
