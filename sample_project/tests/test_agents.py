from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import httpx
import pytest
from conftest import Handler
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from toolgen.runtime import ApprovalPolicy, Call, CallRecord, CallSyntax, Event, MemoryHistory

from assistant import catalogue, telemetry
from assistant.agents.agent import Agent, AgentError, Session
from assistant.agents.coder import CoderAgent
from assistant.agents.dialog import DialogAgent
from assistant.agents.geo import GeoAgent, TableRegistry, extract_filters
from assistant.agents.registry import MAX_HAND_OVERS, AgentRegistry
from assistant.interfaces.background import manager
from assistant.llm.model import Assistant, Definition, Message, Results, Say
from assistant.llm.offline import OfflineModel
from assistant.llm.scripted import ScriptedModel, Turn
from assistant.scheduling import tasks

_ids = count()
TOOLBOX = catalogue.toolbox()
AGREED = ApprovalPolicy(ask=lambda record: True)


def use(name: str, **arguments: object) -> Assistant:
    return Assistant("", (Call(name, arguments, id=f"call_{next(_ids)}"),))


def session(*turns: Turn, approves: Iterable[bool] = ()) -> Session:
    """A session with a model that answers so, and a person who decides so."""
    answers = iter(approves)

    def ask(record: CallRecord) -> bool:
        return next(answers)

    return Session(ScriptedModel.of(*turns), approval=ApprovalPolicy(ask=ask))


def made(session: Session) -> list[tuple[str, object]]:
    """The calls that were made, and their values, or the codes of their errors."""
    return [(r.name, (r.error or {}).get("code") or r.value) for r in session.history.records()]


def scripted(session: Session) -> ScriptedModel:
    assert isinstance(session.model, ScriptedModel)
    return session.model


# -- the loop -------------------------------------------------------------------------------------------------------


def test_a_model_is_told_of_the_tools_of_its_agent_and_none_is_imported_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "assistant.tools.clock", raising=False)
    given = session(Assistant("Done."))
    assert asyncio.run(DialogAgent(given).chat("Hello")) == "Done."
    assert [tool["name"] for tool in scripted(given).tools] == TOOLBOX.select(
        where=lambda t: t.category not in ("files", "maps")
    ).names
    assert "assistant.tools.clock" not in sys.modules


def test_calls_of_one_answer_are_made_together_and_told_in_their_order() -> None:
    calls = use("add_reminder", text="Rest").calls + use("list_tasks", limit="all").calls
    given = session(Assistant("", calls), Assistant("Done."))
    asyncio.run(DialogAgent(given).chat("Hello"))
    told = scripted(given).messages[-1]
    assert isinstance(told, Results)
    assert [(result.id, result.ok) for result in told.results] == [(calls[0].id, True), (calls[1].id, False)]


def test_a_model_may_use_an_id_again() -> None:
    call = Assistant("", (Call("get_current_time", {}, id="call_0"),))
    given = session(call, call, Assistant("Noon."))
    assert asyncio.run(DialogAgent(given).chat("What time is it?")) == "Noon."
    told = [message for message in scripted(given).messages if isinstance(message, Results)]
    assert [(result.id, result.ok) for message in told for result in message.results] == [("call_0", True)] * 2


def test_an_agent_remembers_the_conversation() -> None:
    given = session(Assistant("Hello."), Assistant("Ada."))
    agent = DialogAgent(given)
    asyncio.run(agent.chat("I am Ada."))
    asyncio.run(agent.chat("Who am I?"))
    assert [message.text for message in scripted(given).messages if not isinstance(message, Results)] == [
        "I am Ada.",
        "Hello.",
        "Who am I?",
    ]


def test_an_agent_that_finds_no_end_is_stopped() -> None:
    class Brief(DialogAgent):
        max_rounds = 2

    given = session(*(use("get_current_time") for _ in range(3)))
    with pytest.raises(AgentError, match="after 2 rounds"):
        asyncio.run(Brief(given).chat("Hello"))


def test_an_agent_that_reads_too_much_is_stopped() -> None:
    agent = DialogAgent(session(use("get_current_time"), Assistant("Noon.")))
    agent.conversation.limit = 50
    with pytest.raises(AgentError, match="more to read than 50 characters"):
        asyncio.run(agent.chat("What time is it?"))


def test_a_subclass_may_word_what_the_model_is_told_and_what_it_answers() -> None:
    class Loud(Agent):
        name, description, categories = "loud", "", ("time",)

        def system_message(self) -> str:
            return "You are loud."

        def final_response(self, text: str) -> str:
            return text.upper()

    given = session(Assistant("hello"))
    assert asyncio.run(Loud(given).chat("Hello")) == "HELLO"
    assert scripted(given).system == "You are loud."


def test_events_are_told_as_they_come() -> None:
    events: list[Event] = []
    model = ScriptedModel.of(use("get_current_time"), Assistant("Noon."))
    asyncio.run(DialogAgent(Session(model, listeners=[events.append])).chat("What time is it?"))
    assert [(event.kind, event.tool) for event in events] == [
        ("started", "get_current_time"),
        ("finished", "get_current_time"),
    ]


@pytest.mark.parametrize(("is_approved", "outcome"), [(True, "cancelled"), (False, "approval_denied")])
def test_a_person_is_asked_before_a_task_is_cancelled(is_approved: bool, outcome: str) -> None:
    turns = use("add_reminder", text="Rest"), use("cancel_task", task_id=1), Assistant("Done.")
    given = session(*turns, approves=[is_approved])
    asyncio.run(DialogAgent(given).chat("Cancel it"))
    _, (_, value) = made(given)
    assert (value["status"] if isinstance(value, dict) else value) == outcome


@pytest.mark.parametrize("name", sorted(tool.name for tool in TOOLBOX if tool.risk_level == "high"))
def test_what_is_dangerous_requires_approval(name: str) -> None:
    assert TOOLBOX[name].requires_approval


# -- hand-over ------------------------------------------------------------------------------------------------------

CODING = (
    use("subagent", agent="coder", task="Write hello.py,\nand test it."),
    use("write_todos", todos="- [x] Think\n- [ ] Write\n- [ ] Test\n"),
    use(
        "create_file",
        path="hello.py",
        content='def greet(name):\n    return f"Hello {name}"\n\nprint(greet("World"))\n',
    ),
    use("create_file", path="test_hello.py", content='from hello import greet\nassert greet("Ada") == "Hello, Ada!"\n'),
    use("bash", command="python3 test_hello.py 2>&1 | tail -n 1"),
    use(
        "patch_file", path="hello.py", patch='@@ -2 +2 @@\n-    return f"Hello {name}"\n+    return f"Hello, {name}!"\n'
    ),
    use("bash", command="python3 test_hello.py"),
    use("cat", path="hello.py", lines="1-2"),
    use("complete_task", result="It greets,\nand its test passes."),
    Assistant("The coder says that it works."),
)
MAPPING = (
    use("subagent", agent="geo", task="Show the large parcels of the county"),
    use("add_map_layer", table="parcels", layer_id="large", filters="place = county and area > 10000"),
    Assistant("There are 30."),
    Assistant("The geo agent sees 30."),
)


@dataclass
class TextOnly(ScriptedModel):
    """Writes the calls of its script into its text, in the syntax of the agent that it serves."""

    target: str | None = None
    syntax: CallSyntax = field(default_factory=TOOLBOX.call_syntax)

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        said = await super().answer(system, messages, tools, say)
        assert not tools
        assert all(call.name in system for call in said.calls)
        written = "\n".join(self.syntax.render(call) for call in said.calls)
        return Assistant(f"{said.text}{written}\n" if written else said.text)


def asked(turns: Sequence[Turn], syntax: str | None) -> Session:
    """A session whose model has this script, and makes its calls, or writes them in a syntax."""
    script = iter(turns)
    model = TextOnly(script, syntax=TOOLBOX.call_syntax(syntax)) if syntax else ScriptedModel(script)
    return Session(model, approval=AGREED, syntax=syntax)


@pytest.mark.parametrize("syntax", [None, "json", "xml", "line"])
def test_a_coder_creates_tests_and_patches_a_program_by_calls_and_in_three_syntaxes(syntax: str | None) -> None:
    given = asked(CODING, syntax)
    assert asyncio.run(AgentRegistry(given).agent().chat("Write a program")) == "The coder says that it works."
    assert [name for name, _ in made(given)] == [c.name for turn in CODING for c in turn.calls]
    first, second = (value for name, value in made(given) if name == "bash")
    assert first == {"exit_code": 0, "stdout": "AssertionError\n", "stderr": ""}
    assert second == {"exit_code": 0, "stdout": "Hello, World!\n", "stderr": ""}
    calls = dict(made(given))
    assert calls["cat"] == 'def greet(name):\n    return f"Hello, {name}!"\n'
    assert calls["subagent"] == "It greets,\nand its test passes."


@pytest.mark.parametrize("syntax", [None, "json", "xml", "line"])
def test_a_layer_is_shown_by_another_agent_by_calls_and_in_three_syntaxes(syntax: str | None) -> None:
    given = asked(MAPPING, syntax)
    assert asyncio.run(AgentRegistry(given).agent().chat("Show them")) == "The geo agent sees 30."
    assert dict(made(given)) == {"subagent": "There are 30.", "add_map_layer": "30 found"}


def test_tasks_are_handed_over_a_limited_number_of_times_for_each_request() -> None:
    delegate = Assistant("", tuple(use("subagent", agent="geo", task="x").calls[0] for _ in range(MAX_HAND_OVERS + 1)))
    request = (delegate, *(Assistant("done") for _ in range(MAX_HAND_OVERS)), Assistant("Enough."))
    given = session(*request, *request)
    agent = AgentRegistry(given).agent()
    for _ in range(2):
        assert asyncio.run(agent.chat("Ask them all")) == "Enough."
    assert [value for _, value in made(given)] == 2 * [*["done"] * MAX_HAND_OVERS, "tool_failed"]


def test_what_is_denied_below_is_told_to_the_agent_that_asked() -> None:
    turns = (
        use("subagent", agent="coder", task="x"),
        use("bash", command="ls"),
        Assistant("I may not."),
        Assistant("No."),
    )
    given = session(*turns, approves=[False])
    assert asyncio.run(AgentRegistry(given).agent().chat("List the files")) == "No."
    assert made(given) == [("subagent", "I may not."), ("bash", "approval_denied")]


def test_what_an_agent_below_says_is_not_shown() -> None:
    said: list[str] = []
    turns = use("subagent", agent="geo", task="Rivers"), Assistant("Below."), Assistant("Above.")
    asyncio.run(AgentRegistry(Session(ScriptedModel.of(*turns), say=said.append)).agent().chat("Rivers"))
    assert "".join(said) == "Above."


@pytest.mark.parametrize(
    ("chain", "reason"), [(["poet"], "no agent 'poet'"), (["coder", "dialog", "coder"], "do it yourself")]
)
def test_agents_do_not_wait_for_each_other_without_end(chain: Sequence[str], reason: str) -> None:
    given = session(*(use("subagent", agent=name, task="x") for name in chain), *(Assistant("x") for _ in chain))
    asyncio.run(AgentRegistry(given).agent().chat("x"))
    failed = [r.error["message"] for r in given.history.records() if r.error]
    assert len(failed) == 1
    assert reason in str(failed[0])


# -- maps -----------------------------------------------------------------------------------------------------------


def test_a_layer_is_added_with_filters_and_removed() -> None:
    given = session(
        use("add_map_layer", table="parcels", layer_id="large", filters="place = county and area > 10000"),
        use("remove_map_layer", layer_id="large"),
        use("remove_map_layer", layer_id="large"),
        use("run_analysis", table="parcels", column="place"),
        Assistant("Done."),
    )
    agent = GeoAgent(given)
    asyncio.run(agent.chat("Show large parcels"))
    counts = {"city": 83, "county": 128}
    assert [value for _, value in made(given)] == ["30 found", True, False, counts]


def test_the_tables_of_a_model_are_those_of_the_registry() -> None:
    given = session(use("add_map_layer", table="parcels", layer_id="x"), Assistant("No."))
    agent = GeoAgent(given, TableRegistry({"roads": [{"id": 1}], "lakes": [{"id": 1}]}))
    asyncio.run(agent.chat("Show parcels"))
    (add,) = (tool for tool in scripted(given).tools if tool["name"] == "add_map_layer")
    assert add["input_schema"]["properties"]["table"]["enum"] == ["lakes", "roads"]
    assert made(given) == [("add_map_layer", "invalid_arguments")]


@pytest.mark.parametrize(
    ("written", "filters"),
    [
        ("area > 500", [{"column": "area", "op": ">", "value": 500.0}]),
        (
            "zone='park', area<=1e3",
            [{"column": "zone", "op": "=", "value": "park"}, {"column": "area", "op": "<=", "value": 1e3}],
        ),
        ("large ones", "large ones"),
        ([{"column": "a"}], [{"column": "a"}]),
    ],
)
def test_conditions_that_are_text_become_filters(written: object, filters: object) -> None:
    assert extract_filters({"filters": written})["filters"] == filters


def test_what_is_long_and_no_condition_is_soon_known_as_such(growth: Callable[..., float]) -> None:
    def extract(size: int) -> None:
        written = {"filters": f"place = {' ' * size}county\n{' ' * size}\nx"}
        assert extract_filters(written) == written

    assert growth(extract, 100_000) < 64


def test_a_column_that_there_is_not_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(LookupError, match="id, name, length"):
        TableRegistry.shipped().select("rivers", [{"column": "depth", "op": ">", "value": 1}])


# -- scenarios ------------------------------------------------------------------------------------------------------

SCENARIOS = [
    ("Remind me in 10 minutes to check the oven", "add_reminder", {"type": "reminder", "text": "check the oven"}),
    (
        "Search top US news every weekday at 9am",
        "add_recurring_task",
        {"type": "web_search", "schedule": "weekdays 09:00 (UTC)"},
    ),
    ("Turn off the lights daily at 1am", "add_recurring_task", {"type": "api_call", "schedule": "daily 01:00 (UTC)"}),
]


@pytest.mark.parametrize("syntax", [None, "json", "xml", "line"])
@pytest.mark.parametrize(("request_", "name", "task"), SCENARIOS, ids=[name for name, *_ in SCENARIOS])
def test_what_is_asked_becomes_a_task_by_calls_and_in_three_syntaxes(
    request_: str, name: str, task: dict[str, object], syntax: str | None
) -> None:
    model = OfflineModel(TOOLBOX.call_syntax(syntax) if syntax else None)
    given = Session(model, approval=AGREED, syntax=syntax)
    asyncio.run(AgentRegistry(given).agent().chat(request_))
    ((called, value),) = made(given)
    assert called == name
    assert isinstance(value, dict)
    assert task.items() <= value.items()


def run_all_at(moment: datetime, given: Session, interface: str = "terminal") -> list[tuple[str, str]]:
    """What the tasks deliver that are due at `moment`."""
    delivered: list[tuple[str, str]] = []

    async def deliver(owner: str, text: str) -> None:
        delivered.append((owner, text))

    made_by = manager(given, interface, deliver)
    asyncio.run(replace(made_by, now=lambda: moment).run_due())
    return delivered


def test_a_reminder_is_given_when_its_time_has_come() -> None:
    given = Session(OfflineModel())
    asyncio.run(AgentRegistry(given).agent().chat("Remind me in 10 minutes to check the oven"))
    assert run_all_at(datetime.now(UTC) + timedelta(minutes=9), given) == []
    assert run_all_at(datetime.now(UTC) + timedelta(minutes=11), given) == [("terminal", "Reminder: check the oven")]


def test_the_news_are_searched_and_told() -> None:
    given = Session(OfflineModel(), approval=AGREED)
    asyncio.run(AgentRegistry(given).agent().chat("Search US top news every weekday at 9am"))
    ((_, told),) = run_all_at(tasks.select("open", None, 1)[0].next_run, given)
    assert told.splitlines()[0] == "Search US top news:"
    assert len(told.splitlines()) == 4


def test_the_lights_are_turned_off(answer: Callable[[Handler], None], monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        requests.append(f"{request.method} {request.headers['Host']}{request.url.path}")
        return httpx.Response(200, text="ok")

    answer(handler)
    monkeypatch.setenv("ASSISTANT_ALLOWED_HOSTS", "home.lan")
    given = Session(OfflineModel(), approval=AGREED)
    asyncio.run(AgentRegistry(given).agent().chat("Turn off the lights daily at 1am"))
    run_all_at(tasks.select("open", None, 1)[0].next_run, given)
    assert requests == ["POST home.lan/lights/off"]


def test_a_person_is_asked_before_requests_are_made_again_and_again() -> None:
    given = Session(OfflineModel(), approval=ApprovalPolicy(ask=lambda record: "no"))
    asyncio.run(AgentRegistry(given).agent().chat("Turn off the lights daily at 1am"))
    assert made(given) == [("add_recurring_task", "approval_denied")]
    assert tasks.select("all", None, 1) == []


def test_a_task_of_an_agent_approves_nothing_by_itself(workspace_folder: Path) -> None:
    turns = use("subagent", agent="coder", task="x"), use("bash", command="touch a"), Assistant("No."), Assistant("No.")
    given = Session(ScriptedModel.of(*turns), approval=ApprovalPolicy(ask=lambda record: True))
    now = datetime.now(UTC)
    tasks.add(tasks.NewTask(tasks.TaskType.AGENT_TASK, "it", now, data={"prompt": "touch a"}))
    assert run_all_at(now, given) == [("terminal", "No.")]
    assert dict(made(given))["bash"] == "approval_denied"
    assert not [*workspace_folder.iterdir()]


def test_what_a_task_sets_up_is_told_to_the_conversation_of_the_task() -> None:
    given = Session(ScriptedModel.of(use("add_reminder", text="again", delay="5m"), Assistant("Done.")), "telegram")
    now = datetime.now(UTC)
    data = {"prompt": "Remind me in 5 minutes"}
    tasks.add(tasks.NewTask(tasks.TaskType.AGENT_TASK, "it", now, data=data, owner="telegram:7"))
    assert run_all_at(now, given, "telegram") == [("telegram:7", "Done.")]
    assert [task.owner for task in tasks.select("open", None, 9)] == ["telegram:7"]


def test_calls_outlive_the_agent_in_the_history_that_it_is_given() -> None:
    history = MemoryHistory()
    for _ in range(2):
        asyncio.run(CoderAgent(Session(ScriptedModel.of(use("ls"), Assistant("")), history=history)).chat("ls"))
    assert [record.name for record in history.records()] == ["ls", "ls"]


def test_spans_are_made_of_calls_where_the_environment_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    monkeypatch.setenv(telemetry.VARIABLE, "1")
    asyncio.run(DialogAgent(session(use("get_current_time"), Assistant("Noon."))).chat("What time is it?"))
    (span,) = exporter.get_finished_spans()
    assert (span.attributes or {})["gen_ai.tool.name"] == "get_current_time"
