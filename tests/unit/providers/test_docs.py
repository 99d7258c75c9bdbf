"""`docs/providers.md` has every fact of the targets, with its source and date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from toolgen.providers import TARGETS, target
from toolgen.providers.projection.facts import Fact, Facts, Strict, Support

DOCS = Path(__file__).parents[3] / "docs" / "providers.md"
MARKER = "<!-- made by tests/unit/providers/test_docs.py -->\n"


def facts(of: Facts | Strict | Support, about: str = "") -> Iterator[tuple[str, Fact[Any]]]:
    """The facts that are known, and what each is about."""
    for field in fields(of):
        value = getattr(of, field.name)
        if isinstance(value, Fact):
            yield f"{about}{field.metadata['title']}", value
        elif isinstance(value, Support | Strict):
            yield from facts(value, about="strict: " if isinstance(value, Strict) else about)
        elif field.name == "extras":
            yield from ((f"{field.metadata['title']} `{name}`", fact) for name, fact in value.items())
        elif field.name == "remarks":
            yield from (("", fact) for fact in value)


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"`{key}`" + (f" ({when})" if when != "always" else "") for key, when in value.items())
    if isinstance(value, frozenset | tuple):
        names = sorted(value) if isinstance(value, frozenset) else value
        return ", ".join(f"`{name}`" for name in names) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if isinstance(value, str) and not value.count(" ") else f"{value}"


def table() -> str:
    lines = ["| target | what | | source | date | verified |", "| --- | --- | --- | --- | --- | --- |"]
    for name in TARGETS:
        for what, fact in facts(target(name).facts):
            cells = (f"`{name}`", what, shown(fact.value), fact.source, fact.date, "yes" if fact.is_verified else "no")
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines)


def test_the_docs_have_the_table(request: pytest.FixtureRequest) -> None:
    before, made, after = DOCS.read_text(encoding="utf-8").split(MARKER)
    if request.config.getoption("--update-goldens"):
        made = f"\n{table()}\n\n"
        DOCS.write_text(MARKER.join((before, made, after)), encoding="utf-8")
    assert made.strip() == table()


def test_every_fact_has_a_source_and_a_date() -> None:
    for name in TARGETS:
        assert all(fact.source and fact.date for _, fact in facts(target(name).facts))
