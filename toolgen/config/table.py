"""The keys of `[tool.toolgen]`, and what each takes."""

from __future__ import annotations

import ast
import os.path
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from toolgen.call_syntax import call_syntax
from toolgen.config import decorators, render, targets
from toolgen.config.config import STUBS, AdditionalProperties, DispatchLayout, OnDuplicate, OnError, SyncTools
from toolgen.config.keys import Key, choice, in_words, is_dotted, is_name, unique
from toolgen.model.backtracking import SHORTEST, longest_text
from toolgen.model.keywords import is_bool, is_dict, list_of, one_of, table_of
from toolgen.model.notations import PromptNotation

_PLATFORM = re.compile(
    r"aix|android|cygwin|darwin|emscripten|ios|linux|wasi|win32|(dragonfly|freebsd|netbsd|openbsd|sunos)\d*"
)
"""Source: <https://docs.python.org/3/library/sys.html#sys.platform>; of the last it has the release in it."""


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value != "" and "\0" not in value


def _is_pattern(value: Any) -> bool:
    return isinstance(value, str) and value.strip("/") != "" and not re.search(r"[\\\[!\0]", value)


def _is_reference(value: Any) -> bool:
    module, _, qualname = value.partition(":") if isinstance(value, str) else ("", "", "")
    names = [*module.split("."), *qualname.replace(".<locals>.", ".").split(".")]
    return all(map(is_name, names))


def is_type(value: Any) -> bool:
    """Whether `value` may be what a class is mapped to: an expression, or a table that may be JSON Schema."""
    try:
        return isinstance(value, dict) or bool(ast.parse(value, mode="eval"))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False


def _is_effects(value: Any) -> bool:
    """Whether `value` maps the qualified names of decorators to what they do."""
    removes = list_of(is_name, least=1)
    return isinstance(value, dict) and all(
        all(map(is_name, name.split("."))) and (effect == "keeps" or removes(effect)) for name, effect in value.items()
    )


def _is_meanings(value: Any) -> bool:
    """Whether `value` maps bare names to dotted ones."""
    return isinstance(value, dict) and all(is_name(name) and is_dotted(meant) for name, meant in value.items())


def _syntax_fault(value: Any) -> str:
    """Why `value` is not the name of a syntax, or a table with it and options of the syntax; empty where it is."""
    table = {"name": value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not all(isinstance(option, str) and option for option in table.values()):
        return "names and options are texts that are not empty"
    try:
        call_syntax(**{"name": "json", **table})
    except (ValueError, TypeError) as error:
        return str(error)
    return ""


def _syntax(value: str | dict[str, Any]) -> dict[str, Any]:
    """The name and the options; nothing for what is the default."""
    table = {"name": "json", **({"name": value} if isinstance(value, str) else value)}
    return {} if table == {"name": "json"} else table


def _path(value: str) -> str:
    """`value` in one spelling: `./src/` is `src`."""
    return PurePosixPath(value).as_posix()


def _effects(value: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The parameters that each decorator removes."""
    return {name: () if effect == "keeps" else unique(effect) for name, effect in value.items()}


KEYS: Mapping[str, Key] = {
    "paths": Key(
        "a list of paths",
        '["src"]',
        list_of(_is_path, least=1),
        True,
        os.path.exists,
        lambda paths: unique([*map(_path, paths)]),
    ),
    "exclude": Key("a list of patterns (names, `*`, `**`, `?`, `/`)", '["tests", "*_pb2.py"]', list_of(_is_pattern)),
    "output": Key("a path", '"generated"', _is_path, True, freeze=_path),
    "targets": Key(
        "a list of targets, or of tables with their `name` and options",
        '["openai", { name = "anthropic", strict = "plan" }]',
        lambda value: not targets.fault(value),
        freeze=targets.frozen,
        why=targets.fault,
        place=targets.fault_place,
    ),
    "templates": Key("a folder", '"prompts"', _is_path, True, os.path.isdir, _path),
    "tools": Key("a list of `module:qualname`", '["app.tools:search"]', list_of(_is_reference)),
    "servers": Key(
        "a table of servers: what the names of their tools begin with, or false",
        '{ "app.orders:mcp" = "orders_", "app.internal:mcp" = false }',
        table_of(lambda prefix: prefix is False or (isinstance(prefix, str) and prefix != "")),
    ),
    "on_duplicate": choice(OnDuplicate, '"first"'),
    "on_error": choice(OnError, '"skip"'),
    "catalogue": Key("`true` or `false`", "true", is_bool),
    "dispatch": choice(DispatchLayout, '"package"'),
    "name_pattern": Key(
        "a regular expression of linear time",
        r'"^[a-z_]+$"',
        lambda value: (longest_text(value, is_searched=False) or 0) >= SHORTEST,
    ),
    "python": Key("a path", '".venv/bin/python"', _is_path, False, os.path.isfile),
    "search_path": Key("a list of folders", '["../shared/src"]', list_of(_is_path), False, os.path.isdir),
    "type_map": Key("a table of types", '{"pandas.DataFrame" = "list[dict]"}', is_dict),
    "python_version": Key(
        "a version of Python 3",
        '"3.12"',
        lambda value: isinstance(value, str) and re.fullmatch(r"3\.\d{1,3}", value) is not None,
        freeze=lambda value: tuple(map(int, value.split("."))),
    ),
    "platform": Key(
        "a value of `sys.platform`, which is `win32` for Windows and `darwin` for macOS",
        '"linux"',
        lambda value: isinstance(value, str) and _PLATFORM.fullmatch(value) is not None,
    ),
    "decorators": Key("a list of tables", '[{ match = "myframework.tool" }]', list_of(is_dict), freeze=tuple),
    "render": Key(
        "a list of tables", '[{ template = "agents.md.j2", output = "agents.md" }]', list_of(is_dict), freeze=tuple
    ),
    "bare_names": Key("a table from names to dotted names", '{ function_tool = "agents.function_tool" }', _is_meanings),
    "signature_decorators": Key(
        'a table of decorators: "keeps", or a list of the parameters that it removes',
        '{ "app.auth.require_user" = ["user"], "app.trace.traced" = "keeps" }',
        _is_effects,
        freeze=_effects,
    ),
    "syntax": Key(
        "a call syntax, or a table with its `name` and options",
        '{ name = "line", marker = "!", end = "!end" }',
        lambda value: not _syntax_fault(value),
        freeze=_syntax,
        why=_syntax_fault,
    ),
    "notation": choice(PromptNotation, '"typescript"'),
    "input_examples": Key("true or false", "false", is_bool),
    "null_is_default": Key("true or false", "false", is_bool),
    "stubs": Key(f"a list of {in_words(STUBS)}", '["tools.pyi"]', list_of(one_of(*STUBS))),
    "extras": Key(
        "a table from patterns of tools to targets and the fields of their definitions",
        '{ "admin_*" = { anthropic = { defer_loading = true } } }',
        table_of(table_of(is_dict)),
    ),
    "sync_tools": choice(SyncTools, '"inline"'),
    "additional_properties": choice(AdditionalProperties, '"forbid"'),
    "max_file_size": Key("a positive number of bytes", "5_000_000", lambda value: type(value) is int and value > 0),
}


class Entries(NamedTuple):
    """What the tables in a list take: their keys, those that each must have, and what becomes of one."""

    keys: Mapping[str, Key]
    required: tuple[str, ...]
    made: Callable[[Mapping[str, Any]], Any]


ENTRIES: Mapping[str, Entries] = {
    "decorators": Entries(decorators.KEYS, ("match",), decorators.declared_decorator),
    "render": Entries(render.KEYS, ("template", "output"), lambda entry: render.Rendered(**entry)),
}
"""The keys that take lists of tables."""
