"""`TypeExpr` → the expressions and functions that make the values of a signature from JSON."""

from __future__ import annotations

from collections.abc import Hashable

from toolgen.emit.dispatch.annotations import RuntimeTypes
from toolgen.emit.dispatch.document import Document, Reading
from toolgen.emit.dispatch.instances import Instances
from toolgen.emit.dispatch.layout import (
    INDENT,
    Brackets,
    Entry,
    Expression,
    collection,
    is_among,
    lay_out,
    literal,
    text,
)
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.operands import Operand, parameter
from toolgen.emit.dispatch.reader import Reader
from toolgen.emit.dispatch.shapes import (
    ARRAYS,
    MADE_OF_FIELDS,
    NUMBERS,
    OBJECTS,
    VALIDATED,
    Shapes,
    is_fixed_tuple,
    name_of,
    unwrapped,
)
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.classes import ClassSpec
from toolgen.model.json_values import Json
from toolgen.model.standard_types import STANDARD_TYPES, StandardType
from toolgen.model.type_parts import strip
from toolgen.model.types import ELLIPSIS, NONE, EnumMember, Generic, LiteralOf, Named, TypeExpr, Union
from toolgen.types.known.forms import KNOWN
from toolgen.types.schema.builder import Schemas
from toolgen.views.naming import snake_case

_OTHERS = 2
_OF_JSON = dict.fromkeys(("bool", "float", "int", "list"), 0)
_CHOICE = {**_OF_JSON, "str": 1, **{name: row.rank for name, row in KNOWN.items()}}
"""Which members of a union have a value first, where several can have it; the others come last."""
_CHOICE_OF_VALUES = {**_CHOICE, **dict.fromkeys(STANDARD_TYPES, 1), **_OF_JSON, "str": 0, "pydantic.SecretStr": 0}
"""The same among Python values, which are what they are before they are anything else."""

_YIELDING = {row.name: row.yields_to for row in STANDARD_TYPES.values() if row.yields_to}

_FACTORIES = frozenset({"bool", "dict", "float", "int", "list", "set", "str"})
_PARAMETERS = Brackets("(", ("value: Any", "at: _support.Path", "faults: _support.Faults"), ") -> Any:")


class Decoder:
    """Writes expressions that decode what was found valid, and functions, which the tools of a module share."""

    def __init__(self, module: Module, checks: Functions, shapes: Shapes, *, reading: Reading, by_json: bool) -> None:
        self._reading = reading
        self._by_json = by_json
        self._module = module
        self._checks = checks
        self.shapes = shapes
        self._types = RuntimeTypes(module, self.shapes)
        self._schemas = Schemas(shapes.classes)
        self._instances = Instances(module, self.shapes)
        self._functions: dict[tuple[TypeExpr, Hashable, bool], str] = {}

    def reader(self, type_: TypeExpr, schema: Json, document: Document, *, counts: bool) -> str:
        """The function that checks a value against `schema` and decodes it as `type_`."""
        return self._function("read", type_, schema, document, counts=counts)

    def function(self, type_: TypeExpr) -> str:
        """The function that decodes a valid value as `type_`: `None` where JSON will do."""
        type_ = unwrapped(type_)
        name = name_of(type_)
        if self.shapes.is_plain(type_):
            return "None"
        if name in STANDARD_TYPES:
            return self._standard(STANDARD_TYPES[name])
        return self._function("to", type_, True, Document({}, self._module.memo.definitions), counts=False)

    def _standard(self, row: StandardType) -> str:
        """The function that reads a type of the standard library."""
        if row.decoder:
            return f"_support.{row.decoder}"
        module, _, name = (row.made or row.name).rpartition(".")
        called = call("_support.calling", text(module or "builtins"), text(name), text(row.expected))
        return self._module.constant(f"to_{snake_case(name)}", called)

    def _function(self, verb: str, type_: TypeExpr, schema: Json, document: Document, *, counts: bool) -> str:
        self._module.own += 1
        key = type_, document.key(schema), counts
        if key not in self._functions:
            name = self._functions[key] = self._module.names.unique(f"_{verb}_{_slug(type_)}")
            reader = Reader(self._module, self._checks, document, self)
            place = parameter(_slug(type_))._replace(type=type_, counts=counts)
            body = self._body(type_, schema, reader, place)
            self._module.decoders += ["", "", *lay_out("", f"def {name}", _PARAMETERS), *body]
        return self._functions[key]

    def expression(self, type_: TypeExpr, value: str, at: Expression) -> Expression:
        """The expression for the valid `value`, whose path is `at`, as `type_`."""
        if self.shapes.is_plain(type_):
            return value
        type_ = unwrapped(type_)
        spec, name = self.shapes.class_of(type_), name_of(type_)
        if spec and spec.kind == "enum":
            return self._member(spec, value, at)
        if spec is None and not is_fixed_tuple(type_):
            if name in ARRAYS:
                return self._collection("_support.items", ARRAYS[name], type_, value, at)
            if name in OBJECTS:
                return self._collection("_support.entries", OBJECTS[name], type_, value, at)
        return call(self.function(type_), value, at, "faults")

    def collected(self, type_: TypeExpr, value: str, at: Expression) -> Expression:
        """The expression for the array `value`, whose items are decoded, as `type_`."""
        return call("_support.items", self._maker(ARRAYS[name_of(type_)]), value, at, "faults")

    def _maker(self, class_: str) -> str:
        """A class of Python's own, whose module is imported."""
        if class_.startswith("collections."):
            self._module.use("collections")
        return class_

    def _collection(self, helper: str, make: str, type_: TypeExpr, value: str, at: Expression) -> Expression:
        arguments = [argument for argument in getattr(type_, "arguments", ()) if argument != ELLIPSIS]
        # What a counter counts are its keys.
        has_items = bool(arguments) and make != "collections.Counter"
        functions = [self.function(arguments[-1]) if has_items else "None"]
        if key := self.shapes.key_of(type_):
            functions.append(NUMBERS.get(name_of(key)) or self.function(key))
        if functions == ["None"]:
            functions = []
        made = self._maker(make)
        if make == "collections.defaultdict":
            factory = name_of(strip(arguments[-1])) if arguments else ""
            made = f"{self._module.use('partial')}({make}, {factory if factory in _FACTORIES else 'None'})"
        return call(helper, made, value, at, "faults", *functions)

    def _body(self, type_: TypeExpr, schema: Json, reader: Reader, place: Operand) -> list[str]:
        """The body of the function for `type_`, whose schema allows everything where the value was found valid."""
        spec = self.shapes.class_of(type_)
        if spec and spec.kind in MADE_OF_FIELDS:
            return self._instances.body(spec, schema, reader, place)
        if schema is not True:
            return [*reader.check(schema, place), f"{INDENT}return value"]
        if spec:
            return self._class(spec)
        if isinstance(type_, Union):
            return self._union(type_)
        if isinstance(type_, LiteralOf):
            return self._literal(type_)
        if name_of(type_) in VALIDATED:
            kind = self._types.of(type_)
            return _returned(call("_support.adapted", kind, "value", "at", "faults"))
        if isinstance(type_, Generic) and is_fixed_tuple(type_):
            functions = collection("(", map(self.function, type_.arguments))
            return _returned(call("_support.fixed", "value", "at", "faults", functions))
        return _returned(self.expression(type_, "value", "at"))

    def _union(self, type_: Union) -> list[str]:
        members = _in_order_of_choice([member for member in type_.members if member != NONE], by_json=self._by_json)
        lines = []
        if len(members) < len(type_.members):
            lines = [f"{INDENT}if value is None:", f"{INDENT}{INDENT}return None"]
        if len(members) == 1:
            return lines + _returned(self.expression(members[0], "value", "at"))
        options = collection("(", (f"({self._check(member)}, {self.function(member)})" for member in members))
        return lines + _returned(call("_support.first", "value", "at", "faults", options))

    def _check(self, type_: TypeExpr) -> str:
        schema = self._schemas.of(lambda builder: builder.of(type_))
        document = Document(schema.get("$defs", {}), self._module.memo.definitions, reading=self._reading)
        return self._checks.of(schema, document, _slug(type_))

    def _literal(self, type_: LiteralOf) -> list[str]:
        lines = []
        members = [value for value in type_.values if isinstance(value, EnumMember) and self.shapes.enum_of(value)]
        for name in dict.fromkeys(member.class_name for member in members):
            values = collection("(", (literal(member.value) for member in members if member.class_name == name))
            lines += lay_out(INDENT, "if ", is_among("value", values), ":")
            lines += lay_out(INDENT * 2, "return ", call(self.function(Named(name)), "value", "at", "faults"))
        return [*lines, f"{INDENT}return value"]

    def _class(self, spec: ClassSpec) -> list[str]:
        match spec.kind:
            case "alias":
                return _returned(self.expression(spec.fields[0].type, "value", "at"))
            case "enum":
                return _returned(self._member(spec, "value", "at"))
            case "named_tuple":
                return self._named_tuple(spec)
            case _:
                kind = self._types.of_class(spec)
                return _returned(call("_support.validated", kind, "value", "at", "faults"))

    def _named_tuple(self, spec: ClassSpec) -> list[str]:
        functions = collection("{", (Entry(text(field.name), self.function(field.type)) for field in spec.fields))
        fields = call("_support.positions", "value", "at", "faults", functions)
        kind = self._module.class_(spec.module, spec.qualname)
        made = call("_support.constructed", kind, "fields", "at", "faults")
        return [*lay_out(INDENT, "fields = ", fields), *_returned(made)]

    def _member(self, spec: ClassSpec, value: str, at: Expression) -> Expression:
        kind = self._module.class_(spec.module, spec.qualname)
        if any(isinstance(member.value, list | dict) for member in spec.members):
            # A tuple is an array in JSON, which is not a value of the enumeration.
            values = collection("{", (Entry(text(m.member), literal(m.value)) for m in spec.members))
            return call("_support.named_member", kind, values, value, at, "faults")
        return call("_support.member", kind, value, at, "faults")


def _in_order_of_choice(members: list[TypeExpr], *, by_json: bool) -> list[TypeExpr]:
    """Members of a union in the order in which a value may be one of them, which is that of pydantic's "smart mode".

    A value that fits a member as it is, is that member. In JSON, text fits `str` and what is written as text alike, and
    an object a dictionary and a class, so that the first of them has it; among Python values it is `str`. Those that
    yield to another come behind it: a day is no time, although it can be read as one.
    """
    choice = _CHOICE if by_json else _CHOICE_OF_VALUES

    def rank(member: TypeExpr) -> int:
        type_ = unwrapped(member)
        is_exact = isinstance(type_, LiteralOf) and [*type_.values] == type_.json
        # An array is its items: one of days is not as it is.
        inside = type_.arguments if isinstance(type_, Generic) and type_.name == "list" else ()
        return 0 if is_exact else max([choice.get(name_of(type_), _OTHERS), *map(rank, inside)])

    found = sorted(members, key=rank)
    names = [name_of(unwrapped(member)) for member in found]
    for name, other in _YIELDING.items():
        if {name, other} <= {*names} and names.index(name) < names.index(other):
            found.insert(names.index(name), found.pop(names.index(other)))
    return found


def _returned(expression: Expression) -> list[str]:
    return lay_out(INDENT, "return ", expression)


def _slug(type_: TypeExpr) -> str:
    """A part of an identifier that tells what `type_` is: `list_of_task`, `date_or_none`."""
    match strip(type_):
        case Named(name=name):
            words = name.rpartition(".")[2]
        case Generic(name=name, arguments=arguments):
            inner = "_and_".join(_slug(argument) for argument in arguments if argument != ELLIPSIS)
            words = f"{name.rpartition('.')[2]}_of_{inner or 'nothing'}"
        case Union(members=members):
            words = "_or_".join(map(_slug, members))
        case _:
            words = "literal"
    return snake_case(words)
