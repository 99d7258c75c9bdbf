"""`model_config` of pydantic models: the settings that change a JSON Schema.

Source: `pydantic.ConfigDict` and `pydantic.alias_generators`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.model.types import Json
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Assignment, Class, Expression
from toolgen.resolve.constants import Constants, NotConstantError
from toolgen.resolve.names import Defined, External, Names, Site

_Setting: TypeAlias = tuple[ast.expr, Expression, Site]
"""A value, the expression that it is a part of, and where that stands."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """`closed` is True where unknown keys are refused, False where they are kept, None where they are ignored.

    `alias` makes the JSON name of a field from its Python name. `docstrings` says that the string below a field is its
    description. `unknown` is the alias generator that could not be followed, if there is one.
    """

    closed: bool | None = None
    alias: Callable[[str], str] = str
    docstrings: bool = False
    unknown: Expression | None = None


def read_model_config(symbol: Defined, names: Names, constants: Constants) -> ModelConfig:
    """The settings of the model `symbol`, those of the nearest class first."""
    found: dict[str, _Setting] = {}
    for ancestor in names.ancestors(symbol):
        if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
            for name, written in _settings(ancestor.node, ancestor.site):
                found.setdefault(name, written)
    values = {name: _constant(node, site, constants) for name, (node, _, site) in found.items()}
    alias, unknown = _generator(found.get("alias_generator"), names)
    return ModelConfig(_EXTRA.get(values.get("extra")), alias, values.get("use_attribute_docstrings") is True, unknown)


def _generator(setting: _Setting | None, names: Names) -> tuple[Callable[[str], str], Expression | None]:
    """The function that makes aliases, and the expression that names one that is not known."""
    if setting is None or (isinstance(setting[0], ast.Constant) and setting[0].value is None):
        return str, None
    symbol = names.evaluate(setting[0], setting[2])
    known = _GENERATORS.get(symbol.name) if isinstance(symbol, External) else None
    return (str, setting[1]) if known is None else (known, None)


def _settings(node: Class, site: Site) -> Iterator[tuple[str, _Setting]]:
    """What one class says: in keywords of its head, in `model_config`, or in a nested `Config`."""
    body = Site(site.module, (*site.scopes, node.scope), node)
    for name, value in node.keywords:
        yield name, (parse_expression(value.text), value, site)
    config = node.scope.bindings.get("model_config")
    if isinstance(config, Assignment) and config.value is not None:
        for key, part in _entries(config.value):
            yield key, (part, config.value, body)
    nested = node.scope.bindings.get("Config")
    if isinstance(nested, Class):
        for name, binding in nested.scope.bindings.items():
            if isinstance(binding, Assignment) and binding.value is not None:
                yield name, (parse_expression(binding.value.text), binding.value, body)


def _entries(value: Expression) -> Iterator[tuple[str, ast.expr]]:
    """The entries of `ConfigDict(…)`, of any other call with keywords, and of a dictionary."""
    try:
        node = parse_expression(value.text)
    except InvalidExpressionError:
        return
    if isinstance(node, ast.Call):
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
    elif isinstance(node, ast.Dict):
        for key, item in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, item


def _constant(node: ast.expr, site: Site, constants: Constants) -> Json:
    try:
        return constants.fold(node, site)
    except NotConstantError:
        return None


def _to_pascal(name: str) -> str:
    return re.sub(r"([0-9A-Za-z])_(?=[0-9A-Z])", r"\1", name.title())


def _to_camel(name: str) -> str:
    is_camel = re.match(r"[a-z]+[A-Za-z0-9]*$", name) and not re.search(r"\d(?=[a-z])", name)
    return name if is_camel else re.sub(r"^_*[A-Z]", lambda match: match[0].lower(), _to_pascal(name))


_GENERATORS: Mapping[str, Callable[[str], str]] = {
    "pydantic.alias_generators.to_camel": _to_camel,
    "pydantic.alias_generators.to_pascal": _to_pascal,
}
_EXTRA: Mapping[Json, bool | None] = {"forbid": True, "allow": False, "ignore": None}
