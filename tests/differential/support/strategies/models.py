"""pydantic models."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from strategies.annotations import annotation
from strategies.metadata import arguments
from strategies.records import DOCSTRINGS, constructor, portable
from strategies.scope import NEW_SYNTAX, OWN, Draw, Member, Scope, Symbol, Type, indented, maybe, pick

FIELDS = ("name", "max_size", "kind_", "items", "owner")

_CONFIGS = (
    "ConfigDict(extra='forbid')",
    "ConfigDict(title='Its title')",
    "{'extra': 'ignore'}",
    "ConfigDict(populate_by_name=True, frozen=True)",
    "ConfigDict(alias_generator=to_camel)",
    "ConfigDict(alias_generator=pydantic.AliasGenerator(validation_alias=to_camel, serialization_alias=to_pascal))",
    "ConfigDict(alias_generator=pydantic.alias_generators.to_pascal, populate_by_name=True)",
    "ConfigDict(json_schema_extra={'examples': [{'name': 'x'}]})",
    "ConfigDict(use_attribute_docstrings=True)",
    "pydantic.ConfigDict(str_max_length=9, arbitrary_types_allowed=True)",
    "ConfigDict(use_enum_values=True)",
)
_ALIASES = (
    "alias='{0}Alias'",
    "validation_alias='{0}In'",
    "serialization_alias='{0}Out'",
    "alias='{0}A', validation_alias='{0}B'",
)
_VALIDATION_ALIASES = (
    "validation_alias=pydantic.AliasChoices('{0}1', '{0}2')",
    "validation_alias=pydantic.AliasPath('{0}', 0)",
)
_UNSEEN = (
    "limit: ClassVar[int] = 3",
    "_private: int = 3",
    "_made: dict = pydantic.PrivateAttr(default_factory=dict)",
    "def method(self) -> int:\n    return 1",
    "@property\ndef half(self) -> int:\n    return 1",
    "@pydantic.computed_field\n@property\ndef area(self) -> int:\n    return 1",
    "@pydantic.computed_field\n@functools.cached_property\ndef volume(self) -> int:\n    return 1",
    "@pydantic.field_validator('*')\n@classmethod\ndef check(cls, value: Any) -> Any:\n    return value",
    "@pydantic.model_validator(mode='after')\ndef check_all(self) -> 'Self':\n    return self",
    "class Config:\n    pass",
)
_BY_RUNNING = ("alias", "validator", "computed_field", "str_max_length")
"""Words in the body of a model whose objects cannot be written by the names of its fields, or only running makes."""

_INSIDE = ("extra=", "'extra'", "alias_generator", "str_max_length")
"""Settings that change what stands in the fields."""


def model(draw: Draw, scope: Scope, name: str) -> None:
    """Write a model called `name`."""
    config = pick(draw, _CONFIGS) if maybe(draw, 3) else ""
    reaches_inside = any(word in config for word in _INSIDE)
    bases = [base for base in scope.of("class", "model") if base.reaches_inside or not reaches_inside]
    base = pick(draw, bases) if bases and maybe(draw, 3) else None
    reaches_inside = reaches_inside or (base is not None and base.reaches_inside)
    is_aliased = maybe(draw, 4)
    lines = [pick(draw, DOCSTRINGS)] if maybe(draw, 3) else []
    lines += [f"model_config = {config}"] if config else []
    members = list(base.members) if base else []
    for field in FIELDS[: draw(st.integers(0, 4))]:
        written, member = _field(draw, scope.inside(reaches_inside), field, is_aliased)
        lines += written
        members = [*(other for other in members if other.name != field), member]
    if maybe(draw, 6):
        lines.append(
            pick(draw, ("parent: 'Self | None' = None", f"others: 'list[{name}]' = []", "next: Optional[Self] = None"))
        )
    if maybe(draw, 4) and not ("class Config" in (rest := pick(draw, _UNSEEN)) and (config or base)):
        lines.append(rest)
    is_plain = not is_aliased and not any(word in line for word in _BY_RUNNING for line in lines)
    values = constructor(members) if is_plain and (base is None or base.type.values) else ()
    symbol = Symbol(name, "class", Type(OWN, values), "model", tuple(members), reaches_inside)
    scope.add(symbol, f"class {name}({base.type.text if base else 'BaseModel'}):", *indented(lines))


def _field(draw: Draw, scope: Scope, name: str, is_aliased: bool) -> tuple[list[str], Member]:
    type_ = annotation(draw, scope, 1)
    docstring = [f"'''About {name}.'''"] if maybe(draw, 6) else []
    value = pick(draw, type_.values) if type_.values and maybe(draw, 3) else None
    extra = arguments(draw, scope, type_.takes) if maybe(draw, 3) else []
    member = Member(name, None if extra else portable(type_), required=value is None)
    if is_aliased and maybe(draw):
        extra.append(pick(draw, (*_ALIASES, *_VALIDATION_ALIASES)).format(name))
    line = f"{name}: {type_.text}"
    if extra or maybe(draw, 6):
        first = pick(draw, _defaults(value))
        line = f"{line} = Field({', '.join(filter(None, [first, *extra]))})"
    elif value is not None:
        line = f"{line} = {value}"
    return [line, *docstring], member


def _defaults(value: str | None) -> Sequence[str]:
    """Ways to write a default in `Field`."""
    if value is None:
        return ("", "...", "default=...")
    return (value, f"default={value}", f"default_factory=lambda: {value}")


def root_model(draw: Draw, scope: Scope, name: str) -> None:
    """Write a `RootModel` called `name`."""
    inner = annotation(draw, scope.evaluated, 1)
    symbol = Symbol(name, "class", base="root_model")
    if maybe(draw):
        scope.add(symbol, f"class {name}(RootModel[{inner.text}]):", *indented([pick(draw, DOCSTRINGS)]))
    else:
        scope.add(symbol, f"class {name}(pydantic.RootModel):", *indented([f"root: {inner.text}"]))


def generic(draw: Draw, scope: Scope, name: str) -> None:
    """Write a generic class of one parameter called `name`."""
    head = pick(
        draw,
        (
            f"class {name}(BaseModel, Generic[T]):",
            f"@dataclass\nclass {name}(Generic[T]):",
            f"class {name}(TypedDict, Generic[T]):",
            *([f"class {name}[T](BaseModel):", f"@dataclass\nclass {name}[T]:"] * NEW_SYNTAX),
        ),
    )
    fields = ("item: T", "more: list[T]", "maybe: Optional[T]", f"known: {annotation(draw, scope, 1).text}")
    lines = fields[: draw(st.integers(1, len(fields)))]
    scope.add(Symbol(name, "generic"), *head.split("\n"), *indented(lines))


def discriminated(draw: Draw, scope: Scope, name: str) -> None:
    """Write two models told apart by a field, and an alias called `name` of their union."""
    lines = []
    for tag in ("cat", "dog"):
        extra = f"{tag}_size: {annotation(draw, scope, 0).text}"
        lines += [f"class {name}{tag.title()}(BaseModel):", *indented([f"type: Literal[{tag!r}] = {tag!r}", extra]), ""]
    union = pick(draw, (f"Union[{name}Cat, {name}Dog]", f"{name}Cat | {name}Dog"))
    scope.add(Symbol(name, "alias"), *lines, f"{name} = Annotated[{union}, Field(discriminator='type')]")


def nested(draw: Draw, scope: Scope, name: str) -> None:
    """Write a class called `name` with a class inside it, which other modules or its own fields name."""
    if maybe(draw):
        field = f"inner_size: {annotation(draw, scope, 0).text}"
        lines = ["class Inner(BaseModel):", *indented([field]), "", "size: int = 3"]
        scope.add(Symbol(name, "class", Type(f"{OWN}.Inner")), f"class {name}:", *indented(lines))
    else:
        lines = ["class Inner(Enum):", "    A = 'a'", "", "inner: Inner = Inner.A", "many: 'list[Inner]' = []"]
        scope.add(Symbol(name, "class", Type(OWN, (f"{OWN}()",))), f"class {name}(BaseModel):", *indented(lines))
