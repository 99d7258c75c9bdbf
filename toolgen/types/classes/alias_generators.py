"""`alias_generator` of pydantic models: what makes the JSON names of the fields from their Python names.

Source: `pydantic.alias_generators` and `pydantic.aliases.AliasGenerator`.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.model.types import Json
from toolgen.syntax.facts import Function
from toolgen.types.aliases import read_alias
from toolgen.types.external_names import external_name

AliasGenerator: TypeAlias = Callable[[str], Json]
"""The Python name of a field → its alias as `read_alias` gives it; raises NotConstantError where it is not known."""

_ARGUMENTS = ("alias", "validation_alias", "serialization_alias")


def read_generator(node: ast.expr, site: Site, names: Names, constants: Constants) -> AliasGenerator | None:
    """The generator that `node` names or makes, None for none. Raises NotConstantError for one that is not known."""
    match node:
        case ast.Constant(value=None):
            return None
        case ast.Lambda(args=ast.arguments(args=[parameter]), body=body):
            return lambda name: read_alias(_Substitution(parameter.arg, name).of(body), site, names, constants)
        case ast.Call(func=function) if external_name(function, site, names) == "pydantic.AliasGenerator":
            given = dict(zip(_ARGUMENTS, node.args, strict=False)) | {k.arg: k.value for k in node.keywords if k.arg}
            parts = (given.get("validation_alias"), given.get("alias"))
            generators = [read_generator(part, site, names, constants) for part in parts if part is not None]
            return next((generator for generator in generators if generator is not None), None)
    symbol = names.evaluate(node, site)
    if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
        return lambda name: read_alias(ast.Call(node, [ast.Constant(name)], []), site, names, constants)
    known = _KNOWN.get(external_name(node, site, names))
    if known is None:
        raise NotConstantError(node)
    return known


class _Substitution(ast.NodeTransformer):
    """Puts a string in the place of a parameter."""

    def __init__(self, parameter: str, text: str) -> None:
        self._parameter = parameter
        self._text = text

    def of(self, body: ast.expr) -> ast.expr:
        # Parsed expressions are shared.
        changed: ast.expr = self.visit(copy.deepcopy(body))
        return changed

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Constant(self._text), node) if node.id == self._parameter else node


def _to_pascal(name: str) -> str:
    return re.sub(r"([0-9A-Za-z])_(?=[0-9A-Z])", r"\1", name.title())


def _to_camel(name: str) -> str:
    is_camel = re.match(r"[a-z]+[A-Za-z0-9]*$", name) and not re.search(r"\d(?=[a-z])", name)
    return name if is_camel else re.sub(r"^_*[A-Z]", lambda match: match[0].lower(), _to_pascal(name))


_WORD_ENDS = (r"([A-Z]+)([A-Z][a-z])", r"([a-z])([A-Z])", r"([0-9])([A-Z])", r"([a-z])([0-9])")


def _to_snake(name: str) -> str:
    for end in _WORD_ENDS:
        name = re.sub(end, r"\1_\2", name)
    return name.replace("-", "_").lower()


_KNOWN: Mapping[str, AliasGenerator] = {
    "pydantic.alias_generators.to_camel": _to_camel,
    "pydantic.alias_generators.to_pascal": _to_pascal,
    "pydantic.alias_generators.to_snake": _to_snake,
    "str.capitalize": str.capitalize,
    "str.lower": str.lower,
    "str.title": str.title,
    "str.upper": str.upper,
}
