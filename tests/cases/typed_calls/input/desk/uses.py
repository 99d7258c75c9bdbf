from collections.abc import AsyncIterator
from typing import Any, assert_type

import desk.tools
from desk.models import Priority, Task
from desk.generated.dispatch import Dispatcher, Fault, InvalidArguments, bind, call, dispatch, tools
from toolgen.runtime import Toolbox


async def use(name: str) -> None:
    assert_type(await tools.add_reminder(text="x", priority=Priority.HIGH), Task)
    assert_type(await tools.watch(seconds=1), AsyncIterator[int])
    assert_type(await tools.join(parts=["a"], labels={}), str)
    assert_type(await tools.inner(), int)
    assert_type(await tools.a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits(a=1, db="x"), int)
    assert_type(await tools.a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits(), int)
    assert_type(await call("add_reminder", {"text": "x"}), Any)
    assert_type(await dispatch(name, "{}"), Any)
    bind(Agent=desk.tools.Agent(), Search=desk.tools.Search(), inner=lambda: 1, context={"db": "x"})
    Toolbox.load(Dispatcher(desk.tools.Agent(), context={"db": "x"}))
    try:
        await dispatch("watch", {"seconds": 1})
    except InvalidArguments as error:
        assert_type(error.faults, list[Fault])
