"""Parameters that the framework or the caller supplies, in every spelling, and what only looks like one."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEADS = {
    "toolgen": "import toolgen\nfrom toolgen import Injected, tool\n",
    "mcp": "import mcp.server.fastmcp as m\nfrom mcp.server.fastmcp import Context, FastMCP\nserver = FastMCP('x')\n",
    "mcp 2": "from mcp.server.mcpserver import Context, MCPServer, Resolve\nserver = MCPServer('x')\n",
    "fastmcp": (
        "import fastmcp\nfrom fastmcp import Context, FastMCP\nfrom fastmcp.dependencies import CurrentContext, Depends\n"
        "from fastmcp.server.dependencies import Progress\nfrom fastmcp.server.sessions import UserSession\n"
        "server = FastMCP('x')\n"
    ),
}
DECORATORS = {"toolgen": "@tool"}


def source(framework: str, parameter: str, definitions: str = "") -> str:
    head = (
        f"from typing import Annotated, Literal, Optional, Union\nimport typing as t\n{HEADS[framework]}{definitions}"
    )
    decorator = DECORATORS.get(framework, "@server.tool()")
    return f"{head}\n{decorator}\ndef search(text: str, {parameter}):\n    'Search.'\n"


SUPPLIED: list[tuple[str, str, str]] = [
    # framework, parameter, definitions
    *(
        ("toolgen", f"x: {annotation}", definitions)
        for annotation, definitions in [
            ("Injected[int]", ""),
            ("toolgen.Injected[int]", ""),
            ("'Injected[int]'", ""),
            ("Optional[Injected[int]] = None", ""),
            ("Injected[int] | None = None", ""),
            ("'Injected[int] | None' = None", ""),
            ("Union[None, Injected[int]] = None", ""),
            ("Annotated[Injected[int], 'text']", ""),
            ("Annotated[Optional['Injected[int]'], 'text'] = None", ""),
            ("Db", "Db = Injected[int]\n"),
            ("Db | None", "Inner = Injected[int]\nDb = Inner\n"),
            ("Db", "Db: t.TypeAlias = 'Injected[int]'\n"),
        ]
    ),
    *(
        (framework, f"x: {annotation}", definitions)
        for framework in ("mcp", "mcp 2", "fastmcp")
        for annotation, definitions in [
            ("Context", ""),
            ("Context | None = None", ""),
            ("t.Optional[Context] = None", ""),
            ("Annotated[Context, 'text']", ""),
            ("'Context'", ""),
            ("Context[Session, Lifespan]", ""),
            ("Optional[Context[Session, Lifespan, Request]] = None", ""),
            ("My", "class My(Context): ...\n"),
            ("My", "class Base(Context): ...\nclass My(Base): ...\n"),
            ("My", "My = Context[Session, Lifespan]\n"),
        ]
    ),
    ("mcp", "x: m.Context", ""),
    ("mcp", "*, x: Context", ""),
    ("mcp 2", "x: Annotated[str, Resolve(find)]", ""),
    ("fastmcp", "x=CurrentContext()", ""),
    ("fastmcp", "x: Context = CurrentContext()", ""),
    ("fastmcp", "x: str = Depends(find)", ""),
    ("fastmcp", "x: str = FOUND", "FOUND = Depends(find)\n"),
    ("fastmcp", "x: str = SAME", "FOUND = Depends(find)\nSAME = FOUND\n"),
    ("fastmcp", "x: Annotated[str, Depends(find)]", ""),
    ("fastmcp", "x: Annotated[str, *MARKS]", "MARKS = ('text', Depends(find))\n"),
    ("fastmcp", "x: Annotated[str, *('text', Depends(find))]", ""),
    ("fastmcp", "x: Progress = Progress()", ""),
    ("fastmcp", "x: UserSession | None = None", ""),
    ("fastmcp", "x: str = fastmcp.dependencies.Depends(find)", "import fastmcp.dependencies\n"),
]


@pytest.mark.parametrize(("framework", "parameter", "definitions"), SUPPLIED)
def test_supplied(analyse: Analyse, framework: str, parameter: str, definitions: str) -> None:
    analysis = analyse({"tools.py": source(framework, parameter, definitions)})
    (found,) = analysis.manifest.tools
    assert (list(found.input_schema["properties"]), found.injected) == (["text"], ("x",))
    assert found.provided == (("x",) if "=" in parameter and "None" not in parameter else ())
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("other", "parameter", "framework"),
    [
        ("from toolgen import Injected as I\nDb = I[int]\n", "x: Db", "toolgen"),
        ("from mcp.server.fastmcp import Context\nDb = Context | None\n", "x: 'Db' = None", "mcp"),
        ("from fastmcp.dependencies import Depends\nDb = Depends(int)\n", "x: int = Db", "fastmcp"),
    ],
)
def test_supplied_by_the_name_of_another_module(analyse: Analyse, other: str, parameter: str, framework: str) -> None:
    analysis = analyse({"other.py": other, "tools.py": source(framework, parameter, "from other import Db\n")})
    (found,) = analysis.manifest.tools
    assert (list(found.input_schema["properties"]), found.injected) == (["text"], ("x",))
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("framework", "parameter"),
    [
        ("mcp", "x: Literal['Context', 'b']"),
        ("mcp", "x: Annotated[str, 'Context']"),
        ("mcp", "x: Annotated[str, Context]"),
        ("mcp", "x: str = 'Context'"),
        ("fastmcp", "x: Annotated[str, 'Depends(find)']"),
        ("fastmcp", "x: str = 'CurrentContext()'"),
    ],
)
def test_not_supplied(analyse: Analyse, framework: str, parameter: str) -> None:
    (found,) = analyse({"tools.py": source(framework, parameter)}).manifest.tools
    assert (list(found.input_schema["properties"]), found.injected) == (["text", "x"], ())


@pytest.mark.parametrize(
    ("annotation", "undefined"),
    [
        ("Injected[Db]", ["Db"]),
        ("Injected[dict[str, Db]]", ["Db"]),
        ("'Injected[Db]'", ["Db"]),
        ("Injected[Later]", []),
        ("Injected[Checked]", []),
        ("Injected[dict[str, int] | None]", []),
    ],
)
def test_what_is_injected_is_defined(analyse: Callable[..., Analysis], annotation: str, undefined: list[str]) -> None:
    source = f"""
from __future__ import annotations
from typing import TYPE_CHECKING
from toolgen import Injected, tool
if TYPE_CHECKING:
    from elsewhere import Checked
@tool
def f(a: int, b: {annotation}): 'F.'
class Later: ...
"""
    found = analyse({"t.py": source}).diagnostics
    assert [(one.code, one.message) for one in found] == [
        ("TG301", f"`{name}` is not defined in this module") for name in undefined
    ]


def test_what_is_injected_is_one_type(analyse: Callable[..., Analysis]) -> None:
    source = "from toolgen import Injected, tool\n@tool\ndef f(a: int, b: Injected[int, str]): 'F.'\n"
    with pytest.raises(TypeError):
        exec(compile(source, "t.py", "exec", dont_inherit=True), {})
    found = analyse({"t.py": source}).diagnostics
    assert [(one.code, one.message) for one in found] == [("TG316", "`toolgen.Injected` takes 1 type argument, not 2")]
