"""What leads back to itself: by a class, by two of them, and by a list, below what may be null and what may be several."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel
from toolgen import tool


@dataclass
class Node:
    value: int
    children: "list[Node]" = field(default_factory=list)
    parent: "Node | None" = None


class Folder(BaseModel):
    """Holds files and folders."""

    kind: Literal["folder"]
    entries: "list[Folder | File]"


class File(BaseModel):
    kind: Literal["file"]
    folder: Folder | None = None


@tool
def walk(root: Node, others: dict[str, Node] | None = None) -> Node:
    """Take a tree."""
    return root


@tool
def copy(source: File | Folder, to: Folder) -> Folder:
    """Take what holds each other."""
    return to
