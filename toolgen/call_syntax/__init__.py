"""Calls in the text of a model that has no interface for them: how they are written, and how they are read.

One module a syntax, and the registry of their names. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    """The syntax `name`, of toolgen or of an installed package. Raises ValueError where there is none."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: type[CallSyntax] = getattr(import_module(f"toolgen.call_syntax.{module}"), attribute)
        return found
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name=name):
        loaded: type[CallSyntax] = entry.load()
        return loaded
    raise ValueError(f"there is no call syntax {name!r}; those of toolgen are {', '.join(BUILT_IN)}")


def call_syntax(name: str, tools: Iterable[Tool] = (), **options: Any) -> CallSyntax:
    """The syntax `name` for calls of `tools`. Raises ValueError where there is none, TypeError for other options."""
    return syntax_class(name)(tools, **options)
