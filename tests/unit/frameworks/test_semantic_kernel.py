"""Functions of plugins of semantic-kernel."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec

HEAD = "from typing import Annotated, Optional\nfrom semantic_kernel.functions import kernel_function\n"

FORMS: dict[str, tuple[str, str, str]] = {
    "a function": ("@kernel_function\ndef f(text: str):\n    'F.'\n", "f", "F."),
    "a method": ("class P:\n    @kernel_function\n    def f(self, text: str):\n        'F.'\n", "f", "F."),
    "with arguments": (
        "class P:\n    @kernel_function(name='g', description='G.')\n    async def f(self, text: str): ...\n",
        "g",
        "G.",
    ),
    "from its module": (
        "from semantic_kernel.functions.kernel_function_decorator import kernel_function as k\n@k\ndef f(text: str):\n    'F.'\n",
        "f",
        "F.",
    ),
    "the whole docstring": (
        "@kernel_function\ndef f(text: str):\n    '''F.\n\n    Args:\n        text: What.\n    '''\n",
        "f",
        "F.\n\nArgs:\n    text: What.",
    ),
}


@pytest.mark.parametrize(("source", "name", "description"), FORMS.values(), ids=FORMS)
def test_form(only: Callable[[str], ToolSpec], source: str, name: str, description: str) -> None:
    tool = only(HEAD + source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, description, "semantic-kernel")
    assert list(tool.input_schema["properties"]) == ["text"]


INJECTED: dict[str, tuple[str, str]] = {
    "the kernel": ("kernel: object", "kernel"),
    "the service": ("service: object = None", "service"),
    "the arguments": ("arguments: object", "arguments"),
    "the settings": ("execution_settings: object", "execution_settings"),
    "what is not a choice": ("c: Annotated[int, {'include_in_function_choices': False}]", "c"),
    "what is not a choice, described": (
        "c: Annotated[int | None, 'C.', {'include_in_function_choices': False}] = None",
        "c",
    ),
}


@pytest.mark.parametrize(("parameter", "name"), INJECTED.values(), ids=INJECTED)
def test_injected(only: Callable[[str], ToolSpec], parameter: str, name: str) -> None:
    tool = only(f"{HEAD}@kernel_function\ndef f(text: str, {parameter}):\n    'F.'\n")
    assert (tool.injected, list(tool.input_schema["properties"])) == ((name,), ["text"])


def test_what_is_a_choice_is_not_injected(only: Callable[[str], ToolSpec]) -> None:
    tool = only(
        f"{HEAD}@kernel_function\ndef f(c: Annotated[int, {{'include_in_function_choices': True}}]):\n    'F.'\n"
    )
    assert list(tool.input_schema["properties"]) == ["c"]
