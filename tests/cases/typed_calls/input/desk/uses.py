from collections.abc import AsyncIterator
from typing import Any, assert_type

import desk.tools
from desk.models import Priority, Task
from desk.generated.dispatch import Fault, InvalidArguments, ToolName, bind, call, dispatch


async def use(name: ToolName) -> None:
    assert_type(await call("add_reminder", {"text": "x", "priority": Priority.HIGH}), Task)
    assert_type(await call("watch", {"seconds": 1}), AsyncIterator[int])
    assert_type(await call("join", {"parts": ["a"], "labels": {}}), str)
    assert_type(await call("inner", {}), int)
    assert_type(
        await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1}, {"db": "x"}), int
    )
    assert_type(await dispatch(name, "{}"), Any)
    bind(Agent=desk.tools.Agent(), Search=desk.tools.Search(), inner=lambda: 1)
    try:
        await dispatch("watch", {"seconds": 1})
    except InvalidArguments as error:
        assert_type(error.faults, list[Fault])
