from abc import ABC, abstractmethod


class Chore(ABC):
    category = "chores"

    @abstractmethod
    def execute(self, desk: str) -> str: ...


class Clean(Chore):
    name = "clean_desk"

    @property
    def description(self) -> str:
        return "Clean a desk."

    def execute(self, desk: str, thoroughly: bool = False) -> str:
        return f"{desk} is clean"
