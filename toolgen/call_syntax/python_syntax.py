"""`search(query="cats", limit=3)`: a call as Python writes it, on a line of its own; nothing of it is evaluated.

Source: <https://docs.python.org/3/reference/expressions.html#calls>. Several may stand in a list, as models write them
that were trained on <https://www.llama.com/docs/model-cards-and-prompt-formats/llama3_2/>.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from toolgen.call_syntax.grammar import Block, Item, prefixes
from toolgen.call_syntax.scanning import PythonBrackets, Scanner
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import encoded
from toolgen.model.json_values import Json

LONGEST = 200_000
"""How many characters of Python are parsed at most: that takes much memory."""

_WORDS = {"true": True, "false": False, "null": None}
_CALL = re.compile(r"\s*([A-Za-z_][\w.-]{0,127})(?=\()")
_TAG = re.compile(r"\A\s*<\|python_(?:start|tag)\|>")
_BETWEEN = re.compile(r"\s*,\s*")
_STARTS = r"(?:\[\s{0,9})?(?:[A-Za-z_][\w.-]{0,127})?(?:\(\s{0,40}(?:[A-Za-z_]\w{0,63})?\s{0,9}=?)?"
_FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError)


class PythonSyntax(CallSyntax):
    """Calls are call expressions, whose arguments are literals."""

    name = "python"
    fences = frozenset({"", "python", "py", "tool_code", "tool_call"})
    markup = ("<|python_start|>", "<|python_end|>", "<|python_tag|>", "<|eom_id|>", "<|eot_id|>")
    opens = (
        r"^ {0,3}(?:<\|python_(?:start|tag)\|>)?(?:\[\s{0,9})?"
        r"(?P<name>[A-Za-z_][\w.-]{0,127})\((?P<keyword>\s{0,40}[A-Za-z_]\w{0,63}\s{0,9}=[^=])?"
    )
    starts = (
        rf"^ {{0,3}}(?:{prefixes('<|python_start|>')}|{prefixes('<|python_tag|>')}"
        rf"|(?:<\|python_(?:start|tag)\|>)?{_STARTS})"
    )

    @property
    def instructions(self) -> str:
        return (
            "To call a tool, answer with a call as Python writes it, on a line of its own:\n\n"
            '```python\nname(argument="value", number=1)\n```\n\n'
            "All arguments are literals, and have their names. Write one such line for each call. "
            "Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        encoded(dict(arguments))  # which JSON has a form for
        named = [f"{key}={value!r}" for key, value in arguments.items() if key.isidentifier()]
        yield f"{name}({', '.join(named)})"
        yield f"{name}(**{dict(arguments)!r})"

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int] | None:
        is_known = opening["name"] in self.tools or not self.tools
        return (PythonBrackets(), 0) if is_known or opening["keyword"] else None

    def read(self, block: Block) -> Iterator[Item]:
        if block.is_cut or len(block.text) > LONGEST:
            fault = "the call is too long"
            yield block.unfinished() if block.is_cut else block.fault("malformed", fault)
            return
        text = _TAG.sub("", block.text).strip()
        try:
            found = _calls(text.removeprefix("[").removesuffix("]") if text.startswith("[") else text)
            for name, node in found:
                yield self.called(block, name, self._arguments(name, node))
        except _FAULTS as error:
            reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
            yield block.fault("malformed", f"the call is not valid Python: {reason}")

    def _arguments(self, name: str, node: ast.Call) -> dict[str, Json]:
        names = [*self.schema(name).get("properties", ())]
        if len(node.args) > len(names):
            raise ValueError("arguments have to have their names")
        found = {key: _value(argument) for key, argument in zip(names, node.args, strict=False)}
        for keyword in node.keywords:
            given = _value(keyword.value)
            more = {keyword.arg: given} if keyword.arg else given
            if not isinstance(more, dict) or more.keys() & found.keys():
                raise ValueError(f"the argument {keyword.arg or '**'!r} stands twice, or is none")
            found |= more
        encoded(found)
        return found


def _calls(text: str) -> list[tuple[str, ast.Call]]:
    """The calls in `text`, with commas between them, whose names need not be those of Python."""
    found: list[tuple[str, ast.Call]] = []
    position = 0
    while name := _CALL.match(text, position):
        end = PythonBrackets().feed(text, name.end())
        if end is None:
            raise ValueError("a bracket is not closed")
        node = ast.parse(f"f{text[name.end() : end]}", mode="eval").body
        if not isinstance(node, ast.Call):
            raise ValueError("it is no call")
        found.append((name[1], node))
        between = _BETWEEN.match(text, end)
        position = between.end() if between else end
    if text[position:].strip() or not found:
        raise ValueError("it is no call")
    return found


def _value(node: ast.expr) -> Json:
    """The value of a literal. Raises ValueError for anything else."""
    match node:
        case ast.Constant(value=value) if value is None or isinstance(value, bool | int | float | str):
            return value
        case ast.Name(id=name) if name in _WORDS:
            return _WORDS[name]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) in {int, float}:
            return -value  # type: ignore[operator]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            return {_key(key): _value(value) for key, value in zip(keys, values, strict=True)}
    raise ValueError("an argument is no literal")


def _key(node: ast.expr | None) -> str:
    key = None if node is None else _value(node)
    if not isinstance(key, str):
        raise ValueError("a key of a dictionary is no string")
    return key
