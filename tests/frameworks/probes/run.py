"""What a framework makes of some modules: `run.py PROBE FOLDER MODULE…`, in an environment that holds the framework.

Imports each MODULE from FOLDER, asks the probe for its tools, and prints a JSON object: for each module a list of
objects with `name`, `description`, `input_schema` and `output_schema`. A module that fails is left out, with a
traceback on stderr, where also goes what the framework and the modules print.
"""

import contextlib
import importlib
import json
import sys
import traceback


def main(probe, folder, *modules):
    found = {}
    with contextlib.redirect_stdout(sys.stderr):
        tools = importlib.import_module(probe).tools
        # The framework's bytecode is kept in its environment; that of the cases would stand among the tests.
        sys.dont_write_bytecode = True
        sys.path.insert(1, folder)
        for module in modules:
            try:
                found[module] = list(tools(importlib.import_module(module)))
            except Exception:
                traceback.print_exc()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
