"""Where third-party source is installed: found by the layout of environments, without running their interpreter."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from toolgen.reading import read


def site_packages(python: str | None) -> list[Path]:
    """The folders of installed packages of the interpreter `python`, a path; by default of the one that runs.

    Source: the layout of installation schemes (`sysconfig`) and of virtual environments (PEP 405). An interpreter that
    is asked itself would run the `.pth` files of its environment; here the folders that they list are taken.
    """
    if python is None:
        folders = [path for path in map(Path, sys.path) if path.name in {"site-packages", "dist-packages"}]
    else:
        # The interpreter of a virtual environment is a link: its own place counts, not that of what it leads to.
        folders = [*_below(Path(python).absolute().parent.parent)]
    return list(dict.fromkeys([*folders, *(added for folder in folders for added in _added(folder))]))


def _added(folder: Path) -> Iterator[Path]:
    """The folders that the `.pth` files in `folder` add (`site`), and those of packages that setuptools maps."""
    for file in sorted(folder.glob("*.pth")):
        for line in _text(file).splitlines():
            if line.strip() and not line.startswith(("#", "import ", "import\t")):
                yield from filter(Path.is_dir, [folder / line.strip()])
    for file in sorted(folder.glob("__editable__*_finder.py")):
        for package in _mapped(_text(file)):
            yield from filter(Path.is_dir, [package.parent])


def _mapped(source: str) -> Iterator[Path]:
    """The packages that `MAPPING: dict[str, str] = {name: path}` lists whose folders have their names."""
    literal = re.search(r"^MAPPING\b[^={]*=\s*(\{.*\})\s*$", source, re.MULTILINE)
    with suppress(ValueError, SyntaxError):
        for name, path in ast.literal_eval(literal[1] if literal else "{}").items():
            if name == Path(path).name:
                yield Path(path)


def _text(file: Path) -> str:
    """What stands in `file`; nothing where it cannot be read."""
    try:
        return read(file).decode(errors="replace")
    except OSError:
        return ""


def _below(prefix: Path) -> Iterator[Path]:
    for pattern in ("lib/python3*/site-packages", "lib/python3*/dist-packages", "Lib/site-packages"):
        yield from sorted(prefix.glob(pattern))
    settings = _settings(prefix / "pyvenv.cfg")
    if settings.get("include-system-site-packages") == "true" and "home" in settings:
        yield from _below(Path(settings["home"]).parent)


def _settings(file: Path) -> dict[str, str]:
    """The lines `key = value` of `pyvenv.cfg`; none where there is no such file."""
    pairs = (line.partition("=") for line in _text(file).splitlines())
    return {
        key.strip().lower(): value.strip().lower() if "include" in key else value.strip() for key, _, value in pairs
    }
