"""Base classes of a project's own, whose subclasses are tools: `method` in `[[tool.toolgen.decorators]]`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.config.decorators import declared_decorator
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

BASE = """
from abc import ABC, abstractmethod
class BaseTool(ABC):
    category = "general"
    tags: list[str] = []
    @property
    @abstractmethod
    def description(self) -> str: ...
    @abstractmethod
    def execute(self, **arguments): ...
"""
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = f"""
class Note(BaseTool):
    name = "add_note"
    @property
    def description(self):
        return "Add a note."
    parameters_schema = {TEXT}
    def tags(self):
        return ["notes"]
    def execute(self, text):
        return text
"""
PLACES = {
    "imported": {"app/base.py": BASE, "app/tools.py": f"from .base import BaseTool\n{TOOLS}"},
    "under another name": {
        "app/base.py": BASE,
        "app/tools.py": f"from app import base as kinds\n{TOOLS.replace('BaseTool', 'kinds.BaseTool')}",
    },
    "in its own module": {"app/base.py": BASE + TOOLS},
    "through a class between": {
        "app/base.py": BASE,
        "app/tools.py": "from .base import BaseTool\nclass Between(BaseTool):\n    @abstractmethod\n"
        f"    def execute(self, **arguments): ...\n{TOOLS.replace('(BaseTool)', '(Between)')}".replace(
            "class Between", "from abc import abstractmethod\nclass Between"
        ),
    },
}


def analysed(analyse: Analyse, files: dict[str, str], match: str = "app.base.BaseTool", **more: object) -> Analysis:
    entry = declared_decorator({"match": match, "method": "execute", **more})
    return analyse({"app/__init__.py": "", **files}, decorators=(entry,))


@pytest.mark.parametrize("place", PLACES)
def test_a_subclass_is_a_tool(place: str, analyse: Analyse) -> None:
    analysis = analysed(analyse, PLACES[place])
    assert analysis.diagnostics == ()
    (tool,) = analysis.manifest.tools
    assert (tool.name, tool.description, tool.input_schema) == ("add_note", "Add a note.", TEXT)
    assert (tool.category, tool.tags) == ("general", ("notes",))
    assert (tool.origin.dialect, tool.origin.binding, tool.origin.method) == ("app", "tool_class", "execute")


def test_members_have_other_names(analyse: Analyse) -> None:
    members = "label = 'find'\n    about = 'Find.'\n    def execute(self, q: str) -> int: ..."
    source = f"from kit import Skill\nclass Find(Skill):\n    {members}"
    names = {"label": "name", "about": "description"}
    (tool,) = analysed(analyse, {"app/tools.py": source}, "kit.Skill", arguments=names).manifest.tools
    assert (tool.name, tool.description, tool.output_schema) == ("find", "Find.", {"type": "integer"})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("'text': {'type': 'string'}", "'other': {'type': 'string'}"), "TG207"),
        (("def execute(self, text)", "def execute(text: str)"), "TG227"),
        (('return ["notes"]', "return sorted(self.found)"), "TG217"),
        (('return "Add a note."', "return ''"), "TG203"),
    ],
)
def test_what_does_not_fit_is_told(change: tuple[str, str], code: str, analyse: Analyse) -> None:
    source = f"from .base import BaseTool\n{TOOLS.replace(*change)}"
    assert code in {
        found.code for found in analysed(analyse, {"app/base.py": BASE, "app/tools.py": source}).diagnostics
    }
