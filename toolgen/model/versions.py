"""Versions of the manifest's format, and how a document of an older one is read.

A reader ignores the fields of its own version that it does not know: what is added without a new version is only more.
"""

from __future__ import annotations

from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

MANIFEST_VERSION = 1

UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType({})
"""By each version before the newest, what makes a document of that version one of the next."""


class ManifestError(ValueError):
    """A document is no manifest, or one that this version of toolgen cannot read. The message says which and why."""


def upgraded(
    document: Any,
    version: int = MANIFEST_VERSION,
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = UPGRADES,
) -> dict[str, Any]:
    """The decoded JSON of a manifest, in the form that `version` has.

    Raises ManifestError for what is no manifest and for a newer version.
    """
    found = document.get("manifest_version") if isinstance(document, dict) else None
    if type(found) is not int or found < 1 or not isinstance(document.get("tools"), list):
        raise ManifestError("it is not a manifest that `toolgen build` wrote")
    check(found, version)
    for older in range(found, version):
        document = upgrades[older](document)
    return document  # type: ignore[no-any-return]


def check(found: int, version: int = MANIFEST_VERSION) -> None:
    """Raises ManifestError where a manifest of the version `found` is newer than `version`."""
    if found > version:
        raise ManifestError(
            f"its format has version {found}, and this toolgen reads versions up to {version}: install a newer toolgen"
        )
