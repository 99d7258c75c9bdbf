"""`google.genai`: functions in the list `tools` of a configuration; and the older `google.generativeai`.

Source: `FunctionDeclaration.from_callable_with_api_option` and the configurations in its `google/genai/types.py`, what
takes one in `models.py`, `chats.py` and `live.py`; `GenerativeModel` in `google/generativeai/generative_models.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, Declarator, Dialect, named
from toolgen.syntax.descriptions import whole

_CONFIGURED = Declarator(lists=("config.tools",))
_GENERATES = Declarator(("model_name", "safety_settings", "generation_config", "tools"), lists=("tools",))
_CONFIGURATIONS = ("GenerateContentConfig", "GenerateContentConfigDict", "LiveConnectConfig", "LiveConnectConfigDict")

GOOGLE_GENAI = Dialect(
    name="google-genai",
    packages=frozenset({"google.genai", "google.generativeai"}),
    calls={
        **{f"google.genai.types.{name}": Declarator(lists=("tools",)) for name in _CONFIGURATIONS},
        **named(
            (f"google.genai.models.{name}" for name in ("Models", "AsyncModels")),
            generate_content=_CONFIGURED,
            generate_content_stream=_CONFIGURED,
        ),
        **named(("google.genai.chats.Chats", "google.genai.chats.AsyncChats"), create=_CONFIGURED),
        "google.genai.live.AsyncLive.connect": _CONFIGURED,
        **dict.fromkeys(
            (f"google.generativeai.{module}GenerativeModel" for module in ("", "generative_models.")), _GENERATES
        ),
    },
    describe=whole,
    rest=DROPPED,
    receivers=frozenset({"models", "chats", "live"}),
)
