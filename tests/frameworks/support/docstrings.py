"""Docstrings as people write them, and as they should not: drawn from tables, the same in every run."""

from __future__ import annotations

import random

NAMES = ("alpha", "beta", "gamma")
_TEXTS = (
    "the name",
    "One of `a`, `b`.",
    "seconds to wait: 3 by default",
    "see https://x.org/y",
    "(optional) how many",
    "- a dash first",
    "ISO date (YYYY-MM-DD)",
    "List of ids, such as [1, 2]",
)
_MORE = (
    "continues here.",
    "and: more text",
    "(with remarks)",
    "Note: it is slow",
    "beta is better",
    "* star",
    "1. one",
)
_TYPES = ("", "", "str", "str, optional", "Optional[str]", "int | None")
_GOOGLE = ("Args:", "Args:", "Args:", "Arguments:", "Parameters:", "Params:")
_AFTER = ("Returns:", "Raises:", "Example:", "Note:", "Returns a thing.")


def docstrings(count: int, *, seed: int = 0) -> list[str]:
    """`count` docstrings that describe `NAMES`: three in five in Google's style, the others in Sphinx's and NumPy's.

    Each is indented by four spaces.
    """
    draw = random.Random(seed)
    styles = (_google, _google, _google, _sphinx, _numpy)
    return ["\n".join(f"    {line}" if line else "" for line in styles[n % 5](draw)).strip() for n in range(count)]


def _named(draw: random.Random) -> list[str]:
    return draw.sample(NAMES, draw.randint(1, 3))


def _google(draw: random.Random) -> list[str]:
    indent = draw.choice(("    ", "    ", "  "))
    lines = ["Fetch it.", *([""] if draw.random() < 0.9 else []), draw.choice(_GOOGLE)]
    for name in _named(draw):
        type_ = draw.choice(_TYPES)
        mark = "- " if draw.random() < 0.1 else ""
        lines.append(f"{indent}{mark}{name}{f' ({type_})' if type_ else ''}: {draw.choice(_TEXTS)}")
        if draw.random() < 0.5:
            lines.append(draw.choice((indent * 2, f"{indent}  ", indent, "")) + draw.choice(_MORE))
    if draw.random() < 0.1:
        lines = ["Fetch it.", "", draw.choice(_GOOGLE), f"{indent}None"]
    return [*lines, "", draw.choice(_AFTER), f"{indent}The text."] if draw.random() < 0.6 else lines


def _sphinx(draw: random.Random) -> list[str]:
    lines = ["Fetch it.", ""]
    for name in _named(draw):
        lines.append(
            f":{draw.choice(('param', 'param', 'arg'))} {draw.choice(('', 'str '))}{name}: {draw.choice(_TEXTS)}"
        )
        if draw.random() < 0.4:
            lines.append(draw.choice(("    ", "  ")) + draw.choice(_MORE))
        if draw.random() < 0.3:
            lines.append(f":type {name}: str")
    return [*lines, draw.choice((":returns: the text", ":rtype: str", ":raises ValueError: bad", "\n    More text."))]


def _numpy(draw: random.Random) -> list[str]:
    lines = ["Fetch it.", "", "Parameters", "----------"]
    for name in _named(draw):
        type_ = draw.choice(_TYPES)
        lines += [f"{name} : {type_}" if type_ else name, f"    {draw.choice(_TEXTS)}"]
        if draw.random() < 0.4:
            lines.append(f"    {draw.choice(_MORE)}")
    return [*lines, "", "Returns", "-------", "str", "    The text."] if draw.random() < 0.5 else lines
