"""What JSON Schema does not show of a type, so that only pydantic knows which values it takes: validators, and rules.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolgen.model.classes import ClassKind, ClassSpec, ClassTable, class_key
from toolgen.model.patterns import compiles
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.tool import Validation
from toolgen.model.type_parts import base_and_metadata, children, strip, union_members
from toolgen.model.types import ANY, NONE, Constrained, Generic, LiteralOf, Named, TypeExpr, Union
from toolgen.types.known.core_schema import CONSTRAINTS, Item, keyword_of
from toolgen.types.known.forms import KINDS
from toolgen.types.known.markers import REWRITING, is_code

_PLAIN = frozenset({"deque", "dict", "float", "generator", "int", "list", "sequence", "set", "str", "tuple"})
"""Kinds of core schemas of which a value is what JSON Schema speaks of: it counts characters, and not bytes."""

_LOOSE = REWRITING | {"allow_inf_nan", "coerce_numbers_to_str", "fail_fast"}
"""Constraints without which as many values of JSON, or fewer, are valid."""

_HIDDEN: tuple[Item, ...] = (("validator", "any"), ("validator", "secret"))
_HIDDEN_NAMES = frozenset({"collections.abc.Hashable", "type"})
_KEYS = frozenset({"float", "int", "object", "str", "typing.Any", *STANDARD_TYPES})
"""Types whose values the names in an object of JSON are read as."""

_DICTIONARIES = frozenset(name for name, kind in KINDS.items() if kind == "dict") | {"collections.defaultdict"}
_SCALARS = frozenset({"bool", "float", "int", "str", "typing.Any"})
_LEFT_OUT = frozenset[ClassKind]({"attrs", "pydantic", "root_model", "struct"})
"""Classes that pydantic knows nothing of, and those that hold to their rules when they are made."""

_OF_PYDANTIC = frozenset[ClassKind]({"pydantic", "pydantic_dataclass", "root_model"})


def has_code(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether validators, or settings that change text, are applied to values of `type_`, at any depth."""
    return _runs(_reached(type_, classes, frozenset()))


def validation(type_: TypeExpr, classes: ClassTable, *, is_pythonic: bool = False) -> Validation:
    """What tells whether a value is one of `type_`: pydantic where JSON Schema says less.

    Both do where pydantic alone knows which member of a union a valid value is. If it `is_pythonic`, pydantic gets
    Python values, among which text is a `str` before it is anything else.
    """
    reached = [*_reached(type_, classes, frozenset())]
    is_whole = all(spec is None or spec.kind not in _LEFT_OUT for _, _, spec in reached)
    judged = reached if is_whole else [*_reached(type_, classes, _LEFT_OUT)]
    if _runs(reached) or any(_is_hidden(*found) for found in judged):
        return "pydantic"
    unions = (base for base, items, _ in judged if "discriminator" not in dict(items))
    is_ambiguous = any(_is_ambiguous(base, classes, is_pythonic) for base in unions)
    return "both" if is_ambiguous or _is_strict(reached) else "schema"


_Reached = tuple[TypeExpr, tuple[Item, ...], ClassSpec | None]


def _runs(reached: Iterable[_Reached]) -> bool:
    return any(any(map(is_code, items)) or (spec is not None and spec.has_code) for _, items, spec in reached)


def _is_strict(reached: Iterable[_Reached]) -> bool:
    """Whether a class, too, wants values that JSON writes as something else, so that pydantic has to read the JSON."""
    return any(name == "strict" and _hides((name, value), base) for base, items, _ in reached for name, value in items)


def _reached(type_: TypeExpr, classes: ClassTable, left_out: frozenset[ClassKind]) -> Iterator[_Reached]:
    """`type_` and the types inside it, without their metadata; the metadata; and the classes that they are."""
    pending, seen = [type_], set[str]()
    while pending:
        base, items = base_and_metadata(pending.pop())
        spec = classes.get(key) if isinstance(base, Named | Generic) and (key := class_key(base)) not in seen else None
        if spec is not None and spec.kind in left_out:
            continue
        yield base, items, spec
        pending += [base] if isinstance(base, Constrained) else children(base)
        if spec is not None:
            seen.add(spec.name)
            pending += spec.types


def _is_hidden(base: TypeExpr, items: tuple[Item, ...], spec: ClassSpec | None) -> bool:
    """Whether pydantic refuses values that the schema of `Annotated[base, *items]` accepts, or makes others of them."""
    if isinstance(base, Named | Generic) and base.name in _HIDDEN_NAMES:
        return True
    has_keys = isinstance(base, Generic) and base.name in _DICTIONARIES and spec is None
    return (has_keys and not _is_key(children(base)[0])) or any(_hides(item, base) for item in items)


def _hides(item: Item, base: TypeExpr) -> bool:
    name, value = item
    base = _present(base)
    kind = KINDS.get(base.name, "") if isinstance(base, Named | Generic) else ""
    if name == "json_schema":
        return base != ANY
    if name not in CONSTRAINTS or name in _LOOSE:
        return item in _HIDDEN
    if name == "strict":
        return bool(value) and kind not in {"bool", "str"}
    if name == "union_mode":
        return bool(value == "left_to_right")
    if name == "pattern" and not compiles(value):
        return True
    return kind not in _PLAIN or not keyword_of(kind, name)


def _present(type_: TypeExpr) -> TypeExpr:
    """What constraints of a type are about: where it may be None, the other."""
    members = [one for one in union_members(type_) if one != NONE]
    return strip(members[0]) if len(members) == 1 else type_


def _is_key(type_: TypeExpr) -> bool:
    """Whether names in an object are read as values of `type_` without pydantic."""
    base, items = base_and_metadata(type_)
    if any(name in CONSTRAINTS for name, _ in items):
        return False
    match base:
        case LiteralOf(json=values):
            return all(isinstance(value, str) for value in values)
        case Union(members=members):
            return Named("str") in members
        case Named(name=name):
            return name in _KEYS or name not in KINDS
        case _:
            return False


def _is_ambiguous(type_: TypeExpr, classes: ClassTable, is_pythonic: bool) -> bool:
    """Whether values may fit several members of a union, of which pydantic has a way to choose."""
    if not isinstance(type_, Union):
        return False
    members = [one for one in map(strip, type_.members) if one != NONE and not _is_scalar(one)]
    specs = [classes.get(class_key(one)) for one in members]
    if sum(spec is not None and spec.kind in _OF_PYDANTIC for spec in specs) > 1:
        return True
    return is_pythonic and len(members) > 1 and not all(_is_json(one, classes) for one in members)


def _is_scalar(type_: TypeExpr) -> bool:
    return isinstance(type_, LiteralOf) or (isinstance(type_, Named) and type_.name in _SCALARS)


def _is_json(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether a value of `type_` is what the JSON decoder makes of it."""
    names = {base.name for base, _, _ in _reached(type_, classes, frozenset()) if isinstance(base, Named | Generic)}
    return names <= {*_SCALARS, "None", "dict", "list", "collections.abc.Mapping", "collections.abc.Sequence"}
