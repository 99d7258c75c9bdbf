from agent import COMPUTED, TOOLS, call_tool

print(sorted(tool["function"]["name"] for tool in [*TOOLS, *COMPUTED]))
for name, arguments in [
    ("root", {"a": 1}),
    ("logged", {"a": 1}),
    ("renamed", {"a": 1}),
    ("classed", {"when": "2026-01-31"}),
    ("sloppy", {"a": 1}),
    ("any_name", {"a": 1}),
    ("whole", {"a": 1}),
    ("good", {"a": 1}),
]:
    print(name, call_tool(name, arguments))
