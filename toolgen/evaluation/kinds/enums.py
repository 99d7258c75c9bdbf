"""Enumerations: what makes a class one, and the values of its members.

Source: the documentation of `enum`, <https://docs.python.org/3/library/enum.html>, and `enum.EnumType`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_body
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import callee, parse_expression
from toolgen.syntax.facts import Assignment, Bound, Class, Function, Import, OpaqueBinding

_Next = Callable[[str, list[Any]], Any]
"""What gives the value of `auto()`: the name of the member and the values before it → a value."""


class UnknownValuesError(LookupError):
    """Code makes the values of the members, so that only running it would tell them."""


def _following(_name: str, values: list[Any]) -> Any:
    try:
        values[:] = [max(values)] if values else []  # the others are asked for no more
        return values[0] + 1 if values else 1
    except TypeError:
        raise UnknownValuesError("`auto()` follows values that are no numbers") from None


def _next_bit(_name: str, values: list[Any]) -> Any:
    return 1 << max(values).bit_length() if values else 1


def _made_by_code(_name: str, _values: list[Any]) -> Any:
    raise UnknownValuesError("`_generate_next_value_` makes those of `auto()`")


_BASES: Mapping[str, tuple[str, _Next]] = {
    "enum.Enum": ("", _following),
    "enum.ReprEnum": ("", _following),
    "enum.IntEnum": ("int", _following),
    "enum.StrEnum": ("str", lambda name, _: name.lower()),
    "enum.Flag": ("", _next_bit),
    "enum.IntFlag": ("int", _next_bit),
}
"""The enumerations of the standard library → the type that each mixes in, and what its `auto()` gives."""

ENUM_BASES = frozenset(_BASES)

_CONVERTERS: Mapping[str, Callable[..., Any]] = {
    "float": float,
    "int": int,
    "str": str,
    "tuple": lambda *values: values,
}
"""Types that an enumeration mixes in → what makes a value of the arguments that a member is given."""

_NO_TYPE = frozenset({"object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol"})
"""Bases that mix in no type."""

_DESCRIPTORS = frozenset(
    {
        *("classmethod", "enum.nonmember", "enum.property", "functools.cached_property", "functools.partialmethod"),
        *("functools.singledispatchmethod", "property", "staticmethod", "types.DynamicClassAttribute"),
    }
)
"""Calls whose results are no members."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How the members of an enumeration get their values.

    `type` is what it mixes in, `setter` the class whose `__new__` or `__init__` sets `_value_`; `obstacle` says why
    the values cannot be known.
    """

    type: str
    next: _Next
    setter: Class | None
    obstacle: str


class Enumerations:
    """Reads enumerations; `fold` gives the value, as Python has it, of an expression, or raises."""

    def __init__(self, names: Names, fold: Callable[[ast.expr, Site], Any]) -> None:
        self._names = names
        self._fold = fold
        self._values: dict[int, dict[str, Any]] = {}
        self._assigned: dict[int, dict[str, Any]] = {}

    def base(self, node: Class, site: Site) -> str | None:
        """The type that the enumeration `node` mixes in, empty for none; None where `node` is no enumeration."""
        form = self._form(node, site)
        return None if form is None else form.type

    def value(self, name: str, node: Class, site: Site) -> Any:
        """The value of the member `name` of `node`, whose body is inside `site`. Raises LookupError, and as `fold`."""
        # Inside the body, while that is read, a name means what was assigned to it.
        assigned = self._assigned.get(id(node))
        return self.values(node, site)[name] if assigned is None else assigned[name]

    def values(self, node: Class, site: Site) -> dict[str, Any]:
        """The members of the enumeration `node` and their values, aliases included. Raises as `value` does."""
        if id(node) in self._assigned:
            raise LookupError(f"the values of `{node.name}` depend on themselves")
        body = class_body(_symbol(node, site), node, self._names)
        self._names.doubts += (name for name in body.bindings if _is_member_name(name) and body.is_unsure(name))
        if id(node) not in self._values:
            form = self._form(node, site)
            assigned = self._assigned[id(node)] = {}
            try:
                if form is not None:
                    self._read_body(body, site, form, assigned)
                    self._values[id(node)] = {name: _made(value, form) for name, value in assigned.items()}
            finally:
                del self._assigned[id(node)]
        return self._values.get(id(node), {})

    @memoized_by(lambda node, _: id(node))
    def _form(self, node: Class, site: Site) -> _Form | None:
        classes = [*self._names.ancestors(_symbol(node, site))]
        base = next((symbol.name for symbol in classes if symbol.name in _BASES), None)
        if base is None:
            return None
        type_, next_ = _BASES[base]
        setter, obstacle = None, ""
        for symbol in reversed(classes):
            if isinstance(symbol, Defined) and isinstance(symbol.node, Class):
                obstacle = self._obstacle(symbol, symbol.node) or obstacle
                setter = symbol.node if "_value_" in symbol.node.attributes else setter
                made = symbol.node.scope.bindings.get("_generate_next_value_")
                next_ = next_ if made is None else self._generated(made, symbol.site)
            elif symbol.name not in _BASES and symbol.name not in _NO_TYPE:
                type_ = symbol.name
        if type_ and type_ not in _CONVERTERS:
            obstacle = f"it mixes in `{type_}`"
        return _Form(type_, next_, setter, obstacle)

    def _generated(self, function: Bound, site: Site) -> _Next:
        """What `_generate_next_value_` of a class at `site` gives, if all that it does is to return an expression.

        Source: <https://docs.python.org/3/library/enum.html#enum.Enum._generate_next_value_>.
        """
        node = site.module.contents.source.find(function) if isinstance(function, Function) else None
        match node:
            case ast.FunctionDef(body=[ast.Return(value=ast.expr() as value)], args=parameters):
                made = ast.Lambda(parameters, value)
            case _:
                return _made_by_code

        def following(name: str, values: list[Any]) -> Any:
            given = [name, 1, len(values), values]
            call = ast.Call(made, [parse_expression(repr(one)) for one in given], [])
            return self._fold(ast.fix_missing_locations(ast.copy_location(call, value)), site)

        return following

    def _obstacle(self, symbol: Defined, node: Class) -> str:
        """Why the values of members are not known if `node` is an enumeration, or mixed into one."""
        is_enumeration = self._names.is_below(symbol, _BASES)
        if not is_enumeration and ("__new__" in node.scope.bindings or decoration(node, symbol.site, self._names)):
            return f"it mixes in `{node.name}`"
        if isinstance(node.scope.bindings.get("value"), Function):
            return "its `value` is a method"
        metaclass = dict(node.keywords).get("metaclass")
        found = metaclass and self._names.evaluate(parse_expression(metaclass.text), symbol.site)
        above = self._names.ancestors(found) if found else ()
        bodies = (one.node.scope for one in above if isinstance(one, Defined) and isinstance(one.node, Class))
        if found and any(not {"__new__", "__prepare__"}.isdisjoint(body.bindings) for body in bodies):
            return f"its metaclass is `{found.name}`"
        return ""

    def _read_body(self, body: ClassBody, site: Site, form: _Form, assigned: dict[str, Any]) -> None:
        """Fill `assigned` with what the body assigns to each member."""
        before: list[Any] = []
        ignored = self._ignored(body.node, site)
        for name, binding in body.bindings.items():
            if name in ignored or not _is_member_name(name):
                continue
            if isinstance(binding, OpaqueBinding | Import):
                raise UnknownValuesError(f"`{name}` is bound by a statement that is not followed")
            if isinstance(binding, Assignment) and binding.value is not None:
                value = self._member(parse_expression(binding.value.text), site)
                if value is not None and form.obstacle:
                    raise UnknownValuesError(form.obstacle)
                if value is not None:
                    assigned[name] = self._assign(name, value, site, form, before)

    def _ignored(self, node: Class, site: Site) -> list[str]:
        binding = node.scope.bindings.get("_ignore_")
        if not isinstance(binding, Assignment) or binding.value is None:
            return []
        names = self._fold(parse_expression(binding.value.text), site)
        return names.replace(",", " ").split() if isinstance(names, str) else list(names)

    def _member(self, node: ast.expr, site: Site) -> ast.expr | None:
        """The value of a member, without `member(…)` around it; None for a descriptor, which is no member."""
        if isinstance(node, ast.Lambda):
            return None
        symbol = self._names.evaluate(callee(node), site)
        if isinstance(node, ast.Call) and symbol == External("enum.member"):
            return node.args[0]
        is_descriptor = symbol is not None and symbol.name in _DESCRIPTORS
        is_function = isinstance(symbol, Defined) and isinstance(symbol.node, Function)
        return None if is_descriptor or (is_function and not isinstance(node, ast.Call)) else node

    def _assign(self, name: str, node: ast.expr, site: Site, form: _Form, before: list[Any]) -> Any:
        """What `node` assigns to the member `name`; `auto()` may stand alone or in a tuple."""
        items = node.elts if isinstance(node, ast.Tuple) else [node]
        if not any(self._is_auto(item, site) for item in items):
            before.append(self._fold(node, site))
            return before[-1]
        values = []
        for item in items:
            if self._is_auto(item, site):
                values.append(form.next(name, before))
                before.append(values[-1])
            else:
                values.append(self._fold(item, site))
        return tuple(values) if isinstance(node, ast.Tuple) else values[0]

    def _is_auto(self, node: ast.expr, site: Site) -> bool:
        return isinstance(node, ast.Call) and self._names.evaluate(node.func, site) == External("enum.auto")


def _is_member_name(name: str) -> bool:
    """`__dunder__`, `_sunder_` and `__private` names are no members."""
    return not name.startswith("__") and not (name.startswith("_") and name.endswith("_"))


def _made(assigned: Any, form: _Form) -> Any:
    """The value of the member that `assigned` makes."""
    arguments = assigned if isinstance(assigned, tuple) else (assigned,)
    if form.setter is not None:
        return _set_by(form.setter, arguments)
    try:
        return _CONVERTERS[form.type](*arguments) if form.type else assigned
    except (TypeError, ValueError):
        raise UnknownValuesError(f"`{form.type}` does not take `{assigned!r}`") from None


def _set_by(setter: Class, arguments: tuple[Any, ...]) -> Any:
    """The argument that `__new__` or `__init__` sets `_value_` to."""
    assigned = setter.attributes["_value_"].value
    for maker in map(setter.scope.bindings.get, ("__new__", "__init__")):
        names = [parameter.name for parameter in maker.parameters[1:]] if isinstance(maker, Function) else []
        if assigned is not None and assigned.text in names[: len(arguments)]:
            return arguments[names.index(assigned.text)]
    raise UnknownValuesError("`_value_` is set by code")


def _symbol(node: Class, site: Site) -> Defined:
    """The class `node`, where its body may be the innermost scope of `site`."""
    outer = Site(site.module, site.scopes[:-1] if site.scopes[-1] is node.scope else site.scopes)
    return Defined(node.qualname, node, outer)
