"""Canonical JSON: one text for one value, laid out for review, and digests of it."""

from __future__ import annotations

import hashlib
import json
import re

from toolgen.model.types import Json

WIDTH = 100
_SURROGATE = re.compile("[\ud800-\udfff]")
_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": ")).encode


def dumps(value: Json) -> str:
    """`value` as JSON text in UTF-8, with a newline at the end.

    Keys keep their order. What fits in `WIDTH` columns stands on one line, so that a small schema reads as one. Lone
    surrogates, which UTF-8 cannot carry, are written as escapes. Raises ValueError for NaN and infinities.
    """
    lines: list[str] = []
    _write(value, "", "", "", lines)
    text = "\n".join(lines) + "\n"
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _write(value: Json, indent: str, prefix: str, suffix: str, lines: list[str]) -> None:
    text = _compact(value)
    if len(indent) + len(prefix) + len(text) + len(suffix) <= WIDTH or not isinstance(value, (dict, list)):
        lines.append(f"{indent}{prefix}{text}{suffix}")
        return
    inner, last = indent + "  ", len(value) - 1
    if isinstance(value, dict):
        lines.append(f"{indent}{prefix}{{")
        for index, (key, item) in enumerate(value.items()):
            _write(item, inner, f"{_compact(key)}: ", "," if index < last else "", lines)
        lines.append(f"{indent}}}{suffix}")
    else:
        lines.append(f"{indent}{prefix}[")
        for index, item in enumerate(value):
            _write(item, inner, "", "," if index < last else "", lines)
        lines.append(f"{indent}]{suffix}")


def digest(value: Json) -> str:
    """`sha256:` and the first 16 hexadecimal digits of the hash of `value` with its keys sorted."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:16]
