"""Where third-party source is installed: found by the layout of environments, without running their interpreter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path


def site_packages(python: str | None) -> list[Path]:
    """The folders of installed packages of the interpreter `python`, a path; by default of the one that runs.

    Source: the layout of installation schemes (`sysconfig`) and of virtual environments (PEP 405). An interpreter that
    is asked itself would run the `.pth` files of its environment.
    """
    if python is None:
        return [path for path in map(Path, sys.path) if path.name in {"site-packages", "dist-packages"}]
    # The interpreter of a virtual environment is a link: its own place counts, not that of what it leads to.
    prefix = Path(python).absolute().parent.parent
    return list(dict.fromkeys(_below(prefix)))


def _below(prefix: Path) -> Iterator[Path]:
    for pattern in ("lib/python3*/site-packages", "lib/python3*/dist-packages", "Lib/site-packages"):
        yield from sorted(prefix.glob(pattern))
    settings = _settings(prefix / "pyvenv.cfg")
    if settings.get("include-system-site-packages") == "true" and "home" in settings:
        yield from _below(Path(settings["home"]).parent)


def _settings(file: Path) -> dict[str, str]:
    """The lines `key = value` of `pyvenv.cfg`; none where there is no such file."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines)
    return {
        key.strip().lower(): value.strip().lower() if "include" in key else value.strip() for key, _, value in pairs
    }
