"""The decorator of openai-agents, as it is changed here."""


def function_tool(func=None, **options):
    """Make a tool of `func`."""
    return func
