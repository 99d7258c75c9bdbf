"""`agno`: the decorator `@tool`, and toolkits that register their methods.

Source: `tool` in its `agno/tools/decorator.py`, `Toolkit` in `agno/tools/toolkit.py`, `_derive_entrypoint_schema` and
`get_entrypoint_docstring` in `agno/tools/function.py`; for what is injected `is_schema_excluded` and the tables of
names in `agno/utils/schema.py`. The `async_tools` of a toolkit are its `tools` once more, for callers that await,
or tools that only these have.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import NOT_FOLLOWED, SINGLE, Declarator, Dialect, Selection, exported, named, same
from toolgen.frameworks.mcp import SPELLED_HINTS
from toolgen.syntax.descriptions import joined
from toolgen.syntax.parameter_texts import parsed

_ARGUMENTS = same("name", "description", "title", "annotations") | {
    "requires_confirmation": "requires_approval",
    "user_input_fields": "injected",
}
_AGENTS = ("agno.agent.Agent", "agno.agent.agent.Agent", "agno.team.Team", "agno.team.team.Team")
_FUNCTIONS = ("agno.tools.Function", "agno.tools.function.Function")
_TOOLKITS = ("agno.tools.Toolkit", "agno.tools.toolkit.Toolkit")

AGNO = Dialect(
    name="agno",
    validates="python",
    packages=frozenset({"agno"}),
    decorators=named(("agno.tools", "agno.tools.decorator"), tool=Declarator((), _ARGUMENTS)),
    calls={
        **dict.fromkeys(
            _TOOLKITS,
            Declarator(
                ("name", "id", "tools", "async_tools"),
                lists=("tools",),
                selection=Selection(("async_tools",), "include_tools", "exclude_tools"),
            ),
        ),
        **dict.fromkeys(_AGENTS, Declarator(lists=("tools",))),
        **named(
            _AGENTS,
            add_tool=Declarator(("tool",), functions=("tool",)),
            set_tools=Declarator(("tools",), lists=("tools",)),
        ),
        **named(_TOOLKITS, register=Declarator(("function", "name"), _ARGUMENTS, functions=("function",))),
        **dict.fromkeys(_FUNCTIONS, NOT_FOLLOWED),
        **named(_FUNCTIONS, from_callable=Declarator(("c", "name"), _ARGUMENTS, functions=("c",))),
    },
    hints=SPELLED_HINTS,
    injected=exported(("agno.run", "agno.run.base"), "RunContext").union(_AGENTS),
    excluded=exported(("agno.media", "agno.media.media"), "Audio", "File", "Image", "Video"),
    injected_names=frozenset(
        {"agent", "team", "run_context", "images", "videos", "audios", "files"}
        | {"_agno_agent", "_agno_team", "_agno_run_context"}
    ),
    describe=joined,
    describe_parameters=parsed,
    closed="arguments",
    rest=SINGLE,
    function_at=("entrypoint", "entrypoint"),
)
