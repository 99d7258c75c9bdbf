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


def compared(name, text):
    from called import FRAMEWORKS, RULES, alive, both, same
    from generated import dispatch

    try:
        importlib.import_module(name)
    except ValueError as error:
        return (str(error),) * 2  # the framework has no such tools
    live = [(tool, by) for _, *place, _, by in FRAMEWORKS for tool in alive(*place)]
    tool, by = next((tool, by) for tool, by in reversed(live) if tool.name == name)
    ours, theirs, *_ = both(name, dispatch, tool, by)(text, json.loads(text))
    shown = outcome(ours)
    return shown, shown if same(ours, theirs, RULES["identical"]) else outcome(theirs)


def outcome(given):
    from called import Refused

    return "refused" if isinstance(given, Refused) else ", ".join(map(repr, given.values()))


def main(folder):
    calls = json.load(sys.stdin)
    sys.dont_write_bytecode = True
    sys.path[:0] = [".", folder]
    with contextlib.redirect_stdout(sys.stderr):
        found = {name: compared(name, text) for name, text in calls.items()}
    json.dump(found, sys.stdout)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
