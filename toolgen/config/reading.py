"""The file that holds the configuration → what it says, or all that is wrong with it."""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import Any, TypeAlias

from toolgen.config.config import DEFAULT_VERSION, Config, MappedType
from toolgen.config.document import ConfigError, Document, nearest, read
from toolgen.config.key_spans import KeyPath
from toolgen.config.keys import Key, shown, strange
from toolgen.config.render import taken
from toolgen.config.table import ENTRIES, KEYS, is_type
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.providers import extra_fault

_MISPLACED = {"tool": "write the keys themselves: `toolgen.toml` needs no `[tool.toolgen]`"}

_Fault: TypeAlias = tuple[str, KeyPath, dict[str, Any]]
"""A code, the keys that lead to its place within the value, and what its texts are filled with."""


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


def _freeze(document: Document) -> tuple[Config, list[Diagnostic]]:
    """The configuration of what is valid in `document`, and a diagnostic for all that is not."""
    root, table = document.path.parent, document.table
    if not isinstance(table, dict):
        details = {"key": "tool.toolgen", "expected": "a table", "found": shown(table), "example": "[tool.toolgen]"}
        return Config(root), [diagnose("TG003", document.span(), **details)]
    faults = {key: list(_faults(root, KEYS, key, value)) for key, value in table.items()}
    valid: dict[str, Any] = {key: KEYS[key].freeze(table[key]) for key, found in faults.items() if not found}
    mapped = _mapped_types(document, valid.get("type_map", {}))
    valid["type_map"] = tuple(found for found in mapped if isinstance(found, MappedType))
    declared = [*_extra_faults(document, valid.get("extras", {}))]
    for name, entries in ENTRIES.items():
        wrong = [
            fault
            for number, entry in enumerate(valid.get(name, ()))
            for fault in _entry_faults(document, name, number, entry)
        ]
        valid[name] = () if wrong else tuple(map(entries.made, valid.get(name, ())))
        declared += wrong
    valid.setdefault("python_version", _oldest_version(document))
    config = Config(root, file=document.path.name, span=document.span, **valid)
    faults.setdefault("output", []).extend(_output_faults(config))
    faults.setdefault("templates", []).extend(_template_faults(config))
    found = [
        diagnose(code, document.span(key, *place), key=key, **details)
        for key in faults
        for code, place, details in faults[key]
    ]
    declared += _render_faults(document, config)
    return config, found + declared + [fault for fault in mapped if isinstance(fault, Diagnostic)]


def _entry_faults(document: Document, name: str, number: int, entry: dict[str, Any]) -> Iterator[Diagnostic]:
    """What is to be said of a table in the list `name`."""
    keys, required, _ = ENTRIES[name]
    for key in required:
        if key not in entry:
            row = keys[key]
            details = {"expected": row.expected, "found": "left out", "example": f"{key} = {row.example}"}
            yield diagnose("TG003", document.span(name, str(number), key), key=f"{name}.{key}", **details)
    for key, value in entry.items():
        for code, place, about in _faults(document.path.parent, keys, key, value):
            yield diagnose(code, document.span(name, str(number), key, *place), key=f"{name}.{key}", **about)


def _extra_faults(document: Document, extras: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[Diagnostic]:
    """TG509 for fields that a target does not take, or of which it takes something else."""
    entries = ((names, target, fields) for names, said in extras.items() for target, fields in said.items())
    for names, target, fields in entries:
        for field, value in fields.items():
            if reason := extra_fault(target, field, value):
                details = {"target": target, "field": field, "of": f"`{names}`", "reason": reason}
                yield diagnose("TG509", document.span("extras", names, target, field), **details)


def _render_faults(document: Document, config: Config) -> Iterator[Diagnostic]:
    """What is to be said of the files that `render` names."""
    for number, entry in enumerate(config.render):
        folder, name = config.template(entry.template)
        if not (folder / name).is_file():
            span = document.span("render", str(number), "template")
            yield diagnose("TG005", span, path=entry.template)
    for number, other in taken(config.render):
        span = document.span("render", str(number), "output")
        yield diagnose("TG012", span, output=config.render[number].output, other=other)


def _mapped_types(document: Document, table: dict[str, Any]) -> list[MappedType | Diagnostic]:
    """The entries of `type_map`, and TG003 for those that are none."""
    found: list[MappedType | Diagnostic] = []
    for name, value in table.items():
        span, key = document.span("type_map", name), f"type_map.{json.dumps(name)}"
        if not re.fullmatch(r"\w+(\.\w+)+", name):
            details = {"expected": "named by the dotted name of a class, in quotes", "found": f"`{name}`"}
            found.append(diagnose("TG003", span, key=key, example='"pandas.DataFrame" = "list[dict]"', **details))
        elif not is_type(value):
            details = {"expected": "an annotation or a JSON Schema", "found": shown(value)}
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


def _faults(root: Path, keys: Mapping[str, Key], key: str, value: Any) -> Iterator[_Fault]:
    if key not in keys:
        yield "TG002", (), {"suggestion": _MISPLACED.get(key) or suggest(key, keys)}
        return
    row = keys[key]
    if details := row.fault(key, value):
        yield "TG003", row.place(value), details
        return
    for found in strange(value):
        yield "TG003", (), {"expected": "of what JSON has", "found": f"`{found}`", "example": f"{key} = {row.example}"}
    for path in value if isinstance(value, list) else [value]:
        if row.inside and not _is_inside(path):
            yield "TG004", (), {"value": path}
        elif row.exists and not row.exists(root / path):
            yield "TG005", (), {"path": path}


def _output_faults(config: Config) -> Iterator[_Fault]:
    """The output folder is toolgen's alone: inside the project even through links, and with no source in it."""
    written, folder = config.root / config.output, Path(os.path.realpath(config.root / config.output))
    is_file, is_link, is_folder = os.path.isfile, os.path.islink, os.path.isdir  # a name may be too long for `Path`
    expected, example = "a folder that holds none of `paths`", 'output = "generated"'
    if config.root not in folder.parents:
        yield "TG004", (), {"value": config.output}
    elif is_file(folder) or (is_link(written) and not is_folder(folder)):  # a link to itself, or to nothing
        yield "TG003", (), {"expected": "a folder", "found": f"the file `{config.output}`", "example": example}
    if is_file(f"{written}.py"):  # Python would import the package in its place
        found = f"`{config.output}`, beside which is `{config.output}.py`"
        yield "TG003", (), {"expected": "a folder without a module of its name", "found": found, "example": example}
    for path in config.paths:
        source = (config.root / path).resolve()
        if folder in (source, *source.parents) and source != config.root:
            found = f"`{config.output}`, which holds `{path}`"
            yield "TG003", (), {"expected": expected, "found": found, "example": example}


def _template_faults(config: Config) -> Iterator[_Fault]:
    """A folder of templates is inside the project even through links: what they say is published."""
    if config.templates and not Path(os.path.realpath(config.root / config.templates)).is_relative_to(config.root):
        yield "TG004", (), {"value": config.templates}


def _is_inside(path: str) -> bool:
    """Whether `path` is relative and never goes up, whichever system it was written for."""
    windows = PureWindowsPath(path)
    return not (windows.drive or windows.root or "\\" in path or ".." in windows.parts)
