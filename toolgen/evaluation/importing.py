"""Functions that import what they are given the name of, and those that give the names of a module.

Source: the documentation of `importlib`, and `lazy_loader/__init__.py` of 0.6.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from importlib.util import resolve_name
from typing import TYPE_CHECKING, TypeAlias

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.values import Choice, Frame, Unknown, Value
from toolgen.evaluation.names.lookup import Defined, ModuleName, Site
from toolgen.evaluation.names.symbols import Undecided
from toolgen.evaluation.stand_ins import Instance, Namespace, Native, opened_attributes
from toolgen.project.modules import Module
from toolgen.syntax.facts import Class, Import

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

Special: TypeAlias = Callable[["Evaluator", ast.Call, Arguments, Frame], tuple[Value] | None]
"""Gives its result in a tuple, None where it is not known."""


def _given(arguments: Arguments, names: str) -> list[Value]:
    """The arguments for the parameters `names`; None for those that are left out."""
    given = arguments.named(names.split())
    return [given[name].value if name in given else None for name in names.split()]


def _import_module(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`importlib.import_module(name, package=None)`."""
    name, package = _given(arguments, "name package")
    if not isinstance(name, str) or not isinstance(package, str | None):
        return None
    try:
        return _imported(evaluator, resolve_name(name, package), frame.site)
    except ImportError:
        raise evaluator.raised("ImportError") from None


def _import(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`__import__(name, globals=None, locals=None, fromlist=(), level=0)`."""
    name, _, _, names, level = _given(arguments, "name globals locals fromlist level")
    if not isinstance(name, str) or not isinstance(level, int | None) or isinstance(names, Unknown | Choice):
        return None
    whole = frame.site.module.absolute(name, level or 0)
    return _imported(evaluator, whole if names else whole.partition(".")[0], frame.site)


def _imported(evaluator: Evaluator, name: str, site: Site) -> tuple[Value] | None:
    found = evaluator.names.modules.imported(name, site)
    if found is None:
        raise evaluator.raised("ModuleNotFoundError")
    return None if isinstance(found, Undecided) else (found,)


def _vars(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match arguments.plain:
        case [Defined(node=Class()) as class_], _ if (names := evaluator.attributes.names_of(class_)) is not None:
            return (Namespace(lambda name: evaluator.attributes.attribute(class_, name), names),)
        case [Instance() as owner], _:
            return (opened_attributes(owner),)
        case [ModuleName() as owner], _ if (found := namespace(evaluator, owner)) is not None:
            return (found,)
    return None


def _dir(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    """The names of a module, an object or a class, without those that every one has."""
    match arguments.plain:
        case [owner], _ if (names := evaluator.attributes.names_of(owner)) is not None:
            return (sorted(names),)
    return None


def namespace(evaluator: Evaluator, owner: ModuleName) -> Namespace | None:
    """`vars(module)`; None for a module that was not read."""
    module = evaluator.names.modules.source(owner.name, owner.site)
    return None if module is None else _of_module(evaluator, module)


def _of_module(evaluator: Evaluator, module: Module) -> Namespace:
    body, scope = Frame(Site.of_module(module)), module.facts.scope
    is_open = scope.star_imports or "__getattr__" in scope.bindings
    return Namespace(lambda name: evaluator.evaluate(ast.Name(name), body), None if is_open else [*scope.bindings])


def _attach(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`lazy_loader.attach`, which gives `__getattr__`, `__dir__` and `__all__`."""
    package, submodules, attributes = _given(arguments, "package_name submodules submod_attrs")
    modules = {name: module for module, names in (attributes or {}).items() for name in names}
    return _attached(evaluator, package, submodules or (), modules, frame.site)


def _attach_stub(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`lazy_loader.attach_stub`, which is `attach` with what the stub beside the module imports."""
    stub = evaluator.names.modules.stub(frame.site.module)
    (package,) = _given(arguments, "package_name")
    if stub is None:
        return None
    imports = [found for found in stub.facts.scope.bindings.values() if isinstance(found, Import) and found.level == 1]
    submodules = [str(found.name) for found in imports if not found.module]
    modules = {str(found.name): found.module for found in imports if found.module}
    return _attached(evaluator, package, submodules, modules, frame.site)


def _attached(
    evaluator: Evaluator, package: str, submodules: Iterable[str], modules: Mapping[str, str], site: Site
) -> tuple[Value] | None:
    """What gives `submodules`, and what the others of these `modules` have, by its name."""

    def get(arguments: Arguments) -> Value:
        (name,) = arguments.plain[0]
        if name in submodules:
            return ModuleName(f"{package}.{name}", site)
        if name not in modules:
            raise evaluator.raised("AttributeError")
        return evaluator.bindings.of_module(ModuleName(f"{package}.{modules[name]}", site), name)

    return ((Native(get), Unknown(ast.Name("__dir__")), sorted({*submodules, *modules})),)


IMPORTING: Mapping[str, Special] = {
    "__import__": _import,
    "dir": _dir,
    "globals": lambda evaluator, _node, _arguments, frame: (_of_module(evaluator, frame.site.module),),
    "importlib.import_module": _import_module,
    "lazy_loader.attach": _attach,
    "lazy_loader.attach_stub": _attach_stub,
    "vars": _vars,
}
"""By the name of the function."""
