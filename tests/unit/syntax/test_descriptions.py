"""What frameworks take for the description in docstrings; `tests/frameworks/test_documented.py` asks them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.frameworks import DIALECTS, Dialect

_DIALECTS = {one.name: one for one in DIALECTS}
_LINES = st.sampled_from(
    (
        *(
            "",
            "",
            "Fetch it.",
            "    None",
            "  - alpha: one",
            "    alpha (str): one",
            "      more",
            "    two: three",
            "Note:",
        ),
        *("Args:", "Returns:", "Raises:", "Examples:", "Keyword Args:", ":param alpha", ":param str alpha: one"),
        *(":returns: two", "@param alpha one", "Parameters", "Returns", "----------", "alpha : str", "```", "é:", ":"),
    )
)

NO_ITEMS = "Fetch it.\n\n    Args:\n        None\n    "
UNPARTED = "Fetch it.\n    Args:\n        alpha: one\n    "
FIELDS = "Fetch it.\n\n    :returns: two\n    "
EXAMPLES = "Fetch it.\n\n    Args:\n        alpha: one\n\n    Examples:\n        fetch(1)\n    "
NUMPY = "Fetch it.\n\n    Returns\n    -------\n    str\n        The text.\n    "
RETURNS = "<returns>\n<type>str</type>\n<description>The text.</description>\n</returns>"


@pytest.mark.parametrize(
    ("dialect", "text", "description"),
    [
        ("livekit", NO_ITEMS, "Fetch it.\n\nArgs:\n    None"),
        ("inspect-ai", NO_ITEMS, "Fetch it.\n\nArgs:\n    None"),
        ("inspect-ai", EXAMPLES, "Fetch it.\n\nExamples\n\nfetch(1)"),
        ("fastmcp", NO_ITEMS, "Fetch it.\n\nArgs:\n    None"),
        ("fastmcp", EXAMPLES, "Fetch it."),
        ("openai-agents", UNPARTED, "Fetch it."),
        ("openai-agents", FIELDS, "Fetch it.\n\n:returns: two"),
        ("pydantic-ai", UNPARTED, "Fetch it.\nArgs:\n    alpha: one"),
        (
            "pydantic-ai",
            NUMPY,
            f"<summary>Fetch it.</summary>\n{RETURNS}",
        ),
    ],
)
def test_description(dialect: str, text: str, description: str) -> None:
    assert _DIALECTS[dialect].describe(text) == description


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.name)
@given(lines=st.lists(_LINES, max_size=9))
def test_no_docstring_is_too_odd(dialect: Dialect, lines: list[str]) -> None:
    text = "\n".join(lines)
    assert isinstance(dialect.describe(text), str)
    assert all(isinstance(one, str) for one in dialect.describe_parameters(text).values())
