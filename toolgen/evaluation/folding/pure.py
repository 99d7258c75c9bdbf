"""Python's own functions and constants: those that depend on nothing but their arguments.

What they return is weighed where it arrives. What they might do on the way, such as rounding to 10**9 digits, is
refused before they are called (`bounds`). What pydantic makes the names of fields with is among them: source is
`pydantic.alias_generators` and `pydantic.aliases`.
"""

from __future__ import annotations

import datetime
import inspect
import ipaddress
import itertools
import json
import math
import posixpath
import re
import string
import textwrap
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, MappingView, Sequence
from functools import reduce
from operator import add, attrgetter
from types import SimpleNamespace
from typing import Any

from toolgen.evaluation.folding.bounds import check_function
from toolgen.evaluation.folding.parts import (
    STANDARD_CLASSES,
    check_keys,
    is_comparable,
    is_ordered,
    is_plain,
    is_whole,
    ordered,
)
from toolgen.evaluation.folding.values import IteratorItems, LiteralForm, Value
from toolgen.model.standard_types import STANDARD_TYPES, StandardType


def _to_pascal(name: str) -> str:
    return re.sub(r"([0-9A-Za-z])_(?=[0-9A-Z])", r"\1", name.title())


def _to_camel(name: str) -> str:
    is_camel = re.match(r"[a-z]+[A-Za-z0-9]*$", name) and not re.search(r"\d(?=[a-z])", name)
    return name if is_camel else re.sub(r"^_*[A-Z]", lambda match: match[0].lower(), _to_pascal(name))


_WORD_ENDS = (r"([A-Z]+)([A-Z][a-z])", r"([a-z])([A-Z])", r"([0-9])([A-Z])", r"([a-z])([0-9])")


def _to_snake(name: str) -> str:
    for end in _WORD_ENDS:
        name = re.sub(end, r"\1_\2", name)
    return name.replace("-", "_").lower()


def _generator(alias: Any = None, validation_alias: Any = None, serialization_alias: Any = None) -> SimpleNamespace:
    return SimpleNamespace(alias=alias, validation_alias=validation_alias, serialization_alias=serialization_alias)


_CLASSES: Mapping[str, Callable[..., Any]] = {
    "AliasChoices": lambda *paths: [path if isinstance(path, list) else [path] for path in paths],
    "AliasGenerator": _generator,
    "AliasPath": lambda *keys: [*keys],
}

FIELD_NAMES: Mapping[str, Callable[..., Any]] = {
    **{f"pydantic.{inner}{name}": made for name, made in _CLASSES.items() for inner in ("", "aliases.")},
    "pydantic.alias_generators.to_camel": _to_camel,
    "pydantic.alias_generators.to_pascal": _to_pascal,
    "pydantic.alias_generators.to_snake": _to_snake,
}
"""By qualified names. A path of keys and indices is a list, and so are the paths that are tried in turn."""


def _get_args(form: Value) -> tuple[Value, ...]:
    if not isinstance(form, LiteralForm):
        raise TypeError
    return form.values


def _network(address: Value, strict: bool = True) -> Value:
    made = ipaddress.ip_network(address, strict)
    return STANDARD_CLASSES[f"ipaddress.{type(made).__name__}"](address, strict)


def _defaultdict(factory: Value = None, *items: Value, **named: Value) -> Value:
    """One whose values begin empty. Raises LookupError for another."""
    return defaultdict(_EMPTY[getattr(factory, "name", "")], *items, **named)


def _sum(items: Iterable[Any], start: Any = 0) -> Value:
    """Raises ValueError where versions differ: since Python 3.12 `sum` makes up for what adding floats loses."""
    items = [*items]
    total = sum(items, start)
    if isinstance(total, float) and not reduce(add, items, start) == total == math.fsum([start, *items]):
        raise ValueError(total)
    return total


def _named(owner: object, prefix: str, names: str) -> dict[str, Any]:
    """Attributes of `owner` by their qualified names."""
    return {f"{prefix}.{name}": getattr(owner, name) for name in names.split()}


def _of_classes(names: Callable[[StandardType], Sequence[str]]) -> dict[str, Any]:
    """Attributes of the classes of the standard library by their qualified names."""
    return {
        f"{class_name}.{name}": getattr(class_, name)
        for class_name, class_ in STANDARD_CLASSES.items()
        for name in names(STANDARD_TYPES[class_name])
    }


_EMPTY: Mapping[str, Callable[[], Value]] = {one.__name__: one for one in (dict, int, list, set, str)}
_BUILTINS: tuple[Callable[..., Any], ...] = (
    *(abs, all, any, ascii, bin, bool, chr, dict, divmod, float, format, frozenset, hex, int, len, list),
    *(max, min, oct, ord, range, repr, round, set, sorted, str, tuple),
)
_ITERTOOLS = "chain count cycle dropwhile filterfalse islice pairwise repeat starmap takewhile zip_longest"
_SETTINGS = (
    *("pydantic.ConfigDict", "pydantic.config.ConfigDict"),
    *("pydantic_settings.SettingsConfigDict", "pydantic_settings.main.SettingsConfigDict"),
)
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{function.__name__: function for function in _BUILTINS},
    **{function.__name__: function for function in (enumerate, filter, iter, map, reversed, zip)},
    "sum": _sum,
    **STANDARD_CLASSES,
    **FIELD_NAMES,
    **_of_classes(attrgetter("functions")),
    "ipaddress.ip_address": ipaddress.ip_address,
    "ipaddress.ip_network": _network,
    **_named(json, "json", "dumps loads"),
    **_named(math, "math", "ceil exp fabs floor gcd log log2 log10 pow sqrt trunc"),
    **_named(posixpath, "os.path", "basename dirname join normpath splitext"),
    **_named(textwrap, "textwrap", "dedent fill indent shorten wrap"),
    **_named(types, "types", "MappingProxyType SimpleNamespace"),
    **dict.fromkeys(_SETTINGS, dict),
    "collections.Counter": Counter,
    "collections.OrderedDict": OrderedDict,
    "collections.defaultdict": _defaultdict,
    "collections.deque": deque,
    "datetime.timezone": datetime.timezone,
    "dict.fromkeys": dict.fromkeys,
    "inspect.cleandoc": inspect.cleandoc,
    "itertools.chain.from_iterable": itertools.chain.from_iterable,
    **_named(itertools, "itertools", _ITERTOOLS),
    "re.compile": re.compile,
    "re.escape": re.escape,
    "string.capwords": string.capwords,
    **dict.fromkeys(("typing.get_args", "typing_extensions.get_args"), _get_args),
}
"""By qualified names; builtins have no prefix."""

CONSTANTS: Mapping[str, Value] = {
    **_named(datetime, "datetime", "UTC"),
    **_of_classes(attrgetter("constants")),
    **_named(datetime.timezone, "datetime.timezone", "utc"),
    "logging.DEBUG": 10,
    "logging.INFO": 20,
    "logging.WARNING": 30,
    "logging.ERROR": 40,
    "logging.CRITICAL": 50,
    **_named(math, "math", "e inf nan pi tau"),
    **_named(re, "re", "A ASCII DOTALL I IGNORECASE M MULTILINE S U UNICODE VERBOSE X"),
    **_named(string, "string", "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits"),
    **_named(string, "string", "punctuation printable whitespace"),
    "sys.maxsize": 2**63 - 1,  # of every 64-bit system
    **dict.fromkeys(("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"), False),
}

_STATUS = "http.HTTPStatus."

_ANY_ORDER = frozenset({"all", "any", "bool", "frozenset", "len", "max", "min", "set", "sorted", "sum"})
"""Functions to which the order of a set does not matter, unless they are given a `key`."""

_TEXTS = frozenset({"ascii", "format", "json.dumps", "repr", "str"})
"""Functions whose results show all that is in their arguments."""

_SEQUENCES = frozenset({"list", "tuple"})
"""Functions that keep the keys of a dictionary: of one of which not all is known some are not."""

_TRUTHS = frozenset({"all", "any", "bool"})
"""Functions that ask whether what they are given is true, which a name of a library does not say."""

ITERATORS = frozenset(
    {
        *("enumerate", "filter", "iter", "map", "reversed", "zip", "itertools.chain.from_iterable"),
        *(f"itertools.{name}" for name in _ITERTOOLS.split()),
    }
)
"""Functions that return iterators, and go through what they are given as far as these are gone through."""

ITERATING = ITERATORS | {"all", "any", "next"}
"""Those, and functions that go through an iterator until something is found."""


def uses_up(name: str) -> bool:
    """Whether a function goes through all that an iterator is left with that it is given."""
    return name not in ITERATING and name not in _TEXTS and name not in {"bool", "len"}


def is_constant(name: str) -> bool:
    """Whether `constant` knows the qualified `name`."""
    return name in CONSTANTS or name.startswith(_STATUS)


def constant(name: str) -> Value:
    """The value of a constant of the standard library. Raises LookupError for one that it does not have."""
    if not name.startswith(_STATUS):
        return CONSTANTS[name]
    from http import HTTPStatus  # few projects name it

    return HTTPStatus[name.removeprefix(_STATUS)]


def call_function(
    name: str,
    arguments: Sequence[Value],
    keywords: Mapping[str, Value],
    made: Callable[[Iterator[Value]], Value] = IteratorItems,
) -> Value:
    """What the function with the qualified `name`, one of FUNCTIONS, returns; what is `made` of it, for an iterator.

    Raises what Python raises.
    Raises TypeError too where the result hangs on more than the arguments, and TooLargeError.
    """
    given = [*arguments, *keywords.values()]
    if (name not in _ANY_ORDER or "key" in keywords) and not all(map(is_ordered, given)):
        raise TypeError
    if name in _TEXTS and not all(map(is_plain, arguments)):
        raise TypeError
    if name in _TRUTHS and not all(map(is_comparable, arguments)):
        raise TypeError
    if name == "len" and not all(map(is_whole, arguments)):
        raise TypeError
    check_function(name, arguments, keywords)
    if name in _SEQUENCES:
        arguments = [ordered(one) if isinstance(one, Mapping | MappingView) else one for one in arguments]
    found = FUNCTIONS[name](*arguments, **keywords)
    if isinstance(found, dict):
        check_keys(found)
    is_new = isinstance(found, Iterator) and not isinstance(found, IteratorItems)
    return made(found) if is_new else found
