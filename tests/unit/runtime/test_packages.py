"""What a manifest names is imported only from the packages that the application allows."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from toolgen.runtime import CallError, Toolbox, package

ADD = {"a": 1}


@pytest.mark.parametrize("packages", [None, ["corner_shop"], ["other", "corner_shop"]])
@pytest.mark.usefixtures("shop")
def test_what_is_allowed(shop_folder: Path, packages: Sequence[str] | None) -> None:
    generated = shop_folder / "corner_shop" / "generated"
    for origin in (generated, package("corner_shop.generated")):
        toolbox = Toolbox.load(origin, packages=packages)
        assert toolbox.dispatch_sync("add", ADD) == 2
        assert toolbox.verify() == []


@pytest.mark.parametrize("packages", [[], ["other"], ["corner"], ["corner_shop.inner"]])
@pytest.mark.usefixtures("new_shop")
def test_what_is_not(shop_folder: Path, packages: Sequence[str]) -> None:
    toolbox = Toolbox.load(shop_folder / "corner_shop" / "generated", packages=packages)
    assert toolbox.names
    assert toolbox.definitions("openai")
    with pytest.raises(CallError, match="'add' cannot be called: corner_shop is in none of the packages") as raised:
        toolbox.dispatch_sync("add", ADD)
    assert raised.value.code == "not_callable"
    assert "corner_shop is not imported" in toolbox.verify()[0].message
    assert not {name for name in sys.modules if "corner_shop" in name}


def test_a_manifest_that_names_something_else(shop_folder: Path, tmp_path: Path) -> None:
    manifest = json.loads((shop_folder / "corner_shop" / "generated" / "manifest.json").read_text())
    for tool in manifest["tools"]:
        tool["source"] |= {"module": "antigravity", "qualname": "fly"}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    mismatches = Toolbox.load(tmp_path, packages=["corner_shop"]).verify()
    assert "antigravity is not imported" in mismatches[0].message
    assert "antigravity" not in sys.modules


@pytest.mark.usefixtures("shop")
def test_a_dispatch_module_of_another_package() -> None:
    toolbox = Toolbox.load(package("corner_shop.generated"), packages=["corner_shop.tools"])
    with pytest.raises(CallError, match=r"corner_shop\.generated\.dispatch is in none of the packages"):
        toolbox.dispatch_sync("add", ADD)


def test_a_function_that_is_registered_needs_no_package() -> None:
    toolbox = Toolbox.load(packages=[])
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    toolbox.register(lambda a: a, name="own", description="Own.", input_schema=schema)
    assert toolbox.dispatch_sync("own", {"a": 3}) == 3
