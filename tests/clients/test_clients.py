"""What a target writes goes through the provider's own client and arrives as it is written, and is taken.

The clients are the newest releases; the providers are on loopback, and hold what arrives to the table of facts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from forks import forked
from frameworks import Framework
from listing import MODERN, listing
from provider import INTERFACES, providers

from toolgen.model.contract import Contract
from toolgen.providers import target
from toolgen.providers.options import Mode, Options
from toolgen.providers.projection.limits import refusals
from toolgen.providers.projection.target import ProjectedTools, projected
from toolgen.runtime import Toolbox

CLIENTS = Path(__file__).parent / "probes" / "clients.py"
LISTED = CLIENTS.with_name("listed.py")
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/expected/manifest.json"))
PACKAGES = ("openai", "anthropic", "google-genai", "boto3", "mistralai", "cohere", "ollama", "mcp>=2")
REFUSED = {
    **dict.fromkeys(("openai", "openai-responses", "openrouter", "anthropic", "cohere"), "BadRequestError"),
    "gemini-interactions": "BadRequestError",
    **dict.fromkeys(("gemini", "gemini-json"), "ClientError"),
    "bedrock": "ValidationException",
    "mistral": "SDKError",
    "ollama": "ResponseError",
}
"""What each client raises for a 400."""


PROVIDERS = Framework("providers", PACKAGES, "", str(CLIENTS.parent), ("clients", "listed"))
"""One environment has the packages of all providers."""


def asked(client: Path, *arguments: str, requests: Sequence[Any] = ()) -> list[Any]:
    """What `client` says of each of the `requests`."""
    done = forked(PROVIDERS, client, *arguments, stdin=json.dumps(requests))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def golden() -> tuple[tuple[Contract, ...], ...]:
    """The tools of the golden cases."""
    return tuple(tuple(Toolbox.load(case)) for case in CASES)


def told(name: str, tools: Sequence[Contract], strict: Mode = "off") -> ProjectedTools:
    return projected(target(name), tools, Options(strict=strict))


def faults(name: str, tool: Contract) -> list[str]:
    """Why the provider refuses `tool`, by what a build says."""
    projection = told(name, [tool])
    return [*refusals(projection.tools[0], projection.target.facts)]


def is_written(name: str, tool: Contract) -> bool:
    return not faults(name, tool) and all(loss.became != "refused" for loss in told(name, [tool]).losses)


def modes(name: str) -> tuple[Mode, ...]:
    return ("off", "plan") if target(name).facts.strict else ("off",)


@pytest.mark.network
@pytest.mark.parametrize("name", INTERFACES)
def test_what_is_written_arrives_and_is_taken_and_what_a_build_finds_fault_with_is_refused(name: str) -> None:
    cases = [[tool for tool in tools if is_written(name, tool)] for tools in golden()]
    sound = [told(name, tools, mode).document for tools in cases if tools for mode in modes(name)]
    faulty = [told(name, [tool]).document for tools in golden() for tool in tools if faults(name, tool)]
    with providers() as server:
        said = asked(CLIENTS, name, server.address(name), requests=[*sound, *faulty])
    taken, refused = said[: len(sound)], said[len(sound) :]
    assert [answer for answers in taken for answer in answers if answer] == []
    arrived = [request for request, answers in zip(sound, taken, strict=True) for _ in answers]
    first = server.received[: len(arrived)]
    assert [one for one in zip(first, arrived, strict=True) if one[0] != one[1]] == []
    assert {answers[0]["error"] if answers[0] else "taken" for answers in refused} <= {REFUSED[name]}


# -- the Model Context Protocol, where what is written is the answer ---------------------------------------------------


@pytest.mark.network
@pytest.mark.parametrize("revision", target("mcp").settings["revision"])
def test_a_client_has_of_a_list_what_is_written(revision: str) -> None:
    options = Options(settings={"revision": revision})
    documents = [projected(target("mcp"), tools, options).document for tools in golden() if tools]
    assert heard(revision, documents) == documents


@pytest.mark.network
@pytest.mark.parametrize("revision", target("mcp").settings["revision"])
def test_a_client_refuses_a_result_that_only_the_newest_revision_has(revision: str) -> None:
    tool = {"name": "a", "inputSchema": {"type": "object"}, "outputSchema": {"type": "string"}}
    (found,) = heard(revision, [[tool]])
    assert found == [tool] if revision == MODERN else "outputSchema.type" in found["text"]


def heard(revision: str, documents: Sequence[Any]) -> list[Any]:
    """What the client makes of the lists of a server."""
    with listing(revision, documents) as server:
        addresses = [f"{server.address}/{number}" for number in range(len(documents))]
        return asked(LISTED, revision, requests=addresses)
