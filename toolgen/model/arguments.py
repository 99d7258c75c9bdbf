"""The names of what declarations say of tools."""

from __future__ import annotations

from dataclasses import fields

from toolgen.model.contract import HOOKS, Contract

ARGUMENTS = (
    *(field.name for field in fields(Contract) if "argument" in field.metadata),
    "param_descriptions",
    "params",
    "required",
    *HOOKS,
)
"""The arguments of toolgen's own `@tool`."""

MEMBERS = (*ARGUMENTS, "arguments", "parameters_schema")
"""The attributes of a `toolgen.Tool`."""

ARGUMENT = "toolgen.Argument"
ARGUMENT_FIELDS = ("name", "description", "required", "multiline")
"""What stands in the `arguments` of a `toolgen.Tool`, and what it is given, by name or in this order."""

OTHER_ARGUMENTS = frozenset(
    {
        *("anthropic", "approval_mode", "context", "declaration", "docstring", "filled", "icons", "injected", "meta"),
        *("model", "offered", "output_schema", "output_type", "structured_output"),
    }
)
"""Arguments that only frameworks have.

`injected` names parameters that the caller supplies, in a list or as the values of a dictionary, `filled` is a
dictionary of such parameters and what they are given, and `model` is a class or JSON Schema that takes the place of the
signature. `offered` says in each run whether a model is told of the tool, and how. `structured_output` is False where
the result is text alone, True where it is described whatever it is; `output_schema` describes it in place of its type,
None says that nothing does. `context` is True, or the name of the parameter that takes the framework's context;
`docstring` is False where the docstring says nothing to a model; `declaration` is an object with `name`, `description`
and the JSON Schema `parameters`, in place of those arguments and of the signature.
`output_type` is a word for the type of the result, which counts where no annotation says it. `approval_mode` is
"always_require" where a person has to approve of each call, or "never_require". `icons` and `meta` are extras of
`mcp`, and `anthropic` is a dictionary of which those entries count that are extras of this target.
"""

REMARKS = frozenset(
    {
        *(field.name for field in fields(Contract) if "remark" in field.metadata),
        "anthropic",
        "approval_mode",
        "icons",
        "json_schema_extra",
        "meta",
        "output_type",
        "param_descriptions",
    }
)
"""Arguments without which a tool or a parameter is still described rightly, if less."""
