"""What is found is kept, but for what somebody captures."""

from __future__ import annotations

import pytest

from toolgen.diagnostics.findings import Findings


def test_kept_in_order() -> None:
    findings = Findings[str]()
    findings.append("a")
    findings += ["b", "c"]
    assert list(findings) == ["a", "b", "c"]


def test_captured_is_not_kept_unless_it_is_added() -> None:
    findings = Findings[str]()
    with findings.captured() as caught:
        findings.append("a")
        with findings.captured() as inner:
            findings.append("b")
        findings.append("c")
    assert (caught, inner, list(findings)) == (["a", "c"], ["b"], [])
    findings += caught
    assert list(findings) == ["a", "c"]


def test_findings_are_kept_again_after_an_exception() -> None:
    findings = Findings[str]()
    with pytest.raises(LookupError), findings.captured():
        raise LookupError
    findings.append("a")
    assert list(findings) == ["a"]
