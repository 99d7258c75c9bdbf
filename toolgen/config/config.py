"""The configuration: `[tool.toolgen]` of the nearest `pyproject.toml`, or the nearest `toolgen.toml`."""

from __future__ import annotations

import ast
import json
import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Literal, TypeAlias

from toolgen.config.decorators import DeclaredDecorator, declared_decorator, decorator_faults
from toolgen.config.document import ConfigError, Document, nearest, read
from toolgen.config.keys import Key, list_of, one_of
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.model.span import Span

NAME_PATTERN = r"^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"
"""Tool names that every provider accepts."""

TARGET_NAMES = ("openai", "anthropic", "gemini", "mcp")

OnDuplicate = Literal["error", "first", "explicit"]
ON_DUPLICATE: tuple[OnDuplicate, ...] = ("error", "first", "explicit")

DispatchLayout = Literal["auto", "module", "package"]
DISPATCH_LAYOUTS: tuple[DispatchLayout, ...] = ("auto", "module", "package")

SyncTools = Literal["thread", "inline"]
SYNC_TOOLS: tuple[SyncTools, ...] = ("thread", "inline")


DEFAULT_VERSION = (3, 11)
"""The Python that source is read for where the project does not say which it needs: the oldest that toolgen knows."""


@dataclass(frozen=True, slots=True)
class MappedType:
    """An entry of `type_map`: the class `name` is to JSON what `value` is, an annotation or a JSON Schema.

    `span` is where the entry stands, `value_span` where the text of the annotation does.
    """

    name: str
    value: str | dict[str, Any]
    span: Span = field(compare=False)
    value_span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Config:
    """What `[tool.toolgen]` says. Every path is relative to `root`, the folder that holds the configuration.

    `paths` are the files and folders that are searched for tools, `exclude` the patterns of what is left out of them.
    `output` is the folder of the generated files, below `root`; it is empty where nothing is written (`scan`).
    `python` is an interpreter and `search_path` are folders where third-party source is looked up; these two may lie
    outside `root`. `type_map` says what classes are that have no JSON form. `python_version` and `platform`, a value of
    `sys.platform`, decide conditions in the source; neither depends on the machine. `max_file_size` is in bytes.
    `decorators` are those of frameworks that toolgen has no dialect for. `dispatch` is what the dispatch module is laid
    out as; `auto` leaves it to the number of tools. `sync_tools` says where sync tools run when a call is awaited.
    `bare_names` says which qualified name a name stands for that is imported from where nothing was found.
    `signature_decorators` maps qualified names of decorators to the parameters that they remove from a signature.
    `file` is the name of the configuration file, for messages.
    """

    root: Path
    paths: tuple[str, ...] = (".",)
    exclude: tuple[str, ...] = ()
    output: str = "generated"
    targets: tuple[str, ...] = TARGET_NAMES
    templates: str | None = None
    tools: tuple[str, ...] = ()
    on_duplicate: OnDuplicate = "error"
    dispatch: DispatchLayout = "auto"
    name_pattern: str = NAME_PATTERN
    python: str | None = None
    search_path: tuple[str, ...] = ()
    type_map: tuple[MappedType, ...] = ()
    python_version: tuple[int, int] = DEFAULT_VERSION
    platform: str = "linux"
    max_file_size: int = 5_000_000
    sync_tools: SyncTools = "thread"
    decorators: tuple[DeclaredDecorator, ...] = ()
    bare_names: Mapping[str, str] = field(default_factory=dict)
    signature_decorators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    file: str = field(default="", compare=False)


# -- the table of keys ------------------------------------------------------------------------------------------


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value != "" and "\0" not in value


def _is_pattern(value: Any) -> bool:
    return isinstance(value, str) and value.strip("/") != "" and not re.search(r"[\\\[!\0]", value)


def _is_reference(value: Any) -> bool:
    module, _, qualname = value.partition(":") if isinstance(value, str) else ("", "", "")
    names = [*module.split("."), *qualname.replace(".<locals>.", ".").split(".")]
    return all(name.isidentifier() for name in names)


def _is_regex(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(re.compile(value))
    except (re.error, OverflowError, RecursionError):
        return False


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_version(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"3\.\d{1,3}", value) is not None


def _is_type(value: Any) -> bool:
    """Whether `value` may be what a class is mapped to: an expression, or a table that may be JSON Schema."""
    try:
        return isinstance(value, dict) or bool(ast.parse(value, mode="eval"))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False


def _is_effects(value: Any) -> bool:
    """Whether `value` maps the qualified names of decorators to what they do."""
    removes = list_of(lambda name: isinstance(name, str) and name.isidentifier(), least=1)
    return isinstance(value, dict) and all(
        all(part.isidentifier() for part in name.split(".")) and (effect == "keeps" or removes(effect))
        for name, effect in value.items()
    )


def _is_meanings(value: Any) -> bool:
    """Whether `value` maps bare names to dotted ones."""
    return isinstance(value, dict) and all(
        name.isidentifier() and isinstance(meant, str) and "." in meant and all(map(str.isidentifier, meant.split(".")))
        for name, meant in value.items()
    )


def _names(values: Sequence[str]) -> str:
    return ", ".join(f"`{value}`" for value in values)


_KEYS: dict[str, Key] = {
    "paths": Key("a list of paths", '["src"]', list_of(_is_path, least=1), True, os.path.exists),
    "exclude": Key("a list of patterns (names, `*`, `**`, `?`, `/`)", '["tests", "*_pb2.py"]', list_of(_is_pattern)),
    "output": Key("a path", '"generated"', _is_path, True),
    "targets": Key(f"a list of {_names(TARGET_NAMES)}", '["openai", "mcp"]', list_of(one_of(*TARGET_NAMES))),
    "templates": Key("a folder", '"prompts"', _is_path, True, os.path.isdir),
    "tools": Key("a list of `module:qualname`", '["app.tools:search"]', list_of(_is_reference)),
    "on_duplicate": Key(f"one of {_names(ON_DUPLICATE)}", '"first"', one_of(*ON_DUPLICATE)),
    "dispatch": Key(f"one of {_names(DISPATCH_LAYOUTS)}", '"package"', one_of(*DISPATCH_LAYOUTS)),
    "name_pattern": Key("a regular expression", r'"^[a-z_]+$"', _is_regex),
    "python": Key("a path", '".venv/bin/python"', _is_path, False, os.path.isfile),
    "search_path": Key("a list of folders", '["../shared/src"]', list_of(_is_path), False, os.path.isdir),
    "type_map": Key("a table of types", '{"pandas.DataFrame" = "list[dict]"}', lambda value: isinstance(value, dict)),
    "python_version": Key("a version of Python 3", '"3.12"', _is_version),
    "platform": Key("a value of `sys.platform`", '"linux"', lambda value: isinstance(value, str) and value != ""),
    "decorators": Key(
        "a list of tables", '[{ match = "myframework.tool" }]', list_of(lambda one: isinstance(one, dict))
    ),
    "bare_names": Key(
        "a table from names to dotted names",
        '{ function_tool = "agents.function_tool" }',
        _is_meanings,
    ),
    "signature_decorators": Key(
        'a table of decorators: "keeps", or a list of the parameters that it removes',
        '{ "app.auth.require_user" = ["user"], "app.trace.traced" = "keeps" }',
        _is_effects,
    ),
    "sync_tools": Key(f"one of {_names(SYNC_TOOLS)}", '"inline"', one_of(*SYNC_TOOLS)),
    "max_file_size": Key("a positive number of bytes", "5_000_000", _is_size),
}

_MISPLACED = {"tool": "write the keys themselves: `toolgen.toml` needs no `[tool.toolgen]`"}


# -- load ------------------------------------------------------------------------------------------------------


def load(start: Path) -> Config:
    """The configuration in the file `start`, or the nearest one in the folder `start` or above it.

    In one folder `toolgen.toml` wins over `pyproject.toml`. Raises ConfigError with every fault of the configuration
    (TG001 to TG005), or with TG008 where there is none.
    """
    # A link to a configuration configures the folder that holds the link.
    document = nearest(start.resolve() if start.is_dir() else start.parent.resolve() / start.name)
    config, found = _freeze(document)
    if found:
        raise ConfigError(config.root, sorted(found, key=lambda fault: (fault.span, fault.code, fault.message)))
    return config


def is_configured(path: Path) -> bool:
    """Whether the TOML file `path` holds a configuration, valid or not. Raises ConfigError for what is not TOML."""
    return read(path).table is not None


# -- validate and freeze ----------------------------------------------------------------------------------------

_Fault: TypeAlias = tuple[str, dict[str, Any]]
"""A code, and what its texts are filled with."""


def _freeze(document: Document) -> tuple[Config, list[Diagnostic]]:
    """The configuration of what is valid in `document`, and a diagnostic for all that is not."""
    root, table = document.path.parent, document.table
    if not isinstance(table, dict):
        details = {"key": "tool.toolgen", "expected": "a table", "found": _written(table), "example": "[tool.toolgen]"}
        return Config(root), [diagnose("TG003", document.span(), **details)]
    faults = {key: list(_faults(root, key, value)) for key, value in table.items()}
    valid: dict[str, Any] = {key: _frozen(key, table[key]) for key, found in faults.items() if not found}
    mapped = _mapped_types(document, valid.get("type_map", {}))
    valid["type_map"] = tuple(found for found in mapped if isinstance(found, MappedType))
    entries = valid.get("decorators", ())
    declared = [fault for index, entry in enumerate(entries) for fault in _entry_faults(document, index, entry)]
    valid["decorators"] = () if declared else tuple(map(declared_decorator, entries))
    valid.setdefault("python_version", _oldest_version(document))
    config = Config(root, file=document.path.name, **valid)
    faults.setdefault("output", []).extend(_output_faults(config))
    found = [diagnose(code, document.span(key), key=key, **details) for key in faults for code, details in faults[key]]
    return config, found + declared + [fault for fault in mapped if isinstance(fault, Diagnostic)]


def _entry_faults(document: Document, index: int, entry: dict[str, Any]) -> Iterator[Diagnostic]:
    """What is to be said of an entry of `decorators`."""
    for code, key, details in decorator_faults(entry):
        found = {"found": _written(details["value"])} if "value" in details else {}
        yield diagnose(code, document.span("decorators", str(index), key), key=f"decorators.{key}", **details, **found)


def _mapped_types(document: Document, table: dict[str, Any]) -> list[MappedType | Diagnostic]:
    """The entries of `type_map`, and TG003 for those that are none."""
    found: list[MappedType | Diagnostic] = []
    for name, value in table.items():
        span, key = document.span("type_map", name), f"type_map.{json.dumps(name)}"
        if not re.fullmatch(r"\w+(\.\w+)+", name):
            details = {"expected": "named by the dotted name of a class, in quotes", "found": f"`{name}`"}
            found.append(diagnose("TG003", span, key=key, example='"pandas.DataFrame" = "list[dict]"', **details))
        elif not _is_type(value):
            details = {"expected": "an annotation or a JSON Schema", "found": _written(value)}
            found.append(diagnose("TG003", span, key=key, example=f'"{name}" = "list[dict]"', **details))
        else:
            found.append(MappedType(name, value, span, document.value_span(span, value)))
    return found


def _oldest_version(document: Document) -> tuple[int, int]:
    """The oldest Python that both `requires-python` in the project's `pyproject.toml` and toolgen allow."""
    project, beside = document.project, document.path.with_name("pyproject.toml")
    if document.prefix == () and beside.is_file():
        with suppress(ConfigError):
            project = read(beside).project
    required = project.get("requires-python") if isinstance(project, dict) else None
    bounds = re.findall(r"(?:>=|~=|==)\s*3\.(\d{1,3})", required) if isinstance(required, str) else []
    return max([DEFAULT_VERSION, *((3, int(minor)) for minor in bounds)])


def _faults(root: Path, key: str, value: Any) -> Iterator[_Fault]:
    if key not in _KEYS:
        yield "TG002", {"suggestion": _MISPLACED.get(key) or suggest(key, _KEYS)}
        return
    row = _KEYS[key]
    if not row.accepts(value):
        yield "TG003", {"expected": row.expected, "found": _written(value), "example": f"{key} = {row.example}"}
        return
    for path in value if isinstance(value, list) else [value]:
        if row.inside and not _is_inside(path):
            yield "TG004", {"value": path}
        elif row.exists and not row.exists(root / path):
            yield "TG005", {"path": path}


def _output_faults(config: Config) -> Iterator[_Fault]:
    """The output folder is toolgen's alone: inside the project even through links, and with no source in it."""
    folder = Path(os.path.realpath(config.root / config.output))
    expected, example = "a folder that holds none of `paths`", 'output = "generated"'
    if config.root not in folder.parents:
        yield "TG004", {"value": config.output}
    elif folder.is_file() or folder.is_symlink():  # a link to itself
        yield "TG003", {"expected": "a folder", "found": f"the file `{config.output}`", "example": example}
    for path in config.paths:
        source = (config.root / path).resolve()
        if folder in (source, *source.parents) and source != config.root:
            found = f"`{config.output}`, which holds `{path}`"
            yield "TG003", {"expected": expected, "found": found, "example": example}


def _is_inside(path: str) -> bool:
    """Whether `path` is relative and never goes up, whichever system it was written for."""
    windows = PureWindowsPath(path)
    return not (windows.drive or windows.root or "\\" in path or ".." in windows.parts)


def _frozen(key: str, value: Any) -> Any:
    """`value` with lists as tuples without repetition, and paths in one spelling (`./src/` is `src`)."""
    if key == "python_version":
        major, minor = value.split(".")
        return int(major), int(minor)
    if key == "signature_decorators":
        return {name: () if effect == "keeps" else tuple(dict.fromkeys(effect)) for name, effect in value.items()}
    if _KEYS[key].inside:
        tidy = [PurePosixPath(path).as_posix() for path in (value if isinstance(value, list) else [value])]
        value = tidy if isinstance(value, list) else tidy[0]
    if key == "decorators":
        return tuple(value)
    return tuple(dict.fromkeys(value)) if isinstance(value, list) else value


def _written(value: Any) -> str:
    """`value` as TOML would spell it, cut to what fits in a message."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text}`" if len(text) <= 60 else f"`{text[:59]}…`"
