"""What comes of calls: `dispatched.py FOLDER`, in an environment that holds the framework, with calls as JSON on stdin.

FOLDER holds the modules of the tools, the current folder the package `generated`. A call is a list of a tool's name and
its arguments. Prints a JSON object of names to null, or to what was raised.
"""

import asyncio
import contextlib
import inspect
import json
import sys


async def main(folder):
    calls = json.load(sys.stdin)
    outcomes = {}
    with contextlib.redirect_stdout(sys.stderr):
        sys.dont_write_bytecode = True
        sys.path[:0] = [".", folder]
        from generated import dispatch

        for name, arguments in calls:
            try:
                outcomes[name] = None
                result = await dispatch.dispatch(name, arguments)
                if inspect.iscoroutine(result):
                    outcomes[name] = "the result was not awaited"
            except Exception as error:
                outcomes[name] = repr(error)
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
