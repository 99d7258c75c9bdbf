"""What the docstrings of a tool say: of it, of its parameters and its result; and whether it is deprecated."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from toolgen.diagnostics.findings import Diagnostics
from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.names.lookup import Site
from toolgen.frameworks import DialectError
from toolgen.syntax.descriptions import whole
from toolgen.syntax.docstring_entries import paragraph
from toolgen.syntax.docstrings import Docstring, parse_docstring
from toolgen.syntax.facts import Class, Function
from toolgen.tools.arguments import ArgumentReader
from toolgen.types.annotations import AnnotationReader
from toolgen.types.classes.configured import DEPRECATED
from toolgen.types.external_names import called


class ToolTexts:
    """Reads the docstrings of a `function`, and of what is `named`: the class that is the tool, or the same."""

    def __init__(
        self, arguments: ArgumentReader, named: Class | Function, function: Function, diagnostics: Diagnostics
    ) -> None:
        self._arguments = arguments
        self._dialect, self._convention = arguments.declaration.dialect, arguments.declaration.convention
        self._is_class = named is not function
        self._texts = [named.docstring, function.docstring][:: -1 if self._convention.is_method_described else 1]
        self._diagnostics = diagnostics

    @cached_property
    def _is_read(self) -> bool:
        """Not where the function is called for several tools, of none of which its docstring speaks."""
        is_read: bool = self._arguments.value("docstring", True)
        return is_read and not self._arguments.declaration.called_as

    @cached_property
    def _docstrings(self) -> list[str]:
        """What may describe the parameters: of a described class not its docstring, which is of its `__init__`."""
        is_apart = self._is_class and not self._dialect.is_closed and self._arguments.given("description") is not None
        return [text for text in dict.fromkeys(self._texts[is_apart:]) if self._is_read and text]

    @cached_property
    def docstring(self) -> Docstring:
        """The first docstring, and what those after it add to its parameters."""
        first, *others = map(parse_docstring, self._docstrings or [""])
        parameters = {name: text for docstring in (*others[::-1], first) for name, text in docstring.parameters.items()}
        return replace(first, parameters=parameters) if others else first

    @cached_property
    def documented(self) -> Mapping[str, str]:
        """What the docstrings say of parameters: what the framework reads there, or else what can be read."""
        texts = dict(self.docstring.parameters)
        try:
            found = map(self._dialect.describe_parameters, reversed(self._docstrings))
            said = [item for each in found for item in each.items()]
        except DialectError as fault:
            self._arguments.refused(fault)
            return texts
        different = {name: text for name, text in said if text.split() not in ([], texts.get(name, "").split())}
        return texts | {name: paragraph(text) for name, text in different.items()}

    def description(self, of_model: str | None) -> str:
        """What the declaration says of the tool, or a docstring, last the one `of_model`; TG203 or TG228 for none."""
        arguments, dialect = self._arguments, self._dialect
        chosen = (one for argument, one in dialect.describing.items() if arguments.value(argument))
        describe = next(chosen, dialect.describe)
        texts = [text for text in (*self._texts, of_model) if self._is_read and text]
        try:
            description: str = arguments.value("description") or next(filter(str.strip, map(describe, texts)), "")
        except DialectError as fault:
            arguments.refused(fault)
            return whole(texts[0])
        # A description that is there but not constant has its own diagnostic.
        if not description.strip() and "description" not in arguments.faulty:
            code = "TG203" if dialect.describes_all else "TG228"
            self._diagnostics.report(code, arguments.span, tool=arguments.tool)
        return self._convention.amend(description)


def deprecation(node: Class | Function, site: Site, reader: AnnotationReader) -> bool | str:
    """What `@deprecated` (PEP 702) says of the function or class: its text, where that is constant."""
    for decorator in node.decorators:
        name, call = called(decorator, site, reader.names)
        if call is not None and name in DEPRECATED:
            with suppress(NotConstantError):
                found = reader.constants.fold(call.args[0], site) if call.args else ""
                return found if found and isinstance(found, str) else True
            return True
    return False
