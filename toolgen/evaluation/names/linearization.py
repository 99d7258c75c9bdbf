"""The order in which Python looks through a class and those above it.

Source: <https://docs.python.org/3/howto/mro.html>.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from toolgen.evaluation.names.symbols import Defined, Symbol


def line_of(symbol: Symbol, bases: Callable[[Symbol], Sequence[Symbol]]) -> Iterator[Symbol]:
    """`symbol` and every class above it in method resolution order; the last of each line is `External`.

    Where the bases contradict each other, so that Python would refuse the class, they come in the order of writing.
    """
    seen = set[int | str]()
    while (key := _key(symbol)) not in seen:
        seen.add(key)
        yield symbol
        match bases(symbol):
            case [symbol]:
                continue
            case [_, *_]:
                yield from (one for one in _line(symbol, bases) if _key(one) not in seen)
        return


def _line(symbol: Symbol, bases: Callable[[Symbol], Sequence[Symbol]]) -> list[Symbol]:
    """The line of `symbol`, after those of the classes above it, each once, however many lead there."""
    known: dict[int | str, list[Symbol]] = {}
    pending = [symbol]
    while pending:
        one = pending[-1]
        above = bases(one)
        if _key(one) not in known:
            known[_key(one)] = [one]  # for a class that is above itself
            pending += [base for base in above if _key(base) not in known]
        else:
            pending.pop()
            lines = [known[_key(base)] for base in above]
            known[_key(one)] = [one, *(lines[0] if len(lines) == 1 else _merged([*lines, [*above]]))]
    return known[_key(symbol)]


def _merged(lines: list[list[Symbol]]) -> list[Symbol]:
    """C3: the first head that is in no tail, again and again."""
    merged: list[Symbol] = []
    pending = [line[::-1] for line in lines]
    later = Counter(_key(symbol) for line in lines for symbol in line[1:])
    while pending := [line for line in pending if line]:
        head = next((line[-1] for line in pending if not later[_key(line[-1])]), pending[0][-1])
        merged.append(head)
        if later.pop(_key(head), 0):  # where the bases contradict each other
            pending = [[symbol for symbol in line if _key(symbol) != _key(head)] for line in pending]
            later = Counter(_key(symbol) for line in pending for symbol in line[:-1])
        for line in pending:
            if line and _key(line[-1]) == _key(head):
                line.pop()
                later.subtract([_key(line[-1])] if line else [])
    return merged


def _key(symbol: Symbol) -> int | str:
    """What tells a class from another one: two statements may give classes one name."""
    return id(symbol.node) if isinstance(symbol, Defined) else symbol.name
