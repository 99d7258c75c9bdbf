"""One published package: built as it is, and each of its tools called with recorders in the places of the functions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from call_differences import ROWS
from jsonschema import Draft202012Validator
from packages import Package

from toolgen.verify.objects import said_otherwise

PROBE = Path(__file__).parent.parent / "probes" / "called.py"
CALLS = 60
_FILES = """
import importlib.metadata, json, sys
files = importlib.metadata.files(sys.argv[1])
print(json.dumps([[str(f), str(f.locate())] for f in files if ".." not in f.parts and "-info" not in f.parts[0]]))
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What became of a package. `kinds` counts calls by what became of them, `undone` has tools that were not called.

    `published` is how many tools its frameworks tell of, `missing` are those of which the manifest has none, and
    `said_otherwise` those of which it says something else. `different` are the calls that no documented difference
    explains.
    """

    package: Package
    tools: int = 0
    is_usable: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    undone: Mapping[str, str] = field(default_factory=dict)
    published: int = 0
    missing: tuple[str, ...] = ()
    said_otherwise: Mapping[str, str] = field(default_factory=dict)
    different: tuple[dict[str, Any], ...] = ()
    failed: str = ""


def measure(package: Package, python: Path, folder: Path) -> Measured:
    """Build a copy of `package` in `folder`, and compare the calls of its tools in the environment of `python`."""
    failed = _build(package, python, folder)
    manifest = folder / "generated" / "manifest.json"
    if failed or not manifest.exists():
        return Measured(package, failed=failed or "nothing was written")
    found = _probe(package, python, folder)
    kinds, undone, different = Counter[str](), {}, []
    for name, tool in found["tools"].items():
        if reason := next((key for key in ("unbound", "absent", "incomparable") if key in tool), None):
            undone[name] = f"{reason}: {tool[reason]}"
            continue
        kinds.update(tool["counts"])
        for call in tool["different"]:
            kind = kind_of(call, tool["schema"])
            kinds[kind] += 1
            different += [{"tool": name, **call}] if kind not in DOCUMENTED else []
    told = json.loads(manifest.read_text(encoding="utf-8"))
    ours, there = _by_name(told["tools"]), found["there"]
    (folder / "published.json").write_text(json.dumps(there), encoding="utf-8")
    otherwise = {name: _said(ours[name], there[name]) for name in there if name in ours}
    return Measured(
        package,
        tools=len(found["tools"]),
        is_usable=bool(found["tools"]),
        kinds=kinds,
        undone=undone,
        published=len(there),
        missing=tuple(sorted(there.keys() - ours.keys() - _by_name(told.get("skipped", ())).keys())),
        said_otherwise={name: said for name, said in otherwise.items() if said},
        different=tuple(different),
    )


def _by_name(tools: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Tools by their names, and by those that they have without the prefix of their server."""
    found = {tool["name"].removeprefix(tool.get("source", {}).get("prefix", "") or "\0"): tool for tool in tools}
    return found | {tool["name"]: tool for tool in tools}


def _said(tool: Mapping[str, Any], theirs: dict[str, Any]) -> str:
    """The first thing that a framework tells of `tool` otherwise than its manifest, but for what is documented."""
    ours = {
        "name": theirs["name"],
        "description": tool["description"],
        "input": tool["input_schema"],
        "output": tool.get("output_schema"),
        "dialect": tool["source"]["dialect"],
    }
    which, (pointer, here, there) = next(said_otherwise(ours, theirs), ("", ("", "", "")))
    return which and f"{which} {pointer}: {here} here, {there} there"


DOCUMENTED = {row.kind: row.says for row in ROWS if row.kind}
"""The differences that `docs/dispatch.md` has, by the kinds of calls."""


_PARSED = re.compile(r"type=string_type, .*input_type=(list|dict|NoneType)", re.DOTALL)


def kind_of(call: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The kind of a call that differs: one of `DOCUMENTED`, or `reached`, `refused` or `values`."""
    if call["kind"] == "refused" and not Draft202012Validator(schema).is_valid(call["arguments"]):
        return "lax"
    return "parsed" if call["kind"] == "reached" and _PARSED.search(call["theirs"]) else str(call["kind"])


def _build(package: Package, python: Path, folder: Path) -> str:
    """What `toolgen build` says where it fails. The interpreter is named, since it is not the one of this process."""
    name = package.requirement.partition("==")[0]
    listed = subprocess.run([python, "-c", _FILES, name], capture_output=True, check=True, encoding="utf-8")
    for relative, path in json.loads(listed.stdout):
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / relative)
    configuration = f"python = {json.dumps(str(python))}\n{package.configuration}\n"
    (folder / "toolgen.toml").write_text(configuration, encoding="utf-8")
    command = [sys.executable, "-m", "toolgen", "build"]
    built = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=600)
    return "" if built.returncode == 0 else built.stderr


def _probe(package: Package, python: Path, folder: Path) -> dict[str, Any]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, PROBE, str(CALLS), package.prepare],
        cwd=folder,
        env=kept | dict(package.variables) | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    if not done.stdout:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
