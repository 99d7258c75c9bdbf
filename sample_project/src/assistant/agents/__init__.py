"""Agents: what they are told, which tools they have, and the loop that they share."""
