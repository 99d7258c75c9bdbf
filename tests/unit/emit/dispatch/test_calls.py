"""How a call gets to its tool: kinds of parameters and of functions, binding, context, errors."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from toolgen.model.tool import Origin, Parameter, ToolSpec
from toolgen.model.types import ANY, Named

Project = Callable[..., Any]

TOOLS = '''
    import datetime
    from collections.abc import AsyncIterator, Iterator
    from typing import Any

    from toolgen import Injected, Tool, tool

    imported = True

    @tool
    def plain(a: int, b: str = "b") -> Any:
        """Sync."""
        return a, b

    @tool
    async def later(a: int) -> int:
        """Async."""
        return a

    @tool
    async def stream(count: int) -> AsyncIterator[int]:
        """Async generator."""
        for number in range(count):
            yield number

    @tool
    def numbers(count: int) -> Iterator[int]:
        """Generator."""
        yield from range(count)

    @tool
    def everything(a: int, b: int = 2, /, c: int = 3, *args: datetime.date, d: int = 5, **kwargs: int) -> Any:
        """All kinds of parameters."""
        return a, b, c, args, d, kwargs

    @tool
    def supplied(a: int, db: Injected[str], user: Injected[str] = "nobody", **kwargs: int) -> Any:
        """Injected parameters."""
        return a, db, user, kwargs

    @tool
    def fails() -> None:
        """Raise."""
        raise LookupError("not there")

    @tool(name="dashed-name", params={"class": str})
    def dashed(**kwargs: Any) -> Any:
        """Any arguments."""
        return kwargs

    class Agent:
        def __init__(self, name: str = "unnamed") -> None:
            self.name = name

        @tool
        def method(self, a: int) -> Any:
            """Method."""
            return self.name, a

        @tool
        def open_method(self, **kwargs: int) -> Any:
            """Method that takes anything."""
            return kwargs

        @tool
        @classmethod
        def of_class(cls, a: int) -> Any:
            """Class method."""
            return cls.__name__, a

        @tool
        @staticmethod
        async def of_static(a: int) -> Any:
            """Static method."""
            return a

    class Counter(Tool):
        name = "count"
        description = "Count."
        total = 0

        async def execute(self, by: int = 1) -> int:
            self.total += by
            return self.total

    def make() -> Any:
        @tool
        def inner(a: int) -> int:
            """Nested."""
            return a

        return inner
'''


@pytest.fixture
def module(project: Project) -> Any:
    return project({"app/tools.py": TOOLS})


def dispatched(module: Any, name: str, arguments: Any, context: Any = None) -> Any:
    return asyncio.run(module.dispatch(name, arguments, context))


def dispatched_sync(module: Any, name: str, arguments: Any, context: Any = None) -> Any:
    return module.dispatch_sync(name, arguments, context)


def called_sync(module: Any, name: str, arguments: Any, context: Any = None) -> Any:
    return module.call_sync(name, arguments, context)


def called(module: Any, name: str, arguments: Any, context: Any = None) -> Any:
    return asyncio.run(module.call(name, arguments, context))


def test_a_tool_is_imported_by_its_first_call(module: Any) -> None:
    assert "app.tools" not in sys.modules
    with pytest.raises(module.InvalidArguments):
        dispatched(module, "plain", {"a": "x"})
    assert "app.tools" not in sys.modules
    dispatched(module, "plain", {"a": 1})
    assert "app.tools" in sys.modules


@pytest.mark.parametrize("run", [dispatched, called])
@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("plain", {"a": 1}, (1, "b")),
        ("plain", {"a": 1, "b": "c"}, (1, "c")),
        ("later", {"a": 1}, 1),
        ("of_class", {"a": 1}, ("Agent", 1)),
        ("of_static", {"a": 1}, 1),
        ("dashed-name", {}, {}),
    ],
)
def test_functions_are_called_with_what_was_given(
    module: Any, run: Callable[..., Any], name: str, arguments: Any, result: Any
) -> None:
    assert run(module, name, arguments) == result


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ({"a": 1}, (1, 2, 3, (), 5, {})),
        ({"a": 1, "c": 9}, (1, 2, 9, (), 5, {})),
        ({"a": 1, "args": []}, (1, 2, 3, (), 5, {})),
        ({"a": 1, "d": 0, "x": 1, "b": 7, "y": 2}, (1, 7, 3, (), 0, {"x": 1, "y": 2})),
        # What stands before `*args` is then given by position, so that the defaults between are needed.
        ({"a": 1, "args": ["2026-01-31"]}, (1, 2, 3, ("2026-01-31",), 5, {})),
    ],
)
def test_parameters_of_all_kinds(module: Any, arguments: Any, result: Any) -> None:
    a, b, c, args, d, kwargs = dispatched(module, "everything", arguments)
    assert (a, b, c, tuple(map(str, args)), d, kwargs) == result


def test_python_values_of_all_kinds(module: Any) -> None:
    arguments = {"a": 1, "args": ["x", "y"], "kwargs": {"kwargs": 4, "a": 5}}
    assert called(module, "everything", arguments) == (1, 2, 3, ("x", "y"), 5, {"kwargs": 4, "a": 5})
    assert arguments == {"a": 1, "args": ["x", "y"], "kwargs": {"kwargs": 4, "a": 5}}


@pytest.mark.parametrize(
    ("context", "result"),
    [
        ({"db": "DB"}, (1, "DB", "nobody", {"x": 2})),
        ({"db": "DB", "user": "me"}, (1, "DB", "me", {"x": 2})),
    ],
)
def test_the_caller_supplies_what_is_injected(module: Any, context: Any, result: Any) -> None:
    assert dispatched(module, "supplied", {"a": 1, "x": 2}, context) == result
    assert called(module, "supplied", {"a": 1, "kwargs": {"x": 2}}, context) == result


def test_what_is_supplied_once_holds_for_all_calls_that_supply_nothing_else(module: Any) -> None:
    module.bind(context={"db": "DB", "user": "me"})
    assert dispatched(module, "supplied", {"a": 1}) == (1, "DB", "me", {})
    assert dispatched(module, "supplied", {"a": 1}, {"user": "you"}) == (1, "DB", "you", {})
    module.bind(context={"user": "her"})
    assert dispatched(module, "supplied", {"a": 1}) == (1, "DB", "her", {})
    assert asyncio.run(module.tools.supplied(a=1, db="other")) == (1, "other", "her", {})


@pytest.mark.parametrize("run", [dispatched, dispatched_sync, called, called_sync])
def test_what_is_missing_or_unknown_is_an_error_of_the_application(module: Any, run: Callable[..., Any]) -> None:
    with pytest.raises(module.InvalidContext, match="the tool supplied needs db from the context"):
        run(module, "supplied", {"a": 1}, {"user": "me"})
    for name in ("supplied", "plain"):
        with pytest.raises(module.InvalidContext, match="no tool takes more, other"):
            run(module, name, {"a": 1}, {"db": "DB", "other": 1, "more": 1})
    with pytest.raises(TypeError, match="no tool takes other"):
        module.bind(context={"other": 1})


@pytest.mark.parametrize("run", [dispatched, dispatched_sync])
def test_what_is_missing_is_told_before_the_arguments_are_looked_at(module: Any, run: Callable[..., Any]) -> None:
    with pytest.raises(module.InvalidContext, match="the tool supplied needs db from the context"):
        run(module, "supplied", {"a": "wrong"})
    assert not issubclass(module.InvalidContext, module.ToolError)


SHOWN = """\
    import functools, inspect
    from typing import Any
    from toolgen import Injected, tool

    def shows_a_default(function: Any) -> Any:
        signature = inspect.signature(function)
        shown = [p.replace(default=None) for p in signature.parameters.values()]
        function.__signature__ = signature.replace(parameters=shown)
        return function

    @tool
    @shows_a_default
    def needs(db: Injected[Any]) -> str:
        'Need.'
        return db

    @tool
    @shows_a_default
    def takes(*, db: Injected[Any] = "mine") -> str:
        'Take.'
        return db
"""


def test_what_the_code_needs_counts_and_not_what_a_signature_shows(project: Callable[..., Any]) -> None:
    module = project({"tools.py": SHOWN})
    with pytest.raises(module.InvalidContext, match="the tool needs needs db from the context"):
        dispatched(module, "needs", {})
    assert dispatched(module, "takes", {}) == "mine"


def test_a_default_that_stands_for_what_a_framework_makes_is_no_value(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    """`user: User = Depends(current_user)` of fastmcp: the function would have the marker."""
    spec = replace(tool({"type": "object", "properties": {}}), injected=("user",), provided=("user",))
    module = load(spec)
    module.bind(**{spec.name: lambda user="a marker": user})
    with pytest.raises(module.InvalidContext, match=f"the tool {spec.name} needs user from the context"):
        dispatched(module, spec.name, {})
    assert dispatched(module, spec.name, {}, {"user": None}) is None


def test_no_tool_takes_a_context_where_none_has_a_parameter_for_it(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    module = load(tool({}, is_async=True))

    async def subject() -> str:
        return "called"

    module.bind(subject=subject)
    for _ in range(2):
        assert dispatched(module, "subject", "") == "called"
        with pytest.raises(TypeError, match="no tool takes db"):
            dispatched(module, "subject", "", {"db": 1})


@pytest.mark.parametrize("name", ["db", "user"])
def test_a_model_cannot_supply_it(module: Any, name: str) -> None:
    with pytest.raises(module.InvalidArguments, match=rf"\$\.{name}: expected another name"):
        dispatched(module, "supplied", {"a": 1, name: 1}, {"db": "DB"})


def test_a_model_cannot_name_the_receiver(module: Any) -> None:
    module.bind(Agent=sys.modules.get("app.tools", object()))
    with pytest.raises(module.InvalidArguments, match=r"\$\.self: expected another name"):
        dispatched(module, "open_method", {"self": 1})


def test_what_a_tool_raises_is_told_without_a_traceback(module: Any) -> None:
    for run in (dispatched, dispatched_sync):
        with pytest.raises(module.ToolFailed) as caught:
            run(module, "fails", "")
        message = '"fails" failed: LookupError: not there'
        assert caught.value.to_dict() == {"code": "tool_failed", "message": message}
        assert isinstance(caught.value.cause, LookupError)
    for run in (called, called_sync):
        with pytest.raises(LookupError, match="not there"):
            run(module, "fails", {})


# -- binding --------------------------------------------------------------------------------------------------


def test_a_method_is_called_on_the_bound_instance(module: Any) -> None:
    with pytest.raises(module.ToolNotBound) as caught:
        dispatched(module, "method", {"a": 1})
    assert caught.value.to_dict() == {
        "code": "tool_not_bound",
        "message": '"method" is not available: "Agent" is not bound',
    }
    from app.tools import Agent  # type: ignore[import-not-found]

    module.bind(Agent=Agent("one"))
    assert dispatched(module, "method", {"a": 1}) == ("one", 1)
    module.bind(Agent=Agent("two"))
    assert called(module, "method", {"a": 1}) == ("two", 1)


def test_a_tool_class_is_made_once_unless_an_instance_is_bound(module: Any) -> None:
    assert dispatched(module, "count", {"by": 2}) == 2
    assert dispatched(module, "count", {}) == 3
    from app.tools import Counter

    module.bind(Counter=Counter())
    assert dispatched(module, "count", {}) == 1


def test_a_nested_function_is_bound_under_the_name_of_its_tool(module: Any) -> None:
    with pytest.raises(module.ToolNotBound, match='"inner" is not bound'):
        dispatched(module, "inner", {"a": 1})
    module.bind(inner=lambda a: -a)
    assert dispatched(module, "inner", {"a": 1}) == -1


def test_what_holds_tools_has_their_functions_and_objects(module: Any) -> None:
    """What frameworks hold is tried with the real ones in `tests/frameworks/test_bind.py`."""
    from app.tools import Agent

    held = {"inner": lambda a: -a, "method": Agent("one").method, "other": len}
    module.bind([SimpleNamespace(name=name, fn=function) for name, function in held.items()])
    assert dispatched(module, "inner", {"a": 1}) == -1
    assert dispatched(module, "method", {"a": 1}) == ("one", 1)


def test_a_function_of_the_same_name_from_another_place_is_not_bound(module: Any) -> None:
    def inner(a: int) -> int:
        return -a

    with pytest.raises(TypeError, match="no tool belongs to a list"):
        module.bind([SimpleNamespace(name="inner", fn=inner)])


def test_which_of_two_servers_is_meant_is_not_guessed(module: Any) -> None:
    one, two = ([SimpleNamespace(name="inner", fn=abs)], [SimpleNamespace(name="inner", fn=len)])
    with pytest.raises(TypeError, match="inner: two of these have it"):
        module.bind(one, two)
    with pytest.raises(module.ToolNotBound):
        dispatched(module, "inner", {"a": 1})
    module.bind(one, inner=len)


@pytest.mark.parametrize("names", [("count", "other"), ("other", "count")])
@pytest.mark.parametrize("is_list", [True, False])
def test_of_two_objects_of_a_class_the_one_with_the_name_of_the_tool_has_it(
    module: Any, names: tuple[str, str], is_list: bool
) -> None:
    objects = [_counter(name) for name in names]
    module.bind(*([objects] if is_list else objects))
    dispatched(module, "count", {"by": 2})
    assert {one.name: one.total for one in objects} == {"count": 2, "other": 0}


@pytest.mark.parametrize("name", ["count", "other"])
def test_which_of_two_objects_of_a_class_is_meant_is_not_guessed(module: Any, name: str) -> None:
    with pytest.raises(TypeError, match="Counter: two of these have it"):
        module.bind([_counter(name), _counter(name)])


def test_methods_of_two_objects_of_a_class_are_not_those_of_the_last(module: Any) -> None:
    """As of `mcp.add_tool(Agent("one").method)` and `mcp.add_tool(Agent("two").method, name="method2")`."""
    from app.tools import Agent

    held = [SimpleNamespace(name="method", fn=Agent(name).method) for name in ("one", "two")]
    with pytest.raises(TypeError, match="Agent: two of these have it"):
        module.bind(held)


def _counter(name: str) -> Any:
    from app.tools import Counter

    counter = Counter()
    counter.name = name
    return counter


SERVERS = """\
from fastmcp import FastMCP
def orders():
    server = FastMCP()
    @server.tool
    def find(a: int) -> str:
        "Find an order."
        return f"order {a}"
    return [find]
def users():
    server = FastMCP()
    @server.tool
    def find(a: int) -> str:
        "Find a user."
        return f"user {a}"
    return [find]
"""


def test_tools_of_one_name_are_bound_from_their_servers(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    server = SimpleNamespace(tool=lambda function: function)
    monkeypatch.setitem(sys.modules, "fastmcp", SimpleNamespace(FastMCP=lambda: server))
    servers = {f"app:{name}.<locals>.server": f"{name}_" for name in ("orders", "users")}
    module = project({"app.py": SERVERS}, servers=servers)
    import app  # type: ignore[import-not-found]

    module.bind(*([SimpleNamespace(name="find", fn=one) for one in made()] for made in (app.users, app.orders)))
    assert dispatched(module, "orders_find", {"a": 1}) == "order 1"
    assert dispatched(module, "users_find", {"a": 2}) == "user 2"


REGISTER = """\
def register(server):
    @server.tool
    def find(a: int) -> str:
        "Find."
        return f"{__name__} {a}"
    return [find]
"""
MAIN = """\
from fastmcp import FastMCP
import orders, users
o, u = FastMCP(), FastMCP()
def both(): return [orders.register(o), {module}.register(u)]
"""
Registered = Callable[[str], tuple[Any, list[Any]]]


@pytest.fixture
def registered(project: Project, monkeypatch: pytest.MonkeyPatch) -> Registered:
    """`registered(module)`: the dispatch module, and two servers, `module` registers the tool of the second."""

    def run(module: str) -> tuple[Any, list[Any]]:
        fake = SimpleNamespace(FastMCP=lambda: SimpleNamespace(tool=lambda function: function))
        monkeypatch.setitem(sys.modules, "fastmcp", fake)
        files = {"orders.py": REGISTER, "users.py": REGISTER, "main.py": MAIN.format(module=module)}
        dispatch = project(files, servers={"main:o": "o_", "main:u": "u_"})
        import main  # type: ignore[import-not-found]

        return dispatch, [[SimpleNamespace(name="find", fn=one) for one in made] for made in main.both()]

    return run


def test_functions_of_two_modules_that_register_one_name_are_told_apart(registered: Registered) -> None:
    module, servers = registered("users")
    for server in servers:
        module.bind(server)
    assert [dispatched(module, name, {"a": 1}) for name in ("o_find", "u_find")] == ["orders 1", "users 1"]


def test_tools_that_one_function_registers_on_two_servers_are_bound_by_name(registered: Registered) -> None:
    module, servers = registered("orders")
    with pytest.raises(TypeError, match="no tool belongs to a list"):
        module.bind(servers[0])
    module.bind(o_find=servers[0][0].fn, u_find=servers[1][0].fn)
    assert dispatched(module, "u_find", {"a": 1}) == "orders 1"


def test_nothing_else_can_be_bound(module: Any) -> None:
    with pytest.raises(TypeError, match="no tool belongs to Agnet"):
        module.bind(Agnet=object())
    for server in (object(), [], SimpleNamespace(tools=[SimpleNamespace(name="inner")])):
        with pytest.raises(TypeError, match="no tool belongs to a"):
            module.bind(server)


def test_a_server_of_functions_of_modules_needs_no_binding(module: Any) -> None:
    with pytest.raises(TypeError, match=r"^what a list has is found without being bound$"):
        module.bind([SimpleNamespace(name="fails", fn=abs)])


def test_dispatchers_have_instances_of_their_own(module: Any) -> None:
    from app.tools import Agent, Counter

    one, two = module.Dispatcher(Agent("one"), Counter()), module.Dispatcher(Agent=Agent("two"))
    module.bind(Agent("default"))
    for dispatcher, name in ((one, "one"), (two, "two"), (module, "default")):
        assert dispatched(dispatcher, "method", {"a": 1}) == (name, 1)
        assert dispatcher.dispatch_sync("method", {"a": 1}) == (name, 1)
        assert dispatcher.call_sync("method", {"a": 1}) == (name, 1)
        assert dispatcher.decode("method", {"a": 1}) == {"a": 1}
    assert [dispatched(one, "count", {}), dispatched(one, "count", {}), dispatched(two, "count", {})] == [1, 2, 1]


def test_a_class_of_ones_own_has_the_same_tools(module: Any) -> None:
    class Traced(module.Dispatcher):  # type: ignore[misc]
        pass

    assert dispatched(Traced(context={"db": "DB"}), "supplied", {"a": 1}) == (1, "DB", "nobody", {})


def test_an_object_is_that_of_each_class_it_has_tools_of(module: Any) -> None:
    from app.tools import Agent

    class Special(Agent):  # type: ignore[misc]
        def method(self, a: int) -> Any:
            return "special", a

    assert dispatched(module.Dispatcher(Special()), "method", {"a": 1}) == ("special", 1)
    with pytest.raises(TypeError, match="no tool belongs to a int"):
        module.Dispatcher(1)


def test_classes_of_one_name_carry_their_modules(load: Callable[..., Any], tool: Callable[..., ToolSpec]) -> None:
    origins = [Origin("", module, "Agent.run", "toolgen", "method") for module in ("a.tools", "b.tools")]
    module = load(*(tool({}, f"run_{i}", origin=origin) for i, origin in enumerate(origins)))

    class Agent:
        def run(self) -> str:
            return "ran"

    module.bind(b_tools_Agent=Agent())
    assert dispatched(module, "run_1", "") == "ran"
    with pytest.raises(module.ToolNotBound, match="a_tools_Agent"):
        dispatched(module, "run_0", "")


@pytest.mark.parametrize("name", ["context", "self"])
def test_a_function_with_the_name_of_a_parameter_carries_its_module(
    load: Callable[..., Any], tool: Callable[..., ToolSpec], name: str
) -> None:
    module = load(tool({}, name, origin=Origin("", "a.tools", "", "toolgen", "local")))
    module.bind(**{f"a_tools_{name}": lambda: "ran"})
    assert dispatched(module, name, "") == "ran"


def test_the_function_is_taken_out_of_what_a_decorator_left(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    def subject(a: int) -> int:
        return -a

    holder = SimpleNamespace(model=SimpleNamespace(call=subject))
    module = load(tool({"properties": {"a": {}}}, origin=Origin("", "", "", "ag2", "local", function_at="model.call")))
    for bound in (holder, subject):
        module.bind(subject=bound)
        assert dispatched(module, "subject", {"a": 1}) == -1
    module.bind(subject=SimpleNamespace())
    with pytest.raises(module.ToolFailed, match=r"AttributeError: .*has no attribute 'model'"):
        dispatched(module, "subject", {"a": 1})


def test_a_function_that_was_a_method_gets_its_object(load: Callable[..., Any], tool: Callable[..., ToolSpec]) -> None:
    class Agent:
        run = SimpleNamespace(fn=lambda self, a: (type(self).__name__, a))

    origin = Origin("", "app", "Agent.run", "fastmcp", "method", function_at="fn")
    module = load(tool({"properties": {"a": {}}}, "run", origin=origin))
    module.bind(Agent=Agent())
    assert dispatched(module, "run", {"a": 1}) == ("Agent", 1)


def test_a_function_of_several_tools_is_given_the_name_first(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    def subject(name: str, a: int) -> tuple[str, int]:
        return name, a

    module = load(tool({"properties": {"a": {}}}, origin=Origin("", "", "", "mcp", "local", called_as="read")))
    module.bind(subject=subject)
    assert dispatched(module, "subject", {"a": 1}) == ("read", 1)


# -- names ----------------------------------------------------------------------------------------------------


def test_arguments_arrive_under_the_names_of_the_parameters(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    names = {"class_": "class", "a": "b", "b": "a", "x": "rest"}
    parameters = [Parameter(name, alias, "keyword", ANY) for name, alias in names.items()]
    parameters.append(Parameter("rest", "rest", "var_keyword", ANY))
    spec = replace(tool({"properties": {alias: {} for alias in names.values()}}), parameters=tuple(parameters))

    def subject(class_: Any = None, a: Any = None, b: Any = None, x: Any = None, **rest: Any) -> Any:
        return class_, a, b, x, rest

    module = load(spec)
    module.bind(subject=subject)
    arguments = {"class": 1, "a": 2, "b": 3, "rest": 4, "more": 5}
    assert dispatched(module, "subject", arguments) == (1, 3, 2, 4, {"more": 5})
    with pytest.raises(module.InvalidArguments, match=r"\$\.class_: expected another name"):
        dispatched(module, "subject", {"class_": 1})


def test_properties_that_are_no_parameters_go_to_the_rest(
    load: Callable[..., Any], tool: Callable[..., ToolSpec]
) -> None:
    schema = {"properties": {"day": {"type": "string"}}, "required": ["day"], "additionalProperties": False}
    rest = Parameter("rest", "rest", "var_keyword", Named("datetime.date"))

    def subject(**rest: Any) -> str:
        return repr(rest)

    for parameters, result in (((rest,), "{'day': datetime.date(2026, 1, 31)}"), ((), "{}")):
        module = load(replace(tool(schema), parameters=parameters))
        module.bind(subject=subject)
        assert dispatched(module, "subject", {"day": "2026-01-31"}) == result


@pytest.mark.parametrize("run", [dispatched, called])
@pytest.mark.parametrize(
    ("name", "message", "nearest"),
    [
        ("plan", 'there is no tool "plan"; did you mean "plain"?', ["plain"]),
        ("zip", 'there is no tool "zip"', []),
        ("x" * 100, f'there is no tool "{"x" * 60}"... (100 characters)', []),
        ("\ud800", 'there is no tool "\\ud800"', []),
        ("", 'there is no tool ""', []),
        (None, 'there is no tool "None"', []),
        (5, 'there is no tool "5"', []),
        (["plain"], """there is no tool "['plain']\"; did you mean "plain"?""", ["plain"]),
        ({}, 'there is no tool "{}"', []),
        (b"plain", """there is no tool "b'plain'\"; did you mean "plain"?""", ["plain"]),
    ],
)
def test_an_unknown_tool(module: Any, run: Callable[..., Any], name: Any, message: str, nearest: list[str]) -> None:
    with pytest.raises(module.UnknownTool) as caught:
        run(module, name, {})
    error = caught.value
    assert error.to_dict() == {"code": "unknown_tool", "message": message, "nearest": nearest}
    assert isinstance(error, module.ToolError)
    assert str(error) == error.message


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("search", "search"),
        ("get-weather", "get_weather"),
        ("files.read", "files_read"),
        ("list", "list_"),
        ("class", "class_"),
        ("call", "call_"),
    ],
)
def test_each_tool_has_a_function(
    load: Callable[..., Any], tool: Callable[..., ToolSpec], name: str, function: str
) -> None:
    module = load(tool({"properties": {"a": {}}}, name))
    module.bind(**{name: lambda a: -a})
    assert asyncio.run(getattr(module.tools, function)(a=1)) == -1
    with pytest.raises(AttributeError, match="there is no tool 'other'"):
        _ = module.tools.other


def test_a_class_that_has_to_be_given_something_is_bound(project: Callable[..., Any]) -> None:
    source = """
    from toolgen import Tool
    class Counter(Tool):
        "Count."
        def __init__(self, start: int):
            self.start = start
        def execute(self) -> int:
            return self.start
    """
    module = project({"tools.py": source})
    with pytest.raises(module.ToolNotBound, match='"Counter" is not bound'):
        module.dispatch_sync("Counter", {})
    module.bind(sys.modules["tools"].Counter(3))
    assert module.dispatch_sync("Counter", {}) == 3


def test_a_class_is_made_where_its_constructor_gives_what_it_says_that_it_needs(project: Callable[..., Any]) -> None:
    """As pydantic says of a model whose `__init__` fills fields that have no default."""
    source = """
    from inspect import Parameter, Signature
    from toolgen import Tool
    class Counter(Tool):
        "Count."
        __signature__ = Signature([Parameter("start", Parameter.KEYWORD_ONLY)])
        def __init__(self):
            self.start = 3
        def execute(self) -> int:
            return self.start
    """
    assert project({"tools.py": source}).dispatch_sync("Counter", {}) == 3
