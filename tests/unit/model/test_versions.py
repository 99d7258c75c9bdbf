"""Which versions of the manifest's format are read."""

from __future__ import annotations

from typing import Any

import pytest

from toolgen.model.versions import MANIFEST_VERSION, ManifestError, checked


def test_a_newer_document_is_refused_in_a_sentence() -> None:
    with pytest.raises(ManifestError) as caught:
        checked({"manifest_version": MANIFEST_VERSION + 1, "tools": []})
    sentence = "its format has version 2, and this toolgen reads versions up to 1: install a newer toolgen"
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "document",
    [None, [], {}, {"tools": []}, {"manifest_version": 1}, {"manifest_version": "1", "tools": []}],
    ids=str,
)
def test_what_is_no_manifest(document: Any) -> None:
    with pytest.raises(ManifestError, match="it is not a manifest"):
        checked(document)
