"""A docstring → what it says of parameters: the ways that frameworks have.

Each finds what the framework finds, and no more; `toolgen.syntax.docstrings` reads what the framework does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from toolgen.syntax.descriptions import styled
from toolgen.syntax.indentation import clean

ParameterTexts: TypeAlias = Callable[[str], Mapping[str, str]]


def none(_: str) -> Mapping[str, str]:
    """Nothing: the framework leaves parameters to the annotations."""
    return {}


def parsed(text: str) -> Mapping[str, str]:
    """As the package `docstring-parser` does, in the style in which it finds most."""
    return {one.arg_name: one.description or "" for one in styled(text).params}


_TITLE = re.compile(r"(?:(?:keyword |other )?arg(?:ument)?s|(?:other )?param(?:eter)?s):\s*$", re.IGNORECASE)
_FIELD = re.compile(
    r"^:(?:param|parameter|arg|argument|key|keyword)[ ](?:[^:\n]*[ ])?(\w+):((?:.*+\n)(?:(?!:).*+\n)*+)", re.MULTILINE
)


def indented(text: str) -> Mapping[str, str]:
    """As griffe does: in Google's sections a line that is indented as the first one begins an item, whatever it says.

    A field of Sphinx ends where the next one begins. Source: `_read_block_items` and `_read_parameters` in its
    `griffe/_internal/docstrings/google.py`, `_parse_directive` in `sphinx.py`. NumPy's sections say what
    `toolgen.syntax.docstrings` reads.
    """
    cleaned = f"{clean(text)}\n"
    texts = {name: words.strip() for name, words in _FIELD.findall(cleaned)}
    lines = [] if texts else cleaned.split("\n")
    for index, line in enumerate(lines):
        for item in _items(lines[index + 1 :]) if _TITLE.match(line) else ():
            name, colon, words = item.partition(":")
            name = name.partition("(")[0].strip() if name.endswith(")") else name
            if colon:
                texts.setdefault(name.lstrip("*"), words.strip())
    return texts


def _items(lines: list[str]) -> Iterator[str]:
    """The items of a section, each with the lines that are indented further than its first one."""
    indent, item = 0, list[str]()
    for line in lines:
        own = len(line) - len(line.lstrip())
        indent = indent or own
        if line.strip() and own < max(indent, 1):
            break
        if own == indent and line.strip():
            yield "\n".join(item)
            item = []
        item.append(line.strip() if own < 2 * indent else line[2 * indent :])
    yield "\n".join(item)


_BY_LINES = (
    re.compile(r":param (\w+): (.+)"),
    re.compile(r"^[^\S\n]*+(\w+)\s*\(.*?\):\s*(.+)$", re.MULTILINE),
    re.compile(r"@param (\w+)\s+(.+)"),
)


def first_lines(text: str) -> Mapping[str, str]:
    """As llama-index does: of fields, of names with a type in brackets and of Javadoc's tags the first line alone.

    Source: `FunctionTool.extract_param_docs` in its `llama_index/core/tools/function_tool.py`.
    """
    texts: dict[str, str] = {}
    for pattern in _BY_LINES:
        for name, words in pattern.findall(text):
            texts.setdefault(name, words.strip())
    return texts


_ARGS = re.compile(r"\n[^\S\n]*+Args:\n")
_ENDS = re.compile(r"Returns:|Raises:")
_ARG = re.compile(r"\s*(\w+)\s*(?:\([^)]*\))?:")


def by_names(text: str) -> Mapping[str, str]:
    """As smolagents does: under `Args:` each line that begins with a word and a colon begins an argument.

    The line after one that says nothing of its argument is what is said of it.

    Source: `_parse_google_format_docstring` in its `smolagents/_function_type_hints_utils.py`.
    """
    args = _ENDS.split(_ARGS.split(text, maxsplit=1)[-1], maxsplit=1)[0] if _ARGS.search(text) else ""
    texts: dict[str, str] = {}
    name = ""
    for line in filter(str.strip, args.split("\n")):
        found = _ARG.match(line)
        if found and texts.get(name) != "":
            name = found[1]
            texts[name] = line[found.end() :].strip()
        elif name:
            texts[name] = f"{texts[name]} {line.strip()}".lstrip()
    return texts


def first_block(text: str) -> Mapping[str, str]:
    """As `parse_docstring=True` of langchain does: what follows `Args:` up to the first empty line.

    Source: `_parse_google_docstring` in its `langchain_core/utils/function_calling.py`.
    """
    args = next((one for one in clean(text).split("\n\n") if one.startswith("Args:")), "")
    texts: dict[str, str] = {}
    name, indent = "", None
    for line in filter(str.strip, args.split("\n")[1:]):
        own = len(line) - len(line.lstrip())
        indent = own if indent is None and ":" in line else indent
        if ":" in line and not (name and indent is not None and own > indent):
            name, _, words = line.partition(":")
            name = re.sub(r"^(\S+) \(.*\)$", r"\1", name.strip())
            texts[name] = words.strip()
        elif name:
            texts[name] += f" {line.strip()}"
    return texts
