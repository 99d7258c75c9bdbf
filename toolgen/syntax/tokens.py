"""Text → tokens, by the rules of the newest Python: strings inside f-strings may have the same quotes (PEP 701).

The `tokenize` of an older Python takes such a string apart at the first quote.
Source: <https://docs.python.org/3/reference/lexical_analysis.html>.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class UnreadableError(Exception):
    """A string or bracket is not closed."""


class Token(NamedTuple):
    """A word, a whole string with its prefix, a newline unless escaped, or one other character, from `start` on."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def opening(self) -> re.Match[str] | None:
        """What a string starts with: its `prefix` and its `quote`."""
        return _STRING.match(self.text)


_BLANK = r"[ \t\f]+|\\\n|\#[^\n]*"
_OPENING_OF_STRING = r"(?P<prefix>(?i:[rbuft]|[bft]r|r[bft])?)(?P<quote>'''|\"\"\"|'|\")"
_STRING = re.compile(_OPENING_OF_STRING)
_TOKEN = re.compile(rf"(?P<blank>{_BLANK})|{_OPENING_OF_STRING}|\w+|.", re.DOTALL)
_PLAIN = {
    quote: re.compile(rf"(?:[^\\{stop}]|\\.{tail})*+{quote}", re.DOTALL)
    for quote, stop, tail in (("'", r"'\n", ""), ('"', r'"\n', ""), ("'''", "'", "|'(?!'')"), ('"""', '"', '|"(?!"")'))
}
"""What follows an opening quote, up to the closing one."""

_OPENING, _CLOSING = "([{", ")]}"


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """The tokens of `text` from `start` on, without spaces and comments. Raises UnreadableError."""
    while found := _TOKEN.match(text, start):
        start = _end_of_string(text, found) if found["quote"] else found.end()
        if not found["blank"]:
            yield Token(text[found.start() : start], found.start())


def _end_of_string(text: str, opening: re.Match[str]) -> int:
    if is_formatted(opening):
        return _end_of_formatted(text, opening)
    closing = _PLAIN[opening["quote"]].match(text, opening.end())
    if closing is None:
        raise UnreadableError
    return closing.end()


def is_formatted(opening: re.Match[str]) -> bool:
    """Whether an f-string or a t-string starts so."""
    return bool({*opening["prefix"].lower()} & {"f", "t"})


def _end_of_formatted(text: str, opening: re.Match[str]) -> int:
    """Where the f-string ends that starts with `opening`."""
    quote, is_raw = opening["quote"], "r" in opening["prefix"].lower()
    at = opening.end()
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote)
        if text.startswith(("{{", "}}"), at):
            at += 2
        elif text[at] == "{":
            at = _end_of_field(text, at + 1)
        elif text[at] == "\n" and len(quote) == 1:
            break
        else:
            at = _end_of_character(text, at, is_raw)
    raise UnreadableError


def _end_of_character(text: str, at: int, is_raw: bool) -> int:
    """Where a character of an f-string outside its fields ends, which may be an escape sequence."""
    if text[at] != "\\" or text[at + 1 : at + 2] in {"{", "}"}:
        return at + 1
    if not is_raw and text.startswith("\\N{", at):
        return text.find("}", at) + 1 or len(text)
    return at + 2


def _end_of_field(text: str, start: int) -> int:
    """Where the replacement field ends whose expression starts at `start`."""
    depth = 0
    for token in tokens(text, start):
        if depth == 0 and token.text == "}":
            return token.end
        if depth == 0 and token.text == ":":
            return _end_of_format(text, token.end)
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
    raise UnreadableError


def _end_of_format(text: str, at: int) -> int:
    """Where the replacement field ends whose format specification starts at `at`."""
    while at < len(text):
        if text[at] == "}":
            return at + 1
        at = _end_of_field(text, at + 1) if text[at] == "{" else at + 1
    raise UnreadableError


def closing(found: list[Token], opening: int) -> int:
    """The index in `found` of the bracket that closes the one at `opening`. Raises UnreadableError."""
    for index, depth in _depths(found, opening):
        if depth == 0:
            return index
    raise UnreadableError


def find(text: str, found: list[Token], start: int) -> int:
    """The index in `found`, from `start` on, of the first `text` outside all brackets. Raises UnreadableError."""
    for index, depth in _depths(found, start):
        if depth == 0 and found[index].text == text:
            return index
    raise UnreadableError


def split(found: list[Token], separator: str) -> list[list[Token]]:
    """`found`, cut at each `separator` that stands outside all brackets."""
    parts: list[list[Token]] = [[]]
    for index, depth in _depths(found, 0):
        if depth == 0 and found[index].text == separator:
            parts.append([])
        else:
            parts[-1].append(found[index])
    return parts


def _depths(found: list[Token], start: int) -> Iterator[tuple[int, int]]:
    """The indices of `found` from `start` on, each with the number of brackets open behind its token."""
    depth = 0
    for index in range(start, len(found)):
        depth += (found[index].text in _OPENING) - (found[index].text in _CLOSING)
        yield index, depth
