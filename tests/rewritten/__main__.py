"""Try all steps on the packages of the table, or those that are named, and write `docs/migrations.md`.

It needs the package index, and hours for all of them: `python -m tests.rewritten`.
"""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.rewritten.attempts import attempts
from tests.rewritten.packages import PACKAGES
from tests.rewritten.report import page
from tests.rewritten.sources import unpacked

HERE = Path(__file__).parent
KEPT = HERE / "measured.json"
"""What was found last, by packages."""


def main(names: list[str], sources: Path | None) -> None:
    for name in names or PACKAGES:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary).resolve() / name
            shutil.copytree(sources / name, folder) if sources else unpacked(name, folder)
            found = []
            for one in attempts(folder):
                print(name, one.step, one.tools, one.done, *one.faults, sep="\t", file=sys.stderr, flush=True)
                found.append(asdict(one))
        _keep(name, found)
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    (HERE.parents[1] / "docs" / "migrations.md").write_text(page(kept), encoding="utf-8")


def _keep(name: str, found: list[dict[str, Any]]) -> None:
    """Keep what was found of one package beside what is there: another run may have kept that meanwhile."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    KEPT.write_text(json.dumps({**kept, name: found}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sources", type=Path, help="where they are unpacked already, each in a folder of its name")
    given = parser.parse_args()
    main(given.names, given.sources)
