"""Texts as Python source: the one place where what a project says becomes a string that is written into its files."""

from __future__ import annotations


def quoted(text: str) -> str:
    """`text` as a string, with the quotes that formatters prefer; nothing in it ends that, and nothing is unseen."""
    return repr(text) if '"' in text else f'"{repr(text)[1:-1]}"'
