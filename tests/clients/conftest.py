"""Makes the modules of `support`, and those that install frameworks, importable by its tests."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "frameworks" / "support")]
