"""What calls import: `importlib.import_module("a.b")`, and functions that return what they import."""

from __future__ import annotations

import ast

from toolgen.evaluation.names.symbols import Defined, Lookup, Site, Symbol, class_of_receiver
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Class, Function
from toolgen.syntax.nodes import calls_import


class ImportedValues:
    """The modules and classes that calls give, of which names are looked up like those that statements import."""

    def __init__(self, names: Lookup) -> None:
        self._names = names

    def by(self, value: ast.expr, site: Site) -> Symbol | None:
        """What a call imports, or one that a method of the class around sets an attribute to."""
        match value:
            case ast.Call():
                return self.by_call(ast.unparse(value), site) if self._imports(value, site) else None
            case ast.Attribute(value=ast.Name(id=receiver), attr=name) if around := class_of_receiver(receiver, site):
                made = around.node.attributes.get(name) if isinstance(around.node, Class) else None
                return self.by_call(made.value.text, Site.of_module(site.module)) if made and made.value else None
        return None

    def by_call(self, call: str, site: Site) -> Symbol | None:
        """What the text of an expression imports; None where it is no call, or one that imports nothing."""
        return self._once(call, site) if call.endswith(")") else None

    @memoized_by(lambda call, site: site.key(call), meanwhile=None)
    def _once(self, call: str, site: Site) -> Symbol | None:
        node = parsed(call)
        is_one = isinstance(node, ast.Call) and self._imports(node, site)
        return self._names.values.symbol(call, site) if is_one else None

    @memoized_by(lambda call, site: (id(call), id(site.scopes[-1]), site.line), meanwhile=False)
    def _imports(self, call: ast.Call, site: Site) -> bool:
        """Whether a call that gives the module of a name stands in `call`, or it is of what returns what it imports."""
        if calls_import(call):
            return True
        called = self._called(call.func, site)
        return isinstance(called, Defined) and isinstance(called.node, Function) and called.node.gives_import

    def _called(self, function: ast.expr, site: Site) -> Symbol | None:
        """What `function` names, which may be a method of the class around."""
        match function:
            case ast.Attribute(value=ast.Name(id=receiver), attr=name) if around := class_of_receiver(receiver, site):
                return self._names.attribute(around, name)
        return self._names.evaluate(function, site)
