"""What a person reads before they agree to it, in every interface."""

from __future__ import annotations

import json


def legible(value: object) -> str:
    """`value` as JSON in which nothing hides: a character that is not seen, or turns what stands around it, is escaped.

    What a person agrees to looks as it is read by a program: https://trojansource.codes.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)
