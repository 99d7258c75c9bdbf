"""The agents there are, by name: each may hand a task over to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from assistant.agents.agent import Agent, AgentError, HandOver, Session
from assistant.agents.coder import CoderAgent
from assistant.agents.dialog import DialogAgent
from assistant.agents.geo import GeoAgent

AGENTS: Mapping[str, type[Agent]] = {agent.name: agent for agent in (DialogAgent, CoderAgent, GeoAgent)}
MAX_DEPTH = 3
"""How many agents may wait for each other."""
MAX_HAND_OVERS = 12
"""How many tasks agents may hand over for one request, all together."""


@dataclass(frozen=True)
class AgentRegistry:
    """Makes agents of a session, each of which can hand over to the others.

    `waiting` are those that wait already, and `handed_over` the names of all that were given a task for this request.
    """

    session: Session
    waiting: Sequence[str] = ()
    handed_over: list[str] = field(default_factory=list)

    def agent(self, name: str = DialogAgent.name) -> Agent:
        """A new agent. Raises AgentError for a name that there is not, and where too many wait."""
        if name not in AGENTS:
            raise AgentError(f"there is no agent {name!r}, but {', '.join(AGENTS)}")
        if len(self.waiting) == MAX_DEPTH:
            raise AgentError(f"{' → '.join(self.waiting)} wait for each other already: do it yourself")
        return AGENTS[name](replace(self.session, handing_over=partial(self._below, name)))

    def _below(self, name: str) -> HandOver:
        """What the agent `name` hands over by. A request of a person begins to count, one of an agent goes on."""
        handed_over = self.handed_over if self.waiting else []
        return AgentRegistry(self.session.quiet(), (*self.waiting, name), handed_over).hand_over

    async def hand_over(self, name: str, task: str) -> str:
        """The answer of another agent to a task. Raises AgentError where too many were handed over."""
        agent = self.agent(name)
        if len(self.handed_over) == MAX_HAND_OVERS:
            raise AgentError(f"{MAX_HAND_OVERS} tasks were handed over for this request already: do it yourself")
        self.handed_over.append(name)
        return await agent.chat(task)
