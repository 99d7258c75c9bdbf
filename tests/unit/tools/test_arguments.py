"""The arguments of `@tool`: their values, what they override, and what each refuses, with its place."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.config.decorators import DeclaredDecorator
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

FUNCTION = '''def add_reminder(text: str, minutes: int = 10) -> str:
    """Add a reminder.

    Args:
        text: What to say.
        minutes: When.
    """
'''


def decorated(arguments: str, before: str = "") -> str:
    return f"from toolgen import tool\n{before}\n@tool({arguments})\n{FUNCTION}"


MAKERS = "def make(): return open('x').read()\ndef now(): ...\ndef load(): ...\ndef kind(): ..."
"""Functions of which nobody knows what they return."""


def one_tool(analysis: Analysis) -> ToolSpec:
    assert analysis.diagnostics == ()
    (found,) = analysis.manifest.tools
    return found


# -- values ---------------------------------------------------------------------------------------------------


def test_without_arguments_the_function_says_it_all(analyse: Analyse) -> None:
    found = one_tool(analyse({"tools.py": decorated("")}))
    assert (found.name, found.description, found.title) == ("add_reminder", "Add a reminder.", None)
    assert found.input_schema == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to say."},
            "minutes": {"type": "integer", "default": 10, "description": "When."},
        },
        "required": ["text"],
    }
    assert found.output_schema == {"type": "string"}
    assert (found.tags, found.category, found.risk_level, found.requires_approval, found.timeout) == (
        (),
        None,
        None,
        False,
        None,
    )
    assert (found.annotations, found.examples, found.multiline, found.injected, found.hooks) == ((), (), (), (), {})
    assert (found.dynamic, found.deprecated) == ({}, False)


@pytest.mark.parametrize(
    ("arguments", "attribute", "value"),
    [
        ("'remind'", "name", "remind"),
        ("name='remind'", "name", "remind"),
        ("None, 'Remind.'", "description", "Remind."),
        ("description='Remind.'", "description", "Remind."),
        ("name=None", "name", "add_reminder"),
        ("description=None", "description", "Add a reminder."),
        ("title='Remind'", "title", "Remind"),
        ("tags=['a', 'b']", "tags", ("a", "b")),
        ("tags=('a', 'b')", "tags", ("a", "b")),
        ("tags=[]", "tags", ()),
        ("category='tasks'", "category", "tasks"),
        ("requires_approval=True", "requires_approval", True),
        ("requires_approval=False", "requires_approval", False),
        ("risk_level='low'", "risk_level", "low"),
        ("risk_level='medium'", "risk_level", "medium"),
        ("risk_level='high'", "risk_level", "high"),
        ("risk_level='critical'", "risk_level", "critical"),
        ("timeout=30", "timeout", 30),
        ("timeout=0.5", "timeout", 0.5),
        ("examples=[{'text': 'Call mum', 'minutes': 5}]", "examples", ({"text": "Call mum", "minutes": 5},)),
        ("multiline=['text']", "multiline", ("text",)),
        ("annotations={'read_only': True}", "annotations", (("read_only", True),)),
        (
            "annotations={'destructive': False, 'idempotent': True, 'open_world': False}",
            "annotations",
            (("destructive", False), ("idempotent", True), ("open_world", False)),
        ),
        ("deprecated=True", "deprecated", True),
        ("deprecated='Use another.'", "deprecated", "Use another."),
        ("extras={'mcp': {'_meta': {'a': 1}}}", "extras", {"mcp": {"_meta": {"a": 1}}}),
        ("title=TITLE", "title", "Remind"),
        ("title=f'{TITLE} me'", "title", "Remind me"),
        ("tags=[*TAGS, 'b']", "tags", ("a", "b")),
        ("annotations=HINTS", "annotations", (("read_only", True),)),
        ("annotations=dict(read_only=True)", "annotations", (("read_only", True),)),
    ],
)
def test_values(analyse: Analyse, arguments: str, attribute: str, value: object) -> None:
    before = "TITLE = 'Remind'\nTAGS = ['a']\nHINTS = {'read_only': True}"
    assert getattr(one_tool(analyse({"tools.py": decorated(arguments, before)})), attribute) == value


def test_a_constant_of_another_module(analyse: Analyse) -> None:
    files = {"texts.py": "TITLE = 'Remind' ' ' 'me'\n", "tools.py": decorated("title=TITLE", "from texts import TITLE")}
    assert one_tool(analyse(files)).title == "Remind me"


@pytest.mark.parametrize(
    ("before", "hook", "reference"),
    [
        ("def clean(arguments): ...", "clean", "tools:clean"),
        ("from hooks import clean", "clean", "hooks:clean"),
        ("import hooks", "hooks.clean", "hooks:clean"),
        ("from hooks import Hooks", "Hooks.clean", "hooks:Hooks.clean"),
        ("", "lambda arguments: arguments", "tools:add_reminder#preprocess"),
    ],
)
def test_hooks_are_references(analyse: Analyse, before: str, hook: str, reference: str) -> None:
    hooks = "def clean(arguments): ...\nclass Hooks:\n    @staticmethod\n    def clean(arguments): ...\n"
    found = one_tool(analyse({"hooks.py": hooks, "tools.py": decorated(f"preprocess={hook}", before)}))
    assert found.hooks == {"preprocess": reference}


def test_both_hooks(analyse: Analyse) -> None:
    before = "def clean(arguments): ...\ndef show(result): ..."
    found = one_tool(analyse({"tools.py": decorated("preprocess=clean, postprocess=show", before)}))
    assert found.hooks == {"preprocess": "tools:clean", "postprocess": "tools:show"}


# -- overriding -----------------------------------------------------------------------------------------------


def properties(found: ToolSpec) -> dict[str, Any]:
    schema: dict[str, Any] = found.input_schema["properties"]
    return schema


@pytest.mark.parametrize(
    ("arguments", "text", "minutes", "required"),
    [
        (
            "",
            {"type": "string", "description": "What to say."},
            {"type": "integer", "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "param_descriptions={'text': 'The words.'}",
            {"type": "string", "description": "The words."},
            {"type": "integer", "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "params={'minutes': float}",
            {"type": "string", "description": "What to say."},
            {"type": "number", "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "params={'minutes': int | None}",
            {"type": "string", "description": "What to say."},
            {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "params={'minutes': {'type': 'integer', 'maximum': 60}}",
            {"type": "string", "description": "What to say."},
            {"type": "integer", "maximum": 60, "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "params={'text': {'type': 'string', 'description': 'From the fragment.'}}",
            {"type": "string", "description": "From the fragment."},
            {"type": "integer", "default": 10, "description": "When."},
            ["text"],
        ),
        (
            "required=['text', 'minutes']",
            {"type": "string", "description": "What to say."},
            {"type": "integer", "default": 10, "description": "When."},
            ["text", "minutes"],
        ),
        (
            "required=[]",
            {"type": "string", "description": "What to say."},
            {"type": "integer", "default": 10, "description": "When."},
            None,
        ),
    ],
)
def test_arguments_override_the_docstring_and_the_hints(
    analyse: Analyse, arguments: str, text: object, minutes: object, required: object
) -> None:
    found = one_tool(analyse({"tools.py": decorated(arguments)}))
    assert properties(found) == {"text": text, "minutes": minutes}
    assert found.input_schema.get("required") == required


def test_arguments_override_field(analyse: Analyse) -> None:
    source = """
        from typing import Annotated
        from pydantic import Field
        from toolgen import tool

        @tool(param_descriptions={"a": "From the decorator."})
        def f(a: Annotated[str, Field(description="From Field.")], b: Annotated[str, Field(description="From Field.")]):
            '''F.

            Args:
                a: From the docstring.
                b: From the docstring.
            '''
        """
    found = properties(one_tool(analyse({"tools.py": source})))
    assert [found[name]["description"] for name in "ab"] == ["From the decorator.", "From Field."]


@pytest.mark.parametrize(
    ("enum", "reference"),
    [("kinds", "tools:kinds"), ("lambda: ['a']", "tools:add_reminder#params/text/enum")],
)
def test_a_callable_enum_is_dynamic(analyse: Analyse, enum: str, reference: str) -> None:
    source = decorated(f"params={{'text': {{'type': 'string', 'enum': {enum}}}}}", "def kinds(): return ['a']")
    found = one_tool(analyse({"tools.py": source}))
    assert found.dynamic == {"/properties/text/enum": reference}
    assert properties(found)["text"] == {"type": "string", "description": "What to say."}


@pytest.mark.parametrize(
    ("fragment", "pointer", "reference"),
    [
        ("{'type': 'array', 'items': {'enum': kinds}}", "/items/enum", "tools:kinds"),
        ("{'items': {'enum': lambda: []}, 'type': ['array', 'null']}", "/items/enum", "#params/text/items/enum"),
        (
            "{'type': 'object', 'properties': {'a/b': {'enum': lambda: []}}}",
            "/properties/a~1b/enum",
            "#params/text/properties/a~1b/enum",
        ),
    ],
)
def test_a_callable_enum_inside_a_fragment(analyse: Analyse, fragment: str, pointer: str, reference: str) -> None:
    source = decorated(f"params={{'text': {fragment}}}", "def kinds(): return ['a']")
    ((place, found),) = one_tool(analyse({"tools.py": source})).dynamic.items()
    assert place == f"/properties/text{pointer}"
    assert found.removeprefix("tools:add_reminder") == reference


HOOKS = """
import textwrap
from functools import partial
from textwrap import dedent

def clean(value): return value
def twice(value): return value
def twice(value): return value
SAME = clean
SHORT = lambda value: value

class Clean:
    @staticmethod
    def up(value): return value
"""


@pytest.mark.parametrize(
    ("written", "reference", "elsewhere"),
    [
        ("clean", "tools:clean", "tools:clean"),
        ("Clean.up", "tools:Clean.up", "tools:Clean.up"),
        ("SAME", "tools:add_reminder#postprocess", "tools:SAME"),
        ("SHORT", "tools:add_reminder#postprocess", "tools:SHORT"),
        ("dedent", "tools:add_reminder#postprocess", "tools:dedent"),
        ("textwrap.dedent", "tools:add_reminder#postprocess", "tools:textwrap.dedent"),
        ("str.upper", "tools:add_reminder#postprocess", "builtins:str.upper"),
        ("twice", "tools:add_reminder#postprocess", None),
        ("lambda value: value", "tools:add_reminder#postprocess", None),
        ("partial(clean)", "tools:add_reminder#postprocess", None),
    ],
)
def test_a_hook_is_found_by_its_name_or_where_the_decorator_keeps_it(
    analyse: Analyse, written: str, reference: str, elsewhere: str | None
) -> None:
    own = one_tool(analyse({"tools.py": decorated(f"postprocess={written}", HOOKS)}))
    assert own.hooks == {"postprocess": reference}
    # The decorator of a framework does not keep what it was given.
    source = decorated(f"after={written}", HOOKS).replace("from toolgen", "from acme")
    other = DeclaredDecorator("acme.tool", (), {"after": "postprocess"})
    analysis = analyse({"tools.py": source}, decorators=(other,))
    if elsewhere is not None:
        assert one_tool(analysis).hooks == {"postprocess": elsewhere}
    else:
        (found,) = analysis.diagnostics
        expected = "`after` of the tool `add_reminder` must be a function that can be imported by its name"
        assert (found.code, found.message) == ("TG206", expected)
        assert found.span.column == len("@tool(after=") + 1


TEXT = {"type": "string"}
NARROWED = [
    ("int", '{"minimum": 1}', {"type": "integer", "minimum": 1}),
    ("str | None", '{"pattern": "^a$"}', {"anyOf": [{**TEXT, "pattern": "^a$"}, {"type": "null"}]}),
    ("list[str]", '{"maxItems": 2}', {"type": "array", "items": TEXT, "maxItems": 2}),
    ("datetime", '{"description": "When."}', {"type": "string", "format": "date-time", "description": "When."}),
    ("int", '{"type": "number", "minimum": 1}', {"type": "number", "minimum": 1}),
    ("int", '{"enum": [1, 2]}', {"enum": [1, 2]}),
    ("int", "{}", {"type": "integer"}),
]


@pytest.mark.parametrize(("annotation", "fragment", "schema"), NARROWED)
def test_a_fragment_that_says_no_type_narrows_the_annotation(
    analyse: Analyse, annotation: str, fragment: str, schema: dict[str, object]
) -> None:
    source = f"from datetime import datetime\nfrom toolgen import tool\n@tool(params={{'a': {fragment}}})\ndef f(a: {annotation}): 'F.'\n"
    assert one_tool(analyse({"tools.py": source})).input_schema["properties"] == {"a": schema}


def test_fragments_share_what_constants_hold(analyse: Analyse) -> None:
    before = "SHORT = {'type': 'string', 'maxLength': 5}\nLENGTH = 'minLength'\ndef kinds(): return ['a']"
    source = decorated("params={'text': {**SHORT, LENGTH: 1, 'enum': kinds}}", before)
    found = one_tool(analyse({"tools.py": source}))
    schema = {"type": "string", "maxLength": 5, "minLength": 1, "description": "What to say."}
    assert (properties(found)["text"], found.dynamic) == (schema, {"/properties/text/enum": "tools:kinds"})


def test_fragments_are_joined_from_constants(analyse: Analyse) -> None:
    before = (
        "def kinds(): return ['a']\nKIND = {'type': 'string', 'enum': kinds}\nMORE = {'minutes': {'type': 'integer'}}"
    )
    tool = one_tool(analyse({"tools.py": decorated("params={'text': {'title': 'K'} | KIND} | MORE", before)}))
    assert tool.dynamic == {"/properties/text/enum": "tools:kinds"}
    assert (properties(tool)["text"]["title"], properties(tool)["minutes"]["type"]) == ("K", "integer")


def test_a_constant_enum_is_static(analyse: Analyse) -> None:
    source = decorated("params={'text': {'type': 'string', 'enum': KINDS}}", "KINDS = ('a', 'b')")
    found = one_tool(analyse({"tools.py": source}))
    assert found.dynamic == {}
    assert properties(found)["text"]["enum"] == ["a", "b"]


# -- what is refused ------------------------------------------------------------------------------------------


def column(source: str, part: str) -> tuple[int, int]:
    """The line and column, counted from 1, of `part` in the decorator."""
    before = source[: source.index(part, source.index("@tool("))]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(
    ("arguments", "place", "message", "help_"),
    [
        ("name=5", "5", "`name` of the tool `add_reminder` must be a string", 'write `name="add_reminder"`'),
        ("5", "5)", "`name` of the tool `add_reminder` must be a string", 'write `name="add_reminder"`'),
        ("description=['x']", "['x']", "`description` of the tool `add_reminder` must be a string", None),
        ("title=5", "5", "`title` of the tool `add_reminder` must be a string", None),
        ("tags='web'", "'web'", "`tags` of the tool `add_reminder` must be a list of strings", None),
        ("tags=[1]", "[1]", "`tags` of the tool `add_reminder` must be a list of strings", None),
        ("category=5", "5", "`category` of the tool `add_reminder` must be a string", None),
        ("required='text'", "'text'", "`required` of the tool `add_reminder` must be a list of parameter names", None),
        ("multiline=True", "True", "`multiline` of the tool `add_reminder` must be a list of parameter names", None),
        ("requires_approval=1", "1", "`requires_approval` of the tool `add_reminder` must be True or False", None),
        (
            "requires_approval='no'",
            "'no'",
            "`requires_approval` of the tool `add_reminder` must be True or False",
            None,
        ),
        (
            "risk_level='huge'",
            "'huge'",
            "`risk_level` of the tool `add_reminder` must be one of low, medium, high, critical",
            "write `critical`, `high`, `low` or `medium`",
        ),
        ("risk_level='hihg'", "'hihg'", "`risk_level` of the tool `add_reminder` must be", "did you mean `high`?"),
        ("risk_level=['high']", "['high']", "`risk_level` of the tool `add_reminder` must be", "did you mean `high`?"),
        (
            "annotations={'destrctive': True}",
            "{'destrctive'",
            "`annotations` of the tool `add_reminder` must be",
            "did you mean `destructive`?",
        ),
        (
            "timeout=0",
            "0",
            "`timeout` of the tool `add_reminder` must be a number of seconds above 0 that a float holds",
            None,
        ),
        (
            "timeout=-1",
            "-1",
            "`timeout` of the tool `add_reminder` must be a number of seconds above 0 that a float holds",
            None,
        ),
        (
            "timeout='30'",
            "'30'",
            "`timeout` of the tool `add_reminder` must be a number of seconds above 0 that a float holds",
            None,
        ),
        (
            "timeout=True",
            "True",
            "`timeout` of the tool `add_reminder` must be a number of seconds above 0 that a float holds",
            None,
        ),
        (
            "param_descriptions={'text': 5}",
            "{'text': 5}",
            "`param_descriptions` of the tool `add_reminder` must be a dictionary of strings",
            None,
        ),
        (
            "examples=['x']",
            "'x'",
            "`examples` of the tool `add_reminder` must be a list of dictionaries of arguments",
            None,
        ),
        (
            "examples={}",
            "{}",
            "`examples` of the tool `add_reminder` must be a list of dictionaries of arguments",
            None,
        ),
        ("deprecated=5", "5", "`deprecated` of the tool `add_reminder` must be", None),
        (
            "annotations={'readonly': True}",
            "{'readonly'",
            "`annotations` of the tool `add_reminder` must be a dictionary of read_only, destructive, idempotent, open_world to True or False",
            "did you mean `read_only`?",
        ),
        ("annotations={'read_only': 'yes'}", "{'read_only'", "`annotations` of the tool `add_reminder` must be", None),
        ("annotations=['read_only']", "['read_only']", "`annotations` of the tool `add_reminder` must be", None),
        ("params=['text']", "['text']", "`params` of the tool `add_reminder` must be", None),
        (
            "params={'text': {'enum': later}}",
            "later",
            "`params['text']['enum']` of the tool `add_reminder` must be a function that is not async",
            'write `"enum": choices` and `def choices(): …`',
        ),
        (
            "params={'text': {'type': 'array', 'items': {'enum': later}}}",
            "later",
            "`params['text']['items']['enum']` of the tool `add_reminder` must be a function that is not async",
            None,
        ),
        (
            "params={'text': {'items': {'enum': now}}}",
            "{'items'",
            "`params['text']` of the tool `add_reminder` must be of the type array, since a function makes an `enum` in its `items`",
            'write `"type": "array"`',
        ),
        (
            "params={'text': {'type': ['object', 'string'], 'properties': {'a': {'enum': now}}}}",
            "{'type'",
            "`params['text']` of the tool `add_reminder` must be of the type object",
            'write `"type": "object"`',
        ),
        (
            "preprocess='clean'",
            "'clean'",
            "`preprocess` of the tool `add_reminder` must be a function",
            "write `preprocess=changed` and `def changed(value): …`",
        ),
        ("postprocess=[now]", "[now]", "`postprocess` of the tool `add_reminder` must be a function", None),
    ],
)
def test_invalid_values(analyse: Analyse, arguments: str, place: str, message: str, help_: str | None) -> None:
    source = decorated(arguments, "def now(): ...\nasync def later(): ...")
    (found,) = analyse({"tools.py": source}).diagnostics
    assert found.code == "TG206"
    assert found.message.startswith(message)
    assert found.help.startswith(help_ or "write `")
    assert (found.span.path, found.span.line, found.span.column) == ("tools.py", *column(source, place))


@pytest.mark.parametrize(
    ("arguments", "place", "message"),
    [
        ("params={'text': {'type': kind()}}", "kind()}", "`params['text']` is not a constant: `kind()`"),
        ("params={KEY: str}", "{KEY", "`params` is not a constant: `KEY`"),
        ("params={**MORE}", "{**MORE", "`params` is not a constant: `MORE`"),
        ("params={'text': {**kind()}}", "{**kind", "`params['text']` is not a constant: `kind()`"),
        ("params={'text': {5: 'string'}}", "{5", "`params['text']` is not a constant: `5`"),
        (
            "params={'text': {'anyOf': [{'enum': lambda: []}]}}",
            "[{'enum'",
            "`params['text']` is not a constant: `[{'enum': lambda: []}]`",
        ),
        (
            "params={'text': {'type': 'array', 'items': {'type': kind()}}}",
            "kind()}",
            "`params['text']['items']` is not a constant: `kind()`",
        ),
    ],
)
def test_what_is_not_constant(analyse: Analyse, arguments: str, place: str, message: str) -> None:
    source = decorated(arguments, MAKERS)
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.message, found.help) == (
        "TG201",
        message,
        "write a literal, or a name that is bound to one",
    )
    assert (found.span.line, found.span.column) == column(source, place)


@pytest.mark.parametrize(
    ("arguments", "place", "text"),
    [
        ("description=make()", "make()", "make()"),
        ("title=TITLE", "TITLE", "TITLE"),
        ("title=f'{now()}'", "f'{now", "now()"),
        ("tags=[*load()]", "[*load()]", "load()"),
        ("category=make()", "make()", "make()"),
        ("examples=[{'text': now()}]", "{'text'", "now()"),
        ("deprecated=make()", "make()", "make()"),
        ("timeout=float('inf')", "float", "float('inf')"),
        ("annotations=make()", "make()", "make()"),
        ("param_descriptions={'text': make()}", "{'text'", "make()"),
    ],
)
def test_what_no_schema_needs_is_left_out(analyse: Analyse, arguments: str, place: str, text: str) -> None:
    source = decorated(arguments, MAKERS)
    plain = analyse({"tools.py": decorated("", MAKERS)}).manifest.tools
    analysis = analyse({"tools.py": source})
    (found,) = analysis.diagnostics
    assert (found.code, found.severity) == ("TG217", "warning")
    argument = arguments.partition("=")[0]
    assert found.message == f"`{argument}` is not a constant, so the generated files do not show it: `{text}`"
    assert (found.span.line, found.span.column) == column(source, place)
    assert analysis.manifest.tools == plain


def test_a_tool_whose_only_description_is_not_constant_has_none(analyse: Analyse) -> None:
    source = "from toolgen import tool\n@tool(description=open('x').read())\ndef f(x: int): ...\n"
    analysis = analyse({"tools.py": source})
    assert [found.code for found in analysis.diagnostics] == ["TG217"]
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("f", "")]


@pytest.mark.parametrize(
    ("arguments", "place", "message", "help_"),
    [
        ("nme='x'", "'x'", "`nme` is not an argument of `@tool`", "did you mean `name`?"),
        ("risk_lvl='low'", "'low'", "`risk_lvl` is not an argument of `@tool`", "did you mean `risk_level`?"),
        ("tag=['x']", "['x']", "`tag` is not an argument of `@tool`", "did you mean `tags`?"),
    ],
)
def test_unknown_arguments(analyse: Analyse, arguments: str, place: str, message: str, help_: str) -> None:
    source = decorated(arguments)
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.message, found.help) == ("TG202", message, help_)
    assert (found.span.line, found.span.column) == column(source, place)


def test_an_argument_like_no_other_is_told_so(analyse: Analyse) -> None:
    (found,) = analyse({"tools.py": decorated("zzz=1")}).diagnostics
    assert (found.code, found.help) == ("TG202", "none has a name like it")


@pytest.mark.parametrize("arguments", ["**OPTIONS", "'a', 'b', 'c'", "*NAMES"])
def test_arguments_that_would_be_lost_are_reported(analyse: Analyse, arguments: str) -> None:
    """`**` of what is not constant, a third positional argument and `*` all hide something that the tool says."""
    found = analyse(
        {"tools.py": decorated(arguments, "import options\nOPTIONS = options.load()\nNAMES = options.load()")}
    )
    assert [d.code for d in found.diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    ("arguments", "argument", "name", "help_"),
    [
        ("param_descriptions={'texts': 'x'}", "param_descriptions", "texts", "did you mean `text`?"),
        ("params={'minute': int}", "params", "minute", "did you mean `minutes`?"),
        ("params={'minute': {'type': 'integer'}}", "params", "minute", "did you mean `minutes`?"),
        ("required=['txt']", "required", "txt", "did you mean `text`?"),
        ("multiline=['body']", "multiline", "body", "write `minutes` or `text`"),
        ("examples=[{'texxt': 'x'}]", "examples", "texxt", "did you mean `text`?"),
    ],
)
def test_names_that_are_no_parameter(analyse: Analyse, arguments: str, argument: str, name: str, help_: str) -> None:
    source = decorated(arguments)
    (found,) = analyse({"tools.py": source}).diagnostics
    assert found.code == "TG207"
    assert (
        found.message == f"`{argument}` of the tool `add_reminder` names `{name}`, which is not one of its parameters"
    )
    assert found.help == help_
    assert (found.span.line, found.span.column) == (3, len(f"@tool({argument}=") + 1)


def test_any_name_may_be_an_argument_of_a_function_with_keywords(analyse: Analyse) -> None:
    source = "from toolgen import tool\n@tool(examples=[{'any': 1}])\ndef f(**rest: int):\n    'F.'\n"
    found = one_tool(analyse({"tools.py": source}))
    assert found.input_schema == {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}}


def test_a_fragment_that_is_no_schema(analyse: Analyse) -> None:
    source = decorated("params={'text': {'type': 'strng'}}")
    (found,) = analyse({"tools.py": source}).diagnostics
    assert found.code == "TG209"
    assert found.message.startswith("`params['text']` of the tool `add_reminder` is not valid JSON Schema: 'strng'")
    assert found.help == "correct the fragment; see JSON Schema 2020-12"
    assert (found.span.line, found.span.column) == (3, len("@tool(params={'text': ") + 1)


def test_every_fault_of_a_declaration_is_reported(analyse: Analyse) -> None:
    source = decorated("nme='x', risk_level='huge', required=['no'], title=make()", "def make(): ...")
    assert sorted(d.code for d in analyse({"tools.py": source}).diagnostics) == ["TG202", "TG206", "TG207", "TG217"]


# -- MCP's spelling -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decorator", "attribute", "value"),
    [
        ("mcp.tool(name='remind')", "name", "remind"),
        ("mcp.tool('remind', 'Remind', 'Remind me.')", "name", "remind"),
        ("mcp.tool('remind', 'Remind', 'Remind me.')", "title", "Remind"),
        ("mcp.tool('remind', 'Remind', 'Remind me.')", "description", "Remind me."),
        ("mcp.tool(title='Remind')", "title", "Remind"),
        ("mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))", "annotations", (("read_only", True),)),
        (
            "mcp.tool(annotations={'destructiveHint': False, 'idempotentHint': True, 'openWorldHint': True})",
            "annotations",
            (("destructive", False), ("idempotent", True), ("open_world", True)),
        ),
        ("mcp.tool(annotations=ToolAnnotations(read_only_hint=True))", "annotations", (("read_only", True),)),
        ("mcp.tool(annotations=ToolAnnotations(title='Remind'))", "title", "Remind"),
        ("mcp.tool(annotations=ToolAnnotations.model_validate({'title': 'Remind'}))", "title", "Remind"),
        ("mcp.tool(title='A', annotations=ToolAnnotations(title='B'))", "title", "A"),
        ("mcp.tool(title='A', annotations=ToolAnnotations(title='B'))", "hinted_title", "B"),
        ("mcp.tool(title='A', annotations=ToolAnnotations(title='A'))", "hinted_title", None),
        ("mcp.tool(annotations=READ)", "annotations", (("read_only", True),)),
        ("mcp.tool(structured_output=False)", "name", "add_reminder"),
        ("mcp.tool(meta={'x': 1}, icons=[])", "extras", {"mcp": {"_meta": {"x": 1}}}),
        ("mcp.tool(icons=[{'src': 'a'}])", "extras", {"mcp": {"icons": [{"src": "a"}]}}),
        (
            "mcp.tool(icons=[Icon(src='a', mimeType='image/png', sizes=None), Icon(src='b', mime_type='image/png')])",
            "extras",
            {"mcp": {"icons": [{"src": "a", "mimeType": "image/png"}, {"src": "b", "mimeType": "image/png"}]}},
        ),
        ("mcp.tool(icons=None, meta=None)", "extras", {}),
    ],
)
def test_mcp_arguments(analyse: Analyse, decorator: str, attribute: str, value: object) -> None:
    source = (
        "from mcp.server.fastmcp import FastMCP\nfrom mcp.types import Icon, ToolAnnotations\nmcp = FastMCP('x')\n"
        f"READ = ToolAnnotations(readOnlyHint=True)\n@{decorator}\n{FUNCTION}"
    )
    assert getattr(one_tool(analyse({"tools.py": source})), attribute) == value


@pytest.mark.parametrize(
    ("arguments", "attribute", "value"),
    [
        ("'remind'", "name", "remind"),
        ("tags={'b', 'a'}", "tags", ("a", "b")),
        ("timeout=3.0", "timeout", 3.0),
        ("exclude_args=['minutes']", "injected", ("minutes",)),
        ("enabled=True, meta={'x': 1}, output_schema=None", "name", "add_reminder"),
    ],
)
def test_fastmcp_arguments(analyse: Analyse, arguments: str, attribute: str, value: object) -> None:
    source = f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool({arguments})\n{FUNCTION}"
    found = getattr(one_tool(analyse({"tools.py": source})), attribute)
    assert (tuple(sorted(found)) if attribute == "tags" else found) == value


@pytest.mark.parametrize(
    ("extras", "expected"),
    [
        ("{'defer_loading': True, 'input_examples': []}", {"anthropic": {"defer_loading": True}}),
        ("{'cache_control': {'type': 'ephemeral'}}", {"anthropic": {"cache_control": {"type": "ephemeral"}}}),
        ("{'defer_loading': 'no', 'acme_mode': 1}", {}),
        ("None", {}),
    ],
)
def test_extras_of_langchain_are_those_that_anthropic_takes(
    analyse: Analyse, extras: str, expected: dict[str, Any]
) -> None:
    function = f"@tool(extras={extras})\ndef find(text: str) -> str:\n    'Find.'\n"
    derived = (
        f"class Look(BaseTool):\n    name: str = 'look'\n    description: str = 'Look.'\n    extras: dict = {extras}\n"
    )
    source = f"from langchain_core.tools import BaseTool, tool\n{function}{derived}    def _run(self, text: str): ...\n"
    found = analyse({"tools.py": source}).manifest.tools
    assert [one.extras for one in found] == [expected, expected]


@pytest.mark.parametrize("icons", ["load()", "[1]", "[Icon(src=load())]", "5"])
def test_icons_that_are_not_known_are_told(analyse: Analyse, icons: str) -> None:
    source = f"from mcp.types import Icon\nfrom fastmcp import FastMCP\nfrom elsewhere import load\nmcp = FastMCP('x')\n@mcp.tool(icons={icons})\n"
    analysis = analyse({"tools.py": f"{source}def find():\n    'Find.'\n"})
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG217"]
    assert analysis.manifest.tools[0].extras == {}


def test_what_the_rest_of_a_tool_class_is_called(analyse: Analyse) -> None:
    """`BaseTool.tool_call_schema` of langchain-core names `args` and `kwargs`, as for a function."""
    head = "from langchain_core.tools import BaseTool\nclass Any(BaseTool):\n    name: str = 'any'\n    description: str = 'Any.'\n"
    (tool,) = analyse({"tools.py": f"{head}    def _run(self, *args: int, **kwargs: str): ...\n"}).manifest.tools
    assert tool.input_schema["properties"] == {
        "args": {"type": "array", "items": {"type": "integer"}, "default": None},
        "kwargs": {"type": "object", "additionalProperties": {"type": "string"}, "default": None},
    }
