"""The table of codes: every row can be found, filled in and explained."""

from __future__ import annotations

import re
import string

import pytest

from toolgen.diagnostics.codes import CODES, Code


def test_codes_are_in_order() -> None:
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_the_texts_of_a_code(code: Code) -> None:
    assert re.fullmatch(r"TG[0-6]\d\d", code.id)
    assert code.severity in {"error", "warning", "note"}
    for text in (code.message, code.help):
        fields = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
        assert all(name.isidentifier() for name in fields)
        assert "\n" not in text
    # Read aloud: a title and a message go on from a place, an explanation is made of sentences.
    assert not code.title.endswith(".")
    assert code.explanation.endswith(".")
    assert code.explanation[0].isupper() or code.explanation.startswith(("`", "toolgen"))
