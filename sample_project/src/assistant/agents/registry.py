"""The agents there are, by name: each may hand a task over to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.agents.agent import Agent, AgentError, Session
from assistant.agents.coder import CoderAgent
from assistant.agents.dialog import DialogAgent
from assistant.agents.geo import GeoAgent

AGENTS: Mapping[str, type[Agent]] = {agent.name: agent for agent in (DialogAgent, CoderAgent, GeoAgent)}
MAX_DEPTH = 3
"""How many agents may wait for each other."""


@dataclass(frozen=True)
class AgentRegistry:
    """Makes agents of a session, each of which can hand over to the others. `waiting` are those that wait already."""

    session: Session
    waiting: Sequence[str] = ()

    def agent(self, name: str = DialogAgent.name) -> Agent:
        """A new agent. Raises AgentError for a name that there is not, and where too many wait."""
        if name not in AGENTS:
            raise AgentError(f"there is no agent {name!r}, but {', '.join(AGENTS)}")
        if len(self.waiting) == MAX_DEPTH:
            raise AgentError(f"{' → '.join(self.waiting)} wait for each other already: do it yourself")
        below = AgentRegistry(self.session.quiet(), (*self.waiting, name))
        return AGENTS[name](replace(self.session, hand_over=below.hand_over))

    async def hand_over(self, name: str, task: str) -> str:
        """The answer of another agent to a task."""
        return await self.agent(name).chat(task)
