"""Measure all packages of the table, and write `docs/fidelity.md`. It needs the package index, and about an hour."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "frameworks" / "support")]

from environments import environment  # noqa: E402
from measuring import Measured, measure  # noqa: E402
from packages import PACKAGES, Package  # noqa: E402
from report import page  # noqa: E402


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


if __name__ == "__main__":
    (HERE.parents[1] / "docs" / "fidelity.md").write_text(page([*map(measured, PACKAGES)]), encoding="utf-8")
