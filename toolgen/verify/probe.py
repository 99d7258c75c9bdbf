"""A script: imports tools and says which schemas pydantic derives from them. It is never imported by toolgen.

It runs in the environment of the tools, which has pydantic and need not have toolgen. The request, one JSON object,
comes on stdin; the answers go to stdout, one JSON object a line, each as soon as it is known, because what is imported
may never return. Each has the token of the request. Before them comes an object that says whether there is pydantic.
What the user's code prints goes to stderr.

The input schema is derived as the MCP SDK derives it (`mcp/server/fastmcp/utilities/func_metadata.py`).
"""

import asyncio
import importlib
import inspect
import json
import os
import runpy
import sys
import typing
import warnings
from types import SimpleNamespace
from typing import Any

WRAPPED = ("fn", "func", "coroutine", "function", "__func__")
"""Attributes at which the objects that frameworks put in the place of a function keep it."""

REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

NO_SCHEMA = {
    "typed-dict-version": "with a `typing.TypedDict`, which pydantic reads on Python 3.12 and later only",
    **dict.fromkeys(
        ("invalid-for-json-schema", "schema-for-unknown-type"), "with a class of which pydantic makes no schema"
    ),
}
"""What pydantic refuses to introspect, by the codes of its errors: nothing is wrong with the tool."""


class UnreachableError(Exception):
    """There is nothing to introspect; the message says why."""


def main() -> None:
    stream, request = own_stdout(), json.load(sys.stdin)
    answers = (stream, request.pop("token"))
    sys.path[:1] = request["path"]
    try:
        if any(tool["binding"] != "object" for tool in request["tools"]):
            import pydantic  # noqa: F401
    except ImportError as error:
        say(answers, {"fatal": str(error)})
        end()
    say(answers, {})
    warnings.simplefilter("ignore")
    for tool in request["tools"]:
        say(answers, {"name": tool["name"], **answer(tool, request)})
    end()


def own_stdout() -> Any:
    """The stdout of this process, which is kept from the user's code: that is given stderr in its place."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return stream


def say(answers: Any, message: dict[str, Any]) -> None:
    stream, token = answers
    stream.write(json.dumps({"token": token, **message}, default=str) + "\n")
    stream.flush()


def end() -> None:
    """Leave at once: threads and exit handlers of the user's code are not waited for."""
    os._exit(0)


def answer(tool: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """The schemas and calls of one tool, the tools of an object, or why there are none."""
    try:
        found = find(tool)
        if tool["binding"] == "object":
            table = runpy.run_path(request["table"])
            return {
                "published": list(table["published"](found)),
                "dialect": getattr(table["row_of"](found), "dialect", ""),
                "called": called(found, tool, request) if tool["asked"] else {},
            }
        function, declared = unwrapped(found), declaration(found)
        return {
            "given": sorted(declared),
            "params": sorted(declared.get("params") or ()),
            "input": input_schema(function, tool),
            "output": output_schema(function) if tool["has_output"] else None,
            "calls": calls(function, tool, request) if tool["calls"] else [],
        }
    except UnreachableError as error:
        return {"unreachable": str(error)}
    except BaseException as error:  # importing may raise SystemExit, and anything else
        reason = NO_SCHEMA.get(str(getattr(error, "code", "")))
        if reason and tool["binding"] != "object":
            return {"unreachable": reason}
        return {"error": f"{type(error).__name__}: {error}".rstrip(": ")}


def find(tool: dict[str, Any]) -> Any:
    """What the qualified name of a tool or object means at run time, or what the function `name()` returns or gives
    when it is awaited.
    """
    found: Any = importlib.import_module(tool["module"])
    qualname = tool["qualname"].removesuffix("()")
    for part in qualname.split("."):
        found = getattr(found, part)
    made = found if qualname == tool["qualname"] else found()
    return asyncio.run(made) if inspect.iscoroutine(made) else made


def declaration(found: Any) -> dict[str, Any]:
    """What toolgen's decorator was given, or the attributes of a class that is a tool."""
    if isinstance(found, type):
        return {name: value for base in reversed(found.__mro__[:-2]) for name, value in vars(base).items()}
    return vars(found.__toolgen__) if hasattr(found, "__toolgen__") else {}


def unwrapped(found: Any) -> Any:
    """The function in `found`, without what frameworks put around it."""
    if isinstance(found, type):
        found = getattr(found, "execute", found)
    while not inspect.isfunction(found):
        inner = next((value for name in WRAPPED if callable(value := getattr(found, name, None))), None)
        if inner is None:
            raise UnreachableError(f"a {type(found).__name__} at run time, which does not say its function")
        found = inner
    return found


def parameters(function: Any, tool: dict[str, Any]) -> list[inspect.Parameter]:
    """The parameters that a model fills; `*args` and `**kwargs` as the framework gives them, if it does."""
    found = list(inspect.signature(function).parameters.values())
    if tool["binding"] in ("method", "class_method", "tool_class"):
        del found[0]
    filled = [parameter for parameter in found if parameter.name not in tool["injected"]]
    return [as_given(one, tool["kinds"]) for one in filled if one.kind not in REST or one.name in tool["kinds"]]


def as_given(parameter: inspect.Parameter, kinds: dict[str, str]) -> inspect.Parameter:
    is_named = parameter.kind in REST and kinds[parameter.name] == "keyword"
    return parameter.replace(kind=parameter.KEYWORD_ONLY) if is_named else parameter


def types_of(function: Any, names: list[str]) -> dict[str, Any]:
    """The types of the parameters `names` and of the result; what other parameters have need not mean anything."""
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError:
        function = inspect.unwrap(function)
        annotations = {name: value for name, value in function.__annotations__.items() if name in names}
        return typing.get_type_hints(SimpleNamespace(__annotations__=annotations), function.__globals__, None, True)


def calls(function: Any, tool: dict[str, Any], request: dict[str, Any]) -> Any:
    """The calls that differ from those that the framework would make."""
    taken = parameters(function, tool)
    hints = types_of(function, [parameter.name for parameter in taken])
    typed = [parameter.replace(annotation=hints.get(parameter.name, Any)) for parameter in taken]
    compared = runpy.run_path(request["calls"])["compared"]
    return compared(tool, inspect.Signature(typed), request["output"])


def called(found: Any, tool: dict[str, Any], request: dict[str, Any]) -> Any:
    """The same of the tools of an object."""
    return runpy.run_path(request["calls"])["compared_live"](tool["asked"], found, request["output"])


def input_schema(function: Any, tool: dict[str, Any]) -> Any:
    from pydantic import create_model

    taken = parameters(function, tool)
    hints = types_of(function, [parameter.name for parameter in taken])
    rest = [hints.get(parameter.name, Any) for parameter in taken if parameter.kind is parameter.VAR_KEYWORD]
    fields = [field(each, hints.get(each.name, Any)) for each in taken if each.kind is not each.VAR_KEYWORD]
    return create_model("Arguments", __base__=base(*rest), **dict(fields)).model_json_schema()


def base(*rest: Any) -> Any:
    """The base of the model of the arguments; where `rest` is given, it takes further keys with values of that type."""
    from pydantic import BaseModel, ConfigDict

    class Closed(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

    return opened(*rest) if rest else Closed


def opened(values: Any) -> Any:
    from pydantic import BaseModel, ConfigDict

    class Open(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True, extra="allow")
        __pydantic_extra__: dict[str, values]

    return Open


def field(parameter: inspect.Parameter, hint: Any) -> tuple[str, Any]:
    """The name, type and default of the model's field for a parameter: it must not hide one of the model's methods."""
    from pydantic import BaseModel, Field

    if parameter.kind is parameter.VAR_POSITIONAL:
        return parameter.name, (list[hint], Field(default_factory=list))
    hides_method = parameter.name.startswith("_") or callable(getattr(BaseModel, parameter.name, None))
    name = f"field_{parameter.name}" if hides_method else parameter.name
    kind = typing.Annotated[hint, Field(alias=parameter.name) if hides_method else Field()]
    return name, kind if parameter.default is parameter.empty else (kind, parameter.default)


def output_schema(function: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(types_of(function, ["return"])["return"]).json_schema()


if __name__ == "__main__":
    main()
