"""A definition and the function that is called for it → what its signature, its docstring and `@tool` are to say."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from toolgen.rewrite.annotation_text import AnnotationText, AnnotationWriter
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.docstring_lines import Layout
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.decorator import Keyword
from toolgen.rewrite.migrations.hand_written.calls import Given
from toolgen.rewrite.migrations.hand_written.definitions import Definition
from toolgen.rewrite.migrations.hand_written.differences import without_description
from toolgen.rewrite.migrations.hand_written.edits import SignatureEdit
from toolgen.rewrite.migrations.hand_written.handlers import Handler
from toolgen.rewrite.schema_meaning import nullable
from toolgen.syntax.docstrings import parse_docstring
from toolgen.syntax.expressions import is_literal


@dataclass(frozen=True)
class Wanted:
    """What is wanted of `handler`, called for `definition`, `given` arguments so; `writer` annotates in its file."""

    definition: Definition
    handler: Handler
    given: tuple[Given, ...] | None
    writer: AnnotationWriter

    def check(self) -> None:
        """Raises UnchangeableError where the function does not take the arguments of the definition."""
        names, properties = [one.arg for one in self.handler.parameters], self.definition.properties
        args = self.handler.node.args
        if args.vararg or args.kwarg:
            raise UnchangeableError("its function takes arguments by any name")
        for name in properties:
            if name not in names:
                raise UnchangeableError(f"its function has no parameter `{name}`")
            if not isinstance(properties[name], dict):
                raise UnchangeableError(f"the schema of `{name}` is none")
        for name in names:
            if name not in properties:
                raise UnchangeableError(f"its function has a parameter `{name}`, of which the list says nothing")
        for name in properties if self.given is not None else ():
            if name not in self._given:
                raise UnchangeableError(f"the argument `{name}` is not handed over")
        for one in (one for one in self._given.values() if one.default and one.name in self.handler.defaults):
            if one.default and ast.unparse(one.default) != ast.unparse(self.handler.defaults[one.name]):
                raise UnchangeableError(f"the dispatch and its function have different defaults of `{one.name}`")

    @cached_property
    def annotations(self) -> Mapping[str, AnnotationText]:
        """What the parameters are to be annotated with. Raises UnchangeableError for schemas that nothing writes."""
        said = {name: without_description(one) for name, one in self.definition.properties.items()}
        given = {name: nullable(one) if self._is_none(name) else one for name, one in said.items()}
        return {name: self.writer.of(one, name) for name, one in given.items()}

    def signature(self, unsaid: Mapping[str, str], layout: Layout) -> SignatureEdit:
        """The change of the signature and the docstring, with the annotations that are `unsaid`."""
        return SignatureEdit(unsaid, self._new_defaults, self._summary, self._entries, layout)

    def keywords(self) -> Iterator[Keyword]:
        """What `@tool` has to say: all that the signature and the docstring do not."""
        definition = self.definition
        if definition.name != self.handler.node.name:
            yield Keyword("name", literal(definition.name))
        if self.description is not None:
            yield Keyword("description", literal(self.description))
        said = {**self._written, **self._entries}
        if texts := {name: text for name, text in self._texts.items() if said.get(name) != text}:
            yield Keyword("param_descriptions", literal(texts))
        if rest := {name: one.left for name, one in self.annotations.items() if one.left}:
            yield Keyword("params", literal(rest))
        if any(name in self.handler.defaults for name in definition.required):
            yield Keyword("required", literal(definition.required))

    @property
    def description(self) -> str | None:
        """The description that the decorator has to say."""
        text, docstring = self.definition.description, self.handler.docstring
        is_said = bool(self._summary) if docstring is None else parse_docstring(docstring).description == text
        return None if text is None or is_said else text

    @property
    def _summary(self) -> str:
        text = self.definition.description or ""
        is_plain = not ({*text} & {"\n", "\\"} or '"""' in text or text.endswith('"')) and text.isprintable()
        return text if self.handler.docstring is None and is_plain and _reads_as(text) else ""

    @property
    def _given(self) -> Mapping[str, Given]:
        return {one.name: one for one in self.given or ()}

    @property
    def _written(self) -> Mapping[str, str]:
        """What the docstring says of the parameters."""
        return parse_docstring(self.handler.docstring or "").parameters

    @property
    def _texts(self) -> Mapping[str, str]:
        """What the list says of the arguments in words."""
        found = {name: one.get("description") for name, one in self.definition.properties.items()}
        return {name: text for name, text in found.items() if text}

    @property
    def _entries(self) -> Mapping[str, str]:
        """What the docstring is to say of the parameters beside that."""
        if not (self.handler.docstring or self._summary):
            return {}
        return {name: text for name, text in self._texts.items() if name not in self._written and _is_line(text)}

    @cached_property
    def _new_defaults(self) -> Mapping[str, str]:
        """The defaults of arguments that may be left out, and whose parameters have none."""
        properties = self.definition.properties
        said = {name: literal(one["default"]) for name, one in properties.items() if "default" in one}
        said |= {one.name: ast.unparse(one.default) for one in self.given or () if one.default}
        optional = [name for name in properties if name not in self.definition.required]
        return {name: said[name] for name in optional if name in said and name not in self.handler.defaults}

    def _is_none(self, name: str) -> bool:
        """Whether a parameter is None where it is not given."""
        return is_literal(self.handler.defaults.get(name), None) or self._new_defaults.get(name) == "None"


def _is_line(text: str) -> bool:
    """Whether an entry of a docstring can say `text`."""
    return not {*text} & {"\n", "\\"} and '"""' not in text and text == " ".join(text.split())


def _reads_as(text: str) -> bool:
    """Whether a docstring that is `text` says that and nothing else."""
    found = parse_docstring(text)
    return found.description == text and not found.parameters and not found.raises and found.returns is None
