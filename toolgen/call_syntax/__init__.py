"""Calls in the text of a model that has no interface for them: how they are written, and how they are read.

One module a syntax, and the registry of their names. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from toolgen.model.entry_points import installed

if TYPE_CHECKING:
    from toolgen.call_syntax.syntax import CallSyntax, Tool

GROUP = "toolgen.syntaxes"
"""The group of entry points of syntaxes that other packages bring along."""

BUILT_IN: Mapping[str, str] = {
    "json": "json_syntax:JsonSyntax",
    "xml": "xml_syntax:XmlSyntax",
    "brackets": "brackets:BracketsSyntax",
    "line": "line:LineSyntax",
    "python": "python_syntax:PythonSyntax",
    "function_xml": "function_xml:FunctionXmlSyntax",
    "hermes": "hermes:HermesSyntax",
    "harmony": "harmony:HarmonySyntax",
}
"""The registry: the class of each syntax."""


def syntax_class(name: str) -> type[CallSyntax]:
    """The syntax `name`, of toolgen or of an installed package. Raises ValueError where there is none that works."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: type[CallSyntax] = getattr(import_module(f"toolgen.call_syntax.{module}"), attribute)
        return found
    from toolgen.call_syntax.syntax import CallSyntax

    other: type[CallSyntax] | None = installed(
        GROUP,
        name,
        "call syntax",
        "subclass of CallSyntax",
        lambda one: isinstance(one, type) and issubclass(one, CallSyntax),
    )
    if other is None:
        raise ValueError(f"there is no call syntax {name!r}; those of toolgen are {', '.join(BUILT_IN)}")
    return other


def call_syntax(name: str, tools: Iterable[Tool] = (), **options: Any) -> CallSyntax:
    """The syntax `name` for calls of `tools`.

    Raises TypeError for options that it has not, and ValueError where there is no such syntax, or where with these
    options calls are not read as calls, or prose is.
    """
    of = syntax_class(name)
    if given := options.keys() - {"coerce"}:
        if unknown := sorted(given - {*(known := _options(of))}):
            raise TypeError(f"the call syntax {name!r} has no option {unknown[0]!r}, but {', '.join(known) or 'none'}")
        if not _tells_calls(of((), **options)):
            raise ValueError(f"with {options} the call syntax {name!r} cannot tell calls from prose")
    return of(tools, **options)


def _options(of: type[CallSyntax]) -> list[str]:
    """What may be chosen of a syntax."""
    from inspect import signature

    parameters = signature(of).parameters.values()
    return [one.name for one in parameters if one.kind is one.KEYWORD_ONLY and one.name != "coerce"]


def _tells_calls(syntax: CallSyntax) -> bool:
    """Whether a call that is written is read, whole and as it comes, and prose around it is none."""
    from toolgen.call_syntax.message import ToolCall

    call, prose = ToolCall("name", {"argument": "a text"}), "So.\n    name argument.\n"
    try:
        text = f"{prose}{syntax.render(call)}\n{prose}"
    except ValueError:
        return False
    for pieces in ([text], text):
        parser = syntax.parser()
        items = [*(item for piece in pieces for item in parser.feed(piece)), *parser.close()]
        told = "".join(item for item in items if isinstance(item, str))
        if [item for item in items if not isinstance(item, str)] != [call] or told.split() != (prose * 2).split():
            return False
    return True
