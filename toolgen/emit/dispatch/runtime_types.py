"""`TypeExpr` → Python that makes the type itself, for the classes that need it when they decode."""

from __future__ import annotations

from toolgen.emit.dispatch.layout import Brackets, Expression, Operation, flat, literal
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.model.classes import ClassSpec
from toolgen.model.types import ELLIPSIS, Constrained, EnumMember, Generic, LiteralOf, Named, TypeExpr, Union


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
