"""What a package publishes, what the generated module hands to its tools, and what frameworks do. No tool is called.

It runs in the environment of the package, beside its `generated` folder, and prints JSON. Its arguments are the
number of calls for a tool, and lines of Python that make the servers and toolkits that no import makes.
"""

import asyncio
import collections
import contextlib
import copy
import functools
import gc
import importlib
import inspect
import json
import os
import pathlib
import runpy
import socket
import sys
import typing
import uuid
import warnings
from unittest.mock import MagicMock

from arguments import arguments

TABLE = pathlib.Path(__file__).parents[3] / "toolgen" / "frameworks" / "published.py"
"""How each framework says which tools an object has; it needs the standard library only."""


class Refused:
    """In the place of values: the arguments were refused."""


def refuse_network(*_, **__):
    raise OSError("no network here")


# -- the frameworks: how arguments are validated up to the function --------------------------------------------------


def by_mcp(tool, record):
    def validate(given):
        asyncio.run(tool.fn_metadata.call_fn_with_arg_validation(record, False, given, {}))

    return validate


def by_low_level(tool, record):
    from jsonschema import validate as fits

    def validate(given):
        fits(instance=given, schema=tool.inputSchema)
        record(given)

    return validate


def by_fastmcp(tool, record):
    from pydantic import ConfigDict, TypeAdapter

    names = tool.parameters.get("properties", {})
    adapter = TypeAdapter(stand_in(tool.fn, record, names), config=ConfigDict(arbitrary_types_allowed=True))
    return adapter.validate_python


def by_langchain(tool, record):
    def validate(given):
        args, kwargs = tool._to_args_and_kwargs(given, None)
        record(*args, **kwargs)

    return validate


def by_crewai(tool, record):
    return lambda given: record(**tool.to_structured_tool()._parse_args(given))


def by_pydantic_ai(tool, record):
    schema = tool.function_schema

    def validate(given):
        args, kwargs = schema._call_args(schema.validator.validate_json(json.dumps(given)), None)
        record(*args[schema.takes_ctx :], **kwargs)

    return validate


def by_openai_agents(tool, record):
    schema = next(found for found in reachable(tool.on_invoke_tool) if hasattr(found, "params_pydantic_model"))

    def validate(given):
        args, kwargs = schema.to_call_args(schema.params_pydantic_model(**given))
        record(*args, **kwargs)

    return validate


def by_strands(tool, record):
    return lambda given: record(**tool._metadata.validate_input(given))


def by_agno(tool, record):
    tool.process_entrypoint()
    validated = tool._wrap_callable(stand_in(inspect.unwrap(tool.entrypoint), record, tool.parameters["properties"]))
    return lambda given: validated(**given)


def reachable(function, depth=6):
    """What a function made in functions has from these."""
    found = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    found += [*getattr(function, "__dict__", {}).values(), getattr(function, "__self__", None)]
    for value in found:
        yield value
        if depth:
            yield from reachable(value, depth - 1)


def schema_of(model):
    return model if isinstance(model, dict) else model.model_json_schema()


def strands_schema(tool):
    return tool.tool_spec["inputSchema"]["json"]


def name_of(tool):
    return getattr(tool, "name", None) or getattr(tool, "tool_name", None)


LISTED = ("mcp", lambda t: t.inputSchema, by_low_level)
"""The tools that low-level servers of `mcp` 1 list, which are made when they are asked for."""
FRAMEWORKS = (
    ("mcp", "mcp.server.fastmcp.tools.base", "Tool", lambda t: t.parameters, by_mcp),
    ("mcp", "mcp.server.mcpserver.tools.base", "Tool", lambda t: t.parameters, by_mcp),
    ("fastmcp", "fastmcp.tools", "FunctionTool", lambda t: t.parameters, by_fastmcp),
    ("fastmcp", "fastmcp.tools.tool", "FunctionTool", lambda t: t.parameters, by_fastmcp),
    ("langchain", "langchain_core.tools", "BaseTool", lambda t: schema_of(t.tool_call_schema), by_langchain),
    ("crewai", "crewai.tools", "BaseTool", lambda t: t.args_schema.model_json_schema(), by_crewai),
    ("pydantic-ai", "pydantic_ai", "Tool", lambda t: t.tool_def.parameters_json_schema, by_pydantic_ai),
    ("openai-agents", "agents", "FunctionTool", lambda t: t.params_json_schema, by_openai_agents),
    ("strands", "strands.tools.decorator", "DecoratedFunctionTool", strands_schema, by_strands),
    ("agno", "agno.tools.function", "Function", lambda t: t.parameters, by_agno),
)
SERVERS = (
    ("mcp.server.lowlevel", "Server"),
    ("mcp.server.fastmcp", "FastMCP"),
    ("mcp.server.mcpserver", "MCPServer"),
    ("fastmcp", "FastMCP"),
    ("pydantic_ai", "FunctionToolset"),
    ("langchain_core.tools", "BaseToolkit"),
)


def listed():
    """The tools of low-level servers."""
    table = runpy.run_path(TABLE)
    for server in alive("mcp.server.lowlevel", "Server"):
        with contextlib.suppress(Exception):
            yield from asyncio.run(table["_of_low_level"](server))


def alive(module, name):
    """The objects of a class, newest last, where its module is imported."""
    try:
        kind = getattr(sys.modules.get(module), name, None)
    except ImportError:  # a part of a framework that is installed without it
        kind = None
    found = []
    for value in gc.get_objects() if kind else ():
        with contextlib.suppress(Exception):
            if isinstance(value, kind):
                found.append(value)
    return found


def published(root, made):
    """The tools that models are told of: those of live servers, of `made`, and others of modules below `root`."""
    table = runpy.run_path(TABLE)
    rows, told = {}, {}
    for value in [*gc.get_objects(), made]:
        if type(value) not in rows:
            rows[type(value)] = row_of(value, table)
        if value is made or is_told(rows[type(value)], value, root):
            with contextlib.suppress(Exception):
                told |= {tool["name"]: tool for tool in table["published"](value)}
    return told


def row_of(value, table):
    """The row of what frameworks publish; None for an object of no framework."""
    with contextlib.suppress(Exception):  # the module of some classes is no text
        return table["row_of"](value)


SERVED = ("mcp", "fastmcp")
"""The frameworks whose tools are told of by servers."""


def is_told(row, value, root):
    if row is None:
        return False
    if row.dialect in SERVED:
        return row.tools is not None and ("MCP" in type(value).__name__ or type(value).__name__ == "Server")
    return row.told is not None and is_below(root, value)


def is_below(root, tool):
    file = getattr(sys.modules.get(module_of(tool)), "__file__", None) or ""
    return pathlib.Path(file).resolve().is_relative_to(root)


FUNCTIONS = ("fn", "func", "coroutine", "function", "entrypoint", "_tool_func", "_fn")
"""Where the tools of frameworks keep their functions."""


def module_of(tool):
    """The module of a tool's function, or of its class."""
    functions = (getattr(tool, name, None) for name in FUNCTIONS)
    return inspect.unwrap(next(filter(callable, functions), type(tool))).__module__


# -- recorders -------------------------------------------------------------------------------------------------------


def stand_in(function, record, names=None):
    """A function of the same signature that only keeps what it is handed; of all parameters, or those of `names`."""
    signature = inspect.signature(function)
    kept = [one for one in signature.parameters.values() if names is None or one.name in names]
    signature = signature.replace(parameters=kept)
    try:
        hints = typing.get_type_hints(inspect.unwrap(getattr(function, "func", function)), include_extras=True)
    except Exception:
        hints = {}

    def standing(*args, **kwargs):
        return record(*args, **kwargs)

    functools.update_wrapper(standing, function, updated=())
    del standing.__wrapped__
    standing.__signature__ = signature.replace(
        parameters=[one.replace(annotation=hints.get(one.name, one.annotation)) for one in kept]
    )
    standing.__annotations__ = {one.name: hints.get(one.name, one.annotation) for one in kept}
    return standing


class Recorder:
    """Keeps what a function of `signature` is handed, by the names of the parameters and with its defaults."""

    def __init__(self, signature, ignored):
        self.signature, self.ignored, self.given = signature, ignored, Refused()

    def __call__(self, *args, **kwargs):
        bound = self.signature.bind(*args, **kwargs)
        self.given = {
            one.name: bound.arguments[one.name] if one.name in bound.arguments else default(one)
            for one in self.signature.parameters.values()
            if one.name not in self.ignored
        }

    def outcome(self, validate, given):
        self.given, self.why = Refused(), ""
        try:
            validate(copy.deepcopy(given))
        except Exception as error:
            self.given, self.why = Refused(), f"{type(error).__name__}: {error}"[:300]
        return self.given


def default(parameter):
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return () if parameter.kind is parameter.VAR_POSITIONAL else {}
    value = parameter.default
    return value.get_default(call_default_factory=True) if hasattr(value, "get_default") else value


def is_number(one, other):
    return {type(one), type(other)} == {int, float} and one == other


RULES = {"identical": lambda *_: False, "numbers": is_number}


def same(one, other, rule):
    """Whether values and types are equal, but for what `rule` says of values whose types differ."""
    if type(one) is not type(other):
        return not isinstance(other, Refused) and not isinstance(one, Refused) and rule(one, other)
    if isinstance(one, Refused):
        return True
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], rule) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(same(a, b, rule) for a, b in zip(one, other, strict=True))
    if hasattr(one, "model_fields_set") and one.model_fields_set != other.model_fields_set:
        return False
    if hasattr(one, "__dict__") and not callable(one):
        return same(vars(one), vars(other), rule)
    return bool(one == other) or repr(one) == repr(other)


# -- the comparison --------------------------------------------------------------------------------------------------


def compared(name, dispatch, candidates, count):
    """The calls of one tool: how many, and those that differ."""
    framework, found, schema, by = candidates[-1]
    try:
        outcomes = both(name, dispatch, found, by)
    except UnboundError as error:
        return {"unbound": str(error)[:200]}
    except Exception as error:
        return {"framework": framework, "incomparable": f"{type(error).__name__}: {error}"[:200]}
    counts, different, schema = collections.Counter(), [], schema(found)
    for given in arguments(schema, count, name):
        left, right, *why = outcomes(given, given)
        if (kind := next((name for name, rule in RULES.items() if same(left, right, rule)), None)) is not None:
            counts[kind] += 1
        else:
            kind = "refused" if isinstance(left, Refused) else "reached" if isinstance(right, Refused) else "values"
            shown = dict(zip(("ours", "theirs"), why, strict=True))
            different.append({"kind": kind, "arguments": given, **shown})
    return {"framework": framework, "schema": schema, "counts": counts, "different": different}


class UnboundError(Exception):
    """The function of a tool is not known."""


def both(name, dispatch, found, by):
    """What becomes of the arguments of a tool, `found` in its framework: here and there, and both in words."""
    ours, tools = dispatch.tools._tools[name], dispatch.tools
    try:
        function = tools._function(name, ours)
    except Exception as error:
        raise UnboundError(f"{type(error).__name__}: {error}") from error
    injected = set(ours.injected)
    record = Recorder(inspect.signature(function), injected)
    standing = stand_in(function, record)
    tools._functions[name] = awaitable(standing) if ours.is_async else standing
    tools._direct.pop(name, None)
    context = dict.fromkeys(injected)
    theirs = Recorder(without(record.signature, injected), injected)
    validate = by(found, theirs)

    def dispatched(given):
        asyncio.run(tools.dispatch(name, given, context, approved=True))

    def decoded(given):
        record(**tools.decode(name, given), **context)

    def outcomes(given, given_there):
        left = record.outcome(decoded if ours.is_generator else dispatched, given)
        right = theirs.outcome(validate, given_there)
        return left, right, record.why or repr(left)[:300], theirs.why or repr(right)[:300]

    return outcomes


def without(signature, names):
    return signature.replace(parameters=[one for one in signature.parameters.values() if one.name not in names])


def awaitable(function):
    @functools.wraps(function)
    async def standing(*args, **kwargs):
        return function(*args, **kwargs)

    standing.__signature__ = function.__signature__
    return standing


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    count, prepare = int(sys.argv[1]), sys.argv[2]
    sys.argv = ["server"]
    sys.path.insert(0, "")
    uuid.uuid4 = lambda: uuid.UUID(int=0)  # so that two defaults that a factory makes are equal
    socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse_network
    manifest = json.loads(pathlib.Path("generated/manifest.json").read_text(encoding="utf-8"))["tools"]
    failed = {}
    for module in sorted({tool["source"]["module"] for tool in manifest}):
        try:
            importlib.import_module(module)
        except BaseException as error:
            failed[module] = f"{type(error).__name__}: {error}"[:200]
    made = {"mock": lambda: MagicMock(), "MagicMock": MagicMock}
    try:
        exec(prepare, made)
    except BaseException as error:
        failed["prepare"] = f"{type(error).__name__}: {error}"[:200]
    import generated.dispatch as dispatch

    framework, schema, by = LISTED
    live = [(framework, one, schema, by) for one in listed()]
    live += [(name, one, schema, by) for name, *place, schema, by in FRAMEWORKS for one in alive(*place)]
    held = [server for place in SERVERS for server in alive(*place)] + [[one for _, one, _, _ in live]]
    others = made.get("made")
    for server in [*held, *(one for _, one, _, _ in live), *(others if isinstance(others, list) else [])]:
        with contextlib.suppress(Exception):
            dispatch.bind(server)
    tools = {}
    for tool in manifest:
        name, dialect = tool["name"], tool["source"]["dialect"]
        served = name.removeprefix(tool["source"].get("prefix", ""))
        named = [row for row in live if name_of(row[1]) == served]
        mine = [row for row in named if row[0] == dialect] or named
        mine = [row for row in mine if module_of(row[1]) == tool["source"]["module"]] or mine
        tools[name] = compared(name, dispatch, mine, count) if mine else {"absent": True}
    there = published(pathlib.Path.cwd(), made.get("made"))
    json.dump({"tools": tools, "there": there, "failed": failed}, out, default=str)
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
