"""Calls that import what they are given the name of."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping
from importlib.util import resolve_name
from typing import Protocol

from toolgen.evaluation.names.getter_values import (
    Attached,
    Attributes,
    Frame,
    Namespace,
    RaisedError,
    UndecidedError,
    Value,
)
from toolgen.evaluation.names.symbols import UNKNOWN, ModuleLookup, ModuleName, Site, Symbol, Undecided
from toolgen.project.modules import Module
from toolgen.syntax.facts import Import


class Follower(Protocol):
    """What follows the expressions around the calls."""

    modules: ModuleLookup

    def namespace(self, module: Module) -> Namespace:
        """The `globals()` of `module`."""

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What `node` is worth. Raises UndecidedError, and RaisedError for what it raises."""

    def attribute(self, owner: Symbol, name: str) -> Value:
        """What `owner.name` is. Raises as `value` does."""


def _arguments(call: ast.Call, frame: Frame, follower: Follower, names: str) -> dict[str, Value]:
    """The values of the arguments of `call` for the parameters `names`; None for those that are left out."""
    given = dict(zip(names.split(), call.args, strict=False)) | {one.arg: one.value for one in call.keywords}
    return {name: follower.value(given[name], frame) if name in given else None for name in names.split()}


def _import_module(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`importlib.import_module(name, package=None)`."""
    given = _arguments(call, frame, follower, "name package")
    if not isinstance(given["name"], str):
        raise UndecidedError
    try:
        return _imported(resolve_name(given["name"], given["package"]), frame.site, follower)
    except (ImportError, TypeError, AttributeError):
        raise RaisedError("ImportError") from None


def _import(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`__import__(name, globals=None, locals=None, fromlist=(), level=0)`."""
    given = _arguments(call, frame, follower, "name globals locals fromlist level")
    if not isinstance(given["name"], str):
        raise UndecidedError
    name = frame.site.module.absolute(given["name"], given["level"] or 0)
    return _imported(name if given["fromlist"] else name.partition(".")[0], frame.site, follower)


def _imported(name: str, site: Site, follower: Follower) -> ModuleName:
    found = follower.modules.imported(name, site)
    if found is None:
        raise RaisedError("ModuleNotFoundError")
    if isinstance(found, Undecided):
        raise UndecidedError
    return found


def _getattr(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`getattr(object, name)`, or with a default."""
    owner, name, *default = (follower.value(argument, frame) for argument in call.args)
    if not isinstance(owner, Symbol) or not isinstance(name, str):
        raise UndecidedError
    try:
        return follower.attribute(owner, name)
    except RaisedError:
        if default:
            return default[0]
        raise


def _vars(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`vars(module)`."""
    owner = follower.value(call.args[0], frame) if call.args else None
    if not isinstance(owner, Symbol):
        raise UndecidedError
    return Attributes(owner)


def _isinstance(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`isinstance(value, type)`, for values and types of Python's own."""
    value, classes = (follower.value(argument, frame) for argument in call.args)
    names = [getattr(one, "name", "") for one in (classes if isinstance(classes, tuple) else (classes,))]
    found = [getattr(builtins, name, None) for name in names]
    if isinstance(value, Symbol) or not all(isinstance(one, type) for one in found):
        raise UndecidedError
    return isinstance(value, tuple(filter(None, found)))


def _next(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`next(… for …)`, or with a default."""
    found, *default = (follower.value(argument, frame) for argument in call.args)
    if not isinstance(call.args[0], ast.GeneratorExp):
        raise UndecidedError
    if not found and not default:
        raise RaisedError("StopIteration")
    return [*found, *default][0]


def _globals(_call: ast.Call, frame: Frame, follower: Follower) -> Value:
    return follower.namespace(frame.site.module)


def _attach(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`lazy_loader.attach`, which gives `__getattr__`, `__dir__` and `__all__`."""
    given = _arguments(call, frame, follower, "package_name submodules submod_attrs")
    modules = (given["submod_attrs"] or {}).items()
    attributes = {name: module for module, names in modules for name in names}
    return _attached(Attached(given["package_name"], frozenset(given["submodules"] or ()), attributes, frame.site))


def _attach_stub(call: ast.Call, frame: Frame, follower: Follower) -> Value:
    """`lazy_loader.attach_stub`, which is `attach` with what the stub beside the module imports."""
    stub = follower.modules.stub(frame.site.module)
    if stub is None:
        raise UndecidedError
    package = _arguments(call, frame, follower, "package_name")["package_name"]
    imports = [found for found in stub.facts.scope.bindings.values() if isinstance(found, Import) and found.level == 1]
    submodules = frozenset(str(found.name) for found in imports if not found.module)
    attributes = {str(found.name): found.module for found in imports if found.module}
    return _attached(Attached(package, submodules, attributes, frame.site))


def _attached(getter: Attached) -> tuple[Value, ...]:
    return getter, UNKNOWN, getter.names


CALLS: Mapping[str, Callable[[ast.Call, Frame, Follower], Value]] = {
    "__import__": _import,
    "getattr": _getattr,
    "globals": _globals,
    "importlib.import_module": _import_module,
    "isinstance": _isinstance,
    "lazy_loader.attach": _attach,
    "lazy_loader.attach_stub": _attach_stub,
    "next": _next,
    "vars": _vars,
}
"""By the name of the function. Sources: the documentation of `importlib`, and `lazy_loader/__init__.py` of 0.6."""
