"""Names that no provider takes, and one name for two tools."""

from toolgen import tool


@tool("add reminder")
def with_a_space(text: str) -> str:
    """Have a name with a space."""
    return text


@tool("n" * 65)
def too_long(text: str) -> str:
    """Have a name that is too long."""
    return text


@tool("twice")
def first(text: str) -> str:
    """Have the name first."""
    return text


@tool("twice")
def second(text: str) -> str:
    """Have the name once more."""
    return text


@tool("shown")
def _(text: str) -> str:
    """Have a name that something else has later."""
    return text


@tool("hidden")
def _(text: str) -> str:  # noqa: F811
    """Have that name in the end."""
    return text
