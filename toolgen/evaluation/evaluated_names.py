"""What looking up names asks of values: conditions around statements, and what a `__getattr__` gives (PEP 562)."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import EnumType
from typing import Any

from toolgen.evaluation.comparing import is_same
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site
from toolgen.evaluation.names.symbols import UNKNOWN, Answer, Symbol, Undecided
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.patterns import matched
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import keyword, last_name, parse_expression
from toolgen.syntax.facts import Assignment, Class, Condition, Expression

_LAZY_MODULES = frozenset({"LazyImporter", "LazyModule", "_LazyModule"})
"""Classes of modules that are given `{submodule: [name, …]}`, as `lazy_imports` and transformers have it."""

_TABLE = "import_structure"


class EvaluatedNames:
    """Answers what looking up names asks of values; what modules give is remembered."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._constants = Constants(evaluator)
        self._outcomes = Outcomes(evaluator)
        self._attributes: dict[tuple[Module, str], Answer] = {}

    def constant(self, node: ast.expr, site: Site) -> Any:
        """The value of `node` at `site`, also while another is being evaluated; `UNKNOWN` where only running tells."""
        try:
            return self._constants.value(node, site)
        except NotConstantError:
            return UNKNOWN

    @memoized_by(lambda condition, site: (condition, id(site.scopes[-1])), meanwhile=None)
    def holds(self, condition: Condition, site: Site) -> bool | None:
        """Whether `site` is reached below `condition`, judged once for all below; None where only running tells."""
        if condition.imports is not None:
            is_found = self._evaluator.names.optional.are_found(condition.imports, site)
            return condition.holds if condition.imports and is_found else None
        test = parse_expression(condition.test.text)
        if is_main(test):
            return True
        try:
            value, environment = self._evaluator.constant(test, site.on(condition.test.line))
        except NotConstantError:
            return None
        known = self._fits(condition.case, value, site) if condition.case else self._evaluator.truth_of(value)
        return None if known is None or environment else known is condition.holds

    def _fits(self, case: str, subject: Value, site: Site) -> bool | None:
        """Whether a `case` of a `match` takes `subject`; None where only running tells."""
        tree = ast.walk(ast.parse(f"match _:\n case {case}: ..."))
        one = next(node for node in tree if isinstance(node, ast.match_case))
        try:
            found = matched(one.pattern, subject, lambda node: self._evaluator.constant(node, site)[0])
        except (NotConstantError, TypeError):
            return None
        return None if found is not None and one.guard else found is not None

    def symbol(self, call: str, site: Site) -> Symbol | None:
        """The module or class that `call` gives on all its paths; None where it is none, or only running tells."""
        outcomes = self._outcomes.of(Expression(call, site.line, 1), site)
        found = [one.result for one in outcomes if one.is_all]
        match found[0] if len(found) == len(outcomes) > 0 and _is_one(found) else None:
            case (ModuleName() | External() | Defined(node=Class())) as symbol:
                return symbol
        return None

    def module_attribute(self, module: Module, name: str) -> Answer:
        """What `module` gives for a `name` that its statements do not bind: it may have been replaced by another, or
        have written into its dictionary."""
        lazy = module.facts.lazy
        has_getter = "__getattr__" in module.facts.scope.bindings
        if name.startswith("__") or not (has_getter or lazy.replacement or lazy.makes_names):
            return None
        key = (module, name)
        if key not in self._attributes:
            self._attributes[key] = Undecided(module.name)  # where modules import each other
            values = (self._replaced(module, name), self._got(module, name))
            found = next((answer for answer in values if isinstance(answer, Symbol)), None)
            is_open = lazy.makes_names or any(values)
            self._attributes[key] = found or (Undecided(module.name) if is_open else None)
        return self._attributes[key]

    def _got(self, module: Module, name: str) -> Answer:
        """What `__getattr__` of `module` returns; nothing where it raises an exception."""
        getter = module.facts.scope.bindings.get("__getattr__")
        if getter is None:
            return None
        site = Site.of_module(module)
        values = [outcome.result for outcome in self._outcomes.of_getter(name, site)]
        if not values:
            return None
        return self._symbol(values[0], name, getter.line, site) if _is_one(values) else Undecided(module.name)

    def _symbol(self, value: Value, name: str, line: int, site: Site) -> Answer:
        """The symbol that `value` is, or one that has it."""
        match value:
            case EnumType():
                return self._evaluator.objects.definition(value) or Undecided(site.module.name)
            case Unknown():
                return Undecided(site.module.name)
            case _ if isinstance(value, Symbol):
                return value
        made = Assignment(Expression(f"__getattr__({name!r})", line, 1), None, line)
        self._evaluator.bindings.remember(made, value)
        return Defined(f"{site.module.name}.{name}", made, site)

    def _replaced(self, module: Module, name: str) -> Answer:
        """What the object gives that takes the place of `module`: one of a class that is given a table."""
        if not module.facts.lazy.replacement:
            return None
        site, made = Site.of_module(module), parse_expression(module.facts.lazy.replacement)
        is_lazy = isinstance(made, ast.Call) and last_name(made.func) in _LAZY_MODULES
        tables = [*made.args, keyword(made, _TABLE)] if is_lazy and isinstance(made, ast.Call) else []
        for table in filter(None, tables):
            if isinstance(found := self.constant(table, site), dict):
                submodule = next((one for one, names in found.items() if name in names), None)
                owner = ModuleName(f"{module.name}.{submodule}", site)
                return None if submodule is None else self._evaluator.names.modules.attribute(owner, name)
        return Undecided(module.name)


def _is_one(values: Sequence[Value]) -> bool:
    return all(is_same(value, values[0]) for value in values[1:])
