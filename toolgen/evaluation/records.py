"""Instances of dataclasses, models, named tuples and their like, made from what their classes say.

The names and values that JSON shows of an instance are those of pydantic's `TypeAdapter(type(x)).dump_python(x,
mode="json", by_alias=True)`, which is how a `default` is shown.
"""

from __future__ import annotations

import ast
import re
import types
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.field_calls import FACTORIES, FieldCalls
from toolgen.evaluation.folding.coercion import Coercion
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.parts import holds_record, is_comparable
from toolgen.evaluation.folding.record import Record
from toolgen.evaluation.folding.values import ConstructedObject, Frame, Unknown, Value
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.kind import is_model, kind_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.record_fields import RecordField, fields_of
from toolgen.model.classes import ClassKind
from toolgen.syntax.facts import Assignment, Class, Function

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_POSITIONAL = frozenset({"attrs", "dataclass", "pydantic_dataclass", "struct"})
"""Kinds of records whose constructors take their fields by position."""

_VALIDATED = frozenset({"pydantic", "pydantic_dataclass"})
_SHOWN = frozenset({"dataclass", "pydantic", "pydantic_dataclass"})
"""Kinds of records of whose instances pydantic makes JSON."""

_CODE = frozenset(
    {
        *("__init__", "__new__", "__post_init__", "__attrs_post_init__", "model_post_init", "__getattr__"),
        *("__getattribute__", "__bool__", "__len__"),
    }
)
_CODE_DECORATORS = frozenset(
    {
        *("computed_field", "field_serializer", "field_validator", "model_serializer", "model_validator"),
        *("root_validator", "validator"),
    }
)
"""Methods that change an instance or its JSON when they are run."""

_OF_MODELS = frozenset({"model_validator", "root_validator"})
_OF_FIELDS = frozenset({"field_validator", "validator"})
"""Those that change what an instance is given: all of it, or the fields that they name."""

_QUOTED = re.compile(r"[\"']([^\"']*)[\"']").findall

_CHANGING_SETTINGS = ("str_", "use_enum_values")
"""Settings of a model that change what its constructor is given: texts, and members of enumerations."""

_UNCHANGED = (bool, int, float, type(None))
"""Types of values that no such setting changes."""

_FRAMEWORKS = frozenset({"pydantic", "pydantic_settings"})
_BY_NAME = frozenset({"allow_population_by_field_name", "populate_by_name", "validate_by_name"})
_HIDDEN_SETTINGS = ("alias_generator", "json_encoders", "ser_json", "validate_default")
"""Settings of a model that change how an instance is shown."""


_Call: TypeAlias = tuple[Sequence[Value], Mapping[str, Value]]
"""What a constructor is given in order, and by name."""


class Records:
    """Makes instances of the records of a project."""

    def __init__(self, names: Names, evaluator: Evaluator, class_value: Callable[[Defined], Value]) -> None:
        self._names = names
        self._evaluator = evaluator
        self._coercion = Coercion(names, class_value)
        self.field_calls = FieldCalls(names, evaluator)

    def construct(self, class_: Defined, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """What `class_(*arguments, **keywords)` makes. Raises TypeError and ValueError where that is not known."""
        call, found = (arguments, keywords), class_bodies(class_, self._names)
        bodies = [one for one in found if one.site.module.name.partition(".")[0] not in _FRAMEWORKS]
        if any(map(_runs_code, bodies)) or not all(map(self._is_whole, bodies)):
            raise TypeError
        kind = "pydantic" if self.is_settings(class_) else kind_of(class_, self._names)
        match kind:
            case None | "enum" | "root_model":
                return self._plain(class_, call)
            case "typed_dict":
                return dict(*arguments, **keywords)
            case "named_tuple":
                return self._named_tuple(class_, call)
        return self._record(class_, kind, bodies, call)

    def held(self, class_: Defined, arguments: Arguments) -> dict[str, Value]:
        """What an object has of what is not all known, as its class keeps it: fields that it is given, or may be."""
        bodies = [*reversed(class_bodies(class_, self._names))]
        fields = dict.fromkeys(name for one in bodies for name in one.bindings if one.annotation(name) is not None)
        own = [one for one in bodies if self._names.project.owns(one.site.module)]
        validated = {name for name in fields if _is_validated(name, own)}
        is_open = arguments.rest is not None or self.is_settings(class_)
        is_touched = partial(self._evaluator.outside_changes.is_touched, class_, of_instances=True)
        unknown = (name for name in fields if is_open or name in validated or (own and is_touched(name)))
        given = {name: one.value for name, one in arguments.named([*fields]).items() if name not in validated}
        return {**{name: Unknown(ast.Name(name)) for name in unknown}, **given}

    def model_fields(self, class_: Defined) -> dict[str, Value]:
        """`class_.model_fields`, as far as descriptions go. Raises TypeError where it is no model."""
        if not is_model(class_, self._names):
            raise TypeError
        fields = self._fields(class_, "pydantic")
        return {field.name: types.SimpleNamespace(**self._about(field)) for field in fields}

    def _about(self, field: RecordField) -> dict[str, Value]:
        ref = field.options.get("description")
        return {} if ref is None else {"description": self._value(ref)}

    def _fields(self, class_: Defined, kind: ClassKind) -> list[RecordField]:
        return fields_of(class_, kind, self._names, self.field_calls)

    def _value(self, ref: ExpressionRef) -> Value:
        return self._evaluator.value(ref.node, Frame(ref.site)) if ref.value is None else ref.value[0]

    def is_settings(self, value: Value) -> bool:
        """Whether `value` is a class whose instances are filled from the environment."""
        if not (isinstance(value, Defined) and isinstance(value.node, Class)):
            return False
        return any(_is_settings(symbol) for symbol in self._names.ancestors(value))

    def _is_whole(self, body: ClassBody) -> bool:
        """Whether all that the class inherits is known."""
        outside = Site(body.site.module, body.site.scopes[:-1])
        bases = [self._names.base(base, body.node, outside) for base in body.node.bases]
        return all(
            isinstance(base, Defined)
            or (isinstance(base, External) and (_is_settings(base) or self._names.is_tabled(base.name)))
            for base in bases
        )

    def _plain(self, class_: Defined, call: _Call) -> Record:
        """An instance of a class without a constructor, all of whose source is known: it has what its class has."""
        above = [symbol.name for symbol in self._names.ancestors(class_) if not isinstance(symbol, Defined)]
        if any(call) or not {*above} <= {"object"}:
            raise TypeError
        return Record(class_, {}, None)

    def _named_tuple(self, class_: Defined, call: _Call) -> Value:
        fields, (arguments, keywords) = self._fields(class_, "named_tuple"), call
        defaults = [self._default(field) for field in fields if "default" in field.options]
        made = namedtuple(class_.name.rpartition(".")[2], [field.name for field in fields], defaults=defaults)  # type: ignore[misc]
        instance: tuple[Value, ...] = made(*arguments, **keywords)
        # Where it is all of a default, pydantic shows it by the types of its fields, and elsewhere as it is.
        shown = [self._serialized(value, field) for value, field in zip(instance, fields, strict=True)]
        if not all(map(_is_same, shown, instance)):
            raise TypeError
        return instance

    def _record(self, class_: Defined, kind: ClassKind, bodies: Sequence[ClassBody], call: _Call) -> Record:
        fields = self._fields(class_, kind)
        settings = {name for body in bodies for name in self._settings(body)}
        is_changed = any(type(value) not in _UNCHANGED for value in call[1].values())
        if is_changed and any(name.startswith(_CHANGING_SETTINGS) for name in settings):
            raise TypeError
        if any(option in field.options for field in fields for option in ("converter", "exclude_if")):
            raise TypeError
        given = self._given(fields, kind, call, by_name=not settings.isdisjoint(_BY_NAME))
        values = self._values(fields, given, is_open=self.is_settings(class_))
        is_shown = kind in _SHOWN and len(values) == len(fields)
        if not is_shown or any(name.startswith(_HIDDEN_SETTINGS) for name in settings):
            return Record(class_, values, None)
        return Record(class_, values, dict(self._shown(fields, values, kind)))

    def _settings(self, body: ClassBody) -> Iterator[str]:
        """The names of what a model says of itself. Raises NotConstantError where that is not known."""
        yield from (keyword for keyword, _ in body.node.keywords)
        config, nested = body.bindings.get("model_config"), body.bindings.get("Config")
        if isinstance(config, Assignment) and (ref := ExpressionRef.of(config.value, body.site)) is not None:
            yield from self._evaluator.items(ref)[1]
        if isinstance(nested, Class):
            yield from nested.scope.bindings

    def _values(self, fields: Sequence[RecordField], given: Mapping[str, Value], *, is_open: bool) -> dict[str, Value]:
        """The values of the fields; where it `is_open`, without those that the environment has to give.

        What it may give is the default for a constant, and else not known.
        """
        values: dict[str, Value] = {}
        for field in fields:
            try:
                if field.name in given:
                    values[field.name] = given[field.name]
                elif is_open and not self._evaluator.path.is_constant:
                    values[field.name] = Unknown(ast.Name(field.name))
                else:
                    values[field.name] = self._default(field)
            except (NotConstantError, TypeError, ValueError, LookupError):
                if field.options.keys().isdisjoint({"default", "default_factory"}) and not is_open:
                    raise
        return values

    def _shown(
        self, fields: Sequence[RecordField], values: Mapping[str, Value], kind: ClassKind
    ) -> Iterator[tuple[str, Value]]:
        """The names and values that JSON has."""
        for field in fields:
            if kind not in _VALIDATED:
                yield field.name, values[field.name]
            elif not self._option(field, "exclude"):
                name = self._option(field, "serialization_alias", "alias") or field.name
                yield name, self._serialized(values[field.name], field)

    def _given(self, fields: Sequence[RecordField], kind: ClassKind, call: _Call, *, by_name: bool) -> dict[str, Value]:
        """The values of the fields that a call gives, by name."""
        arguments, keywords = call
        taken = [field for field in fields if self._option(field, "init", default=True)]
        if kind == "attrs" and any(field.is_keyword_only for field in fields):
            raise TypeError  # whether those of the classes above are too hangs on the version of attrs
        by_position = taken if kind in _POSITIONAL else []
        positional = [one.name for one in by_position if not self._option(one, "kw_only", default=one.is_keyword_only)]
        by_keyword = {self._parameter(field, kind): field for field in taken}
        if by_name:
            by_keyword |= {field.name: field for field in taken}
        given = dict(zip(positional, arguments, strict=False))
        if len(given) != len(arguments) or not keywords.keys() <= by_keyword.keys():
            raise TypeError
        given |= {by_keyword[keyword].name: value for keyword, value in keywords.items()}
        if kind not in _VALIDATED:
            return given
        annotations = {field.name: field.annotation for field in fields}
        return {name: self._coercion.of(value, annotations[name]) for name, value in given.items()}

    def _parameter(self, field: RecordField, kind: ClassKind) -> str:
        """The name of the keyword that gives the field."""
        if kind in _VALIDATED:
            return self._option(field, "validation_alias", "alias") or field.name
        return (self._option(field, "alias") or field.name.lstrip("_")) if kind == "attrs" else field.name

    def _option(self, field: RecordField, *options: str, default: bool | None = None) -> Any:
        """What the first of `options` that is given and not None is worth. Raises TypeError for no text or truth."""
        given = (self._value(field.options[one]) for one in options if one in field.options)
        found = next((value for value in given if value is not None), default)
        if not isinstance(found, bool | str | None):
            raise TypeError
        return found

    def _serialized(self, value: Value, field: RecordField) -> Value:
        """A default as its field's type shows it: 1 is 1.0 for `float`. Raises TypeError where that is not known."""
        if not self._coercion.is_written_as_it_is(field.annotation):
            raise TypeError
        try:
            return self._coercion.of(value, field.annotation)
        except (TypeError, ValueError):
            if holds_record(value):  # it is shown by the fields of the annotation, not by its own
                raise
            return value

    def _default(self, field: RecordField) -> Value:
        ref = field.options.get("default_factory") or field.options["default"]
        value, is_made = self._value(ref), "default_factory" in field.options
        if isinstance(value, ConstructedObject) and value.class_name in FACTORIES:
            value, is_made = value.arguments["factory"], True
        if is_made and self.is_settings(value):
            self._evaluator.environment.append(ref.node)
        return self._evaluator.calls.call(value, [], {}) if is_made else value


def _is_same(one: Value, other: Value) -> bool:
    """Whether two values are shown alike, as 1, 1.0 and True are not. What is none of Python's own is only itself."""
    if one is other:
        return True
    if isinstance(one, list | tuple) and type(one) is type(other) and len(one) == len(other):
        return all(map(_is_same, one, other))
    return is_comparable(one) and is_comparable(other) and repr(one) == repr(other)


def _is_settings(symbol: Symbol) -> bool:
    return symbol.name.startswith("pydantic_settings.") and symbol.name.endswith(".BaseSettings")


def _is_validated(field: str, bodies: Sequence[ClassBody]) -> bool:
    """Whether validators may change what a `field` is given, as `AfterValidator(…)` in its annotation does."""
    annotations = (one.annotation(field) for one in bodies)
    if any(one is not None and "Validator(" in one.text for one in annotations):
        return True
    texts = (text for body in bodies for one in body.bindings.values() for text in getattr(one, "decorator_texts", ()))
    validators = ((text.partition("(")[0].rpartition(".")[2], {*_QUOTED(text)}) for text in texts)
    return any(kind in _OF_MODELS or (kind in _OF_FIELDS and names & {field, "*"}) for kind, names in validators)


def _runs_code(body: ClassBody) -> bool:
    """Whether instances depend on what the methods of the class do."""
    if any(keyword == "metaclass" for keyword, _ in body.node.keywords):
        return True
    methods = [binding for binding in body.bindings.values() if isinstance(binding, Function)]
    decorators = (text for method in methods for text in method.decorator_texts)
    names = {text.partition("(")[0].rpartition(".")[2] for text in decorators}
    return not _CODE.isdisjoint(body.bindings) or not _CODE_DECORATORS.isdisjoint(names)
