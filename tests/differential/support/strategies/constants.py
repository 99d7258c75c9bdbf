"""Names bound to values, types and metadata."""

from __future__ import annotations

from strategies.annotations import annotation
from strategies.metadata import metadata
from strategies.scope import NEW_SYNTAX, OWN, Draw, Scope, Symbol, Type, indented, maybe, pick
from strategies.values import SCALARS, constant

NAMES = ("LIMIT", "DEFAULT", "PREFIX", "RATE")
ALIASES = ("UserId", "Names", "Payload", "Ref")

_ALIASES = (
    "{name} = {type}",
    "{name}: TypeAlias = {type}",
    "{name} = NewType({name!r}, {type})",
    "{name} = TypeAliasType({name!r}, {type})",
    *(["type {name} = {type}"] * NEW_SYNTAX),
)


def value(draw: Draw, scope: Scope, name: str) -> None:
    """Write a constant called `name`, of a module or of a class."""
    type_ = pick(draw, list(SCALARS))
    text = _derived(draw, scope, type_) if maybe(draw, 3) else constant(draw, type_)
    annotated = pick(draw, ("", "", f": {type_}", ": Final", f": Final[{type_}]"))
    if maybe(draw, 4):
        symbol = Symbol(name, "constant", Type(f"{OWN}.VALUE"), base=type_)
        scope.add(symbol, f"class {name}:", *indented([f"VALUE = {text}"]))
    else:
        scope.add(Symbol(name, "constant", base=type_), f"{name}{annotated} = {text}")


def rebound(draw: Draw, scope: Scope, name: str) -> None:
    """Write a constant called `name` that is bound more than once, or by the version of Python."""
    one, two = constant(draw, "int"), constant(draw, "int")
    forms = (
        (f"{name} = {one}", f"{name} = {two}"),
        ("if sys.version_info >= (3, 8):", f"    {name} = {one}", "else:", f"    {name} = {two}"),
        ("if sys.platform == 'plan9':", f"    {name} = {one}", "else:", f"    {name} = {two}"),
        ("try:", f"    {name} = {one}", "except ImportError:", f"    {name} = {two}"),
    )
    scope.add(Symbol(name, "constant", base="int"), *pick(draw, forms))


def size(draw: Draw, scope: Scope, name: str) -> None:
    """Write a small number called `name`, that can be an argument of `Field`."""
    scope.add(
        Symbol(name, "constant", Type(OWN, takes="size"), base="int"), f"{name} = {pick(draw, ('3', '2 + 1', '8'))}"
    )


def _derived(draw: Draw, scope: Scope, type_: str) -> str:
    """An expression of a constant that names another."""
    known = [symbol.type.text for symbol in scope.of("constant", type_)]
    if not known:
        return constant(draw, type_)
    other = pick(draw, known)
    forms = {
        "int": ("{}", "{} + 1", "{} * 2", "-{}"),
        "float": ("{}", "{} / 2"),
        "str": ("{}", "{} + 'x'", "f'up to {{{}}}.'", "f'{{{}!r:>9}}'", "', '.join([{}, 'b'])", "'%s' % {}"),
        "bool": ("{}", "not {}"),
    }
    return pick(draw, forms[type_]).format(other)


def alias(draw: Draw, scope: Scope, name: str) -> None:
    """Write another name of a type."""
    inner = annotation(draw, scope.evaluated, 1)
    form = pick(draw, _ALIASES)
    takes = inner.takes if form == _ALIASES[0] else ""
    scope.add(
        Symbol(name, "alias", Type(OWN, takes=takes)),
        form.format(name=name, type=inner.text),
    )


def type_variable(draw: Draw, scope: Scope, name: str) -> None:
    """Write a type variable: it is what it is bound to where nothing says more."""
    inner = annotation(draw, scope.evaluated, 1).text
    forms = ("TypeVar({!r})", "TypeVar({!r}, bound={})", "te.TypeVar({!r}, default={})", "TypeVar({!r}, int, {})")
    scope.add(Symbol(name, "type variable"), f"{name} = {pick(draw, forms).format(name, inner)}")


def shared_metadata(draw: Draw, scope: Scope, name: str) -> None:
    """Write a constant that stands in `Annotated`."""
    takes = pick(draw, ("int", "str", ""))
    scope.add(Symbol(name, "metadata", base=takes), f"{name} = {metadata(draw, scope, takes)}")
