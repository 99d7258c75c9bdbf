"""Unified diffs: the format is that of the real `diff` and `patch`, the size has a limit."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import effort
from toolgen.output.unified_diff import LIMIT, LONGEST, unified_diff


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("a\nb\n", "a\nb\n", []),
        (None, "", []),
        ("a\n", "b\n", ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b"]),
        (None, "a\n", ["--- /dev/null", "+++ b/x", "@@ -0,0 +1 @@", "+a"]),
        ("a\n", None, ["--- a/x", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"]),
        ("a\nb", "a\nb\n", ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"]),
        ("a\x0cb\u2028c\n", "a\n", ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a\x0cb\u2028c", "+a"]),
    ],
)
def test_the_lines_of_a_diff(old: str | None, new: str | None, expected: list[str]) -> None:
    assert unified_diff("x", old, new) == expected


TEXT = st.lists(st.sampled_from("abc"), max_size=30).map("\n".join)


@settings(max_examples=50, deadline=None)
@given(st.lists(TEXT, min_size=1, max_size=4), st.data())
def test_patch_turns_the_old_text_into_the_new_one(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], data: st.DataObject
) -> None:
    old = "\n".join(parts)
    new = "\n".join(data.draw(st.sampled_from([part, "", f"{part}\nd", f"d\n{part}"])) for part in parts)
    path = Path(tmp_path_factory.getbasetemp(), "x")
    path.write_text(old)
    diff = "\n".join(unified_diff("x", old, new))
    if diff:
        subprocess.run(["patch", "-p1", "-F0", "-s", "-u"], cwd=path.parent, input=f"{diff}\n", text=True, check=True)
    # `patch` removes a file that becomes empty.
    assert (path.read_text() if path.exists() else "") == new


def test_context_is_three_lines() -> None:
    old = [str(number) for number in range(100)]
    new = [*old[:20], "new", *old[20:60], *old[61:]]
    diff = unified_diff("x", "\n".join(old), "\n".join(new))
    assert diff[2:] == [
        *["@@ -18,6 +18,7 @@", " 17", " 18", " 19", "+new", " 20", " 21", " 22"],
        *["@@ -58,7 +59,6 @@", " 57", " 58", " 59", "-60", " 61", " 62", " 63"],
    ]


def test_a_long_diff_says_what_it_leaves_out() -> None:
    diff = unified_diff("x", None, "a\n" * 1000)
    assert len(diff) == LIMIT + 1
    assert diff[-1] == f"… {1_003 - LIMIT} more lines"  # 1,000 lines and three of the header


def test_a_long_line_is_cut_and_says_how_long_it_is() -> None:
    diff = unified_diff("x", "a" * 5_000 + "\n", "b\n")
    assert diff[3:] == [f"-{'a' * (LONGEST - 1)}… (5,000 characters)", "+b"]


def test_a_huge_file_takes_no_time() -> None:
    old = [str(number % 50) for number in range(200_000)]
    diff = partial(unified_diff, "x", "\n".join(old), "\n".join(reversed(old)))
    assert effort(diff, 400) <= 400
    assert diff()[-1].endswith(" more lines")
    # A change at both ends of it is too much to compare; one in the middle is not.
    middle = [*old[:100_000], "new", *old[100_000:]]
    assert unified_diff("x", "\n".join(old), "\n".join(middle))[2] == "@@ -99998,6 +99998,7 @@"


def test_what_repeats_itself_is_compared_between_lines_that_do_not() -> None:
    old = [line for n in range(400) for line in (f"def f{n}():", "    '''", "    x", "    '''", "    return x", "", "")]
    new = ["    y" if line == "    x" else line for line in old]
    changed = [row for row in unified_diff("f.py", "\n".join(old), "\n".join(new), is_whole=True)[2:] if row[0] in "+-"]
    assert changed == ["-    x", "+    y"] * 400
