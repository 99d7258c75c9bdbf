"""Docstrings in Google, NumPy and Sphinx style: what a model is told of a tool, and what the manifest keeps of it.

The styles are those of the Google Python style guide (3.8.3), of the numpydoc guide, and of the field lists of Sphinx's
Python domain. Each section is recognised for itself, so that mixed docstrings work. This module finds where a section
begins and ends; `toolgen.syntax.docstring_entries` reads it. What cannot be read stays in the description, so that no
text is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from toolgen.syntax.docstring_entries import FIELD, Entry, SectionKind, google_entries, numpy_entries, sphinx_entries
from toolgen.syntax.indentation import clean


@dataclass(frozen=True, slots=True)
class Docstring:
    """What a docstring says.

    `description` is the summary and the body, as `inspect.cleandoc` gives them, without the sections that follow here.
    `parameters` maps names without stars to descriptions, in the order they are written. `returns` is what is returned
    or yielded. `raises` are pairs of an exception type and when it is raised. Types are left out: annotations say them.
    """

    description: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    returns: str | None = None
    raises: tuple[tuple[str, str], ...] = ()


class _Heading(NamedTuple):
    """A line `Args:`, `Returns: text` or, to be underlined, `Parameters`."""

    kind: SectionKind
    indent: int
    is_capital: bool
    has_colon: bool
    text: str


_Lines: TypeAlias = Sequence[str]

_PARAMETERS = ("args", "arguments", "params", "parameters")
_TITLES: dict[str, SectionKind] = {
    **dict.fromkeys(_PARAMETERS, "parameters"),
    **dict.fromkeys(
        (f"{which} {what}" for which in ("keyword", "optional", "other") for what in _PARAMETERS), "parameters"
    ),
    **dict.fromkeys(("returns", "return", "yields", "yield"), "returns"),
    **dict.fromkeys(("raises", "raise", "exceptions"), "raises"),
}
_MAY_OPEN = re.compile(rf"\s*(?::|(?:{'|'.join(_TITLES)})\s*(?::|$))", re.IGNORECASE).match
"""Finds in a fraction of the time that most lines open no section."""
_BOUNDARY = re.compile(r"\s*(?::|[A-Z][\w ]*:\s*$)")
_UNDERLINE = re.compile(r"\s*(?:-{3,}|={3,})\s*$")
_ITEM = re.compile(r"\s*\*{0,2}[^\W\d][\w.]*(?:, \*{0,2}\w+)*\s*(?:\(.*?\)\s*)?(?P<colon>:|$)")


@lru_cache(maxsize=16)  # one docstring is asked for its description, and again for the parameters of a tool
def parse_docstring(text: str) -> Docstring:
    """What `text` says: the value of a docstring, with the indentation it has in the source."""
    kept, entries = _split(clean(text).rstrip().split("\n"))
    parameters: dict[str, str] = {}
    for entry in entries:
        if entry.kind == "parameters" and entry.text:
            earlier = parameters.get(entry.name)
            parameters[entry.name] = f"{earlier}\n{entry.text}" if earlier else entry.text
    returns = "\n".join(entry.text for entry in entries if entry.kind == "returns" and entry.text)
    raises = tuple((entry.name, entry.text) for entry in entries if entry.kind == "raises")
    return Docstring("\n".join(kept).rstrip(), parameters, returns or None, raises)


def _split(lines: _Lines) -> tuple[list[str], list[Entry]]:
    """The lines of the description, and the entries of all sections."""
    kept: list[str] = []
    entries: list[Entry] = []
    index, fenced = 0, False
    while index < len(lines):
        section = None if fenced else _section(lines, index, kept)
        if section is None:
            fenced ^= lines[index].lstrip().startswith("```")
            kept.append(lines[index])
            index += 1
        else:
            found, index = section
            entries += found
            index = _close_gap(lines, index, kept)
    return kept, entries


def _close_gap(lines: _Lines, index: int, kept: list[str]) -> int:
    """Leave one empty line where a section was cut out. The index of the next line that is not empty."""
    while kept and not kept[-1].strip():
        kept.pop()
    if kept:
        kept.append("")
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index


def _section(lines: _Lines, start: int, kept: _Lines) -> tuple[list[Entry], int] | None:
    """The entries of the section that begins at line `start`, and the line after it. None if there is no section."""
    if not _MAY_OPEN(lines[start]):
        return None
    heading = _heading(lines[start])
    if (heading is None and not _is_field(lines, start)) or _is_nested(kept, _indentation(lines[start])):
        return None
    if heading is None:
        end = _end(lines, start, resumes=_is_field)
        entries: list[Entry] | None = sphinx_entries("\n".join(lines[start:end]))
    elif not heading.text and _is_underlined(lines, start):
        end = _end(lines, start + 1, resumes=_is_item)
        entries = numpy_entries(heading.kind, "\n".join(lines[start + 2 : end]))
    elif _opens_google_section(heading, start, kept):
        end = _google_end(lines, start, heading)
        entries = google_entries(heading.kind, "\n".join([heading.text, *lines[start + 1 : end]]))
    else:
        return None
    return None if entries is None else (entries, end)


def _heading(line: str) -> _Heading | None:
    title, colon, text = line.partition(":")
    title = title.strip()
    kind = _TITLES.get(title.lower())
    if kind is None or (text and not text[0].isspace()):
        return None
    return _Heading(kind, _indentation(line), title[0].isupper(), bool(colon), text.strip())


def _opens_google_section(heading: _Heading, start: int, kept: _Lines) -> bool:
    """Whether a section begins at `heading`, and not a sentence or a parameter that looks like one."""
    if not heading.has_colon:
        return False
    in_sentence = bool(kept) and kept[-1].rstrip()[-1:] not in ".!?:)"
    if heading.text:  # As the first line, `Returns: the time` is the summary.
        return heading.is_capital and start > 0 and not in_sentence
    return heading.is_capital or (heading.indent == 0 and (heading.kind == "parameters" or not in_sentence))


def _is_nested(kept: _Lines, indent: int) -> bool:
    """Whether a line with this indentation belongs to an example or another block of the description."""
    if indent == 0:
        return False
    above = next((line for line in reversed(kept) if line.strip() and _indentation(line) < indent), "")
    return above.rstrip().endswith(":") or above.lstrip().startswith(".. ")


def _google_end(lines: _Lines, start: int, heading: _Heading) -> int:
    below = next((lines[index] for index in range(start + 1, len(lines)) if lines[index].strip()), "")
    if not heading.is_capital or (not heading.text and _indentation(below) > heading.indent):
        return _end(lines, start, is_lazy=False)
    # Under a heading that opens the docstring the entries have lost their indentation: it was taken for the margin.
    return _end(lines, start, resumes=_is_entry if start == 0 else None)


def _end(
    lines: _Lines, start: int, *, resumes: Callable[[_Lines, int], bool] | None = None, is_lazy: bool = True
) -> int:
    """The end of the section whose heading ends at line `start`.

    What is indented further than the heading belongs to it; what is not, where it `resumes` the section or, if the
    section `is_lazy`, where no empty line and no other section comes between.
    """
    indent = _indentation(lines[start])
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip() or _indentation(line) > indent or (resumes and resumes(lines, index)):
            continue
        if not is_lazy or not lines[index - 1].strip() or _is_boundary(lines, index):
            return index
    return len(lines)


def _is_boundary(lines: _Lines, index: int) -> bool:
    """Whether another section begins at this line."""
    line = lines[index]
    heading = _heading(line)
    is_heading = heading is not None and heading.is_capital and heading.has_colon
    return is_heading or _BOUNDARY.match(line) is not None or _is_underlined(lines, index)


def _is_underlined(lines: _Lines, index: int) -> bool:
    return index + 1 < len(lines) and _UNDERLINE.match(lines[index + 1]) is not None


def _is_field(lines: _Lines, index: int) -> bool:
    return FIELD.match(lines[index]) is not None


def _is_entry(lines: _Lines, index: int) -> bool:
    """Whether a Google entry begins at this line."""
    item = _ITEM.match(lines[index])
    return item is not None and item["colon"] == ":" and not _is_boundary(lines, index)


def _is_item(lines: _Lines, index: int) -> bool:
    """Whether a NumPy entry begins at this line: a name, and text below that is indented further."""
    has_text = index + 1 < len(lines) and _indentation(lines[index + 1]) > _indentation(lines[index])
    return has_text and _ITEM.match(lines[index]) is not None and not _is_boundary(lines, index)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
