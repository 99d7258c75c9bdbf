"""What is a call in a text, and what only looks like one; what is told of mistakes, and which of them are mended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from toolgen.call_syntax import call_syntax
from toolgen.call_syntax.message import ToolCall


@dataclass(frozen=True)
class Tool:
    name: str
    input_schema: dict[str, Any]
    multiline: tuple[str, ...] = ()


TEXT = {"type": "string"}
TOOLS = (
    Tool("now", {"properties": {}}),
    Tool("bash", {"properties": {"command": TEXT, "timeout": {"type": "integer"}}, "required": ["command"]}),
    Tool("write", {"properties": {"path": TEXT, "content": TEXT}, "required": ["path"]}, ("content",)),
)
NOW = ToolCall("now", {})


def ls(**more: Any) -> ToolCall:
    return ToolCall("bash", {"command": "ls", **more})


@pytest.mark.parametrize(
    ("syntax", "text", "calls", "message"),
    [
        # No calls.
        ("json", "", [], ""),
        ("json", 'Look: {"name": "bash"} and {x}', [], 'Look: {"name": "bash"} and {x}'),
        ("json", '```json\n{"name": "Ada"}\n```', [], '```json\n{"name": "Ada"}\n```'),
        ("json", '```python\n{"tool": "now"}\n```\nso', [], '```python\n{"tool": "now"}\n```\nso'),
        ("json", '~~~yaml\n{"tool": "now"}\n', [], '~~~yaml\n{"tool": "now"}'),
        ("json", '```\nresponse:\n{"tool": "now"}\n```', [], '```\nresponse:\n{"tool": "now"}\n```'),
        ("xml", "```python\nx = '<tool name=\"now\"/>'\n```", [], "```python\nx = '<tool name=\"now\"/>'\n```"),
        ("brackets", "[1] [now](https://x.org) [note]", [], "[1] [now](https://x.org) [note]"),
        ("brackets", "I looked with [now] before.", [], "I looked with [now] before."),
        ("hermes", '<think>\n<tool_call>{"name": "now"}</tool_call>?</think>No.', [], "No."),
        ("hermes", "\n <think>{x}</think>No.", [], "No."),
        ("hermes", "No <think>{x}</think>", [], "No <think>{x}</think>"),
        ("line", "use \U0001f6e0\ufe0f now", [], "use \U0001f6e0\ufe0f now"),
        (
            "python",
            "call now() then\n```python\nprint(now())\n```",
            [],
            "call now() then\n```python\nprint(now())\n```",
        ),
        (
            "harmony",
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>",
            [],
            "Hi",
        ),
        # What a model quotes, and code in lists.
        ("json", '> {"tool": "now"}\nsays the page', [], '> {"tool": "now"}\nsays the page'),
        ("hermes", '  > <tool_call>{"name": "now"}</tool_call>', [], '> <tool_call>{"name": "now"}</tool_call>'),
        (
            "json",
            '1. So:\n\n     ```python\n     {"tool": "now"}\n     ```\n{"tool": "now"}',
            [NOW],
            '1. So:\n\n     ```python\n     {"tool": "now"}\n     ```',
        ),
        ("json", '- So:\n    ```json\n    {"tool": "now"}\n    ```', [NOW], "- So:"),
        # Calls.
        ("json", 'A {"tool": "now"} B', [NOW], "A  B"),
        ("json", '```json\n[{"tool": "now"}, {"tool": "bash", "args": {"command": "ls"}}]\n```', [NOW, ls()], ""),
        ("json", '```\n{"tool": "now"}\n{"tool": "now", "args": null}\n```', [NOW, NOW], ""),
        ("json", '{"args": {"command": "ls"}, "tool": "bash"}', [ls()], ""),
        ("json", '{"tool": "bash", "args": "{\\"command\\": \\"ls\\"}"}', [ls()], ""),
        ("json", '{"tool": "write", "args": {"path": "a\nb"}}', [ToolCall("write", {"path": "a\nb"})], ""),
        ("xml", '<tool name="now"/>', [NOW], ""),
        (
            "xml",
            "<tool name='bash'><command>a && b &lt; c</command></tool>",
            [ToolCall("bash", {"command": "a && b < c"})],
            "",
        ),
        (
            "xml",
            '<tool name="bash"><command>?a=1&copy=2</command></tool>',
            [ToolCall("bash", {"command": "?a=1&copy=2"})],
            "",
        ),
        (
            "xml",
            '```xml\n<tool name="bash">\n<command>\nls\n</command>\n<timeout> 3 </timeout>\n</tool>\n```',
            [ls(timeout=3)],
            "",
        ),
        ("brackets", "[now]\n[bash command=ls timeout=3]", [NOW, ls(timeout=3)], ""),
        ("line", "\U0001f6e0 bash ls", [ls()], ""),
        (
            "line",
            "\U0001f6e0\ufe0f bash timeout=3 ls -la\nDone.",
            [ToolCall("bash", {"timeout": 3, "command": "ls -la"})],
            "Done.",
        ),
        (
            "line",
            "\U0001f6e0\ufe0f write a.py\nx = 1\n\n\U0001f6e0\ufe0f now",
            [ToolCall("write", {"path": "a.py", "content": "x = 1\n"}), NOW],
            "",
        ),
        ("python", "Well:\nbash('ls', timeout=3)\nSo.", [ls(timeout=3)], "Well:\n\nSo."),
        ("python", "[now(), bash(command='ls')]", [NOW, ls()], ""),
        ("python", "```tool_code\nnow()\n```", [NOW], ""),
        ("function_xml", "<function=now></function>", [NOW], ""),
        ("function_xml", '<function=bash>{"command": "ls"}</function>', [ls()], ""),
        ("hermes", '<tool_call>{"arguments": {"command": "ls"}, "name": "bash"}</tool_call>', [ls()], ""),
        ("harmony", "<|channel|>commentary to=functions.now<|message|>{}<|call|>", [NOW], ""),
        # As models write them, in the forms that the parsers of vLLM and SGLang know.
        ("json", '{"type": "function", "tool": "now", "args": {}}', [NOW], ""),
        ("json", '[TOOL_CALLS][{"tool": "now"}]', [NOW], ""),
        ("json", '<|python_tag|>{"tool": "now"}<|eom_id|>', [NOW], ""),
        (
            "function_xml",
            (
                "<tool_call>\n<function=now>\n</function>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n"
                "</function>\n</tool_call>"
            ),
            [NOW, ls()],
            "",
        ),
        ("function_xml", "So.\n<function=now>\n</function>\n</tool_call>", [NOW], "So."),
        ("function_xml", "<tool_call><function=now></tool_call>", [NOW], ""),
        (
            "harmony",
            ' to=functions.bash<|channel|>commentary <|constrain|>json<|message|>{"command": "ls"}<|call|>',
            [ls()],
            "",
        ),
        ("harmony", "<|channel|>commentary to=functions.now <|constrain|>json<|message|><|call|>", [NOW], ""),
        (
            "harmony",
            (
                "<|channel|>commentary<|message|>So.<|end|><|start|>functions.now to=assistant<|channel|>commentary"
                "<|message|>9 o'clock<|end|><|start|>assistant<|channel|>final<|message|>Nine<|return|>"
            ),
            [],
            "So.Nine",
        ),
        ("python", "<|python_start|>[now(), bash(command='ls')]<|python_end|>", [NOW, ls()], ""),
        ("python", "<|python_tag|>bash(command='ls')<|eom_id|>", [ls()], ""),
        (
            "python",
            'bash(command="""it\'s 5" (long\n""")',
            [ToolCall("bash", {"command": "it's 5\" (long\n"})],
            "",
        ),
        ("python", "bash(command='ls''')\nSo.", [ls()], "So."),
        ("python", "bash(command=" + '"' * 303 + 'ls""")', [ls()], ""),
        ("python", "bash(\n  command='ls',  # it's (here\n  timeout=3,\n)\nSo.", [ls(timeout=3)], "So."),
        (
            "xml",
            "<function_calls>\n<tool name='bash'>\n<arg name='command'>ls</arg>\n</tool>\n</function_calls>",
            [ls()],
            "",
        ),
        ("brackets", "[bash command='ls', timeout=3]", [ls(timeout=3)], ""),
        # With the line breaks of Windows.
        ("xml", '<tool name="bash">\r\n<command>\r\nls\r\n</command>\r\n</tool>\r\n', [ls()], ""),
        ("function_xml", "<function=bash>\r\n<parameter=command>\r\nls\r\n</parameter>\r\n</function>", [ls()], ""),
        (
            "line",
            "\U0001f6e0 write a.py\r\nx\r\ny\r\n\U0001f6e0\U0001f51a\r\nDone.",
            [ToolCall("write", {"path": "a.py", "content": "x\r\ny"})],
            "Done.",
        ),
        (
            "harmony",
            "<|start|>assistant to=functions.now<|channel|>commentary <|constrain|>json<|message|>{}<|call|>",
            [NOW],
            "",
        ),
    ],
)
def test_calls_and_what_looks_like_them(syntax: str, text: str, calls: list[ToolCall], message: str) -> None:
    found = call_syntax(syntax, TOOLS).parse(text)
    assert ([*found.calls], found.message, found.errors) == (calls, message, ())


@pytest.mark.parametrize(
    ("syntax", "text", "code", "message", "at"),
    [
        ("json", 'Hm. {"tool": "nwo"}', "unknown_tool", "there is no tool 'nwo': did you mean 'now'?", "nwo"),
        ("brackets", "[nwo a=1]", "unknown_tool", "there is no tool 'nwo': did you mean 'now'?", "nwo"),
        ("python", "nwo(a=1)", "unknown_tool", "there is no tool 'nwo': did you mean 'now'?", "nwo"),
        (
            "json",
            '{"tool": "bash", "command": "ls"}',
            "malformed",
            'the arguments have to stand in an object "args"',
            "",
        ),
        ("json", '{"tool": 3}', "malformed", '"tool" has to be the name of a tool', ""),
        ("json", '{"name": "now", "arguments": {}}', "malformed", 'as "tool", and its arguments as "args"', ""),
        (
            "json",
            '```json\n{"function": "now", "parameters": {}}\n```',
            "malformed",
            'as "tool", and its arguments as "args"',
            "",
        ),
        ("line", "\U0001f6e0\ufe0f nwo x", "unknown_tool", "there is no tool 'nwo': did you mean 'now'?", "nwo"),
        (
            "line",
            "\U0001f6e0\ufe0f write a.txt\nfirst half",
            "unfinished",
            "`\U0001f6e0\ufe0f\U0001f51a` is missing",
            "",
        ),
        ("json", '{"tool": "bash", "args": {"command": "ls"', "unfinished", "the text ends inside of a call", ""),
        ("json", '{"tool": "now", "args": [1]}', "malformed", '"args" has to be an object with the arguments', ""),
        ("json", '{"tool": "bash", "args": {"command": "l', "unfinished", "the text ends inside of a call", ""),
        (
            "json",
            '```json\n{"tool": "bash", "args": {"timeout": 12',
            "unfinished",
            "the text ends inside of a call",
            "",
        ),
        (
            "json",
            '{"tool": "bash", "args": {"command": "a", "command": "b"}}',
            "malformed",
            '"command" stands twice',
            "",
        ),
        ("xml", '<tool name="bash"><command>ls</tool>', "malformed", "the element 'command' has no end", ""),
        ("xml", '<tool name="bash"><command>ls', "unfinished", "`</tool>` is missing", ""),
        ("function_xml", "<function=bash><parameter=command>ls", "unfinished", "`</function>` is missing", ""),
        ("brackets", '[bash command="ls"', "unfinished", "`]` is missing", ""),
        ("brackets", '[bash command="ls" now]', "malformed", "'now' is no `argument=value`", ""),
        ("line", "\U0001f6e0\ufe0f now x", "malformed", "'x' is too much", ""),
        ("python", "bash(command=open('x'))", "malformed", "an argument is no literal", ""),
        ("python", "bash(command='ls', 1)", "malformed", "not valid Python", ""),
        ("function_xml", "<function=bash><parameter=command>ls</function>", "malformed", "has no end", ""),
        ("hermes", "<tool_call>{'name': </tool_call>", "malformed", "the call is not valid JSON", ""),
        (
            "harmony",
            "<|channel|>commentary to=functions.now<|message|>[]<|call|>",
            "malformed",
            "an object of JSON",
            "",
        ),
    ],
)
def test_mistakes_are_told_where_they_are(syntax: str, text: str, code: str, message: str, at: str) -> None:
    found = call_syntax(syntax, TOOLS).parse(text)
    (fault,) = found.errors
    assert (found.calls, fault.code) == ((), code)
    assert message in fault.message
    assert text[fault.start : fault.end].startswith(at)
    pointed, arrow = fault.excerpt.splitlines()[-2:]
    assert pointed in text.replace("\n", " ") or pointed in text
    assert set(arrow) <= {" ", "^"}


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "bash", "args": {"command": "ls",}}',
        "{'tool': 'bash', 'args': {'command': 'ls'}}",
        "{\u201ctool\u201d: \u201cbash\u201d, \u201cargs\u201d: {\u201ccommand\u201d: \u201cls\u201d}}",
        '{"tool": "bash", /* list */ "args": {"command": "ls"}}',
        '{tool: "bash", args: {command: "ls"}}',
        "{'tool': 'bash', 'args': {'command': 'ls',}, # list\n}",
        "<tool_call>{'name': 'bash', 'arguments': {'command': 'ls',}}</tool_call>",
        "<|channel|>commentary to=functions.bash<|message|>{'command': 'ls',}<|call|>",
        "<function=bash>{'command': 'ls',}</function>",
    ],
)
def test_json_is_repaired_where_what_was_meant_is_clear(text: str) -> None:
    name = {"<t": "hermes", "<|": "harmony", "<f": "function_xml"}.get(text[:2], "json")
    (call,) = call_syntax(name, TOOLS).parse(text).calls
    assert call == ls()
    assert call.remarks[0].startswith("it was no valid JSON, and was read as ")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("'say \"hi\"'", 'say "hi"'),
        (r"'it\'s'", "it's"),
        (r'"it\'s"', "it's"),
        ("\u201ca, b\u201d", "a, b"),
        ("\u201cit's\u201d", "it's"),
        ("'http://x.org/a # b'", "http://x.org/a # b"),
        ("'/* c */'", "/* c */"),
        ("'ls' // list", "ls"),
        (r"'a\nb'", "a\nb"),
        # What might be something else is not guessed at.
        ("'it's'", None),
        ('"say "hi" now"', None),
        ("\u201c\u201cq\u201d\u201d", None),
        ("'a' 'b'", None),
        ("ls -la", None),
        ("'x', 'command': 'y'", None),
        (r"'C:\d'", None),
    ],
)
def test_a_repair_finds_what_was_meant_or_nothing(written: str, meant: str | None) -> None:
    text = f"{{'tool': 'bash', 'args': {{'command': {written}\n}}}}"
    found = call_syntax("json", TOOLS).parse(text)
    assert [call.arguments for call in found.calls] == ([] if meant is None else [{"command": meant}])
    assert [fault.code for fault in found.errors] == (["malformed"] if meant is None else [])


def test_a_call_that_is_cut_off_by_a_marker_in_a_text_is_not_made() -> None:
    text = '<tool_call>{"name": "bash", "arguments": {"command": "echo </tool_call> >> x"}}</tool_call>'
    found = call_syntax("hermes", TOOLS).parse(text)
    assert (found.calls, [fault.code for fault in found.errors]) == ((), ["malformed"])


def test_what_is_cut_off_behind_its_last_argument_is_closed() -> None:
    (call,) = call_syntax("json", TOOLS).parse('{"tool": "write", "args": {"path": "a", "content": "x"').calls
    assert call == ToolCall("write", {"path": "a", "content": "x"})
    assert call.remarks[0].startswith("it was no valid JSON, and was read as ")


@pytest.mark.parametrize(
    ("arguments", "expected", "remarks"),
    [
        ({"command": "ls", "timeout": "42"}, {"command": "ls", "timeout": 42}, ('timeout: "42" was read as 42',)),
        ({"command": "ls", "timeout": 4.0}, {"command": "ls", "timeout": 4}, ("timeout: 4.0 was read as 4",)),
        ({"command": 7}, {"command": "7"}, ('command: 7 was read as "7"',)),
        ({"command": "ls", "timeout": "soon"}, {"command": "ls", "timeout": "soon"}, ()),
        ({"command": "42"}, {"command": "42"}, ()),
    ],
)
def test_values_are_converted_where_that_is_asked_for(
    arguments: dict[str, Any], expected: dict[str, Any], remarks: tuple[str, ...]
) -> None:
    text = call_syntax("json").render(ToolCall("bash", arguments))
    (call,) = call_syntax("json", TOOLS, coerce=True).parse(text).calls
    assert (call.arguments, call.remarks) == (expected, remarks)
    assert type(call.arguments.get("timeout")) is type(expected.get("timeout"))
    (as_it_is,) = call_syntax("json", TOOLS).parse(text).calls
    assert as_it_is.arguments == arguments


NESTED = Tool(
    "nest",
    {
        "properties": {"x": {"$ref": "#/$defs/Tree"}, "y": {"anyOf": [True, {"type": "null"}]}},
        "$defs": {"Tree": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
    },
)


@pytest.mark.parametrize("coerce", [False, True])
@pytest.mark.parametrize("depth", [1, 200, 400, 700, 900, 5_000])
@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        ("json", '{{"tool": "nest", "args": {{"x": {0}, "y": 3}}}}'),
        ("xml", '<tool name="nest"><x>{0}</x></tool>'),
        ("brackets", "[nest x={0}]"),
        ("line", "\U0001f6e0 nest x={0}"),
        ("python", "nest(x={0})"),
        ("function_xml", "<function=nest><parameter=x>{0}</parameter></function>"),
        ("hermes", '<tool_call>{{"name": "nest", "arguments": {{"x": {0}}}}}</tool_call>'),
        ("harmony", '<|channel|>commentary to=functions.nest<|message|>{{"x": {0}}}<|call|>'),
    ],
)
def test_what_is_nested_deeply_is_a_call_or_told(syntax: str, text: str, depth: int, coerce: bool) -> None:
    found = call_syntax(syntax, [NESTED], coerce=coerce).parse(text.format("[" * depth + "]" * depth))
    assert [call.name for call in found.calls] == ["nest"] or found.errors


def test_markers_and_keys_are_those_that_are_configured() -> None:
    call = ls()
    assert call_syntax("json", TOOLS, tool_key="name", args_key="arguments").render(call) == (
        '```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```'
    )
    assert (
        call_syntax("xml", TOOLS, tag="invoke").render(call) == '<invoke name="bash">\n<command>ls</command>\n</invoke>'
    )
    assert call_syntax("line", TOOLS, marker="!", end="!end").render(
        ToolCall("write", {"path": "a", "content": "x"})
    ) == ("! write a\nx\n!end")


@pytest.mark.parametrize(
    ("syntax", "call", "text"),
    [
        ("line", ls(timeout=3), "\U0001f6e0\ufe0f bash timeout=3 ls"),
        (
            "line",
            ToolCall("write", {"content": "x\n\ny", "path": "a b"}),
            "\U0001f6e0\ufe0f write a b\nx\n\ny\n\U0001f6e0\ufe0f\U0001f51a",
        ),
        (
            "xml",
            ToolCall("bash", {"command": 'echo "<a>" &'}),
            '<tool name="bash">\n<command>echo "&lt;a>" &amp;</command>\n</tool>',
        ),
    ],
)
def test_a_call_is_written_as_a_model_is_told_to_write_it(syntax: str, call: ToolCall, text: str) -> None:
    """In whatever order its arguments are given: an object of JSON has none."""
    assert call_syntax(syntax, TOOLS).render(call) == text


@pytest.mark.parametrize(
    ("tools", "told"),
    [
        ((), ["Below it stands a text of several lines; "]),
        (TOOLS, ["Below it stands `content` of `write`; "]),
        (TOOLS[:2], []),
    ],
)
def test_a_model_is_told_which_texts_stand_below_a_line(tools: tuple[Tool, ...], told: list[str]) -> None:
    instructions = call_syntax("line", tools).instructions
    assert re.findall(r"Below it stands .*?; ", instructions) == told
    assert instructions.count("first line") == len(told)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *((name, {"argument": "value"}) for name in ("json", "xml", "function_xml", "hermes", "harmony")),
        *((name, {"argument": "value", "number": 1}) for name in ("brackets", "python")),
        ("line", {"argument": "argument", "option": "two words"}),
    ],
)
def test_what_a_model_is_told_of_calls_has_one_in_it(name: str, arguments: dict[str, Any]) -> None:
    properties = {"argument": TEXT, "option": TEXT, "number": {"type": "integer"}}
    tool = Tool("name", {"properties": properties, "required": ["argument"]})
    syntax = call_syntax(name, [tool])
    shown = re.search(r"```\w*\n(.*?)\n```", syntax.instructions, re.S)
    assert shown
    assert syntax.parse(shown[1]).calls == (ToolCall("name", arguments),)


def test_a_model_is_told_of_a_line_which_texts_have_quotes() -> None:
    """`title=Cats and dogs` would be the title `Cats`, and what is behind it another argument."""
    told = call_syntax("line").instructions
    assert "Text of one word, and text of one line that stands last, needs no quotes." in told


@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        ("json", "[" + ", ".join(['{"tool": "now"}'] * 900) + "]"),
        ("json", "```json\n[" + ", ".join(['{"tool": "now"}'] * 900) + "]\n```"),
        ("python", "now()\n[" + ", ".join(["now()"] * 900) + "]"),
    ],
)
def test_no_list_has_calls_without_end(syntax: str, text: str) -> None:
    found = call_syntax(syntax, TOOLS).parse(text)
    assert len(found.calls) == 500
    assert [fault.message for fault in found.errors] == ["no more than 500 calls of a message are read"]


def test_no_message_has_calls_without_end() -> None:
    found = call_syntax("json", TOOLS).parse('{"tool": "now"}\n' * 1000)
    assert len(found.calls) == 500
    assert found.message.startswith('{"tool": "now"}')
