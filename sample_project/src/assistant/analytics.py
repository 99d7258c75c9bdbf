"""What the history says of the tools: how often each was called, what failed, and how long it took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from toolgen.runtime import CallRecord

_ROW, _TOP, _WIDTH = 28, 44, 800
_CALLS, _SECONDS = (190, 180), (480, 160)
"""Where the bars of the calls and those of the seconds begin, and how long the longest of each is."""
_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1b2430 } .head { font-weight: 600 } .ground { fill: #ffffff }
.calls { fill: #3451d1 } .errors { fill: #b3261e } .p95 { fill: #b9c4f0 } .median { fill: #3451d1 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaf0 } .ground { fill: #14171c } .calls, .median { fill: #93a8ff } .errors { fill: #ff9d95 }
  .p95 { fill: #3a4fb8 }
}
"""


@dataclass(frozen=True)
class ToolStatistics:
    """The finished calls of a tool. The percentiles are of the seconds of those that were made, None where that is not
    known of any; what a person took to agree is not among them."""

    name: str
    calls: int
    errors: int
    median: float | None
    p95: float | None
    p99: float | None


def statistics(records: Iterable[CallRecord]) -> list[ToolStatistics]:
    """One row for each tool that was called, the one with the most calls first."""
    by_tool: dict[str, list[CallRecord]] = defaultdict(list)
    for record in records:
        if record.status == "finished":
            by_tool[record.name].append(record)
    rows = [_row(name, found) for name, found in by_tool.items()]
    return sorted(rows, key=lambda row: (-row.calls, row.name))


def percentile(seconds: Sequence[float], share: float) -> float | None:
    """The smallest of `seconds` that at least this share of them does not exceed (nearest rank); None of none."""
    return sorted(seconds)[max(0, ceil(len(seconds) * share) - 1)] if seconds else None


def table(rows: Sequence[ToolStatistics]) -> str:
    """The rows as text, in columns."""
    lines = [f"{'tool':<24} {'calls':>6} {'errors':>6} {'median':>13} {'p95':>13} {'p99':>13}"]
    for row in rows:
        times = " ".join(f"{_ms(seconds):>13}" for seconds in (row.median, row.p95, row.p99))
        lines.append(f"{row.name:<24} {row.calls:>6} {row.errors:>6} {times}")
    return "\n".join(lines)


def plot(rows: Sequence[ToolStatistics]) -> str:
    """An SVG picture: the calls of each tool, red as far as they failed, and its seconds, the median within the p95."""
    most = max((row.calls for row in rows), default=1)
    slowest = max((row.p95 or 0.0 for row in rows), default=0.0) or 1.0
    height = _TOP + _ROW * len(rows) + 12
    heads = _text(_CALLS[0], 26, "calls, and errors", "head") + _text(_SECONDS[0], 26, "median, and p95", "head")
    bars = "".join(_bars(row, _TOP + index * _ROW, most, slowest) for index, row in enumerate(rows))
    ground = f'<rect class="ground" width="{_WIDTH}" height="{height}"/>'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}">'
    return f"{start}<title>The calls of each tool</title><style>{_STYLE}</style>{ground}{heads}{bars}</svg>\n"


def _bars(row: ToolStatistics, top: int, most: int, slowest: float) -> str:
    (calls, length), (seconds, scale) = _CALLS, _SECONDS
    p95, median = ((share or 0.0) / slowest * scale for share in (row.p95, row.median))
    counted = f"{row.calls}, {row.errors} failed" if row.errors else f"{row.calls}"
    return "".join(
        (
            _text(calls - 10, top + 14, row.name, "name", "end"),
            _bar("calls", calls, top, row.calls / most * length),
            _bar("errors", calls, top, row.errors / most * length),
            _text(calls + row.calls / most * length + 6, top + 14, counted),
            _bar("p95", seconds, top, p95),
            _bar("median", seconds, top, median),
            _text(seconds + p95 + 6, top + 14, f"{_ms(row.median)}, {_ms(row.p95)}"),
        )
    )


def _bar(kind: str, left: int, top: int, length: float) -> str:
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{length:.1f}" height="18" rx="3"/>' if length else ""


def _text(left: float, base: int, text: str, kind: str = "value", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{left:.1f}" y="{base}" text-anchor="{anchor}">{escape(text)}</text>'


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1000:,.1f} ms"


def _row(name: str, records: Sequence[CallRecord]) -> ToolStatistics:
    seconds = [record.seconds for record in records if record.seconds]
    errors = sum(record.error is not None for record in records)
    return ToolStatistics(name, len(records), errors, *(percentile(seconds, share) for share in (0.5, 0.95, 0.99)))
