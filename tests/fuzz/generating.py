"""Projects that nobody would write: four ways to make a file of Python that a build has to bear.

`mutated_bytes`, `mutated_tokens` and `mutated_tree` change a file that is a good one; `grammatical` writes tools out of
parts each of which may stand where it does not belong. All are functions of a random generator and of the good files.
"""

from __future__ import annotations

import ast
import copy
import io
import tokenize
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

Making: TypeAlias = Callable[[Random, Sequence[bytes]], bytes]
"""The text of a file, from a generator and good files."""

_BYTES = (
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\t",
    b"\\",
    b"'''",
    b'"""',
    b"(" * 300,
    b"[" * 300,
    b"#",
    b"\xe2\x80\xae",
)


def mutated_bytes(random: Random, good: Sequence[bytes]) -> bytes:
    data = bytearray(random.choice(good))
    for _ in range(random.randint(1, 8)):
        place = random.randrange(len(data) + 1)
        match random.randrange(5):
            case 0:
                data[place : place + 1] = bytes([random.randrange(256)])
            case 1:
                data[place:place] = random.choice(_BYTES)
            case 2:
                del data[place : place + random.randint(1, 30)]
            case 3:
                data[place:place] = data[place : place + random.randint(1, 200)] * random.randint(1, 20)
            case 4:
                other = random.choice(good)
                data[place:] = other[random.randrange(len(other) + 1) :]
    return bytes(data)


def mutated_tokens(random: Random, good: Sequence[bytes]) -> bytes:
    tokens, others = _tokens(random.choice(good)), _tokens(random.choice(good))
    for _ in range(random.randint(1, 6)):
        place = random.randrange(len(tokens))
        match random.randrange(4):
            case 0:
                tokens[place] = random.choice(others)
            case 1:
                del tokens[place]
            case 2:
                tokens[place:place] = others[: random.randint(1, 5)]
            case 3:
                other = random.randrange(len(tokens))
                tokens[place], tokens[other] = tokens[other], tokens[place]
        tokens = tokens or [*others]
    return "".join(tokens).encode()


def _tokens(data: bytes) -> list[str]:
    """The tokens of a file with the blanks before each."""
    text = data.decode()
    lines = text.splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    found, end = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        stop = offsets[min(token.end[0], len(offsets)) - 1] + token.end[1]
        if stop > end:
            found.append(text[end:stop])
            end = stop
    return found


def mutated_tree(random: Random, good: Sequence[bytes]) -> bytes:
    tree = ast.parse(random.choice(good))
    expressions = [node for node in ast.walk(ast.parse(random.choice(good))) if isinstance(node, ast.expr)]
    for _ in range(random.randint(1, 5)):
        places = [
            (node, field, value)
            for node in ast.walk(tree)
            for field, value in ast.iter_fields(node)
            if isinstance(value, ast.expr) or (isinstance(value, list) and value)
        ]
        node, field, value = random.choice(places)
        if isinstance(value, ast.expr):
            setattr(node, field, _expression(random, expressions))
            continue
        index = random.randrange(len(value))
        if isinstance(value[index], ast.expr):
            value[index] = _expression(random, expressions)
        elif random.random() < 0.5 or len(value) == 1:
            value.insert(index, copy.deepcopy(random.choice(value)))
        else:
            del value[index]
    try:
        return ast.unparse(ast.fix_missing_locations(tree)).encode()
    except (ValueError, AttributeError, TypeError, RecursionError):  # a tree that has no text
        return b""


def _expression(random: Random, expressions: Sequence[ast.expr]) -> ast.expr:
    if expressions and random.random() < 0.5:
        return copy.deepcopy(random.choice(expressions))
    return ast.parse(expression(random), mode="eval").body


# -- a grammar -----------------------------------------------------------------------------------------------------

_ATOMS = (
    *("None", "...", "True", "0", "-1", "1e400", "10**400", "2**53 + 1", "1j", "float('nan')", "''", "'a'", "b'a'"),
    *("'\\ud800'", "'\\x1b[31m'", "'a' * 100000", "'(a+)+$'", "'['", "[]", "{}", "()", "set()", "[[]]", "{1: 2}"),
    *("{'type': 'objekt'}", "{'$ref': 'http://127.0.0.1:9/'}", "{'$ref': '#/$defs/X'}", "{'properties': []}"),
    *("{'pattern': 1}", "{'enum': []}", "{'type': []}", "{'default': object()}", "int", "str", "undefined", "object()"),
    *(
        "(lambda: 1)",
        "print",
        "__name__",
        "range(10**9)",
        "f'{1}'",
        "os.environ['A']",
        "Model",
        "Model()",
        "self",
        "tool",
    ),
)
_TYPES = (
    *(
        "int",
        "str",
        "float",
        "bool",
        "bytes",
        "None",
        "Any",
        "object",
        "type",
        "complex",
        "dict",
        "list",
        "tuple",
        "set",
    ),
    *(
        "Model",
        "Data",
        "Typed",
        "Color",
        "Recursive",
        "Box",
        "T",
        "'Missing'",
        "'list[int'",
        "''",
        "os.PathLike",
        "Alias",
    ),
    *("datetime.datetime", "decimal.Decimal", "uuid.UUID", "Callable", "Self", "Never", "Hashable", "ReadOnly[int]"),
)
_WRAPPED = (
    *("list[{}]", "dict[str, {}]", "dict[{}, int]", "tuple[{}, ...]", "tuple[{}, {}]", "set[{}]", "Optional[{}]"),
    *("Union[{}, {}]", "{} | None", "{} | {}", "Literal[{a}]", "Literal[{a}, {a}]", "Annotated[{}, {c}]", "Box[{}]"),
    *("Annotated[{}, Field({k}={a})]", "Annotated[{}, Field({k}={a}, {k}={a})]", "type[{}]", "Callable[[{}], {}]"),
    *(
        "Final[{}]",
        "ClassVar[{}]",
        "Required[{}]",
        "Injected[{}]",
        "{}[{}]",
        "list[{}, {}]",
        "Annotated[{}]",
        "Unpack[{}]",
    ),
)
_KEYWORDS = (
    *(
        "gt",
        "ge",
        "lt",
        "le",
        "multiple_of",
        "min_length",
        "max_length",
        "pattern",
        "default",
        "default_factory",
        "alias",
    ),
    *("description", "title", "examples", "json_schema_extra", "discriminator", "strict", "exclude", "deprecated"),
)
_ARGUMENTS = (
    *("name", "description", "title", "param_descriptions", "params", "required", "preprocess", "postprocess", "tags"),
    *("category", "requires_approval", "risk_level", "timeout", "examples", "multiline", "annotations", "deprecated"),
    "extras",
)
_COMPOUND = (
    *(
        "[{}, {}]",
        "{{{}: {}}}",
        "{{'x': {}}}",
        "({}, {})",
        "{} + {}",
        "{} * {}",
        "{}[{}]",
        "{}({})",
        "({}).upper()",
        "not {}",
    ),
    *("{} if {} else {}", "[{} for i in {}]", "{{**{}}}", "[*{}]", "'{{}}'.format({})", "str({})", "Field(default={})"),
    *("', '.join({})", "dict(x={})", "sorted({})", "{} % {}", "{} ** {}", "len({})", "Argument({}, {})"),
)
_HEAD = """\
import datetime, decimal, enum, os, uuid
from collections.abc import *
from dataclasses import dataclass, field
from typing import *

from pydantic import BaseModel, ConfigDict, Field

from toolgen import Argument, Injected, Tool, tool

T = TypeVar("T")


class Color(enum.Enum):
    RED = {atom}
    BLUE = {atom}


class Model(BaseModel):
    model_config = ConfigDict({setting}={atom})
    a: {type} = {atom}
    _1: {type} = {atom}


@dataclass
class Data:
    b: {type}
    c: {type} = field(default={atom})


class Typed(TypedDict, total={atom}):
    d: {type}


@dataclass
class Recursive:
    e: "list[Recursive] | None"
    f: {type} = {atom}


@dataclass
class Box(Generic[T]):
    g: T
    h: {type} = {atom}


Alias = {type}
"""
_SETTINGS = ("extra", "populate_by_name", "alias_generator", "strict", "title", "json_schema_extra", "frozen")
_TOOL = '''\


@tool({arguments})
def tool_{number}({parameters}) -> {type}:
    """{doc}"""
'''
_DOCS = (
    "Do it.",
    "",
    "Do it.\n\n    Args:\n        a: An a.\n        z: No such.\n    ",
    ":param a: x",
    "\\x1b[1m `x` <b>",
)
_PARAMETERS = (
    *("{}: {t}, /", "{}", "{}: {t}", "{}: {t} = {a}", "{}={a}", "*{}: {t}", "{}: {t}", "{}: {t} = {a}", "**{}: {t}"),
)
"""Parameters in the order in which they may stand."""


def expression(random: Random, depth: int = 3) -> str:
    """An expression, mostly one that makes no sense."""
    if not depth or random.random() < 0.5:
        return random.choice(_ATOMS)
    return f"({_filled(random.choice(_COMPOUND), lambda: expression(random, depth - 1))})"


def annotation(random: Random, depth: int = 3) -> str:
    """An annotation, often a wrong one."""
    if not depth or random.random() < 0.4:
        return random.choice(_TYPES)
    parts: Mapping[str, Callable[[], str]] = {
        "{a}": lambda: expression(random, 1),
        "{c}": lambda: expression(random, 2),
        "{k}": lambda: random.choice(_KEYWORDS),
    }
    text = random.choice(_WRAPPED)
    for mark, make in parts.items():
        while mark in text:
            text = text.replace(mark, make().replace("{", "{{").replace("}", "}}"), 1)
    return _filled(text, lambda: annotation(random, depth - 1))


def _filled(text: str, make: Callable[[], str]) -> str:
    return text.format(*(make() for _ in range(text.count("{}"))))


def grammatical(random: Random, _: Sequence[bytes] = ()) -> bytes:
    text = _HEAD
    made: Mapping[str, Callable[[], str]] = {
        "{atom}": lambda: expression(random, 2),
        "{type}": lambda: annotation(random),
        "{setting}": lambda: random.choice(_SETTINGS),
    }
    for mark, make in made.items():
        while mark in text:
            text = text.replace(mark, make(), 1)
    return (text + "".join(_tool(random, number) for number in range(random.randint(1, 4)))).encode(
        errors="surrogatepass"
    )


def _tool(random: Random, number: int) -> str:
    names = random.sample(_ARGUMENTS, random.randint(0, 3))
    arguments = ", ".join(f"{name}={expression(random)}" for name in names)
    shapes = sorted(random.sample(range(len(_PARAMETERS)), random.randint(0, 4)))
    parameters = ", ".join(_parameter(random, _PARAMETERS[shape], "abcdefghi"[shape]) for shape in shapes)
    return _TOOL.format(
        arguments=arguments, number=number, parameters=parameters, type=annotation(random), doc=random.choice(_DOCS)
    )


def _parameter(random: Random, shape: str, name: str) -> str:
    text = shape.replace("{}", name)
    return text.replace("{t}", annotation(random)).replace("{a}", expression(random, 2))


MAKING: Mapping[str, Making] = {
    "bytes": mutated_bytes,
    "tokens": mutated_tokens,
    "tree": mutated_tree,
    "grammar": grammatical,
}
