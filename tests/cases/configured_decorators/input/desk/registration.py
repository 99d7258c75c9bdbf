"""Tools that are registered on an object of which only the name is known."""

TITLES: dict[str, str] = {}


def register(desk, handlers):
    @desk.command(name="rename_ticket")
    def rename(number: int, title: str) -> None:
        """Change the title of a ticket."""
        TITLES[str(number)] = title

    for handler in handlers:
        desk.add(handler)
