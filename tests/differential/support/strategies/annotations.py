"""Types, in every spelling."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from strategies.metadata import metadata, passing
from strategies.scope import Draw, Scope, Type, maybe, pick
from strategies.values import SCALARS, constant

PLAIN: Sequence[str] = (
    "bytes",
    "Any",
    "object",
    "list",
    "dict",
    "tuple",
    "set",
    "typing.List",
    "datetime.date",
    "datetime.datetime",
    "datetime.time",
    "datetime.timedelta",
    "decimal.Decimal",
    "pathlib.Path",
    "uuid.UUID",
    "complex",
    "re.Pattern",
    "typing.Pattern[str]",
    "ipaddress.IPv4Address",
    "ipaddress.IPv6Network",
    "collections.defaultdict[str, int]",
    "collections.Counter[str]",
)
"""Types of the standard library without arguments."""

OF_PYDANTIC: Sequence[str] = (
    "pydantic.AnyUrl",
    "pydantic.HttpUrl",
    "pydantic.PostgresDsn",
    "pydantic.EmailStr",
    "pydantic.NameEmail",
    "pydantic.IPvAnyAddress",
    "pydantic.SecretStr",
    "pydantic.SecretBytes",
    "pydantic.Json",
    "pydantic.Json[list[int]]",
    "pydantic.JsonValue",
    "pydantic.PositiveInt",
    "pydantic.NonNegativeFloat",
    "pydantic.StrictStr",
    "pydantic.StrictInt",
    "pydantic.FiniteFloat",
    "pydantic.conint(ge=1, lt=9)",
    "pydantic.confloat(gt=0.5)",
    "pydantic.constr(min_length=1, pattern='^a')",
    "pydantic.conlist(int, min_length=1)",
    "pydantic.conset(str, max_length=3)",
    "pydantic.condecimal(ge=0)",
    "pydantic.ByteSize",
    "pydantic.Base64Str",
    "pydantic.Base64UrlBytes",
    "pydantic.FilePath",
    "pydantic.NewPath",
    "pydantic.UUID4",
    "pydantic.AwareDatetime",
    "pydantic.PastDate",
    "pydantic.FutureDatetime",
    "pydantic.ImportString",
    "Annotated[int, pydantic.WithJsonSchema({'type': 'string', 'x': 1})]",
    "Annotated[int, pydantic.BeforeValidator(unchanged)]",
    "Annotated[int, pydantic.BeforeValidator(unchanged, json_schema_input_type=str)]",
    "Annotated[int, pydantic.PlainValidator(unchanged)]",
    "Annotated[int, pydantic.WrapValidator(wrapped)]",
    "Union[int, SkipJsonSchema[None]]",
)

_LISTS = (
    "list[{}]",
    "List[{}]",
    "typing.Sequence[{}]",
    "Sequence[{}]",
    "set[{}]",
    "frozenset[{}]",
    "t.FrozenSet[{}]",
    "Iterable[{}]",
    "collections.deque[{}]",
    "tuple[{}, ...]",
    "Tuple[{}, ...]",
    "collections.abc.MutableSequence[{}]",
    "collections.abc.Set[{}]",
)
_DICTS = (
    "dict[str, {}]",
    "Dict[str, {}]",
    "Mapping[str, {}]",
    "typing.Mapping[str, {}]",
    "collections.OrderedDict[str, {}]",
    "dict[int, {}]",
    "dict[uuid.UUID, {}]",
    "dict[Literal['a', 'b'], {}]",
    "dict[Annotated[str, Field(pattern='^a')], {}]",
)
_OPTIONAL = ("Optional[{}]", "typing.Optional[{}]", "Union[{}, None]", "Union[None, {}]", "{} | None", "None | {}")
_UNIONS = ("Union[{}, {}]", "typing.Union[{}, {}]", "{} | {}")
_TUPLES = ("tuple[{}, {}]", "Tuple[{}, {}]")
_LITERALS = ("'a'", "'b'", "'it\\'s'", "'é'", "1", "-1", "True", "None", "b'x'")

Form = Callable[[Draw, Scope, int], Type]


def annotation(draw: Draw, scope: Scope, depth: int = 2) -> Type:
    """A type that the module can name, with at most `depth` types around the innermost one."""
    return pick(draw, _FORMS if depth else _LEAVES)(draw, scope, depth)


# -- without arguments --------------------------------------------------------------------------------------------


def _scalar(draw: Draw, _scope: Scope, _depth: int) -> Type:
    name = pick(draw, list(SCALARS))
    return Type(name, (constant(draw, name),), takes=name if name != "bool" else "")


def _plain(draw: Draw, _scope: Scope, _depth: int) -> Type:
    name = pick(draw, PLAIN)
    return Type(name, ("None",) if name == "Any" else ())


def _of_pydantic(draw: Draw, _scope: Scope, _depth: int) -> Type:
    return Type(pick(draw, OF_PYDANTIC))


def _literal(draw: Draw, scope: Scope, _depth: int) -> Type:
    members = [value for enum in scope.of("class", "enum") for value in enum.type.values]
    choices = [*_LITERALS[:-1], *members]
    values = list(dict.fromkeys(pick(draw, choices) for _ in range(draw(st.integers(1, 3)))))
    nested = [f"Literal[{', '.join(values[1:])}]"] if len(values) > 1 and maybe(draw, 4) else values[1:]
    return Type(f"{pick(draw, ['Literal', 'typing.Literal'])}[{', '.join([values[0], *nested])}]", (values[0],))


def _symbol(draw: Draw, scope: Scope, depth: int) -> Type:
    """A class or alias of this module or of another."""
    known = scope.of("class") + scope.of("alias")
    return pick(draw, known).type if known else _scalar(draw, scope, depth)


def _quoted(draw: Draw, scope: Scope, depth: int) -> Type:
    found = _symbol(draw, scope, depth)
    if found.quoted or not scope.strings:
        return found
    return Type(repr(found.text), found.values, quoted=True)


# -- with arguments -----------------------------------------------------------------------------------------------


def _list(draw: Draw, scope: Scope, depth: int) -> Type:
    item = annotation(draw, scope, depth - 1)
    form = pick(draw, _LISTS)
    takes = "list" if form.lower().startswith("list") else ""
    return Type(form.format(item.text), ("[]",) if takes else (), takes)


def _dict(draw: Draw, scope: Scope, depth: int) -> Type:
    value = annotation(draw, scope, depth - 1)
    form = pick(draw, _DICTS)
    return Type(form.format(value.text), ("{}",) if form.startswith("dict") else (), "")


def _tuple(draw: Draw, scope: Scope, depth: int) -> Type:
    items = [annotation(draw, scope, depth - 1) for _ in range(2)]
    return Type(pick(draw, _TUPLES).format(*(item.text for item in items)))


def _optional(draw: Draw, scope: Scope, depth: int) -> Type:
    inner = annotation(draw, scope, depth - 1)
    forms = _OPTIONAL[:4] if inner.quoted or inner.text.startswith("None") else _OPTIONAL
    return Type(pick(draw, forms).format(inner.text), ("None", *inner.values))


def _union(draw: Draw, scope: Scope, depth: int) -> Type:
    one, two = (annotation(draw, scope, depth - 1) for _ in range(2))
    forms = _UNIONS[:2] if one.quoted or two.quoted else _UNIONS
    return Type(pick(draw, forms).format(one.text, two.text), (*one.values, *two.values))


def _annotated(draw: Draw, scope: Scope, depth: int) -> Type:
    # Not a class: pydantic keeps what is said of a recursive model for its other uses.
    inner = pick(draw, (_scalar, _scalar, _literal, _list, _plain, _of_pydantic))(draw, scope, depth)
    extra = [metadata(draw, scope, inner.takes) for _ in range(draw(st.integers(1, 2)))]
    if maybe(draw, 6):
        extra.append(passing(draw))
    spelled = pick(draw, ["Annotated", "typing.Annotated", "te.Annotated"])
    return Type(f"{spelled}[{', '.join([inner.text, *extra])}]", inner.values)


def _generic(draw: Draw, scope: Scope, depth: int) -> Type:
    known = scope.of("generic")
    if not known:
        return _symbol(draw, scope, depth)
    name = pick(draw, known).type.text
    return Type(name if maybe(draw, 5) else f"{name}[{_argument(draw, scope.evaluated)}]")


_SAID = ("title='Its title'", "description='About it.'", "strict=True")


def _argument(draw: Draw, scope: Scope) -> str:
    """An argument of a generic class."""
    scalar = _scalar(draw, scope, 0)
    # Not `Field()`: it says nothing, and pydantic names a definition by it all the same.
    narrowed = f"Annotated[{scalar.text}, Field({pick(draw, _SAID)})]"
    found = pick(draw, [scalar.text, narrowed, *(symbol.type.text for symbol in scope.of("class"))])
    return pick(draw, ("{}", "{}", "list[{}]", "Optional[{}]")).format(found)


_LEAVES: Sequence[Form] = (_scalar, _scalar, _scalar, _literal, _plain, _of_pydantic, _symbol, _symbol)
_FORMS: Sequence[Form] = (
    *_LEAVES,
    _symbol,
    _list,
    _list,
    _optional,
    _optional,
    _annotated,
    _annotated,
    _dict,
    _tuple,
    _union,
    _generic,
    _quoted,
)
"""The forms by how often people write them: a form that stands twice is drawn twice as often."""
