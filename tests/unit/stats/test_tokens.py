"""How many tokens a text has, without a tokenizer and with one."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.stats import tokens
from toolgen.stats.tokens import WEIGHTS, counter, estimate, split


@pytest.mark.parametrize(
    ("text", "count"),
    # What o200k_base makes of them, by tiktoken 0.13.
    [
        ("", 0),
        ("a", 1),
        ("hello world", 2),
        ('{"type":"object","properties":{}}', 9),
        ("getCurrentUser", 3),
        ("2026-03-02T09:00:00", 12),
        ("        ", 1),
        ("Prüft größere Geräte", 5),
        ("在指定的文件夹中搜索文件", 8),
    ],
)
def test_an_estimate_is_near_the_count(text: str, count: int) -> None:
    assert abs(estimate(text) - count) <= max(1, count * 0.25)


@given(st.text())
def test_every_character_is_in_one_piece(text: str) -> None:
    found = [*split(text)]
    assert "".join(piece for _, piece in found) == text
    assert {kind for kind, _ in found} <= WEIGHTS.keys()


def test_an_estimate_takes_time_in_proportion() -> None:
    assert estimate("x" * 1_000_000) > 0
    assert estimate(' "{\n' * 250_000) > 0


@pytest.fixture
def tiktoken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A tiktoken that takes each character for a token, and the file of the vocabulary that it would fetch."""
    encoding = SimpleNamespace(encode_ordinary=lambda text: [*text])
    monkeypatch.setitem(sys.modules, "tiktoken", SimpleNamespace(get_encoding=lambda _: encoding))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(tokens, "_SHA256", sha256(b"vocabulary").hexdigest())
    return tmp_path / tokens._VOCABULARY


def test_tokens_are_counted_where_the_vocabulary_was_fetched(tiktoken: Path) -> None:
    tiktoken.write_bytes(b"vocabulary")
    assert (counter().is_exact, counter().count("hello")) == (True, 5)


@pytest.mark.parametrize("content", [None, b"damaged"])
def test_nothing_is_fetched(tiktoken: Path, content: Any) -> None:
    if content:
        tiktoken.write_bytes(content)
    assert (counter().is_exact, counter().count("hello")) == (False, 1)


def test_tokens_are_estimated_without_tiktoken(tiktoken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiktoken.write_bytes(b"vocabulary")
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    assert not counter().is_exact
