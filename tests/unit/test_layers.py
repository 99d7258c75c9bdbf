"""The layers of the design: which module may import which, and what a light command may load.

Every import counts, wherever it stands: one inside a function or under `TYPE_CHECKING` couples two modules no less than
one at the top of the file.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import toolgen

PACKAGE = Path(toolgen.__file__).parent

LAYERS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("cli",),
    ("verify",),
    ("rewrite",),
    ("pipeline", "resolving"),
    ("output",),
    ("emit",),
    ("runtime",),
    ("stats",),
    ("views",),
    ("tools",),
    ("types",),
    ("evaluation",),
    ("project",),
    ("frameworks",),
    ("syntax",),
    ("config",),
    ("diagnostics",),
    ("reading",),
    ("call_syntax",),
    ("providers",),
    ("model",),
    ("emit._support", "iteration", "memoize"),
    ("__init__",),
)
"""From top to bottom. A module imports from its own layer and from those below it.

`config` is below all stages, which read it; it reports its faults as diagnostics.
"""

FOLDERS: Mapping[str, tuple[str, ...]] = {
    "evaluation": ("", "folding", "kinds", "names"),
    "tools": ("", "declarations"),
    "types": ("classes", "", "schema", "known"),
}
"""The folders in a layer, from top to bottom; the empty name stands for the modules beside them."""

RECURSIONS: Mapping[str, frozenset[str]] = {
    "evaluation": frozenset(),
    "types": frozenset({"annotated", "annotation_parser", "annotations", "arguments", "arity", "literals"}),
    "emit.dispatch": frozenset({"containers", "decoder", "reader", "validator"}),
}
"""The folders in which modules import each other because what they read or write holds more of its kind, and which.

The value of an expression is made of values of expressions, an annotation of annotations; what checks and decodes a
value checks and decodes what is inside it. No name stands for all modules of the folder itself.
"""

FROM_FACTS = ("evaluation", "types", "tools")
"""What resolves: it asks modules, whose files were read once, before."""

READING = frozenset({"open", "read_bytes", "read_text"})

OPENING = {
    *("cli/group.py", "cli/init.py", "cli/templates.py", "emit/loading.py", "output/writing.py"),  # which write
    "output/beside.py",
    *("emit/_support.py", "runtime/sources.py", "verify/probe.py", "verify/process.py"),  # which run elsewhere
    "verify/orphans.py",  # what the kernel says of processes
    *("emit/artifacts.py", "project/parallel.py"),  # a module of toolgen's, and pipes of its own
    "runtime/history.py",  # which makes the file that SQLite opens, for its owner alone
    *("project/prefilter.py", "reading.py"),  # what the walk has found to be a file, and all else
}
"""The modules that open files: all others ask `toolgen.reading`, which opens no devices, pipes and large files."""

RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}

STANDARD_LIBRARY_ONLY = (
    "__init__",
    "call_syntax",
    "emit._support",
    "iteration",
    "memoize",
    "model",
    "runtime",
    "providers",
    "views",
)
"""What an agent may load at run time."""

EXTRAS = {
    "runtime/registered.py": {"jsonschema", "referencing"},
    "runtime/telemetry.py": {"opentelemetry"},
}
"""What modules of the runtime import where it is asked for, and do without where it is not."""

THIRD_PARTY = {
    "click": "cli",
    "crewai": "frameworks",
    "docstring_parser": "syntax",
    "google": "frameworks",
    "inspect_ai": "frameworks",
    "jinja2": "emit",
    "jsonschema": "types",
    "libcst": "rewrite",
    "livekit": "frameworks",
    "pydantic": "verify",
    "referencing": "types",
    "semantic_kernel": "frameworks",
    "smolagents": "frameworks",
}
"""Each dependency, and the one layer that knows it."""

HEAVY = frozenset({"docstring_parser", "jinja2", "jsonschema", "libcst"})

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part of the package that a file is in: `syntax` of `syntax/module.py`, `pipeline` of `pipeline.py`.

    `emit/_support.py` is one of its own: it is copied, imports nothing of toolgen, and says how values are read.
    """
    if module == "emit/_support.py":
        return "emit._support"
    return module.partition("/")[0].removesuffix(".py")


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse((PACKAGE / module).read_bytes())


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """Every module that a file imports, by its full name."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import"
            whole = node.module or ""
            # `from toolgen import output` may name a module.
            parts = [part for alias in node.names if (part := f"{whole}.{alias.name}"[len("toolgen.") :]) in RANK]
            yield from (f"toolgen.{part}" for part in parts)
            yield from [] if parts and whole != "toolgen" else [whole]


def parts_imported(module: str) -> set[str]:
    """The parts of the package that a file imports."""
    names = [name.split(".") for name in imports_of(module)]
    support = {"emit._support" for name in names if name[1:] == ["emit", "_support"]}
    others = [name for name in names if name[0] == "toolgen" and name[1:] != ["emit", "_support"]]
    return support | {name[1] if len(name) > 1 else "__init__" for name in others}


def packages_imported(module: str) -> set[str]:
    """The packages outside the standard library and toolgen that a file imports."""
    return {name.partition(".")[0] for name in imports_of(module)} - sys.stdlib_module_names - {"toolgen"}


def test_every_part_of_the_package_has_a_layer() -> None:
    assert {part_of(module) for module in MODULES} == set(RANK)


def test_the_folders_of_these_tests_are_those_of_the_package() -> None:
    own = Path(__file__).parent
    folders = {path.parent.relative_to(own) for path in own.rglob("test_*.py")}
    assert folders <= {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}


def test_modules_import_downwards_only() -> None:
    upwards = {module: {part for part in parts_imported(module) if is_above(part, module)} for module in MODULES}
    assert non_empty(upwards) == {}


def is_above(part: str, module: str) -> bool:
    return RANK[part] < RANK[part_of(module)]


def non_empty(found: Mapping[str, Collection[str]]) -> Mapping[str, Collection[str]]:
    """The modules of which something was found: all are told of at once."""
    return {module: some for module, some in found.items() if some}


def folder_of(module: str) -> str:
    """The folder of its layer that a module, by its dotted name below toolgen, is in."""
    layer, *inner = module.split(".")
    return next((name for name in inner[:1] if name in FOLDERS[layer]), "")


def test_folders_of_a_layer_import_downwards_only() -> None:
    modules = [module for module in MODULES if part_of(module) in FOLDERS and not module.endswith("__init__.py")]
    assert non_empty({module: folders_above(module) for module in modules}) == {}


def folders_above(module: str) -> Collection[str]:
    """The folders of its layer above its own from which a module imports."""
    layer = part_of(module)
    order = FOLDERS[layer]
    own = order.index(folder_of(module.removesuffix(".py").replace("/", ".")))
    prefix = f"toolgen.{layer}."
    imported = {folder_of(name.removeprefix("toolgen.")) for name in imports_of(module) if name.startswith(prefix)}
    return [folder for folder in sorted(imported) if order.index(folder) < own]


def modules_imported(module: str) -> Iterator[str]:
    """The modules of the package that a file imports, by their dotted names below it."""
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("toolgen."):
            inner = node.module.removeprefix("toolgen.")
            named = {f"{inner}.{alias.name}" for alias in node.names} & DOTTED.keys()
            yield from named or {inner}


DOTTED = {module.removesuffix(".py").removesuffix("/__init__").replace("/", "."): module for module in MODULES}
"""The files of the package by their dotted names below it."""


def reached_from(module: str, graph: Mapping[str, set[str]]) -> set[str]:
    """The modules that importing `module` may import."""
    seen: set[str] = set()
    pending = [module]
    while pending:
        found = graph.get(pending.pop(), set()) - seen
        seen |= found
        pending += found
    return seen


def test_modules_do_not_import_each_other_but_where_what_they_work_on_is_recursive() -> None:
    graph = {name: set(modules_imported(file)) - {name} for name, file in DOTTED.items()}
    reached = {name: reached_from(name, graph) for name in graph}
    in_circles = sorted(name for name in graph if name in reached[name])
    circles = {name: {other for other in reached[name] if name in reached.get(other, ())} for name in in_circles}
    assert {name: circle for name, circle in circles.items() if not any(map(is_recursion(circle), RECURSIONS))} == {}


def is_recursion(circle: set[str]) -> Callable[[str], bool]:
    """Whether all of `circle` are modules of a folder that may import each other."""
    parts = [name.rpartition(".") for name in circle]
    return lambda folder: all(of == folder and last in (RECURSIONS[folder] or {last}) for of, _, last in parts)


def packages_needed(module: str) -> set[str]:
    """The packages that a file imports and cannot do without."""
    return packages_imported(module) - EXTRAS.get(module, set())


def test_some_layers_need_the_standard_library_only() -> None:
    modules = [module for module in MODULES if part_of(module) in STANDARD_LIBRARY_ONLY]
    assert non_empty({module: packages_needed(module) for module in modules}) == {}


def test_dependencies_are_known_to_one_layer() -> None:
    elsewhere = {
        module: {package for package in packages_needed(module) if THIRD_PARTY.get(package) != part_of(module)}
        for module in MODULES
    }
    assert non_empty(elsewhere) == {}


def test_modules_open_no_file() -> None:
    assert non_empty({module: files_opened(module) for module in MODULES if module not in OPENING}) == {}


def files_opened(module: str) -> Collection[str]:
    """The calls in a file that open another."""
    calls = (ast.unparse(node.func) for node in ast.walk(parsed(module)) if isinstance(node, ast.Call))
    return [call for call in calls if call.rpartition(".")[2] in READING]


def test_what_resolves_reads_no_file_and_searches_no_bytes() -> None:
    modules = [module for module in MODULES if part_of(module) in FROM_FACTS]
    assert non_empty({module: bytes_sought(module) for module in modules}) == {}


def bytes_sought(module: str) -> Collection[str]:
    """What a file reads, and the patterns of bytes that it searches with."""
    found = []
    for node in ast.walk(parsed(module)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in READING:
                found.append(name)
            case ast.Attribute(value=ast.Attribute(attr="contents"), attr="bytes"):
                found.append("contents.bytes")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[pattern, *_]):
                parts = [part for part in ast.walk(pattern) if isinstance(part, ast.Constant)]
                found += [repr(part.value) for part in parts if isinstance(part.value, bytes)]
    return found


@pytest.mark.parametrize("arguments", [["--version"], ["explain", "TG203"]], ids=" ".join)
def test_light_command_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = loaded_by("-m", "toolgen", *arguments)
    assert "click" in loaded
    assert loaded & HEAVY == set()


def test_marker_api_loads_nothing_else() -> None:
    assert loaded_by("-c", "import toolgen") - loaded_by("-c", "pass") == {"toolgen"}


@pytest.mark.parametrize("module", ["toolgen.runtime.encoding", "toolgen.views.notation"])
def test_table_of_standard_types_loads_none_of_them(module: str) -> None:
    loaded = loaded_by("-c", f"import {module}") - loaded_by("-c", "pass")
    assert loaded & {"decimal", "fractions", "ipaddress", "pathlib", "uuid", "zoneinfo"} == set()


@pytest.mark.parametrize("command", ["scan", "list"])
def test_command_that_emits_nothing_loads_no_emitter_and_without_tools_no_types(command: str, tmp_path: Path) -> None:
    (tmp_path / "toolgen.toml").touch()
    arguments = {"scan": [str(tmp_path)], "list": ["--config", str(tmp_path)]}
    loaded = modules_loaded_by("-m", "toolgen", command, *arguments[command])
    assert "toolgen.pipeline" in loaded
    assert loaded & {"toolgen.emit.artifacts", "toolgen.emit.dispatch", "toolgen.model.types"} == set()


@pytest.mark.parametrize("source", ["", "def f(): ..."])
def test_project_without_tools_loads_nothing_that_parses_or_resolves(source: str, tmp_path: Path) -> None:
    (tmp_path / "toolgen.toml").touch()
    (tmp_path / "a.py").write_text(source)
    loaded = modules_loaded_by("-m", "toolgen", "build", "--config", str(tmp_path))
    assert "toolgen.project.prefilter" in loaded
    assert loaded & {"toolgen.project.loader", "toolgen.resolving", "toolgen.syntax.module"} == set()


def loaded_by(*arguments: str) -> set[str]:
    """The top-level modules that a Python process imports."""
    return {name.partition(".")[0] for name in modules_loaded_by(*arguments)}


def modules_loaded_by(*arguments: str) -> set[str]:
    """The modules that a Python process imports, by their full names."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    lines = (line for line in done.stderr.splitlines() if line.startswith("import time:"))
    return {line.rpartition("|")[2].strip() for line in lines}
