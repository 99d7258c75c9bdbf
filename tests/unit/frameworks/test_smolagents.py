"""What the tools of smolagents say."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]
HEAD = "from smolagents import Tool, tool\n"


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, str] = {
    "decorator": f"{HEAD}@tool\ndef f(text: str) -> int:\n    'F.'\n",
    "decorator of the module": "import smolagents as s\n@s.tools.tool\ndef f(text: str) -> int:\n    'F.'\n",
    "call": f"{HEAD}def f(text: str) -> int:\n    'F.'\ng = tool(f)\n",
    "class": (
        f"{HEAD}class F(Tool):\n    name = 'f'\n    description = 'F.'\n    inputs = {{'text': {{'type': 'string'}}}}\n"
        "    output_type = 'integer'\n    def forward(self, text: str) -> int: ...\n"
    ),
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.description, tool.origin.dialect) == ("f", "F.", "smolagents")
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@pytest.mark.parametrize(
    ("inputs", "parameters", "codes"),
    [
        ("'text': {'type': 'string', 'nullable': True}", "text: str = ''", []),
        ("'text': {'type': 'string', 'nullable': False}", "text: str | None", []),
        ("'text': {'type': 'string'}", "text", []),
        ("'text': {'type': 'string'}", "text: str = ''", ["TG227"]),
        ("'text': {'type': 'string'}", "text=''", ["TG227"]),
        ("'text': {'type': 'string'}", "text: str | None", ["TG227"]),
        ("'text': {'type': 'string', 'nullable': True}", "text: str", ["TG227"]),
        ("'text': {'type': 'string'}", "text: str, more: int = 3", ["TG227"]),
        ("'text': {'type': 'string'}, 'more': {'type': 'integer'}", "text: str", ["TG227"]),
    ],
)
@pytest.mark.parametrize("is_checked", [True, False])
def test_a_class_that_is_refused_is_told(
    analyse: Analyse, inputs: str, parameters: str, codes: list[str], is_checked: bool
) -> None:
    body = f"    name = 'f'\n    description = 'F.'\n    inputs = {{{inputs}}}\n    output_type = 'integer'\n"
    body += "" if is_checked else "    skip_forward_signature_validation = True\n"
    found = analyse({"t.py": f"{HEAD}class F(Tool):\n{body}    def forward(self, {parameters}) -> int: ...\n"})
    assert [one.code for one in found.diagnostics if one.code != "TG304"] == codes * is_checked


@pytest.mark.parametrize(
    ("docstring", "description"),
    [
        ("Do it.\n\n    More of it.\n\n    Args:\n        text: What.\n    ", "Do it.\n\nMore of it."),
        ("Do it.\n    Returns:\n        int: How many.\n    ", "Do it."),
        ("Do it.\n\n    Example:\n        f('a')\n    ", "Do it.\n\nExample:\n    f('a')"),
    ],
)
def test_description_ends_at_three_sections(analyse: Analyse, docstring: str, description: str) -> None:
    source = f'{HEAD}@tool\ndef f(text: str) -> int:\n    """{docstring}"""\n'
    assert only(analyse, source).description == description


@pytest.mark.parametrize(
    ("written", "schema"),
    [
        ({"type": "integer", "description": "N."}, {"type": "integer", "description": "N."}),
        (
            {"type": "integer", "description": "N.", "nullable": True},
            {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "N."},
        ),
        ({"type": "any", "description": "N."}, {"description": "N."}),
        ({"type": "image", "description": "N.", "nullable": True}, {"description": "N."}),
        ({"type": ["string", "number"], "description": "N."}, {"type": ["string", "number"], "description": "N."}),
    ],
)
def test_inputs(analyse: Analyse, written: dict[str, Any], schema: dict[str, Any]) -> None:
    source = (
        f"{HEAD}class F(Tool):\n    name = 'f'\n    description = 'F.'\n    inputs = {{'n': {written!r}}}\n"
        f"    output_type = 'string'\n    def forward(self, n{'=None' * ('nullable' in written)}) -> str: ...\n"
    )
    required = [] if written.get("nullable") else ["n"]
    expected = {"type": "object", "properties": {"n": schema}} | ({"required": required} if required else {})
    assert only(analyse, source).input_schema == expected


@pytest.mark.parametrize(
    ("given", "span", "code"), [("['n']", "tools.py:5:14", "TG206"), ("{'n': 'integer'}", "tools.py:5:14", "TG209")]
)
def test_inputs_that_are_no_properties_with_schemas_are_told(
    analyse: Analyse, given: str, span: str, code: str
) -> None:
    source = (
        f"{HEAD}class F(Tool):\n    name = 'f'\n    description = 'F.'\n    inputs = {given}\n"
        "    output_type = 'string'\n    def forward(self, n=None) -> str: ...\n"
    )
    found = [(f"{one.span}", one.code) for one in analyse({"tools.py": source}).diagnostics if one.severity == "error"]
    assert found == [(span, code)]


def test_the_docstring_of_a_class_is_about_its_constructor(analyse: Analyse) -> None:
    source = (
        f'{HEAD}class F(Tool):\n    """Finds.\n\n    Args:\n        text: Of the constructor.\n        limit: How many.\n    """\n'
        "    name = 'f'\n    description = 'F.'\n    inputs = {'text': {'type': 'string'}}\n    output_type = 'string'\n"
        "    def __init__(self, text, limit): ...\n    def forward(self, text: str) -> str: ...\n"
    )
    assert only(analyse, source).input_schema["properties"] == {"text": {"type": "string"}}


def test_a_class_whose_name_is_computed_is_told(analyse: Analyse) -> None:
    source = f"{HEAD}class F(Tool):\n    description = 'F.'\n    def forward(self, text: str) -> int: ...\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [(f"{found.span}", found.code) for found in analysis.diagnostics if found.code != "TG302"] == [
        ("tools.py:2:7", "TG211")
    ]


@pytest.mark.parametrize(
    ("result", "schema"),
    [
        ("", {"type": "integer"}),
        (" -> str", {"type": "string"}),
    ],
)
def test_the_word_for_the_result_counts_where_no_annotation_says_it(
    analyse: Analyse, result: str, schema: dict[str, Any]
) -> None:
    tool = only(analyse, FORMS["class"].replace(" -> int", result))
    assert tool.output_schema == schema


@pytest.mark.parametrize("word", ["'image'", "'any'"])
def test_a_word_that_json_does_not_have_says_nothing(analyse: Analyse, word: str) -> None:
    source = FORMS["class"].replace(" -> int", "").replace("'integer'", word)
    assert only(analyse, source).output_schema is None


def test_a_pipeline_is_told(analyse: Analyse) -> None:
    source = "from smolagents import PipelineTool\nclass F(PipelineTool):\n    name = 'f'\n    description = 'F.'\n    inputs = {}\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [(f"{found.span}", found.code) for found in analysis.diagnostics if found.code != "TG302"] == [
        ("tools.py:2:7", "TG211")
    ]


def test_another_function_called_tool_is_none(analyse: Analyse) -> None:
    assert analyse({"tools.py": "from elsewhere import tool\n@tool\ndef f(): ...\n"}).manifest.tools == ()


SET = f"""{HEAD}class F(Tool):
    name = 'f'
    description = 'F.'
    inputs = {{'n': {{'type': 'string', 'description': 'Old.'}}}}
    output_type = 'string'
    def __init__(self, libraries=None, description=None):
        self.description = description
        super().__init__()
        STATEMENT
    def forward(self, n: str) -> str: ...
"""


def test_what_the_constructor_sets_counts(analyse: Analyse) -> None:
    source = SET.replace("STATEMENT", "self.inputs = {'n': {'type': 'string', 'description': 'New.'}}")
    tool = only(analyse, source)
    assert tool.description == "F."
    assert tool.input_schema["properties"] == {"n": {"type": "string", "description": "New."}}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("self.inputs = {'n': {'type': 'string', 'description': f'Of {libraries}.'}}", "TG235"),
        ("self.inputs = {'n': {'type': 'string', 'description': load(libraries)}}", "TG201"),
        ("self.description = f'With {libraries}.'", "TG235"),
        ("self.description = load(libraries)", "TG217"),
    ],
)
def test_what_the_constructor_computes_is_told(analyse: Analyse, statement: str, code: str) -> None:
    analysis = analyse({"tools.py": "from elsewhere import load\n" + SET.replace("STATEMENT", statement)})
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == [code]


def test_what_an_inherited_constructor_says_on_some_paths_is_told(analyse: Analyse) -> None:
    source = f"""{HEAD}class Base(Tool):
    kind = 'x'
    inputs = {{'n': {{'type': 'string', 'description': 'N.'}}}}
    output_type = 'string'
    def __init__(self, path=None):
        self.name = f'read_{{self.kind}}'
        if path:
            self.description = 'F.'
        else:
            self.description = load()
class F(Base):
    kind = 'f'
    def forward(self, n: str) -> str: ...
"""
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == ["read_f"]
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG217"]
