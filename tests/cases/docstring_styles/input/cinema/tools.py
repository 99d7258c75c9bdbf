"""One tool for each style of docstring, and for the forms that parsers tend to lose."""

from typing import Any

from toolgen import tool


@tool
def google_style(film: str, seats: int, row: str | None = None) -> list[str]:
    """Book seats for a film.

    Ask for the number of seats first. Rows are counted from the screen:

        A is the first row, and the cheapest.

    Args:
        film (str): Title of the film, as `list_films` shows it.
        seats (int): How many seats.
            They are next to each other
            as far as that is possible.
        row (str | None, optional): The row, for example "F".

    Returns:
        The seats that were booked.

    Raises:
        LookupError: There is no such film.
        ValueError: More seats are asked for
            than the room has.
    """
    return [film, row or "A"] * seats


@tool
def numpy_style(film: str, day: str = "today", **options: Any) -> dict[str, str]:
    """List the times at which a film is shown.

    Parameters
    ----------
    film : str
        Title of the film.
    day : str, optional
        The day, as a date or a word.

        Only the next two weeks are known.
    **options : Any
        Passed on to the cinema.

    Returns
    -------
    dict[str, str]
        The room of each time.
    """
    return {film: day} | options


@tool
def sphinx_style(film: str, stars: int = 3) -> None:
    """Rate a film.

    :param film: Title of the film.
    :param int stars: From one to five,
        where five is best.
    :returns: Nothing.
    :raises ValueError: The number of stars is out of range.
    """


@tool
def no_blank_line_above(film: str) -> str:
    """Tell the story of a film.
    Args:
        film: Title of the film.
    """
    return film


@tool(description="Say who plays in a film.")
def opens_with_arguments(film: str, *roles: str) -> list[str]:
    """Args:
        film: Title of the film.
        *roles: Roles to look for: all when left out.
    """
    return [film, *roles]


@tool
def summary_only(film: str) -> str:
    """Show the poster of a film."""
    return film


@tool
def no_sections(film: str) -> str:
    """
    Show the trailer of a film.

    Note: trailers are in the language of the film.
    """
    return film
