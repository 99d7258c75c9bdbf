"""The lines of a docstring with an entry more or less, as people write it.

These are guesses, of which the reader of docstrings tells the right one: what says the same as before but for the
entry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from typing import Literal

from toolgen.model.span import Span
from toolgen.rewrite.change import UnchangeableError
from toolgen.syntax.docstrings import Docstring, parse_docstring
from toolgen.syntax.source import decode

Style = Literal["google", "numpy", "sphinx"]

TODO = "TODO"
"""The text of an entry that nobody has written yet."""

_FIELD = r"(?P<head>\s*:(?:param|parameter|arg|argument|key|keyword)\b)(?P<type>[^:]*?)\s[\\*]*{name}\s*:"
_TYPE = r"\s*:type\s+[\\*]*{name}\s*:"
_LISTED = (
    r"(?P<head>\s*(?:[-*+•]\s+)?)(?P<quote>[`*\\\"']*){name}[`*\"']*\s*"
    r"(?:(?P<type>\(.*?\))?\s*:.*|-+\s.*|[–—].*|\w[\w.\[\]|, ]*:.*)?$"
)

_UNDERLINE = re.compile(r"\s*[-=]{3,}\s*$")
_GOOGLE_HEADING = re.compile(r"\s*[A-Z][\w ]*:\s*$")
_STYLES: Mapping[Style, re.Pattern[str]] = {
    "google": re.compile(r"^[ \t]*(?:Args|Arguments|Parameters|Returns|Yields|Raises):[ \t]*$", re.MULTILINE),
    "numpy": re.compile(r"^[ \t]*(?:Parameters|Returns|Yields|Raises)[ \t]*\n[ \t]*-{3,}[ \t]*$", re.MULTILINE),
    "sphinx": re.compile(r"^[ \t]*:(?:param|type|returns?|rtype|raises?)\b[^:\n]*:", re.MULTILINE),
}
_EPYDOC = re.compile(r"\s*@param\b")
"""What says of a parameter what no other style reads."""
_MOST_GUESSES = 60

MOST_LETTERS = 20_000_000
"""How much of its docstrings is read for the changes of one file, which read one again for each entry: about 2 s."""

_LETTERS = ContextVar("_LETTERS", default=MOST_LETTERS)


class TooMuchError(Exception):
    """The docstrings of a file are too long for as many changes."""


@contextmanager
def of_one_file() -> Iterator[None]:
    """The changes of a file are made inside of this. May raise TooMuchError."""
    token = _LETTERS.set(MOST_LETTERS)
    try:
        yield
    finally:
        _LETTERS.reset(token)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A parameter to be described: its name, its annotation as it is written, and one line of text."""

    name: str
    annotation: str
    text: str = TODO


@dataclass(frozen=True, slots=True)
class Layout:
    """How a new section is written: its style where there is no other, the `indent` of its lines, and their ends."""

    style: Style
    indent: str
    newline: str


def style_of(text: str) -> Style | None:
    """The style in which most sections of `text` are written; None where there are none."""
    counts = {style: len(pattern.findall(text)) for style, pattern in _STYLES.items()}
    most = max(counts, key=lambda style: counts[style])
    return most if counts[most] else None


def without(lines: Sequence[str], name: str, *, keeps_type: bool = False) -> list[str]:
    """`lines` without the entry of `name`, but its type if that `keeps_type`. Raises UnchangeableError."""
    before = _read(lines)
    others = {other: text for other, text in before.parameters.items() if other != name}
    types = [] if keeps_type else _typed(lines, name)
    return _that_reads(replace(before, parameters=others), _without(lines, name, types))


def renamed(lines: Sequence[str], name: str, meant: str) -> list[str]:
    """`lines` in which the entry of `name` is of the one `meant`. Raises UnchangeableError."""
    before, typed = _read(lines), _typed(lines, name)
    if meant in before.parameters:
        raise UnchangeableError(f"the docstring describes `{meant}` as well")
    parameters = {meant if other == name else other: text for other, text in before.parameters.items()}
    word = re.compile(rf"\b{re.escape(name)}\b")
    guesses = (
        [word.sub(meant, line, count=1) if index in (start, *typed) else line for index, line in enumerate(lines)]
        for start, _ in _entries(lines, name)
    )
    return _that_reads(replace(before, parameters=parameters), guesses)


def with_entry(lines: Sequence[str], entry: NewEntry, order: Sequence[str], layout: Layout) -> list[str]:
    """`lines` with an entry more, beside those of the names before or after it in `order`, unless it is there by now.

    Where no entry is there, a new section is, in the style of the other sections, or else in that of the `layout`.
    Raises UnchangeableError.
    """
    if any(map(_EPYDOC.match, lines)):
        raise UnchangeableError("the docstring is written in Epydoc's style")
    before = _read(lines)
    if entry.name in before.parameters:
        return [*lines]
    wanted = replace(before, parameters={**before.parameters, entry.name: entry.text})
    at = order.index(entry.name)
    near = [(name, True) for name in order[:at][::-1]] + [(name, False) for name in order[at + 1 :]]
    documented = [(name, is_after) for name, is_after in near if name in before.parameters]
    style = style_of("\n".join(lines)) or layout.style
    guesses = _beside(lines, entry, documented) if documented else _in_new_section(lines, entry, style, layout.indent)
    return _that_reads(wanted, chain(_above_type(lines, entry), guesses))


def in_order(lines: Sequence[str], order: Sequence[str]) -> list[str]:
    """`lines` with the entries of `order` in that order, others in place. Raises UnchangeableError."""
    before = _read(lines)
    described = [name for name in before.parameters if name in order]
    places = iter(sorted(described, key=order.index))
    wanted = [next(places) if name in order else name for name in before.parameters]
    guesses = (guess for guess in _permuted(lines, described, order) if [*_read(guess).parameters] == wanted)
    return _that_reads(before, guesses)


def read(text: str) -> Docstring:
    """What a docstring says. Raises TooMuchError where that was asked too often, for texts as long as these."""
    left = _LETTERS.get() - len(text)
    if left < 0:
        raise TooMuchError
    _LETTERS.set(left)
    return parse_docstring(text)


def _read(lines: Iterable[str]) -> Docstring:
    return read("\n".join(lines))


def _that_reads(wanted: Docstring, guesses: Iterator[list[str]]) -> list[str]:
    """The first of `guesses`, of which there are not many, that says what is `wanted`."""
    for guess in islice(guesses, _MOST_GUESSES):
        if _read(guess) == wanted:
            return guess
    raise UnchangeableError("the docstring is written in a form that is not changed")


def _without(lines: Sequence[str], name: str, types: Iterable[int]) -> Iterator[list[str]]:
    """`lines` without an entry of `name`, and the fields at `types`; then without the heading that it leaves alone."""
    typed = {index for start in types for index in range(start, _entry_end(lines, start))}
    for start, _ in _entries(lines, name):
        gone = typed.union(range(start, _entry_end(lines, start)))
        yield _lines_but(lines, gone)
        heading = start - (2 if start > 1 and _UNDERLINE.match(lines[start - 1]) else 1)
        while heading > 0 and not lines[heading - 1].strip():
            heading -= 1
        yield _lines_but(lines, gone.union(range(max(heading, 0), start)))
        above = next((index for index in range(start, 0, -1) if lines[index - 1].strip()), 0)
        yield _lines_but(lines, gone.union(range(above, start)))


def _lines_but(lines: Sequence[str], gone: set[int]) -> list[str]:
    return [line for index, line in enumerate(lines) if index not in gone]


def _entries(lines: Sequence[str], name: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Where an entry of `name` may begin: the index of its line, and how that is written; fields first."""
    for pattern in (_FIELD, _LISTED):
        yield from _matching(pattern, lines, name)


def _typed(lines: Sequence[str], name: str) -> list[int]:
    """The lines that give the type of the parameter `name` by a field of its own."""
    return [index for index, _ in _matching(_TYPE, lines, name)]


def _entry_end(lines: Sequence[str], start: int) -> int:
    """The line after the last of the entry at `start`: what is indented further belongs to it."""
    end = start + 1
    for index in range(start + 1, len(lines)):
        if lines[index].strip() and _indentation(lines[index]) <= _indentation(lines[start]):
            break
        end = index + 1 if lines[index].strip() else end
    return end


def _indentation(line: str) -> int:
    """The columns that `line` is indented by, tabs as Python counts them."""
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def _above_type(lines: Sequence[str], entry: NewEntry) -> Iterator[list[str]]:
    """`lines` with `entry` above the field that has its type already."""
    for at in _typed(lines, entry.name):
        yield [*lines[:at], f"{margin(lines[at])}:param {entry.name}: {entry.text}", *lines[at:]]


def _beside(lines: Sequence[str], entry: NewEntry, documented: Iterable[tuple[str, bool]]) -> Iterator[list[str]]:
    """`lines` with `entry` written like that of the nearest parameter which is described, after or before it."""
    for name, is_after in documented:
        for start, found in _entries(lines, name):
            typed = [index for index in _typed(lines, name) if index >= start]
            end = max([_entry_end(lines, start), *(_entry_end(lines, index) for index in typed)])
            new = [_like(entry, lines, start, end, found)]
            if typed:
                new.append([f"{margin(lines[start])}:type {entry.name}: {entry.annotation}"])
            at = end if is_after else start
            yield [*lines[:at], *(line for some in new for line in some), *lines[at:]]


def _like(entry: NewEntry, lines: Sequence[str], start: int, end: int, found: re.Match[str]) -> list[str]:
    """The lines of `entry`, written as that from `start` to `end` is, of which the first line was `found`."""
    groups = found.groupdict()
    head, line = groups["head"], lines[start]
    if "quote" not in groups:
        type_ = f" {entry.annotation}" if (groups["type"] or "").strip() and " " not in entry.annotation else ""
        return [f"{head}{type_} {entry.name}: {entry.text}"]
    name = f"{groups['quote']}{entry.name}{groups['quote'][::-1]}"
    below = next((lines[index] for index in range(start + 1, end) if lines[index].strip()), "")
    if below and _is_numpy(lines, start):
        type_ = f" : {entry.annotation}" if ":" in line and entry.annotation else ""
        return [f"{head}{name}{type_}", f"{margin(below)}{entry.text}"]
    type_ = f" ({entry.annotation})" if groups["type"] and entry.annotation else ""
    return [f"{head}{name}{type_}: {entry.text}"]


def _is_numpy(lines: Sequence[str], start: int) -> bool:
    """Whether the entry at `start` stands in a section with an underlined heading."""
    above = (lines[index] for index in range(start - 1, -1, -1))
    return any(_UNDERLINE.match(line) for line in above if _indentation(line) <= _indentation(lines[start]))


def margin(line: str) -> str:
    """What `line` is indented by."""
    return line[: len(line) - len(line.lstrip())]


def _in_new_section(lines: Sequence[str], entry: NewEntry, style: Style, indent: str) -> Iterator[list[str]]:
    """`lines` with a section that holds `entry`: before the other sections, or at the end."""
    unit = "\t" if "\t" in indent else "    "
    type_ = f" : {entry.annotation}" if entry.annotation else ""
    section = {
        "google": [f"{indent}Args:", f"{indent}{unit}{entry.name}: {entry.text}"],
        "numpy": [
            f"{indent}Parameters",
            f"{indent}----------",
            f"{indent}{entry.name}{type_}",
            f"{indent}{unit}{entry.text}",
        ],
        "sphinx": [f"{indent}:param {entry.name}: {entry.text}"],
    }[style]
    opens = [index for index in range(1, len(lines)) if _opens(lines, index, style)]
    for index in opens:
        gap = [] if style == "sphinx" else [""]
        yield [*lines[:index], *section, *gap, *lines[index:]]
    *body, last = lines
    closing = last if body and not last.strip() else indent
    text = body if body and not last.strip() else [*lines[:-1], last.rstrip()]
    while text and not text[-1].strip():
        text = text[:-1]
    yield [*text, "", *section, closing]


def _opens(lines: Sequence[str], index: int, style: Style) -> bool:
    """Whether a section of `style` begins at this line."""
    if style == "sphinx":
        return _STYLES["sphinx"].match(lines[index]) is not None
    is_underlined = index + 1 < len(lines) and _UNDERLINE.match(lines[index + 1]) is not None
    return is_underlined if style == "numpy" else _GOOGLE_HEADING.match(lines[index]) is not None


def _permuted(lines: Sequence[str], names: Sequence[str], order: Sequence[str]) -> Iterator[list[str]]:
    """`lines` with the entries of `names` in each other's places; what stands between entries stays between them."""
    for pattern, which in ((_FIELD, 0), (_LISTED, 0), (_LISTED, -1)):
        found = {name: [index for index, _ in _matching(pattern, lines, name)] for name in names}
        if all(found.values()):
            starts = {name: found[name][which] for name in names}
            blocks = {name: (start, _with_type(lines, name, start)) for name, start in starts.items()}
            slots = sorted(blocks.values())
            if all(end <= start for (_, end), (start, _) in pairwise(slots)):
                entries = [lines[slice(*blocks[name])] for name in sorted(names, key=order.index)]
                yield _filled(lines, slots, entries)


def _matching(pattern: str, lines: Sequence[str], name: str) -> Iterator[tuple[int, re.Match[str]]]:
    is_entry = re.compile(pattern.format(name=re.escape(name))).match
    return ((index, found) for index, line in enumerate(lines) if (found := is_entry(line)))


def _with_type(lines: Sequence[str], name: str, start: int) -> int:
    """The line after the entry at `start`, and after the type of `name` where that stands below it."""
    end = _entry_end(lines, start)
    return _entry_end(lines, end) if end in _typed(lines, name) else end


def _filled(lines: Sequence[str], slots: Sequence[tuple[int, int]], entries: Iterable[Sequence[str]]) -> list[str]:
    """`lines` with `entries` in the place of what is in the `slots`."""
    filled, last = list[str](), 0
    for (start, end), entry in zip(slots, entries, strict=True):
        filled += [*lines[last:start], *entry]
        last = end
    return [*filled, *lines[last:]]


_LONGEST_HEAD = 200
"""In how many lines below the name of a function its docstring is looked for."""
_LITERAL = re.compile(r"[rRuU]?[\"']")


def layouts(sources: Mapping[str, bytes]) -> Callable[[Span], Layout]:
    """The layout of the docstring of a function, by the place of its name; the style is that of most files."""
    texts = {path: decode(source) for path, source in sources.items()}
    lines = {path: text.split("\n") for path, text in texts.items()}
    styles = Counter(found for path in sorted(texts) if (found := style_of(texts[path])) is not None)
    newlines = {path: "\r\n" if b"\r\n" in source else "\n" for path, source in sources.items()}
    style: Style = styles.most_common(1)[0][0] if styles else "google"

    def layout(at: Span) -> Layout:
        above, *below = lines[at.path][at.line - 1 : at.line + _LONGEST_HEAD]
        opening = next((line for line in below if _LITERAL.match(line.lstrip())), f"{margin(above)}    ")
        return Layout(style, margin(opening), newlines[at.path])

    return layout
