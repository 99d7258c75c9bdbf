"""The nearest known name to one that is not known: what `help` of a diagnostic says of a misspelling."""

from __future__ import annotations

from collections.abc import Iterable

_FEW = 12


def suggest(name: str, known: Iterable[str]) -> str:
    """A sentence with the nearest of `known` to `name`; where none is near, with all of them if they are few."""
    from difflib import get_close_matches  # loaded only when there is something to mend

    known = sorted(known)
    near = get_close_matches(name, known, n=3)
    if near:
        return f"did you mean {_listed(near)}?"
    if len(known) > _FEW:
        return "none has a name like it"
    return f"write {_listed(known)}" if known else "there is none"


def _listed(names: list[str]) -> str:
    """`a`; `a` or `b`; `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
