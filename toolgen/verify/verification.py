"""The manifest against what runs: which tools are introspected, and what is said of each."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.model.span import Span
from toolgen.model.tool import BY_NAME, WHOLE, ToolSpec
from toolgen.verify.calls import VALIDATION
from toolgen.verify.differences import MISSING, Difference, differences
from toolgen.verify.examples import arguments
from toolgen.verify.process import Answer, Interpreter, Request, introspect

_BY_HAND = frozenset({"arguments", "parameters_schema"})
"""What a tool class says in the place of its signature."""

_SHOWN = 3
"""How many calls of a tool are shown that differ."""

_NESTED = "nested in a function, which `toolgen verify MODULE:SERVER` compares"

_MODELLED = "with a model of all arguments, which `toolgen verify MODULE:OBJECT` compares"
CONDITIONAL = "below a condition that does not hold here"

_WAYS_OUT: Mapping[str, str] = {
    "partially initialized module": "its modules import each other, and this cannot be the first: name an object of "
    "the module that the application imports first, as in `toolgen verify app.server:mcp`",
    "ModuleNotFoundError": "install what it needs into the environment that `python` in the configuration names",
    "NameError": "bind the name when the module runs: pydantic does not see one below `if TYPE_CHECKING`, and the "
    "tool cannot be compared",
    "that toolgen can ask": "name an object that docs/verify.md lists; functions are compared without naming any",
    "it took longer": "look for what is slow when the module is imported, or give it more time with `--timeout`",
    "": "import the module with the interpreter that `python` in the configuration names, to see what fails",
}
"""What to do about an error, by a part of its text."""


@dataclass(frozen=True, slots=True)
class Verification:
    """`verified` is the number of tools that are what the manifest says, `different` of those that are not.

    `unverified` counts those that were not compared by the reason, `calls` is the number of calls that were.
    """

    diagnostics: tuple[Diagnostic, ...]
    verified: int
    different: int
    unverified: Counter[str]
    calls: int = 0


def verify(tools: Sequence[ToolSpec], config: Config, timeout: float, calls: int = 0) -> Verification:
    """Import `tools` in another process and compare what pydantic derives from them with what they say (TG404, TG405).

    As many `calls` of each tool are compared with those of its framework, where its validation is known (TG408).
    `timeout` is how many seconds one tool may take. Raises NoIntrospectionError.
    """
    reachable = [tool for tool in tools if tool.origin.binding != "local"]
    requests = [request_of(tool, calls) for tool in reachable]
    answers = introspect(requests, interpreter(reachable, config), timeout)
    diagnostics: list[Diagnostic] = []
    unverified = +Counter({_NESTED: len(tools) - len(reachable)})
    verified = different = compared = 0
    for tool, request in zip(reachable, requests, strict=True):
        answer = answers[tool.name]
        if _is_absent(tool, answer):
            unverified[CONDITIONAL] += 1
        elif answer.error:
            diagnostics.append(failed(tool.span, f"the tool `{tool.name}`", answer))
        elif reason := answer.unreachable or _unlike_signature(tool, answer):
            unverified[reason] += 1
        else:
            found = [*_compared(tool, answer)]
            different += bool(found)
            verified += not found
            compared += len(request.calls)
            diagnostics += found
    return Verification(tuple(diagnostics), verified, different, unverified, compared)


def _is_absent(tool: ToolSpec, answer: Answer) -> bool:
    """Whether `tool` is not there, and need not be: what it stands below was not known (TG221)."""
    origin = tool.origin
    missing = f"AttributeError: module {origin.module!r} has no attribute {origin.qualname.partition('.')[0]!r}"
    return tool.is_conditional and answer.error == missing


def _unlike_signature(tool: ToolSpec, answer: Answer) -> str:
    """What stands for the signature of `tool`, which says nothing of its arguments."""
    if _BY_HAND & {*answer.given} or any(parameter.kind in WHOLE for parameter in tool.parameters):
        return "declared by hand"
    return _MODELLED if tool.is_modelled else ""


def request_of(tool: ToolSpec, number: int, dialects: Container[str] = VALIDATION) -> Request:
    """The request for `tool`, with as many calls if its framework is one of `dialects`, whose validation is known."""
    origin = tool.origin
    has_output = tool.output_schema is not None and not tool.is_served
    calls = arguments(tool.input_schema, number, tool.name) if _is_validated(tool, dialects) else ()
    kinds = {parameter.name: parameter.kind for parameter in tool.parameters}
    where = (tool.name, origin.module, origin.qualname, origin.binding, tool.injected, kinds)
    return Request(*where, has_output, origin.dialect, tuple(calls), tool.served_name, tool.null_is_default)


def _is_validated(tool: ToolSpec, dialects: Container[str]) -> bool:
    """Whether the framework's validation of `tool` is known; what takes all as one its made tool tells."""
    is_known = tool.origin.dialect in dialects and not tool.dynamic
    kinds = BY_NAME if dialects is VALIDATION else BY_NAME | WHOLE
    return is_known and all(parameter.kind in kinds for parameter in tool.parameters)


def failed(span: Span, what: str, answer: Answer) -> Diagnostic:
    """TG405: why a tool or an object cannot be imported, and what helps."""
    way_out = next(text for part, text in _WAYS_OUT.items() if part in answer.error)
    return diagnose("TG405", span, what=what, reason=answer.error, way_out=way_out)


def interpreter(tools: Iterable[ToolSpec], config: Config) -> Interpreter:
    """Where `tools` are imported: from the folders that the names of modules begin in, and those of `config`."""
    python = str(config.root / config.python) if config.python else sys.executable
    folders = [config.root / _import_root(tool) for tool in tools]
    path = dict.fromkeys([*folders, *((config.root / folder).resolve() for folder in config.search_path)])
    return Interpreter(python, config.root, [*path], config.root / config.output)


def _import_root(tool: ToolSpec) -> PurePosixPath:
    """The folder from which the module of `tool` is imported: its path without the parts of its name."""
    path = PurePosixPath(tool.origin.path).with_suffix("")
    package = path.parent if path.name == "__init__" else path
    above = len(tool.origin.module.split(".")) - len(package.parts)
    return PurePosixPath(*[".."] * above, *package.parts[: max(-above, 0)])


def _compared(tool: ToolSpec, answer: Answer) -> Iterator[Diagnostic]:
    """TG404 for each difference between what the manifest says of `tool` and what was derived."""
    if answer.input is not None:
        ours, theirs = (_without_given(schema, answer) for schema in (tool.input_schema, answer.input))
        for difference in differences(ours, theirs):
            is_given = "param_descriptions" in answer.given and difference[0].endswith("/description")
            if not (is_given or is_unknown_default(difference)):
                yield differs(tool, "input schema", difference)
    if tool.output_schema is not None and answer.output is not None:
        for difference in differences(tool.output_schema, answer.output):
            yield differs(tool, "output schema", difference)
    if not answer.params and "required" not in answer.given:
        yield from called(tool, answer.calls)


def is_unknown_default(difference: Difference) -> bool:
    """Whether only running tells a default, which is left out of the manifest and told (TG305)."""
    pointer, manifest, _ = difference
    return manifest == MISSING and pointer.endswith("/default") and not pointer.endswith("properties/default")


def called(tool: ToolSpec, calls: Sequence[Mapping[str, Json]]) -> Iterator[Diagnostic]:
    """TG408 for the first of those `calls` that differ."""
    for call in calls[:_SHOWN]:
        yield diagnose("TG408", tool.span, tool=tool.name, **call)


def _without_given(schema: Schema, answer: Answer) -> Schema:
    """`schema` without what the declaration says in the place of the signature."""
    properties = {name: value for name, value in schema.get("properties", {}).items() if name not in answer.params}
    required = [name for name in schema.get("required", []) if name not in answer.params]
    rest = without(schema, "properties", "required")
    return rest | {"properties": properties} | ({} if "required" in answer.given else {"required": required})


def differs(tool: ToolSpec, which: str, difference: Difference) -> Diagnostic:
    """TG404: `which` part of what is said of `tool` differs."""
    pointer, manifest, runtime = difference
    details = {"tool": tool.name, "which": which, "pointer": pointer, "manifest": manifest, "runtime": runtime}
    return diagnose("TG404", tool.span, **details)
