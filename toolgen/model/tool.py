"""One tool, as every stage after resolution sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from toolgen.model.span import Span
from toolgen.model.types import ANY, Json, Schema, TypeExpr

ParameterKind = Literal["positional", "positional_or_keyword", "keyword", "var_positional", "var_keyword", "whole"]
"""How a parameter takes its argument: as the `inspect.Parameter.kind` of its name; `whole` are all, as one object."""
Binding = Literal["function", "method", "class_method", "static_method", "tool_class", "local"]
"""How a tool is reached from its module: `local` is nested in a function, so that no import reaches it."""
Registration = Literal["decorator", "call", "method", "class", "module"]
"""How a tool was declared: by a decorator, by a call with its function or with a method, by its class or module."""
RiskLevel = Literal["low", "medium", "high", "critical"]
RISK_LEVELS: tuple[RiskLevel, ...] = ("low", "medium", "high", "critical")
HINTS = ("read_only", "destructive", "idempotent", "open_world")
"""The behaviour hints of MCP's `ToolAnnotations`, without their suffix `Hint`."""

HOOKS = ("preprocess", "postprocess")
"""The arguments that are functions around each call."""

ARGUMENTS = (
    "name",
    "description",
    "title",
    "param_descriptions",
    "params",
    "required",
    *HOOKS,
    "tags",
    "category",
    "requires_approval",
    "risk_level",
    "timeout",
    "examples",
    "multiline",
    "annotations",
    "deprecated",
)
"""The arguments of toolgen's own `@tool`."""

OTHER_ARGUMENTS = frozenset(
    {
        "approval_mode",
        "context",
        "declaration",
        "docstring",
        "filled",
        "injected",
        "inputs",
        "model",
        "output_schema",
        "output_type",
        "structured_output",
    }
)
"""Arguments that only frameworks have.

`injected` names parameters that the caller supplies, in a list or as the values of a dictionary, `filled` is a
dictionary of such parameters and what they are given, `model` is a class or JSON Schema that takes the place of the
signature, and `inputs` maps the names of the parameters to their schemas. `structured_output` is False where the result
is text alone, True where it is described whatever it is; `output_schema` describes it in place of its type, None says
that nothing does. `context` is True, or the name of the parameter that takes the framework's context; `docstring` is
False where the docstring says nothing to a model; `declaration` is an object with `name`, `description` and the JSON
Schema `parameters`, in place of those arguments and of the signature.
`output_type` is a word for the type of the result, which counts where no annotation says it. `approval_mode` is
"always_require" where a person has to approve of each call, or "never_require".
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that a model fills: `name` in Python, `alias` the property in `input_schema`, if it is one.

    `required` and the property's schema stand in `ToolSpec.input_schema`. `is_field` says that Python's default is an
    object of pydantic's, which has the default inside: `= Field(default=5)`.
    """

    name: str
    alias: str
    kind: ParameterKind
    type: TypeExpr
    is_field: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tool is defined. `path` is relative to the project, `module` is what `import` takes.

    `method` is the one that is called of a class that is a tool. `function_at` are the attributes, with dots between
    them, that lead to the function where a framework's decorator leaves an object in its place.
    """

    path: str
    module: str
    qualname: str
    dialect: str
    binding: Binding = "function"
    registration: Registration = "decorator"
    method: str = ""
    function_at: str = ""


class Described(Protocol):
    """What a model is told of a tool: all that providers' definitions and documents are made from."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def description(self) -> str: ...
    @property
    def input_schema(self) -> Schema: ...
    @property
    def output_schema(self) -> Schema | None: ...
    @property
    def annotations(self) -> tuple[tuple[str, bool], ...]: ...
    @property
    def examples(self) -> tuple[dict[str, Json], ...]: ...
    @property
    def deprecated(self) -> bool | str: ...


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool: what a model is told of it, and what it takes to call it.

    `is_wrapped` says that `output_schema` is of an object whose property `result` is what the function returns, and
    `is_served` that the framework's server has rules of its own for `output_schema`, beyond what pydantic says of
    `returns`.

    `timeout` is in seconds. `injected` names the parameters that the caller supplies; `supplied` are their classes, as
    `module:qualname` references or names of builtin ones, where they are known. `hooks` maps `preprocess` and
    `postprocess` to `module:qualname` references; `dynamic` maps a JSON pointer into `input_schema` to the reference of
    the callable that supplies the `enum` there. `defaults` are those of properties for which the function itself has
    another one, or none. `span` is for messages and never becomes part of a generated file.
    """

    name: str
    description: str
    input_schema: Schema
    origin: Origin
    span: Span
    parameters: tuple[Parameter, ...] = ()
    returns: TypeExpr = ANY
    output_schema: Schema | None = None
    is_wrapped: bool = False
    is_served: bool = False
    is_async: bool = False
    is_generator: bool = False
    title: str | None = None
    returns_description: str | None = None
    raises: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    category: str | None = None
    risk_level: RiskLevel | None = None
    requires_approval: bool = False
    timeout: float | None = None
    annotations: tuple[tuple[str, bool], ...] = ()
    examples: tuple[dict[str, Json], ...] = ()
    multiline: tuple[str, ...] = ()
    injected: tuple[str, ...] = ()
    supplied: tuple[tuple[str, str], ...] = ()
    hooks: tuple[tuple[str, str], ...] = ()
    dynamic: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, Json], ...] = ()
    deprecated: bool | str = False
