"""What a provider answers with a 400, so that a tool, or all tools of a request, are lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.strict import exceeded
from toolgen.providers.projection.target import ProjectedTool

_SHOWN = 80


def refusals(projected: ProjectedTool, facts: Facts) -> Iterator[str]:
    """Why a target refuses a tool that it is told of so."""
    name, description, schema = projected.name, projected.description, projected.schema
    if facts.name and not re.fullmatch(facts.name.value, name):
        yield f"its name does not match `^{facts.name.value}$`"
    if facts.description and len(description) > facts.description.value:
        yield f"its description has {len(description)} characters, and at most {facts.description.value} are taken"
    for keyword in facts.root.value if facts.root else ():
        if keyword in schema:
            yield f"`{keyword}` stands at the root of its schema"
    pattern = facts.property_name.value if facts.property_name else ""
    for name_ in schema.get("properties", ()) if pattern else ():
        if not re.fullmatch(pattern, name_):
            yield f"the name of the property `{name_[:_SHOWN]}` does not match `^{pattern}$`"
    yield from exceeded(schema, facts.support)
