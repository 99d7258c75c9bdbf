"""Makes the modules of `support`, and the canonical form of schemas, importable by its tests."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "differential" / "support")]
