"""Docstrings: what is description, and what is said of parameters, result and exceptions."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import TypeAlias

import griffe
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.syntax.docstrings import Docstring, parse_docstring


def parsed(text: str) -> Docstring:
    """What the docstring says that begins on the line of its quotes and is indented as in a method."""
    return parse_docstring(indent(dedent(text).strip("\n"), "        ").lstrip() + "\n        ")


# -- what is not a section ------------------------------------------------------------------------------------

PLAIN = {
    "empty": "",
    "blank": " \n\t\n",
    "one line": "Search the notes.",
    "non-BMP characters and a lone surrogate": "Zoek 🔍 in de notities — \ud800.",
    "body": "Search the notes.\n\n        Newest first.\n        Twenty at most.\n        ",
    "several empty lines": "Search.\n\n\n        Three\n\n\n\n        paragraphs.",
    "tabs": "Search.\n\tTab\n\t\tand tab.",
    "list": "Search.\n\n    - args: are a list\n    - returns: nothing",
    "Markdown heading": "Search.\n\n    # Args\n\n    None needed.",
    "other sections": "Search.\n\n    Note:\n        Args are escaped.\n\n    Usage:\n        f()",
    "addresses": "Search https://example.com/a: a site.\n\n    https://example.com",
    "a summary that looks like a section": "Returns: the notes",
    "a sentence that goes on": "Search and\n    Returns: the notes in order",
    "a sentence in lower case": "Search and\n    returns:\n        the notes",
    "words after the title": "Search.\n\n    Returns the notes: all of them.",
    "role after the title": "Search.\n\n    Raises :class:`ValueError` without words.",
    "role that begins a line": "Search.\n\n    :class:`Note` is what it gives.",
    "other fields": "Search.\n\n    :meta private:\n    :var x: unknown to functions",
    "no entries beside the heading": "Search.\n\n    Args: see `find`.",
    "no entries below the heading": "Search.\n\n    Args:\n        Whatever `find` takes.",
    "nothing below the heading": "Search.\n\n    Args:",
    "nothing indented below the heading": "Search.\n\n    Returns:\n\n    Nothing is below.",
    "no underline": "Search.\n\n    Parameters\n    for the query.",
    "nothing below the underline": "Search.\n\n    Parameters\n    ----------",
    "other entries below the underline": "Search.\n\n    Parameters\n    ----------\n    - query: no NumPy",
    "malformed field": "Search.\n\n    :param: without a name",
    "unclosed field": "Search.\n\n    :param x",
    "field without an exception": "Search.\n\n    :raises if empty: never",
    "fence": "Search.\n\n    ```\nArgs:\n    x: in a fence\n```",
    "example": "F.\n\n    Example:\n        def f(x):\n            # F.\n\n            Args:\n                x: y",
    "literal block": "Search::\n\n        Args:\n            x: in a literal block\n\n    The end.",
    "directive": "Search.\n\n    .. code-block:: text\n\n        Args:\n            x: in a block\n\n    The end.",
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_text_without_sections_is_the_description(text: str) -> None:
    assert parse_docstring(text) == Docstring(inspect.cleandoc(text).rstrip())


# -- parameters -----------------------------------------------------------------------------------------------

Parameters: TypeAlias = dict[str, str]

QUERY = {"query": "The words."}
BOTH = {"query": "The words.", "limit": "How many."}
POINT = {"x": "A point.", "y": "A point."}
STARS = {"args": "All.", "kwargs": "More."}
ORDER = {"order": "One of:\n- new: newest first\n- old: oldest first"}

GOOGLE_ENTRIES: dict[str, tuple[str, Parameters]] = {
    "plain": ("query: The words.\nlimit: How many.", BOTH),
    "empty lines": ("\nquery: The words.\n\nlimit: How many.", BOTH),
    "spaces at the colon": ("query:The words.\nlimit : How many.", BOTH),
    "one name twice": ("query: The words.\nquery: All.", {"query": "The words.\nAll."}),
    "no description": ("query: The words.\nlimit:", QUERY),
    "None": ("None", {}),
    "No parameters": ("No parameters.", {}),
    # Names.
    "stars": ("*args: All.\n**kwargs: More.", STARS),
    "no stars": ("args: All.\nkwargs: More.", STARS),
    "escaped stars": ("\\*args: All.\n\\*\\*kwargs: More.", STARS),
    "two names": ("x, y: A point.", POINT),
    "two names with stars": ("*x, **y: A point.", POINT),
    "two names with a slash": ("x / y (int): A point.", POINT),
    "markup": ("`query`: The words.\n**limit**: How many.", BOTH),
    "quotes": ("\"query\": The words.\n'limit': How many.", BOTH),
    "letters beyond ASCII": ("größe: Länge.", {"größe": "Länge."}),
    "titles as names": ("params: All.\nreturns: More.", {"params": "All.", "returns": "More."}),
    # Types.
    "type": ("query (str): The words.\nlimit(int): How many.", BOTH),
    "optional": ("query (str, optional): The words.", QUERY),
    "generic": ("query (dict[str, int]): The words.", QUERY),
    "nested brackets": ("query (Callable[[int], (str)]) : The words.", QUERY),
    "colon in a type": ('query (Literal["a: b", "c"]): The words.', QUERY),
    "role as a type": ("query (:obj:`str`, defaults to `x`): The words.", QUERY),
    "type of two lines": ('query (Literal["a",\n    "b"]): The words.', QUERY),
    "type without brackets": ("query Optional[str]: The words.\nlimit int: How many.", BOTH),
    "what looks like a type after the colon is text": ("query: str: The words.", {"query": "str: The words."}),
    # Marks.
    "bullets": ("- query: The words.\n- limit (int): How many.", BOTH),
    "asterisks": ("* query: The words.\n* limit: How many.", BOTH),
    "dashes": ("query - The words.\nlimit (int) – How many.", BOTH),
    # Text.
    "wrapped": ("query: The\n    words.\nlimit: How\n    many.", BOTH),
    "wrapped without indentation": ("query: The\nwords.\nlimit: How\nmany.", BOTH),
    "wrapped at will": ("query: The\n  words.\nlimit: How\n       many.", BOTH),
    "text below": ("query (str):\n    The words.\nlimit (int):\n    How many.", BOTH),
    "colons in the text": ("query: A: b (c): d.", {"query": "A: b (c): d."}),
    "default": ("limit: How many. Defaults to 5.", {"limit": "How many. Defaults to 5."}),
    "remark": ("query: The words.\nNote: all.", {"query": "The words.\nNote: all."}),
    "list": ("order: One of:\n    - new: newest first\n    - old: oldest first", ORDER),
    "list without indentation": ("order: One of:\n- new: newest first\n- old: oldest first", ORDER),
    "paragraphs": (
        "query: The words.\n\n    As SQL:\n\n        a = b",
        {"query": "The words.\n\nAs SQL:\n\n    a = b"},
    ),
}

NUMPY_ENTRIES: dict[str, tuple[str, Parameters]] = {
    "plain": ("query : str\n    The words.\nlimit : int, optional\n    How many.", BOTH),
    "no types": ("query\n    The words.\nlimit\n    How many.", BOTH),
    "empty lines": ("query : str\n    The words.\n\nlimit : int\n    How many.", BOTH),
    "all indented": ("    query : str\n        The words.\n    limit : int\n        How many.", BOTH),
    "wrapped": ("query : str\n    The\n    words.", QUERY),
    "two names": ("x, y : int\n    A point.", POINT),
    "stars": ("*args : Any\n    All.\n**kwargs : Any\n    More.", STARS),
    "choices": ("query : {'a', 'b: c'}, default 'a'\n    The words.", QUERY),
    "title as a name": ("args : Any\n    All.", {"args": "All."}),
    "no space at the colon": ("query: str\n    The words.", QUERY),
    "text beside the name": ("query: The words.\nlimit : int\n    How many.", BOTH),
    "no description": ("query : str\n    The words.\nlimit : int, default 5", QUERY),
    "list": ("order : str\n    One of:\n    - new: newest first\n    - old: oldest first", ORDER),
    "colon in the text": ("query : str\n    One of: a, b.", {"query": "One of: a, b."}),
}

SPHINX_FIELDS: dict[str, tuple[str, Parameters]] = {
    "plain": (":param query: The words.\n:param limit: How many.", BOTH),
    "types": (":param str query: The words.\n:param int limit: How many.", BOTH),
    "types below": (":param query: The words.\n:type query: str\n:param limit: How many.\n:type limit: int", BOTH),
    "type of two words": (":param dict[str, int] query: The words.", QUERY),
    "type in brackets": (":param query (str, optional): The words.\n:param limit(int): How many.", BOTH),
    "synonyms": (":arg query: The words.\n:keyword limit: How many.", BOTH),
    "stars": (":param \\*args: All.\n:param **kwargs: More.", STARS),
    "wrapped": (":param query: The\n    words.\n:param limit: How\nmany.", BOTH),
    "text below": (":param query:\n    The words.\n:param limit:\n    How many.", BOTH),
    "empty lines": (":param query: The words.\n\n:param limit: How many.", BOTH),
    "colon in the text": (":param query: A: b.", {"query": "A: b."}),
    "list": (":param order: One of:\n    - new: newest first\n    - old: oldest first", ORDER),
}


@pytest.mark.parametrize(("entries", "parameters"), GOOGLE_ENTRIES.values(), ids=GOOGLE_ENTRIES)
def test_google_parameters(entries: str, parameters: Parameters) -> None:
    assert parsed(f"Search.\n\nArgs:\n{indent(entries, '    ')}") == Docstring("Search.", parameters)


@pytest.mark.parametrize(("entries", "parameters"), NUMPY_ENTRIES.values(), ids=NUMPY_ENTRIES)
def test_numpy_parameters(entries: str, parameters: Parameters) -> None:
    assert parsed(f"Search.\n\nParameters\n----------\n{entries}") == Docstring("Search.", parameters)


@pytest.mark.parametrize(("fields", "parameters"), SPHINX_FIELDS.values(), ids=SPHINX_FIELDS)
def test_sphinx_parameters(fields: str, parameters: Parameters) -> None:
    assert parsed(f"Search.\n\n{fields}") == Docstring("Search.", parameters)


def test_parameters_are_in_the_order_they_are_written() -> None:
    assert list(parsed("Search.\n\nArgs:\n    b: 1\n    a: 2\n    c: 3\n").parameters) == ["b", "a", "c"]


SECTIONS = {
    "Args": "Args:\n    query: The words.",
    "Arguments": "Arguments:\n    query: The words.",
    "Params": "Params:\n    query: The words.",
    "Parameters": "Parameters:\n    query: The words.",
    "Keyword Args": "Keyword Args:\n    query: The words.",
    "Other Parameters": "Other Parameters:\n    query: The words.",
    "upper case": "ARGS:\n    query: The words.",
    "lower case": "args:\n    query: The words.",
    "space before the colon": "Args :\n    query: The words.",
    "two spaces": "Args:\n  query: The words.",
    "tab": "Args:\n\tquery: The words.",
    "entry beside the heading": "Args: query: The words.",
    "entry not indented": "Args:\nquery (str): The words.",
    "bullet not indented": "Parameters:\n- query: The words.",
    "NumPy": "Parameters\n----------\nquery : str\n    The words.",
    "NumPy, short underline": "Parameters\n---\nquery : str\n    The words.",
    "NumPy, other underline": "Parameters\n==========\nquery : str\n    The words.",
    "NumPy, colon": "Parameters:\n-----------\nquery : str\n    The words.",
    "NumPy, Other Parameters": "Other Parameters\n----------------\nquery : str\n    The words.",
    "Sphinx": ":param query: The words.",
}


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
@pytest.mark.parametrize("above", ["Search.\n\n", "Search.\n"], ids=["empty line above", "no empty line above"])
def test_headings(above: str, section: str) -> None:
    assert parsed(above + section) == Docstring("Search.", QUERY)
    assert parsed(f"{above}{section}\n\nNewest first.") == Docstring("Search.\n\nNewest first.", QUERY)


OPENING = {
    "one entry": ("Args:\n    query: The words.", Docstring("", QUERY)),
    "wrapped": ("Args:\n    query: The\n        words.\n    limit: How\n        many.", Docstring("", BOTH)),
    "empty line": ("Args:\n    query: The words.\n\n    limit (int): How many.", Docstring("", BOTH)),
    "other section": ("Args:\n    query: The words.\n\nReturns:\n    All.", Docstring("", QUERY, "All.")),
    "text below": ("Args:\n    query: The words.\n\nSearches.", Docstring("Searches.", QUERY)),
    "Returns": ("Returns:\n    All.", Docstring("", returns="All.")),
    "NumPy": ("Parameters\n----------\nquery : str\n    The words.", Docstring("", QUERY)),
    "Sphinx": (":param query: The words.", Docstring("", QUERY)),
}


@pytest.mark.parametrize(("text", "expected"), OPENING.values(), ids=OPENING)
def test_a_docstring_may_open_with_a_section(text: str, expected: Docstring) -> None:
    assert parsed(text) == expected
    assert parse_docstring("\n" + indent(text, "    ")) == expected


# -- result and exceptions ------------------------------------------------------------------------------------

RETURNS = {
    "plain": ("Returns:\n    The notes.", "The notes."),
    "Return": ("Return:\n    The notes.", "The notes."),
    "Yields": ("Yields:\n    The notes.", "The notes."),
    "lower case": ("returns:\n    The notes.", "The notes."),
    "wrapped": ("Returns:\n    The notes,\n    newest first.", "The notes, newest first."),
    "not indented": ("Returns:\nThe notes.", "The notes."),
    "one line": ("Returns: The notes.", "The notes."),
    "begins beside the heading": ("Returns: The notes,\n    newest first.", "The notes, newest first."),
    "begins beside the heading, not indented": ("Returns: The notes,\nnewest first.", "The notes, newest first."),
    "type": ("Returns:\n    list[Note]: The notes.", "The notes."),
    "union": ("Returns:\n    dict[str, list[int]] | None: The notes.", "The notes."),
    "role": ("Returns:\n    :class:`Note`: The notes.", "The notes."),
    "text below the type": ("Returns:\n    dict:\n        The notes.", "The notes."),
    "only a type": ("Returns:\n    dict", "dict"),
    "colon": ("Returns:\n    The notes: all.", "The notes: all."),
    "cases": ("Returns:\n    Success: a\n    Failure: b", "Success: a\nFailure: b"),
    "list": ("Returns:\n    The notes:\n    - a\n    - b", "The notes:\n- a\n- b"),
    "paragraphs": ("Returns:\n    One.\n\n    Two.", "One.\n\nTwo."),
    "NumPy": ("Returns\n-------\nlist\n    The notes.", "The notes."),
    "NumPy, Yields": ("Yields\n------\nstr\n    The notes.", "The notes."),
    "NumPy, name": ("Returns\n-------\nnotes : list\n    All.", "notes: All."),
    "NumPy, two": ("Returns\n-------\na : int\n    One.\nb : int\n    Two.", "a: One.\nb: Two."),
    "NumPy, sentence": ("Returns\n-------\nThe notes.", "The notes."),
    "NumPy, sentence with a colon": ("Returns\n-------\nThe notes: all.", "The notes: all."),
    "Sphinx": (":returns: The notes.", "The notes."),
    "Sphinx, type below": (":return: The notes.\n:rtype: list", "The notes."),
    "Sphinx, yields": (":yields: The\n    notes.", "The notes."),
}


@pytest.mark.parametrize(("section", "returns"), RETURNS.values(), ids=RETURNS)
def test_returns(section: str, returns: str) -> None:
    assert parsed(f"Search.\n\n{section}") == Docstring("Search.", returns=returns)


EMPTY = ("ValueError", "If empty.")
CLOSED = (("OSError", "If closed."), ("httpx.HTTPError", "If closed."))

RAISES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "plain": ("Raises:\n    ValueError: If empty.", (EMPTY,)),
    "Exceptions": ("Exceptions:\n    ValueError: If empty.", (EMPTY,)),
    "several": ("Raises:\n    ValueError: If empty.\n    OSError: Else.", (EMPTY, ("OSError", "Else."))),
    "several at once": ("Raises:\n    OSError, httpx.HTTPError: If closed.", CLOSED),
    "several with or": ("Raises:\n    OSError or httpx.HTTPError: If closed.", CLOSED),
    "wrapped": ("Raises:\n    ValueError: If\n        empty.", (EMPTY,)),
    "wrapped without indentation": ("Raises:\n    ValueError: If\n    empty.", (EMPTY,)),
    "one line": ("Raises: ValueError: If empty.", (EMPTY,)),
    "no text": ("Raises:\n    ValueError", (("ValueError", ""),)),
    "bullet and markup": ("Raises:\n    - `ValueError`: If empty.", (EMPTY,)),
    "role": ("Raises:\n    :exc:`ValueError`: If empty.", (EMPTY,)),
    "dash": ("Raises:\n    ValueError - If empty.", (EMPTY,)),
    "None": ("Raises:\n    None", ()),
    "NumPy": ("Raises\n------\nValueError\n    If empty.", (EMPTY,)),
    "NumPy, several at once": ("Raises\n------\nOSError, httpx.HTTPError\n    If closed.", CLOSED),
    "NumPy, lower case": ("Raises\n------\nerror\n    Else.", (("error", "Else."),)),
    "Sphinx": (":raises ValueError: If empty.", (EMPTY,)),
    "Sphinx, several at once": (":raise OSError, httpx.HTTPError: If closed.", CLOSED),
    "Sphinx, any exception": (":raises: Else.", (("Exception", "Else."),)),
}


@pytest.mark.parametrize(("section", "raises"), RAISES.values(), ids=RAISES)
def test_raises(section: str, raises: tuple[tuple[str, str], ...]) -> None:
    assert parsed(f"Search.\n\n{section}") == Docstring("Search.", raises=raises)


# -- what is left ---------------------------------------------------------------------------------------------

NUMPY = "Parameters\n----------\nquery : str\n    The words."

LEFT = {
    "one empty line where a section was": (
        "Search.\n\nArgs:\n    query: The words.\n\n\n\nNewest first.",
        Docstring("Search.\n\nNewest first.", QUERY),
    ),
    "also where there was none": (
        "Search.\nArgs:\n    query: The words.\nNewest first.",
        Docstring("Search.\n\nNewest first.", QUERY),
    ),
    "other Google sections as they are written": (
        "Search.\n\nNote:\n    Slow.\n\nArgs:\n    query: The words.\n\nExample:\n    f(\n        1)\n\n\nEnd.",
        Docstring("Search.\n\nNote:\n    Slow.\n\nExample:\n    f(\n        1)\n\n\nEnd.", QUERY),
    ),
    "other NumPy sections as they are written": (
        f"Search.\n\n{NUMPY}\n\nNotes\n-----\nSlow.\n\nReturns\n-------\nlist\n    All.",
        Docstring("Search.\n\nNotes\n-----\nSlow.", QUERY, "All."),
    ),
    "other fields as they are written": (
        "Search.\n\n:param query: The words.\n:meta private:\n:return: All.\n\nNewest first.",
        Docstring("Search.\n\n:meta private:\n\nNewest first.", QUERY, "All."),
    ),
    "text below a NumPy section": (
        f"Search.\n\n{NUMPY}\n\nSlow: take care.",
        Docstring("Search.\n\nSlow: take care.", QUERY),
    ),
    "a Google section below a NumPy section": (
        f"Search.\n\n{NUMPY}\n\nExample:\n    f(1)",
        Docstring("Search.\n\nExample:\n    f(1)", QUERY),
    ),
    "three styles in one docstring": (
        f"Search.\n\n{NUMPY}\n\nReturns:\n    All.\n\n:raises ValueError: If empty.",
        Docstring("Search.", QUERY, "All.", (EMPTY,)),
    ),
    "one section twice": (
        "Search.\n\nArgs:\n    query: The words.\n\nArgs:\n    limit: How many.",
        Docstring("Search.", BOTH),
    ),
    "sections in another order": (
        "Search.\n\nReturns:\n    All.\n\nKeyword Args:\n    query: The words.",
        Docstring("Search.", QUERY, "All."),
    ),
    "sections without empty lines": (
        "Search.\nArgs:\n    query: The words.\nReturns: All.\nRaises:\n    ValueError: If empty.",
        Docstring("Search.", QUERY, "All.", (EMPTY,)),
    ),
    "a section of one paragraph": (
        "Search.\n\nReturns: All.\nThe best first.\n\nNewest first.",
        Docstring("Search.\n\nNewest first.", returns="All. The best first."),
    ),
    "a heading after a stray space": (
        "Search.\n\n Args:\n    query: The words.\n\nReturns:\n    All.",
        Docstring("Search.", QUERY, "All."),
    ),
    "a fence before a section": (
        "Search.\n\n```\nArgs:\n    x: y\n```\n\nArgs:\n    query: The words.",
        Docstring("Search.\n\n```\nArgs:\n    x: y\n```", QUERY),
    ),
    "a section that cannot be read": (
        "Search.\n\nArgs:\n    As in SQL.\n\nReturns:\n    All.",
        Docstring("Search.\n\nArgs:\n    As in SQL.", returns="All."),
    ),
}


@pytest.mark.parametrize(("text", "expected"), LEFT.values(), ids=LEFT)
def test_the_description_is_what_is_left(text: str, expected: Docstring) -> None:
    assert parsed(text) == expected


def test_an_escaped_newline_that_spoils_the_indentation_hides_no_section() -> None:
    description = "Split at a newline.\n\n        Splits at \nor its like."
    text = f"{description}\n\n        Args:\n            query: The words.\n        "
    assert parse_docstring(text) == Docstring(description, QUERY)


def test_the_library_is_loaded_for_numpy_docstrings_only() -> None:
    program = """
        import sys
        from toolgen.syntax.docstrings import parse_docstring
        parse_docstring("Search.\\n\\nArgs:\\n    x: y\\n\\n:param z: z")
        assert "docstring_parser" not in sys.modules
        parse_docstring("Search.\\n\\nParameters\\n---\\nx : int\\n    y")
        assert "docstring_parser" in sys.modules
    """
    subprocess.run([sys.executable, "-c", dedent(program)], check=True)


# -- properties -----------------------------------------------------------------------------------------------

HEADING = re.compile(r"(?im)^\s*(args|returns|parameters|:param|:returns)")
TOKENS = [
    "Args",
    "returns",
    "Parameters",
    ":param x",
    ":",
    "-----",
    "\n",
    "\n\n",
    "    ",
    "\t",
    " ",
    "é 😀",
    "*x",
    "(",
    "`",
]


@given(st.text())
def test_any_text_is_parsed(text: str) -> None:
    docstring = parse_docstring(text)
    assert pickle.loads(pickle.dumps(docstring)) == docstring


@given(st.lists(st.sampled_from(TOKENS)).map("".join))
def test_a_docstring_without_headings_is_its_description(text: str) -> None:
    if not HEADING.search(text):
        assert parse_docstring(text) == Docstring(inspect.cleandoc(text).rstrip())


LINES = (
    *("", "Args:", "Parameters:", "Keyword Args:", "Returns:", "Returns: #", "Raises:", "args:", "Note:", "Example:"),
    *("```", "# #", "# #.", "#: # #", "#, #: #", "- #: #", "*#: #", "`#` - #", "Error: #", "Error, OSError: #"),
    *(":param #: #", ":param int #: #", ":returns: #", ":raises Error: #", ":raises: #", ":meta: #", ":param #"),
)


@st.composite
def soups(draw: st.DrawFn) -> str:
    """Lines of docstrings in any order and indentation, in which every `#` became a word of its own."""
    lines = draw(st.lists(st.tuples(st.sampled_from([0, 1, 4, 8]), st.sampled_from(LINES)), max_size=25))
    first, *parts = "\n".join(" " * indentation + line for indentation, line in lines).split("#")
    return first + "".join(f"w{number}{part}" for number, part in enumerate(parts))


@given(soups())
def test_no_text_is_lost(text: str) -> None:
    words = re.compile(r"w\d+")
    assert set(words.findall(repr(parse_docstring(text)))) == set(words.findall(text))


# -- well-formed docstrings, as they were written and as griffe reads them ---------------------------------------

WORDS = [
    "the",
    "note",
    "Größe",
    "🔍",
    "5",
    "-1",
    "(default: x)",
    "a;b",
    "`code`",
    "e.g.",
    '"quoted"',
    "\\n",
    "{x}",
    "user's",
]
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda words: " ".join(["Some", *words])),
    min_size=1,
    max_size=3,
)
NAMES = st.sampled_from(["query", "limit", "x", "_private", "args", "returns", "type", "n2"])
TYPES = st.sampled_from(["int", "str | None", "dict[str, int]", "Literal['a', 'b']", "list[tuple[int, ...]]", "a.B"])
ERRORS = st.sampled_from(["ValueError", "KeyError", "httpx.HTTPError", "_Private.Error"])


@dataclass(frozen=True)
class ExpressionRef:
    """A docstring to be written in any style; every text is a list of lines."""

    summary: list[str]
    parameters: dict[str, tuple[str | None, list[str]]]
    returns: list[str] | None
    raises: dict[str, list[str]]

    def meant(self) -> Docstring:
        return Docstring(
            "\n".join(self.summary),
            {name: " ".join(text) for name, (_, text) in self.parameters.items()},
            None if self.returns is None else " ".join(self.returns),
            tuple((error, " ".join(text)) for error, text in self.raises.items()),
        )


def entry(head: str, text: list[str], indentation: str) -> str:
    return f"\n{indentation}    ".join([f"{indentation}{head} {text[0]}", *text[1:]])


def google(written: ExpressionRef) -> str:
    entries = [
        entry(f"{name} ({type_}):" if type_ else f"{name}:", text, "    ")
        for name, (type_, text) in written.parameters.items()
    ]
    errors = [entry(f"{error}:", text, "    ") for error, text in written.raises.items()]
    result = [indent("\n".join(written.returns), "    ")] if written.returns else []
    sections = [("Args:", entries), ("Returns:", result), ("Raises:", errors)]
    return "\n\n".join(["\n".join(written.summary), *("\n".join([title, *body]) for title, body in sections if body)])


def numpy(written: ExpressionRef) -> str:
    def section(title: str, heads: list[str], texts: list[list[str]]) -> list[str]:
        items = [f"{head}\n{indent(chr(10).join(text), '    ')}" for head, text in zip(heads, texts, strict=True)]
        return ["\n".join([title, "-" * len(title), *items])] if items else []

    heads = [f"{name} : {type_}" if type_ else name for name, (type_, _) in written.parameters.items()]
    sections = [
        *section("Parameters", heads, [text for _, text in written.parameters.values()]),
        *(section("Returns", ["list[str]"], [written.returns]) if written.returns else []),
        *section("Raises", list(written.raises), list(written.raises.values())),
    ]
    return "\n\n".join(["\n".join(written.summary), *sections])


def sphinx(written: ExpressionRef) -> str:
    fields = [
        *(entry(f":param {name}:", text, "") for name, (_, text) in written.parameters.items()),
        *(f":type {name}: {type_}" for name, (type_, _) in written.parameters.items() if type_),
        *([entry(":returns:", written.returns, "")] if written.returns else []),
        *(entry(f":raises {error}:", text, "") for error, text in written.raises.items()),
    ]
    return "\n\n".join(["\n".join(written.summary), "\n".join(fields)])


STYLES = pytest.mark.parametrize("style", [google, numpy, sphinx])
WRITTEN = st.builds(
    ExpressionRef,
    TEXTS,
    st.dictionaries(NAMES, st.tuples(st.none() | TYPES, TEXTS), max_size=5),
    st.none() | TEXTS,
    st.dictionaries(ERRORS, TEXTS, max_size=3),
)


@STYLES
@given(WRITTEN)
def test_what_is_written_is_read(style: Callable[[ExpressionRef], str], written: ExpressionRef) -> None:
    assert parsed(style(written)) == written.meant()


@STYLES
@given(WRITTEN)
def test_griffe_reads_the_same(style: Callable[[ExpressionRef], str], written: ExpressionRef) -> None:
    text = style(written)
    ours, theirs = parsed(text), griffe_reads(text, griffe.Parser(style.__name__))
    assert (ours.description, dict(ours.parameters), ours.returns, ours.raises) == theirs


def griffe_reads(text: str, style: griffe.Parser) -> tuple[object, ...]:
    """The same as `Docstring`, with lines joined: griffe keeps the line breaks of the source."""
    description, parameters, returns, raises = "", {}, None, []
    for section in griffe.Docstring(text).parse(style, warnings=False):
        if isinstance(section, griffe.DocstringSectionText):
            description = section.value
        elif isinstance(section, griffe.DocstringSectionParameters):
            parameters = {item.name: " ".join(item.description.split()) for item in section.value}
        elif isinstance(section, griffe.DocstringSectionReturns):
            returns = " ".join(" ".join(item.description for item in section.value).split())
        elif isinstance(section, griffe.DocstringSectionRaises):
            raises = [(str(item.annotation), " ".join(item.description.split())) for item in section.value]
    return description, parameters, returns, tuple(raises)
