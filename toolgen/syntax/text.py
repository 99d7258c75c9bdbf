"""The text of a file: which lines hold a word, and what was written for a node of its tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from toolgen.syntax.facts import Expression
from toolgen.syntax.nodes import DefinitionNode

_WORDS = re.compile(r"\w+").findall
_KEYWORD = re.compile(r"(?:async\s+)?(?:def|class)\s+")


class SourceText:
    """The lines of a file. `ast` counts columns in UTF-8 bytes from 0; here they are characters from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._text = text

    def lines_with(self, *texts: str) -> Sequence[int]:
        """The numbers of the lines in which one of `texts` stands: several times as fast as a pattern."""
        return self._lines_of(place for text in texts for place in self._places_of(text))

    def lines_with_words(self, words: frozenset[str]) -> Sequence[int]:
        """The numbers of the lines in which one of `words` stands by itself: faster than a pattern of many words."""
        found = words & self._words
        return self._lines_of(place for word in found for place in self._places_of(word) if self._is_word(place, word))

    def _lines_of(self, places: Iterable[int]) -> list[int]:
        """The numbers of the lines, sorted, in which `places` of the text are."""
        numbers: list[int] = []
        line, start = 1, 0
        for place in sorted(places):
            line += self._text.count("\n", start, place)
            start = place
            if numbers[-1:] != [line]:
                numbers.append(line)
        return numbers

    def _places_of(self, text: str) -> Iterator[int]:
        place = self._text.find(text)
        while place >= 0:
            yield place
            place = self._text.find(text, place + 1)

    def _is_word(self, place: int, word: str) -> bool:
        """Whether `word`, which stands at `place`, is no part of a longer one."""
        end = place + len(word)
        around = self._text[max(place - 1, 0) : place] + self._text[end : end + 1]
        return not any(one.isalnum() or one == "_" for one in around)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORDS(self._text))

    def expression(self, node: ast.expr) -> Expression:
        """`node` as it was written, with its place."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        line = self.lines[first]
        if first == last and line.isascii():
            return Expression(line[node.col_offset : node.end_col_offset], node.lineno, node.col_offset + 1)
        text = "\n".join(self.lines[first : last + 1]).encode()
        end = len(text) - len(self.lines[last].encode()) + (node.end_col_offset or 0)
        return Expression(text[node.col_offset : end].decode(), node.lineno, self.column(node))

    def optional(self, node: ast.expr | None) -> Expression | None:
        """The same of a part that need not be there."""
        return None if node is None else self.expression(node)

    def column(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        """The column at which `node` begins."""
        line = self.lines[node.lineno - 1]
        return (node.col_offset if line.isascii() else len(line.encode()[: node.col_offset].decode())) + 1

    def name_column(self, node: DefinitionNode) -> int:
        """Where the name stands that follows `def` or `class`."""
        found = _KEYWORD.match(self.lines[node.lineno - 1], node.col_offset)
        return (found.end() if found else node.col_offset) + 1
