"""Functions that make a tool of what they are given: their defaults count where no call in the project gives others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

FACTORY = """
from strands import tool
TEXT = "Said."
{before}
def make({parameters}):
    TEXT = "Local."
    {inside}
    @tool(name=name, description={description})
    def inner(a: int) -> str:
        "Inner."
    return inner
{after}
"""


CALLED = """
from autogen_core.tools import FunctionTool
def make(client, *, name: str = "out", description: str | None = None):
    async def inner(a: int) -> str:
        "Inner."
    return FunctionTool(inner, name=name, description=description or "D.")
"""


def made(analyse: Analyse, **parts: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The names and descriptions of the tools, and what is told."""
    given = {"before": "", "parameters": "", "inside": "", "description": "'D.'", "after": "", **parts}
    analysis = analyse({"tools.py": FACTORY.format(**given)})
    tools = [(tool.name, tool.description) for tool in analysis.manifest.tools]
    return tools, [one.code for one in analysis.diagnostics]


DEFAULTS = [
    # the parameters, the description, what the tool is, and what is told
    ("name='out'", "'D.'", ("out", "D."), ["TG235"]),
    ("*, name='o' + 'ut'", "'D.'", ("out", "D."), ["TG235"]),
    ("name='out', text=TEXT", "text", ("out", "Said."), ["TG235", "TG235"]),
    ("name=None", "'D.'", ("inner", "D."), ["TG235"]),
    ("name='out', text=None", "text or 'Else.'", ("out", "Else."), ["TG235", "TG235"]),
    ("name='out', text=None", "text or '' or TEXT[:4]", ("out", "Loca"), ["TG235", "TG235"]),
    ("name='out', text=''", "text or load()", ("out", "Inner."), ["TG217", "TG235"]),
    ("name='out', text=''", "load() or text", ("out", "Inner."), ["TG217", "TG235"]),
    ("name", "'D.'", ("inner", "D."), ["TG224"]),
    ("name=open('x').read()", "'D.'", ("inner", "D."), ["TG224"]),
    ("name='out', text=''", "f'{text}.'", ("out", "."), ["TG235", "TG235"]),
    ("name='out', texts=None", "(texts or {}).get('a', TEXT)", ("out", "Local."), ["TG235", "TG235"]),
]


@pytest.mark.parametrize(("parameters", "description", "expected", "codes"), DEFAULTS)
def test_a_default_of_the_function_around(
    analyse: Analyse, parameters: str, description: str, expected: tuple[str, str], codes: list[str]
) -> None:
    tools, told = made(analyse, parameters=parameters, description=description)
    assert (tools, sorted(told)) == ([expected], codes)


def test_a_default_of_the_function_around_a_call(analyse: Analyse) -> None:
    found = analyse({"tools.py": CALLED})
    assert [(tool.name, tool.description) for tool in found.manifest.tools] == [("out", "D.")]
    assert [one.code for one in found.diagnostics] == ["TG235", "TG235"]


def test_a_call_without_the_argument_leaves_the_default(analyse: Analyse) -> None:
    assert made(analyse, parameters="name='out'", after="made = make()") == ([("out", "D.")], [])


def test_what_a_call_gives_is_no_default(analyse: Analyse) -> None:
    assert made(analyse, parameters="name='out'", after="made = make('given')") == ([("given", "D.")], [])
    unknown = made(analyse, parameters="name='out'", after="made = make(open('x').read())")
    assert ("out", "D.") not in unknown[0]
    assert unknown[1]


@pytest.mark.parametrize(
    ("inside", "expected", "code"),
    [
        ("name = name.upper()", "OUT", "TG235"),
        ("name += 'x'", "outx", "TG235"),
        ("if a:\n        name = 'b'", "inner", "TG224"),
    ],
)
def test_what_is_made_of_a_default(analyse: Analyse, inside: str, expected: str, code: str) -> None:
    assert made(analyse, parameters="name='out', a=1", inside=inside) == ([(expected, "D.")], [code])


@pytest.mark.parametrize("inside", ["told = texts or {}", "told = {} if texts is None else texts"])
def test_a_local_name_for_a_default(analyse: Analyse, inside: str) -> None:
    parts = {"parameters": "name='out', texts=None", "description": "told.get('a', TEXT)"}
    assert made(analyse, inside=inside, **parts) == ([("out", "Local.")], ["TG235", "TG235"])
    changed = made(analyse, inside=f"{inside}\n    told.update(load())", **parts)
    assert changed == ([("out", "Inner.")], ["TG235", "TG217"])


KEPT = """
from langchain_core.tools import StructuredTool
class Files:
    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self.texts = texts or {{}}
        {inside}

    def make(self) -> StructuredTool:
        def inner(a: int) -> str:
            "Inner."
        return StructuredTool.from_function(name="out", description=self.texts.get("out") or "D.", func=inner)
{after}
"""


@pytest.mark.parametrize(
    ("inside", "after", "description", "codes"),
    [
        ("", "", "D.", ["TG235"]),
        ("", "kept = Files({'out': 'Given.'}).make()", "Given.", []),
        ("", "kept = Files(open('x').read()).make()", "D.", ["TG235"]),
        ("self.texts['out'] = 'Changed.'", "", "Inner.", ["TG217"]),
        ("self.fill()", "    def fill(self):\n        self.texts = load()", "Inner.", ["TG217"]),
    ],
)
def test_a_default_that_an_object_keeps(
    analyse: Analyse, inside: str, after: str, description: str, codes: list[str]
) -> None:
    found = analyse({"tools.py": KEPT.format(inside=inside, after=after)})
    assert [(tool.name, tool.description) for tool in found.manifest.tools] == [("out", description)]
    assert [one.code for one in found.diagnostics] == codes
