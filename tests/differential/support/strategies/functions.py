"""Tools: functions with parameters of every kind, defaults and docstrings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from strategies.annotations import annotation
from strategies.metadata import arguments, metadata
from strategies.scope import Draw, Scope, Symbol, Type, indented, maybe, pick
from strategies.values import SCALARS, UNKNOWN, constant

PARAMETERS = ("path", "limit", "query", "json", "copy", "model_name", "schema", "type", "default", "args_")


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that was written, and what only toolgen reads of it: descriptions by parameter.

    `injected` are the parameters that the caller supplies.
    """

    name: str
    described: Mapping[str, str]
    injected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    text: str
    has_default: bool
    is_described: bool = False
    about: str | None = None


def tool(draw: Draw, scope: Scope, name: str) -> Tool:
    """Write a tool called `name`."""
    names = draw(st.permutations(PARAMETERS))[: draw(st.integers(0, 4))]
    parameters = [_parameter(draw, scope, parameter) for parameter in names]
    documented = [parameter for parameter in parameters if not parameter.is_described and maybe(draw, 3)]
    described = {parameter.name: f"What {parameter.name} is." for parameter in documented}
    described |= {parameter.name: parameter.about for parameter in parameters if parameter.about}
    result = f" -> {_annotated(draw, annotation(draw, scope).text)}" if maybe(draw) else ""
    injected = ("context",) if maybe(draw, 8) else ()
    parameters += [
        _Parameter(name, f"{name}: toolgen.Injected[{pick(draw, list(SCALARS))}]", False) for name in injected
    ]
    head = f"{pick(draw, ('def', 'async def'))} {name}({_signature(draw, scope, parameters)}){result}:"
    docstring = _docstring(draw, {parameter.name: described[parameter.name] for parameter in documented})
    scope.lines += [*_decorators(draw, scope, name), head, *indented([docstring, "..."]), ""]
    return Tool(name, described, injected)


_DECORATORS = (
    """\
@functools.wraps(function)
def call(*args, **kwargs):
    return function(*args, **kwargs)
return call""",
    """\
@functools.wraps(function)
async def call(*args: Any, **kwargs: Any) -> Any:
    return await function(*args, **kwargs)
return call""",
    """\
function.is_known = True
return function""",
)


def decorator(draw: Draw, scope: Scope, name: str) -> None:
    """Write a decorator called `name` that keeps the signature of what it decorates."""
    body = pick(draw, _DECORATORS).split("\n")
    scope.add(Symbol(name, "decorator"), f"def {name}(function):", *indented(body))


def _decorators(draw: Draw, scope: Scope, name: str) -> Sequence[str]:
    known = [f"@{symbol.type.text}" for symbol in scope.of("decorator")]
    first = pick(draw, ("@tool", "@tool()", f"@tool({name!r}, 'Does it.')", "@toolgen.tool(description='Does it.')"))
    return [first, *([pick(draw, known)] if known and maybe(draw, 4) else [])]


def _parameter(draw: Draw, scope: Scope, name: str) -> _Parameter:
    if maybe(draw, 12):
        return _described(draw, name)
    variables = scope.of("type variable")
    type_ = pick(draw, variables).type if variables and maybe(draw) else annotation(draw, scope)
    default = _default(draw, scope, type_) if maybe(draw) else None
    is_described = maybe(draw, 8)
    text = f"Annotated[{type_.text}, {metadata(draw, scope, '')}]" if is_described else type_.text
    text = f"{name}: {_annotated(draw, text)}"
    if default is None and maybe(draw, 6):
        extra = [*arguments(draw, scope, type_.takes), *([f"alias='{name}Alias'"] if maybe(draw, 4) else [])]
        return _Parameter(name, f"{text} = Field({', '.join(extra)})", has_default=True, is_described=True)
    if default is None:
        return _Parameter(name, text, has_default=False, is_described=is_described)
    if maybe(draw, 4):
        written = pick(draw, _DEFAULTS).format(default)
        return _Parameter(name, f"{text} = {written}", has_default=True, is_described=True)
    return _Parameter(name, f"{text} = {default}", has_default=True, is_described=is_described)


_DEFAULTS = (
    "Field({})",
    "Field(default={})",
    "Field({}, description='About it.')",
    "Field(default_factory=lambda: {})",
)


def _described(draw: Draw, name: str) -> _Parameter:
    """A parameter whose metadata say what only toolgen reads: a string of its own, or `Doc`."""
    about = f"Its {name}."
    form = pick(draw, ("Annotated[{}, {!r}]", "Annotated[{}, te.Doc({!r})]"))
    return _Parameter(name, f"{name}: {form.format(pick(draw, list(SCALARS)), about)}", False, True, about)


def _default(draw: Draw, scope: Scope, type_: Type) -> str | None:
    """An expression of a default for `type_`: of its own, or a constant's name."""
    known = [symbol.type.text for symbol in scope.of("constant", type_.text)]
    if known and maybe(draw, 3):
        return pick(draw, known)
    if type_.text in UNKNOWN and maybe(draw, 12):
        return pick(draw, UNKNOWN[type_.text])
    if type_.text in SCALARS:
        return constant(draw, type_.text)
    return pick(draw, type_.values) if type_.values else None


def _annotated(draw: Draw, text: str) -> str:
    return repr(text) if maybe(draw, 10) else text


def _signature(draw: Draw, scope: Scope, parameters: Sequence[_Parameter]) -> str:
    """The parameters in an order that Python accepts, with a `/` and a `*` somewhere."""
    star = draw(st.integers(0, len(parameters))) if maybe(draw, 3) else len(parameters)
    positional = sorted(parameters[:star], key=lambda parameter: parameter.has_default)
    texts = [parameter.text for parameter in positional]
    if texts and maybe(draw, 6):
        texts.insert(draw(st.integers(1, len(texts))), "/")
    keywords = [parameter.text for parameter in parameters[star:]]
    if maybe(draw, 10):
        texts.append(f"*args: {annotation(draw, scope, 1).text}")
    elif keywords:
        texts.append("*")
    rest = [f"**kwargs: {annotation(draw, scope, 1).text}"] if maybe(draw, 10) else []
    return ", ".join([*texts, *keywords, *rest])


def _google(described: Mapping[str, str]) -> str:
    return "".join(["\n\nArgs:", *(f"\n    {name}: {text}" for name, text in described.items())])


def _numpy(described: Mapping[str, str]) -> str:
    return "".join(["\n\nParameters\n----------", *(f"\n{name} : str\n    {text}" for name, text in described.items())])


def _sphinx(described: Mapping[str, str]) -> str:
    return "".join(["\n", *(f"\n:param {name}: {text}" for name, text in described.items())])


_STYLES: Sequence[Callable[[Mapping[str, str]], str]] = (_google, _numpy, _sphinx)


def _docstring(draw: Draw, described: Mapping[str, str]) -> str:
    return f'"""Do it.{pick(draw, _STYLES)(described) if described else ""}\n"""'
