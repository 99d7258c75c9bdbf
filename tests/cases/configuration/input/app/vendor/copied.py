"""Excluded: nothing of this file is read, not even its syntax."""

from toolgen import tool


@tool
def Broken(
