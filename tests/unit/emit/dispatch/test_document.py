"""What a document says of its schemas is found in one look at each, whatever they refer to."""

from __future__ import annotations

import pytest

from toolgen.emit.dispatch.document import Definitions, Document
from toolgen.model.json_values import Json, Schema

MANY: list[Json] = [{"$ref": f"#/$defs/{n}"} for n in range(30)]


@pytest.mark.parametrize("last", ["string", "null", "integer"])
def test_unions_of_each_other_are_looked_at_once(last: str) -> None:
    definitions: dict[str, Json] = {str(n): {"anyOf": [*MANY, {"type": "string"}]} for n in range(30)}
    definitions["29"] = {"anyOf": [*MANY, {"enum": [None], "pattern": "a"}, {"type": last}, {"not": {"type": "null"}}]}
    schema: Schema = {"$ref": "#/$defs/0", "description": "x"}
    document = Document(definitions, Definitions())
    assert document.names_integers(schema) == (last == "integer")
    assert document.accepts_null(schema)
