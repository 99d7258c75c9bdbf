"""`TypeExpr` → Python: annotations in which every class has its full dotted name, and what makes the type itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from toolgen.emit.dispatch.layout import Brackets, Expression, Operation, flat, literal
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.naming import MODULES, RESERVED
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.model.classes import ClassSpec, ClassTable, class_key
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.tool import ToolSpec
from toolgen.model.type_parts import strip
from toolgen.model.types import ELLIPSIS, Constrained, EnumMember, Generic, LiteralOf, Named, TypeExpr, Union
from toolgen.types.known.collection_types import ARRAY_TYPES, OBJECT_TYPES
from toolgen.views.naming import is_identifier

STANDARD_MODULES = frozenset({"collections", "collections.abc", *(row.module for row in STANDARD_TYPES.values())}) - {
    ""
}
"""The modules of the standard library whose classes stand in annotations."""

_BUILTINS = frozenset(
    {
        *("None", "bool", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple"),
        *(row.name for row in STANDARD_TYPES.values() if not row.module),
    }
)
_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    **{row.name: row.arguments for row in (*ARRAY_TYPES.values(), *OBJECT_TYPES.values())},
    **{row.name: row.arguments for row in STANDARD_TYPES.values() if row.arguments},
    **{f"collections.abc.{name}": ("Any",) for name in ("AsyncIterable", "AsyncIterator", "Iterator")},
    "collections.abc.AsyncGenerator": ("Any", "Any"),
}
"""The arguments that a generic class gets where none are written: type checkers want them in strict mode."""


class Annotations:
    """Writes annotations of `module` and remembers the modules that must be imported for them.

    `imports` maps each module to the name that it is imported as: its own, unless the generated module defines that, or
    what the annotation stands in has a member of the same name, which is among `members`.
    """

    def __init__(
        self, module: Module, classes: ClassTable, members: Iterable[str] = (), tools: Iterable[ToolSpec] = ()
    ) -> None:
        self.imports: dict[str, str] = {}
        # Their packages may have the function `search` of the module `app.search` in its place.
        places = [(tool.origin.module, tool.origin.qualname) for tool in tools]
        self._shadowed = {place for place, qualname in places if qualname == place.rpartition(".")[2] != place}
        self._taken = (RESERVED - MODULES) | {*members}
        self.module = module
        self._classes = classes
        self._memo: dict[TypeExpr, Expression] = {}

    def of(self, type_: TypeExpr) -> Expression:
        """The annotation of `type_`. What no module-level name leads to is `Any`."""
        type_ = strip(type_)
        if (found := self._memo.get(type_)) is None:
            found = self._memo[type_] = self._write(type_)
            if re.search(r"\bAny\b", flat(found)):
                self.module.use("Any")
        return found

    def of_class(self, module: str, qualname: str) -> Expression:
        """The annotation for the class `qualname` of `module`."""
        if not all(map(is_identifier, (*module.split("."), *qualname.split(".")))):
            return "Any"
        return f"{self._imported(module)}.{qualname}"

    def _write(self, type_: TypeExpr) -> Expression:
        match type_:
            case Named() | Generic() if spec := self._classes.get(class_key(type_)):
                return self._class(spec)
            case Named(name=name):
                base = self._base(name)
                return Brackets(f"{base}[", _ARGUMENTS[name], "]") if name in _ARGUMENTS else base
            case Generic(name=name, arguments=arguments):
                base = self._base(name)
                return base if base == "Any" else Brackets(f"{base}[", self._arguments(arguments), "]")
            case Union(members=members):
                return union_of(map(self.of, members))
            case LiteralOf(values=values):
                return self._literal(values)
            case _:
                return "Any"

    def _class(self, spec: ClassSpec) -> Expression:
        """A class of the user's; a generic one has arguments for a type checker in strict mode."""
        base = self.of_class(spec.module, spec.qualname)
        arguments = self._arguments(spec.arguments) if spec.arguments else ("Any",) * spec.parameters
        return base if base == "Any" or not arguments else Brackets(f"{flat(base)}[", arguments, "]")

    def _arguments(self, arguments: tuple[TypeExpr, ...]) -> tuple[Expression, ...]:
        return tuple("..." if argument == ELLIPSIS else self.of(argument) for argument in arguments) or ("()",)

    def _literal(self, values: tuple[str | int | bool | EnumMember | None, ...]) -> Expression:
        written = [self._value(value) for value in values if value is not None]
        if "Any" in written:
            return "Any"
        literals = [Brackets(f"{self.module.use('Literal')}[", tuple(written), "]")] if written else []
        return union_of([*literals, *(["None"] if None in values else [])])

    def _value(self, value: str | int | bool | EnumMember) -> Expression:
        if not isinstance(value, EnumMember):
            return literal(value)
        base = self._base(value.class_name)
        return f"{base}.{value.member}" if base != "Any" and is_identifier(value.member) else "Any"

    def _base(self, name: str) -> str:
        """The name of a class, without arguments."""
        if name in self._classes:
            spec = self._classes[name]
            return flat(self.of_class(spec.module, spec.qualname))
        module, _, last = name.rpartition(".")
        if module in STANDARD_MODULES and is_identifier(last):
            return f"{self._imported(module)}.{last}"
        return name if not module and name in _BUILTINS else "Any"

    def _imported(self, module: str) -> str:
        root = module.partition(".")[0]
        is_hidden = root in self._taken or module in self._shadowed
        alias = "_" + module.replace(".", "_") if is_hidden else module
        return self.imports.setdefault(module, alias)


def union_of(members: Iterable[Expression]) -> Expression:
    """The annotation for a value of any of `members`: integers are floats (PEP 484)."""
    found: dict[Expression, None] = {}
    for member in members:
        found |= dict.fromkeys(member.operands if isinstance(member, Operation) else (member,))
    if "Any" in found:
        return "Any"
    if "float" in found:
        found.pop("int", None)
    return Operation("|", tuple(found)) if len(found) > 1 else next(iter(found))


class RuntimeTypes:
    """Writes expressions for types; whatever is not a builtin is imported when it is first asked for."""

    def __init__(self, module: Module, shapes: Shapes) -> None:
        self._module = module
        self._shapes = shapes

    def of_class(self, spec: ClassSpec) -> Expression:
        """The class itself, with its arguments: a pydantic model that has some is a class of its own."""
        origin = self._loaded(spec.module, spec.qualname)
        return self._subscripted(origin, spec.arguments) if spec.arguments else origin

    def of(self, type_: TypeExpr) -> Expression:
        """The type, without its metadata; what cannot be imported may be anything."""
        spec = self._shapes.class_of(type_)
        if spec:
            return self.of(spec.fields[0].type) if spec.kind == "alias" else self.of_class(spec)
        match type_:
            case Named(name=name) if "<locals>" not in name:
                module, _, last = name.rpartition(".")
                return self._loaded(module, last) if module else name
            case Generic(name=name, arguments=arguments):
                module, _, last = name.rpartition(".")
                # A type checker takes `list[…]` for a type, which it must not compute.
                return self._subscripted(self._loaded(module or "builtins", last), arguments)
            case Union(members=members):
                return Operation("|", tuple(map(self.of, members)))
            case LiteralOf(values=values):
                origin = self._loaded("typing", "Literal")
                return Brackets(f"{flat(origin)}[", tuple(map(self._value, values)), "]")
            case Constrained(base=base):
                return self.of(base)
            case _:
                return "Any"

    def _loaded(self, module: str, qualname: str) -> Expression:
        return f"{self._module.class_(module, qualname)}.type"

    def _subscripted(self, origin: Expression, arguments: tuple[TypeExpr, ...]) -> Expression:
        items = tuple("..." if argument == ELLIPSIS else self.of(argument) for argument in arguments)
        return Brackets(f"{flat(origin)}[", items or ("()",), "]")

    def _value(self, value: object) -> Expression:
        if isinstance(value, EnumMember):
            return f"{flat(self.of(Named(value.class_name)))}.{value.member}"
        return literal(value)
