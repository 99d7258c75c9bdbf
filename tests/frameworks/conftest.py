"""Makes the modules of this folder, and the canonical form of schemas, importable by its tests."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "differential" / "support")]
