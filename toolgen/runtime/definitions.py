"""The tools as a provider's interface takes them."""

from __future__ import annotations

from toolgen.providers import TARGETS, target
from toolgen.runtime.loading import generated, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgen.model.json_values import Json
    from toolgen.providers.options import Options
    from toolgen.runtime.sources import Source


def built(source: Source, name: str, is_dynamic: bool) -> Json:
    """What the build wrote for a target, beside the manifest `source`; None where the manifest has to be read."""
    file = f"{name}.json"
    text = generated(source, file, is_dynamic)
    return None if text is None else read_json(source, file, text)


def check(name: str) -> None:
    """Raises ValueError for a target that there is not."""
    if name not in TARGETS:
        target(name)


def options(settings: Mapping[str, Json], name: str) -> Options | None:
    """What the manifest says of how the target `name` is told of tools."""
    said = settings.get("targets", {}).get(name)
    if said is None:
        return None
    from toolgen.providers.options import decoded

    return decoded(said)
