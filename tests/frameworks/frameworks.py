"""The frameworks whose tools toolgen reads: what is installed, what is asked, and which files are read and imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework in one major version.

    `requirements` are installed in the newest release; `probe` is a module of `probes/`; `cases` are modules of the
    folder `cases/FOLDER`, each of which declares tools in some of the framework's forms.
    """

    name: str
    requirements: tuple[str, ...]
    probe: str
    folder: str
    cases: tuple[str, ...]

    @property
    def path(self) -> Path:
        return HERE / "cases" / self.folder


FRAMEWORKS: tuple[Framework, ...] = (
    Framework("mcp 1", ("mcp>=1.20,<2",), "mcp_servers", "mcp", ("decorators", "nested")),
    Framework("mcp 2", ("mcp>=2",), "mcp_servers", "mcp_2", ("decorators", "nested", "resolved")),
    Framework(
        "fastmcp 2",
        ("fastmcp>=2.12,<3",),
        "fastmcp_servers",
        "fastmcp",
        ("decorators", "nested", "dependencies", "excluded"),
    ),
    Framework(
        "fastmcp 3",
        ("fastmcp>=3,<4",),
        "fastmcp_servers",
        "fastmcp",
        ("decorators", "nested", "dependencies", "excluded"),
    ),
    Framework("fastmcp 4", ("fastmcp>=4",), "fastmcp_servers", "fastmcp", ("decorators", "nested", "dependencies")),
)

IMPOSSIBLE: Mapping[tuple[str, tuple[int, int]], str] = {}
"""Why a framework cannot be installed on a version of Python. All other failures of an installation fail the tests."""
