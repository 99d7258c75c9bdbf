"""The nearest known name to one that is not known: what `help` of a diagnostic says of a misspelling."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

_FEW = 12
_NEIGHBOURS, _LETTERS = 100, 100
"""How many names before and after a name in the order of the alphabet are compared with it, and how much of each."""


def suggest(name: str, known: Iterable[str]) -> str:
    """A sentence with the nearest of `known` to `name`; where none is near, with all of them if they are few."""
    from difflib import get_close_matches  # loaded only when there is something to mend

    known = sorted(known)
    place = bisect(known, name)
    neighbours = [one for one in known[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS] if len(one) <= _LETTERS]
    near = get_close_matches(name[:_LETTERS], neighbours, n=3)
    if near:
        return f"did you mean {_listed(near)}?"
    if len(known) > _FEW:
        return "none has a name like it"
    return f"write {_listed(known)}" if known else "there is none"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` of which `name` is a misspelling, if there is one."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LETTERS], known, n=1, cutoff=0.8)), None)


def _listed(names: list[str]) -> str:
    """`a`; `a` or `b`; `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
