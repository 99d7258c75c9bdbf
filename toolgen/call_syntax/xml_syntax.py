"""`<tool name="search"><query>cats</query></tool>`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from toolgen.call_syntax.grammar import Block, Item, prefixes
from toolgen.call_syntax.scanning import Scanner, Until
from toolgen.call_syntax.syntax import CallSyntax, Tool
from toolgen.call_syntax.values import Arguments, decoded, encoded, from_text, to_text, unwrapped
from toolgen.model.json_values import Json

_ELEMENT = re.compile(
    r"""\s*<([A-Za-z_][\w.:-]{0,199})((?:\s{1,20}[\w-]{1,20}=(?:"[^"<]{0,500}"|'[^'<]{0,500}'))*)\s{0,20}(/?)>"""
)
_ATTRIBUTE = re.compile(r"""([\w-]+)=("[^"]*"|'[^']*')""")
_ENTITY = re.compile(r"&(lt|gt|amp|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_TAG = re.compile(r"[A-Za-z_][\w.-]{0,199}")


class XmlSyntax(CallSyntax):
    """Calls are elements, and so are their arguments, with text in them or JSON. `tag` is the name of the element."""

    name = "xml"
    fences = frozenset({"", "xml", "html"})
    markup = ("<function_calls>", "</function_calls>")

    def __init__(self, tools: Iterable[Tool] = (), *, coerce: bool = False, tag: str = "tool") -> None:
        super().__init__(tools, coerce=coerce)
        self._tag = tag

    @property
    def opens(self) -> str:
        attribute = r"""name\s{0,9}=\s{0,9}["'](?P<name>[^"'<>]{1,128})["']"""
        return rf"<{re.escape(self._tag)}\s{{1,20}}{attribute}\s{{0,9}}(?P<empty>/?)>"

    @property
    def starts(self) -> str:
        return rf"<{prefixes(self._tag)}(?:\s[^<>]{{0,150}})?"

    @property
    def instructions(self) -> str:
        return (
            "To call a tool, answer with an element, and one inside it for each argument:\n\n"
            f'```xml\n<{self._tag} name="name">\n<argument>value</argument>\n</{self._tag}>\n```\n\n'
            "Text is written as it is, with `&lt;` for `<` and `&amp;` for `&`, all other values as JSON. "
            "Write one element for each call. Then stop, and wait for the results."
        )

    def forms(self, name: str, arguments: Mapping[str, Json]) -> Iterator[str]:
        parts = [self._element(name, argument, value) for argument, value in arguments.items()]
        yield "\n".join([f'<{self._tag} name="{_quotable(name)}">', *parts, f"</{self._tag}>"])

    def _element(self, tool: str, argument: str, value: Json) -> str:
        text = to_text(value, self.types(tool, argument))
        mark = ' type="json"' if text is None else ""
        text = _escaped(encoded(value) if text is None else text)
        text = f"\n{text}\n" if "\n" in text else text
        if _TAG.fullmatch(argument) and argument != self._tag:
            return f"<{argument}{mark}>{text}</{argument}>"
        return f'<arg name="{_quotable(argument)}"{mark}>{text}</arg>'

    def scanner(self, opening: re.Match[str]) -> tuple[Scanner, int]:
        head = opening.end() - opening.start()
        # An empty element ends with its opening: behind the last of it, nothing is looked for.
        return Until(">" if opening["empty"] else f"</{self._tag}>"), head - 1 if opening["empty"] else head

    def read(self, block: Block) -> Iterator[Item]:
        name = _unescaped(block.opening["name"])
        end = ">" if block.opening["empty"] else f"</{self._tag}>"
        body = "" if block.opening["empty"] else block.inside.removesuffix(end)
        yield block.unfinished(end) if block.is_cut else self.read_as(block, name, partial(self._arguments, name, body))

    def _arguments(self, name: str, body: str) -> dict[str, Json]:
        """The arguments in elements. Raises ValueError for anything else between them."""
        found, position = Arguments(), 0
        while begin := _ELEMENT.match(body, position):
            tag, is_empty = begin[1], bool(begin[3])
            attributes = {key: _unescaped(value[1:-1]) for key, value in _ATTRIBUTE.findall(begin[2])}
            end = begin.end() if is_empty else body.find(f"</{tag}>", begin.end())
            if end < 0:
                raise ValueError(f"the element {tag[:80]!r} has no end")
            argument = attributes.get("name", tag)
            text = _unescaped(_trimmed(body[begin.end() : end]))
            is_json = attributes.get("type") == "json"
            found[argument] = decoded(text) if is_json else from_text(text, self.types(name, argument))
            position = end if is_empty else end + len(f"</{tag}>")
        if body[position:].strip():
            raise ValueError(f"{body[position:].strip()[:40]!r} is no element of an argument")
        return found


def _trimmed(text: str) -> str:
    """A text of several lines stands on lines of its own."""
    return unwrapped(text) if text.startswith(("\n", "\r\n")) else text


def _unescaped(text: str) -> str:
    """Only what XML knows: a text may have `&copy=1` in it."""
    return _ENTITY.sub(lambda found: _ENTITIES.get(found[1]) or _character(found[1]), text)


def _character(reference: str) -> str:
    digits = reference[1:]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return chr(code) if code < 0x110000 else "\ufffd"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\r", "&#13;")


def _quotable(text: str) -> str:
    return _escaped(text).replace('"', "&quot;")
