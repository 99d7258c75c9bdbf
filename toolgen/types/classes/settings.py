"""Where the settings of pydantic models, dataclasses and typed dictionaries are written, and which of them hold.

Source: `ConfigWrapper.for_model` of `pydantic._internal._config`, `pydantic.with_config`, and `_dataclass_schema` and
`_typed_dict_schema` of pydantic's `GenerateSchema`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.syntax.expressions import keyword
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.types.classes.bases import Known, once
from toolgen.types.external_names import called


class UnknownSettingsError(Exception):
    """An expression that stands for settings says something only when it is run; `setting` is that expression."""

    def __init__(self, setting: ExpressionRef) -> None:
        super().__init__(setting.within.text)
        self.setting = setting


def read_settings(symbol: Symbol, names: Names, constants: Constants, known: Known[Items]) -> Items:
    """The settings of the model `symbol`, those that it inherits included. Raises UnknownSettingsError.

    Of the bases the last wins; over them `model_config` or a nested `Config`, over that the head of the class. `known`
    are those of classes above it, to which others are added.
    """
    settings: Items = {}
    if not isinstance(symbol, Defined) or not isinstance(symbol.node, Class):
        return settings
    node, site = symbol.node, symbol.site
    for base in names.bases(symbol):
        if base.name != symbol.name and isinstance(base, Defined):
            inherited = once(base, known, partial(read_settings, base, names, constants, known))
            settings |= inherited
    settings |= _body(node, site.inside(node), names, constants)
    return settings | {name: _setting(value, site) for name, value in node.keywords}


def read_record_settings(bodies: Sequence[ClassBody], names: Names, constants: Constants) -> Items | None:
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
                return _whole(ref, names, constants)
    return {} if is_settled else None


def _decorating(body: ClassBody, names: Names) -> Iterator[ExpressionRef]:
    """What `@with_config(…)` is given: a dictionary, or keywords."""
    for decorator in body.node.decorators:
        name, call = called(decorator, body.outside, names)
        if call is not None and name == "pydantic.with_config":
            whole = call.args[0] if call.args else keyword(call, "config")
            items = ast.Call(ast.Name("dict"), [], call.keywords)
            yield ExpressionRef(items if whole is None else whole, decorator, body.outside)


def _attribute(body: ClassBody) -> ExpressionRef | None:
    binding = body.bindings.get("__pydantic_config__")
    value = binding.value if isinstance(binding, Assignment) else None
    return None if value is None else _setting(value, body.site)


def _whole(ref: ExpressionRef, names: Names, constants: Constants) -> Items:
    """The items of what stands for all settings. Raises UnknownSettingsError."""

    def inherited(owner: Defined, name: str) -> Items | None:
        """`Model.model_config` holds what the model inherits, too."""
        return read_settings(owner, names, constants, {}) if name == "model_config" else None

    try:
        return constants.items(ref, inherited)
    except NotConstantError:
        raise UnknownSettingsError(ref) from None


def _setting(value: Expression, site: Site) -> ExpressionRef:
    return ExpressionRef.of(value, site) or ExpressionRef(ast.Name(value.text), value, site)


def _body(node: Class, body: Site, names: Names, constants: Constants) -> Items:
    """What stands in the body of one class."""
    config = node.scope.bindings.get("model_config")
    if isinstance(config, Assignment) and config.value is not None:
        return _whole(_setting(config.value, body), names, constants)
    nested = node.scope.bindings.get("Config")
    return _attributes(Defined("Config", nested, body), names) if isinstance(nested, Class) else {}


def _attributes(config: Defined, names: Names) -> Items:
    """The attributes of a class `Config`, those that it inherits included."""
    settings: Items = {}
    for body in class_bodies(config, names):
        for name, binding in body.bindings.items():
            if isinstance(binding, Assignment) and binding.value is not None:
                settings.setdefault(name, _setting(binding.value, body.site))
            elif isinstance(binding, Function):
                settings.setdefault(name, _setting(Expression(name, binding.line, binding.column), body.site))
    return settings
