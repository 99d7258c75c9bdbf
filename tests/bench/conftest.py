"""Makes the modules of this folder importable by its tests, as they are by its scripts."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
