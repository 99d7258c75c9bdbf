"""`pydantic_ai`: agents, toolsets and `Tool`.

Source: `function_schema` in its `pydantic_ai/_function_schema.py`, `doc_descriptions` in `pydantic_ai/_griffe.py`,
`FunctionToolset` in `pydantic_ai/toolsets/function.py`, `Tool` in `pydantic_ai/tools.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from toolgen.frameworks.dialect import (
    Convention,
    Declarator,
    Dialect,
    Recogniser,
    ServingClasses,
    exported,
    named,
    same,
)
from toolgen.syntax.descriptions import lead, whole
from toolgen.syntax.parameter_texts import indented

_ARGUMENTS = same("name", "description", "requires_approval", "timeout")
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
_PLAIN = Declarator((), _ARGUMENTS)


_RETURNS = re.compile(r"\n\nReturns:[ \t]*\n((?:[ \t]+.*(?:\n|$)|\n)+)")


def _describe(text: str) -> str:
    """The text before the first section; what the docstring says of the result is put behind it, in tags."""
    from toolgen.syntax.docstrings import parse_docstring  # its patterns take long to compile

    summary, found = lead(text), _RETURNS.search(f"\n\n{whole(text)}")
    returns = parse_docstring(text).returns if found is None else dedent(found[1]).strip()
    if returns is None:
        return summary
    first, *others = returns.split("\n")
    # Google's first line is `type: description`, or the description alone.
    type_, colon, rest = first.partition(":") if found is not None else ("", "", first)
    tag = f"<type>{type_.strip('()')}</type>\n" if colon else ""
    description = "\n".join([rest.lstrip() if colon else first, *others])
    tagged = f"<returns>\n{tag}<description>{description}</description>\n</returns>"
    return f"<summary>{summary}</summary>\n{tagged}" if summary else tagged


class UnwrappedModel(Recogniser):
    """The fields of a class that is the only parameter stand for the arguments.

    Source: `_build_schema` in its `pydantic_ai/_function_schema.py`.
    """


PYDANTIC_AI = Dialect(
    name="pydantic-ai",
    packages=frozenset({"pydantic_ai"}),
    decorators=named(
        (*_AGENTS, *_TOOLSETS),
        tool=replace(_PLAIN, convention=Convention(supplied=lambda names: names[:1])),
        tool_plain=_PLAIN,
    ),
    calls={
        **named(("pydantic_ai", "pydantic_ai.tools"), Tool=_TOOL),
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
    closed="arguments",
    receivers=frozenset({"agent", "toolset"}),
    recognisers=(
        UnwrappedModel(),
        ServingClasses(_GIVEN, "TG211", frozenset({"AbstractToolset"})),
        ServingClasses(_CHOSEN, "TG226", frozenset({"WrapperToolset"})),
    ),
)
