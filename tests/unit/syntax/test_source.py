"""Source bytes → text, as Python decodes a file (PEP 263, PEP 3120)."""

from __future__ import annotations

import ast
import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.syntax.source import MOST_PARTS, DenseError, UndecodableError, decode, refuse_dense


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param(b"", "", id="empty"),
        pytest.param(b"x = 1\n", "x = 1\n", id="ASCII"),
        pytest.param(b"x = 1", "x = 1", id="no newline at the end"),
        pytest.param("é = '…'\n".encode(), "é = '…'\n", id="UTF-8 by default"),
        pytest.param(codecs.BOM_UTF8 + b"x = 1\n", "x = 1\n", id="BOM"),
        pytest.param(codecs.BOM_UTF8 + b"# coding: utf-8\nx\n", "# coding: utf-8\nx\n", id="BOM and coding line"),
        pytest.param(b"# coding: latin-1\n\xe9\n", "# coding: latin-1\né\n", id="coding"),
        pytest.param(b"# -*- coding: cp1252 -*-\n\x80\n", "# -*- coding: cp1252 -*-\n€\n", id="emacs"),
        pytest.param(b"# vim: set fileencoding=latin-1 :\n\xe9", "# vim: set fileencoding=latin-1 :\né", id="vim"),
        pytest.param(b"#!/bin/python\n# coding: latin-1\n\xe9", "#!/bin/python\n# coding: latin-1\né", id="line 2"),
        pytest.param(b" \t\x0c# coding: latin-1\n\xe9", " \t\x0c# coding: latin-1\né", id="blanks before the comment"),
        pytest.param(b"# coding: koi8-r\n\xc1\n", "# coding: koi8-r\nа\n", id="cyrillic"),
        pytest.param(
            b"# coding: shift_jis\n\x83\x5c\n", "# coding: shift_jis\nソ\n", id="a backslash inside a character"
        ),
        pytest.param(b"# coding: latin-1\r\n\xe9\r\n", "# coding: latin-1\né\n", id="CRLF"),
        pytest.param(b"a\r\nb\rc\nd", "a\nb\nc\nd", id="newlines of every kind"),
        pytest.param(b"a\x0cb\n\x0c\n", "a\x0cb\n\x0c\n", id="form feeds are no newlines"),
    ],
)
def test_decode(source: bytes, text: str) -> None:
    assert decode(source) == text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("\n\n# coding: latin-1\né\n".encode(), id="third line"),
        pytest.param("x = 1\n# coding: latin-1\né\n".encode(), id="after a line of code"),
        pytest.param("x = '# coding: latin-1 é'\n".encode(), id="inside a string"),
    ],
)
def test_a_coding_line_elsewhere_is_text(source: bytes) -> None:
    assert decode(source) == source.decode("utf-8")


@pytest.mark.parametrize(
    ("source", "encoding", "line"),
    [
        pytest.param(b"x = 1\ny = '\xff'\n", "utf-8", 2, id="not UTF-8"),
        pytest.param(b"x = 1\ny = '\xc3", "utf-8", 2, id="cut inside a character"),
        pytest.param(b"# coding: ascii\n\n\xc3\xa9\n", "ascii", 3, id="not what the coding line says"),
        pytest.param(b"# coding: no-such-codec\n", None, 1, id="unknown encoding"),
        pytest.param(codecs.BOM_UTF8 + b"# coding: latin-1\n", None, 1, id="BOM against coding line"),
        pytest.param(b"# coding: rot13\nk = 1\n", None, 1, id="not a text encoding"),
    ],
)
def test_undecodable(source: bytes, encoding: str | None, line: int) -> None:
    with pytest.raises(UndecodableError) as caught:
        decode(source)
    assert caught.value.reason
    assert caught.value.line == line
    assert encoding is None or caught.value.encoding == encoding


@given(st.binary())
def test_any_bytes_are_text_or_undecodable(source: bytes) -> None:
    with suppress(UndecodableError):
        assert "\r" not in decode(source)


@given(
    st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"])), st.sampled_from(["\n", "\r", "\r\n"])
)
def test_newlines_do_not_change_the_text(text: str, newline: str) -> None:
    source = '"""' + text.replace('"', "'").replace("\\", "/") + '"""\n'
    encoded = source.replace("\n", newline).encode()
    assert ast.literal_eval(decode(encoded).strip()) == ast.literal_eval(source.strip())


@pytest.mark.parametrize("between", [".", " . ", "\\\n."])
def test_an_import_of_too_many_parts_is_refused(between: str) -> None:
    beside = "x = a.b.c.d\n" * 5_000
    allowed, refused = (f"{beside}import {between.join(['part'] * parts)}\n" for parts in (MOST_PARTS, MOST_PARTS + 1))
    refuse_dense(allowed)
    with pytest.raises(DenseError, match="of more than 100 parts"):
        refuse_dense(refused)
