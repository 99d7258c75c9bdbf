"""Expressions of constants, by the type of their value."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import strategies as st

from strategies.scope import Draw, pick

_ALPHABET = "ab é\"'\\\n{%"
_INTEGERS = st.integers(-(2**40), 2**40)
_FLOATS = st.floats(allow_nan=False, allow_infinity=False)
_TEXTS = st.text(_ALPHABET, max_size=6)


def _integer(draw: Draw) -> str:
    one, two = draw(_INTEGERS), draw(st.integers(1, 9))
    return pick(
        draw, [f"{one}", f"{two}", f"{one} // {two}", f"{two} * 60", f"2 ** {two}", f"-({one})", f"+{two}", hex(one)]
    )


def _number(draw: Draw) -> str:
    return pick(draw, [f"{draw(_FLOATS)!r}", "1 / 3", "0.5", "1e3", "-.5", "3"])


def _text(draw: Draw) -> str:
    one, two = repr(draw(_TEXTS)), repr(draw(_TEXTS))
    forms = [
        one,
        f"({one} {two})",
        f"{one} + {two}",
        f"{one} * 2",
        f"{two}.join(['a', {one}])",
        "'{}-{}'.format(1, " + one + ")",
        "f'{3}' " + one,
        f"{one}.strip()",
        f"textwrap.dedent({one})",
        f"inspect.cleandoc({one})",
    ]
    return pick(draw, forms)


def _truth(draw: Draw) -> str:
    return pick(draw, ["True", "False", "not True", "not False"])


SCALARS: Mapping[str, Callable[[Draw], str]] = {"int": _integer, "float": _number, "str": _text, "bool": _truth}
"""The types of constants, and what writes an expression of such a constant."""

UNKNOWN = {
    "str": ("unknown()", "os.environ.get('UNKNOWN_TO_TOOLGEN', 'unknown')"),
}
"""Expressions whose value nobody knows by reading: it is always `unknown`, by which the comparison knows it."""


def constant(draw: Draw, type_: str) -> str:
    """An expression of a constant of the type `type_`."""
    return SCALARS[type_](draw)
