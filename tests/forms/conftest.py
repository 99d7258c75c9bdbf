"""Makes the modules of `support`, and what other folders compare with, importable by the tests of the table."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [
    str(HERE / "support"),
    str(HERE.parent / "differential" / "support"),
    str(HERE.parent / "frameworks" / "support"),
]
