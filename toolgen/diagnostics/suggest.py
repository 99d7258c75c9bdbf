"""The nearest known name to one that is not known: what `help` of a diagnostic says of a misspelling."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(name: str, known: Iterable[str]) -> str:
    """A sentence with the nearest of `known` to `name`, or with all of them where none is near."""
    from difflib import get_close_matches  # loaded only when there is something to mend

    known = sorted(known)
    near = get_close_matches(name, known, n=3)
    if near:
        return f"did you mean {_listed(near, 'or')}?"
    return f"write one of {_listed(known, 'and')}" if known else "there is none"


def _listed(names: list[str], word: str) -> str:
    """`a`; `a` or `b`; `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    return f" {word} ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
