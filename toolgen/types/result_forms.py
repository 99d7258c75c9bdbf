"""A return annotation as the object that it is at run time, which is what frameworks judge by: `Dict[str, int]` means
`dict[str, int]` to pydantic, but is no class to the SDK of MCP.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, replace

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import MAX_ALIASES, Defined, External, Names, Site, Symbol
from toolgen.frameworks import ANNOTATED, UNION
from toolgen.frameworks.results import UNIONS
from toolgen.syntax.expressions import arguments_of, members_of, parsed, quoted_in
from toolgen.syntax.facts import Assignment, Class, Expression
from toolgen.types.external_names import external_name
from toolgen.types.known.forms import canonical
from toolgen.types.known.pydantic_types import ABBREVIATIONS, DEFINED
from toolgen.types.parameters import alias_value, is_whole_value, named_alias

NONE_TYPE = "types.NoneType"
"""What `None` is where an annotation is text until somebody asks for it."""

_OBJECTS = frozenset({*ABBREVIATIONS, *DEFINED} - {"pydantic.BaseModel"})
_CLASSES_OF_TYPING = frozenset({"typing.Any", "typing.Text", "typing_extensions.Any"})


@dataclass(frozen=True, slots=True)
class Form:
    """An annotation, or a part of one.

    `name` is the canonical name of the class or form, `classes` are the names of the class and of those above it. Of
    `Annotated` the first argument is the type, and the second the first of the metadata if that may be a type.
    `is_class` tells a class, and what `dict[str, int]` makes of one, from the objects that `typing` makes; `symbol` is
    the class where its source is known.
    """

    name: str
    ref: ExpressionRef
    is_class: bool = False
    symbol: Defined | None = None
    classes: frozenset[str] = frozenset()
    arguments: tuple[Form, ...] = ()

    @property
    def inner(self) -> Form:
        """The type inside of `Annotated`."""
        return self.arguments[0].inner if self.name == ANNOTATED and self.arguments else self

    @property
    def children(self) -> tuple[Form, ...]:
        """The parts that are types."""
        return self.arguments[:1] if self.name == ANNOTATED else self.arguments

    def mentions(self, classes: Collection[str], inside: Collection[str] | None) -> bool:
        """Whether it is one of `classes`, or has one among the arguments of forms `inside`; None is all forms."""
        if not self.classes.isdisjoint(classes):
            return True
        is_open = inside is None or self.name in inside
        return is_open and any(child.mentions(classes, inside) for child in self.children)


class FormReader:
    """Reads the forms of annotations."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def read(self, annotation: Expression, site: Site) -> Form:
        """The form of `annotation` at `site`; one without a name where it cannot be followed."""
        return self._quoted(annotation, site.at(annotation.line), MAX_ALIASES)

    def _quoted(self, expression: Expression, site: Site, steps: int) -> Form:
        node = parsed(expression.text)
        if node is None:
            return Form("", ExpressionRef(ast.Constant(None), expression, site))
        return self._of(ExpressionRef(node, expression, site), steps)

    def _of(self, ref: ExpressionRef, steps: int) -> Form:
        node, site = ref.node, ref.site
        match node:
            case ast.Constant(value=None):
                name = NONE_TYPE if site.module.postpones_annotations or steps < MAX_ALIASES else "None"
                return Form(name, ref, is_class=True, classes=frozenset({name}))
            case ast.Constant(value=str(text)) if steps:
                return self._quoted(quoted_in(node, text, ref.within), site.completed, steps - 1)
            case ast.BinOp(op=ast.BitOr()):
                return self._union(ref, members_of(node), steps)
            case ast.Subscript(value=generic):
                return self._subscript(generic, arguments_of(node), ref, steps)
            case ast.Name() | ast.Attribute():
                return self._named(self._names.evaluate(node, site), ref, steps)
            case ast.Constant(value=value) if value is Ellipsis:
                return Form("...", ref)
            case _:
                return Form("", ref)

    def _union(self, ref: ExpressionRef, members: list[ast.expr], steps: int) -> Form:
        arguments = (self._of(ref.part(member), steps) for member in members)
        flat = (inner for one in arguments for inner in (one.arguments if one.name == UNION else (one,)))
        return Form(UNION, ref, arguments=tuple(flat))

    def _subscript(self, generic: ast.expr, items: list[ast.expr], ref: ExpressionRef, steps: int) -> Form:
        name = external_name(generic, ref.site, self._names)
        if name in UNIONS:
            optional = [ast.Constant(None)] if name != UNION else []
            return self._union(ref, [*items, *optional], steps)
        if name == ANNOTATED:
            is_type = len(items) > 1 and isinstance(items[1], ast.Name | ast.Attribute | ast.Subscript)
            items = items[: 1 + is_type]
        origin = self._named(self._names.evaluate(generic, ref.site), ref.part(generic), steps)
        arguments = () if name == "typing.Literal" else tuple(self._of(ref.part(item), steps) for item in items)
        return replace(origin, ref=ref, arguments=arguments)

    def _named(self, symbol: Symbol | None, ref: ExpressionRef, steps: int) -> Form:
        match symbol:
            case External(name=spelled):
                name = canonical(spelled)
                module = spelled.rpartition(".")[0]
                is_object = module in {"typing", "typing_extensions"} and spelled not in _CLASSES_OF_TYPING
                is_class = not is_object and name not in _OBJECTS
                return Form(name, ref, is_class, classes=frozenset({name, spelled}))
            case Defined(node=Class()):
                above = frozenset(one.name for one in self._names.ancestors(symbol))
                return Form(symbol.name, ref, True, symbol, above)
            case Defined(node=Assignment(value=Expression() as value)) if steps and self._is_plain(symbol):
                return self._quoted(value, symbol.site, steps - 1)
            case _:
                return Form("", ref)

    def _is_plain(self, symbol: Defined) -> bool:
        """Whether an assigned name is another name for its value, which a `NewType` or a `type` statement is not."""
        target = alias_value(symbol, self._names)
        is_named = named_alias(symbol, self._names) is not None
        return not is_named and target is not None and is_whole_value(symbol, target)
