"""Google is the style of most docstrings here."""
from toolgen import tool


@tool
def alone(left: int, right: int) -> int:
    """Add numbers.

    Args:
        left: TODO
        right: TODO
    """
    return left + right


@tool
def one_line(left: int) -> int: """Add numbers.

    Args:
        left: TODO
    """  # kept


@tool
def before_others(left: int) -> int:
    """
    Add numbers.

    Slowly.

    Args:
        left: TODO

    Returns:
        The sum.
    """
    return left


@tool
def in_its_own_style(left: int) -> int:
    """Add numbers.

    :param left: TODO
    :returns: The sum.
    """
    return left


class Numbers:
    @staticmethod
    @tool
    def inner(left: int) -> int:
        r"""Add \d.

        Args:
            left: TODO
        """
        return left


@tool(param_descriptions={"left": "The first."})
def described(left: int) -> int:
    """Add numbers."""
    return left


@tool(description="Add numbers.")
def without_docstring(left: int) -> int:
    return left
