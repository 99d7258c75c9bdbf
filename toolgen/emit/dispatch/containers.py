"""The checks of what is inside arrays and objects."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.conditions import one_of
from toolgen.emit.dispatch.layout import (
    INDENT,
    Expression,
    both,
    collection,
    flat,
    is_among,
    lay_out,
    lay_out_if,
    lay_out_read,
    literal,
    text,
)
from toolgen.emit.dispatch.module import call
from toolgen.emit.dispatch.operands import Operand
from toolgen.emit.dispatch.shapes import is_optional
from toolgen.emit.enforcement import ALL
from toolgen.model.json_values import Json, Schema
from toolgen.model.patterns import in_python
from toolgen.views.naming import snake_case

if TYPE_CHECKING:
    from collections.abc import Collection

    from toolgen.emit.dispatch.document import Document
    from toolgen.emit.dispatch.validator import Validator

_LONGEST = 48
_LONGEST_DEFAULT = 24


def check_items(validator: Validator, kept: Schema, place: Operand) -> list[str]:
    """The statements that check the array at `place`."""
    lines = validator.unless(validator.conditions.constraints("array", kept, place), place)
    prefix, items = kept.get("prefixItems", []), kept.get("items", True)
    for index, schema in enumerate(prefix):
        inner = place.inside(str(index)).indented()
        if body := validator.check_read(schema, inner):
            item = f"{inner.indent}{inner.variable} = {place.variable}[{index}]"
            lines += [f"{place.indent}if len({place.variable}) > {index}:", item, *body]
    if items is False:
        return lines + check_items(validator, {"maxItems": len(prefix)}, place)
    inner = place.inside(place.position).indented()
    if body := validator.check_read(items, inner):
        source = f"{place.variable}[{len(prefix)}:], {len(prefix)}" if prefix else place.variable
        lines += [f"{place.indent}for {place.position}, {inner.variable} in enumerate({source}):", *body]
    return lines


def check_members(validator: Validator, kept: Schema, place: Operand) -> list[str]:
    """The statements that check the object at `place`."""
    # Those of the arguments are counted where these are decoded.
    lines = [f"{place.indent}faults.names += len({place.variable})"] if place.counts and place.depth else []
    lines += drop_nulls(validator.document, kept, place.variable, place.indent)
    lines += validator.unless(validator.conditions.constraints("object", kept, place), place)
    properties, required = kept.get("properties", {}), dict.fromkeys(kept.get("required", ()))
    for name in {**properties, **required}:
        schema, is_required = properties.get(name, True), name in required
        # Tools of a project resemble each other.
        default = None if is_required else _default(validator, schema)
        key = name, is_required, default, *place.key_of(name), validator.document.key(schema)
        if key not in validator.properties:
            write = partial(_property, validator, name, schema, is_required, default, place)
            validator.properties[key] = validator.module.memo.statements(validator.module, key, write)
        lines += validator.properties[key]
    if "propertyNames" in kept:
        lines += _names(validator, kept["propertyNames"], place)
    patterns = kept.get("patternProperties", {})
    for pattern, schema in patterns.items():
        lines += _members(validator, schema, _matches(validator, pattern, place), place.again())
    if kept.get("additionalProperties", True) not in (True, {}):
        lines += _additional(validator, kept["additionalProperties"], list(properties), list(patterns), place)
    return lines


def drop_nulls(
    document: Document, schema: Schema, container: str, indent: str, among: Collection[str] | None = None
) -> list[str]:
    """The statement that leaves out null where an object may do without a property that does not have null."""
    if not document.reading.drops_nulls:
        return []
    properties, required = schema.get("properties", {}), {*schema.get("required", ())}
    names = [name for name in properties if name not in required and not document.accepts_null(properties[name])]
    names = [text(name) for name in names if among is None or name in among]
    return lay_out(indent, "", call("_support.drop_nulls", container, collection("(", names))) if names else []


def _default(validator: Validator, schema: Json) -> str | None:
    """The default of a property as source, where it is a scalar that is valid, so that nothing is said of it."""
    default = schema.get("default") if isinstance(schema, dict) else None
    if isinstance(default, list | dict | None) or not validator.document.accepts_plainly(schema, default):
        return None
    written = flat(literal(default))
    return written if len(written) <= _LONGEST_DEFAULT else None


def _property(
    validator: Validator, name: str, schema: Json, is_required: bool, default: str | None, place: Operand
) -> list[str]:
    key = text(name)
    inner = place.member(name, key, snake_case(name))
    document = validator.document
    if inner.type is not None or name in place.parts.variables:
        return _property_that_becomes(validator, schema, is_required, place, inner, name)
    if document.types(schema) == ALL:
        return _property_of_any_type(validator, schema, is_required, key, place.variable, inner)
    may_be_none = not is_required and document.accepts_null(schema)
    read = call(f"{place.variable}.get", key, *(() if may_be_none else (default or "_ABSENT",)))
    if is_required or may_be_none or default:
        return _read(place, inner.variable, read, validator.check_read(schema, inner))
    condition = validator.conditions.of(schema, inner)
    if condition is None or condition.fails is None:
        body = [*validator.adapt(schema, inner.indented()), *validator.check_parts(schema, inner.indented())]
        lines = lay_out_if(place.indent, f"{inner.variable} is not _ABSENT", body)
    else:
        fails = both(f"{inner.variable} is not _ABSENT", condition.fails)
        lines = validator.adapt(schema, inner) + validator.unless(condition._replace(fails=fails), inner)
    return _read(place, inner.variable, read, lines)


def _property_that_becomes(
    validator: Validator, schema: Json, is_required: bool, place: Operand, inner: Operand, name: str
) -> list[str]:
    """A property of which something else is made, or that is read into a variable of its own."""
    default = place.parts.defaults.get(name)
    if default is None and not is_required and is_optional(inner.type) and validator.document.accepts_null(schema):
        default = "None"
    arguments = [text(name), *([] if default == "None" else ["_ABSENT" if default is None else default])]
    read = call(f"{place.variable}.get", *arguments)
    if default is not None or (is_required and validator.document.types(schema) != ALL):
        return _read(place, inner.variable, read, validator.check_read(schema, inner))
    body = validator.check_read(schema, inner.indented())
    if not is_required:
        lines = lay_out_if(place.indent, f"{inner.variable} is not _ABSENT", body)
        return _read(place, inner.variable, read, lines)
    lines = lay_out(place.indent, f"{inner.variable} = ", read)
    absent = [f"{place.indent}if {inner.variable} is _ABSENT:", *validator.fault("a value", inner.indented())]
    return [*lines, *absent, *([f"{place.indent}else:", *body] if body else [])]


def _read(place: Operand, variable: str, value: Expression, lines: list[str]) -> list[str]:
    """The lines that read a member, and `lines` about it; deeper down, their test may have to be one with another."""
    if place.depth:
        return [*lay_out(place.indent, f"{variable} = ", value), *lines]
    return lay_out_read(place.indent, variable, value, lines)


def _property_of_any_type(
    validator: Validator, schema: Json, is_required: bool, key: str, container: str, place: Operand
) -> list[str]:
    """A property of which `_ABSENT` itself might be found valid."""
    inner = place.indented()
    body = validator.check_read(schema, inner)
    if body:
        body = [*lay_out(inner.indent, f"{place.variable} = ", place.slot), *body]
    if not is_required:
        return lay_out_if(place.indent, f"{key} in {container}", body) if body else []
    absent = lay_out(place.indent, "if ", f"{key} not in {container}", ":")
    absent += validator.fault("a value", inner, "_ABSENT")
    return [*absent, f"{place.indent}else:", *body] if body else absent


def _names(validator: Validator, schema: Json, place: Operand) -> list[str]:
    inner = place.name_inside().indented()
    condition = validator.conditions.of(schema, inner)
    if condition is None:
        body = validator.check_parts(schema, inner)
    else:
        body = validator.unless(condition._replace(expected=f"a name that is {condition.expected}"), inner)
    return [f"{place.indent}for {inner.variable} in {place.variable}:", *body] if body else []


def _additional(validator: Validator, schema: Json, known: list[str], patterns: list[str], place: Operand) -> list[str]:
    tests: list[Expression] = [is_among(place.key, collection("{", map(text, known)), negated=True)] if known else []
    tests += (_matches(validator, pattern, place, negated=True) for pattern in patterns)
    is_unknown = both(*tests) if tests else None
    if schema is not False:
        return _members(validator, schema, is_unknown, place)
    if known and not patterns:
        names = validator.module.constant(f"{place.hint[:_LONGEST]}_names", collection("{", map(text, known)))
        refuse = call("_support.refuse_others", place.variable, place.at, "faults", names)
        head = [f"{place.indent}if not {place.variable}.keys() <= {names}:"]
        return [*head, *lay_out(place.indent + INDENT, "", refuse)]
    inner = place.inside(place.key).indented()
    phrases = [*([one_of(list(known))] if known else []), *(f"matches {pattern}" for pattern in patterns)]
    expected = f"a name that {'is ' if known else ''}{' or '.join(phrases)}" if phrases else "no properties"
    head = lay_out(inner.indent, "if ", is_unknown, ":") if is_unknown else []
    fault = validator.fault(expected, inner.indented() if is_unknown else inner, place.key)
    return [f"{place.indent}for {place.key} in {place.variable}:", *head, *fault]


def _matches(validator: Validator, pattern: str, place: Operand, negated: bool = False) -> Expression:
    """Whether the name of a member matches `pattern`."""
    function = f"{validator.module.use('re')}.search"
    return call(f"not {function}" if negated else function, text(in_python(pattern)), place.key)


def _members(validator: Validator, schema: Json, test: Expression | None, place: Operand) -> list[str]:
    """The statements that check the members of which `test` holds."""
    inner = place.inside(place.key).indented()
    body = _check_if(test, validator, schema, inner) if test else validator.check_read(schema, inner)
    loop = f"{place.indent}for {place.key}, {inner.variable} in {place.variable}.items():"
    return [loop, *body] if body else []


def _check_if(test: Expression, validator: Validator, schema: Json, place: Operand) -> list[str]:
    """`check_read` for a value of which `test` holds."""
    condition = validator.conditions.of(schema, place) if place.type is None else None
    if condition and condition.fails and not validator.adapt(schema, place):
        return validator.unless(condition._replace(fails=both(test, condition.fails)), place)
    body = validator.check_read(schema, place.indented())
    return lay_out_if(place.indent, test, body) if body else []
