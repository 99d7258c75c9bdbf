"""What a module says does not depend on which others were read or resolved before it, nor on those it does not need."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.config.reading import load
from toolgen.diagnostics.diagnostic import Diagnostic, in_order
from toolgen.frameworks.plugins import in_use
from toolgen.model.classes import ClassSpec
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse, generate
from toolgen.project.loader import ModuleLoader
from toolgen.project.modules import Module
from toolgen.project.prefilter import Needles
from toolgen.project.search import Search
from toolgen.resolving import Resolved, resolve

CASES = ("bindings", "decorator_forms", "errors", "mcp_servers", "pydantic_models", "tool_classes", "types", "warnings")
PROJECTS = ("sample_project", *(f"tests/cases/{name}/input" for name in CASES))

Said = tuple[list[ToolSpec], dict[str, ClassSpec], list[Diagnostic]]


@pytest.fixture(params=PROJECTS)
def config(request: pytest.FixtureRequest, repository: Path, tmp_path: Path) -> Config:
    copy = tmp_path / "project"
    shutil.copytree(repository / request.param, copy, ignore=shutil.ignore_patterns("generated", "__pycache__"))
    return load(copy)


def read(config: Config) -> tuple[ModuleLoader, list[Module]]:
    search = Search(config)
    dialects = in_use(config, search.diagnostics)
    words = Needles(dialects.needles.union(name.encode() for name in config.bare_names))
    loader = ModuleLoader(config, dialects, words, search)
    return loader, loader.modules(search.files_with(words))


def said(parts: Iterable[Resolved]) -> Said:
    """The tools of `parts`, the classes that they name, and what is said of them."""
    whole = reduce(or_, parts)
    return (
        sorted(whole.tools, key=lambda tool: (tool.span, tool.name)),
        whole.classes,
        in_order(whole.all_diagnostics()),
    )


def parted(modules: Sequence[Module], seed: int) -> list[list[Module]]:
    """`modules` in some order, in parts of some sizes."""
    chance = random.Random(seed)
    shuffled = chance.sample(modules, len(modules))
    ends = sorted({0, len(modules), *chance.choices(range(len(modules)), k=3)})
    return [shuffled[start:end] for start, end in pairwise(ends)]


def test_order_of_modules_and_with_which_they_are_resolved(config: Config) -> None:
    loader, modules = read(config)
    expected = said([resolve(modules, loader, config)])
    for seed in range(3):
        another, same = read(config)
        assert said(resolve(part, another, config) for part in parted(same, seed)) == expected
    found = []  # each module alone
    for index in range(len(modules)):
        own, same = read(config)
        found.append(resolve([same[index]], own, config))
    assert said(found) == expected


UNRELATED = {
    "decorators_of_the_same_names": "@elsewhere.{name}\ndef _{name}(a): ...\n",
    "decorators_that_are_called": "@elsewhere.made.{name}('x')\ndef _{name}(a): ...\n",
    "methods_that_decorate": "class C{name}:\n    def f(self, other):\n        @other.{name}\n        def g(a): ...\n",
    "functions_and_classes_of_the_same_names": "def {name}(fn): return fn\n@{name}\nclass Of{name}: ...\n",
    "imports": "from elsewhere import {name}\n",
}
"""The text for each name of a function of the project, in a module of this name."""


def test_modules_that_no_tool_needs(config: Config) -> None:
    expected = generate(analyse(config), config)
    folder = next(folder for path in config.paths if (folder := config.root / path).is_dir())
    texts = [file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))]
    names = {name for source in texts for name in re.findall(r"^ *def (\w+)", source, re.MULTILINE)}
    for module, text in UNRELATED.items():
        lines = "".join(text.format(name=name) for name in sorted(names))
        (folder / f"zz_{module}.py").write_text(f"import elsewhere\n# tool of mcp, toolgen\n{lines}")
    assert generate(analyse(config), config) == expected


MODELS = "from dataclasses import dataclass\n@dataclass\nclass Task:\n    n: int\n"
IMPORTER = 'from toolgen import tool\nfrom {module} import Task\n@tool\ndef {name}(task: Task):\n    "Do it."\n'


@pytest.mark.parametrize("above", ["a_tools.py", "z_tools.py"])
def test_file_under_two_names(above: str, tmp_path: Path) -> None:
    """As when it runs: whichever name is looked up first, each importer has the class of its own module."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "models.py").write_text(MODELS)
    (tmp_path / "lib" / "tools.py").write_text(IMPORTER.format(module="models", name="first"))
    (tmp_path / above).write_text(IMPORTER.format(module="lib.models", name="second"))
    assert sorted(analyse(Config(tmp_path)).manifest.classes) == ["lib.models.Task", "models.Task"]
