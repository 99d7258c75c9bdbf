from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator

import pytest

from assistant import store
from assistant.agents.agent import Session
from assistant.agents.dialog import DialogAgent
from assistant.llm.model import Assistant
from assistant.llm.scripted import ScriptedModel
from assistant.models import Match
from assistant.tools.memory import SearchMemory, save_note


def search(query: str, limit: int = 5) -> list[Match]:
    return SearchMemory().execute(query, limit)


def test_an_empty_memory_finds_nothing() -> None:
    assert search("anything") == []


def test_a_note_is_found_by_its_words_and_shows_them() -> None:
    number = save_note("Network: attic\nGuests: sunny-otter-41", "Wi-Fi", ["home"])
    (match,) = search("password for guest")
    assert (match["note_id"], match["title"], match["tags"]) == (number, "Wi-Fi", ["home"])
    assert match["excerpt"] == "Network: attic\n[Guests]: sunny-otter-41"


def test_what_was_said_is_found_beside_what_was_noted() -> None:
    save_note("The boat is called Aurora.", "Boat")
    agent = DialogAgent(Session(ScriptedModel.of(Assistant("Moor it at pier nine."))))
    asyncio.run(agent.chat("Where do I moor the boat?"))
    note, said = search("boat")
    assert (note["note_id"], note["title"]) == (1, "Boat")
    assert (said["note_id"], said["title"]) == (None, "Where do I moor the boat?")
    assert [match["excerpt"] for match in search("pier")] == ["Moor it at [pier] nine."]
    assert search("boat", limit=1) == [note]


@pytest.mark.parametrize("error", [sqlite3.OperationalError("database is locked"), None])
def test_an_answer_that_cannot_be_kept_is_given(error: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect() -> Iterator[sqlite3.Connection]:
        assert error
        raise error

    if error:
        monkeypatch.setattr(store, "connect", connect)
    agent = DialogAgent(Session(ScriptedModel.of(Assistant("half a character: \ud800"))))
    assert asyncio.run(agent.chat("Hello")) == "half a character: \ud800"


HOSTILE = [
    '"',
    '""',
    "'",
    "a'; DROP TABLE notes; --",
    "*",
    "^cafe",
    "{title} : cafe",
    "-cafe",
    "(",
    ")",
    "cafe AND",
    "NOT",
]
HOSTILE += ["NEAR(cafe, 0)", "\0cafe", "title:", "a" * 100_000, "cafe " * 3_000, "\u202e", "%_", "\\", "cafe\n\nOR"]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_no_query_is_anything_but_words(query: str) -> None:
    save_note("The café on the corner opens at eight.")
    assert len(search(query)) == ("cafe" in query)
    assert len(search("corner")) == 1


@pytest.mark.parametrize("query", ["cafe", "CAFÉ", "cafés", "tag:cafe", '"cafe', "cafe NEAR(", "cafe*", "x OR cafe"])
def test_case_accents_endings_and_query_syntax_make_no_difference(query: str) -> None:
    save_note("The café on the corner opens at eight.")
    assert [match["title"] for match in search(query)] == ["The café on the corner opens at eight."]


@pytest.mark.parametrize("query", ["", " ", "?!", '"', "bakery"])
def test_words_that_no_note_has_find_nothing(query: str) -> None:
    save_note("The café on the corner opens at eight.")
    assert search(query) == []


def test_a_title_weighs_more_than_a_text() -> None:
    save_note("Ask the garage about tyres.", "Car")
    save_note("Winter ones are in the cellar.", "Tyres")
    assert [match["title"] for match in search("tyres")] == ["Tyres", "Car"]
    assert [match["title"] for match in search("tyres", limit=1)] == ["Tyres"]


def test_a_subclass_weighs_otherwise() -> None:
    class TextFirst(SearchMemory):
        title_weight = 0.1

    save_note("Ask the garage about tyres.", "Car")
    save_note("Winter ones are in the cellar.", "Tyres")
    assert [match["title"] for match in TextFirst().execute("tyres")] == ["Car", "Tyres"]


def test_a_note_without_a_title_is_called_by_its_first_line() -> None:
    save_note("\n  Shoe size 43  \nand a half")
    assert [match["title"] for match in search("shoe")] == ["Shoe size 43"]


def test_an_empty_note_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        save_note(" \n")
