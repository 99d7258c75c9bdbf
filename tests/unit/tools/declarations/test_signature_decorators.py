"""What decorators make of a tool's signature: followed, known, said by the configuration, or reported."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "import contextlib, functools, inspect\nfrom functools import wraps\nfrom toolgen import tool\n"
TOOL = 'def search(text: str, user: str) -> str:\n    "Search."\n'
WRAPPER = "    @wraps(fn)\n    def wrapper(*args, **kwargs):\n        return fn(*args, **kwargs)\n"


def decorated(definitions: str, decorator: str = "@deco", function: str = TOOL) -> str:
    return f"{HEAD}{definitions}\n@tool\n{decorator}\n{function}"


def codes(analysis: Analysis) -> list[str]:
    return [found.code for found in analysis.diagnostics]


OTHER: dict[str, str] = {
    "a function": f"def g(text: str) -> str:\n    'G.'\n@tool\n@wraps(g)\n{TOOL}",
    "by keyword": f"def g(text: str) -> str:\n    'G.'\n@tool\n@functools.wraps(wrapped=g)\n{TOOL}",
    "a method": (
        "class Box:\n    def g(self, text: str) -> str:\n        'G.'\n    @tool\n    @wraps(g)\n"
        "    def f(self, *args): ...\n"
    ),
}


@pytest.mark.parametrize("source", OTHER.values(), ids=OTHER)
def test_wraps_shows_another_function(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": f"{HEAD}{source}"})
    (tool,) = analysis.manifest.tools
    assert (tool.name, tool.description, [*tool.input_schema["properties"]]) == ("g", "G.", ["text"])
    assert codes(analysis) == []


KEEP: dict[str, tuple[str, str]] = {
    # what it is: its definition, its use
    "returns the function": ("def deco(fn):\n    KNOWN.append(fn)\n    return fn\n", "@deco"),
    "functools.wraps": (f"def deco(fn):\n{WRAPPER}    return wrapper\n", "@deco"),
    "wraps, imported in the body": (
        "def deco(fn):\n    from functools import wraps as w\n    @w(fn)\n    def wrapper(*args): ...\n    return wrapper\n",
        "@deco",
    ),
    "update_wrapper as a statement": (
        "def deco(fn):\n    def w(*a): ...\n    functools.update_wrapper(w, fn)\n    return w\n",
        "@deco",
    ),
    "update_wrapper, returned": (
        "def deco(fn):\n    return functools.update_wrapper(lambda *a: fn(*a), fn)\n",
        "@deco",
    ),
    "factory": (
        "def deco(n):\n    def inner(fn):\n        @wraps(fn)\n        def w(*a): ...\n        return w\n    return inner\n",
        "@deco(3)",
    ),
    "optional argument, given": (
        f"def deco(fn=None, *, n=1):\n    if fn is None:\n        return functools.partial(deco, n=n)\n{WRAPPER}    return wrapper\n",
        "@deco(n=3)",
    ),
    "optional argument, not given": (
        f"def deco(fn=None, *, n=1):\n    if fn is None:\n        return lambda fn: deco(fn, n=n)\n{WRAPPER}    return wrapper\n",
        "@deco",
    ),
    "two ways that agree": (
        f"def deco(fn):\n    if OFF:\n        return fn\n{WRAPPER}    return wrapper\n",
        "@deco",
    ),
    "a way that raises": ("def deco(fn):\n    if OFF:\n        raise TypeError\n    return fn\n", "@deco"),
    "lambda": ("deco = lambda fn: fn\n", "@deco"),
    "another name": ("def other(fn): return fn\ndeco = other\n", "@deco"),
    "a call under a name": ("def make(n):\n    return lambda fn: fn\ndeco = make(3)\n", "@deco"),
    "functools.partial": ("def other(n, fn): return fn\ndeco = functools.partial(other, 3)\n", "@deco"),
    "the signature of the function": (
        (
            "def deco(fn):\n    def w(*a): ...\n    w.__signature__ = inspect.signature(fn)\n"
            "    w.__name__, w.__doc__ = 'x', 'y'\n    w.__name__ = fn.__name__\n    w.__doc__ = fn.__doc__\n    return w\n"
        ),
        "@deco",
    ),
    "method of an object": (
        "class Limiter:\n    def limit(self, rate):\n        return lambda fn: fn\nlimiter = Limiter()\n",
        "@limiter.limit('5/minute')",
    ),
    "static method": ("class Box:\n    @staticmethod\n    def deco(fn): return fn\n", "@Box.deco"),
    "object with __call__": (
        "class Deco:\n    def __init__(self, n): self.n = n\n    def __call__(self, fn):\n        return fn\n",
        "@Deco(3)",
    ),
    "class around the function": (
        "class deco:\n    def __init__(self, fn): functools.update_wrapper(self, fn)\n    def __call__(self): ...\n",
        "@deco",
    ),
    "context manager": ("@contextlib.contextmanager\ndef timer(): yield\n", "@timer()"),
    "wrapt.decorator": ("import wrapt\n@wrapt.decorator\ndef deco(wrapped, instance, args, kwargs): ...\n", "@deco"),
    "standard library": ("", "@functools.lru_cache(maxsize=3)"),
    "known package": ("import tenacity\n", "@tenacity.retry(stop=x, before=lambda state: None)"),
    "known package, re-exported": ("from tenacity.asyncio import retry\n", "@retry"),
    "method of a known package": (
        "from opentelemetry import trace\ntracer = trace.get_tracer('x')\n",
        "@tracer.start_as_current_span('search')",
    ),
    "another tool decorator": ("from mcp.server.fastmcp import FastMCP\nserver = FastMCP('x')\n", "@server.tool()"),
}


@pytest.mark.parametrize(("definitions", "decorator"), KEEP.values(), ids=KEEP)
def test_kept(analyse: Analyse, definitions: str, decorator: str) -> None:
    analysis = analyse({"tools.py": decorated(definitions, decorator)})
    (found,) = analysis.manifest.tools
    assert (found.name, found.description, list(found.input_schema["properties"])) == (
        "search",
        "Search.",
        ["text", "user"],
    )
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(("definitions", "decorator"), KEEP.values(), ids=KEEP)
def test_kept_above_the_tool_decorator(analyse: Analyse, definitions: str, decorator: str) -> None:
    analysis = analyse({"tools.py": f"{HEAD}{definitions}\n{decorator}\n@tool\n{TOOL}"})
    (found,) = analysis.manifest.tools
    assert list(found.input_schema["properties"]) == ["text", "user"]
    assert analysis.diagnostics == ()


def test_a_decorator_of_another_module_is_followed(analyse: Analyse) -> None:
    files = {
        "app/__init__.py": "from .tracing import traced\n",
        "app/tracing.py": f"from functools import wraps\ndef traced(fn):\n{WRAPPER}    return wrapper\n",
        "tools.py": f"from app import traced\nfrom toolgen import tool\n@tool\n@traced\n{TOOL}",
    }
    analysis = analyse(files)
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("function", "wrapper", "is_async"),
    [
        ("def", "def", False),
        ("def", "async def", True),
        ("async def", "async def", True),
        ("async def", "def", True),
    ],
)
def test_whether_a_call_must_be_awaited(analyse: Analyse, function: str, wrapper: str, is_async: bool) -> None:
    deco = f"def deco(fn):\n    @wraps(fn)\n    {wrapper} w(*a): return fn(*a)\n    return w\n"
    (found,) = analyse({"tools.py": decorated(deco, function=TOOL.replace("def", function))}).manifest.tools
    assert found.is_async is is_async


def test_a_wrapper_that_runs_a_coroutine_is_not_awaited(analyse: Analyse) -> None:
    deco = "def deco(fn):\n    @wraps(fn)\n    def w(*a): return asyncio.run(fn(*a))\n    return w\n"
    (found,) = analyse({"tools.py": decorated(deco, function=f"async {TOOL}")}).manifest.tools
    assert found.is_async is False


def test_the_kind_of_the_function_decides_a_condition(analyse: Analyse) -> None:
    deco = (
        "def deco(fn):\n    if inspect.iscoroutinefunction(fn):\n        @wraps(fn)\n        async def w(*a): ...\n"
        "        return w\n    def other(x: int): 'Other.'\n    return other\n"
    )
    (found,) = analyse({"tools.py": decorated(deco, function=f"async {TOOL}")}).manifest.tools
    assert found.name == "search"


def test_a_wrapper_with_parameters_of_its_own_is_the_tool(analyse: Analyse) -> None:
    deco = "def deco(fn):\n    def find(query: str, limit: int = 3) -> int:\n        'Find.'\n    return find\n"
    analysis = analyse({"tools.py": decorated(deco)})
    (found,) = analysis.manifest.tools
    assert (found.name, found.description, list(found.input_schema["properties"])) == (
        "find",
        "Find.",
        ["query", "limit"],
    )
    assert found.origin.qualname == "search"
    assert analysis.diagnostics == ()


FILTERED: dict[str, str] = {
    "by a comprehension": "[p for p in sig.parameters.values() if p.name != 'user']",
    "by a test of names": "[p for n, p in sig.parameters.items() if n not in HIDDEN]",
    "by annotation": "[p for p in sig.parameters.values() if p.annotation is not User]",
    "by position": "list(sig.parameters.values())[:1]",
}


@pytest.mark.parametrize("kept", FILTERED.values(), ids=FILTERED)
@pytest.mark.parametrize("target", ["wrapper", "fn"])
def test_a_signature_of_some_of_the_parameters(analyse: Analyse, kept: str, target: str) -> None:
    deco = (
        "HIDDEN = ('user', 'x')\nclass User: ...\n"
        f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    kept = {kept}\n"
        f"    {target}.__signature__ = sig.replace(parameters=kept)\n    return {target}\n"
    )
    analysis = analyse({"tools.py": decorated(deco, function=TOOL.replace("user: str", "user: User"))})
    assert [[*tool.input_schema["properties"]] for tool in analysis.manifest.tools] == [["text"]]
    assert codes(analysis) == []


LEFT = {
    "by name": "[p for name, p in sig.parameters.items() if name != 'user']",
    "by the name of the parameter": "[p for p in sig.parameters.values() if p.name not in ('user', 'db')]",
    "by position": "list(sig.parameters.values())[1:]",
    "by a list of names": "[sig.parameters[n] for n in [n for n in sig.parameters if n not in {'user': 1}]]",
}


@pytest.mark.parametrize("parameters", LEFT.values(), ids=LEFT)
def test_a_signature_with_some_of_the_parameters(analyse: Analyse, parameters: str) -> None:
    deco = (
        "def deco(fn):\n    sig = inspect.signature(fn)\n    @wraps(fn)\n    def w(*a, **k): return fn('me', *a, **k)\n"
        f"    w.__signature__ = sig.replace(parameters={parameters})\n    return w\n"
    )
    function = "def search(user: object, text: str, limit: int = 3) -> str:\n    'Search.'\n"
    analysis = analyse({"tools.py": decorated(deco, function=function)})
    (found,) = analysis.manifest.tools
    assert [*found.input_schema["properties"]] == ["text", "limit"]
    assert [one.code for one in analysis.diagnostics] == []


def test_a_signature_that_hangs_on_a_setting_is_told(analyse: Analyse) -> None:
    without = (
        "def without(fn, *names):\n    sig = inspect.signature(fn)\n    @wraps(fn)\n    def w(*a, **k): ...\n"
        "    w.__signature__ = sig.replace(parameters=[p for n, p in sig.parameters.items() if n not in names])\n    return w\n"
    )
    use = "import os\ndef make(mcp):\n    f = search\n    if os.environ['FIXED']:\n        f = without(f, 'limit')\n    mcp.tool(f)\n"
    function = "def search(text: str, limit: int = 3) -> str:\n    'Search.'\n"
    source = f"from fastmcp import FastMCP\nfrom functools import wraps\nimport inspect\n{without}{function}{use}"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert "TG211" in {one.code for one in analysis.diagnostics}


REWRITE: dict[str, str] = {
    # its definition: what the message says
    "def deco(fn):\n    fn.__signature__ = make(fn)\n    return fn\n": "it assigns `__signature__`",
    f"def deco(fn):\n{WRAPPER}    wrapper.__signature__ = make(fn)\n    return wrapper\n": "it assigns `__signature__`",
    "def strip(f):\n    f.__signature__ = 3\ndef deco(fn):\n    strip(fn)\n    return fn\n": "it assigns `__signature__`",
    "def deco(fn):\n    setattr(fn, '__signature__', make(fn))\n    return fn\n": "it assigns `__signature__`",
    f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    wrapper.__signature__ = sig.replace(parameters=make(sig))\n    return wrapper\n": "it assigns `__signature__`",
    f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    wrapper.__signature__ = sig.replace(parameters=[p.replace(default=1) for p in sig.parameters.values()])\n    return wrapper\n": "it assigns `__signature__`",
    f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    wrapper.__signature__ = sig.replace(parameters=[*sig.parameters.values()][:1], return_annotation=int)\n    return wrapper\n": "it assigns `__signature__`",
    f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    wrapper.__signature__ = inspect.Signature([*sig.parameters.values()])\n    return wrapper\n": "it assigns `__signature__`",
    f"def deco(fn):\n    sig = inspect.signature(fn)\n{WRAPPER}    wrapper.__signature__ = inspect.Signature([inspect.Parameter('x', inspect.Parameter.KEYWORD_ONLY)])\n    return wrapper\n": "it assigns `__signature__`",
    "def deco(fn):\n    fn.__annotations__ = {}\n    return fn\n": "it assigns `__annotations__`",
    "def deco(fn):\n    del fn.__annotations__['user']\n    return fn\n": "it changes `__annotations__`",
    "def deco(fn):\n    fn.__annotations__.pop('user')\n    return fn\n": "it changes `__annotations__`",
    "def deco(fn):\n    def wrapper(*args): ...\n    return wrapper\n": "without `functools.wraps`",
    f"def deco(fn):\n{WRAPPER}    del wrapper.__wrapped__\n    return wrapper\n": "without `functools.wraps`",
    "def deco(fn):\n    def other(x: int): 'O.'\n    return fn if ON else other\n": "depends on a condition",
}


@pytest.mark.parametrize(("definition", "reason"), REWRITE.items())
def test_a_changed_signature_is_reported(analyse: Analyse, definition: str, reason: str) -> None:
    analysis = analyse({"tools.py": decorated(definition)})
    (found,) = [found for found in analysis.diagnostics if found.code == "TG213"]
    assert found.message.startswith("the decorator `tools.deco` changes what `search` looks like: ")
    assert reason in found.message
    assert '"tools.deco"' in found.help
    assert (found.span.line, found.span.column, found.span.width) == (
        decorated(definition).split("\n").index("@deco") + 1,
        2,
        len("deco"),
    )


def test_two_names_of_a_library_may_be_one_object(analyse: Analyse) -> None:
    deco = (
        "import lib\ndef deco(fn):\n    sig = inspect.signature(fn)\n    @wraps(fn)\n    def w(*a, **k): ...\n"
        "    w.__signature__ = sig.replace(parameters=[p for p in sig.parameters.values() if p.annotation is not lib.User])\n    return w\n"
    )
    function = TOOL.replace("user: str", "user: lib.users.User")
    assert "TG213" in codes(analyse({"tools.py": decorated(deco, function=function)}))


UNKNOWN: dict[str, tuple[str, str, str]] = {
    # its definition, its use, its name
    "missing package": ("from other import deco\n", "@deco(3)", "other.deco"),
    "missing package, method": ("import other\nbox = other.Box()\n", "@box.deco", "other.Box.deco"),
    "undefined": ("", "@deco", "deco"),
    "no function": ("def deco(fn):\n    return {'f': fn}\n", "@deco", "tools.deco"),
    "object in its place": (
        "class deco:\n    def __init__(self, fn): self.fn = fn\n    def __call__(self, x: int): ...\n",
        "@deco",
        "tools.deco",
    ),
    "given to an unknown function": ("import other\ndef deco(fn): return other.wrap(fn)\n", "@deco", "tools.deco"),
    "circle": ("def deco(fn): return deco(fn)\n", "@deco", "tools.deco"),
    "loop without end": (
        "def deco(fn):\n    while True:\n        fn = deco(fn)\n    return fn\n",
        "@deco",
        "tools.deco",
    ),
    "only raises": ("def deco(fn): raise TypeError\n", "@deco", "tools.deco"),
    "adds a parameter": ("import langsmith\n", "@langsmith.traceable", "langsmith.traceable"),
}


@pytest.mark.parametrize(("definitions", "decorator", "name"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_decorator_that_cannot_be_followed_is_reported(
    analyse: Analyse, definitions: str, decorator: str, name: str
) -> None:
    analysis = analyse({"tools.py": decorated(definitions, decorator)})
    assert [list(tool.input_schema["properties"]) for tool in analysis.manifest.tools] == [["text", "user"]]
    assert [found.message for found in analysis.diagnostics] == [
        f"what the decorator `{name}` does to the signature of `search` is not known"
    ]
    assert codes(analysis) == ["TG214"]


def test_a_decorator_that_is_a_parameter_cannot_be_followed(analyse: Analyse) -> None:
    source = f"{HEAD}def register(guard):\n    @tool\n    @guard\n    def search(text: str): 'Search.'\n"
    assert codes(analyse({"tools.py": source})) == ["TG214"]


def test_the_method_of_a_tool_class_is_decorated(analyse: Analyse) -> None:
    source = (
        "from toolgen import Tool\nfrom other import deco\nclass Search(Tool):\n    name = 'search'\n"
        "    description = 'Search.'\n    @deco\n    def execute(self, text: str): ...\n"
    )
    assert codes(analyse({"tools.py": source})) == ["TG214"]


# -- the configuration -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("effect", "left"), [((), ["text", "user"]), (("user",), ["text"]), (("user", "x"), ["text"])])
@pytest.mark.parametrize(
    ("definitions", "decorator", "name"),
    [
        ("from other import deco\n", "@deco", "other.deco"),
        ("from other import deco\n", "@deco(3)", "other.deco"),
        ("def deco(fn):\n    fn.__signature__ = 3\n    return fn\n", "@deco", "tools.deco"),
        ("class Box:\n    def deco(self, fn): return 3\nbox = Box()\n", "@box.deco", "tools.Box.deco"),
        ("class Box:\n    def deco(self, fn): return 3\nbox = Box()\n", "@box.deco", "tools.box.deco"),
        ("import other\nbox = other.Box()\n", "@box.deco()", "other.Box.deco"),
        ("from other import inner\ndef deco(fn): return inner(fn)\n", "@deco", "other.inner"),
    ],
)
def test_the_configuration_says_what_a_decorator_does(
    analyse: Analyse, definitions: str, decorator: str, name: str, effect: tuple[str, ...], left: list[str]
) -> None:
    analysis = analyse({"tools.py": decorated(definitions, decorator)}, signature_decorators={name: effect})
    (found,) = analysis.manifest.tools
    assert (list(found.input_schema["properties"]), found.injected) == (left, ())
    assert [parameter.name for parameter in found.parameters] == left
    assert analysis.diagnostics == ()


def test_a_removed_parameter_may_be_documented(analyse: Analyse) -> None:
    function = 'def search(text: str, user: str):\n    """Search.\n\n    Args:\n        user: Who asks.\n    """\n'
    source = decorated("from other import deco\n", function=function)
    assert analyse({"tools.py": source}, signature_decorators={"other.deco": ("user",)}).diagnostics == ()


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return fn(*args, **kwargs)", ""),
        ("return fn('a', *args, **kwargs)", "`text`"),
        ("return fn('a', 'b', *args, **kwargs)", "`text`, `user`"),
        ("return fn(*args, user='a', **kwargs)", "`user`"),
        ("return fn(*args, **kwargs, tags=1)", ""),
        ("kwargs['user'] = load()\n        return fn(*args, **kwargs)", "`user`"),
        ("kwargs['text'] = kwargs['text'].strip()\n        return fn(*args, **kwargs)", ""),
        ("return run(fn, 'a', *args, **kwargs)", ""),
        ("log('a', *args, **kwargs)\n        return fn(*args, **kwargs)", ""),
        ("if not kwargs.get('user'): kwargs['user'] = find()\n        return fn(*args, **kwargs)", ""),
    ],
)
def test_arguments_that_a_wrapper_fills_itself_are_told(analyse: Analyse, body: str, names: str) -> None:
    deco = f"def deco(fn):\n    @wraps(fn)\n    def wrapper(*args, **kwargs):\n        {body}\n    return wrapper\n"
    found = [one.message for one in analyse({"tools.py": decorated(deco)}).diagnostics]
    reason = f"the decorator `tools.deco` changes what `search` looks like: it fills {names} itself"
    assert found == ([reason] if names else [])


def test_what_the_configuration_removes_is_not_told(analyse: Analyse) -> None:
    deco = "def deco(fn):\n    @wraps(fn)\n    def wrapper(text, user):\n        return fn(text, user=user)\n    return wrapper\n"
    analysis = analyse({"tools.py": decorated(deco)}, signature_decorators={"tools.deco": ("user",)})
    assert codes(analysis) == []
