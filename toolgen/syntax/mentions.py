"""Whether a file may change an object, by its text alone: most do not, and need not be parsed to know it.

A name is looked for with the attributes, items and calls that follow it. Where these are too deep for a pattern, the
answer is yes, as it is for whatever may be a change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from toolgen.syntax.mutation import CHANGING_METHODS

_BLANK = rb"(?:[\s\\)]|#[^\n]*\n)*+"
_ATOM = rb"""(?:[^()\[\]\n"'#]|"[^"()\[\]\n\\]*+"|'[^'()\[\]\n\\]*+')"""
_INSIDE = rb"(?:%(atom)s|\(%(atom)s*+\)|\[%(atom)s*+\])*+" % {b"atom": _ATOM}
_STEPS = re.compile(rb"(?:%s(?:\.\s*+[\w\x80-\xff]++|\[%s\]|\(%s\)))*+" % (_BLANK, _INSIDE, _INSIDE)).match
"""What stands behind a name: `.attribute`, `[item]`, `(arguments)`, on one line or in brackets on several."""
_METHOD = re.compile(rb"\.\s*(?:%s)%s\(" % ("|".join(CHANGING_METHODS).encode(), _BLANK)).search
_ASSIGNED = re.compile(rb"%s(?:(?:[-+*/%%&|^@]|//|\*\*|<<|>>|[]:][^=\n]*)?=(?!=))" % _BLANK).match
_BESIDE = re.compile(rb"%s,[^=\n]*=(?!=)" % _BLANK).match
_CALLED = re.compile(rb"[\w\])]\s*\([^\n;)]*\Z").search
_LINE = 300
"""How much in front of a name is looked at to tell `f(ALL.name, x=1)` from `ALL.name, x = 1, 2`."""
_DEEPER = re.compile(rb"%s[.\[(]" % _BLANK).match
_AHEAD = re.compile(rb"[\w.\x80-\xff]").match
_PART = rb"\s++\(?(?:[\w\x80-\xff]++\s*+,\s*+)*+[\w\x80-\xff]++\s*+(?:\.\w|\[)[^\n]*?(?:\bin\b|:)"
_ELSEWHERE = [
    re.compile(one).search
    for one in (
        rb"del(?<=\bdel)(?:attr)?\b",
        rb"setattr(?<=\bsetattr)\b",
        rb"for(?<=\bfor)" + _PART,
        rb"as(?<=\bas)" + _PART,
    )
]
"""What may change an object and has no sign of it behind its name: `del`, and the targets of loops and `with`."""


def may_change(source: bytes, name: bytes) -> bool:
    """Whether a file with the bytes `source` may change something in the object that it calls `name`."""
    return any(_changes(source, end) for end in _ends(source, name)) or (
        name in source and _is_changed_elsewhere(source)
    )


@cache
def setting(attributes: tuple[str, ...], mutable: frozenset[str]) -> Callable[[bytes], re.Match[bytes] | None]:
    """Finds where one of `attributes` of an object not called `self` is assigned, or a `mutable` one changed.

    A search that begins with a letter or a sign is many times as fast as one that begins with a condition.
    """
    assigned = rf"(?:{'|'.join(attributes)})\s*[-+|]?=(?!=)"
    changed = rf"(?:{'|'.join(sorted(mutable))})\s*[\[.]"
    return re.compile(rf"\.(?<!\bself\.)(?:{assigned}|{changed})".encode()).search


@lru_cache(maxsize=16)  # a file is asked for one name after the other
def _is_changed_elsewhere(source: bytes) -> bool:
    return any(search(source) is not None for search in _ELSEWHERE)


def _changes(source: bytes, end: int) -> bool:
    """Whether the steps behind a name that ends at `end` may change something."""
    steps = _STEPS(source, end)
    last = end if steps is None else steps.end()
    is_assigned = last > end and (_ASSIGNED(source, last) is not None or _is_target(source, end, last))
    return is_assigned or _DEEPER(source, last) is not None or _METHOD(source, end, last) is not None


def _is_target(source: bytes, end: int, last: int) -> bool:
    """Whether what stands from `end` to `last` may be one of several targets."""
    return _BESIDE(source, last) is not None and _CALLED(source[max(end - _LINE, 0) : end]) is None


def _ends(source: bytes, name: bytes) -> Iterator[int]:
    """Where `name` ends, but for the ends of longer names, and of attributes."""
    place = source.find(name)
    while place >= 0:
        if _AHEAD(source, max(place - 1, 0), place) is None:
            yield place + len(name)
        place = source.find(name, place + 1)
