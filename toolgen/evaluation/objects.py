"""What a project's classes make when they are called, and enumerations made anew from what their classes say."""

from __future__ import annotations

import ast
import builtins
import enum
import types
from collections.abc import Callable, Mapping
from enum import EnumType
from typing import TYPE_CHECKING, Any, cast

from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.enums import ENUM_BASES, Enumerations
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.evaluation.records import Records
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import callee, parse_expression
from toolgen.syntax.facts import Class, Function

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_PLAIN = frozenset({enum.Enum, enum.Flag, enum.ReprEnum})
"""Those that mix in no type themselves."""

_MIXINS: Mapping[str, type] = {mixin.__name__: mixin for mixin in (float, int, str)}
MODEL_METHODS = frozenset({"model_construct", "model_validate", "parse_obj"})
"""Methods of every model that make an instance."""

_HARMLESS = frozenset({"__doc__", "__getitem__", "__module__", "__repr__", "__slots__"})
"""What a metaclass may define: nothing that makes the class, or that finds its attributes."""

_MAKERS = frozenset({"__init__", "__init_subclass__", "__new__", "__set_name__"})
"""Methods that take part in making members. What they do to values is known to `Enumerations`."""


class Objects:
    """The classes of one project."""

    def __init__(self, names: Names, evaluator: Evaluator, enums: Enumerations) -> None:
        self._names = names
        self._evaluator = evaluator
        self.enums = enums
        self.records = Records(names, evaluator, self.class_value)
        self._definitions: dict[type, Defined] = {}

    def class_value(self, symbol: Defined) -> Value:
        """A class as a value: an enumeration that can be used as Python's are, or the symbol of any other class."""
        node = symbol.node
        if not isinstance(node, Class):
            raise TypeError
        body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
        return symbol if self.enums.base(node, body) is None else self._enumeration(symbol, node, body)

    @memoized_by(lambda class_: id(class_.node))
    def is_as_written(self, class_: Defined) -> bool:
        """Whether nothing that runs when the class is made changes what it has."""
        bodies = class_bodies(class_, self._names)
        is_hooked = any("__init_subclass__" in body.bindings for body in bodies[1:])
        return not is_hooked and all(map(self._is_left, bodies))

    def _is_left(self, body: ClassBody) -> bool:
        """Whether the decorators and the metaclass of a class leave what its body binds."""
        expressions = [*body.node.decorators, *(value for name, value in body.node.keywords if name == "metaclass")]
        return all(self._is_harmless(parse_expression(expression.text), body.outside) for expression in expressions)

    def _is_harmless(self, node: ast.expr, site: Site) -> bool:
        symbol = self._names.evaluate(callee(node), site)
        match symbol:
            case External(name=name):
                return self._names.is_tabled(name)
            case Defined(node=Class()):
                made = [name for body in class_bodies(symbol, self._names) for name in body.bindings]
                return {*made} <= _HARMLESS
        return False

    @memoized_by(lambda class_: id(class_.node))
    def are_true(self, class_: Defined) -> bool:
        """Whether objects of `class_` are, as all that do not say otherwise, and are no numbers, texts or the like."""
        is_said = any(isinstance(self._names.attribute(class_, name), Defined) for name in ("__bool__", "__len__"))
        above = {one.name for one in self._names.ancestors(class_)} - {"object"}
        return not is_said and not any(isinstance(getattr(builtins, name, None), type) for name in above)

    def definition(self, value: Value) -> Defined | None:
        """The class that defines an enumeration or a member of one."""
        return self._definitions.get(value if isinstance(value, EnumType) else type(value))

    @memoized_by(lambda _, node, _body: id(node))
    def _enumeration(self, symbol: Defined, node: Class, site: Site) -> EnumType:
        """A class with the members of `node`, whose body is `site`, and the methods of it for Python's own use."""
        values = self.enums.values(node, site)
        if not self.is_as_written(symbol):
            raise TypeError
        ancestors = [*self._names.ancestors(symbol)]
        base = next(getattr(enum, one.name.removeprefix("enum.")) for one in ancestors if one.name in ENUM_BASES)
        mixins = [_MIXINS[one.name] for one in ancestors if one.name in _MIXINS][:1]
        namespace: dict[str, Any] = {"__module__": symbol.site.module.name, **values}
        for body in reversed(class_bodies(symbol, self._names)):
            for name, binding in body.bindings.items():
                if name == "name":
                    raise TypeError
                if isinstance(binding, Function) and name.startswith("__") and name not in _MAKERS:
                    namespace[name] = self._method(Defined(name, binding, body.site))
        bases = (*mixins, base) if base in _PLAIN else (base,)
        made: Any = types.new_class(symbol.name.rpartition(".")[2], bases, {}, lambda body: body.update(namespace))
        self._definitions[made] = symbol
        return cast(EnumType, made)

    def _method(self, function: Defined) -> Callable[..., Value]:
        return lambda *arguments: self._evaluator.calls.call(function, arguments, {})
