"""What Python's own functions and methods make at most of what they are given, told before they are called.

Arguments were weighed when they were made, so that what is linear in them needs no row here. What has one may be far
larger than its arguments, or take far longer than to look at them.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from toolgen.evaluation.folding.faults import TooLargeError
from toolgen.evaluation.folding.parts import MAX_WEIGHT, parts, weigh
from toolgen.evaluation.folding.values import Value

Given: TypeAlias = Sequence[Value]
Keywords: TypeAlias = Mapping[str, Value]

MAX_WIDTH = 10_000
"""No text is filled to more columns, and nothing is rounded to more digits."""

MAX_COPIED = 50_000
"""What may be given, by weight, to what copies the rest of it again for each part."""

MAX_PATTERN = 20_000
"""No longer regular expression is compiled."""

_MAX_RANGES = 100
"""How many ranges such as `a-z` one may have that ignores case: each of their characters is looked at."""

_MAX_COLLISIONS = 1_000
"""How many unequal values of one hash are put into one set."""

_MAX_COMPARISONS = 10**8
"""How many characters are compared when a text is searched from its end, which takes the product of both lengths."""

_TOO_MUCH = MAX_WEIGHT + 1
_WIDTH = re.compile(r"\d+")
_WIDE = re.compile(r"\d{5,}")
_FLAGS = re.compile(r"\(\?[a-zA-Z]*i")
_CODECS = frozenset(
    {
        *("ascii", "cp1252", "iso-8859-1", "latin-1", "latin1", "unicode-escape", "us-ascii", "utf8", "windows-1252"),
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-32-be", "utf-32-le"),
    }
)
"""Encodings that take as long as the text is; of others, such as punycode, that is not known."""

_ERRORS = frozenset({"backslashreplace", "ignore", "namereplace", "replace", "strict", "xmlcharrefreplace"})
"""What is done with what an encoding does not have."""


def check_function(name: str, arguments: Given, keywords: Keywords) -> None:
    """Raises TooLargeError where the function of that qualified `name` would make, or do, too much."""
    if name in _FUNCTIONS and _FUNCTIONS[name](arguments, keywords) > MAX_WEIGHT:
        raise TooLargeError


def check_method(receiver: Value, name: str, given: Given) -> None:
    """Raises TooLargeError where the method `name` of `receiver` would make, or do, too much."""
    if name in _METHODS and _METHODS[name](receiver, given) > MAX_WEIGHT:
        raise TooLargeError


def check_specification(specification: str = "") -> None:
    """Raises TooLargeError for the format of a wide column, as in `f"{x:100000}"`."""
    if _WIDE.search(specification):
        raise TooLargeError


def check_hashes(items: Iterable[Value]) -> None:
    """Raises TooLargeError where so many of `items` have the same hash that a set of them takes their square."""
    first: dict[int, Value] = {}
    others = Counter[int]()
    for item in items:
        if isinstance(item, str | bytes):  # whose hashes are random
            continue
        try:
            key = hash(item)
            others[key] += item != first.setdefault(key, item)
        except TypeError:  # it cannot be in a set
            return
        if others[key] > _MAX_COLLISIONS:
            raise TooLargeError


def widths(text: str) -> int:
    """The sum of the numbers in `text`, which its columns are no more than. Raises TooLargeError for a wide one."""
    check_specification(text)
    return sum(map(int, _WIDTH.findall(text)))


def _checked_numbers(arguments: Given, keywords: Keywords) -> int:
    """Of functions whose integers, but for the first argument, are widths or numbers of digits."""
    numbers = [value for value in (*arguments[1:], *keywords.values()) if isinstance(value, int)]
    return _TOO_MUCH if any(abs(number) > MAX_WIDTH for number in numbers) else 0


def _copied(arguments: Given, keywords: Keywords) -> int:
    return _TOO_MUCH if weigh([*arguments, *keywords.values()]) > MAX_COPIED else 0


def _filled(arguments: Given, keywords: Keywords) -> int:
    """A line may be as short as a character, with an indentation before it."""
    indents = sum(len(value) for value in keywords.values() if isinstance(value, str))
    size = len(arguments[0]) * (1 + indents + int(keywords.get("tabsize", 0)))
    return max(size, _copied(arguments, keywords), _checked_numbers(arguments, keywords))


def _indented(arguments: Given, keywords: Keywords) -> int:
    text, prefix, *_ = (*arguments, *keywords.values())
    return len(text.splitlines()) * len(prefix)


def _dumped(arguments: Given, keywords: Keywords) -> int:
    """Each part may stand in a line of its own, indented as deep as it is, with separators."""
    indent = keywords.get("indent") or 0
    columns = indent if isinstance(indent, int) else len(indent)
    between = sum(map(len, keywords.get("separators") or ()))
    if not (columns or between):
        return _checked_numbers(arguments, keywords)
    size = sum(depth * columns + between for depth in _depths(arguments[0]))
    return max(size, _checked_numbers(arguments, keywords))


def _depths(value: Value) -> Iterator[int]:
    """How deep each part of `value` is inside it."""
    pending = [(value, 1)]
    while pending:
        current, depth = pending.pop()
        yield depth
        pending.extend((part, depth + 1) for part in parts(current))


def _made_bytes(arguments: Given, keywords: Keywords) -> int:
    return (
        arguments[0] if arguments and isinstance(arguments[0], int) else _encoded("", (*arguments, *keywords.values()))
    )


def _encoded(_text: Value, given: Given) -> int:
    names = {value.lower().replace("_", "-") for value in given[:2] if isinstance(value, str)}
    return 0 if not names - _ERRORS or names & _CODECS else _TOO_MUCH


def _compiled(arguments: Given, keywords: Keywords) -> int:
    pattern, *_ = arguments or keywords.values()
    if not isinstance(pattern, str | bytes):
        return 0
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    has_flags = len(arguments) + len(keywords) > 1 or _FLAGS.search(text)
    is_long = len(text) > MAX_PATTERN or (has_flags and text.count("-") > _MAX_RANGES)
    return _TOO_MUCH if is_long else 0


def _hashed(arguments: Given, _keywords: Keywords) -> int:
    for items in arguments[:1]:
        check_hashes(parts(items) if not isinstance(items, range) else items)
    return 0


def _hashed_pairs(arguments: Given, _keywords: Keywords) -> int:
    for pairs in arguments[:1]:
        check_hashes(pair[0] for pair in parts(pairs) if isinstance(pair, list | tuple) and pair)
    return 0


_FUNCTIONS: Mapping[str, Callable[[Given, Keywords], int]] = {
    "bytes": _made_bytes,
    "format": lambda given, _: widths(*given[1:]) if given[1:] else 0,
    "json.dumps": _dumped,
    "re.compile": _compiled,
    "round": _checked_numbers,
    "str": lambda given, keywords: _encoded("", (*given[1:], *keywords.values())),
    "sum": _copied,
    "textwrap.indent": _indented,
    **dict.fromkeys(("textwrap.fill", "textwrap.shorten", "textwrap.wrap"), _filled),
    **dict.fromkeys(("collections.Counter", "dict.fromkeys", "frozenset", "set"), _hashed),
    **dict.fromkeys(("collections.OrderedDict", "dict"), _hashed_pairs),
}
"""An upper bound of what a function makes, by qualified names; too much of what takes too long."""


def _formatted(text: str, given: Given) -> int:
    fields = columns = 0
    for _, field, specification, _ in string.Formatter().parse(text):
        columns += widths(specification or "")
        if field is not None:
            fields += 1
            if "__" in field or "{" in (specification or ""):  # what only Python has; a width that is an argument
                raise TypeError
    return columns + fields * weigh(list(given))


def _replaced(value: Value, given: Given) -> int:
    return value.count(given[0]) * len(given[1]) if isinstance(value, str) else 0


def _written(_moment: Value, given: Given) -> int:
    """A field is a name of the calendar at most, if not wider."""
    return widths(given[0]) + 100 * str(given[0]).count("%")


def _sought(text: str, given: Given) -> int:
    is_long = given and isinstance(given[0], str) and len(text) * len(given[0]) > _MAX_COMPARISONS
    return _TOO_MUCH if is_long else 0


def _united(_set: Value, given: Given) -> int:
    check_hashes(part for value in given for part in (value if isinstance(value, range) else parts(value)))
    return 0


_METHODS: Mapping[str, Callable[[Any, Given], int]] = {
    **dict.fromkeys(("center", "ljust", "rjust", "zfill"), lambda _, given: int(given[0])),
    **dict.fromkeys(("decode", "encode"), _encoded),
    **dict.fromkeys(("format", "format_map"), _formatted),
    **dict.fromkeys(("rfind", "rindex", "rpartition", "rsplit"), _sought),
    **dict.fromkeys(("difference", "intersection", "symmetric_difference", "union", "update"), _united),
    "expandtabs": lambda text, given: text.count("\t") * int(given[0] if given else 8),
    "join": lambda text, given: len(text) * len(given[0]),
    "replace": _replaced,
    "strftime": _written,
}
"""An upper bound of what a method adds to what it is given; too much of what takes too long."""
