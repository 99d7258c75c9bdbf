"""Text that others wrote, as Markdown that stays inside the block it is put into.

A description keeps its paragraphs, lists, emphasis, links and code. What could open or close a block of the document
around it is escaped: headings, fences, quotes, tables, HTML, reference definitions. Code is not copied but written anew
between delimiters that it does not hold, so that safety does not depend on reading the author's Markdown right.

The rules are those of CommonMark 0.31.2 and, for tables, of GitHub Flavored Markdown 0.29.
"""

from __future__ import annotations

import re
import textwrap
from functools import reduce

from toolgen.model.unsafe import CHARACTERS, JOINERS

_NEWLINE = re.compile(r"\r\n?")
_JOINED = rf"(?<=[^\x00-\x7f{CHARACTERS}])[{JOINERS}](?=[^\x00-\x7f{CHARACTERS}])"
_NO_TEXT = re.compile(f"(?!{_JOINED})[{CHARACTERS}]")
_BLANK_LINES = re.compile(r"\n{3,}")
_BACKTICKS = re.compile("`+")
_PIPE = re.compile(r"(?<!\\)(\\*)\|")

# Most texts need nothing done, and are recognised at once: letters start their lines, and nothing in them is active.
_ACTIVE = re.compile(r"[`\\<]")
_PLAIN = re.compile(rf"(?:[^\W\d_][^`\\<\t\n{CHARACTERS}]*(?:\n\n?(?!\Z)|\Z))*")

# Sections of docstrings whose indented text is prose and no code, as the titles are in Google, NumPy and Sphinx style.
_ADVICE = r"notes?|warnings?|caution|important|tips?|hints?|attention|danger|see\ also|references|todo"
_ENTRIES = r"(?:(?:keyword|other|optional)\ )?(?:arg(?:ument)?s|param(?:eter)?s)|raises|exceptions"
_BLOCK = re.compile(
    rf"""
    ^\ *+(?P<fence>`{{3,}}+|~{{3,}}+)\ *+(?P<language>[\w+-]*+)[^`\n]*+\n
      (?P<fenced>[\s\S]*?)(?:^\ *(?P=fence)[`~]*\ *$|\Z)
    | (?:\A|(?<=\n\n)|(?<=:\n))(?P<indented>(?!\ *(?:[-+*]|\d+[.)])\ )(?:\ {{4}}.*\n?|\n(?=\ {{4}}))+)
    | ^(?P<doctest>\ *>>>\ .*(?:\n.+)*)
    | ^(?i:\.\.\ (?P<directive>{_ADVICE})::
      |(?P<section>(?P<entries>{_ENTRIES})|{_ADVICE}|returns?|yields?)(?::(?!\s*[{{\[<|])|\n-{{3,}}+$)
      |(?P<examples>examples?)\n-{{3,}}+$)
      (?P<first>.*)\n?(?P<advice>(?:\n|\ +\S.*(?:\n|\Z))*)
    """,
    re.MULTILINE | re.VERBOSE,
)
# A code span; other backticks; a backslash that would escape; a `<` that could open a tag, a comment or an autolink.
# Spans are short: that bounds the search for their end.
_INLINE = re.compile(r"(?<!`)(`+)(?!`)(.{1,200}?)(?<!`)\1(?!`)|`+|\\(?=[!-/:-@\[-`{-~]|$)|<(?=[A-Za-z/!?])")
_LIST_MARKERS = re.compile(r"(?: *(?:[-+*]|\d{1,9}[.)])(?= ))* *")
# An entry of a section; and a line below which others are indented because of what it is.
_ENTRY = re.compile(r"^(?=[*`]{0,3}\w+[*`]{0,3} ?(?:\([^()\n]{0,200}\))? ?:)", re.MULTILINE)
_INDENTS = re.compile(r" |.*:\Z|(?:[-+*]|\d{1,9}[.)]|>>>|\.\.) |```|~~~")
# What opens a block at the start of a line or list item. A line of punctuation alone is a rule, the underline of a
# heading, a fence, or the second row of a table.
_OPENING = re.compile(r"#{1,6}(?![^ ])|>|~~~|\[(?![ xX]\] )|[-=*_+:|~][-=*_+:|~ ]*$")


def code(text: str) -> str:
    """A code span; line breaks become spaces."""
    if text.isprintable() and "`" not in text and text.strip(" ") == text != "":
        return f"`{text}`"
    text = clean(text).replace("\n", " ") or " "
    fence = _fence(text, 1)
    padding = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def fenced(text: str, language: str = "") -> str:
    """A fenced code block, without a line break at its end."""
    text = clean(text).strip("\n")
    fence = _fence(text, 3)
    return f"{fence}{language}\n{text}\n{fence}"


def line(text: str) -> str:
    """Running text in one line, to stand behind other text."""
    if text.isprintable() and not _ACTIVE.search(text):
        return text
    return _inline(plain(text))


def plain(text: str) -> str:
    """Running text in one line as it is, to stand where nothing is Markdown."""
    return " ".join(clean(text).split())


def cell(markdown: str) -> str:
    """Markdown of one line as the content of a table's cell, with its pipes escaped."""
    if "|" not in markdown:
        return markdown
    # The backslash that is added must not itself be escaped by one before it.
    return _PIPE.sub(lambda match: "\\" * (len(match[1]) + len(match[1]) % 2 + 1) + "|", markdown)


def prose(text: str) -> str:
    """Paragraphs, lists and code blocks, to stand between blank lines."""
    if _PLAIN.fullmatch(text):
        return text
    lines = "\n".join(part.rstrip() for part in _outdented(clean(text)).split("\n"))
    text = _BLANK_LINES.sub("\n\n", lines).strip("\n")
    parts, end = [], 0
    for match in _BLOCK.finditer(text):
        parts += [_paragraphs(text[end : match.start()]), _block(match)]
        end = match.end()
    return reduce(_below, filter(None, (*parts, _paragraphs(text[end:]))), "").strip("\n")


def _outdented(text: str) -> str:
    """`text` without the indentation that all lines of a docstring but the first have in the source."""
    first, _, others = text.partition("\n")
    has_quotes_below = others.rpartition("\n")[2].isspace()
    return f"{first}\n{textwrap.dedent(others)}" if has_quotes_below or not _INDENTS.match(first) else text


def _below(text: str, part: str) -> str:
    """`part` below `text`, between which is one blank line if either asks for it."""
    return f"{text}\n{part.removeprefix(text[-1:])}" if text.endswith("\n") else f"{text}\n{part}"


def _block(match: re.Match[str]) -> str:
    if title := match["section"] or match["examples"] or (match["directive"] or "").capitalize():
        body = textwrap.dedent(match["advice"])
        section = _paragraphs(f"{title}:{match['first']}\n{_ENTRY.sub('- ', body) if match['entries'] else body}")
        return f"\n{section}\n" if match[0].endswith("\n\n") else f"\n{section}"
    text = match["fenced"] or match["indented"] or match["doctest"] or ""
    return fenced(textwrap.dedent(text), match["language"] or "")


def clean(text: str) -> str:
    """`text` with line feeds alone, and without what would hide it or show it in another order."""
    return _NO_TEXT.sub("\ufffd", line_feeds(text)).expandtabs(4)


def line_feeds(text: str) -> str:
    """`text` with no other ends of lines, which browsers and CommonMark take for the same."""
    return _NEWLINE.sub("\n", text)


def _fence(text: str, least: int) -> str:
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1)


def _paragraphs(text: str) -> str:
    return "\n".join(_start(_inline(part)) for part in text.strip("\n").split("\n"))


def _inline(text: str) -> str:
    return _INLINE.sub(_safe, text)


def _safe(match: re.Match[str]) -> str:
    content = (match[2] or "").strip()
    return code(content) if content else _ACTIVE.sub(r"\\\g<0>", match[0])


def _start(text: str) -> str:
    """`text` with what would open a block escaped."""
    markers = _LIST_MARKERS.match(text)
    start = markers.end() if markers else 0
    return f"{text[:start]}\\{text[start:]}" if _OPENING.match(text, start) else text
