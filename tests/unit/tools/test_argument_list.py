"""Class-based tools: subclasses of `toolgen.Tool`, with `arguments`, with `parameters_schema`, or by their `execute`."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "from toolgen import Argument, Tool\n"
TEXT = {"type": "string"}


def one_tool(analysis: Analysis) -> ToolSpec:
    assert analysis.diagnostics == ()
    (found,) = analysis.manifest.tools
    return found


@pytest.mark.parametrize(
    ("body", "schema"),
    [
        pytest.param(
            "    def execute(self): ...", {"type": "object", "properties": {}}, id="no parameters"
        ),
        pytest.param(
            "    def execute(self, path: str, lines: int = 10): ...",
            {"type": "object", "properties": {"path": TEXT, "lines": {"type": "integer", "default": 10}}, "required": ["path"]},
            id="the signature of execute",
        ),
        pytest.param(
            "    arguments = [Argument(name='path', description='Which.'), Argument('text', multiline=True, required=False)]\n"
            "    def execute(self, **arguments): ...",
            {"type": "object", "properties": {"path": TEXT | {"description": "Which."}, "text": TEXT}, "required": ["path"]},
            id="arguments",
        ),
        pytest.param(
            "    arguments = [Argument('lines', 'How many.')]\n    def execute(self, lines: int): ...",
            {"type": "object", "properties": {"lines": {"type": "integer", "description": "How many."}}, "required": ["lines"]},
            id="arguments take their types from execute",
        ),
        pytest.param(
            "    SHARED = [Argument('path')]\n"
            "    arguments = SHARED + [Argument(name, required=False) for name in ('text',)]\n"
            "    def execute(self, **arguments): ...",
            {"type": "object", "properties": {"path": TEXT, "text": TEXT}, "required": ["path"]},
            id="arguments that are computed",
        ),
        pytest.param(
            "    arguments = []\n    def execute(self): ...", {"type": "object", "properties": {}}, id="no arguments"
        ),
        pytest.param(
            "    parameters_schema = {'type': 'object', 'properties': {'path': {'type': 'string'}}, 'required': ['path']}\n"
            "    def execute(self, **arguments): ...",
            {"type": "object", "properties": {"path": TEXT}, "required": ["path"]},
            id="parameters_schema",
        ),
        pytest.param(
            "    parameters_schema = {'properties': {'path': {'type': 'string'}}}\n    def execute(self, path=None): ...",
            {"type": "object", "properties": {"path": TEXT}},
            id="parameters_schema without a type",
        ),
    ],
)  # fmt: skip
def test_three_ways_to_say_the_arguments(analyse: Analyse, body: str, schema: object) -> None:
    source = f"{HEAD}class Read(Tool):\n    name = 'read'\n    description = 'Read.'\n{body}\n"
    found = one_tool(analyse({"tools.py": source}))
    assert (found.name, found.description, found.origin.binding) == ("read", "Read.", "tool_class")
    assert found.input_schema == schema


def test_attributes(analyse: Analyse) -> None:
    source = f"""{HEAD}
class Read(Tool):
    name = "read"
    description = "Read."
    category = "files"
    tags = ["io", "local"]
    examples = [{{"path": "a.txt", "text": "A"}}]
    arguments = [Argument("path"), Argument("text", multiline=True)]
    async def execute(self, path: str, text: str) -> str: ...
"""
    found = one_tool(analyse({"tools.py": source}))
    assert (found.category, found.tags, found.examples) == ("files", ("io", "local"), ({"path": "a.txt", "text": "A"},))
    assert (found.multiline, found.is_async, found.output_schema) == (("text",), True, TEXT)


@pytest.mark.parametrize(
    ("source", "name", "description"),
    [
        pytest.param("class Read(Tool):\n    '''Read.'''\n    def execute(self): ...", "Read", "Read.", id="docstring of the class"),
        pytest.param("class Read(Tool):\n    def execute(self):\n        '''Read.'''", "Read", "Read.", id="docstring of execute"),
        pytest.param(
            "class Base(Tool):\n    description = 'Read.'\n    def execute(self): ...\nclass Read(Base):\n    name = 'read'\nBase.name = 'base'",
            "read", "Read.", id="inherited attributes",
        ),
        pytest.param("import toolgen\nclass Read(toolgen.Tool):\n    '''Read.'''\n    def execute(self): ...", "Read", "Read.", id="module import"),
        pytest.param("class Read(Tool):\n    name: str = 'read'\n    '''The name.'''\n    description = 'R' 'ead.'\n    def execute(self): ...", "read", "Read.", id="annotated attributes"),
    ],
)  # fmt: skip
def test_where_name_and_description_come_from(analyse: Analyse, source: str, name: str, description: str) -> None:
    found = {tool.name: tool.description for tool in analyse({"tools.py": f"{HEAD}{source}\n"}).manifest.tools}
    assert found.get(name) == description


def test_the_base_of_another_module(analyse: Analyse) -> None:
    files = {
        "base.py": "import abc\nfrom toolgen import Tool\nclass Base(Tool):\n    category = 'files'\n    @abc.abstractmethod\n    def execute(self): ...\n",
        "tools.py": "from base import Base\nclass Read(Base):  # a Tool\n    '''Read.'''\n    def execute(self, path: str): ...\n",
    }
    found = one_tool(analyse(files))
    assert (found.name, found.category) == ("Read", "files")


def test_a_subclass_of_a_tool_of_another_module_needs_no_word_of_it(analyse: Analyse) -> None:
    """Files are skipped by a byte scan, but re-exports must still be found (the design)."""
    files = {
        "base.py": "from toolgen import Tool\nclass Base(Tool):\n    '''Base.'''\n    def execute(self): ...\n",
        "other.py": "from base import Base\nclass Read(Base):\n    '''Read.'''\n",
    }
    assert [found.name for found in analyse(files).manifest.tools] == ["Base", "Read"]


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ("    name = 5", "TG206", "3:12"),
        ("    name = load()", "TG224", "3:12"),
        ("    tags = 'x'", "TG206", "3:12"),
        ("    arguments = 'x'", "TG206", "3:17"),
        ("    arguments = ['x']", "TG206", "3:18"),
        ("    arguments = [Argument()]", "TG206", "3:18"),
        ("    arguments = [Argument(load())]", "TG201", "3:18"),
        ("    arguments = [Argument('path', type='string')]", "TG206", "3:18"),
        ("    arguments = [Argument(name='path', **{'type': 'string'})]", "TG206", "3:18"),
        ("    parameters_schema = {'type': 'string'}", "TG206", "3:25"),
        (
            "    parameters_schema = {'type': 'object', 'properties': {'path': {'type': 'strng'}}, 'required': ['path']}",
            "TG209",
            "3:25",
        ),
        ("    parameters_schema = {'properties': None}", "TG209", "3:25"),
        ("    parameters_schema = {'properties': 5, 'required': None}", "TG209", "3:25"),
        ("    parameters_schema = {'properties': {'path': {}}, 'required': [[]]}", "TG209", "3:25"),
        ("    parameters_schema = {'properties': {'path': {}}, 'required': ['path'], '$defs': 3}", "TG209", "3:25"),
        ("    parameters_schema = {'properties': load()}", "TG201", "3:25"),
        ("    examples = [{'nope': 1}]", "TG207", "3:16"),
    ],
)
def test_faults(analyse: Analyse, body: str, code: str, place: str) -> None:
    source = f"{HEAD}class Read(Tool):\n{body}\n    description = 'Read.'\n    def execute(self, path: str): ...\ndef load(): ...\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, f"{found.span.line}:{found.span.column}") == (code, place)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "import abc\nclass Base(Tool):\n    @abc.abstractmethod\n    def execute(self): ...", id="abstract execute"
        ),
        pytest.param("class Base(Tool):\n    category = 'x'", id="no execute"),
        pytest.param("class Base(Tool): ...", id="empty"),
    ],
)
def test_bases_of_tools_are_none_themselves(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": f"{HEAD}{source}\n"})
    assert (analysis.manifest.tools, analysis.diagnostics) == ((), ())


@pytest.mark.parametrize(
    ("body", "code", "place", "message"),
    [
        (
            "    arguments = [Argument('file'), Argument('path')]\n    def execute(self, path: str): ...",
            "TG207",
            "3:17",
            "`arguments` of the tool `Read` names `file`, which is not one of its parameters",
        ),
        (
            "    arguments = []\n    def execute(self, path: str): ...",
            "TG206",
            "3:17",
            "`arguments` of the tool `Read` must be such that each call has `path`, which has no default in the method",
        ),
        (
            "    arguments = [Argument('path', required=False)]\n    def execute(self, path: str): ...",
            "TG206",
            "3:17",
            "`arguments` of the tool `Read` must be such that each call has `path`, which has no default in the method",
        ),
        (
            "    parameters_schema = {'properties': {'file': {}}}\n    def execute(self, path: str = ''): ...",
            "TG207",
            "3:25",
            "`parameters_schema` of the tool `Read` names `file`, which is not one of its parameters",
        ),
        (
            "    parameters_schema = {'properties': {'path': {}}}\n    def execute(self, path: str): ...",
            "TG206",
            "3:25",
            "`parameters_schema` of the tool `Read` must be such that each call has `path`, which has no default in the method",
        ),
        (
            "    preprocess = missing\n    def execute(self): ...",
            "TG301",
            "3:18",
            "`missing` is not defined in this module",
        ),
        (
            "    def execute(path: str): ...",
            "TG227",
            "3:9",
            "`execute` is no tool that can be called: `path` stands in the place of `self`",
        ),
        ("    def execute(): ...", "TG227", "3:9", "`execute` is no tool that can be called: it has no `self`"),
        ("    name = 'read'", "TG227", "2:7", "`Read` is no tool that can be called: it has no `execute`"),
        ("    category = 'files'", "TG227", "2:7", "`Read` is no tool that can be called: it has no `execute`"),
    ],
)
def test_what_does_not_fit_the_method(analyse: Analyse, body: str, code: str, place: str, message: str) -> None:
    (found,) = analyse({"tools.py": f"{HEAD}class Read(Tool):\n{body}\n    description = 'Read.'\n"}).diagnostics
    assert (found.code, f"{found.span.line}:{found.span.column}", found.message) == (code, place, message)


@pytest.mark.parametrize(
    "body",
    [
        "    arguments = [Argument('path')]\n    def execute(self, path: str, lines: int = 1): ...",
        "    parameters_schema = {'properties': {'path': {'default': 'x'}, 'more': {}}}\n    def execute(self, path, **rest): ...",
        "    @staticmethod\n    def execute(path: str): ...",
        "    def execute(this, path: str): ...",
        "    def execute(*given): ...",
    ],
)
def test_what_fits(analyse: Analyse, body: str) -> None:
    one_tool(analyse({"tools.py": f"{HEAD}class Read(Tool):\n    description = 'Read.'\n{body}\n"}))


def test_the_decorator_above_a_class_is_told(analyse: Analyse) -> None:
    (found,) = analyse(
        {"tools.py": "from toolgen import tool\n@tool\nclass Read:\n    def execute(self): ...\n"}
    ).diagnostics
    assert (found.code, found.message) == (
        "TG227",
        "`Read` is no tool that can be called: `@tool` stands above a class",
    )


MEMBERS = """\
class Read(Tool):
    @property
    def name(self) -> str:
        'What it is called.'
        return "read"
    @property
    def description(self): return "Read " + WHAT + "."
    def tags(self): return ["files"]
    @property
    def category(self): return "io"
    @property
    def parameters_schema(self):
        return {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    def execute(self, path): ...
WHAT = "a file"
"""


def test_members_that_return_constants(analyse: Analyse) -> None:
    tool = one_tool(analyse({"tools.py": HEAD + MEMBERS}))
    assert (tool.name, tool.description, tool.tags, tool.category) == ("read", "Read a file.", ("files",), "io")
    assert tool.input_schema == {"type": "object", "properties": {"path": TEXT}, "required": ["path"]}


def test_a_member_that_computes_is_told(analyse: Analyse) -> None:
    source = f"{HEAD}class Read(Tool):\n    'Read.'\n    @property\n    def name(self): return self.prefix + 'x'\n    def execute(self): ...\n"
    analysis = analyse({"tools.py": source})
    assert [(found.code, found.span.line) for found in analysis.diagnostics] == [("TG224", 5)]
    assert [tool.name for tool in analysis.manifest.tools] == ["Read"]


COMPUTING = """\
import os
class Read(Tool):
    name = "read"
    description = "Read."
    def tags(self):
        found = []
        for tag in ("files", "io"):
            found.append(tag)
        return found
    @property
    def parameters_schema(self):
        properties = {name: {"type": KIND} for name in ("path", "mode")}
        return {"type": "object", "properties": properties}
    def execute(self, path=None, mode=None): ...
"""


def test_members_that_compute_what_can_be_known(analyse: Analyse) -> None:
    tool = one_tool(analyse({"tools.py": HEAD + COMPUTING + 'KIND = "string"\n'}))
    assert tool.tags == ("files", "io")
    assert tool.input_schema == {"type": "object", "properties": {"path": TEXT, "mode": TEXT}}


@pytest.mark.parametrize("kind", ["os.environ['KIND']", "os.environ.get('KIND', 'string')", "open('kind').read()"])
def test_a_member_of_several_statements_that_only_running_tells_is_told_at_its_name(
    analyse: Analyse, kind: str
) -> None:
    (found,) = analyse({"tools.py": f"{HEAD}{COMPUTING}KIND = {kind}\n"}).diagnostics
    line = (HEAD + COMPUTING).split("\n").index("    def parameters_schema(self):") + 1
    assert (found.code, found.span.line, found.span.column) == ("TG201", line, 9)
