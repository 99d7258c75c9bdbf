"""The version of the manifest's format.

A reader ignores the fields of its own version that it does not know: what is added without a new version is only more.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MANIFEST_VERSION = 1


class ManifestError(ValueError):
    """A document is no manifest, or one that this version of toolgen cannot read. The message says which and why."""


def checked(document: Any) -> dict[str, Any]:
    """The decoded JSON of a manifest. Raises ManifestError for what is no manifest and for a newer version."""
    found = document.get("manifest_version") if isinstance(document, dict) else None
    if type(found) is not int or found < 1 or not isinstance(document.get("tools"), list):
        raise ManifestError("it is not a manifest that `toolgen build` wrote")
    check(found)
    return document  # type: ignore[no-any-return]


def check(found: int) -> None:
    """Raises ManifestError where a manifest of the version `found` is newer than what is read."""
    if found > MANIFEST_VERSION:
        known = f"this toolgen reads versions up to {MANIFEST_VERSION}"
        raise ManifestError(f"its format has version {found}, and {known}: install a newer toolgen")
