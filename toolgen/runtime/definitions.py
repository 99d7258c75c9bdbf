"""The tools as a provider's interface takes them."""

from __future__ import annotations

from toolgen.providers import TARGETS
from toolgen.runtime.loading import generated, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.model.types import Json
    from toolgen.providers import Target
    from toolgen.runtime.sources import Source


def built(source: Source, target: Target, is_dynamic: bool) -> Json:
    """What the build wrote for `target`, beside the manifest `source`; None where the manifest has to be read."""
    file = f"{target}.json"
    text = generated(source, file, is_dynamic)
    return None if text is None else read_json(source, file, text)


def check(target: str) -> None:
    """Raises ValueError for a target that there is not."""
    if target not in TARGETS:
        raise ValueError(f"{target!r} is not a target: {', '.join(TARGETS)}")
