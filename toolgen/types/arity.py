"""How many type arguments a form of `typing` or a class of a library takes: Python refuses others.

Source: <https://docs.python.org/3/library/typing.html>, and `GenerateSchema` of pydantic for builtin classes.
"""

from __future__ import annotations

import sys

from toolgen.evaluation.kinds.qualifiers import QUALIFIERS
from toolgen.types.annotated import FORMS
from toolgen.types.known.forms import ARRAYS, OBJECTS, SUPPORTED, canonical
from toolgen.types.known.pydantic_types import ABBREVIATIONS, DEFINED

_UNLIMITED = sys.maxsize
_OPEN = frozenset({"collections.abc.Generator", "tuple", "typing.Annotated", "typing.Literal", "typing.Union"})
"""What takes any number of arguments."""

_SUBSCRIPTABLE = frozenset({*ARRAYS, *OBJECTS, *FORMS, *QUALIFIERS, *_OPEN, "typing.Optional", "pydantic.RootModel"})
_LEAST = {"typing.Annotated": 2, "tuple": 0, **{name: 2 for name, values in OBJECTS.items() if values is None}}


def arity(name: str) -> tuple[int, int]:
    """The least and the most type arguments that the dotted `name` takes; all numbers for what is not known."""
    known = canonical(name)
    if known not in _SUBSCRIPTABLE:
        return 0, 0 if known in SUPPORTED or known in ABBREVIATIONS or known in DEFINED else _UNLIMITED
    least = _LEAST.get(known, 1)
    return least, _UNLIMITED if known in _OPEN else least


def is_lenient(name: str) -> bool:
    """Whether Python takes no notice of arguments that are too many: `list[int, str]`, but not of `typing.List`."""
    return canonical(name) == name and (name in ARRAYS or name in OBJECTS)


def expected(least: int, most: int) -> str:
    """How many type arguments are expected, in words."""
    number = str(least) if least == most else f"at least {least}" if most == _UNLIMITED else f"{least} to {most}"
    return f"{number} type argument{'' if number.endswith('1') else 's'}"
