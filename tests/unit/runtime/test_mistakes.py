"""What is said of the mistakes that people make with the runtime: a sentence that names the place or the way out."""

from __future__ import annotations

import asyncio
import builtins
import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import Call, Executor, ManifestError, RegistrationError, Toolbox


def test_a_path_where_nothing_is_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        Toolbox.load(tmp_path / "generatd")
    assert str(caught.value) == f"{tmp_path / 'generatd'}: there is no such file; `toolgen build` writes it"


@pytest.mark.parametrize("origin", [5, None, json, builtins, object()])
def test_what_no_tools_can_be_loaded_from(origin: Any) -> None:
    with pytest.raises(TypeError, match="is no dispatch module; a path, a module or a Source was expected"):
        Toolbox.load(origin)


def test_duplicates_are_warned_of_or_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"`on_duplicate` is \"warn\" or \"error\", not 'eror'"):
        Toolbox.load(tmp_path, on_duplicate="eror")  # type: ignore[arg-type]


def test_a_generated_file_that_is_damaged_is_named(write: Callable[..., Path]) -> None:
    path = write("a", {"name": "add"})
    path.with_name("openai.json").write_text("[")
    with pytest.raises(ManifestError) as caught:
        Toolbox.load(path).definitions("openai")
    assert str(caught.value).startswith(f"{path.with_name('openai.json')}: it is not JSON: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("<<<<<<< HEAD", "SyntaxError: invalid syntax (dispatch.py, line 1)"),
        ("", "TypeError: it has no function `dispatch`, so that `toolgen build` did not write it"),
    ],
)
def test_a_dispatch_module_that_fails_is_an_error_of_the_call(
    text: str, reason: str, write: Callable[..., Path]
) -> None:
    path = write("not importable", {"name": "add"})
    path.with_name("dispatch.py").write_text(text)
    toolbox = Toolbox.load(path)
    message = f"'add' cannot be called: the dispatch module beside {path} fails: {reason}"
    result = asyncio.run(Executor(toolbox).run(Call("add")))
    assert result.error == {"code": "not_callable", "message": message}
    with pytest.raises(Exception, match="cannot be called"):
        toolbox.dispatch_sync("add", {})


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda: None, "is no function with a name: give a function, and a `name` if it has none"),
        (functools.partial(print), "is no function with a name: give a function, and a `name` if it has none"),
        (5, "5 is no function with a name: give a function, and a `name` if it has none"),
        (json.loads, "no manifest has a tool 'loads': give its `input_schema`"),
    ],
)
def test_what_cannot_be_registered(function: Any, message: str, shop: Toolbox) -> None:
    with pytest.raises(RegistrationError) as caught:
        shop.register(function)
    assert str(caught.value).endswith(message)


def test_a_name_that_is_misspelt_is_not_taken_for_a_new_tool(shop: Toolbox) -> None:
    with pytest.raises(RegistrationError) as caught:
        shop.register(print, name="place_ordre")
    message = "no manifest has a tool 'place_ordre'; did you mean 'place_order'? A new one needs its `input_schema`"
    assert str(caught.value) == message


def test_a_listener_that_nobody_would_await(shop: Toolbox) -> None:
    async def listener(event: object) -> None:
        raise AssertionError(event)

    with pytest.raises(TypeError, match="a listener is not async: put events into a queue"):
        Executor(shop, listeners=[listener])


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_that_lets_nothing_run(limit: int, shop: Toolbox) -> None:
    with pytest.raises(ValueError, match=f"at least one call has to be made at a time, not {limit}"):
        asyncio.run(Executor(shop).run_all([Call("add", {"a": 1})], limit=limit))
