"""Tools of modules that are imported only under a condition have a note: before the import there are none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = (
    'import os, sys\nfrom typing import TYPE_CHECKING\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("x")\n'
)
ADMIN = 'from server import mcp\n@mcp.tool()\ndef wipe(text: str) -> str:\n    "Wipe."\n'
IN_PACKAGE = {
    "app/__init__.py": "",
    "app/server.py": SERVER + 'if os.environ.get("ADMIN"): from app import tools\n',
    "app/tools/__init__.py": "from . import admin\n",
    "app/tools/admin.py": ADMIN.replace("from server", "from ..server"),
}
OF_ITS_OWN = {"stdio.py": SERVER, "web.py": SERVER + "import admin\n", "admin.py": ADMIN.replace("server", "web")}


def beside(**sources: str) -> Mapping[str, str]:
    """The server and its tools, each with more below it, and other modules."""
    first = {"server.py": SERVER + sources.pop("server", ""), "admin.py": ADMIN + sources.pop("admin", "")}
    return {**first, **{f"{name.replace('__', '/')}.py": text for name, text in sources.items()}}


SERVERS = {
    first: {
        "server.py": SERVER + 'def get():\n    return mcp\nif os.environ.get("X"): import admin\n',
        "admin.py": f"from server import get, mcp\n{first}\n" + ADMIN.partition("\n")[2].replace("mcp.", f"{name}."),
    }
    for first, name in (("app = mcp", "app"), ("from server import *", "mcp"), ("mcp = get()", "mcp"))
}
CONDITIONAL = {
    "below an `if`": beside(server='if os.environ.get("ADMIN"): import admin\n'),
    "in another module": beside(app='import os\nfrom server import mcp\nif os.environ.get("ADMIN"): import admin\n'),
    "below one that does not hold": beside(server="ON = False\nif ON: import admin\n"),
    "for another platform": beside(server='if sys.platform == "win32": import admin\n'),
    "for another platform, or below an `if`": beside(
        server='if sys.platform == "win32": import admin\nelif os.environ.get("X"): import admin\n'
    ),
    "below an `if` that is written `False`": beside(server="if False: import admin\n"),
    "its server under another name": SERVERS["app = mcp"],
    "its server by a star": SERVERS["from server import *"],
    "its server of a function": SERVERS["mcp = get()"],
    "where it speaks of scripts": beside(server='if os.environ.get("X"): import admin\n', admin="# no __main__ here\n"),
    "in a function": beside(server="def load(on):\n    if on: import admin\n    mcp.run()\n"),
    "names of the module": beside(server='if os.environ.get("ADMIN"): from admin import wipe\n'),
    "of the package": IN_PACKAGE,
    "of what imports it": beside(
        server='if os.environ.get("X"): import more\n', more="import admin\nfrom server import mcp\nmcp.title = 1\n"
    ),
    "a call": {
        **beside(
            server='if os.environ.get("X"): import calls\n', calls="from admin import mcp, wipe\nmcp.tool()(wipe)\n"
        ),
        "admin.py": "from server import mcp\ndef wipe(text: str) -> str:\n    'Wipe.'\n",
    },
    "but for a test": beside(
        server='if os.environ.get("X"): import admin\n', tests__test_admin="import admin\nimport mcp\n"
    ),
}
CERTAIN = {
    "by nothing": beside(),
    "without a condition elsewhere": beside(
        server='if os.environ.get("X"): import admin\n', app=ADMIN + "import admin\n"
    ),
    "in a function without one": beside(
        server='if os.environ.get("X"): import admin\n',
        app="from server import mcp\ndef go(): import admin; mcp.run()\n",
    ),
    "in both branches": beside(server='if os.environ.get("X"): import admin\nelse:\n    import admin\n'),
    "below one that holds": beside(server="if sys.version_info > (3, 8): import admin\n"),
    "by type checkers alone": beside(server="if TYPE_CHECKING: import admin\n"),
    "in `try`": beside(server="try: import admin\nexcept ImportError: pass\n"),
    "by a script": beside(server='if __name__ == "__main__":\n    import admin\n    mcp.run()\n'),
    "behind one that leaves": beside(
        server="def go(version):\n    if version: return\n    import admin\n    mcp.run()\n"
    ),
    "as a script itself": beside(
        server='if os.environ.get("X"): import admin\n', admin='if __name__ == "__main__": mcp.run()\n'
    ),
    "with its server": OF_ITS_OWN | {"main.py": SERVER + 'if os.environ.get("HTTP"): import web\n'},
    "by its server too": beside(server="import admin\n", app=SERVER + 'if os.environ.get("X"): import admin\n'),
    "by a name that a loop makes": beside(
        server='if os.environ.get("X"): import admin\n',
        app='import importlib\nfrom server import mcp\nfor n in ["admin"]: importlib.import_module(n)\n',
    ),
}


@pytest.mark.parametrize("files", CONDITIONAL.values(), ids=list(CONDITIONAL))
def test_a_tool_whose_module_is_imported_under_a_condition_has_a_note(
    analyse: Analyse, files: Mapping[str, str]
) -> None:
    found = analyse(files)
    assert [one.name for one in found.manifest.tools if one.is_conditional] == ["wipe"]
    assert [one.code for one in found.diagnostics if "`wipe`" in one.message] == ["TG221"]
    [note] = [one for one in found.diagnostics if one.code == "TG221"]
    assert "import" in files[note.span.path].splitlines()[note.span.line - 1][note.span.column - 1 :]


@pytest.mark.parametrize("files", CERTAIN.values(), ids=list(CERTAIN))
def test_a_tool_whose_module_is_imported_with_its_server_has_none(analyse: Analyse, files: Mapping[str, str]) -> None:
    found = analyse(files)
    assert "wipe" in {one.name for one in found.manifest.tools}
    assert [one.code for one in found.diagnostics if one.code == "TG221"] == []
