"""The output folder: what a plan says of it, and what applying it does and never does."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.output.files import Plan, plan
from toolgen.output.record import RECORD
from toolgen.output.writing import apply

Tree = dict[str, bytes]


def tree(root: Path) -> Tree:
    """Every file below `root`, links aside, and its bytes."""
    files = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def encoded(artifacts: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in artifacts.items()}


def build(root: Path, artifacts: Mapping[str, str], *, force: bool = False) -> list[str]:
    """Plan and apply; the diagnostics as `path code`."""
    return [f"{found.span} {found.code}" for found in apply(plan(encoded(artifacts), root, "out", force=force))]


def states(root: Path, artifacts: Mapping[str, str], *, force: bool = False) -> dict[str, str]:
    files = plan(encoded(artifacts), root, "out", force=force).files
    return {file.name: file.state for file in files if file.name != RECORD}


def written(root: Path, name: str, text: str | bytes) -> Path:
    path = root / "out" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


BUILT = {"a.json": "{}\n", "docs/b.md": "# B\n\nÄ\n"}


# -- the plan ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on_disk", "expected"),
    [
        # What a build wrote, as it is or with other line ends, and files that may stand beside it.
        ({}, {}),
        ({"a.json": b"{}\r\n", "docs/b.md": b"# B\r\n\r\n\xc3\x84\r\n"}, {}),
        ({"__init__.py": b"", "py.typed": b"", ".keep": b"", "docs/__init__.py": b"x"}, {}),
        ({"__pycache__/x.pyc": b"", ".cache/x/y": b""}, {}),
        # Somebody was there.
        ({"a.json": None}, {"a.json": "created"}),
        ({"a.json": b"{ }\n"}, {"a.json": "edited"}),
        ({"a.json": b"\xff"}, {"a.json": "edited"}),
        ({"a.json": b""}, {"a.json": "edited"}),
        # Python would import a package in the place of a module that is generated.
        (
            {"dispatch/__init__.py": b"", "_support/py.typed": b""},
            {"_support/py.typed": "foreign", "dispatch/__init__.py": "foreign"},
        ),
        ({"c.txt": b"", "docs/d.md": b""}, {"c.txt": "foreign", "docs/d.md": "foreign"}),
    ],
)
def test_the_states_after_a_build(tmp_path: Path, on_disk: dict[str, bytes | None], expected: dict[str, str]) -> None:
    assert build(tmp_path, BUILT) == []
    for name, data in on_disk.items():
        path = written(tmp_path, name, data or b"")
        if data is None:
            path.unlink()
    assert states(tmp_path, BUILT) == {"a.json": "unchanged", "docs/b.md": "unchanged"} | expected


@pytest.mark.parametrize(
    ("artifacts", "expected"),
    [
        (BUILT | {"c.md": "c"}, {"a.json": "unchanged", "c.md": "created", "docs/b.md": "unchanged"}),
        (BUILT | {"a.json": "[]"}, {"a.json": "changed", "docs/b.md": "unchanged"}),
        (BUILT | {"a.json": "{}\r\n"}, {"a.json": "unchanged", "docs/b.md": "unchanged"}),
        ({"a.json": "{}\n"}, {"a.json": "unchanged", "docs/b.md": "orphaned"}),
        ({}, {"a.json": "orphaned", "docs/b.md": "orphaned"}),
    ],
)
def test_the_states_after_a_change_of_the_sources(
    tmp_path: Path, artifacts: dict[str, str], expected: dict[str, str]
) -> None:
    build(tmp_path, BUILT)
    assert states(tmp_path, artifacts) == expected


def test_planning_writes_nothing(tmp_path: Path) -> None:
    plan(encoded(BUILT), tmp_path, "out")
    assert list(tmp_path.iterdir()) == []


def test_the_record_comes_last_and_is_part_of_the_plan(tmp_path: Path) -> None:
    assert [file.name for file in plan(encoded({"z": "", "a": ""}), tmp_path, "out").files] == ["a", "z", RECORD]
    build(tmp_path, BUILT)
    written(tmp_path, RECORD, b"nonsense")
    (record,) = (file for file in plan(encoded(BUILT), tmp_path, "out").files if file.name == RECORD)
    assert record.state == "changed"
    # Without a record the files are still the ones to be written.
    assert states(tmp_path, BUILT) == {"a.json": "unchanged", "docs/b.md": "unchanged"}
    assert states(tmp_path, {"a.json": "[]"}) == {"a.json": "foreign", "docs/b.md": "foreign"}


def test_the_record_is_what_sha256sum_reads_and_writes(tmp_path: Path) -> None:
    build(tmp_path, BUILT)
    out = tmp_path / "out"
    subprocess.run(["sha256sum", "--strict", "--quiet", "-c", RECORD], cwd=out, check=True)
    real = subprocess.run(["sha256sum", "a.json", "docs/b.md"], cwd=out, check=True, capture_output=True)
    assert (out / RECORD).read_bytes() == real.stdout


def test_after_a_merge_the_record_may_hold_both_sides(tmp_path: Path) -> None:
    build(tmp_path, {"a.json": "theirs\n", "b.json": "same\n"})
    theirs = (tmp_path / "out" / RECORD).read_bytes()
    build(tmp_path, {"a.json": "ours\n", "b.json": "same\n"})
    ours = (tmp_path / "out" / RECORD).read_bytes()
    written(tmp_path, RECORD, b"<<<<<<< ours\r\n" + ours + b"=======\n" + theirs + b">>>>>>> theirs\n")
    for text in ("ours\n", "theirs\n"):
        written(tmp_path, "a.json", text)
        assert states(tmp_path, {"a.json": "merged\n", "b.json": "same\n"}) == {
            "a.json": "changed",
            "b.json": "unchanged",
        }
    written(tmp_path, "a.json", "<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n")
    merged = {"a.json": "merged\n", "b.json": "same\n"}
    assert build(tmp_path, merged) == ["out/a.json TG401"]
    assert build(tmp_path, merged, force=True) == []
    assert build(tmp_path, merged) == []


@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/x", "./x", "a/.", "C:/x", "c:x", "a\\b", "a\nb", "a\rb", "a\0b", "", ".."]
)
def test_names_outside_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not inside the output folder"):
        plan(encoded({name: ""}), tmp_path, "out")
    # In a record that came from elsewhere they are not followed.
    victim = tmp_path / "x"
    victim.write_bytes(b"")
    written(tmp_path, RECORD, f"{hashlib.sha256(b'').hexdigest()}  {name}\n")
    assert build(tmp_path, {}) == []
    assert victim.exists()


@pytest.mark.parametrize("link", ["docs", ".docs", "py.typed"])
def test_nothing_is_deleted_through_a_link(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.md").touch()
    written(tmp_path, RECORD, f"{hashlib.sha256(b'').hexdigest()}  {link}/b.md\n")
    (tmp_path / "out" / link).symlink_to(outside)
    build(tmp_path, {})
    assert (outside / "b.md").exists()


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "docs").symlink_to(outside)
    assert build(tmp_path, BUILT) == ["out/docs TG402", "out/docs/b.md TG402"]
    assert list(outside.iterdir()) == []


def test_a_link_is_not_ours_unless_it_shows_what_would_be_written(tmp_path: Path) -> None:
    build(tmp_path, BUILT)
    (tmp_path / "elsewhere.json").write_text("{}\n")
    (tmp_path / "out" / "a.json").unlink()
    (tmp_path / "out" / "a.json").symlink_to(tmp_path / "elsewhere.json")
    assert states(tmp_path, BUILT)["a.json"] == "unchanged"
    assert states(tmp_path, BUILT | {"a.json": "[]"})["a.json"] == "foreign"
    (tmp_path / "elsewhere.json").unlink()
    assert states(tmp_path, BUILT)["a.json"] == "foreign"


# -- diffs ------------------------------------------------------------------------------------------------------


def diffs(found: Plan) -> dict[str, list[str]]:
    return {file.name: found.diff(file) for file in found.files if file.name != RECORD}


def test_diffs_go_from_the_disk_to_the_sources(tmp_path: Path) -> None:
    build(tmp_path, {"a": "1\n", "b": "2\n", "c": "3\n", "d": "4\n"})
    written(tmp_path, "d", b"4\xff\n")
    assert diffs(plan(encoded({"a": "1\n", "b": "2!\n", "e": "5\n", "d": "4\n"}), tmp_path, "out")) == {
        "a": [],
        "b": ["--- a/out/b", "+++ b/out/b", "@@ -1 +1 @@", "-2", "+2!"],
        "c": ["--- a/out/c", "+++ /dev/null", "@@ -1 +0,0 @@", "-3"],
        "d": ["--- a/out/d", "+++ b/out/d", "@@ -1 +1 @@", "-4\ufffd", "+4"],
        "e": ["--- /dev/null", "+++ b/out/e", "@@ -0,0 +1 @@", "+5"],
    }


def test_line_ends_are_no_difference(tmp_path: Path) -> None:
    build(tmp_path, {"a": "1\n2\n"})
    written(tmp_path, "a", b"1\r\n2\r\n")
    assert diffs(plan(encoded({"a": "1\n3\n"}), tmp_path, "out"))["a"][3:] == [" 1", "-2", "+3"]


# -- applying ---------------------------------------------------------------------------------------------------


def test_a_first_build(tmp_path: Path) -> None:
    assert build(tmp_path, BUILT) == []
    assert tree(tmp_path / "out").keys() == {"a.json", "docs/b.md", RECORD}
    assert (tmp_path / "out" / "docs" / "b.md").read_bytes() == "# B\n\nÄ\n".encode()


def test_line_ends_are_line_feeds(tmp_path: Path) -> None:
    build(tmp_path, {"a": "1\r\n2\r\n"})
    assert (tmp_path / "out" / "a").read_bytes() == b"1\n2\n"


def test_what_is_equal_is_not_touched(tmp_path: Path) -> None:
    build(tmp_path, BUILT)
    written(tmp_path, "docs/b.md", b"# B\r\n\r\n\xc3\x84\r\n")
    for path in (tmp_path / "out").rglob("*"):
        os.utime(path, (1, 1))
    before = tree(tmp_path)
    assert build(tmp_path, BUILT) == []
    assert tree(tmp_path) == before
    assert {path.stat().st_mtime for path in (tmp_path / "out").rglob("*")} == {1}


def test_what_is_equal_is_adopted_without_a_record(tmp_path: Path) -> None:
    written(tmp_path, "a.json", BUILT["a.json"])
    assert build(tmp_path, BUILT) == []
    assert build(tmp_path, BUILT | {"a.json": "new"}) == []


def test_orphans_go_with_the_folders_that_they_leave_empty(tmp_path: Path) -> None:
    build(tmp_path, {"a": "", "x/y/b": "", "x/y/c": "", "z/d": ""})
    written(tmp_path, "z/.keep", b"")
    assert build(tmp_path, {"a": ""}) == []
    assert tree(tmp_path / "out").keys() == {"a", "z/.keep", RECORD}
    assert not (tmp_path / "out" / "x").exists()


def test_permissions_are_kept(tmp_path: Path) -> None:
    build(tmp_path, {"a": "1"})
    path = tmp_path / "out" / "a"
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o604)
    build(tmp_path, {"a": "2"})
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("2", 0o604)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [("a.json", b"edited", "TG401"), ("mine.txt", b"", "TG402"), ("docs/c.md", b"", "TG402")],
)
def test_with_an_error_nothing_is_written_or_deleted(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    build(tmp_path, BUILT)
    written(tmp_path, name, data)
    before = tree(tmp_path)
    assert build(tmp_path, {"docs/b.md": "new", "e": "new"}) == [f"out/{name} {code}"]
    assert tree(tmp_path) == before


def test_force_overwrites_what_was_edited_but_nothing_foreign(tmp_path: Path) -> None:
    build(tmp_path, BUILT | {"old": ""})
    written(tmp_path, "a.json", b"edited")
    written(tmp_path, "old", b"edited")
    written(tmp_path, "mine", b"mine")
    before = tree(tmp_path)
    assert build(tmp_path, BUILT, force=True) == ["out/mine TG402"]
    assert tree(tmp_path) == before
    (tmp_path / "out" / "mine").unlink()
    assert build(tmp_path, BUILT, force=True) == []
    assert tree(tmp_path / "out").keys() == {"a.json", "docs/b.md", RECORD}


def test_a_foreign_file_in_the_place_of_a_generated_one(tmp_path: Path) -> None:
    written(tmp_path, "a.json", b"mine")
    assert build(tmp_path, BUILT, force=True) == ["out/a.json TG402"]
    assert tree(tmp_path) == {"out/a.json": b"mine"}


@pytest.mark.parametrize("blocked", ["out", "out/docs", "out/a.json/x"])
def test_a_file_and_a_folder_in_each_others_place(tmp_path: Path, blocked: str) -> None:
    (tmp_path / blocked).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / blocked).write_bytes(b"mine")
    codes = {problem.split()[1] for problem in build(tmp_path, BUILT)}
    assert codes <= {"TG402", "TG403"}
    assert codes
    assert tree(tmp_path) == {blocked: b"mine"}


def test_an_empty_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "out" / "docs" / "b.md").mkdir(parents=True)
    assert build(tmp_path, BUILT) == ["out/docs/b.md TG403"]
    assert tree(tmp_path) == {}


# -- properties -------------------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "d/a", "d/b", "__init__.py"])
TEXTS = st.sampled_from(["", "1\n", "2\r\n", "3"])


@dataclass
class Build:
    """`toolgen build`, with or without `--force`, when the sources say `artifacts`."""

    artifacts: dict[str, str]
    force: bool


@dataclass
class Edit:
    """A person writes the file `name`, or deletes it."""

    name: str
    data: bytes | None


def normal(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


HISTORIES = st.lists(
    st.builds(Build, st.dictionaries(NAMES, TEXTS), st.booleans())
    | st.builds(Edit, NAMES, st.none() | TEXTS.map(str.encode)),
    max_size=12,
)


@given(HISTORIES)
def test_no_history_loses_the_work_of_a_person(
    tmp_path_factory: pytest.TempPathFactory, history: list[Build | Edit]
) -> None:
    root = tmp_path_factory.mktemp("project")
    generated: Tree = {}
    for event in history:
        if isinstance(event, Edit):
            path = written(root, event.name, event.data or b"")
            if event.data is None:
                path.unlink()
            continue
        before = tree(root / "out")
        problems = build(root, event.artifacts, force=event.force)
        after = tree(root / "out")
        if problems:
            assert after == before
            continue
        # What changed was as toolgen had written it, or `--force` gave leave for what toolgen had written once.
        for name in before.keys() - {RECORD}:
            is_ours = normal(before[name]) == generated.get(name) or (event.force and name in generated)
            assert after.get(name) == before[name] or is_ours
        # The folder is what was asked for, and nothing is left to do.
        wanted = {name: normal(text.encode()) for name, text in event.artifacts.items()}
        # A person's own `__init__.py` will do.
        ours = (None, generated.get("__init__.py"), wanted.get("__init__.py"))
        is_kept = "__init__.py" in before and normal(before["__init__.py"]) not in ours
        generated = {name: text for name, text in wanted.items() if not (is_kept and name == "__init__.py")}
        assert generated.items() <= {name: normal(data) for name, data in after.items()}.items()
        assert {file.state for file in plan(encoded(event.artifacts), root, "out").files} == {"unchanged"}
