"""Strategies that write projects: two or three modules of constants, classes and tools, as people write them.

Every strategy writes source text that imports without an error. What one module defines is a `Symbol`; another module
imports it in some form, which says how its name is spelled there.

- `scope`: what a module being written can name, and the types made of it
- `values`: expressions of constants, which are defaults
- `metadata`: what stands in `Annotated` and in `Field(…)`, by the kind of the type that it narrows
- `annotations`: types in every spelling
- `enums`, `records`, `models`: classes
- `constants`: names bound to values, types and metadata
- `imports`: forms of imports, and how they spell names
- `functions`: tools, with docstrings
- `project`: modules put together
"""

from strategies.functions import Tool
from strategies.project import Project, projects

__all__ = ["Project", "Tool", "projects"]
