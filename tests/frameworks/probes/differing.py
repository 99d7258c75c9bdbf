"""What dispatch and a framework make of calls: `differing.py FOLDER`, in an environment that holds the framework.

FOLDER holds the module `called`, the current folder a module for each tool, of its name, and the package `generated`.
Calls are a JSON object of names to JSON texts on stdin. Prints a JSON object of names to two outcomes, ours and the
framework's: what the function would be handed, as Python writes it, or `refused`.
"""

import contextlib
import importlib
import json
import os
import sys


def refusal(name):
    """Why the framework has no such tool; None where it has."""
    try:
        importlib.import_module(name)
    except ValueError as error:
        return str(error)
    return None


def living():
    """The tools by their names, and what calls them: of all modules at once, since that goes through all objects."""
    from called import FRAMEWORKS, alive

    return {tool.name: (tool, by) for _, *place, _, by in FRAMEWORKS for tool in alive(*place)}


def compared(name, text, tool, by):
    from called import RULES, both, same
    from generated import dispatch

    ours, theirs, *_ = both(name, dispatch, tool, by)(text, json.loads(text))
    shown = outcome(ours)
    return shown, shown if same(ours, theirs, RULES["identical"]) else outcome(theirs)


def outcome(given):
    from called import Refused

    return "refused" if isinstance(given, Refused) else ", ".join(map(repr, given.values()))


def main(folder):
    calls = json.load(sys.stdin)
    sys.path[:0] = [".", folder]
    with contextlib.redirect_stdout(sys.stderr):
        refused = {name: (why,) * 2 for name in calls if (why := refusal(name)) is not None}
        tools = living()
        found = {name: refused.get(name) or compared(name, text, *tools[name]) for name, text in calls.items()}
    json.dump(found, sys.stdout)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
