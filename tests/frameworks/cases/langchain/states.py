"""What langgraph supplies."""

from typing import Annotated, Any

from langchain_core.tools import InjectedToolCallId, tool
from langgraph.prebuilt import InjectedState, InjectedStore, ToolRuntime


@tool
def remember(
    text: str,
    state: Annotated[dict, InjectedState],
    messages: Annotated[list, InjectedState("messages")],
    store: Annotated[Any, InjectedStore()],
    call: Annotated[str, InjectedToolCallId],
) -> str:
    """Remember a text."""
    return text


@tool
def recall(word: str, runtime: ToolRuntime, limit: int = 3) -> str:
    """Recall texts with a word."""
    return word
