"""`TypeExpr` → Python that makes the values of a signature from JSON that was found valid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.types import (
    ELLIPSIS,
    NONE,
    ClassKind,
    ClassSpec,
    ClassTable,
    EnumMember,
    Generic,
    LiteralOf,
    Named,
    TypeExpr,
    Union,
    children,
    strip,
    union,
)
from toolgen.resolve.schema import Schemas

_SCALARS: Mapping[str, str] = {
    "bytes": "_to_bytes",
    "datetime.date": "_to_date",
    "datetime.datetime": "_to_datetime",
    "datetime.time": "_to_time",
    "datetime.timedelta": "_to_timedelta",
    "decimal.Decimal": "_to_decimal",
    "pathlib.Path": "_to_path",
    "pathlib.PurePath": "_to_pure_path",
    "uuid.UUID": "_to_uuid",
}
"""Types that JSON writes as text or a number → the helper that reads them."""

_KEYS: Mapping[str, str] = {**_SCALARS, "int": "_to_int", "float": "_to_float"}
"""The same for the names in a JSON object, which are always text."""

_ARRAYS: Mapping[str, str] = {
    "collections.abc.Collection": "list",
    "collections.abc.Iterable": "list",
    "collections.abc.MutableSequence": "list",
    "collections.abc.Sequence": "list",
    "list": "list",
    "collections.abc.MutableSet": "set",
    "collections.abc.Set": "set",
    "collections.deque": "collections.deque",
    "frozenset": "frozenset",
    "set": "set",
    "tuple": "tuple",
}
"""Types that JSON writes as arrays → what makes them from a list."""

_OBJECTS: Mapping[str, str] = {
    "collections.abc.Mapping": "dict",
    "collections.abc.MutableMapping": "dict",
    "dict": "dict",
    "collections.OrderedDict": "collections.OrderedDict",
    "collections.defaultdict": "collections.defaultdict",
}
"""Types that JSON writes as objects → what makes them from a dictionary."""

_JSON_SCALARS = frozenset({"bool", "float", "int", "None", "str"})
_FACTORIES = frozenset({"bool", "dict", "float", "int", "list", "set", "str"})
_PARAMETERS = Brackets("(", ("value: Any", "at: _Path", "faults: list[Fault]"), ") -> Any:")


class Decoder:
    """Writes expressions that decode, and the functions they need, which the tools of a module share."""

    def __init__(self, module: Module, checks: Functions, classes: ClassTable) -> None:
        self._module = module
        self._checks = checks
        self._classes = classes
        self._schemas = Schemas(classes)
        self._functions: dict[TypeExpr, str] = {}
        self._plain: dict[TypeExpr, bool] = {}
        self._entries: dict[tuple[TypeExpr, str, str, str, str, bool], list[str]] = {}

    def entry(
        self, type_: TypeExpr, container: str, key: str, within: str, indent: str, is_present: bool = False
    ) -> list[str]:
        """The statements that decode what `container` has at `key`; none where JSON will do.

        `within` is what its path begins with, in source. `is_present` tells that there is no need to look for the key.
        """
        # Tools of a project resemble each other.
        call_ = type_, container, key, within, indent, is_present
        if call_ not in self._entries:
            self._entries[call_] = [] if self.is_plain(type_) else self._entry(*call_)
        return self._entries[call_]

    def _entry(
        self, type_: TypeExpr, container: str, key: str, within: str, indent: str, is_present: bool
    ) -> list[str]:
        type_ = strip(type_)
        slot = f"{container}[{text(key)}]"
        test = "" if is_present else f"{text(key)} in {container}"
        if isinstance(type_, Union) and NONE in type_.members:
            type_ = strip(union(*(member for member in type_.members if member != NONE)))
            test = f"{container}.get({text(key)}) is not None"
        head = lay_out(indent, "if ", test, ":") if test else []
        path = f"({within}{text(key)}{'' if within else ','})"
        return [*head, *self.assignment(slot, type_, slot, path, indent + INDENT if test else indent)]

    def assignment(self, target: str, type_: TypeExpr, value: str, at: str, indent: str) -> list[str]:
        """The statement that sets `target` to `value` as `type_`; `at` is the path of `value`."""
        type_ = strip(type_)
        decoded = value if self.is_plain(type_) else self._expression(type_, value, at)
        return lay_out(indent, f"{target} = ", decoded)

    # -- what needs decoding ----------------------------------------------------------------------------------

    def is_plain(self, type_: TypeExpr) -> bool:
        """Whether a value of `type_` is what the JSON decoder makes of it."""
        if type_ not in self._plain:
            self._plain[type_] = not any(map(self._is_made, self._reached(type_)))
        return self._plain[type_]

    def _reached(self, type_: TypeExpr) -> Iterator[TypeExpr]:
        """`type_` and the types inside it, those of the fields of typed dictionaries included."""
        seen: set[TypeExpr] = set()
        pending = [type_]
        while pending:
            found = strip(pending.pop())
            if found not in seen:
                seen.add(found)
                yield found
                pending += children(found)
                spec = self._class(found)
                pending += (field.type for field in spec.fields) if spec and spec.kind == "typed_dict" else ()

    def _is_made(self, type_: TypeExpr) -> bool:
        """Whether `type_` itself, whatever is inside it, takes more than JSON."""
        spec = self._class(type_)
        if spec:
            return spec.kind != "typed_dict"
        if isinstance(type_, LiteralOf):
            return any(isinstance(value, EnumMember) and value.class_name in self._classes for value in type_.values)
        name = _name(type_)
        is_collection = _ARRAYS.get(name, "list") != "list" or _OBJECTS.get(name, "dict") != "dict"
        return name in _SCALARS or is_collection or self._key(type_) is not None

    def _class(self, type_: TypeExpr) -> ClassSpec | None:
        """The class of the user's that `type_` is, if it can be imported."""
        spec = self._classes.get(_name(type_))
        return None if spec is None or "<locals>" in spec.qualname else spec

    def _key(self, type_: TypeExpr) -> str | None:
        """The function that decodes the names in an object of `type_`, if they are not text in Python."""
        if _name(type_) not in _OBJECTS or not isinstance(type_, Generic):
            return None
        key = strip(type_.arguments[0])
        if _name(key) in _KEYS:
            return self._module.use(_KEYS[_name(key)])
        spec = self._class(key)
        return self.function(key) if spec and spec.kind == "enum" else None

    # -- expressions and functions ----------------------------------------------------------------------------

    def function(self, type_: TypeExpr) -> str:
        """The function that decodes a value as `type_`: `None` where JSON will do."""
        type_ = strip(type_)
        if self.is_plain(type_):
            return "None"
        if _name(type_) in _SCALARS:
            return self._module.use(_SCALARS[_name(type_)])
        if type_ not in self._functions:
            name = self._functions[type_] = self._module.names.unique(f"_to_{_slug(type_)}")
            body = self._body(type_)
            self._module.decoders += ["", "", *lay_out("", f"def {name}", _PARAMETERS), *body]
        return self._functions[type_]

    def _expression(self, type_: TypeExpr, value: str, at: str) -> Expression:
        """The expression for `value`, whose path is `at`, as `type_`, which is not plain."""
        name, arguments = _name(type_), type_.arguments if isinstance(type_, Generic) else ()
        if self._class(type_) is None and (name in _OBJECTS or (name in _ARRAYS and not _is_fixed_tuple(type_))):
            table, helper = (_OBJECTS, "_entries") if name in _OBJECTS else (_ARRAYS, "_items")
            make = self._maker(table[name], arguments)
            decoders = [self.function(arguments[-1 if name in _OBJECTS else 0])] if arguments else ["None"]
            key = self._key(type_)
            optional = [*decoders, key] if key else decoders if decoders != ["None"] else []
            return call(self._module.use(helper), make, value, at, "faults", *optional)
        return call(self.function(type_), value, at, "faults")

    def _maker(self, make: str, arguments: tuple[TypeExpr, ...]) -> str:
        if not make.startswith("collections."):
            return make
        self._module.use("collections")
        if make != "collections.defaultdict":
            return make
        value = _name(strip(arguments[-1])) if arguments else ""
        factory = value if value in _FACTORIES else "None"
        return f"{self._module.use('partial')}({make}, {factory})"

    def _body(self, type_: TypeExpr) -> list[str]:
        spec = self._class(type_)
        if spec:
            return _CLASSES[spec.kind](self, spec)
        if isinstance(type_, Union):
            return self._union(type_)
        if isinstance(type_, LiteralOf):
            return self._literal(type_)
        if isinstance(type_, Generic) and _is_fixed_tuple(type_):
            functions = tuple(map(self.function, type_.arguments))
            return _returned(call(self._module.use("_fixed"), "value", "at", "faults", collection("(", functions)))
        return _returned(self._expression(type_, "value", "at"))

    def _union(self, type_: Union) -> list[str]:
        members = [member for member in type_.members if member != NONE]
        lines = []
        if len(members) < len(type_.members):
            lines = [f"{INDENT}if value is None:", f"{INDENT}{INDENT}return None"]
        if len(members) == 1:
            return lines + _returned(self._expression(strip(members[0]), "value", "at"))
        # A value that fits a member as it is, is that member: so does pydantic choose.
        members.sort(key=lambda member: _name(strip(member)) not in _JSON_SCALARS)
        options = tuple(f"({self._check(member)}, {self.function(member)})" for member in members)
        return lines + _returned(call(self._module.use("_first"), "value", "at", "faults", collection("(", options)))

    def _check(self, type_: TypeExpr) -> str:
        schema = self._schemas.of(lambda builder: builder.of(type_))
        return self._checks.of(schema, Document(schema.get("$defs", {})), _slug(type_))

    def _literal(self, type_: LiteralOf) -> list[str]:
        lines = []
        members = [value for value in type_.values if isinstance(value, EnumMember)]
        for name in dict.fromkeys(member.class_name for member in members):
            test = is_among("value", collection("(", (literal(m.value) for m in members if m.class_name == name)))
            lines += lay_out(INDENT, "if ", test, ":")
            lines += lay_out(INDENT * 2, "return ", call(self.function(Named(name)), "value", "at", "faults"))
        return [*lines, f"{INDENT}return value"]

    # -- classes ----------------------------------------------------------------------------------------------

    def _enum(self, spec: ClassSpec) -> list[str]:
        expected = text(f"a {spec.qualname}")
        return _returned(call(self._module.use("_made"), self._loaded(spec), "value", "at", "faults", expected))

    def _pydantic(self, spec: ClassSpec) -> list[str]:
        return _returned(call(self._module.use("_validated"), self._loaded(spec), "value", "at", "faults"))

    def _dataclass(self, spec: ClassSpec) -> list[str]:
        names = tuple(text(field.alias) for field in spec.fields)
        fields = call(self._module.use("_fields"), "value", "at", "faults", *names)
        made = call(self._module.use("_constructed"), self._loaded(spec), "fields", "at", "faults")
        return [*lay_out(INDENT, "fields = ", fields), *self._decoded_fields(spec), *_returned(made)]

    def _typed_dict(self, spec: ClassSpec) -> list[str]:
        fields = call(self._module.use("_fields"), "value", "at", "faults")
        return [*lay_out(INDENT, "fields = ", fields), *self._decoded_fields(spec), f"{INDENT}return fields"]

    def _named_tuple(self, spec: ClassSpec) -> list[str]:
        functions = collection("{", (Entry(text(field.name), self.function(field.type)) for field in spec.fields))
        items = call(self._module.use("_positions"), "value", "at", "faults", functions)
        made = call(self._module.use("_constructed"), self._loaded(spec), "fields", "at", "faults")
        return [*lay_out(INDENT, "fields = ", items), *_returned(made)]

    def _decoded_fields(self, spec: ClassSpec) -> list[str]:
        return [
            line for field in spec.fields for line in self.entry(field.type, "fields", field.alias, "*at, ", INDENT)
        ]

    def _loaded(self, spec: ClassSpec) -> Expression:
        return call(self._module.use("_load"), text(spec.module), text(spec.qualname))


_CLASSES: Mapping[ClassKind, Callable[[Decoder, ClassSpec], list[str]]] = {
    "dataclass": Decoder._dataclass,
    "enum": Decoder._enum,
    "named_tuple": Decoder._named_tuple,
    "pydantic": Decoder._pydantic,
    "typed_dict": Decoder._typed_dict,
}


def _name(type_: TypeExpr) -> str:
    return type_.name if isinstance(type_, Named | Generic) else ""


def _is_fixed_tuple(type_: TypeExpr) -> bool:
    return isinstance(type_, Generic) and type_.name == "tuple" and ELLIPSIS not in type_.arguments


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
