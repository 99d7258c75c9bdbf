"""The build rows of the budgets: `python tests/bench/build.py`. Run it by hand, on a quiet machine.

Each row compares whole processes that run in turns; see `measure`. The trees are generated; see `tree`.
"""

from __future__ import annotations

import argparse
import json
import pstats
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median

from measure import Command, Sample, ratio, run, take_turns
from tree import FUNCTIONS_PER_MODULE, write_mixed_tree, write_plain_tree, write_tree
from vocabulary import NOUNS

TOOLS = 1_000
PLAIN_FILES = 10_000
MIXED_FILES = 1_000
_FOR_EACH_FILE = "import ast, sys\nfor path in open(sys.argv[1]).read().split():\n    with open(path, 'rb') as file:\n"
PARSE = _FOR_EACH_FILE + "        ast.parse(file.read())\n"
PARSE_WITH_LIBCST = PARSE.replace("ast", "libcst").replace("libcst.parse", "libcst.parse_module")
READ = _FOR_EACH_FILE.replace("ast, ", "") + "        b'toolgen' in file.read()\n"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a measured number, what it may be at most (None: for information), and how it came."""

    what: str
    value: float
    budget: float | None
    detail: str

    def __str__(self) -> str:
        verdict = "" if self.budget is None else "ok" if self.value <= self.budget else "over"
        budget = "" if self.budget is None else f"{self.budget:g}"
        return f"{self.what:<64} {self.value:>7.2f} {budget:>6}  {verdict:<5} {self.detail}"


@dataclass(frozen=True, slots=True)
class Bench:
    """The generated trees, each written when it is first asked for; the sizes to compare; the number of rounds."""

    folder: Path
    sizes: Sequence[int]
    rounds: int

    def tools(self, tools: int) -> Path:
        """A project of `tools` tools; `files.txt` in it lists its modules."""
        return self._written(f"tools_{tools}", lambda folder: write_tree(folder, tools))

    def plain(self) -> Path:
        """A project of `PLAIN_FILES` files without tools, listed in the same way."""
        return self._written("plain", lambda folder: write_plain_tree(folder, PLAIN_FILES))

    def mixed(self) -> Path:
        """A project of `MIXED_FILES` files, some with tools, listed in the same way, and a copy of it in `before`."""
        folder = self._written("mixed", lambda folder: write_mixed_tree(folder, MIXED_FILES))
        if not (folder / "before").exists():
            shutil.copytree(folder / "bench_mixed", folder / "before")
        return folder

    def _written(self, name: str, write: Callable[[Path], None]) -> Path:
        folder = self.folder / name
        if not (folder / "files.txt").exists():
            write(folder)
            (folder / "files.txt").write_text("\n".join(str(path) for path in sorted(folder.rglob("*.py"))))
        return folder


def build(folder: Path, *options: str) -> Command:
    """`toolgen build` with nothing there from an earlier one; `options` are the interpreter's."""
    return Command((*options, "-m", "toolgen", "build"), folder, lambda: _remove_outputs(folder))


def _remove_outputs(folder: Path) -> None:
    for child in folder.iterdir():
        if child.name not in ("bench_tools", "bench_plain", "toolgen.toml", "files.txt"):
            shutil.rmtree(child) if child.is_dir() else child.unlink()


def cold(bench: Bench) -> Iterator[Row]:
    """A build of everything, against `ast.parse` of the same files; its memory."""
    folder = bench.tools(TOOLS)
    samples = take_turns({"build": build(folder), "parse": Command(("-c", PARSE, "files.txt"), folder)}, bench.rounds)
    found = len(json.loads((folder / "generated" / "manifest.json").read_bytes())["tools"])
    if found != TOOLS:
        raise RuntimeError(f"the build found {found} tools of {TOOLS}")
    yield from _against(f"cold build, {TOOLS:,} tools ÷ ast.parse of its files", 2.5, samples, "build", "parse")
    peak = {name: median(sample.peak for sample in samples[name]) for name in samples}
    yield Row("its peak memory, MB", peak["build"], 80, f"ast.parse {peak['parse']:.0f} MB")


def growth(bench: Bench) -> Iterator[Row]:
    """What one more tool costs in larger trees, with start-up (a build of one module) taken off and left in."""
    sizes = sorted({FUNCTIONS_PER_MODULE, *bench.sizes})
    commands = {size: replace(build(bench.tools(size)), repeat=min(10, sizes[-1] // size)) for size in sizes}
    samples = take_turns({str(size): command for size, command in commands.items()}, bench.rounds)
    for quantity, unit in (("wall", "ms"), ("peak", "kB")):
        for small, large in pairwise(sizes[1:]):
            for note, start, budget in (("start-up taken off", sizes[0], 1.1), ("start-up left in", 0, None)):
                each = [_per_tool(samples, quantity, size, start) for size in (large, small)]
                what = f"{quantity} per tool, {large:,} ÷ {small:,} tools, {note}"
                yield Row(what, ratio(*each), budget, f"{median(each[0]):.3f} ÷ {median(each[1]):.3f} {unit}")


def _per_tool(samples: Mapping[str, Sequence[Sample]], quantity: str, size: int, start: int) -> list[float]:
    """`quantity` per tool in thousandths, in each turn, less that of the build of `start` tools."""
    values = [getattr(sample, quantity) for sample in samples[str(size)]]
    off = [getattr(sample, quantity) for sample in samples[str(start)]] if start else [0.0] * len(values)
    return [(value - less) / (size - start) * 1e3 for value, less in zip(values, off, strict=True)]


def plain(bench: Bench) -> Iterator[Row]:
    """Files without tools, against reading their bytes and looking for one word in them."""
    folder = bench.plain()
    commands = {
        "build": build(folder),
        "scan": Command(("-m", "toolgen", "scan", "bench_plain"), folder),
        "read": Command(("-c", READ, "files.txt"), folder),
    }
    samples = take_turns(commands, bench.rounds)
    size = sum(path.stat().st_size for path in folder.rglob("*.py")) / 1e6
    for name in ("build", "scan"):
        what = f"{name}, {PLAIN_FILES:,} files without tools, {size:.0f} MB ÷ read"
        yield from _against(what, 2.0, samples, name, "read")


def changing(bench: Bench) -> Iterator[Row]:
    """Changes of source, and the analysis without any, against parsing all files with libcst."""
    folder = bench.mixed()
    parse = Command(("-c", PARSE_WITH_LIBCST, "files.txt"), folder)
    changes = {
        "fix": ("fix", "--write"),
        "migrate": ("migrate", "--decorate", f"bench_mixed.*.{NOUNS[1]}.*", "--write"),
    }
    for name, arguments in changes.items():
        commands = {
            name: Command(("-m", "toolgen", *arguments), folder, lambda: _restore(folder)),
            "list": Command(("-m", "toolgen", "list"), folder, lambda: _restore(folder)),
            "parse": parse,
        }
        samples = take_turns(commands, bench.rounds)
        run(commands[name])
        changed = sum(path.read_bytes() != _before(folder, path).read_bytes() for path in _files(folder))
        if not changed:
            raise RuntimeError(f"{name} changed no file")
        what = f"{name}, {changed} of {len(_files(folder)):,} files change"
        yield from _against(f"{what} ÷ libcst.parse_module of all", None, samples, name, "parse")
        yield from _against(f"{what} ÷ toolgen list", None, samples, name, "list")


def _files(folder: Path) -> list[Path]:
    return [Path(path) for path in (folder / "files.txt").read_text().split()]


def _before(folder: Path, path: Path) -> Path:
    return folder / "before" / path.relative_to(folder / "bench_mixed")


def _restore(folder: Path) -> None:
    shutil.rmtree(folder / "bench_mixed")
    shutil.copytree(folder / "before", folder / "bench_mixed")


def imports(bench: Bench) -> Iterator[Row]:
    """What a tool author's process pays for the markers."""
    commands = {code: Command(("-c", code), bench.folder) for code in ("import toolgen", "pass")}
    samples = take_turns(commands, bench.rounds * 5)
    yield from _against("import toolgen ÷ python -c pass", 1.3, samples, "import toolgen", "pass")


def _against(
    what: str, budget: float | None, samples: Mapping[str, Sequence[Sample]], above: str, below: str
) -> Iterator[Row]:
    for quantity, limit, note in (("wall", budget, ""), ("cpu", None, ", cpu")):
        pair = [[getattr(sample, quantity) for sample in samples[name]] for name in (above, below)]
        yield Row(what + note, ratio(*pair), limit, f"{median(pair[0]):.3f} ÷ {median(pair[1]):.3f} s")


SECTIONS = {"cold": cold, "growth": growth, "plain": plain, "changing": changing, "import": imports}


def profile(bench: Bench, file: Path) -> None:
    """Write the cProfile of one build of `TOOLS` tools into `file`, and print its first lines."""
    run(build(bench.tools(TOOLS), "-m", "cProfile", "-o", str(file.absolute())))
    pstats.Stats(str(file)).sort_stats("tottime").print_stats(25)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=int, nargs="+", default=[100, 1_000, 10_000], help="the sizes of growth")
    parser.add_argument("--rounds", type=int, default=7, help="how many times each process runs")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="what to measure")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to keep the trees, and to find those kept")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="write a cProfile of one build instead")
    return parser.parse_args()


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as temporary:
        bench = Bench((options.keep or Path(temporary)).absolute(), options.tools, options.rounds)
        bench.folder.mkdir(parents=True, exist_ok=True)
        if options.profile:
            profile(bench, options.profile)
            return
        print(f"{'what':<64} {'found':>7} {'budget':>6}")
        for name in options.only:
            for row in SECTIONS[name](bench):
                print(row, flush=True)


if __name__ == "__main__":
    main()
