"""Which functions and classes are tools: by decorators, calls, lists and bases."""
