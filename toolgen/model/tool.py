"""One tool, as every stage after resolution sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolgen.model.classes import ClassSpec, ClassTable
from toolgen.model.codec import FLAG, HIDDEN, MAPPING, encode
from toolgen.model.contract import Contract
from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.model.type_parts import class_names, reached_classes
from toolgen.model.types import ANY, TypeExpr

Whole = Literal["whole", "text", "request"]
"""How one parameter takes all arguments: as one object, as its JSON text, or in a request that names the tool."""
ParameterKind = Literal["positional", "positional_or_keyword", "keyword", "var_positional", "var_keyword"] | Whole
"""How a parameter takes its argument: as the `inspect.Parameter.kind` of its name, or all of them."""
BY_NAME = frozenset({"positional_or_keyword", "keyword"})
"""Of parameters that are given by their names."""
WHOLE = frozenset({"whole", "text", "request"})
"""Of the one parameter that takes all arguments."""
GATHERING = WHOLE | {"var_keyword"}
"""Of those that take several arguments at once, by the names of these."""
Binding = Literal["function", "method", "class_method", "static_method", "tool_class", "local"]
"""How a tool is reached from its module: `local` is nested in a function, so that no import reaches it."""
Registration = Literal["decorator", "call", "method", "class", "module"]
"""How a tool was declared: by a decorator, by a call with its function or with a method, by its class or module."""
Validation = Literal["schema", "pydantic", "both"]
"""What tells whether an argument is valid, and makes its value: where types run code, the real pydantic."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that a model fills: `name` in Python, `alias` the property in `input_schema`, if it is one.

    `required` and the property's schema stand in `ToolSpec.input_schema`. `is_field` says that
    an object of pydantic's has the default inside: `= Field(default=5)`, or in `Annotated` where there is no other.
    `validated_by` is `both` where the schema says more than the annotation.
    """

    name: str
    alias: str
    kind: ParameterKind
    type: TypeExpr
    is_field: bool = False
    validated_by: Validation = "schema"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tool is defined. `path` is relative to the project, `module` is what `import` takes.

    `method` is the one that is called of a class that is a tool. `function_at` are the attributes, with dots between
    them, that lead to the function where a framework's decorator leaves an object in its place. `prefix` is what the
    configuration puts before the name that its server has for it. `model` is a reference, `module:qualname`, of the
    class that validates all arguments, where that runs code. `called_as` is the name with which a function is called
    that is called for several tools: it is given that and the arguments.
    """

    path: str
    module: str
    qualname: str
    dialect: str
    binding: Binding = "function"
    registration: Registration = "decorator"
    method: str = field(default="", metadata=FLAG)
    function_at: str = field(default="", metadata=FLAG)
    prefix: str = field(default="", metadata=FLAG)
    model: str = field(default="", metadata=FLAG)
    called_as: str = field(default="", metadata=FLAG)


def _parameters(parameters: Iterable[Parameter]) -> list[Json]:
    return [
        {"name": p.name, "kind": p.kind, "annotation": str(p.type)}
        | ({"alias": p.alias} if p.alias != p.name else {})
        | ({"validated_by": p.validated_by} if p.validated_by != "schema" else {})
        for p in parameters
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec(Contract):
    """One tool: its contract, and what it takes to call it.

    `defaults` are those of properties for which the function itself has another one, or none. `span` is for messages.
    `is_modelled` says that a class or schema stands for all parameters, `is_served` that the framework's server has
    rules of its own for `output_schema`, beyond what pydantic says of `returns`. `null_is_default` says that null
    leaves out what may be left out, and whose type does not have it.
    `supplied` are the classes of `injected` parameters, as `module:qualname` references or names of builtin
    ones, where they are known; `provided` are those whose default is an object of the framework's that stands for what
    it makes, and is no value. `server` is the reference of the object that serves it, or else the dialect, and
    `mounted_on` are those that its server is mounted on, one on the other. `branches` are the lines of the conditions
    around it that only running tells of, and whether they hold there; it `is_conditional` below those of calls, too.
    `defined` is the place of the name of the function that is described, and `declared` that of the decorator or call,
    where there is one; `marker` is the qualified name of what stands there, where that is the framework's own.
    """

    returns_description: str | None = None
    raises: tuple[tuple[str, str], ...] = field(
        default=(), metadata={"encode": lambda kinds: [{"type": type_, "description": text} for type_, text in kinds]}
    )
    parameters: tuple[Parameter, ...] = field(default=(), metadata={"encode": _parameters})
    defaults: Mapping[str, Json] = field(default_factory=dict, metadata=MAPPING)
    returns: TypeExpr = field(default=ANY, metadata={"encode": str})
    origin: Origin = field(metadata={"key": "source", "encode": encode})
    span: Span = field(metadata=HIDDEN)
    is_modelled: bool = field(default=False, metadata=HIDDEN)
    is_served: bool = field(default=False, metadata=HIDDEN)
    null_is_default: bool = field(default=False, metadata=HIDDEN)
    supplied: tuple[tuple[str, str], ...] = field(default=(), metadata=HIDDEN)
    provided: tuple[str, ...] = field(default=(), metadata=HIDDEN)
    server: str = field(default="", metadata=HIDDEN)
    mounted_on: frozenset[str] = field(default=frozenset(), metadata=HIDDEN)
    branches: tuple[tuple[int, bool], ...] = field(default=(), metadata=HIDDEN)
    is_conditional: bool = field(default=False, compare=False, metadata=HIDDEN)
    defined: Span | None = field(default=None, compare=False, metadata=HIDDEN)
    declared: Span | None = field(default=None, compare=False, metadata=HIDDEN)
    marker: str = field(default="", compare=False, metadata=HIDDEN)

    @property
    def served_name(self) -> str:
        """The name that its server has for it."""
        return self.name.removeprefix(self.origin.prefix)


def used_classes(tools: tuple[ToolSpec, ...], classes: ClassTable) -> dict[str, ClassSpec]:
    """The part of `classes` that `tools` reach, directly or through fields."""
    types = (type_ for tool in tools for type_ in (*(one.type for one in tool.parameters), tool.returns))
    return reached_classes((name for type_ in types for name in class_names(type_)), classes)
