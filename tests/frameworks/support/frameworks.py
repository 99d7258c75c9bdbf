"""The frameworks whose tools toolgen reads: what is installed, what is asked, and which files are read and imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework in one major version.

    `requirements` are installed in the newest release; `probe` is a module of `probes/`; `cases` are modules of the
    folder `cases/FOLDER`, each of which declares tools in some of the framework's forms.

    A requirement beyond the framework itself is one that its metadata forget (`cachetools`), or a limit that they lack
    (`mcp<2`).
    """

    name: str
    requirements: tuple[str, ...]
    probe: str
    folder: str
    cases: tuple[str, ...]

    @property
    def path(self) -> Path:
        return HERE / "cases" / self.folder


FRAMEWORKS: tuple[Framework, ...] = (
    Framework("mcp 1", ("mcp>=1.20,<2",), "asked", "mcp", ("decorators", "nested", "calls", "results")),
    Framework("mcp 2", ("mcp>=2",), "asked", "mcp_2", ("decorators", "nested", "resolved", "calls", "results", "apps")),
    Framework(
        "fastmcp 2",
        ("fastmcp>=2.12,<3",),
        "asked",
        "fastmcp",
        ("decorators", "nested", "dependencies", "excluded", "calls", "results", "tagged"),
    ),
    Framework(
        "fastmcp 3",
        ("fastmcp>=3,<4",),
        "asked",
        "fastmcp",
        ("decorators", "nested", "dependencies", "excluded", "calls", "results", "tagged"),
    ),
    Framework(
        "fastmcp 4",
        ("fastmcp>=4",),
        "asked",
        "fastmcp",
        ("decorators", "nested", "dependencies", "calls", "results", "aliased", "tagged", "apps"),
    ),
    Framework(
        "langchain",
        ("langchain-core>=1", "langgraph>=1"),
        "asked",
        "langchain",
        ("decorators", "calls", "classes", "states"),
    ),
    Framework("pydantic-ai", ("pydantic-ai-slim>=2",), "asked", "pydantic_ai", ("decorators", "calls")),
    Framework("openai-agents", ("openai-agents>=0.20",), "asked", "openai_agents", ("decorators", "own_schemas")),
    Framework("strands", ("strands-agents>=1",), "asked", "strands", ("decorators",)),
    Framework("smolagents", ("smolagents>=1.20",), "asked", "smolagents", ("decorators", "classes")),
    Framework("anthropic", ("anthropic>=1",), "asked", "anthropic", ("decorators",)),
    Framework(
        "semantic-kernel",
        ("semantic-kernel>=1.30",),
        "semantic_kernel_functions",
        "semantic_kernel",
        ("decorators",),
    ),
    Framework("agno", ("agno>=3",), "asked", "agno", ("decorators", "toolkits")),
    Framework("llama-index", ("llama-index-core>=0.14",), "asked", "llama_index", ("calls", "specs")),
    Framework("camel", ("camel-ai>=0.2.80", "mcp<2"), "asked", "camel", ("calls", "toolkits")),
    Framework("autogen", ("autogen-core>=0.7",), "asked", "autogen", ("calls", "classes")),
    Framework("haystack", ("haystack-ai>=3",), "asked", "haystack", ("decorators", "calls")),
    Framework("crewai", ("crewai>=1",), "asked", "crewai", ("decorators", "classes")),
    Framework("google-genai", ("google-genai>=3",), "google_genai_tools", "google_genai", ("lists",)),
    Framework("ag2", ("ag2>=1",), "asked", "ag2", ("decorators",)),
    Framework("livekit", ("livekit-agents>=1",), "asked", "livekit", ("decorators",)),
    Framework("agent-framework", ("agent-framework-core>=1",), "asked", "agent_framework", ("decorators",)),
    Framework("inspect-ai", ("inspect-ai>=0.3.200",), "inspect_ai_tools", "inspect_ai", ("decorators",)),
    Framework("google-adk", ("google-adk>=2",), "asked", "google_adk", ("calls", "classes")),
    Framework("lagent", ("lagent>=0.2.4", "cachetools"), "asked", "lagent", ("classes",)),
)

IMPOSSIBLE: Mapping[tuple[str, tuple[int, int]], str] = {}
"""Why a framework cannot be installed on a version of Python. All other failures of an installation fail the tests."""
