"""How many tokens each notation of `prompt.md` takes: the table in `docs/prompts.md`.

    python tests/bench/prompts.py

Tokens are those of o200k_base, which the npm package `gpt-tokenizer` brings along; it is installed into a
folder that is removed again.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from toolgen.model.notations import NOTATIONS
from toolgen.runtime import Toolbox

REPOSITORY = Path(__file__).parents[2]
CORPORA: Mapping[str, Sequence[Path]] = {
    "`sample_project`": [REPOSITORY / "sample_project/src/assistant/generated"],
    "`tests/cases`": sorted(REPOSITORY.glob("tests/cases/*/expected/manifest.json")),
}
_COUNT = """
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encode(text, { allowedSpecial: "all" }).length)));
"""


def tokens(texts: Iterable[str]) -> list[int]:
    """The number of tokens of each text."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "install", "--silent", "gpt-tokenizer@4"], check=True, cwd=folder)
        asked = json.dumps([*texts])
        done = subprocess.run(
            ["node", "-e", _COUNT], input=asked, check=True, cwd=folder, capture_output=True, text=True
        )
        found: list[int] = json.loads(done.stdout)
        return found


def rows() -> list[tuple[str, str, int, int, int]]:
    """Of each corpus and notation the number of tools, and the bytes and tokens of all prompts together."""
    boxes = {name: [*map(Toolbox.load, map(str, folders))] for name, folders in CORPORA.items()}
    texts = {
        (name, notation): "".join(box.prompt(notation=notation) for box in found)
        for name, found in boxes.items()
        for notation in NOTATIONS
    }
    counted = tokens(texts.values())
    return [
        (name, notation, sum(map(len, boxes[name])), len(text.encode()), count)
        for ((name, notation), text), count in zip(texts.items(), counted, strict=True)
    ]


def main() -> None:
    print("| tools | notation | bytes | tokens | tokens a tool |\n|---|---|---|---|---|")
    for name, notation, tools, size, count in rows():
        print(f"| {name}: {tools} | `{notation}` | {size:,} | {count:,} | {count / tools:.0f} |")


if __name__ == "__main__":
    main()
