"""Methods that are asked the same again and again, and find it out once: `functools.cache`, one for each object."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])

_NOTHING = object()


def memoized(method: Method) -> Method:
    """`method`, which is run once for the same arguments. It takes them by position."""
    return memoized_by(None)(method)


def memoized_by(key: Callable[..., Hashable] | None, *, meanwhile: object = _NOTHING) -> Callable[[Method], Method]:
    """Have a method run once for all arguments, by position, of which `key` makes the same; None for themselves.

    It may tell them apart by their identity: they are kept, so that no others have it. `meanwhile` is the answer to the
    same question on the way to its answer, where that is asked in a circle.
    """

    def decorate(method: Method) -> Method:
        name = f"memo of {method.__qualname__}"

        @wraps(method)
        def answer(owner: Any, *arguments: Any) -> Any:
            if (memo := owner.__dict__.get(name)) is None:
                memo = owner.__dict__[name] = {}
            asked = arguments if key is None else key(*arguments)
            if (known := memo.get(asked)) is None:
                if meanwhile is not _NOTHING:
                    memo[asked] = meanwhile, arguments
                known = memo[asked] = method(owner, *arguments), arguments
            return known[0]

        return cast(Method, answer)

    return decorate
