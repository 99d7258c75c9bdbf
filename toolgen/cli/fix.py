"""`toolgen fix`: mend in the source what has one right answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import click

from toolgen.cli.project import config_option
from toolgen.cli.rewriting import carry_out, diff_option, planned
from toolgen.config.reading import load
from toolgen.diagnostics.codes import CODES
from toolgen.diagnostics.suggest import suggest
from toolgen.rewrite.comments import baseline
from toolgen.rewrite.descriptions import PLACES, PlaceName, moving
from toolgen.rewrite.fixes import chosen


def _codes(known: Collection[str], reason: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Reads a list of codes, and tells of those that are not `known` the `reason`."""

    def read(_: click.Context, __: click.Parameter, value: str) -> list[str]:
        codes = [code.strip().upper() for code in value.split(",") if code.strip()]
        for code in codes:
            if code not in known:
                raise click.BadParameter(f"`{code}` {reason}: {suggest(code, known)}")
        return codes

    return read


_FIXED = [code.id for code in CODES.values() if code.fix]
_SUPPRESSED = [code for code in CODES if code.startswith(("TG2", "TG3"))]


@click.command("fix")
@click.option(
    "--select",
    metavar="CODES",
    default="",
    callback=_codes(_FIXED, "has no fix"),
    help="Mend these alone, as TG208,TG231.",
)
@click.option(
    "--ignore",
    metavar="CODES",
    default="",
    callback=_codes(_SUPPRESSED, "cannot be suppressed"),
    help="Mend nothing, and suppress all that these say now by comments.",
)
@click.option(
    "--descriptions",
    type=click.Choice(PLACES),
    help="Mend nothing, and move all descriptions of parameters there: to the docstring, to `Field(description=…)` in "
    "`Annotated`, or to `param_descriptions` of the decorator.",
)
@click.option("--unsafe", is_flag=True, help="Take changes, too, that may change what a program does.")
@diff_option
@config_option
def command(
    start: Path, select: list[str], ignore: list[str], descriptions: PlaceName | None, unsafe: bool, is_shown: bool
) -> int:
    """Mend in the source what has one right answer.

    Shows a diff, and writes nothing without --write. The exit code of a diff is 1 where there is something to change.
    """
    config = load(start)
    asked = [baseline(ignore)] if ignore else []
    asked += [moving(descriptions)] if descriptions else []
    return carry_out(planned(config, asked or chosen(select, unsafe=unsafe)), config, is_shown=is_shown)
