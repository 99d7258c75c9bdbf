from desk.generated.dispatch import bind, call, tools


async def use() -> None:
    await call("add_reminder", {"text": "x"}, {"db": 1})  # wrong
    await tools.nothing()  # wrong
    await tools.add_reminder()  # wrong
    await tools.add_reminder(text=1)  # wrong
    await tools.add_reminder(text="x", more=1)  # wrong
    await tools.a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits(db=1)  # wrong
    text: str = await tools.search(query="x")  # wrong
    bind(Agent=1)  # wrong
    bind(Nothing=1)  # wrong
    bind(context={"db": 1})  # wrong
