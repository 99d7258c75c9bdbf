"""The order in which Python looks through a class and those above it.

Source: <https://docs.python.org/3/howto/mro.html>.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from toolgen.evaluation.names.symbols import Defined, Symbol


def mro_of(
    symbol: Symbol,
    bases: Callable[[Symbol], Sequence[Symbol]],
    remembered: Callable[[Symbol, Callable[[], list[_Key]]], list[_Key]],
) -> list[Symbol]:
    """`symbol` and every class above it in method resolution order; the last of each line is `External`.

    Where the bases contradict each other, or a class is above itself, so that Python would refuse the class, they come
    in the order of writing. The order of each class is `remembered`, for those that have it above them.
    """
    symbols, orders = dict[_Key, Symbol](), dict[_Key, list[_Key]]()
    pending = [symbol]
    while pending:
        key, above = _key(pending[-1]), bases(pending[-1])
        if key not in symbols:
            symbols[key] = pending[-1]
            pending += [base for base in reversed(above) if _key(base) not in symbols]
        elif _key(one := pending.pop()) not in orders:
            keys = [*map(_key, above)]
            if not orders.keys() >= {*keys}:
                return _written(symbol, bases)
            merging = partial(_merged, [*(orders[base] for base in keys), keys])
            orders[key] = [key, *remembered(one, merging)]
    return [symbols[key] for key in orders[_key(symbol)] if key in symbols]


def _written(symbol: Symbol, bases: Callable[[Symbol], Sequence[Symbol]]) -> list[Symbol]:
    """`symbol` and every class above it, in the order of writing."""
    symbols, pending = dict[_Key, Symbol](), [symbol]
    while pending:
        one = pending.pop()
        if _key(one) not in symbols:
            symbols[_key(one)] = one
            pending += reversed(bases(one))
    return [*symbols.values()]


def _merged(orders: list[list[_Key]]) -> list[_Key]:
    """C3: the first head that is in no tail, again and again."""
    if len(orders) == 2:  # of one class
        return orders[0]
    merged: list[_Key] = []
    pending = [order[::-1] for order in orders]
    later = Counter(key for order in orders for key in order[1:])
    while pending := [order for order in pending if order]:
        head = next((order[-1] for order in pending if not later[order[-1]]), pending[0][-1])
        merged.append(head)
        if later.pop(head, 0):  # where the bases contradict each other
            pending = [[key for key in order if key != head] for order in pending]
            later = Counter(key for order in pending for key in order[:-1])
        for order in pending:
            if order and order[-1] == head:
                order.pop()
                later.subtract(order[-1:])
    return merged


_Key: TypeAlias = int | str


def _key(symbol: Symbol) -> _Key:
    """What tells a class from another one: two statements may give classes one name."""
    return id(symbol.node) if isinstance(symbol, Defined) else symbol.name
