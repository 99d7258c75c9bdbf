from __future__ import annotations

from depot.registry import admin


@admin.register
def wipe(depot: str) -> None:
    """Forget all that a depot has."""
