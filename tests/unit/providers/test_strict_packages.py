"""What the providers' own packages make of a schema for strict use, they leave of a strict form as it is."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path

from toolgen.model.json_values import Json, Schema
from toolgen.providers import target
from toolgen.providers.options import Options
from toolgen.providers.projection.schema import rewrite
from toolgen.providers.projection.target import ProjectedTool, projected
from toolgen.runtime import Toolbox

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/expected/manifest.json"))


@cache
def forms(name: str) -> list[ProjectedTool]:
    """The strict forms of the tools of the golden cases."""
    projections = (projected(target(name), Toolbox.load(case), Options(strict="all")) for case in CASES)
    return [one for projection in projections for one in projection.tools if one.is_strict]


def typeless(schema: Schema) -> Schema:
    """A schema whose values say its type: Anthropic's package takes it away."""
    is_told = "enum" in schema or "const" in schema
    return {key: value for key, value in schema.items() if not (is_told and key == "type")}


def test_anthropic() -> None:
    from anthropic import transform_schema  # takes long to import

    assert len(forms("anthropic")) > 100
    for told in forms("anthropic"):
        before = rewrite(told.schema, typeless)
        assert rewrite(transform_schema(copy.deepcopy(told.schema)), typeless) == before, told.name


def test_openai() -> None:
    from openai.lib import _pydantic  # what `to_strict_json_schema` does to the schema of a model

    assert len(forms("openai")) > 100
    for told in forms("openai"):
        made: Json = copy.deepcopy(told.schema)
        assert _pydantic._ensure_strict_json_schema(made, path=(), root=made) == told.schema, told.name
