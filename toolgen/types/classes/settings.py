"""Where the settings of pydantic models, dataclasses and typed dictionaries are written, and which of them hold.

Source: `ConfigWrapper.for_model` of `pydantic._internal._config`, `pydantic.with_config`, and `_dataclass_schema` and
`_typed_dict_schema` of pydantic's `GenerateSchema`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.kinds.linearization import ClassBody
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.syntax.expressions import keyword
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.types.external_names import called

Settings: TypeAlias = dict[str, ExpressionRef]


class UnknownSettingsError(Exception):
    """An expression that stands for settings says something only when it is run; `setting` is that expression."""

    def __init__(self, setting: ExpressionRef) -> None:
        super().__init__(setting.within.text)
        self.setting = setting


def read_settings(symbol: Symbol, names: Names) -> Settings:
    """The settings of the model `symbol`, those that it inherits included. Raises UnknownSettingsError.

    Of the bases the last wins; over them `model_config` or a nested `Config`, over that the head of the class.
    """
    settings: Settings = {}
    if not isinstance(symbol, Defined) or not isinstance(symbol.node, Class):
        return settings
    node, site = symbol.node, symbol.site
    for base in names.bases(node, site):
        if base.name != symbol.name:
            settings |= read_settings(base, names)
    settings |= _body(node, site.inside(node), names)
    return settings | {name: _setting(value, site) for name, value in node.keywords}


def read_record_settings(bodies: Sequence[ClassBody], names: Names) -> Settings | None:
    """The settings of a dataclass or typed dictionary; None where it has none, so that those around it hold.

    `bodies` are its classes, itself first: the nearest that has settings has its way as a whole. Raises
    UnknownSettingsError.
    """
    is_settled = False
    for body in bodies:
        decorator = decoration(body.node, body.outside, names)
        is_settled |= decorator is not None and decorator.kind == "pydantic_dataclass"
        given = decorator.options.get("config") if decorator is not None else None
        for ref in (given, *_decorating(body, names), _attribute(body)):
            if ref is not None:
                return _whole(ref, names)
    return {} if is_settled else None


def _decorating(body: ClassBody, names: Names) -> Iterator[ExpressionRef]:
    """What `@with_config(…)` is given: a dictionary, or keywords."""
    for decorator in body.node.decorators:
        name, call = called(decorator, body.outside, names) or ("", None)
        if call is not None and name == "pydantic.with_config":
            whole = call.args[0] if call.args else keyword(call, "config")
            entries = ast.Call(ast.Name("dict"), [], call.keywords)
            yield ExpressionRef(entries if whole is None else whole, decorator, body.outside)


def _attribute(body: ClassBody) -> ExpressionRef | None:
    binding = body.bindings.get("__pydantic_config__")
    value = binding.value if isinstance(binding, Assignment) else None
    return None if value is None else _setting(value, body.site)


def _whole(ref: ExpressionRef, names: Names) -> Settings:
    """The entries of what stands for all settings. Raises UnknownSettingsError."""
    try:
        return _entries(ref, names)
    except (NotConstantError, RecursionError):
        raise UnknownSettingsError(ref) from None


def _setting(value: Expression, site: Site) -> ExpressionRef:
    return ExpressionRef.of(value, site) or ExpressionRef(ast.Name(value.text), value, site)


def _body(node: Class, body: Site, names: Names) -> Settings:
    """What stands in the body of one class."""
    config = node.scope.bindings.get("model_config")
    if isinstance(config, Assignment) and config.value is not None:
        return _whole(_setting(config.value, body), names)
    nested = node.scope.bindings.get("Config")
    return _attributes(Defined("Config", nested, body), names) if isinstance(nested, Class) else {}


def _attributes(config: Defined, names: Names) -> Settings:
    """The attributes of a class `Config`, those that it inherits included."""
    settings: Settings = {}
    for ancestor in names.ancestors(config):
        if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
            node, site = ancestor.node, ancestor.site
            body = site.inside(node)
            for name, binding in node.scope.bindings.items():
                if isinstance(binding, Assignment) and binding.value is not None:
                    settings.setdefault(name, _setting(binding.value, body))
                elif isinstance(binding, Function):
                    settings.setdefault(name, _setting(Expression(name, binding.line, binding.column), body))
    return settings


# -- expressions ----------------------------------------------------------------------------------------------


def _entries(ref: ExpressionRef, names: Names) -> Settings:
    """The entries of the dictionary that an expression makes. Raises NotConstantError."""
    node = ref.node
    match node:
        case ast.Dict(keys=keys, values=values):
            return _joined(zip(map(_key, keys), values, strict=True), ref, names)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _joined([(None, left), (None, right)], ref, names)
        case ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[], keywords=[]):
            return _entries(ref.part(value), names)
        case ast.Call(func=function, args=arguments, keywords=keywords) if _makes_settings(function):
            unnamed = [(None, argument) for argument in arguments]
            return _joined([*unnamed, *((k.arg, k.value) for k in keywords)], ref, names)
        case ast.Name() | ast.Attribute():
            return _named(node, ref, names)
    raise NotConstantError(node)


def _joined(parts: Iterable[tuple[str | None, ast.expr]], ref: ExpressionRef, names: Names) -> Settings:
    """Entries by name, and whole dictionaries, which have none."""
    settings: Settings = {}
    for key, value in parts:
        part = ref.part(value)
        settings |= _entries(part, names) if key is None else {key: part}
    return settings


def _key(node: ast.expr | None) -> str | None:
    if node is not None and not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        raise NotConstantError(node)
    return None if node is None else str(node.value)


def _makes_settings(function: ast.expr) -> bool:
    """`ConfigDict`, its subclasses such as `SettingsConfigDict`, and `dict`."""
    name = ast.unparse(function).rpartition(".")[2]
    return name == "dict" or name.endswith("ConfigDict")


def _named(node: ast.Name | ast.Attribute, ref: ExpressionRef, names: Names) -> Settings:
    """A dictionary by its name; `Model.model_config` holds what the model inherits, too."""
    if isinstance(node, ast.Attribute) and node.attr == "model_config":
        owner = names.evaluate(node.value, ref.site)
        if isinstance(owner, Defined) and isinstance(owner.node, Class):
            return read_settings(owner, names)
    symbol = names.evaluate(node, ref.site)
    if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None:
        return _entries(_setting(symbol.node.value, symbol.site), names)
    raise NotConstantError(node)
