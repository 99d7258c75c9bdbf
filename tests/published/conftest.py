"""Makes the modules of `support`, and the environments of the frameworks' tests, importable by the tests here."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "frameworks" / "support")]
