"""`google.genai`: functions in the list `tools` of a configuration.

Source: `FunctionDeclaration.from_callable_with_api_option` and the configurations in its `google/genai/types.py`.
"""

from __future__ import annotations

from toolgen.dialects.dialect import Declarator, Dialect
from toolgen.parse.descriptions import whole

_CONFIGURATIONS = ("GenerateContentConfig", "GenerateContentConfigDict", "LiveConnectConfig", "LiveConnectConfigDict")

GOOGLE_GENAI = Dialect(
    name="google-genai",
    packages=frozenset({"google.genai"}),
    calls={f"google.genai.types.{name}": Declarator(lists=("tools",)) for name in _CONFIGURATIONS},
    describe=whole,
)
