"""`TypeExpr` → Python that makes the values of a signature from JSON that was found valid."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from toolgen.emit.dispatch.document import Document
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
from toolgen.emit.dispatch.naming import snake_case
from toolgen.emit.dispatch.runtime_types import RuntimeTypes
from toolgen.emit.dispatch.shapes import (
    ARRAYS,
    KEYS,
    OBJECTS,
    SCALARS,
    VALIDATED,
    Shapes,
    is_fixed_tuple,
    name_of,
    renamed_fields,
    unwrapped,
)
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.types import (
    ELLIPSIS,
    NONE,
    ClassSpec,
    ClassTable,
    EnumMember,
    Field,
    Generic,
    LiteralOf,
    Named,
    TypeExpr,
    Union,
    strip,
    union,
)
from toolgen.resolve.schema.builder import Schemas

_OTHERS = 2
_CHOICE = {
    **dict.fromkeys(("str", *SCALARS, "pydantic.SecretStr", "pydantic.SecretBytes"), 1),
    **dict.fromkeys(("bool", "float", "int", "dict", "list", "re.Pattern", "uuid.UUID", "zoneinfo.ZoneInfo"), 0),
}
"""Which members of a union have a value first, where several can have it; the others come last."""

_FACTORIES = frozenset({"bool", "dict", "float", "int", "list", "set", "str"})
_PARAMETERS = Brackets("(", ("value: Any", "at: _Path", "faults: list[Fault]"), ") -> Any:")


class Slot(NamedTuple):
    """A place in a dictionary: `container` is its variable and `within` the start of its path, both in source.

    `is_filled` tells that there is no need to look whether the key is there.
    """

    container: str
    key: str
    within: str
    is_filled: bool = False

    @property
    def value(self) -> str:
        return f"{self.container}[{text(self.key)}]"

    @property
    def at(self) -> str:
        """The expression for the path."""
        return f"({self.within}, {text(self.key)})" if self.within else f"({text(self.key)},)"


class Decoder:
    """Writes statements that decode, and the functions they need, which the tools of a module share."""

    def __init__(self, module: Module, checks: Functions, classes: ClassTable) -> None:
        self._module = module
        self._checks = checks
        self._shapes = Shapes(classes)
        self._types = RuntimeTypes(module, self._shapes)
        self._schemas = Schemas(classes)
        self._functions: dict[TypeExpr, str] = {}
        self._statements: dict[tuple[TypeExpr, Slot], list[str]] = {}

    def statements(self, type_: TypeExpr, slot: Slot) -> list[str]:
        """The statements of a function that decode what is in `slot`, if anything is; none where JSON will do."""
        if (type_, slot) not in self._statements:
            write = partial(self._decoding, unwrapped(type_), slot)
            is_plain = self._shapes.is_plain(type_)
            self._statements[type_, slot] = (
                [] if is_plain else self._module.memo.statements(self._module, (type_, slot), write)
            )
        return self._statements[type_, slot]

    def _decoding(self, type_: TypeExpr, slot: Slot) -> list[str]:
        test = "" if slot.is_filled else f"{text(slot.key)} in {slot.container}"
        if isinstance(type_, Union) and NONE in type_.members:
            type_ = union(*(member for member in type_.members if member != NONE))
            test = f"{slot.container}.get({text(slot.key)}) is not None"
        if not test:
            return self.assignment(slot.value, type_, slot.value, slot.at, INDENT)
        return [
            *lay_out(INDENT, "if ", test, ":"),
            *self.assignment(slot.value, type_, slot.value, slot.at, INDENT * 2),
        ]

    def assignment(self, target: str, type_: TypeExpr, value: str, at: str, indent: str) -> list[str]:
        """The statement that sets `target` to `value` as `type_`; `at` is the path of `value`."""
        decoded = value if self._shapes.is_plain(type_) else self._expression(unwrapped(type_), value, at)
        return lay_out(indent, f"{target} = ", decoded)

    def function(self, type_: TypeExpr) -> str:
        """The function that decodes a value as `type_`: `None` where JSON will do."""
        type_ = unwrapped(type_)
        name = name_of(type_)
        if self._shapes.is_plain(type_):
            return "None"
        if name in SCALARS:
            return self._module.use(SCALARS[name])
        self._module.own += 1
        if type_ not in self._functions:
            name = self._functions[type_] = self._module.names.unique(f"_to_{_slug(type_)}")
            body = self._body(type_)
            self._module.decoders += ["", "", *lay_out("", f"def {name}", _PARAMETERS), *body]
        return self._functions[type_]

    # -- types ------------------------------------------------------------------------------------------------

    def _expression(self, type_: TypeExpr, value: str, at: str) -> Expression:
        """The expression for `value`, whose path is `at`, as `type_`, which is not plain."""
        name = name_of(type_)
        if self._shapes.class_of(type_) is None and not is_fixed_tuple(type_):
            if name in ARRAYS:
                return self._collection("_items", ARRAYS[name], type_, value, at)
            if name in OBJECTS:
                return self._collection("_entries", OBJECTS[name], type_, value, at)
        return call(self.function(type_), value, at, "faults")

    def _collection(self, helper: str, make: str, type_: TypeExpr, value: str, at: str) -> Expression:
        arguments = [argument for argument in getattr(type_, "arguments", ()) if argument != ELLIPSIS]
        # What a counter counts are its keys.
        has_items = bool(arguments) and make != "collections.Counter"
        functions = [self.function(arguments[-1]) if has_items else "None"]
        if key := self._shapes.key_of(type_):
            functions.append(self._module.use(KEYS[name_of(key)]) if name_of(key) in KEYS else self.function(key))
        if functions == ["None"]:
            functions = []
        if make.startswith("collections."):
            self._module.use("collections")
        if make == "collections.defaultdict":
            factory = name_of(strip(arguments[-1])) if arguments else ""
            make = f"{self._module.use('partial')}({make}, {factory if factory in _FACTORIES else 'None'})"
        return call(self._module.use(helper), make, value, at, "faults", *functions)

    def _body(self, type_: TypeExpr) -> list[str]:
        spec = self._shapes.class_of(type_)
        if spec:
            return self._class(spec)
        if isinstance(type_, Union):
            return self._union(type_)
        if isinstance(type_, LiteralOf):
            return self._literal(type_)
        if name_of(type_) in VALIDATED:
            name = text(name_of(type_).rpartition(".")[2])
            kind = self._types.of(type_)
            return _returned(call(self._module.use("_adapted"), name, kind, "value", "at", "faults"))
        if isinstance(type_, Generic) and is_fixed_tuple(type_):
            functions = collection("(", map(self.function, type_.arguments))
            return _returned(call(self._module.use("_fixed"), "value", "at", "faults", functions))
        return _returned(self._expression(type_, "value", "at"))

    def _union(self, type_: Union) -> list[str]:
        members = _in_order_of_choice([member for member in type_.members if member != NONE])
        lines = []
        if len(members) < len(type_.members):
            lines = [f"{INDENT}if value is None:", f"{INDENT}{INDENT}return None"]
        if len(members) == 1:
            return lines + _returned(self._expression(unwrapped(members[0]), "value", "at"))
        options = collection("(", (f"({self._check(member)}, {self.function(member)})" for member in members))
        return lines + _returned(call(self._module.use("_first"), "value", "at", "faults", options))

    def _check(self, type_: TypeExpr) -> str:
        schema = self._schemas.of(lambda builder: builder.of(type_))
        return self._checks.of(schema, Document(schema.get("$defs", {})), _slug(type_))

    def _literal(self, type_: LiteralOf) -> list[str]:
        lines = []
        members = [value for value in type_.values if isinstance(value, EnumMember) and self._shapes.enum_of(value)]
        for name in dict.fromkeys(member.class_name for member in members):
            values = collection("(", (literal(member.value) for member in members if member.class_name == name))
            lines += lay_out(INDENT, "if ", is_among("value", values), ":")
            lines += lay_out(INDENT * 2, "return ", call(self.function(Named(name)), "value", "at", "faults"))
        return [*lines, f"{INDENT}return value"]

    # -- classes ----------------------------------------------------------------------------------------------

    def _class(self, spec: ClassSpec) -> list[str]:
        if spec.kind == "alias":
            return _returned(self._expression(strip(spec.fields[0].type), "value", "at"))
        loaded = call(self._module.use("_load"), text(spec.module), text(spec.qualname))
        if spec.kind == "enum":
            return self._member(spec, loaded)
        if spec.kind in {"pydantic", "root_model"}:
            return _returned(call(self._module.use("_validated"), self._types.of_class(spec), "value", "at", "faults"))
        made: Expression = "fields"
        if spec.kind != "typed_dict":
            made = call(self._module.use("_constructed"), loaded, "fields", "at", "faults")
        fields = self._positions(spec) if spec.kind == "named_tuple" else self._fields(spec)
        return [*fields, *_returned(made)]

    def _positions(self, spec: ClassSpec) -> list[str]:
        functions = collection("{", (Entry(text(field.name), self.function(field.type)) for field in spec.fields))
        return lay_out(INDENT, "fields = ", call(self._module.use("_positions"), "value", "at", "faults", functions))

    def _member(self, spec: ClassSpec, loaded: Expression) -> list[str]:
        if any(isinstance(member.value, list | dict) for member in spec.members):
            # A tuple is an array in JSON, which is not a value of the enumeration.
            values = collection("{", (Entry(text(m.member), literal(m.value)) for m in spec.members))
            return _returned(call(self._module.use("_named_member"), loaded, values, "value", "at", "faults"))
        return _returned(call(self._module.use("_member"), loaded, "value", "at", "faults"))

    def _fields(self, spec: ClassSpec) -> list[str]:
        taken = [field for field in spec.fields if field.init]
        # A typed dictionary may have keys that its class does not name.
        is_open = spec.kind == "typed_dict"
        names = () if is_open else (self._names(spec, taken),)
        lines = lay_out(INDENT, "fields = ", call(self._module.use("_fields"), "value", "at", "faults", *names))
        for field in taken:
            lines += self.statements(field.type, Slot("fields", field.alias, "*at"))
        renamed = renamed_fields(spec)
        if renamed:
            entries = collection("{", (Entry(text(field.alias), text(field.name)) for field in renamed))
            lines += lay_out(INDENT, "", call(self._module.use("_renamed"), "fields", entries))
        return lines

    def _names(self, spec: ClassSpec, fields: list[Field]) -> str:
        names = collection("{", (text(field.alias) for field in fields)) if fields else "set()"
        return self._module.constant(f"{snake_case(spec.qualname)}_fields", names)


def _in_order_of_choice(members: list[TypeExpr]) -> list[TypeExpr]:
    """Members of a union in the order in which a value may be one of them, which is that of pydantic's "smart mode".

    A value that fits a member as it is, is that member. Text fits `str` and what is written as text alike, so that the
    first of them has it. A day is no time, although it can be read as one.
    """
    found = sorted(members, key=lambda member: _CHOICE.get(name_of(unwrapped(member)), _OTHERS))
    names = [name_of(unwrapped(member)) for member in found]
    if {"datetime.date", "datetime.datetime"} <= {*names}:
        day, time = names.index("datetime.date"), names.index("datetime.datetime")
        found.insert(min(day, time), found.pop(max(day, time)) if day > time else found.pop(day))
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
