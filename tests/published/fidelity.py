"""Measure the packages of the tables, all or those that are named, and write `docs/fidelity.md`.

It needs the package index, and about an hour for all of them. `--keep FOLDER` leaves there, for each package, its
manifest and what its frameworks publish.
"""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "frameworks" / "support")]

from environments import environment  # noqa: E402
from measuring import Measured, measure  # noqa: E402
from packages import PACKAGES, UNSEEN, Package  # noqa: E402
from report import page, row  # noqa: E402

KEPT = HERE / "measured.json"
"""What was measured, by requirements: `now` what was last, `first` what was before anything was mended."""


def measured(package: Package, keep: Path | None) -> Measured:
    """What became of a package; a failure is told and is an answer."""
    name = package.requirement.partition("==")[0]
    place: AbstractContextManager[Path | str] = nullcontext(keep / name) if keep else tempfile.TemporaryDirectory()
    with place as folder:
        try:
            python = environment(name, (package.requirement, *package.others))
            found = measure(package, python, Path(folder))
        except Exception as error:
            found = Measured(package, failed=str(error))
    print(package.requirement, dict(found.kinds), found.failed, file=sys.stderr)
    for call in found.different:
        print("   ", call, file=sys.stderr)
    return found


def main(names: list[str], is_first: bool, keep: Path | None) -> None:
    """Measure the packages of `names`, or all, and write the page; with `is_first`, before anything is mended."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for package in (*PACKAGES, *UNSEEN):
        if not names or package.requirement.partition("==")[0] in names:
            kept["first" if is_first else "now"][package.requirement] = row(measured(package, keep))
            KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (HERE.parents[1] / "docs" / "fidelity.md").write_text(page(kept["now"], kept["first"]), encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--first", action="store_true", help="before anything is mended")
    parser.add_argument("--keep", type=Path, help="where manifests and what is published are left")
    given = parser.parse_args()
    main(given.names, given.first, given.keep)
