"""What the constructors of classes that are tools say of them, however they say it."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

CLASS = """\
import os
from {module} import BaseTool

class Other:
    def __init__(self, one):
        while one.next():
            self.one = one

def other(one):
    found = Other(one) if one else Other(os.getenv("ONE"))
    for number in range(9999999):
        found.one = number
    return found

class T(BaseTool):
    name: str = "t"
    description: str = "T."

    def __init__(self, {init}

    def fill(self, given):
        given["description"] = "U."

    def _run(self, text: str) -> str: ...
"""
ABOVE = "super().__init__(**kw)"
SAID: dict[str, tuple[str, tuple[str, str], list[str]]] = {
    "no more than it is given": (f"**kw):\nkw.pop('x', 1)\n{ABOVE}", ("t", "T."), []),
    "an item": (f"**kw):\nkw['description'] = 'U.'\n{ABOVE}", ("t", "U."), []),
    "a name": (f"**kw):\nkw['name'] = 'u'\n{ABOVE}", ("u", "T."), []),
    "a default": (f"**kw):\nkw.setdefault('description', 'U.')\n{ABOVE}", ("t", "U."), []),
    "an update": (f"**kw):\nkw.update(description='U.')\n{ABOVE}", ("t", "U."), []),
    "another dictionary": ("**kw):\nsuper().__init__(**{'description': 'U.', **kw})", ("t", "U."), []),
    "a dictionary of two": ("**kw):\nsuper().__init__(**(kw | {'description': 'U.'}))", ("t", "U."), []),
    "a loop": (f"**kw):\nfor one in ('description',):\n    kw[one] = 'U.'\n{ABOVE}", ("t", "U."), []),
    "a method": (f"**kw):\nself.fill(kw)\n{ABOVE}", ("t", "U."), []),
    "an attribute that is added to": (f"**kw):\n{ABOVE}\nself.description += ' U.'", ("t", "T. U."), []),
    "an attribute by its name": (f"**kw):\n{ABOVE}\nsetattr(self, 'description', 'U.')", ("t", "U."), []),
    "an attribute with a type": (f"**kw):\n{ABOVE}\nself.description: str = 'U.'", ("t", "U."), []),
    "an attribute in a block": (
        f"**kw):\n{ABOVE}\ntry:\n    self.description = 'U.'\nfinally:\n    pass",
        ("t", "U."),
        [],
    ),
    "what hangs on an argument": (
        f"path=None, **kw):\nif path is not None:\n    kw['description'] = f'Reads {{path}}.'\n{ABOVE}",
        ("t", "T."),
        ["TG235"],
    ),
    "what is so by default": (
        f"long=True, **kw):\n{ABOVE}\nif long:\n    self.description = 'U.'",
        ("t", "U."),
        ["TG235"],
    ),
    "what no long call can change": (
        "a=None, **kw):\nkw['description'] = 'U.'\n" + ABOVE + "\nself.one = other(a)\nself.two = other(self.one)",
        ("t", "U."),
        [],
    ),
    "what the environment says": (
        f"**kw):\nif os.getenv('X'):\n    kw['description'] = 'U.'\n{ABOVE}",
        ("t", ""),
        ["TG217"],
    ),
}


@pytest.mark.parametrize("module", ["crewai.tools", "langchain_core.tools"])
@pytest.mark.parametrize(("init", "said", "codes"), SAID.values(), ids=SAID)
def test_a_class(analyse: Analyse, module: str, init: str, said: tuple[str, str], codes: list[str]) -> None:
    source = CLASS.format(module=module, init=indent(init, " " * 8).lstrip())
    found = analyse({"tools.py": source})
    assert [(tool.name, tool.description) for tool in found.manifest.tools] == [said]
    assert [one.code for one in found.diagnostics] == codes


def test_a_class_below_says_what_the_constructor_says(analyse: Analyse) -> None:
    init = "**kw):\n        super().__init__(description='U.', **kw)"
    below = "class Below(T):\n    name: str = 'below'\n    description: str = 'B.'\n"
    found = analyse({"tools.py": CLASS.format(module="crewai.tools", init=init) + below})
    assert [(tool.name, tool.description) for tool in found.manifest.tools] == [("below", "U."), ("t", "U.")]


def test_what_is_too_long_to_be_followed_is_told(analyse: Analyse) -> None:
    init = f"**kw):\n        for one in range(99999):\n            kw['args_schema'] = one\n        {ABOVE}"
    found = analyse({"tools.py": CLASS.format(module="langchain_core.tools", init=init)})
    assert {"TG201", "TG217"} == {one.code for one in found.diagnostics}


OBJECTS = """\
from {module} import BaseTool

class T(BaseTool):
    description: str = "T."
    mode: int = 0

    def _run(self, text: str) -> str: ...

{made}
"""
MADE: dict[str, tuple[str, list[tuple[str, str]], list[str]]] = {
    "by its name": ("ONE = T(name='a')", [("a", "T.")], []),
    "with a description": ("ONE = T(name='a', description='A.', mode=1)", [("a", "A.")], []),
    "several": ("BOTH = [T(name=one) for one in 'ab']", [("a", "T."), ("b", "T.")], []),
    "by a function": (
        "def make(name):\n    return T(name=name)\nBOTH = make('a'), make('b')",
        [("a", "T."), ("b", "T.")],
        [],
    ),
    "by its own constructor": (
        (
            "class B(T):\n    def __init__(self, kind, **kw):\n"
            "        super().__init__(name='t_' + kind, description='B.', **kw)\n"
            "ONE = B('a')"
        ),
        [("t_a", "B.")],
        [],
    ),
    "below a class": (
        "class B(T):\n    def _run(self, other: int): ...\nONE = B(name='b')",
        [("b", "T.")],
        [],
    ),
    "under a condition": (
        "def some(is_on):\n    return [T(name='a')] if is_on else []",
        [("a", "T.")],
        ["TG221"],
    ),
    "in a method that a field leaves out": (
        (
            "class Kit(BaseModel):\n    only: list[str] = []\n"
            "    def tools(self):\n        return [T(name=one) for one in 'a' if one in self.only]"
        ),
        [("a", "T.")],
        ["TG221"],
    ),
    "twice under one condition": (
        (
            "import os\nclass B(T):\n    def __init__(self, name):\n        if os.getenv('X'):\n"
            "            name += 'x'\n        super().__init__(name=name)\nBOTH = [B('a'), B('b')]"
        ),
        [("a", "T."), ("ax", "T."), ("b", "T."), ("bx", "T.")],
        ["TG221"] * 4,
    ),
    "twice with a text under one condition": (
        (
            "import os\nclass B(T):\n    def __init__(self, name):\n        text = 'A.'\n        if os.getenv('X'):\n"
            "            text = 'B.'\n        super().__init__(name=name, description=text)\nBOTH = [B('a'), B('b')]"
        ),
        [("a", ""), ("b", "")],
        ["TG217", "TG217"],
    ),
    "with a name that is not known": ("import os\nONE = T(name=os.environ['NAME'])", [], ["TG211"]),
    "of a class that has a name": ("class B(T):\n    name: str = 'b'\nONE = B()", [("b", "T.")], []),
    "with another name than its class": (
        "class B(T):\n    name: str = 'b'\nONE = B(name='other')",
        [("b", "T.")],
        ["TG232"],
    ),
}


@pytest.mark.parametrize("module", ["crewai.tools", "langchain_core.tools"])
@pytest.mark.parametrize(("made", "said", "codes"), MADE.values(), ids=MADE)
def test_an_object_that_is_told_its_name(
    analyse: Analyse, module: str, made: str, said: list[tuple[str, str]], codes: list[str]
) -> None:
    found = analyse({"tools.py": "from pydantic import BaseModel\n" + OBJECTS.format(module=module, made=made)})
    tools = [(tool.name, tool.description) for tool in found.manifest.tools]
    assert (tools, sorted(one.code for one in found.diagnostics)) == (said, codes)


@pytest.mark.parametrize(
    ("use", "told"),
    [
        ("K = T\nk = K(name='k')", ["T"]),
        ("from functools import partial\nk = partial(T, mode=1)(name='k')", ["T"]),
        ("k = {'t': T}['t'](name='k')", ["T"]),
        ("k = T.model_validate({'name': 'k'})", ["T"]),
        (
            "class B(T):\n    @classmethod\n    def make(cls):\n        return cls(name='k')\nb = B(name='b')",
            ["cls(name='k')"],
        ),
        (
            "class B(T):\n    def more(self):\n        return type(self)(name='k')\nb = B(name='b')",
            ["type(self)(name='k')"],
        ),
        ("def use(one: T, other: 'T | None') -> list[T]:\n    found: T = one\n    return [found]", []),
        ("Kinds = list[T] | T | None\ndef use(one):\n    return isinstance(one, T) and T.mode", []),
    ],
)
def test_other_objects_of_a_class_of_which_one_is_read(analyse: Analyse, use: str, told: list[str]) -> None:
    source = OBJECTS.format(module="langchain_core.tools", made=f"{use}\nknown = T(name='known')")
    found = [one.message for one in analyse({"tools.py": source}).diagnostics]
    assert found == [f"a tool is registered here by `{one}`, which is not followed" for one in told]


def test_a_class_whose_name_is_empty_is_named_where_it_is_made(analyse: Callable[..., Analysis]) -> None:
    source = (
        "from langchain_core.tools import BaseTool\n"
        "class Search(BaseTool):\n    name: str = ''\n    description: str = ''\n    def _run(self, text: str): ...\n"
    )
    analysis = analyse({"tools.py": source})
    assert (analysis.manifest.tools, [one.code for one in analysis.diagnostics]) == ((), ["TG211"])


def test_a_class_of_another_package_may_be_one_of_tools(analyse: Analyse) -> None:
    base = "from langchain_core.tools import BaseTool\nclass MailTool(BaseTool):\n    def _run(self, text: str): ...\n"
    source = "from mail.kinds import MailTool\nclass Send(MailTool):\n    name = 'send'\n    description = 'Sends.'\n"
    files = {"site/mail/__init__.py": "", "site/mail/kinds.py": base, "app/own.py": source}
    found = analyse(files, paths=("app",), search_path=("site",))
    assert [(one.name, [*one.input_schema["properties"]]) for one in found.manifest.tools] == [("send", ["text"])]
