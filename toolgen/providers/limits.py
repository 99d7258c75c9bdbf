"""What providers answer with a 400, so that a tool, or all tools of a request, are lost.

Sources: for OpenAI the answers "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the
top level" and, for more than 128 tools, "array too long"; for Anthropic "input_schema does not support oneOf, allOf, or
anyOf at the top level" and "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"; for Gemini what
`FunctionDeclaration` of the `google-genai` package says.
"""

from __future__ import annotations

import re

from toolgen.model.tool import Contract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_COMPOSED = ("oneOf", "anyOf", "allOf")
_ROOTS = {"anthropic": _COMPOSED, "openai": (*_COMPOSED, "enum", "not")}
_NAMES = {"anthropic": r"[a-zA-Z0-9_.-]{1,64}", "gemini": r"[\s\S]{0,64}"}
MOST_TOOLS = {"gemini": 512, "openai": 128}
"""How many tools one request takes."""


def refusals(tool: Contract, target: str) -> Iterator[str]:
    """Why `target` refuses `tool`: keywords at the root of its schema, names of properties at the root."""
    schema = tool.input_schema
    for keyword in _ROOTS.get(target, ()):
        if keyword in schema:
            yield f"`{keyword}` stands at the root of its schema"
    pattern = _NAMES.get(target)
    for name in schema.get("properties", ()) if pattern else ():
        if not re.fullmatch(pattern or "", name):
            yield f"the name of the property `{name[:80]}` does not match `^{pattern}$`"
