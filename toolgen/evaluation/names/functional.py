"""Classes made by a call: `Enum("Mode", "FAST SLOW")`, `TypedDict("Box", {…})`, `create_model("Point", x=(int, 0))`.

A call is read as the `class` statement that it stands for, so that nothing else has to know of the functional forms.
Source: the documentation of `enum` ("Functional API"), `typing`, `collections.namedtuple` and `dataclasses`, and
<https://docs.pydantic.dev/latest/concepts/models/#dynamic-model-creation>.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolgen.evaluation.names.symbols import UNKNOWN, Lookup, Site
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression, part_of
from toolgen.syntax.facts import Assignment, Binding, Class, Expression, Import, Scope

_MAKES = re.compile(r"[\w.]+\(\s*['\"][^'\"]*['\"]\s*,")
"""How a call begins that may make a class: it is given the name of the class, and something else."""

_DISPLAYS = (ast.Constant, ast.Dict, ast.List, ast.Tuple)

MODEL_MAKERS = frozenset({"pydantic.create_model", "pydantic.main.create_model"})
"""Functions that stand for the base class of what they make: `BaseModel`."""

_AUTO, _ANY = "__auto", "__any"
"""Names that a body made here imports; they are private, so that no field or member can be called so."""


class _UnknownFormError(Exception):
    """The call makes a class whose body cannot be known by reading."""


class FunctionalClasses:
    """Finds the classes that calls make; what a call means is found out once."""

    def __init__(self, names: Lookup) -> None:
        self._names = names

    def of(self, name: str, value: Expression, site: Site) -> Class | None:
        """The class called `name` that the call `value` makes, or None where it makes none, or none that is known."""
        return None if _MAKES.match(value.text) is None else self._made(name, value, site)

    @memoized_by(lambda name, value, site: (name, value, id(site.scopes[-1])), meanwhile=None)
    def _made(self, name: str, value: Expression, site: Site) -> Class | None:
        """The class that the call makes; `a = a(…)` makes none."""
        try:
            node = parse_expression(value.text)
            form = self._form(node, site) if isinstance(node, ast.Call) else None
            if form is None or not isinstance(node, ast.Call):
                return None
            call = _Call(node, value, site, self._names)
            return _statement(name, call, form(call))
        except (InvalidExpressionError, TypeError, _UnknownFormError):
            return None

    def _form(self, node: ast.Call, site: Site) -> Callable[[_Call], _Body] | None:
        symbol = self._names.evaluate(node.func, site)
        if symbol is None:
            return None
        forms = (_FORMS.get(one.name) for one in self._names.ancestors(symbol))
        return _FORMS.get(symbol.name) or (_enumeration if _enumeration in forms else None)


class _Call:
    """A call that makes a class, and the parts of it as expressions of their own."""

    def __init__(self, node: ast.Call, within: Expression, site: Site, names: Lookup) -> None:
        self.node = node
        self.within = within
        self.site = site
        self._names = names
        self.keywords = {keyword.arg: keyword.value for keyword in node.keywords}

    def part(self, node: ast.expr) -> Expression:
        return part_of(node, self.within)

    def made_up(self, text: str) -> Expression:
        """An expression that nobody wrote, at the place of the call."""
        return Expression(text, self.within.line, self.within.column)

    def second(self, keyword: str) -> ast.expr:
        """The second argument."""
        return self.followed(self.node.args[1] if len(self.node.args) > 1 else self.keywords.get(keyword))

    def followed(self, node: ast.expr | None) -> ast.expr:
        """`node` if it is a display, else one of what it is worth. Raises _UnknownFormError where that is not known."""
        if node is None:
            raise _UnknownFormError
        is_spread = any(isinstance(part, ast.Starred) for part in getattr(node, "elts", ()))
        is_display = isinstance(node, _DISPLAYS) and not is_spread
        return node if is_display else parse_expression(repr(self.constant(node)))

    def constant(self, node: ast.expr) -> Any:
        """What `node` is worth. Raises _UnknownFormError where that is not known."""
        value = self._names.values.constant(node, self.site)
        if value is UNKNOWN:
            raise _UnknownFormError
        return value

    def options(self, *known: str) -> dict[str, Expression]:
        """The keywords by name. Raises _UnknownFormError for one that is not `known`."""
        if not {*self.keywords} <= {*known}:
            raise _UnknownFormError
        return {str(name): self.part(value) for name, value in self.keywords.items()}


_Item: TypeAlias = tuple[str, Expression | None, Expression | None]
"""The name, annotation and value of one field or member."""


@dataclass(frozen=True, slots=True)
class _Body:
    """What is in the `class` statement that a call stands for."""

    bases: list[Expression]
    items: list[_Item]
    keywords: Mapping[str, Expression]
    decorators: tuple[Expression, ...] = ()
    docstring: str | None = None


def _statement(name: str, call: _Call, body: _Body) -> Class:
    line = call.within.line
    bindings: dict[str, Binding] = {_AUTO: Import("enum", "auto", 0, line), _ANY: Import("typing", "Any", 0, line)}
    bindings |= {item: Assignment(value, annotation, line) for item, annotation, value in body.items}
    return Class(
        name=name,
        qualname=call.site.prefix + name,
        line=line,
        column=call.within.column,
        bases=tuple(body.bases),
        keywords=tuple(body.keywords.items()),
        decorators=body.decorators,
        docstring=body.docstring,
        scope=Scope("class", bindings),
        attributes={},
    )


def _enumeration(call: _Call) -> _Body:
    """`Enum(name, names, *, type=None, start=1)`: names in a string, a list, pairs or a dictionary."""
    options = call.options("names", "type", "start", "module", "qualname", "boundary")
    names = call.second("names")
    items: list[_Item]
    if isinstance(names, ast.Dict):
        items = [(_text(key), None, call.part(value)) for key, value in zip(names.keys, names.values, strict=True)]
    elif isinstance(names, ast.List | ast.Tuple) and not all(isinstance(item, ast.Constant) for item in names.elts):
        items = [(_text(key), None, call.part(value)) for key, value in map(_pair, names.elts)]
    else:
        auto = call.made_up(f"{_AUTO}()")
        items = [(name, None, auto) for name in _names(call, names)]
        items[:1] = [(name, None, options.get("start", auto)) for name, _, _ in items[:1]]
    mixin = [options["type"]] if "type" in options else []
    return _Body([*mixin, call.part(call.node.func)], items, {})


def _named_tuple(call: _Call) -> _Body:
    """`typing.NamedTuple(name, [(field, type), …])`."""
    call.options("fields")
    items: list[_Item] = [(_text(key), call.part(type_), None) for key, type_ in map(_pair, _elements(call))]
    return _Body([call.part(call.node.func)], items, {})


def _untyped_tuple(call: _Call) -> _Body:
    """`collections.namedtuple(name, fields, *, defaults=())`: the defaults are those of the last fields."""
    call.options("field_names", "defaults", "module")
    names = _names(call, call.second("field_names"))
    defaults = call.followed(call.keywords.get("defaults", ast.Tuple([])))
    if not isinstance(defaults, ast.List | ast.Tuple) or not all(map(str.isidentifier, names)):
        raise _UnknownFormError
    values = [*[None] * (len(names) - len(defaults.elts)), *map(call.part, defaults.elts)]
    any_ = call.made_up(_ANY)
    return _Body([call.part(call.node.func)], [(name, any_, v) for name, v in zip(names, values, strict=True)], {})


def _typed_dict(call: _Call) -> _Body:
    """`TypedDict(name, {key: type, …}, *, total=True)`: the keys need not be identifiers."""
    options = call.options("total", "closed", "extra_items")
    fields = call.second("fields")
    if not isinstance(fields, ast.Dict):
        raise _UnknownFormError
    pairs = zip(fields.keys, fields.values, strict=True)
    return _Body([call.part(call.node.func)], [(_text(key), call.part(type_), None) for key, type_ in pairs], options)


def _dataclass(call: _Call) -> _Body:
    """`dataclasses.make_dataclass(name, fields, *, bases=(), …)`: `name`, `(name, type)`, `(name, type, default)`."""
    bases = call.keywords.get("bases", ast.Tuple([]))
    if {"namespace", "decorator", None} & call.keywords.keys() or not isinstance(bases, ast.Tuple):
        raise _UnknownFormError
    items = [_field(call, node) for node in _elements(call)]
    options = [keyword for keyword in call.node.keywords if keyword.arg not in {"bases", "fields"}]
    decorator = call.made_up(ast.unparse(ast.Call(call.node.func, [], options)))
    return _Body([*map(call.part, bases.elts)], items, {}, (decorator,))


def _field(call: _Call, node: ast.expr) -> _Item:
    """One entry of `make_dataclass`."""
    match node:
        case ast.Constant(value=str(name)):
            return name, call.made_up(_ANY), None
        case ast.Tuple(elts=[name, type_]):
            return _text(name), call.part(type_), None
        case ast.Tuple(elts=[name, type_, default]):
            return _text(name), call.part(type_), call.part(default)
        case _:
            raise _UnknownFormError


def _model(call: _Call) -> _Body:
    """`pydantic.create_model(name, *, __base__=BaseModel, …, **fields)`: `field=type` or `field=(type, default)`."""
    given = dict(item for keyword in call.node.keywords for item in _spread(keyword))
    base, config, docstring = (given.pop(f"__{name}__", None) for name in ("base", "config", "doc"))
    if any(name.startswith("__") for name in given.keys() - {"__module__"}):
        raise _UnknownFormError
    bases = getattr(base, "elts", [call.node.func if base is None else base])
    settings: list[_Item] = [] if config is None else [("model_config", None, call.part(config))]
    fields = [_field_of(call, name, node) for name, node in given.items() if name != "__module__"]
    about = None if docstring is None else call.constant(docstring)
    return _Body([*map(call.part, bases)], settings + fields, {}, docstring=about)


def _spread(keyword: ast.keyword) -> Iterator[tuple[str, ast.expr]]:
    """The arguments that `name=value` or `**{"name": value}` gives."""
    match keyword:
        case ast.keyword(arg=str(name), value=value):
            yield name, value
        case ast.keyword(value=ast.Dict(keys=keys, values=values)):
            yield from zip(map(_text, keys), values, strict=True)
        case _:
            raise _UnknownFormError


def _field_of(call: _Call, name: str, node: ast.expr) -> _Item:
    """One field of `create_model`."""
    match node:
        case ast.Tuple(elts=[type_, default]):
            return name, call.part(type_), call.part(default)
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.BinOp():
            return name, call.part(node), None
        case _:
            raise _UnknownFormError


def _elements(call: _Call) -> list[ast.expr]:
    node = call.second("fields")
    if not isinstance(node, ast.List | ast.Tuple):
        raise _UnknownFormError
    return node.elts


def _names(call: _Call, node: ast.expr) -> list[str]:
    """Names in a string, separated by spaces or commas, or in a list."""
    value = call.constant(node)
    names = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise _UnknownFormError
    return list(names)


def _pair(node: ast.expr) -> tuple[ast.expr, ast.expr]:
    match node:
        case ast.Tuple(elts=[first, second]) | ast.List(elts=[first, second]):
            return first, second
        case _:
            raise _UnknownFormError


def _text(node: ast.expr | None) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise _UnknownFormError
    return node.value


_FORMS: Mapping[str, Callable[[_Call], _Body]] = {
    **dict.fromkeys((f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")), _enumeration),
    "collections.namedtuple": _untyped_tuple,
    "dataclasses.make_dataclass": _dataclass,
    **dict.fromkeys(MODEL_MAKERS, _model),
    **dict.fromkeys(("typing.NamedTuple", "typing_extensions.NamedTuple"), _named_tuple),
    **dict.fromkeys(("typing.TypedDict", "typing_extensions.TypedDict"), _typed_dict),
}
