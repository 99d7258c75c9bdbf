"""Runs scripts where a framework is, each in a fork of a process that has imported it: `forking.py MODULE…`.

A line of stdin is a job as JSON: the `arguments` that Python would be given, a script or `-c` with a text first, the
folder `cwd` where it runs, and the files `streams` for its standard streams. Prints its exit code when it has ended.
"""

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import sys
import traceback
import types
from pathlib import Path


def run(arguments):
    """As Python does it."""
    if arguments[0] == "-c":
        sys.argv, sys.path[0] = ["-c", *arguments[2:]], ""
        sys.modules["__main__"] = main = types.ModuleType("__main__")
        exec(compile(arguments[1], "<string>", "exec"), vars(main))
    else:
        sys.argv, sys.path[0] = arguments, str(Path(arguments[0]).parent)
        runpy.run_path(arguments[0], run_name="__main__")


def begin(arguments, cwd, streams):
    """Run and end, with the exit code that Python ends with."""
    code = 1
    signal.alarm(600)
    try:
        for target, (path, mode) in enumerate(zip(streams, ("r", "w", "w"), strict=True)):
            with Path(path).open(mode) as stream:
                os.dup2(stream.fileno(), target)
        standard = (os.fdopen(target, mode, encoding="utf-8") for target, mode in enumerate("rww"))
        sys.stdin, sys.stdout, sys.stderr = standard
        os.chdir(cwd)
        run(arguments)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main(*modules):
    # What is imported stays: the collector of garbage need not go over it, neither meanwhile nor in each fork.
    gc.disable()
    with contextlib.redirect_stdout(sys.stderr):
        for module in modules:
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    gc.freeze()
    gc.enable()
    for line in sys.stdin:
        if not (child := os.fork()):
            begin(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
