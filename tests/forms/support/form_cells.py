"""The cells of the table: each is a module in which a form of expression stands in a position."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from canonical import canonical, map_children
from expression_forms import FORMS, Form
from form_positions import POSITIONS, Position, Tools
from values import VALUES

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.model.classes import ClassTable
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse
from toolgen.providers.projection.target import ProjectedTools
from toolgen.tools.catalogue import catalogue

PROBE = Path(__file__).parent.parent / "probe.py"
NOT_OF_THE_CELL = frozenset({"TG302"})
"""The framework is not installed in the project that all cells are."""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A form in a position, in the module `name`."""

    form: Form
    position: Position
    name: str

    def __str__(self) -> str:
        return f"{self.form.name} · {self.position.kind} · {self.position.name}"

    @property
    def files(self) -> Mapping[str, str]:
        """The module and those that it imports, by path."""
        form, position = self.form, self.position
        value = VALUES[position.kind]
        parts = {"": position.text, "_exports": position.exports, "_given": form.given}
        place = "_exports" if position.exports else ""
        parts[place] = f"{form.before}\n{parts[place]}"
        names = {"GIVEN": f"{self.name}_given", "EXPORTS": f"{self.name}_exports", "V": value.text, "O": value.other}
        names["E"] = _filled(form.yields, **names)
        return {
            f"{self.name}{suffix}.py": f"{value.definitions}{_filled(part, **names)}\n"
            for suffix, part in parts.items()
            if part
        }


def _filled(template: str, **texts: str) -> str:
    return re.sub(rf"\b({'|'.join(texts)})\b", lambda found: texts[found[0]], template)


CELLS: Mapping[Position, Sequence[Cell]] = {
    position: [
        Cell(form, position, f"cell_{row}_{column}") for row, form in enumerate(FORMS) if position.kind in form.kinds
    ]
    for column, position in enumerate(POSITIONS)
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What toolgen says of a cell: its tools, and the codes of the diagnostics in its modules; or what it dies of."""

    tools: Tools = field(default_factory=dict)
    codes: Sequence[str] = ()
    crash: str = ""


def write(root: Path, cells: Sequence[Cell]) -> None:
    """Write the modules of `cells` into `root`."""
    for cell in cells:
        for path, text in cell.files.items():
            (root / path).write_text(text, encoding="utf-8")


def read(root: Path, cells: Sequence[Cell]) -> Mapping[Cell, Reading]:
    """What toolgen says of `cells`, which stand in `root`. One that it dies of is read alone."""
    try:
        return _read(root, cells)
    except Exception as error:
        if len(cells) == 1:
            return {cells[0]: Reading(crash=repr(error))}
        half = len(cells) // 2
        return {**read(root, cells[:half]), **read(root, cells[half:])}


def _read(root: Path, cells: Sequence[Cell]) -> Mapping[Cell, Reading]:
    paths = [path for cell in cells for path in cell.files]
    # In one process, which takes a quarter less than two.
    with patch("toolgen.tools.catalogue.catalogue", _catalogue), patch("toolgen.project.parallel._processors", int):
        analysis = analyse(Config(root=root, output="", paths=tuple(paths)))
    tools: dict[str, dict[str, Mapping[str, Any]]] = {cell.name: {} for cell in cells}
    codes: dict[str, set[str]] = {cell.name: set() for cell in cells}
    for tool in analysis.manifest.tools:
        tools[_cell_of(tool.origin.path)][tool.name] = _said(tool)
    for found in analysis.diagnostics:
        if found.code not in NOT_OF_THE_CELL:
            codes[_cell_of(found.span.path)].add(found.code)
    return {cell: Reading(tools[cell.name], sorted(codes[cell.name])) for cell in cells}


def _catalogue(
    tools: Iterable[ToolSpec], classes: ClassTable, config: Config, *_: object
) -> tuple[Manifest, list[Diagnostic], dict[str, ProjectedTools]]:
    """One for each of `tools`: those of different cells have the same names."""
    made = [catalogue([tool], classes, config) for tool in tools]
    kept = tuple(tool for manifest, *_ in made for tool in manifest.tools)
    return Manifest(kept), [found for _, problems, _ in made for found in problems], {}


def _cell_of(path: str) -> str:
    return "_".join(Path(path).stem.split("_")[:3])


def _said(tool: ToolSpec) -> Mapping[str, Any]:
    said = {"description": tool.description, "tags": sorted(tool.tags), "title": tool.title}
    return _normal(said | {"schema": tool.input_schema})


def _normal(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is said of a tool, as positions say it: no more than there is."""
    schema = canonical(_followed(said["schema"], said["schema"].get("$defs", {})))
    whole = {**said, "properties": schema.get("properties")}
    return {key: value for key, value in whole.items() if value and key != "schema"}


def _followed(schema: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` with definitions in the places that refer to them, and without titles."""
    definition = definitions.get(schema.get("$ref", "").rpartition("/")[2], {})
    whole = {key: value for key, value in (definition | schema).items() if key not in {"$ref", "$defs", "title"}}
    return map_children(whole, lambda part: _followed(part, definitions))


def imported(python: Path, folders: Iterable[Path]) -> Mapping[str, Tools | str]:
    """What the framework in the environment of `python` says of the cells in `folders`, or the error that it raises."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(python), "-B", str(PROBE), *map(str, folders)],
        env=kept,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        timeout=600,
    )
    return {name: _tools(found) for name, found in json.loads(done.stdout).items()}


def _tools(found: dict[str, Any] | str) -> Tools | str:
    return found if isinstance(found, str) else {name: _normal(said) for name, said in found.items()}
