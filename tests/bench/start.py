"""From nothing to the first answer: the agent of the sample project, and one on a framework that imports its tools.

Both have the same functions as tools, are told by a scripted model to call one of them, and answer. Run it with an
interpreter that has `sample_project` and pydantic-ai: `python tests/bench/start.py --rounds 9`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from statistics import median

from measure import Command, Sample, take_turns

GENERATED = """
import asyncio
from toolgen.runtime import Call
from assistant.agents.agent import Session
from assistant.agents.registry import AgentRegistry
from assistant.llm.model import Assistant
from assistant.llm.scripted import ScriptedModel
model = ScriptedModel.of(Assistant("", (Call("add_reminder", {"text": "Rest"}, id="a"),)), Assistant("Done."))
agent = AgentRegistry(Session(model)).agent()
assert asyncio.run(agent.chat("Remind me to rest")) == "Done."
assert len(model.tools) == 13, len(model.tools)
"""
FRAMEWORK = """
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from assistant.tools import clock, memory, system, tasks, weather, web
def model(messages, info):
    assert len(info.function_tools) == 12, len(info.function_tools)
    if len(messages) > 1:
        return ModelResponse([TextPart("Done.")])
    return ModelResponse([ToolCallPart("add_reminder", {"text": "Rest"})])
def add_reminder(text: str) -> object:
    '''Remember something.'''
    return tasks.add_reminder(text)
def add_recurring_task(schedule: str, task_type: tasks.TaskType, description: str) -> object:
    '''Do something again and again.'''
    return tasks.add_recurring_task(schedule, task_type, description)
functions = [clock.get_current_time, memory.save_note, memory.SearchMemory().execute, system.execute_code, add_reminder]
functions += [add_recurring_task, tasks.list_tasks, tasks.cancel_task, weather.get_weather]
functions += [web.search_web, web.fetch_url, web.api_call]
assert Agent(FunctionModel(model), tools=functions).run_sync("Remind me to rest").output == "Done."
"""
NOTHING = "pass"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ASSISTANT_STORE"] = str(Path(folder) / "store.sqlite3")
        codes = {"python -c pass": NOTHING, "sample_project": GENERATED, "pydantic-ai": FRAMEWORK}
        commands = {name: Command(("-c", code), Path(folder)) for name, code in codes.items()}
        for name, samples in take_turns(commands, rounds).items():
            print(_row(name, samples))


def _row(name: str, samples: list[Sample]) -> str:
    """The medians of a command, to be compared with those of the same run."""
    wall, cpu, peak = (median(getattr(sample, what) for sample in samples) for what in ("wall", "cpu", "peak"))
    return f"{name:<16} {wall * 1000:6.0f} ms  {cpu * 1000:6.0f} ms of processor time  {peak:5.0f} MB"


if __name__ == "__main__":
    main()
