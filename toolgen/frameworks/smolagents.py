"""`smolagents`: `@tool` and subclasses of `Tool`; a `PipelineTool` calls several methods, and is not followed.

Source: `tool` and `Tool` in its `smolagents/tools.py`, `_parse_google_format_docstring` in
`smolagents/_function_type_hints_utils.py`, `get_tool_json_schema` in `smolagents/models.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from toolgen.frameworks.dialect import NOT_FOLLOWED, SINGLE, Convention, Declarator, Dialect, ToolClass, exported, named
from toolgen.frameworks.recognisers import Recogniser
from toolgen.model.json_values import Schema
from toolgen.syntax.descriptions import whole
from toolgen.syntax.parameter_texts import by_names

_MODULES = ("smolagents", "smolagents.tools")
_WITHOUT_TYPE = ("any", "audio", "image")
"""Types that are none of JSON: anything, and objects that a model refers to."""

_SECTION = re.compile(r"\n[^\S\n]*+(?:Args:|Returns:|Raises:)")


def _describe(text: str) -> str:
    """What stands before the first of these three sections."""
    return _SECTION.split(whole(text), maxsplit=1)[0].strip()


def _schema(inputs: Schema) -> Schema:
    """JSON Schema of the attribute `inputs`, which has properties with their schemas."""
    properties = {name: _property(one) if isinstance(one, dict) else one for name, one in inputs.items()}
    required = [name for name, one in inputs.items() if not (isinstance(one, dict) and one.get("nullable"))]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _property(schema: Schema) -> Schema:
    """`nullable` in the words of JSON Schema, which does not have it."""
    kept = {key: value for key, value in schema.items() if key != "nullable"}
    if kept.get("type") in _WITHOUT_TYPE:
        del kept["type"]
    if not schema.get("nullable") or "type" not in kept:
        return kept
    beside = {key: kept.pop(key) for key in ("description", "default") if key in kept}
    return {"anyOf": [kept, {"type": "null"}]} | beside


@dataclass(frozen=True, slots=True)
class CheckedInputs(Recogniser):
    """Classes without `unchecked` whose method does not take their `inputs` are refused: `Tool.validate_arguments`."""

    unchecked: str

    @staticmethod
    def fault(inputs: Schema, parameters: Mapping[str, bool]) -> str:
        """Why, if they are; `parameters` says of each of the method whether it may be left out or be None."""
        if others := [*inputs.keys() ^ parameters.keys()]:
            return f"`inputs` and its parameters do not both have `{'`, `'.join(sorted(others))}`"
        for name, one in inputs.items():
            if isinstance(one, dict) and parameters[name] is not ("nullable" in one):
                return f"`inputs` says `nullable` of what has a default or may be None alone, and `{name}` differs"
        return ""


SMOLAGENTS = Dialect(
    name="smolagents",
    packages=frozenset({"smolagents"}),
    decorators=named(_MODULES, tool=Declarator(functions=("tool_function",))),
    calls=dict.fromkeys(exported(_MODULES, "Tool.from_gradio", "Tool.from_hub", "Tool.from_space"), NOT_FOLLOWED),
    bases={
        f"{module}.Tool": ToolClass(
            methods=("forward",),
            attributes={"name": "name", "description": "description", "inputs": "model", "output_type": "output_type"},
            is_named=True,
            convention=Convention(schema=_schema),
        )
        for module in _MODULES
    }
    | {f"{module}.PipelineTool": ToolClass(is_followed=False) for module in _MODULES},
    describe=_describe,
    describe_parameters=by_names,
    rest=SINGLE,
    function_at=("forward", "forward"),
    recognisers=(CheckedInputs("skip_forward_signature_validation"),),
)
