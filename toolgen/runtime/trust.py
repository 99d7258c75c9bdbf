"""Whether tools are those that somebody looked at, by digests that an application keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from toolgen.model.canonical import full_digest
from toolgen.model.codec import encode
from toolgen.model.contract import Contract, contract
from toolgen.model.versions import ManifestError

Trust: TypeAlias = "str | Mapping[str, str]"
"""The digest of all tools, or that of each by its name."""


def digests(tools: Iterable[Contract]) -> dict[str, str]:
    """By the name of each tool the digest of what a model and a caller are told of it."""
    return {tool.name: full_digest(contract(encode(tool))) for tool in tools}


def digest(tools: Iterable[Contract]) -> str:
    """The digest of all `tools`, whatever their order."""
    return full_digest(digests(tools))


def check(tools: Iterable[Contract], trust: Trust) -> None:
    """Raises ManifestError where `tools` are others than `trust` says."""
    found = digests(tools)
    if isinstance(trust, str):
        if full_digest(found) != trust:
            raise ManifestError(f"the tools are not those that are trusted: their digest is {full_digest(found)}")
        return
    reasons = {
        "changed": [name for name in found if name in trust and found[name] != trust[name]],
        "not among those that are trusted": [name for name in found if name not in trust],
        "gone": [name for name in trust if name not in found],
    }
    if wrong := [f"{', '.join(sorted(names))}: {reason}" for reason, names in reasons.items() if names]:
        raise ManifestError(f"the tools are not those that are trusted: {'; '.join(wrong)}")
