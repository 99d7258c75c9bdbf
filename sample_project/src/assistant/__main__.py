"""The assistant from the command line.

| command | |
|---|---|
| `python -m assistant` | a chat, with the model that ASSISTANT_MODEL names, else with one that works offline |
| `python -m assistant --script` | a few requests, one after the other, offline |
| `python -m assistant call NAME ARGUMENTS` | one call, without a model |
| `python -m assistant stats [--svg FILE]` | what the history says of the tools |
| `python -m assistant web [--port PORT]` | the chat as a page in the browser |
| `python -m assistant telegram` | the chat as a bot |

With ASSISTANT_TELEMETRY=console spans of all calls go to stderr.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from toolgen.runtime import ApprovalPolicy, Call, Executor, HistoryError, SQLiteHistory

from assistant import catalogue, store
from assistant.agents.agent import AgentError
from assistant.llm.model import Model, ModelError

SCRIPT = (
    "Remind me in 10 minutes to check the oven",
    "Search top US news every weekday at 9am",
    "Turn off the lights daily at 1am",
    "What are my tasks?",
    "Have the geo agent show parcels where place = county and area > 10000",
)
"""What `--script` asks."""


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says, and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (AgentError, catalogue.CatalogueError, HistoryError, ModelError, OSError, store.StoreError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(f"error: {error}; `pip install 'assistant[dev]'` brings all of it", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _run(options: argparse.Namespace) -> None:
    match options.command:
        case "call":
            asyncio.run(call(options.name, options.arguments))
        case "stats":
            stats(options.svg)
        case "web":
            web(options.port)
        case "telegram":
            asyncio.run(telegram())
        case _:
            asyncio.run(chat(options.agent, SCRIPT if options.script else ()))


async def call(name: str, text: str) -> None:
    """Make one call, which is approved by being typed, and print what came of it. Raises AgentError where it failed."""
    print(f"{name} {text}")
    executor = Executor(catalogue.toolbox(), approval=ApprovalPolicy(ask=lambda record: True))
    result = await executor.run(Call(name, text))
    if result.error:
        raise AgentError(result.error["message"])
    print(f"  -> {result.value}")


def stats(svg: str | None) -> None:
    """Print what the history says of the tools, and draw it into the file `svg`."""
    from assistant import analytics

    with _history() as history:
        rows = analytics.statistics(history.records())
    print(analytics.table(rows))
    if svg:
        Path(svg).write_text(analytics.plot(rows), "utf-8")


def web(port: int) -> None:
    """Serve the page on this machine alone."""
    from assistant.interfaces.web import Server, WebChat

    with _history() as history:
        Server(WebChat(_model(), history), port).run()


async def telegram() -> None:
    """Answer as a bot until it is stopped."""
    from assistant.interfaces.telegram import TelegramBot

    with _history() as history:
        await TelegramBot.connected(_model(), history).run()


async def chat(name: str, script: Sequence[str]) -> None:
    """Talk to the agent of that name, by the keyboard or by a script, while tasks run in the background."""
    from rich.console import Console

    from assistant.agents.registry import AgentRegistry
    from assistant.interfaces.background import background, manager
    from assistant.interfaces.terminal import NAME, Terminal
    from assistant.llm.offline import OfflineModel

    terminal = Terminal(Console(), read=_agreed) if script else Terminal(Console())
    with _history() as history:
        session = terminal.session(OfflineModel() if script else _model(), history)
        agent = AgentRegistry(session).agent(name)
        async with background(manager(session, NAME, terminal.deliver)):
            for request in script:
                terminal.console.print(f"you> {request}")
                await terminal.answer(agent, request)
            if not script:
                await terminal.chat(agent)


def _agreed(question: str) -> str:
    """What a script answers to questions: nobody is at the keyboard, and all that it asks for stands in it."""
    print(f"{question}y")
    return "y"


def _model() -> Model:
    """The model of the environment, or the one that works offline."""
    from assistant.llm.from_environment import model
    from assistant.llm.offline import OfflineModel

    return model() or OfflineModel()


def _history() -> closing[SQLiteHistory]:
    """The calls of all sessions, in a file beside the store, which has to be one that can be used."""
    store.check()
    return closing(SQLiteHistory(store.path().with_name("calls.sqlite3")))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m assistant", description="An assistant with tools.")
    parser.add_argument("--agent", default="dialog", help="the agent to talk to: dialog, coder or geo")
    parser.add_argument("--script", action="store_true", help="ask a few requests, offline")
    commands = parser.add_subparsers(dest="command")
    calls = commands.add_parser("call", help="make one call")
    calls.add_argument("name", help="of the tool")
    calls.add_argument("arguments", nargs="?", default="{}", help="as JSON")
    statistics = commands.add_parser("stats", help="what the history says of the tools")
    statistics.add_argument("--svg", metavar="FILE", help="draw it into this file")
    page = commands.add_parser("web", help="a page in the browser")
    page.add_argument("--port", type=int, default=8321)
    commands.add_parser("telegram", help="a bot")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
