"""Names that a module gives when it is asked for them: what its `__getattr__` (PEP 562) returns."""

from __future__ import annotations

import ast
from typing import Any

from toolgen.evaluation.names.getter_values import Frame, RaisedError, UndecidedError, parsed
from toolgen.evaluation.names.getters import Getters
from toolgen.evaluation.names.symbols import UNKNOWN, Answer, Lookup, ModuleLookup, ModuleName, Site, Symbol, Undecided
from toolgen.project.modules import Module
from toolgen.syntax.facts import Import

_LAZY_MODULES = frozenset({"LazyImporter", "LazyModule", "_LazyModule"})
"""Classes of modules that are given `{submodule: [name, …]}`, as `lazy_imports` and transformers have it."""

_TABLE = "import_structure"


class LazyNames:
    """Finds what modules import on demand; what was found is remembered."""

    def __init__(self, modules: ModuleLookup, lookup: Lookup) -> None:
        self._lookup = lookup
        self._modules = modules
        self._given: dict[tuple[Module, str], Answer] = {}
        self._frames: dict[Module, Frame] = {}

    def given(self, module: Module, name: str) -> Answer:
        """What `module` gives for a `name` that its statements do not bind."""
        lazy = module.facts.lazy
        has_getter = "__getattr__" in module.facts.scope.bindings
        if name.startswith("__") or not (has_getter or lazy.replacement or lazy.makes_names):
            return None
        key = (module, name)
        if key not in self._given:
            self._given[key] = Undecided(module.name)  # where modules import each other
            self._given[key] = self._found(module, name)
        return self._given[key]

    def bound(self, module: Module, name: str) -> Any:
        """What the statement that binds `__getattr__` in `module` binds to `name` beside it: a list of all names."""
        return self._frame(module).variables.get(name, UNKNOWN)

    def _found(self, module: Module, name: str) -> Answer:
        """What a module gives that may have been replaced by another, or may have written into its dictionary."""
        ways = (self._replaced(module, name), self._got(module, name))
        found = next((answer for answer in ways if isinstance(answer, Symbol)), None)
        is_open = module.facts.lazy.makes_names or any(ways)
        return found or (Undecided(module.name) if is_open else None)

    def _got(self, module: Module, name: str) -> Answer:
        """What `__getattr__` of `module` returns."""
        if "__getattr__" not in module.facts.scope.bindings:
            return None
        try:
            found = self._followed.call(self._getter(module), [name], {})
        except RaisedError:
            return None
        except UndecidedError:
            return Undecided(module.name)
        return found if isinstance(found, Symbol) else Undecided(module.name)

    @property
    def _followed(self) -> Getters:
        """What follows functions for one name: each has its own number of steps."""
        return Getters(self._modules, self._lookup)

    def _getter(self, module: Module) -> Any:
        if isinstance(module.facts.scope.bindings["__getattr__"], Import):
            return self._followed.value(ast.Name("__getattr__"), Frame(Site(module, (module.facts.scope,))))
        return self.bound(module, "__getattr__")

    def _frame(self, module: Module) -> Frame:
        """What the statement binds that binds `__getattr__`."""
        if module not in self._frames:
            frame = self._frames[module] = Frame(Site(module, (module.facts.scope,)))
            self._followed.bind(module.facts.lazy.getter, frame)
        return self._frames[module]

    def _replaced(self, module: Module, name: str) -> Answer:
        """What the object gives that takes the place of `module`."""
        match parsed(module.facts.lazy.replacement):
            case []:
                return None
            case [ast.Expr(value=ast.Call(func=ast.Name(id=class_) | ast.Attribute(attr=class_)) as call)]:
                arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == _TABLE)]
                tables = arguments if class_ in _LAZY_MODULES else []
            case _:
                tables = []
        site = Site(module, (module.facts.scope,))
        for table in tables:
            found = self._lookup.evaluate_constant(table, site, {})
            if isinstance(found, dict):
                return self._listed(found, name, module)
        return Undecided(module.name)

    def _listed(self, table: dict[Any, Any], name: str, module: Module) -> Answer:
        """What `{submodule: [name, …]}` says of `name`."""
        site = Site(module, (module.facts.scope,))
        for submodule, names in table.items():
            if isinstance(names, list | tuple | set) and name in names:
                return self._modules.attribute(ModuleName(f"{module.name}.{submodule}", site), name)
        return None
