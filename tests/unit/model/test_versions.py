"""Which versions of the manifest's format are read, and as what."""

from __future__ import annotations

from typing import Any

import pytest

from toolgen.model.versions import MANIFEST_VERSION, UPGRADES, ManifestError, upgraded

UPGRADES_TO_3 = {
    1: lambda document: document | {"manifest_version": 2, "seen": [1]},
    2: lambda document: document | {"manifest_version": 3, "seen": [*document.get("seen", ()), 2]},
}


@pytest.mark.parametrize(("found", "seen"), [(3, None), (2, [2]), (1, [1, 2])])
def test_an_older_document_is_upgraded_step_by_step(found: int, seen: list[int] | None) -> None:
    document = upgraded({"manifest_version": found, "tools": []}, 3, UPGRADES_TO_3)
    assert (document["manifest_version"], document.get("seen")) == (3, seen)


def test_a_newer_document_is_refused_in_a_sentence() -> None:
    with pytest.raises(ManifestError) as caught:
        upgraded({"manifest_version": 4, "tools": []}, 3, UPGRADES_TO_3)
    sentence = "its format has version 4, and this toolgen reads versions up to 3: install a newer toolgen"
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "document",
    [None, [], {}, {"tools": []}, {"manifest_version": 1}, {"manifest_version": "1", "tools": []}],
    ids=str,
)
def test_what_is_no_manifest(document: Any) -> None:
    with pytest.raises(ManifestError, match="it is not a manifest"):
        upgraded(document)


def test_every_older_version_can_be_upgraded() -> None:
    assert [*UPGRADES] == [*range(1, MANIFEST_VERSION)]
