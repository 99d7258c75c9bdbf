"""A server of fastmcp."""

from fastmcp import Context, FastMCP

music: FastMCP[None] = FastMCP("music")


@music.tool
def play_song(title: str, artist: str | None = None, volume: int = 5) -> bool:
    """Play a song.

    Args:
        title: Title of the song.
        artist: Who sings it.
        volume: From 0 to 10.
    """
    return volume > 0 and title != artist


@music.tool("stop_music", tags={"music"}, exclude_args=["fade"], timeout=2.5)
async def stop(ctx: Context, fade: float = 1.0) -> None:
    """Stop the music."""


class Radio:
    """Tools that are registered on the server of an instance."""

    def __init__(self) -> None:
        self.server = FastMCP("radio")
        self.register()

    def register(self) -> None:
        @self.server.tool
        def tune_radio(frequency: float) -> str:
            """Tune the radio to a frequency in megahertz."""
            return f"{frequency:.1f}"

house: FastMCP[None] = FastMCP("house")
house.mount(music, namespace="music")
