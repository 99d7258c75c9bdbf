"""`pydantic_ai`: agents, toolsets and `Tool`.

Source: `function_schema` in its `pydantic_ai/_function_schema.py`, `doc_descriptions` in `pydantic_ai/_griffe.py`,
`FunctionToolset` in `pydantic_ai/toolsets/function.py`, `Tool` in `pydantic_ai/tools.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from toolgen.frameworks.dialect import Convention, Declarator, Dialect, FieldConvention, exported, named, same
from toolgen.frameworks.recognisers import Recogniser, ServedTools, ServingClasses
from toolgen.syntax.descriptions import lead, whole
from toolgen.syntax.parameter_texts import indented

_ARGUMENTS = same("name", "description", "requires_approval", "timeout") | {"prepare": "offered"}
_AGENTS = ("pydantic_ai.Agent", "pydantic_ai.agent.Agent")
_TOOLSETS = (
    "pydantic_ai.FunctionToolset",
    "pydantic_ai.toolsets.FunctionToolset",
    "pydantic_ai.toolsets.function.FunctionToolset",
)
_GIVEN = dict.fromkeys(
    exported(("pydantic_ai", "pydantic_ai.toolsets", "pydantic_ai.toolsets.abstract"), "AbstractToolset"), "get_tools"
)
_CHOSEN = dict.fromkeys(
    (*_TOOLSETS, *exported(("pydantic_ai", "pydantic_ai.toolsets", "pydantic_ai.toolsets.wrapper"), "WrapperToolset")),
    "get_tools",
)
"""Source: <https://ai.pydantic.dev/toolsets/#building-a-custom-toolset>."""
_TOOL = Declarator(("function",), _ARGUMENTS, functions=("function",))
_OF_SCHEMA = Declarator(
    ("function", "name", "description", "json_schema", "takes_ctx"),
    {**same("name", "description"), "json_schema": "model"},
    functions=("function",),
    convention=Convention(is_dumped=True, is_open=True),
)
_PLAIN = Declarator((), _ARGUMENTS, functions=("func",))


_GOOGLE = re.compile(r"\n\nReturns:[ \t]*\n((?:[ \t]+.*(?:\n|$)|\n)+)")
_NUMPY = re.compile(r"\n\nReturns[ \t]*\n-{3,}[ \t]*\n(?:\w+[ \t]*:[ \t]*)?(.+)\n?((?:[ \t]+.*(?:\n|$)|\n)*)")


def _describe(text: str) -> str:
    """The text before the first section; what the docstring says of the result is put behind it, in tags."""
    summary, returned = lead(text), _returned(text)
    if returned is None:
        return summary
    type_, description = returned
    tag = f"<type>{type_}</type>\n" if type_ else ""
    tagged = f"<returns>\n{tag}<description>{description}</description>\n</returns>"
    return f"<summary>{summary}</summary>\n{tagged}" if summary else tagged


def _returned(text: str) -> tuple[str, str] | None:
    """The type that a docstring gives the result, which may be empty, and what it says of it."""
    from toolgen.syntax.docstrings import parse_docstring  # its patterns take long to compile

    parted = f"\n\n{whole(text)}"
    if (found := _GOOGLE.search(parted)) is not None:
        returns = dedent(found[1]).strip()
        type_, colon, rest = returns.partition(":")  # the first line is `type: description`, or the description alone
        return (type_.strip("()"), rest.lstrip()) if colon and "\n" not in type_ else ("", returns)
    if (found := _NUMPY.search(parted)) is not None:
        return found[1].strip(), dedent(found[2]).strip()
    fields = parse_docstring(text).returns
    return None if fields is None else ("", fields)


class UnwrappedModel(Recogniser):
    """The fields of a class that is the only parameter are the arguments: `_build_schema` in `_function_schema.py`."""


PYDANTIC_AI = Dialect(
    name="pydantic-ai",
    packages=frozenset({"pydantic_ai"}),
    decorators=named(
        (*_AGENTS, *_TOOLSETS),
        tool=replace(_PLAIN, convention=Convention(supplied=lambda names: names[:1], takes_context=True)),
        tool_plain=replace(_PLAIN, convention=Convention(takes_context=False)),
    ),
    calls={
        **named(("pydantic_ai", "pydantic_ai.tools"), Tool=_TOOL),
        **named(("pydantic_ai.Tool", "pydantic_ai.tools.Tool"), from_schema=_OF_SCHEMA),
        **named(
            _TOOLSETS,
            add_function=Declarator(("func", "takes_ctx", "name", "description"), _ARGUMENTS, functions=("func",)),
        ),
        **{agent: Declarator(("model",), lists=("tools",)) for agent in _AGENTS},
        **{toolset: Declarator(("tools",), lists=("tools",)) for toolset in _TOOLSETS},
    },
    injected=frozenset(f"pydantic_ai.{module}RunContext" for module in ("", "_run_context.", "agent.", "tools.")),
    describe=_describe,
    describe_parameters=indented,
    parameter_fields=FieldConvention(is_optional=True),
    closed="arguments",
    rest={"var_positional": "required"},
    receivers=frozenset({"agent", "toolset"}),
    recognisers=(
        UnwrappedModel(),
        ServingClasses(_GIVEN, "TG211", frozenset({"AbstractToolset"})),
        ServedTools(frozenset({"filtered", "prefixed", "prepared", "renamed"}), options=frozenset({"prepare_tools"})),
        ServingClasses(_CHOSEN, "TG226", frozenset({"WrapperToolset"})),
    ),
)
