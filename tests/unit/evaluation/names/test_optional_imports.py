"""What hangs on a package that need not be installed is listed with a note, however the program asks for that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
DECLARED = "@mcp.tool()\ndef find(text: str) -> str:\n    'Find.'\n"


@pytest.mark.parametrize(
    ("flagged", "codes"),
    [
        ("try:\n    import nowhere\n    HAS = True\nexcept ImportError:\n    HAS = False\n", ["TG221", "TG221"]),
        ("try:\n    from nowhere import x\n    HAS = 1\nexcept ImportError:\n    HAS = 0\n", ["TG221", "TG221"]),
        ("HAS = True\ntry:\n    import nowhere\nexcept ImportError:\n    HAS = False\n", ["TG221", "TG221"]),
        ("try:\n    import nowhere as HAS\nexcept ImportError:\n    HAS = None\n", ["TG221", "TG221"]),
        ("try:\n    from nowhere import HAS\nexcept ImportError:\n    HAS = None\n", ["TG221", "TG221"]),
        ("try:\n    from .mcp import HAS\nexcept ImportError:\n    HAS = None\n", ["TG221", "TG221"]),
        ("try:\n    from nowhere import HAS\nexcept ImportError:\n    HAS = False\n", ["TG221", "TG221"]),
        (
            """try: import nowhere as HAS
except ImportError:
    try: import nothing as HAS
    except ImportError: HAS = None
""",
            ["TG221", "TG221"],
        ),
        ("from flags import HAS\n", ["TG221", "TG221"]),
        ("from flags import pandas as HAS\n", ["TG221", "TG221"]),
        ("import flags\nHAS = flags.pandas is not None\n", ["TG221", "TG221"]),
        (
            """import importlib
try:
    importlib.import_module('nowhere')
    HAS = True
except ImportError: HAS = False
""",
            ["TG221", "TG221"],
        ),
        (
            """try:
    try: import nowhere
    except ImportError: import nothing as nowhere
    HAS = True
except ImportError: HAS = False
""",
            ["TG221", "TG221"],
        ),
        (
            "try:\n    here = __import__('nowhere')\n    HAS = True\nexcept ImportError: HAS = False\n",
            ["TG221", "TG221"],
        ),
        (
            "import contextlib\nHAS = 0\nwith contextlib.suppress(ImportError):\n    import nowhere\n    HAS = 1\n",
            ["TG221", "TG221"],
        ),
        ("import contextlib\nHAS = 0\nwith contextlib.suppress(ImportError):\n    import json\n    HAS = 1\n", []),
        ("try:\n    import json as HAS\nexcept ImportError:\n    HAS = None\n", []),
        ("try:\n    import other as HAS\nexcept ImportError:\n    HAS = None\n", []),
        ("try:\n    import mcp as HAS\nexcept ImportError:\n    HAS = None\n", []),
        ("try:\n    import json\n    HAS = True\nexcept ImportError:\n    HAS = False\n", []),
        ("try:\n    import other\n    HAS = True\nexcept ImportError:\n    HAS = False\n", []),
    ],
)
def test_a_tool_that_hangs_on_a_package_which_may_be_installed_is_listed_with_a_note(
    analyse: Analyse, flagged: str, codes: list[str]
) -> None:
    function = 'def {}(text: str) -> str:\n{}    "Search."\n'
    tools = "if HAS:\n    @mcp.tool()\n    " + function.format("find", "    ") + "    mcp.add_tool(search)\n"
    source = SERVER + function.format("search", "") + flagged
    flags = "try:\n    import nowhere as pandas\n    HAS = True\nexcept ImportError:\n    pandas, HAS = None, False\n"
    found = analyse({"a.py": source + tools, "other.py": "", "flags.py": flags})
    assert [one.name for one in found.manifest.tools] == ["find", "search"]
    assert [one.code for one in found.diagnostics] == codes


@pytest.mark.parametrize(
    ("attempt", "codes"),
    [
        ("try:\n    import nowhere\n    {}except ImportError: pass\n", ["TG221"]),
        ("try:\n    import nowhere\n    {}except (ValueError, ModuleNotFoundError): print()\n", ["TG221"]),
        ("try:\n    import nowhere\n    {}except Exception as error: print(error)\n", ["TG221"]),
        ("try: import nowhere\nexcept ImportError: pass\nelse:\n    {}", ["TG221"]),
        ("try: import json\nexcept ImportError:\n    {}else: import nowhere\n", []),
        ("try: import nowhere\nexcept ImportError:\n    {}", ["TG221"]),
        ("with contextlib.suppress(ImportError):\n    import nowhere\n    {}", ["TG221"]),
        ("try:\n    import json\n    {}except ImportError: pass\n", []),
        ("try:\n    import fastmcp\n    {}except ImportError: pass\n", []),
        ("try:\n    import nowhere\n    {}except ValueError: pass\n", []),
        ("try:\n    import nowhere\n    {}except ImportError: raise\n", []),
        ("try:\n    import nowhere\n    {}except ImportError: exit()\n", []),
        ("try:\n    {}    import nowhere\nexcept ImportError: pass\n", []),
    ],
)
@pytest.mark.parametrize("tool", [DECLARED, "mcp.add_tool(search)\n"], ids=["decorated", "called"])
def test_what_stands_below_an_import_that_may_fail_is_listed_with_a_note(
    analyse: Analyse, attempt: str, codes: list[str], tool: str
) -> None:
    code = attempt.format(tool.replace("\n", "\n    ").removesuffix("    "))
    found = analyse({"a.py": f"import contextlib\n{SERVER}def search(text: str) -> str: 'Search.'\n{code}"})
    is_there = "import json\nexcept" not in code and "import json\nelse" not in code
    assert len(found.manifest.tools) == is_there
    assert [one.code for one in found.diagnostics] == codes


def test_what_stands_below_a_star_import_that_may_fail_is_listed_with_a_note(analyse: Analyse) -> None:
    tool = DECLARED.replace("\n", "\n    ").removesuffix("    ")
    found = analyse({"a.py": f"{SERVER}try:\n    from nowhere import *\n    {tool}except ImportError: pass\n"})
    assert [one.code for one in found.diagnostics] == ["TG221"]


def test_one_tool_in_both_branches_of_an_attempt_is_no_duplicate(analyse: Analyse) -> None:
    tool = DECLARED.replace("\n", "\n    ").removesuffix("    ")
    code = f"try:\n    import nowhere\n    {tool}except ImportError:\n    {tool}"
    found = analyse({"a.py": SERVER + code})
    assert [one.code for one in found.diagnostics] == ["TG221", "TG221"]


@pytest.mark.parametrize(
    "body",
    [
        "    try: import nowhere\n    except ImportError: return\n    server.add_tool(search)\n",
        """    try:
        import nowhere
        has = True
    except ImportError: has = False
    if has: server.add_tool(search)
""",
    ],
)
def test_a_function_may_go_on_without_a_package(analyse: Analyse, body: str) -> None:
    code = f"def search(text: str) -> str: 'Search.'\ndef register(server):\n{body}"
    found = analyse({"a.py": SERVER + code + "register(mcp)\n"})
    assert [one.name for one in found.manifest.tools] == ["search"]
    assert {one.code for one in found.diagnostics} == {"TG221"}
