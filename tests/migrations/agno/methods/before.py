from agno.tools import Toolkit


class Notes(Toolkit):
    def __init__(self) -> None:
        super().__init__(name="notes")
        self.register(self.add)
        self.register(self.find, name="search")

    def add(self, text: str) -> str:
        """Add a note."""
        return text

    def find(self, word: str) -> str:
        """Find notes."""
        return word
