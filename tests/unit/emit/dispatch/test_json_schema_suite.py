"""The official JSON Schema test suite: `dispatch` gives its verdict, but for keywords that are listed with a reason.

The suite is in the source distribution of `jsonschema`, which is downloaded once for each version.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolgen.emit.enforcement import Enforcement
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import ToolSpec

pytestmark = pytest.mark.network

VERSION = version("jsonschema")
CACHE = Path.home() / ".cache" / "toolgen-json-schema-suite"

NO_ANNOTATION = "no annotation says it, so that it stands only in fragments written by hand (TG212 tells)"
ONE_DOCUMENT = "the schema of a tool is one document, and its references lead to its own `$defs`"
NOT_ENFORCED: Mapping[str, str] = {
    "$dynamicRef": ONE_DOCUMENT,
    "$ref": f"{ONE_DOCUMENT}: `#/$defs/name` is followed, and nothing else is",
    "$schema": "vocabularies that are not those of JSON Schema 2020-12 are not known",
    "contains": NO_ANNOTATION,
    "dependentRequired": NO_ANNOTATION,
    "dependentSchemas": NO_ANNOTATION,
    "else": NO_ANNOTATION,
    "if": NO_ANNOTATION,
    "maxContains": NO_ANNOTATION,
    "minContains": NO_ANNOTATION,
    "patternProperties": "names that may be of any length have no bound for a pattern that takes more steps with it",
    "then": NO_ANNOTATION,
    "unevaluatedItems": NO_ANNOTATION,
    "unevaluatedProperties": NO_ANNOTATION,
}
"""The keywords that we do not emit and do not enforce, and why not."""


@dataclass(frozen=True)
class Group:
    """A schema of the suite, the keywords in it that are not enforced, and the tests that `dispatch` fails."""

    name: str
    passed_over: frozenset[str]
    failed: tuple[str, ...]


@pytest.fixture(scope="module")
def groups(tool: Callable[..., ToolSpec], load: Callable[..., Any]) -> list[Group]:
    """All groups of the suite, each tried on the argument `v` of a tool of one module."""
    found = [(path.stem, group) for path in suite() for group in json.loads(path.read_text(encoding="utf-8"))]
    schemas = {f"subject_{number}": around(group["schema"]) for number, (_, group) in enumerate(found)}
    module = load(*(tool(schema, name, is_async=True) for name, schema in schemas.items()))
    module.bind(**dict.fromkeys(schemas, accept))
    with asyncio.Runner() as runner:

        def accepts(name: str, value: Json) -> bool:
            try:
                runner.run(module.dispatch(name, json.dumps({"v": value})))
            except module.InvalidArguments:
                return False
            return True

        def tried(name: str, keyword: str, group: dict[str, Any]) -> Group:
            tests = group["tests"]
            failed = tuple(test["description"] for test in tests if accepts(name, test["data"]) != test["valid"])
            title = f"{keyword}: {group['description']}: {', '.join(failed)}"
            return Group(title, passed_over(group["schema"], schemas[name]), failed)

        return [tried(name, *each) for name, each in zip(schemas, found, strict=True)]


def around(schema: Json) -> Schema:
    """The schema of the arguments of a tool that has `schema` for its argument `v`."""
    definitions = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    return {"type": "object", "properties": {"v": schema}, "$defs": definitions}


def suite() -> Iterator[Path]:
    """The files of the suite for JSON Schema 2020-12, without its optional part."""
    folder = CACHE / f"jsonschema-{VERSION}" / "json" / "tests" / "draft2020-12"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        options = ["--quiet", "--no-deps", "--no-binary=jsonschema", "--dest", str(CACHE)]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, f"jsonschema=={VERSION}"], check=True)
        with tarfile.open(CACHE / f"jsonschema-{VERSION}.tar.gz") as archive:
            archive.extractall(CACHE, filter="data")
    yield from sorted(folder.glob("*.json"))


def passed_over(schema: Json, whole: Schema) -> frozenset[str]:
    found = {pointer.rpartition("/")[2] for pointer in Enforcement().unenforced(whole)}
    default = Draft202012Validator.META_SCHEMA["$id"]
    has_vocabulary = isinstance(schema, dict) and schema.get("$schema", default) != default
    return frozenset(found | ({"$schema"} if has_vocabulary else set()))


async def accept(**_: object) -> None:
    """A tool that takes everything."""


def test_what_is_enforced_is_enforced_as_the_suite_has_it(groups: list[Group]) -> None:
    assert [group.name for group in groups if group.failed and not group.passed_over] == []
    assert sum(not group.passed_over for group in groups) >= 190


def test_the_keywords_that_are_not_enforced_are_listed_and_no_others(groups: list[Group]) -> None:
    assert {keyword for group in groups if group.failed for keyword in group.passed_over} == NOT_ENFORCED.keys()
