"""The project's own spelling of the marker, for the modules of this package."""

from toolgen import tool as agent_tool

__all__ = ["agent_tool"]
