"""Descriptions of parameters, moved to the one place where a project wants them, of those where they may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol, get_args

from toolgen.config.config import Config
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change, Imported, UnchangeableError
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.comments import comments_in
from toolgen.rewrite.docstring import described, with_docstring
from toolgen.rewrite.docstring_lines import Layout, layouts, read, without
from toolgen.rewrite.functions import Function, functions_of, told_of
from toolgen.rewrite.literals import quoted
from toolgen.rewrite.parameters import annotated, is_annotated, parameters_of, with_keyword, with_parameters
from toolgen.rewrite.spelling import reference, short

PlaceName = Literal["docstring", "field", "decorator"]
"""In the docstring, in `Annotated[…, Field(description=…)]`, or in `param_descriptions` of the decorator."""
PLACES: tuple[PlaceName, ...] = get_args(PlaceName)


class DescriptionPlace(Protocol):
    """What reads and writes descriptions at one place; the nodes are functions. Changes raise UnchangeableError."""

    def says(self, node: Any, name: str) -> str | None:
        """The description of the parameter `name`, if it stands here."""

    def without(self, node: Any, name: str) -> Any:
        """`node` without that description, which stands here."""

    def with_(self, node: Any, name: str, text: str) -> Any:
        """`node` with that description, where none stands."""


@dataclass(frozen=True, slots=True)
class InDocstring:
    """An entry of the docstring, a new one in a `layout`."""

    layout: Layout

    def says(self, node: Any, name: str) -> str | None:
        text = node.get_docstring(clean=False)
        return read(text).parameters.get(name) if text else None

    def without(self, node: Any, name: str) -> Any:
        return with_docstring(node, partial(without, name=name, keeps_type=True))

    def with_(self, node: Any, name: str, text: str) -> Any:
        if {*text} & {"\n", "\\"} or '"""' in text or "'''" in text:
            raise UnchangeableError("the description has lines, quotes or backslashes that an entry cannot have")
        return described(node, {name: text}, self.layout)


@dataclass(frozen=True, slots=True)
class InField:
    """The `description` of a `Field` in the metadata of `Annotated`, or a string there that is one."""

    def says(self, node: Any, name: str) -> str | None:
        return next((text for element in self._metadata(node, name) if (text := _described_by(element))), None)

    def without(self, node: Any, name: str) -> Any:
        annotation = _annotation(node, name)
        rest = [kept for element in annotation.slice if (kept := _undescribed(element)) is not None]
        last = annotation.slice[-1].comma
        rest[-1] = rest[-1].with_changes(comma=last)
        new = annotation.with_changes(slice=rest) if len(rest) > 1 else rest[0].slice.value
        return _annotated(node, name, new)

    def with_(self, node: Any, name: str, text: str) -> Any:
        annotation, metadata = _annotation(node, name), self._metadata(node, name)
        if annotation is None:
            raise UnchangeableError("the parameter has no annotation")
        if field := next((one for one in metadata if _is_field(one)), None):
            described = with_keyword(field, "description", _string(text))
            return _annotated(node, name, annotation.deep_replace(field, described))
        field = with_keyword(cst.Name(reference("pydantic", "Field")), "description", _string(text))
        element = cst.SubscriptElement(cst.Index(field))
        if not is_annotated(annotation):
            inner = cst.SubscriptElement(cst.Index(annotation))
            annotated = cst.Name(reference("typing", "Annotated"))
            return _annotated(node, name, cst.Subscript(annotated, [inner, element]))
        *others, last = annotation.slice
        elements = [*others, last.with_changes(comma=cst.MaybeSentinel.DEFAULT), element]
        return _annotated(node, name, annotation.with_changes(slice=elements))

    def _metadata(self, node: Any, name: str) -> list[Any]:
        annotation = _annotation(node, name)
        is_read = annotation is not None and is_annotated(annotation)
        return [element.slice.value for element in annotation.slice[1:]] if is_read else []


@dataclass(frozen=True, slots=True)
class InDecorator:
    """An entry of `param_descriptions` in the decorator of that index; toolgen's own has it, no other."""

    index: int

    def says(self, node: Any, name: str) -> str | None:
        return next((_text(element.value) for element in self._entries(node) if _text(element.key) == name), None)

    def without(self, node: Any, name: str) -> Any:
        given = self._argument(node)
        kept = [one for one in given.value.elements if not isinstance(one, cst.DictElement) or _text(one.key) != name]
        if kept:
            kept[-1] = kept[-1].with_changes(comma=given.value.elements[-1].comma)
            return self._given(node, given, given.value.with_changes(elements=kept))
        call = node.decorators[self.index].decorator
        args = [one for one in call.args if one is not given]
        if args:
            args[-1] = args[-1].with_changes(comma=call.args[-1].comma)
        left = call.with_changes(args=args)
        return self._decorated(node, left if args or comments_in(left) else call.func)

    def with_(self, node: Any, name: str, text: str) -> Any:
        if self.index < 0:
            raise UnchangeableError("its decorator has no `param_descriptions`")
        given, entry = self._argument(node), cst.DictElement(_string(name), _string(text))
        if given is None:
            callee = node.decorators[self.index].decorator
            return self._decorated(node, with_keyword(callee, "param_descriptions", cst.Dict([entry])))
        if not isinstance(given.value, cst.Dict):
            raise UnchangeableError("`param_descriptions` is not written as a dictionary")
        before = [*given.value.elements]
        before[-1:] = [one.with_changes(comma=cst.MaybeSentinel.DEFAULT) for one in before[-1:]]
        return self._given(node, given, given.value.with_changes(elements=[*before, entry]))

    def _given(self, node: Any, given: Any, value: Any) -> Any:
        """`node` with another value of the argument `given` of the decorator."""
        call = node.decorators[self.index].decorator
        args = [one.with_changes(value=value) if one is given else one for one in call.args]
        return self._decorated(node, call.with_changes(args=args))

    def _decorated(self, node: Any, expression: Any) -> Any:
        decorators = [*node.decorators]
        decorators[self.index] = decorators[self.index].with_changes(decorator=expression)
        return node.with_changes(decorators=decorators)

    def _argument(self, node: Any) -> Any:
        call = node.decorators[self.index].decorator if self.index >= 0 else None
        args: Sequence[Any] = getattr(call, "args", ())
        return next((one for one in args if one.keyword and one.keyword.value == "param_descriptions"), None)

    def _entries(self, node: Any) -> Iterator[Any]:
        given = self._argument(node)
        elements = given.value.elements if given is not None and isinstance(given.value, cst.Dict) else ()
        return (one for one in elements if isinstance(one, cst.DictElement))


def places(layout: Layout, decorator: int) -> Mapping[PlaceName, DescriptionPlace]:
    """The places of one function, of which `decorator` is the index of toolgen's own, -1 where it has none."""
    return {"docstring": InDocstring(layout), "field": InField(), "decorator": InDecorator(decorator)}


def _annotation(node: Any, name: str) -> Any:
    """The annotation of the parameter `name`; None where it has none."""
    found = next(one for one in parameters_of(node) if one.name.value == name).annotation
    return found and found.annotation


def _annotated(node: Any, name: str, annotation: Any) -> Any:
    """`node` with another annotation of the parameter `name`."""
    return with_parameters(node, lambda one: annotated(one, lambda _: annotation) if one.name.value == name else one)


def _is_field(node: Any) -> bool:
    match node:
        case cst.Call(func=cst.Name(name) | cst.Attribute(attr=cst.Name(name))):
            return short(name) == "Field"  # one that was just written is a reference
        case _:
            return False


def _is_description(argument: Any) -> bool:
    return argument.keyword is not None and argument.keyword.value == "description"


def _described_by(node: Any) -> str | None:
    """The description that one of the metadata of `Annotated` is, or has."""
    given = [one.value for one in node.args if _is_description(one)] if _is_field(node) else [node]
    return _text(given[0]) if given else None


def _undescribed(element: Any) -> Any:
    """An element of `Annotated[…]` without a description; None where nothing is left of it."""
    node = element.slice.value
    if _described_by(node) is None:
        return element
    args = [one for one in node.args if not _is_description(one)] if _is_field(node) else []
    if not args:
        return None
    args[-1] = args[-1].with_changes(comma=node.args[-1].comma)
    return element.with_changes(slice=element.slice.with_changes(value=node.with_changes(args=args)))


def _text(node: Any) -> str | None:
    """The text of a string; None for anything else."""
    value = node.evaluated_value if isinstance(node, cst.SimpleString | cst.ConcatenatedString) else None
    return value if isinstance(value, str) else None


def _string(text: str) -> Any:
    return cst.SimpleString(quoted(text))


_IMPORTS: tuple[Imported, ...] = (("typing", "Annotated"), ("pydantic", "Field"))


def _moved(
    node: Any, texts: Iterable[tuple[str, str]], to: PlaceName, known: Mapping[PlaceName, DescriptionPlace]
) -> Any:
    """The function `node` with the descriptions that stand as they are told, which are `texts`, in the place `to`."""
    for name, text in texts:
        found = {place: known[place].says(node, name) for place in known}
        said = [place for place in known if found[place] == text]
        if said and found[to] not in (None, text):
            raise UnchangeableError(f"another description of `{name}` stands there already")
        for place in (place for place in said if place != to):
            node = known[place].without(node, name)
        if said and to not in said:
            node = known[to].with_(node, name, text)
    return node


def moving(to: PlaceName) -> Codemod:
    """The codemod that moves all descriptions of parameters to one place; what a model is told of them stays."""

    def changes(analysis: Analysis, _: Config) -> Iterator[Change]:
        layout = layouts(analysis.sources)
        for tool, at, function in functions_of(analysis):
            told = told_of(tool).items()
            if texts := [(name, text) for name, text in told if text and name in function.parameters]:
                known = places(layout(at), _decorator(tool, function))
                move = partial(_moved, texts=texts, to=to, known=known)
                done_with = () if to == "field" else _IMPORTS
                yield Change("descriptions", at, "FunctionDef", move, done_with=done_with)

    # Its own description is the whole docstring in some frameworks.
    return Codemod((), changes, forgets=lambda tool: {**tool, "description": ""})


def _decorator(tool: ToolSpec, function: Function) -> int:
    """The index of the decorator that declares `tool` in toolgen's own dialect; -1 where none does."""
    if tool.origin.dialect != TOOLGEN.name or tool.declared is None or tool.declared.line not in function.decorators:
        return -1
    return function.decorators.index(tool.declared.line)
