"""What is understood of lists and dispatch that are written by hand, form by form; what is not, stays and is told.

`tests/integration/test_hand_written.py` runs whole agents.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.model.json_values import Schema
from toolgen.rewrite.migrations.hand_written.differences import difference
from toolgen.rewrite.migrations.hand_written.steps import hand_written


def object_of(required: list[str] | None = None, **properties: Any) -> Schema:
    return {"type": "object", "properties": properties, "required": required or []}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (object_of(a={"type": "string"}), object_of(a={"type": "string", "default": "b", "title": "A"}), ""),
        (
            object_of(a={"type": "string"}),
            object_of(a={"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}),
            "",
        ),
        (
            object_of(a={"type": "string"}),
            object_of(a={"anyOf": [{"type": "string"}, {"type": "null"}]}),
            "`a` would be told otherwise",
        ),
        (object_of(a={"description": "It."}), object_of(a={}), "`a` would be told otherwise"),
        (object_of(a={"default": 1}), object_of(a={"default": 2}), "`a` would be told otherwise"),
        (object_of(a={}), object_of(), "`a` would be no argument"),
        (object_of(), object_of(a={}), "`a` would be an argument, too"),
        (object_of(["a"], a={}), object_of(a={}), "`a` would be optional"),
        (object_of(a={}), object_of(["a"], a={}), "`a` would be required"),
        (object_of(a={}) | {"oneOf": []}, object_of(a={}), "a signature cannot say `oneOf` of all arguments"),
        (object_of(a={}) | {"additionalProperties": False}, object_of(a={}), ""),
    ],
)
def test_what_a_model_would_be_told_otherwise_is_named(old: Schema, new: Schema, reason: str) -> None:
    assert difference(old, new) == reason


TOOLS = {
    "add": '''
@tool
def add(left: int, right: int = 1) -> int:
    """Add."""
    return left + right
''',
    "wait": '''
@tool
async def wait(seconds: int) -> int:
    """Wait."""
    return seconds
''',
}
IMPORT = "from toolgen import tool\n"


FORMS = {
    "if": (
        """\
def call(name, args):
    if name == "add":
        return tools.add(**args)
""",
        """\
def call(name, args):
    try:
        return dispatch.dispatch_sync(name, args)
    except dispatch.UnknownTool:
        pass
""",
    ),
    "in one line, and inside of something": (
        """\
def call(it):
    if "add" == it.name: out = [tools.add(**loads(it.args))]
    else: out = None
    return out
""",
        """\
def call(it):
    if it.name == "add": out = [dispatch.dispatch_sync(it.name, loads(it.args))]
    else: out = None
    return out
""",
    ),
    "match": (
        """\
async def call(name, args):
    match name:
        case "wait":
            return await tools.wait(args["seconds"])
        case "add":
            return tools.add(right=args.get("right", 1), left=args["left"])
""",
        """\
async def call(name, args):
    try:
        return await dispatch.dispatch(name, args)
    except dispatch.UnknownTool:
        pass
""",
    ),
    "other names": (
        """\
def call(name, args):
    if name == "help":
        return "add"
    elif name == "add":
        return tools.add(**args)
""",
        """\
def call(name, args):
    if name == "help":
        return "add"
    else:
        try:
            return dispatch.dispatch_sync(name, args)
        except dispatch.UnknownTool:
            pass
""",
    ),
    "dictionary": (
        """\
FUNCTIONS = {"add": tools.add}

def call(name, args):
    return FUNCTIONS[name](**args)
""",
        """\
def call(name, args):
    return dispatch.dispatch_sync(name, args)
""",
    ),
    "dictionary with comments": (
        """\
# By their names.
FUNCTIONS = {"add": tools.add}  # for now

def call(name, args):
    return FUNCTIONS[name](**args)
""",
        """\
# By their names.
# for now

def call(name, args):
    return dispatch.dispatch_sync(name, args)
""",
    ),
    "several statements with comments": (
        """\
async def call(name, args):
    # It is quick.
    if name == "add":
        return tools.add(**args)
    # It takes long.
    if name == "wait":
        return await tools.wait(**args)  # at last
    return None
""",
        """\
async def call(name, args):
    # It is quick.
    # It takes long.
    try:
        return await dispatch.dispatch(name, args)  # at last
    except dispatch.UnknownTool:
        pass
    return None
""",
    ),
    "dictionary of a function, and arguments by their names": (
        """\
async def call(it):
    functions = {"wait": tools.wait}
    function = functions[it.name]
    args = loads(it.args)
    return await function(seconds=args.get("seconds"))
""",
        """\
async def call(it):
    functions = {"wait": tools.wait}
    function = functions[it.name]
    args = loads(it.args)
    return await dispatch.dispatch(it.name, args)
""",
    ),
    "sync and async functions": (
        """\
FUNCTIONS = {"add": tools.add, "wait": tools.wait}

async def call(name, args):
    function = FUNCTIONS[name]
    if iscoroutinefunction(function):
        return await function(**args)
    else:
        return function(**args)
""",
        """\
FUNCTIONS = {"add": tools.add, "wait": tools.wait}

async def call(name, args):
    function = FUNCTIONS[name]
    if iscoroutinefunction(function):
        return await dispatch.dispatch(name, args)
    else:
        return dispatch.dispatch_sync(name, args)
""",
    ),
    "dictionary that is asked for more": (
        """\
FUNCTIONS = {"add": tools.add}

def call(name, args):
    if function := FUNCTIONS.get(name):
        return function(**args)
""",
        """\
FUNCTIONS = {"add": tools.add}

def call(name, args):
    if function := FUNCTIONS.get(name):
        return dispatch.dispatch_sync(name, args)
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), FORMS.values(), ids=FORMS)
def test_dispatch_becomes_the_generated_one(before: str, after: str, planned: Planned) -> None:
    tools = IMPORT + "".join(text for name, text in TOOLS.items() if f"tools.{name}" in before)
    made = planned({"tools.py": tools, "agent.py": f"import tools\n\n{before}"}, hand_written())
    imported = "import tools\n" if "tools." in after else ""
    assert [file.new.decode() for file in made.files] == [f"{imported}from generated import dispatch\n\n{after}"]
    assert made.diagnostics == ()


BEYOND = {
    "if": (
        """\
def call(name, args):
    if name == "add":
        return tools.add(**args)
    elif name == "help" or not args:
        return "help"
""",
        """\
def call(name, args):
    if name == "add":
        return dispatch.dispatch_sync(name, args)
    elif name == "help" or not args:
        return "help"
""",
    ),
    "several statements": (
        """\
async def call(name, args):
    # It is quick.
    if (name == "add"):
        return tools.add(**args)
    # It takes long.
    if name == "wait":
        return await tools.wait(**args)  # at last
    return await other(name, args)
""",
        """\
async def call(name, args):
    # It is quick.
    # It takes long.
    if name in ("add", "wait"):
        return await dispatch.dispatch(name, args)  # at last
    return await other(name, args)
""",
    ),
    "match": (
        """\
def call(name, args):
    match name:
        case "help" | "?":
            return "help"
        # They are two.
        case("add"):
            return tools.add(**args)
        case _:
            return None
""",
        """\
def call(name, args):
    match name:
        case "help" | "?":
            return "help"
        # They are two.
        case "add":
            return dispatch.dispatch_sync(name, args)
        case _:
            return None
""",
    ),
    "dictionary that is asked": (
        """\
F = {"add": tools.add}

def call(name, args):
    if name not in F:
        return None
    return F[name](**args)
""",
        """\
F = {"add": tools.add}

def call(name, args):
    if name not in F:
        return None
    return dispatch.dispatch_sync(name, args)
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), BEYOND.values(), ids=BEYOND)
def test_generated_dispatch_is_called_for_no_other_tool(before: str, after: str, planned: Planned) -> None:
    """The generated one knows all tools of the project, and those that another part of it keeps for itself."""
    secret = '\n@tool\ndef secret() -> str:\n    """Not for all."""\n    return "s"\n'
    files = {"tools.py": IMPORT + "".join(TOOLS.values()) + secret, "agent.py": f"import tools\n\n{before}"}
    made = planned(files, hand_written())
    imported = "import tools\n" if "tools." in after else ""
    assert [file.new.decode() for file in made.files] == [f"{imported}from generated import dispatch\n\n{after}"]
    assert made.diagnostics == ()


@pytest.mark.parametrize(
    "other",
    ["from agent import tools", "import agent\nagent.tools.add(1)", "import agent as a\nprint(a.tools)"],
)
def test_import_stays_where_another_file_takes_it_from_there(other: str, planned: Planned) -> None:
    agent = f"import tools\n\n{FORMS['if'][0]}"
    made = planned({"tools.py": IMPORT + "".join(TOOLS.values()), "agent.py": agent, "main.py": other}, hand_written())
    assert made.files[0].new.startswith(b"import tools\nfrom generated import dispatch\n")


CAUGHT = """\
def call(name, args):
    try:
        if name == "add":
            return tools.add(**args)
    except (TypeError, Exception):
        return None
"""
TAKEN = """\
def call(name, args, generated, dispatch):
    if name == "add":
        return tools.add(**args)
"""


NEXT = """\
def call(made, args):
    if next(made) == "add":
        return tools.add(**args)
"""
BETWEEN = """\
def call(name, args):
    if name == "add":
        return tools.add(**args)
    elif args.get("all"):
        return "all"
    elif name == "wait":
        return tools.wait(**args)
"""
TABLE = """\
F = {"add": tools.add}

def call(name, args):
    return F[name](**args)
"""
MORE = '\n@tool\ndef more() -> int:\n    """More."""\n    return 1\n'


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (CAUGHT, "`except TypeError` around the dispatch would not catch it any more"),
        (TAKEN, "`dispatch` and `generated` mean something else in this file"),
        (NEXT, "`next(made)` would be made more often, or less, than it is now"),
        (BETWEEN, "what is asked for between its branches is not the name of another tool"),
        (TABLE, "the generated dispatch would be called for `more`, too"),
    ],
)
def test_dispatch_that_cannot_be_replaced_stays(source: str, reason: str, planned: Planned) -> None:
    tools = IMPORT + TOOLS["add"] + TOOLS["wait"].replace("async ", "") * (source is BETWEEN) + MORE * (source is TABLE)
    made = planned({"tools.py": tools, "agent.py": f"import tools\n\n{source}"}, hand_written())
    assert (made.files, [(one.code, one.message) for one in made.diagnostics]) == (
        (),
        [("TG602", f"this is left as it is (step 3): {reason}")],
    )


NEEDED, OPTIONAL = object_of(["a"], a={"type": "integer"}), object_of(a={"type": "integer"})
PLAIN = "def f(a):\n    return a\n"


def call(text: str) -> str:
    return f"def call(name, args):\n    if name == 'f':\n        return {text}\n"


@pytest.mark.parametrize(
    ("schema", "function", "dispatch", "reason"),
    [
        (NEEDED, PLAIN, "", "no function is found that is called for it"),
        (NEEDED, PLAIN, call("g(**args)"), "no function of the project is found that its branch calls"),
        (NEEDED, PLAIN, call("f(*args)"), "it is given arguments that are not seen"),
        (NEEDED, PLAIN, call("f(b=1, **args)"), "it is given arguments that are not seen"),
        (NEEDED, PLAIN, call("f(args['b'])"), "its parameter `a` is given the argument `b`"),
        (NEEDED, PLAIN, call("f(a=int(args['a']))"), "its parameter `a` is given `int(args['a'])`"),
        (NEEDED, f"async {PLAIN}", call("run(f(**args))"), "its result is awaited in another way than by `await`"),
        (NEEDED, PLAIN, "F = {'f': lambda args: f(**args)}", "no function is found that is called for it"),
        (NEEDED, PLAIN, "F = {'f': f, 'g': print}", "its dictionary has more than functions"),
        (NEEDED, PLAIN, "F = {'f': f, 'g': f}", "`g` in its dictionary is in no list"),
        (NEEDED, PLAIN, "F = {'f': f}", "no call of what its dictionary has is found"),
        (
            NEEDED,
            PLAIN,
            "F = {'f': f}\nF['f'](1)",
            "its parameter `a` is given `1`",
        ),
        (
            NEEDED,
            f"async {PLAIN}",
            "F = {'f': f}\ndef call(name, args):\n    return F[name](**args)",
            "what its dictionary has is awaited in another way than by `await`",
        ),
        (
            NEEDED,
            "class A:\n    def f(a):\n        return a\n    F = {'f': f}\n\ndef f(a): ...",
            "",
            "no function is found that is called for it",
        ),
        (NEEDED, "def f(b):\n    return b\n", call("f(**args)"), "its function has no parameter `a`"),
        (NEEDED, "def f(a: 'Unknown'):\n    return a\n", call("f(**args)"), "what `a` is annotated with is not known"),
        (NEEDED, "def f(a): return a\n", call("f(**args)"), "its body stands in the line of its `def`"),
        (object_of(), PLAIN, call("f(**args)"), "its function has a parameter `a`, of which the list says nothing"),
        (OPTIONAL, PLAIN, call("f()"), "the argument `a` is not handed over"),
        (OPTIONAL, PLAIN, call("f(**args)"), "`a` would be required"),
        (
            OPTIONAL,
            "def f(a=1):\n    return a\n",
            call("f(args.get('a', 2))"),
            "the dispatch and its function have different defaults of `a`",
        ),
    ],
)
def test_tool_that_would_be_another_stays(
    schema: Schema, function: str, dispatch: str, reason: str, planned: Planned
) -> None:
    definition = {"type": "function", "function": {"name": "f", "description": "It.", "parameters": schema}}
    source = f"TOOLS = [{json.dumps(definition)}]\n\n{function}\n\n{dispatch}\n"
    made = planned({"agent.py": source}, hand_written())
    assert (made.files, [(one.code, one.message) for one in made.diagnostics]) == (
        (),
        [("TG604", f"`f` is left as it is: {reason}")],
    )


USED = "F = {'f': f}\ndef call(name, args):\n    return F[name](**args)\n"
LOCAL = """\
def call(name, args):
    F = {'f': f}
    print([(lambda: F[one])() for one in F])
    return F[name](**args)
"""
OWNED = """\
class A:
    F = {'f': f}
    def call(self, name, args):
        return self.F[name](**args)
"""


@pytest.mark.parametrize(
    ("use", "other"),
    [
        (f"{USED}F['g'] = print", ""),
        (f"{USED}show(F)", ""),
        (f"{USED}def reset():\n    global F\n    F = {{}}", ""),
        (USED, "import agent\nagent.F.update(f=print)"),
        (USED, "import agent\nagent.F = {}"),
        (f"{OWNED}class B(A):\n    F = {{'f': print}}", ""),
        (f"{OWNED}A().F['f'] = print", ""),
        (f"{OWNED}class B(A):\n    def off(self):\n        self.F = {{}}", ""),
        ("def call(name, args):\n    g = {'f': f}\n    def off():\n        del g['f']\n    return g[name](**args)", ""),
    ],
)
def test_dictionary_that_may_become_another_stays(use: str, other: str, planned: Planned) -> None:
    definition = {"type": "function", "function": {"name": "f", "description": "It.", "parameters": NEEDED}}
    files = {"agent.py": f"TOOLS = [{json.dumps(definition)}]\n\n{PLAIN}\n\n{use}\n", "other.py": other}
    made = planned(files, hand_written(3))
    assert made.files == ()
    assert [one.code for one in made.diagnostics] == ["TG604"]


@pytest.mark.parametrize(
    ("use", "other"),
    [
        (USED, "from agent import *\nprint(F)"),
        (USED, "import agent\nlen(agent.F)"),
        (f"__all__ = ['F']\n{USED}", ""),
        (f"{OWNED}class B(A):\n    def names(self):\n        return sorted(self.F)", ""),
        (f"{OWNED}print(len(A.F))", ""),
        (LOCAL, ""),
    ],
)
def test_dictionary_that_is_looked_at_elsewhere_is_kept(use: str, other: str, planned: Planned) -> None:
    definition = {"type": "function", "function": {"name": "f", "description": "It.", "parameters": NEEDED}}
    files = {"agent.py": f"TOOLS = [{json.dumps(definition)}]\n\n{PLAIN}\n\n{use}\n", "other.py": other}
    text = planned(files, hand_written(3)).files[0].new.decode()
    assert "F = {'f': f}" in text
    assert "dispatch_sync(name, args)" in text


@pytest.mark.parametrize(
    ("definition", "reason"),
    [
        ({"name": "f", "description": "It.", "parameters": object_of()}, "no target has definitions of this form"),
        (
            {"type": "function", "name": "f", "description": "It.", "parameters": object_of(), "strict": True},
            "it says `strict`, which `targets` in the configuration does not",
        ),
    ],
)
def test_definition_that_no_target_has_stays_in_the_list(definition: Schema, reason: str, planned: Planned) -> None:
    source = f"TOOLS = [{definition}]\n\ndef f() -> int:\n    return 1\n\n{call('f()')}"
    made = planned({"agent.py": source}, hand_written())
    assert [file.codes for file in made.files] == [("step 1", "step 2", "step 3")]
    assert [one.message for one in made.diagnostics] == [
        f"this is left as it is (hand-written): its definition stays in the list: {reason}"
    ]


TOLD = """\
from . import limits

F = {
    "name": limits.NAME,
    "description": f"At most {limits.MOST}.",
    "input_schema": {"type": "object", "properties": {"a": {"type": "integer", "maximum": limits.MOST}}},
}
TOOLS = [F]
"""
AGENT = """\
from .work import f as work

def call(name, args):
    if name == "f":
        return work(args.get("a", 3))
"""
WORK = '''\
from pydantic import Field
from typing import Annotated
from toolgen import tool

@tool
def f(a: Annotated[int, Field(le=9)] = 3):
    """At most 9."""
    return a
'''


def test_constants_and_functions_of_other_files_are_found(planned: Planned) -> None:
    files = {
        "app/__init__.py": "",
        "app/limits.py": 'NAME = "f"\nMOST = 9\n',
        "app/told.py": TOLD,
        "app/agent.py": AGENT,
        "app/work.py": PLAIN,
    }
    made = planned(files, hand_written(2))
    assert [(file.path, file.new.decode()) for file in made.files] == [("app/work.py", WORK)]


def test_dictionaries_of_two_functions_have_one_class_if_they_say_the_same(planned: Planned) -> None:
    place = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    named = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    definitions = [
        {"name": name, "description": "It.", "input_schema": object_of(["where"], where=schema)}
        for name, schema in {"f": place, "g": place, "h": named}.items()
    ]
    functions = "".join(f"\n\ndef {name}(where):\n    return where['x']\n" for name in "fgh")
    dispatch = 'F = {"f": f, "g": g, "h": h}\n\n\ndef call(name, args):\n    return F[name](**args)\n'
    source = f"TOOLS = {json.dumps(definitions)}\n{functions}\n\n{dispatch}"
    made = planned({"agent.py": source}, hand_written(1))
    text = made.files[0].new.decode()
    assert text.startswith(
        "from typing import TypedDict\n\n\nclass Where(TypedDict):\n    x: int\n\n\n"
        "class Where_2(TypedDict):\n    x: str\n\n\nTOOLS = "
    )
    assert [line for line in text.splitlines() if line.startswith("def ")][:3] == [
        "def f(where: Where):",
        "def g(where: Where):",
        "def h(where: Where_2):",
    ]


def test_imports_that_the_list_alone_used_go_with_it(planned: Planned) -> None:
    tools = "TOOLS = [{'name': names.F, 'description': 'It.', 'input_schema': {'type': 'object', 'properties': {}}}]"
    agent = f"import names\n\n{tools}\n\ndef f():\n    return 1\n\n{call('f()')}"
    made = planned({"names.py": "F = 'f'\n", "agent.py": agent}, hand_written())
    assert made.diagnostics == ()
    assert "names" not in made.files[0].new.decode()


def test_file_that_is_nested_too_deeply_is_named(planned: Planned) -> None:
    definition = {"name": "add", "description": "Add.", "parameters": {"type": "object", "properties": {}}}
    deep = f"    if name == 'add':\n        return add()\n    elif name{'.a' * 900} == 'x':\n        return add()\n"
    made = planned({"agent.py": f"TOOLS = [{definition}]\n\ndef call(name):\n{deep}"}, hand_written())
    assert (made.files, [(one.code, one.span.path) for one in made.diagnostics]) == ((), [("TG602", "agent.py")])
