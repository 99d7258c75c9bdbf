"""Dataclasses, typed dictionaries and named tuples."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from strategies.annotations import annotation
from strategies.metadata import arguments
from strategies.scope import OWN, Draw, Member, Scope, Symbol, Type, indented, maybe, pick
from strategies.values import SCALARS

FIELDS = ("title", "count", "path", "tags", "schema_")

_DATACLASSES = (
    "dataclass",
    "dataclass()",
    "dataclasses.dataclass",
    "dataclass(slots=True)",
    "dataclass(kw_only=True)",
    "dataclass(order=True, repr=False)",
    "pydantic.dataclasses.dataclass",
    "pydantic.dataclasses.dataclass(config={'extra': 'forbid'})",
    "pydantic.dataclasses.dataclass(config=ConfigDict(title='Its title'))",
)
_UNSEEN = (
    "shared_state: ClassVar[int] = 3",
    "limit = 4",
    "hidden: int = field(default=3, init=False)",
    "given: dataclasses.InitVar[int] = 3",
    "def method(self) -> int:\n    return 1",
    "@property\ndef size(self) -> int:\n    return 1",
)
DOCSTRINGS = ("'''About it.'''", "'''About it.\n\nMore of it.\n'''", '"""It\'s "here"."""')


def portable(type_: Type) -> str | None:
    """A value of `type_` whose expression means the same in every module."""
    return type_.values[0] if type_.values and type_.text in SCALARS else None


def is_mutable(value: str) -> bool:
    """Whether an expression makes an object that a dataclass refuses as a default."""
    return isinstance(ast.parse(value, mode="eval").body, ast.List | ast.Dict | ast.Call)


def dataclass_(draw: Draw, scope: Scope, name: str) -> None:
    """Write a dataclass called `name`, of the standard library or of pydantic."""
    decorator = pick(draw, _DATACLASSES)
    reaches_inside = "extra" in decorator
    bases = [base for base in scope.of("class", "dataclass") if base.reaches_inside or not reaches_inside]
    base = pick(draw, bases) if bases and "slots" not in decorator and maybe(draw, 3) else None
    reaches_inside = reaches_inside or (base is not None and base.reaches_inside)
    members = list(base.members) if base else []
    keyword_only = "kw_only" in decorator
    lines = [pick(draw, DOCSTRINGS)] if maybe(draw, 3) else []
    for field in FIELDS[: draw(st.integers(0, 3))]:
        if not keyword_only and maybe(draw, 6):
            lines.append("_: dataclasses.KW_ONLY")
            keyword_only = True
        # A default for an inherited field would come before others that are required.
        is_taken = any(member.name == field and member.required for member in members)
        field_name = f"{name.lower()}_{field}" if is_taken else field
        must = not keyword_only and any(not member.required for member in members)
        within = scope.inside(reaches_inside)
        line, member = _dataclass_field(draw, within, field_name, must, "pydantic" in decorator)
        lines.append(line)
        member = replace(member, keyword_only=keyword_only)
        # A field that is declared again stays where it was.
        by_name = {other.name: other for other in members} | {field_name: member}
        members = list(by_name.values())
    if maybe(draw, 4):
        lines.append(pick(draw, _UNSEEN))
        members.append(Member("given", None, required=False))
    # What `__post_init__` makes of an `InitVar` is not known, so that toolgen has no value for such an object (TG305).
    is_known = not any("InitVar" in line for line in lines) and (base is None or base.type.values)
    values = constructor(members, draw(st.integers(0, 3))) if is_known else ()
    symbol = Symbol(name, "class", Type(OWN, values), "dataclass", tuple(members), reaches_inside)
    head = f"class {name}({base.type.text}):" if base else f"class {name}:"
    scope.add(symbol, f"@{decorator}", head, *indented(lines))


def _dataclass_field(draw: Draw, scope: Scope, name: str, has_default: bool, pydantic: bool) -> tuple[str, Member]:
    type_ = annotation(draw, scope, 1)
    required = Member(name, portable(type_), required=True)
    optional = Member(name, None, required=False)
    if not type_.values or not (has_default or maybe(draw, 3)):
        if has_default:
            return f"{name}: {type_.text} | None = None" if not type_.quoted else f"{name}: Any = None", optional
        return f"{name}: {type_.text}", required
    value = pick(draw, type_.values)
    forms = [f"field(default_factory=lambda: {value})"]
    if not is_mutable(value):
        forms += [value, f"field(default={value})"]
    if pydantic:
        forms.append(f"Field({', '.join([value, *arguments(draw, scope, '')])})")
    return f"{name}: {type_.text} = {pick(draw, forms)}", optional


def constructor(members: Sequence[Member], positional: int = 0) -> tuple[str, ...]:
    """A call that makes an object of a class with these fields, where their values are known.

    It gives as many as `positional` of them by position, if there are so many.
    """
    if any(member.value is None for member in members if member.required):
        return ()
    in_order = [member for member in members if not member.keyword_only]
    first = list(itertools.takewhile(lambda member: member.value is not None, in_order))[:positional]
    needed = [member for member in members if member.required and member not in first]
    arguments = [str(member.value) for member in first] + [f"{member.name}={member.value}" for member in needed]
    return (f"{OWN}({', '.join(arguments)})",)


def typed_dict(draw: Draw, scope: Scope, name: str) -> None:
    """Write a `TypedDict` called `name`, as a class or as a call."""
    fields = [(field, annotation(draw, scope, 1).text) for field in FIELDS[: draw(st.integers(0, 3))]]
    qualified = [
        (field, pick(draw, ("{}", "{}", "Required[{}]", "NotRequired[{}]", "ReadOnly[{}]")).format(text))
        for field, text in fields
    ]
    symbol = Symbol(name, "class", base="typed_dict")
    total = ", total=False" if maybe(draw, 3) else ""
    if maybe(draw, 3):
        items = ", ".join(f"{field!r}: {text}" for field, text in qualified)
        scope.add(symbol, f"{name} = TypedDict({name!r}, {{{items}}}{total})")
        return
    bases = scope.of("class", "typed_dict")
    base = pick(draw, bases).type.text if bases and maybe(draw, 3) else "TypedDict"
    docstring = [pick(draw, DOCSTRINGS)] if maybe(draw, 3) else []
    own = qualified if base == "TypedDict" else [(f"{name.lower()}_{field}", text) for field, text in qualified]
    scope.add(
        symbol, f"class {name}({base}{total}):", *indented([*docstring, *(f"{field}: {text}" for field, text in own)])
    )


def named_tuple(draw: Draw, scope: Scope, name: str) -> None:
    """Write a `NamedTuple` called `name`, as a class or as a call."""
    types = [(field, annotation(draw, scope, 1)) for field in FIELDS[: draw(st.integers(1, 3))]]
    members = [Member(field, _as_it_is(type_), required=True) for field, type_ in types]
    symbol = Symbol(name, "class", Type(OWN, constructor(members)), base="named_tuple")
    if maybe(draw, 3):
        items = ", ".join(f"({field!r}, {type_.text})" for field, type_ in types)
        scope.add(symbol, f"{name} = NamedTuple({name!r}, [{items}])")
        return
    lines = [pick(draw, DOCSTRINGS)] if maybe(draw, 3) else []
    lines += [f"{field}: {type_.text}" for field, type_ in types]
    if maybe(draw, 3):
        lines.append("last: int = 3")
    scope.add(symbol, f"class {name}(NamedTuple):", *indented(lines))


def _as_it_is(type_: Type) -> str | None:
    """A value that pydantic shows as it is: an integer for `float` it shows in two ways, toolgen in none (TG305)."""
    value = portable(type_)
    return None if value is not None and "float" in type_.text and "." not in value else value
