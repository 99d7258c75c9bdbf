from __future__ import annotations

import json

import pytest

from assistant.interfaces.legible import legible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("rm \u202egnp.exe", r"rm \u202egnp.exe"),  # which turns what follows around
        ("a\u200bb", r"a\u200bb"),  # which has no width
        ("a\U000e0041", r"a\udb40\udc41"),  # a tag, which nothing shows
        ("a\u00a0b", r"a\u00a0b"),
        ("\x1b[2J", r"\u001b[2J"),
        ("a\x9b2J", r"a\u009b2J"),
        ("a\ud800", r"a\ud800"),
        ("a\nb\t", r"a\nb\t"),
        ("Straße, 道 🍲", "Straße, 道 🍲"),
    ],
)
def test_nothing_hides_in_what_a_person_agrees_to(text: str, seen: str) -> None:
    assert legible({"command": text}) == f'{{\n  "command": "{seen}"\n}}'
    assert json.loads(legible({"command": text})) == {"command": text}
