from desk.generated.dispatch import ToolName, bind, call

name: ToolName = "nothing"  # wrong


async def use() -> None:
    await call("nothing", {})  # wrong
    await call("add_reminder", {})  # wrong
    await call("add_reminder", {"text": 1})  # wrong
    await call("add_reminder", {"text": "x", "more": 1})  # wrong
    await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1})  # wrong
    await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1}, {"db": 1})  # wrong
    text: str = await call("search", {"query": "x"})  # wrong
    bind(Agent=1)  # wrong
    bind(Nothing=1)  # wrong
