"""Reads a message that comes in pieces: prose as it comes, and each call as soon as it is whole.

Each character is looked at a few times, whatever the text: what begins like a call is one, or wrong, up to where it
ends, and is not read again as something else. Code in fences (CommonMark 0.31, 4.5; also in lists) is prose, unless it
says that it is of the syntax and begins with a call, and so are block quotes (5.1). What a model thinks before it
answers, in `<think>`, is no part of the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial

from toolgen.call_syntax.grammar import MOST_TO_OPEN, Block, Grammar, Item, prefixes
from toolgen.call_syntax.scanning import Lines, Scanner, Until

_FENCE = r"^(?P<indent_>[ \t]{0,20})(?P<fence_>`{3,}+|~{3,}+)[ \t]{0,9}(?P<info_>[^\s`]{0,40}+)[^\n`]{0,99}\n"
_NO_FENCE = r"(?P<fence_>(?!))(?P<info_>)"
_QUOTE = r"^ {0,3}(?P<quote_>>)"
_NO_QUOTE = r"(?P<quote_>(?!))"
_THINK = r"(?P<think_><think>)"
_THINK_STARTS = prefixes("<think>")
_FENCE_STARTS = r"^[ \t]{0,20}(?:`+[^\n`]*|~+[^\n]*)?"
_FLAGS = re.M | re.S
_SPACE, _INK = re.compile(r"\s{0,20}"), re.compile(r"\S")

MOST_CALLS = 500
"""How many calls are read in one message, and mistakes in them: what stands behind those is prose."""

_Items = Generator[Item, None, None]


@dataclass(slots=True)
class _Inside:
    """A call or a fenced block that has begun at `start`, and what becomes of its text; prose need not wait for it."""

    start: int
    scanner: Scanner
    finish: Callable[[_Inside, str, bool], Iterable[Item]]
    skipped: int = 0
    is_prose: bool = False
    parts: list[str] = field(default_factory=list)


class Parser:
    """Reads one message: `feed` it with pieces, and `close` it at the end. Both return what is known since."""

    def __init__(self, grammar: Grammar, *, start: int = 0, has_fences: bool = True) -> None:
        self._grammar = grammar
        self._first, self._opens, self._starts = _patterns(grammar.opens, grammar.starts, grammar.markup, has_fences)
        # What is not read yet, from `_at`, and before it a character at least: a line begins with the message.
        self._text, self._at = "\n", 1
        self._has_begun = False
        self._offset = start - 1
        self._end = 0
        self._inside: _Inside | None = None
        self._left = MOST_CALLS

    def feed(self, piece: str) -> list[Item]:
        """What `piece` completes."""
        return self._items(piece, is_final=False)

    def close(self) -> list[Item]:
        """What the end of the message decides."""
        return self._items("", is_final=True)

    def _items(self, piece: str, *, is_final: bool) -> list[Item]:
        self._offset += self._at - 1
        self._text, self._at = self._text[self._at - 1 :] + piece, 1
        self._end = len(self._text)
        if is_final:  # the end of the message is the end of its line
            self._text += "\n"
        return [item for item in self._read(is_final=is_final) if item != ""]

    def _read(self, *, is_final: bool) -> _Items:
        """What is known of the text from where it is not read yet."""
        while self._inside is not None or self._at < len(self._text):
            if self._inside is None:
                yield from self._prose(is_final=is_final)
                if self._inside is None:
                    return
            elif self._at < len(self._text):
                yield from self._through(self._inside)
            elif is_final:
                inside, self._inside = self._inside, None
                yield from inside.finish(inside, "".join(inside.parts)[:-1], True)
            else:
                return

    def _prose(self, *, is_final: bool) -> _Items:
        """What stands before the next call or fenced block, which is entered then."""
        text, position, held = self._text, self._at, None
        while held is None and self._left and (found := self._opens.search(text, position)):
            begun = self._held(text, position, found.start())
            if not is_final and (begun < found.start() or self._is_undecided(found, text)):
                held = min(begun, found.start())
            elif found["quote_"] and (end := text.find("\n", found.end())) >= 0:
                position = end + 1
                continue
            elif found["markup_"]:
                yield self._said(text, found.start())
                self._at = position = found.end()
                continue
            elif (end := self._end_of_code(found, text)) >= 0:
                position = end
                continue
            elif inside := self._entered(found, text):
                yield text[self._at : found.start()]
                self._inside, self._at, self._has_begun = inside, found.start() + inside.skipped, True
                inside.parts.append(text[found.start() : self._at])
                return
            position = found.start() + 1
        if held is None:
            held = len(text) if is_final else self._held(text, position, len(text))
        yield self._said(text, held)

    def _said(self, text: str, end: int) -> str:
        """The prose up to `end`."""
        self._has_begun = self._has_begun or _INK.search(text, self._at, end) is not None
        start, self._at = self._at, end
        return text[start : min(end, self._end)]

    def _through(self, inside: _Inside) -> _Items:
        """The text in which a call or block goes on, up to where it ends."""
        text, at = self._text, self._at
        end = inside.scanner.feed(text, at)
        self._at = len(text) if end is None else end
        if inside.is_prose:
            yield text[at : min(self._at, self._end)]
            self._inside = None if end is not None else inside
            return
        inside.parts.append(text[at:] if end is None else text[at : max(at, end)])
        if end is None:
            return
        self._inside = None
        whole = "".join(inside.parts)
        if end < at:  # the line that ended it began in an earlier piece
            whole, rest = whole[: end - at], whole[end - at :]
            self._text, self._at, self._offset = f"\n{rest}{text[at:]}", 1, self._offset + end - 1
            self._end += len(self._text) - len(text)
        yield from inside.finish(inside, whole, False)

    def _held(self, text: str, position: int, end: int) -> int:
        """Where what may become a beginning with more text begins; `end` where that is not before it."""
        first = max(position, len(text) - MOST_TO_OPEN)
        start = self._starts.search(text, first) if self._left and first < end else None
        return min(start.start(), end) if start else end

    def _is_undecided(self, found: re.Match[str], text: str) -> bool:
        """Whether more text has to say if a call begins here, or if there are calls in a fenced block."""
        if len(text) - found.end() >= MOST_TO_OPEN or found["think_"]:
            return False
        if found["markup_"] or found["quote_"]:  # with which a call may begin as well
            return self._starts.match(text, found.start()) is not None
        if found["fence_"]:
            return self._may_hold_calls(found) and not self._begins_with_call(found, text)
        return self._grammar.scanner(found) is None

    def _end_of_code(self, found: re.Match[str], text: str) -> int:
        """Where a fenced block without calls ends that is whole; -1 for anything else."""
        if not found["fence_"] or self._holds_calls(found, text):
            return -1
        closing = _closing(found["fence_"], len(found["indent_"]) + 3).search(text, found.end())
        return closing.end() + 1 if closing and closing.end() < len(text) else -1

    def _holds_calls(self, fence: re.Match[str], text: str) -> bool:
        return self._may_hold_calls(fence) and self._begins_with_call(fence, text)

    def _may_hold_calls(self, found: re.Match[str]) -> bool:
        return bool(found["fence_"]) and found["info_"].lower() in self._grammar.fences

    def _begins_with_call(self, fence: re.Match[str], text: str) -> bool:
        space = _SPACE.match(text, fence.end())
        first = self._first.match(text, space.end()) if space else None
        return first is not None and self._grammar.scanner(first) is not None

    def _entered(self, found: re.Match[str], text: str) -> _Inside | None:
        """What begins at `found`, if something does."""
        start = self._offset + found.start()
        if found["think_"]:
            is_first = not self._has_begun and _INK.search(text, self._at, found.start()) is None
            return _Inside(start, Until("</think>"), _nothing, found.end() - found.start()) if is_first else None
        if found["quote_"]:
            return _Inside(start, Lines(), _nothing, is_prose=True)
        if not found["fence_"]:
            scanner = self._grammar.scanner(found)
            return scanner and _Inside(start, scanner[0], partial(self._called, found), scanner[1])
        closing = _closing(found["fence_"], len(found["indent_"]) + 3)
        return _Inside(start, Lines(closing), self._fenced, is_prose=not self._holds_calls(found, text))

    def _called(self, opening: re.Match[str], inside: _Inside, text: str, is_cut: bool) -> _Items:
        block = Block(text, inside.start, opening, is_cut)
        for item in self._grammar.read(block):
            if not self._left:  # of a list of calls
                yield block.fault("malformed", f"no more than {MOST_CALLS} calls of a message are read")
                return
            self._left -= not isinstance(item, str)
            yield item

    def _fenced(self, inside: _Inside, text: str, is_cut: bool) -> Iterable[Item]:
        """The calls of a fenced block; all of it is prose where there are none."""
        begins = text.find("\n") + 1
        ends = len(text) if is_cut else text.rstrip().rfind("\n") + 1
        inner = Parser(self._grammar, start=inside.start + begins, has_fences=False)
        inner._left = self._left
        items = [*inner.feed(text[begins:ends]), *inner.close()]
        self._left = max(0, inner._left - 1)
        are_calls = any(not isinstance(item, str) for item in items)
        return [item for item in items if not isinstance(item, str) or item.strip()] if are_calls else [text]


def _nothing(_: _Inside, __: str, ___: bool) -> Iterable[Item]:
    return ()


@cache
def _patterns(
    opens: str, starts: str, markup: tuple[str, ...], has_fences: bool
) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What begins a call; that, markup, or code or a quotation; and what may become one of them."""
    dropped = f"(?P<markup_>{'|'.join(map(re.escape, markup)) or '(?!)'})"
    either = f"{_FENCE if has_fences else _NO_FENCE}|{_THINK}|{opens}|{dropped}|{_QUOTE if has_fences else _NO_QUOTE}"
    may_begin = f"(?:{'|'.join([_FENCE_STARTS, _THINK_STARTS, starts, *map(prefixes, markup)])})\\Z"
    return re.compile(opens, _FLAGS), re.compile(either, _FLAGS), re.compile(may_begin, _FLAGS)


@lru_cache
def _closing(fence: str, indent: int) -> re.Pattern[str]:
    """The line that ends a block which `fence` begins, behind `indent` spaces at most; `Lines` keep all of it."""
    mark, least = fence[0], len(fence)
    return re.compile(rf"^[ \t]{{0,{indent}}}(?={mark}{{3}}[^\n]{{0,99}}$){mark}{{{least},}}+[ \t]*+\r?$", re.M)
