"""Measure the packages of the tables, all or those that are named, and write `docs/fidelity.md`.

It needs the package index, and about an hour for all of them.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "frameworks" / "support")]

from environments import environment  # noqa: E402
from measuring import Measured, measure  # noqa: E402
from packages import PACKAGES, UNSEEN, Package  # noqa: E402
from report import page, row  # noqa: E402

KEPT = HERE / "measured.json"
"""What was measured, by requirements: `now` what was last, `first` what was before anything was mended."""


def measured(package: Package) -> Measured:
    """What became of a package; a failure is told and is an answer."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            python = environment(package.requirement.partition("==")[0], (package.requirement, *package.others))
            found = measure(package, python, Path(folder))
        except Exception as error:
            found = Measured(package, failed=str(error))
    print(package.requirement, dict(found.kinds), found.failed, file=sys.stderr)
    for call in found.different:
        print("   ", call, file=sys.stderr)
    return found


def main(names: list[str], is_first: bool) -> None:
    """Measure the packages of `names`, or all, and write the page; with `is_first`, before anything is mended."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for package in (*PACKAGES, *UNSEEN):
        if not names or package.requirement.partition("==")[0] in names:
            kept["first" if is_first else "now"][package.requirement] = row(measured(package))
            KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (HERE.parents[1] / "docs" / "fidelity.md").write_text(page(kept["now"], kept["first"]), encoding="utf-8")


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "--first"], "--first" in sys.argv)
