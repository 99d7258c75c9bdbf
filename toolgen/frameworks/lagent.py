"""`lagent.actions`: subclasses of `BaseAction`, by their method `run` or by those that `@tool_api` marks.

Source: `tool_api` and `ToolMeta` in its `lagent/actions/base_action.py`.
"""

from __future__ import annotations

import re

from toolgen.frameworks.dialect import SINGLE, Convention, Declarator, Dialect, ToolClass, named
from toolgen.syntax.descriptions import lead
from toolgen.syntax.parameter_texts import indented

_ROLE = re.compile(r":(?:.+?:`(.+?)`|.*)")  # where one has no end, none after it in the line has


def _describe(text: str) -> str:
    """The text before the first section, without the roles of reStructuredText."""
    return lead(_ROLE.sub(lambda found: found[1] or found[0], text))


LAGENT = Dialect(
    name="lagent",
    packages=frozenset({"lagent"}),
    decorators=named(("lagent", "lagent.actions", "lagent.actions.base_action"), tool_api=Declarator()),
    bases={
        f"{module}.BaseAction": ToolClass(
            ("run",), {"__tool_name__": "name"}, convention=Convention(is_method_described=True)
        )
        for module in ("lagent", "lagent.actions", "lagent.actions.base_action")
    },
    describe=_describe,
    describe_parameters=indented,
    rest=SINGLE,
)
