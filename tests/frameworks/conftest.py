"""Makes the modules of `support`, and the canonical form of schemas, importable by its tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "differential" / "support"))
sys.path.insert(0, str(Path(__file__).parent / "support"))
