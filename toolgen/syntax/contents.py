"""What a file holds, read once: its bytes, its tree, and what is asked of it where the facts are not enough.

All of it is a function of the bytes alone. It is made when it is first asked for, and then kept: to look for a name is
much faster than to parse a file, and most files are never asked. What few files are asked for is a late fact, found by
a function that belongs to whoever asks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from toolgen.memoize import memoized
from toolgen.syntax.bodies import Source
from toolgen.syntax.changes import ANY, attributes_touched_in, changed_attributes, touched_by_parts, touched_in
from toolgen.syntax.expressions import given_to, last_name
from toolgen.syntax.facts import Class, Function
from toolgen.syntax.filling import replaced
from toolgen.syntax.function_attributes import INSPECTED, AttributeAssignment, attribute_assignments
from toolgen.syntax.mentions import may_change, setting
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import walk
from toolgen.syntax.source import UNREADABLE

_SETTERS = re.compile(rb"[sd]e[tl]attr|__dict__|vars").search
"""What may set an attribute whose name is not written behind a dot."""
_HARMLESS = frozenset(
    {"dir", "getmembers", "hasattr", "isinstance", "issubclass", "len", "list", "sorted", "super", "type", "vars"}
)
"""Functions that do nothing to the classes that they are given."""

_INSPECTED = rb"\.\s*(?:" + "|".join(sorted(INSPECTED)).encode() + rb")\b"
_INSPECTS = re.compile(_INSPECTED).search  # this finds in a hundredth of the time that most files have none
_DESCRIBING = (
    re.compile(_INSPECTED + rb"[^=\n]*+=(?!=)").finditer,
    re.compile(rb"setattr\((?<=\bsetattr\()\s*+(?!self\b)[^,\n]*+,\s*+(?:[\"']__|[^\"'\s])").finditer,
    re.compile(rb"attr__\((?<=\b__(?:set|del)attr__\()").finditer,
    re.compile(rb"update_wrapper\((?<=\bupdate_wrapper\()").finditer,
    re.compile(rb"wraps\((?<=\bwraps\()[^()]*+\)\(").finditer,
)
"""What may set what a function says of itself. Each begins with letters or signs, and so is found fast."""
_OWNERS = re.compile(rb"(?<![\w\x80-\xff])([\w\x80-\xff]++)[\s)\\]*" + _INSPECTED).findall

_IMPORTS = re.compile(rb"import(?<![^\n]import)[ \t]+([^\n#;]*\.[^\n#;]*)").finditer
_PLAIN = re.compile(rb"^[ \t]*import[ \t]+([^\n#;]+)", re.MULTILINE).finditer
_INNER_IMPORTS = re.compile(rb"import(?<=[ \t]import)[ \t]+(\([^)]*\)|[^\n#;]*)").findall
_IMPORTED_FROM = re.compile(rb"from(?<=[ \t\n:;]from)[ \t]+([\w.\x80-\xff]+)").findall
_NAMED = re.compile(rb"(?:^|,)\s*([\w.\x80-\xff]+)").findall
_FROM = re.compile(
    rb"^[ \t]*from[ \t]+([\w\x80-\xff][\w.\x80-\xff]*)[ \t]+import\b[ \t]*(\([^)]*|[^\n#]*)", re.MULTILINE
).finditer
_CHANGED = re.compile(
    rb"\.(\w++)(?:\s*+(?:(?:[-+*/%%&|^@]|//|\*\*|<<|>>)?=(?!=)|\[)|\.(?:%s)\()" % "|".join(CHANGING_METHODS).encode()
).finditer
_OWN = re.compile(rb"fles\b").match
"""What has an attribute if a method sets it of its own object, read backwards."""
_SET = re.compile(rb"attr\((?<=\b(?:set|del)attr\()\s*+(?!self\b,)[^,\n]*+,\s*+[\"'](\w++)").findall
_DELETED = re.compile(rb"del (?<=\bdel )(?!self\.\w++\s)[^\n]*?\.(\w++)\s").findall
_ATTRIBUTES = re.compile(rb"\.([\w\x80-\xff]+)").findall
_NAMES = re.compile(rb"[\w\x80-\xff]+").findall

Fact = TypeVar("Fact")


class Contents:
    """The bytes `source` of one file."""

    def __init__(self, source: bytes) -> None:
        self.bytes = source
        self._parsed: tuple[str, ast.Module] | None = None

    def __reduce__(self) -> tuple[type[Contents], tuple[bytes]]:
        """To send a tree to another process takes longer than to parse it there."""
        return Contents, (self.bytes,)

    def parsed(self) -> tuple[str, ast.Module]:
        """The text and its tree. Raises as `text_and_tree` does."""
        if self._parsed is None:
            self._parsed = text_and_tree(self.bytes)
        return self._parsed

    def forget(self) -> None:
        """Give back the memory of the tree, until it is asked for again."""
        self._parsed = None

    @cached_property
    def source(self) -> Source:
        """The statements; none where the file is not valid."""
        try:
            return Source(*self.parsed())
        except UNREADABLE:
            return Source("", ast.Module([], []))

    @memoized
    def late(self, find: Callable[[Sequence[ast.stmt]], Fact]) -> Fact:
        """What `find` finds in the statements, which hangs on nothing else."""
        return find(self.source.tree.body)

    @memoized
    def speaks_of(self, words: frozenset[bytes]) -> bool:
        """Whether one of `words` stands in the file."""
        return any(word in self.bytes for word in words)

    @cached_property
    def inner_imports(self) -> frozenset[str]:
        """The names that stand in imports below conditions, in functions, and behind `from`."""
        return frozenset(word.decode() for names in _INNER_IMPORTS(self.bytes) for word in _NAMES(names))

    @property
    def named_imports(self) -> frozenset[str]:
        """The names of what is imported below conditions, in functions, and by `from`, those of modules too."""
        return self.inner_imports.union(word.decode() for name in _IMPORTED_FROM(self.bytes) for word in _NAMES(name))

    @cached_property
    def dotted_imports(self) -> tuple[tuple[int, str], ...]:
        """The lines and modules of the statements `import package.module`, of which the facts tell the package."""
        found = ((self.bytes.count(b"\n", 0, one.start()) + 1, one[1]) for one in _IMPORTS(self.bytes))
        return tuple((line, name.strip().decode()) for line, names in found for name in _NAMED(names))

    @property
    def imports(self) -> Iterator[str]:
        """The modules that statements anywhere in the file import by absolute names, as far as lines tell them."""
        for one in _FROM(self.bytes):
            yield from (f"{one[1].decode()}.{name.decode()}" for name in _NAMES(one[2]))
        yield from (name.decode() for one in _PLAIN(self.bytes) for name in _NAMED(one[1]))

    def has_word(self, word: str) -> bool:
        """Whether `word` stands in the file by itself."""
        return word.encode() in self.bytes and re.search(rb"\b%s\b" % word.encode(), self.bytes) is not None

    @memoized
    def lines_with(self, word: str) -> list[int]:
        """The lines in which `word` stands by itself."""
        stands = re.compile(rb"\b%s\b" % word.encode()).search
        lines = self.bytes.splitlines() if self.has_word(word) else []
        return [number for number, line in enumerate(lines, 1) if stands(line)]

    @memoized
    def is_touched(self, name: str) -> bool:
        """Whether something in the file, other than its statements, changes the object that it calls `name`."""
        return may_change(self.bytes, name.encode()) and name in self._touched

    def may_set(self, attributes: tuple[str, ...], mutable: frozenset[str]) -> bool:
        """Whether it may assign one of `attributes` of an object not called `self`, or change a `mutable` one."""
        return b"setattr(" in self.bytes or setting(attributes, mutable)(self.bytes) is not None

    @property
    def changed_attributes(self) -> frozenset[str]:
        """The names of attributes that something in the file may change, of what is not called `self`."""
        backwards, size = self.bytes[::-1], len(self.bytes)
        found = {*_SET(self.bytes), *_DELETED(self.bytes)}
        found |= {one[1] for one in _CHANGED(self.bytes) if not _OWN(backwards, size - one.start())}
        return frozenset(name.decode() for name in found)

    def is_attribute_touched(self, class_: Class, name: str, *, of_instances: bool) -> bool:
        """Whether a method of `class_` changes the attribute `name` of the class, or of its instances."""
        return name.encode() in self._attributes and name in self._attributes_touched(class_.line)[of_instances]

    def is_given(self, name: str) -> bool:
        """Whether a call in the file is given the object that it calls `name`, and may do something to it."""
        return name in self._given

    def may_set_attribute(self, name: str) -> bool:
        """Whether something in the file sets an attribute of that name, or of any, of what is not called `self`."""
        is_possible = name.encode() in self._attributes or _SETTERS(self.bytes)
        return bool(is_possible) and not self._set.isdisjoint({name, ANY})

    def may_replace(self, name: str) -> bool:
        """Whether it sets an attribute `name` of anything, or of `self` outside of `__init__`."""
        return self.may_set_attribute(name) or name in self.late(replaced)

    @cached_property
    def _given(self) -> frozenset[str]:
        calls = (node for node in walk(self.source.tree) if isinstance(node, ast.Call))
        given = (one for call in calls if last_name(call.func) not in _HARMLESS for one in given_to(call))
        return frozenset(one.id for one in given if isinstance(one, ast.Name))

    @cached_property
    def _set(self) -> frozenset[str]:
        changed = (one for node in walk(self.source.tree) for one in changed_attributes(node))
        return frozenset(name for owner, name, _ in changed if not (isinstance(owner, ast.Name) and owner.id == "self"))

    def assigns(self, dotted: str) -> bool:
        """Whether a statement of the file binds the attribute that it calls `dotted`."""
        return dotted in self._assigned

    def attribute_assignments(self, function: Function) -> tuple[AttributeAssignment, ...]:
        """What statements other than its `def` say of `function`: `function.__name__ = "add"`."""
        is_inspected = function.name.encode() in self._inspected
        return self._attribute_assignments.get(function.line, ()) if is_inspected else ()

    @property
    def describing_lines(self) -> list[int]:
        """The lines on which something may set what a function says of itself, in their order."""
        ends = {one.end() for find in _DESCRIBING for one in find(self.bytes)}
        return [self.bytes.count(b"\n", 0, end) + 1 for end in sorted(ends)]

    @cached_property
    def _attribute_assignments(self) -> dict[int, tuple[AttributeAssignment, ...]]:
        return attribute_assignments(self.source.tree)

    @cached_property
    def _touched(self) -> frozenset[str]:
        classes = frozenset(one.name for one in self.source.tree.body if isinstance(one, ast.ClassDef))
        by_functions = (touched_in(function, classes) for function in self.source.functions)
        return frozenset(touched_by_parts(self.source.tree, classes)).union(*by_functions)

    @cached_property
    def _assigned(self) -> frozenset[str]:
        statements = (node for node in walk(self.source.tree) if isinstance(node, ast.Assign))
        targets = (target for node in statements for target in node.targets if isinstance(target, ast.Attribute))
        return frozenset(map(ast.unparse, targets))

    @memoized
    def _attributes_touched(self, line: int) -> tuple[set[str], set[str]]:
        found = self.source.class_at(line)
        return (set(), set()) if found is None else attributes_touched_in(found)

    @cached_property
    def _attributes(self) -> frozenset[bytes]:
        """What stands behind a dot, as far as it is told without parsing: a class is asked for each of many names."""
        return frozenset(_ATTRIBUTES(self.bytes))

    @cached_property
    def _inspected(self) -> frozenset[bytes]:
        """The names in front of attributes that say what a function looks like."""
        return frozenset(_OWNERS(self.bytes) if _INSPECTS(self.bytes) else ())
