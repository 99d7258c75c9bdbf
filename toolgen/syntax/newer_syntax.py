"""Source → tree, where the syntax is newer than the Python that runs toolgen.

What that Python refuses is replaced by text of the same layout that it reads, so that every place stays what it is:

- type parameters and `type` statements (PEP 695, PEP 696) are cut out, and put back into the tree as nodes;
- f-strings in the new grammar (PEP 701) get other quotes where that suffices;
- other f-strings, and t-strings (PEP 750), become a name that has no constant value;
- of `except A, B:` (PEP 758) only the first class stays: nothing is asked of it.
"""

from __future__ import annotations

import ast
import re
import sys
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword

from toolgen.syntax.nodes import DefinitionNode, walk
from toolgen.syntax.source import decode, refuse_dense
from toolgen.syntax.tokens import Token, UnreadableError, closing, find, is_formatted, split, tokens

if sys.version_info >= (3, 12):
    from ast import ParamSpec, TypeAlias, TypeVar, TypeVarTuple
else:

    @dataclass(slots=True)
    class TypeVar:
        """What `ast` has from Python 3.12 on, as are the classes below."""

        _fields = ("name", "bound", "default_value")
        name: str
        bound: ast.expr | None
        default_value: ast.expr | None
        lineno: int
        col_offset: int

    @dataclass(slots=True)
    class ParamSpec:
        _fields = ("name", "default_value")
        name: str
        default_value: ast.expr | None
        lineno: int
        col_offset: int

    class TypeVarTuple(ParamSpec):
        pass

    class TypeAlias(ast.stmt):
        _fields = ("name", "type_params", "value")
        name: ast.Name
        type_params: list[TypeParameter]
        value: ast.expr


TypeParameter = TypeVar | ParamSpec | TypeVarTuple

_LONG_NUMBER = re.compile(r"0[xXoObB]\w{3000}")
_MOST_BITS = (10**4300).bit_length() - 1
"""Of a number that has as many digits as Python writes."""

_Edit = tuple[int, int, str]
"""The start and end of what is replaced, and the text for it."""

_Position = tuple[int, int]
"""A line, counted from 1, and a column in UTF-8 bytes: `lineno` and `col_offset` of a node."""


def text_and_tree(source: bytes) -> tuple[str, ast.Module]:
    """The text of a file and its tree. Raises UndecodableError, DenseError and as `parse` does."""
    text = decode(source)
    refuse_dense(text)
    return parse(text)


def parse(text: str) -> tuple[str, ast.Module]:
    """The tree of `text`, and that with f-strings as this Python reads them. Raises as `ast.parse` does."""
    try:
        found = text, ast.parse(text)
    except SyntaxError as error:
        if "nested" in error.msg or (older := _Rewriting(text).parsed()) is None:
            raise
        found = older
    if _LONG_NUMBER.search(text):
        _refuse_long_numbers(found[1])
    return found


def _refuse_long_numbers(tree: ast.Module) -> None:
    for node in walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value.bit_length() > _MOST_BITS:
            place = ("", node.lineno, node.col_offset + 1, "")
            raise SyntaxError("this number has more than the 4,300 digits that Python writes", place)


@dataclass(slots=True)
class _Rewriting:
    """One text on its way to what an older Python reads."""

    text: str
    cuts: list[_Edit] = field(default_factory=list)
    type_parameters: dict[_Position, list[TypeParameter]] = field(default_factory=dict)
    aliases: set[_Position] = field(default_factory=set)
    starts: list[int] = field(default_factory=list)

    def parsed(self) -> tuple[str, ast.Module] | None:
        """The text with new strings, and its tree; None where it still cannot be read."""
        try:
            found = list(tokens(self.text))
            self.text = _edited(self.text, [edit for token in found if (edit := _older_string(token))])
            for index, token in enumerate(found):
                self.cut(token, found, index)
            tree = ast.parse(_edited(self.text, self.cuts))
        except (SyntaxError, UnreadableError):
            return None
        return self.text, _restored(tree, self.type_parameters, self.aliases)

    def cut(self, token: Token, found: list[Token], index: int) -> None:
        """Cut out what is newer at the token `found[index]`, strings aside."""
        following = [token.text for token in found[index + 1 : index + 3]]
        match token.text, following:
            case "def" | "class", [_, "["]:
                is_async = index > 0 and found[index - 1].text == "async"
                end = self.parameters(found[index - is_async], found, index + 2)
                self.blank(found[index + 2].start, end)
            case "type", [name, "=" | "[" as mark] if name.isidentifier() and not iskeyword(name):
                end = found[index + 1].end if mark == "=" else self.parameters(token, found, index + 2)
                self.alias(token, name, end)
            case "except", _:
                self.handler(found, index)

    def parameters(self, statement: Token, found: list[Token], opening: int) -> int:
        """Keep the type parameters of `statement` that are in the brackets at `opening`; where these end."""
        last = closing(found, opening)
        inside = [token for token in found[opening + 1 : last] if token.text != "\n"]
        tokens = [part for part in split(inside, ",") if part]
        if not tokens:
            raise UnreadableError
        self.type_parameters[self.place(statement)] = [self.parameter(part) for part in tokens]
        return found[last].end

    def parameter(self, tokens: list[Token]) -> TypeParameter:
        line, column = self.place(tokens[0])
        where = {"lineno": line, "col_offset": column}
        stars = [token.text for token in tokens[:2]].count("*")
        head, *default = split(tokens[stars:], "=")
        match [token.text for token in head]:
            case [name, *_] if not name.isidentifier():
                raise UnreadableError
            case [name, *_] if stars:
                return (TypeVarTuple, ParamSpec)[stars - 1](name=name, default_value=None, **where)
            case [name] | [name, ":", _, *_]:
                bound, value = self.expression(head[2:]), self.expression(default[0] if default else [])
                return TypeVar(name=name, bound=bound, default_value=value, **where)
        raise UnreadableError

    def expression(self, tokens: list[Token]) -> ast.expr | None:
        """The tree of an expression of one or more tokens, with the places that it has in the file."""
        if not tokens:
            return None
        line, column = self.place(tokens[0])
        text = self.text[tokens[0].start : tokens[-1].end]
        return _moved(ast.parse(f"({text})", mode="eval").body, line - 1, column - 1)

    def place(self, token: Token) -> _Position:
        self.starts = self.starts or [0, *(found.end() for found in re.finditer("\n", self.text))]
        line = bisect_right(self.starts, token.start)
        start = self.starts[line - 1]
        is_ascii = self.text.isascii()  # else a long line is encoded again for each of its tokens
        return line, token.start - start if is_ascii else len(self.text[start : token.start].encode())

    def blank(self, start: int, end: int) -> None:
        self.cuts.append((start, end, _blank(self.text[start:end])))

    def alias(self, statement: Token, name: str, end: int) -> None:
        """`type X[T] = …` → `X         = …`."""
        blank = _blank(self.text[statement.start : end])
        width = len(name.encode())
        if "\n" in blank[:width]:
            raise UnreadableError
        self.cuts.append((statement.start, end, name + blank[width:]))
        self.aliases.add(self.place(statement))

    def handler(self, found: list[Token], index: int) -> None:
        colon = find(":", found, index)
        first, *others = split(found[index:colon], ",")
        if others:
            self.blank(first[-1].end, found[colon].start)


def _moved(tree: ast.expr, lines: int, columns: int) -> ast.expr:
    """`tree` so many lines below, and what stands in its first line as many columns to the right."""
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.keyword | ast.arg) and node.end_lineno and node.end_col_offset is not None:
            node.col_offset += columns if node.lineno == 1 else 0
            node.end_col_offset += columns if node.end_lineno == 1 else 0
    return ast.increment_lineno(tree, lines)


def _older_string(token: Token) -> _Edit | None:
    """What an older Python reads in place of an f-string or t-string; None for what it reads already."""
    opening = token.opening
    if opening is None or not is_formatted(opening):
        return None
    is_template = "t" in opening["prefix"].lower()
    if not is_template and _is_expression(token.text):
        return None
    requoted = None if is_template else _requoted(token.text, opening)
    return token.start, token.end, requoted or _placeholder(token.text, opening)


def _edited(text: str, edits: list[_Edit]) -> str:
    pieces, last = [], 0
    for start, end, replacement in edits:
        pieces += [text[last:start], replacement]
        last = end
    return "".join([*pieces, text[last:]])


def _blank(text: str) -> str:
    """A space for every byte of `text`, its lines joined by backslashes. Raises UnreadableError without room."""
    *lines, last = (len(line.encode()) for line in text.split("\n"))
    if not all(lines):
        raise UnreadableError
    return "".join(" " * (width - 1) + "\\\n" for width in lines) + " " * last


def _is_expression(text: str) -> bool:
    try:
        ast.parse(f"({text})", mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True


def _requoted(text: str, opening: re.Match[str]) -> str | None:
    """An f-string with other quotes around the strings inside it; None where that is not enough."""
    quote = opening["quote"]
    other = "'" if quote == '"' else '"'
    body = text[opening.end() : -len(quote)]
    if len(quote) > 1 or other in body or f"\\{quote}" in body:
        return None
    swapped = opening[0] + body.replace(quote, other) + quote
    return swapped if _is_expression(swapped) else None


def _placeholder(text: str, opening: re.Match[str]) -> str:
    """An expression without a constant value in the layout of `text`: an f-string where other strings may adjoin it."""
    head, tail = opening[0] + "{_", "}" + opening["quote"]
    if "t" in opening["prefix"].lower() or "\n" in text:
        head, tail = "(_", ")"
    body = text[len(head) : -len(tail)]
    if len(head) + len(body) + len(tail) != len(text) or "\n" in text[: len(head)]:
        raise UnreadableError
    return head + re.sub(r"[^\n]", " ", body) + tail


def _restored(
    tree: ast.Module, type_parameters: Mapping[_Position, list[TypeParameter]], aliases: Collection[_Position]
) -> ast.Module:
    """`tree` with what was cut out of the text it was made from."""
    for node in walk(tree):
        for _, statements in ast.iter_fields(node):
            for index, found in enumerate(statements if isinstance(statements, list) else ()):
                place = (getattr(found, "lineno", 0), getattr(found, "col_offset", 0))
                if isinstance(found, ast.Assign) and place in aliases:
                    found = statements[index] = _type_alias(found)
                if isinstance(found, DefinitionNode | TypeAlias):
                    setattr(found, "type_params", type_parameters.get(place, []))  # noqa: B010 (new in Python 3.12)
    return tree


def _type_alias(tokens: ast.Assign) -> TypeAlias:
    parts = {"name": tokens.targets[0], "type_params": [], "value": tokens.value}
    return ast.copy_location(TypeAlias(**parts), tokens)  # type: ignore[arg-type]
