"""Registrations: functions that a module hands to a server, in lists, loops, functions and under conditions."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from strategies.project import Project, projects
from strategies.scope import Draw

_SERVER = """
from fastmcp import FastMCP

mcp = FastMCP("server")
"""
_FUNCTIONS = '''
def one(limit: int = 3, mode: Literal["a", "b"] = "a") -> str:
    """One."""


def two(path: Annotated[str, Field(description="Where.", max_length=9)]) -> None:
    """Two."""


def three() -> None:
    """Three."""

'''
_FORMS = """
for function in [one, two]:
    mcp.add_tool(function)
##
[mcp.add_tool(function) for function in [one, two, three] if function.__name__ != 'three']
##
FastMCP('other', tools=[one, two])
##
FastMCP('other', tools=[function for function in [one, two, three] if function is not three])
##
TABLE = [(one, 'first', ['x']), (two, 'second', ['y', 'z'])]
for function, name, tags in TABLE:
    mcp.tool(function, name=name, tags=set(tags))
##
def fill(server):
    chosen = [one, two]
    for function in chosen:
        server.add_tool(function)
fill(mcp)
##
def fill(server):
    @server.tool(name='inner', tags=['a', 'b'])
    def inner(limit: int = 3) -> str:
        'Inner.'
fill(mcp)
##
def register(mcp: FastMCP):
    @mcp.tool()
    def inner(limit: int = 3) -> str:
        'Inner.'
##
def listed(every):
    chosen = [one]
    chosen += [three] if every else [two]
    return chosen
for function in listed(False):
    mcp.tool(function)
##
class Holder:
    add = mcp.tool
Holder.add(one)
##
mcp.tool(description='About one.')(one)
##
if len([one]) == 1:
    mcp.tool(one)
else:
    mcp.tool(two)
##
import os
os.environ.get('SET') and mcp.tool(one)
mcp.tool(two) if os.environ.get('SET') else mcp.tool(three)
##
TABLE = {'first': one, 'second': two} | {'third': three}
TABLE.pop('third')
for name, function in TABLE.items():
    mcp.tool(function, name=name)
##
def fill():
    def now(function): function()
    @now
    def later():
        chosen = [one, two]
        del chosen[0]
        for function in chosen:
            mcp.tool(function)
fill()
##
def fill(function):
    class Holder:
        tool = mcp.tool(function)
fill(one)
##
def listed(functions):
    for function in functions:
        match function.__name__:
            case 'three':
                continue
            case _:
                yield function
for function in listed([one, three]):
    mcp.tool(function)
##
class Holder:
    def __init__(self, server, prefix='held'):
        self.functions = [one, two]
        for function in self.functions:
            server.tool(function, name=f'{prefix}_{function.__name__[:3]}')
Holder(mcp)
##
import functools
def fill(depth):
    if depth:
        return fill(depth - 1)
    functools.partial(mcp.tool, name='first')(one)
fill(2)
##
try:
    raise ValueError
    mcp.tool(one)
except ValueError:
    mcp.tool(two)
else:
    mcp.tool(three)
##
from typing import NamedTuple
class Holder(NamedTuple):
    function: object
    name: str = 'first'
    is_on: bool = True
for each in [Holder(one), Holder(two, 'second', is_on=False), Holder(function=three, name='third')]:
    if each.is_on:
        mcp.tool(each.function, name=each.name)
"""


@st.composite
def registering(draw: Draw) -> Project:
    """A project whose module of tools also registers functions, in some ways, or in none."""
    project = draw(projects())
    forms = draw(st.lists(st.sampled_from(_FORMS.split("##")), max_size=4, unique=True))
    texts = [_numbered(_FUNCTIONS + form, number) for number, form in enumerate(forms)]
    return Project({**project.files, "tools.py": "".join([project.files["tools.py"], _SERVER, *texts])}, project.tools)


def _numbered(text: str, number: int) -> str:
    """`text` with names of its own for all that it defines."""
    return re.sub(r"\b(one|two|three|inner|first|second|third|held|fill|listed|Holder|TABLE)\b", rf"\1_{number}", text)
