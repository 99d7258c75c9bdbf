from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.patching import PatchError, patched
from assistant.tools import files
from assistant.workspace import MAX_BYTES, Workspace, WorkspaceError


def test_a_file_is_created_edited_patched_and_read() -> None:
    files.create_file("src/hello.py", "a = 1\nb = 2\nc = 3\n")
    files.edit_file("src/hello.py", "b = 2", "b = 20")
    files.patch_file("src/hello.py", "--- a\n+++ b\n@@ -3 +3,2 @@\n c = 3\n+d = 4\n")
    assert files.cat("src/hello.py") == "a = 1\nb = 20\nc = 3\nd = 4\n"
    assert files.cat("src/hello.py", "2-3") == "b = 20\nc = 3\n"
    assert [(entry.name, entry.is_folder) for entry in files.ls()] == [("src", True)]
    assert [(entry.name, entry.bytes) for entry in files.ls("src")] == [("hello.py", 25)]


USES: list[Callable[[str], object]] = [
    files.ls,
    files.cat,
    lambda path: files.create_file(path, "x"),
    lambda path: files.edit_file(path, "a", "b"),
    lambda path: files.patch_file(path, "@@ -1 +1 @@\n-a\n+b\n"),
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "a/../../secret", "link/secret", "file", "\0"])
def test_no_path_leads_out_of_the_workspace(workspace_folder: Path, use: Callable[[str], object], path: str) -> None:
    secret = workspace_folder.parent / "secret"
    secret.write_text("a")
    (workspace_folder / "link").symlink_to(workspace_folder.parent)
    (workspace_folder / "file").symlink_to(secret)
    with pytest.raises(WorkspaceError):
        use(path)
    assert secret.read_text() == "a"
    assert sorted(entry.name for entry in workspace_folder.parent.iterdir()) == ["secret", "workspace"]


@pytest.mark.parametrize("use", USES)
def test_a_link_that_is_put_there_after_a_path_was_looked_at_is_not_followed(
    workspace_folder: Path, monkeypatch: pytest.MonkeyPatch, use: Callable[[str], object]
) -> None:
    outside = workspace_folder.parent / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "folder" / "file").write_text("a")
    monkeypatch.setattr(Workspace, "at", lambda self, path: self.folder / path)  # the links are put there now
    (workspace_folder / "link").symlink_to(outside)
    (workspace_folder / "file").symlink_to(outside / "folder" / "file")
    for path in ("link/folder", "link/folder/file", "link/new", "file"):
        with pytest.raises(WorkspaceError):
            use(path)
    assert [(file.name, file.is_file() and file.read_text()) for file in sorted(outside.rglob("*"))] == [
        ("folder", False),
        ("file", "a"),
    ]


@pytest.mark.parametrize("path", [".git/hooks/pre-commit", "sub/.git/config", ".git", "sub/.GIT"])
def test_nothing_is_written_for_git_to_run(path: str) -> None:
    with pytest.raises(WorkspaceError, match="git"):
        files.create_file(path, "x")


def test_what_is_no_file_is_not_read(workspace_folder: Path) -> None:
    os.mkfifo(workspace_folder / "pipe")
    (workspace_folder / "folder").mkdir()
    for path in ("pipe", "folder", "."):
        with pytest.raises(WorkspaceError):
            files.cat(path)


def test_text_that_cannot_be_written_leaves_nothing(workspace_folder: Path) -> None:
    (workspace_folder / "folder" / "below").mkdir(parents=True)
    for path, text in (("a", "\ud800"), ("folder", "x"), ("folder/" + "x" * 300, "x")):
        with pytest.raises((WorkspaceError, UnicodeEncodeError)):
            Workspace.current().write(path, text)
    assert [entry.name for entry in sorted(workspace_folder.rglob("*"))] == ["folder", "below"]


def test_what_is_no_text_or_too_large_is_not_read(workspace_folder: Path) -> None:
    (workspace_folder / "image").write_bytes(b"\x89PNG")
    (workspace_folder / "large").write_bytes(b"x" * (MAX_BYTES + 1))
    for name, reason in (("image", "UTF-8"), ("large", "larger"), ("none", "no file")):
        with pytest.raises(WorkspaceError, match=reason):
            files.cat(name)


def test_of_a_long_file_the_beginning_is_told_and_any_lines(workspace_folder: Path) -> None:
    (workspace_folder / "long").write_text("line\n" * 100_000)
    assert files.cat("long").endswith("\n… and 450,000 characters more")
    assert len(files.cat("long", "1-100000")) < files.MAX_TEXT + 100
    assert files.cat("long", "99999-100000") == "line\nline\n"


def test_a_folder_with_too_many_entries_is_not_listed(workspace_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_ENTRIES", 2)
    for name in "abc":
        (workspace_folder / name).touch()
    with pytest.raises(WorkspaceError, match="3 entries"):
        files.ls()


@pytest.mark.parametrize(("lines", "text"), [("2-2", "b\n"), ("0-1", "a\n"), ("3-99", "c"), ("3-1", ""), ("9-9", "")])
def test_lines_are_counted_from_one_and_the_last_belongs_to_them(lines: str, text: str) -> None:
    files.create_file("a", "a\nb\nc")
    assert files.cat("a", lines) == text


def test_a_file_that_exists_is_not_created_again() -> None:
    files.create_file("a", "1")
    with pytest.raises(WorkspaceError, match="edit_file"):
        files.create_file("a", "2")
    assert files.cat("a") == "1"


@pytest.mark.parametrize(("old", "count"), [("x", 0), ("a", 2), ("", 0)])
def test_what_is_edited_has_to_stand_there_once(old: str, count: int) -> None:
    files.create_file("a", "a a")
    with pytest.raises(WorkspaceError, match=f"stands {count} times"):
        files.edit_file("a", old, "b")


def test_a_file_keeps_its_mode(workspace_folder: Path) -> None:
    script = workspace_folder / "run.sh"
    script.write_text("true\n")
    script.chmod(0o755)
    files.edit_file("run.sh", "true", "false")
    assert script.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("text", "patch", "expected"),
    [
        ("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc\n"),
        ("a\nb\n", "@@ -9 +9 @@\n-b\n+c\n", "a\nc\n"),  # the line number is wrong
        ("b\na\nb\n", "@@ -3 +3 @@\n-b\n+c\n", "b\na\nc\n"),  # the nearest of several
        ("a\nb\nc\n", "@@ -1 +1,2 @@\n a\n+x\n@@ -3 +4 @@\n-c\n+d\n", "a\nx\nb\nd\n"),
        ("a", "@@ -1 +0,0 @@\n-a\n+", ""),
        ("", "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"),
        ("a\nb\n", "@@ -0,0 +1 @@\n+x\n", "x\na\nb\n"),
        ("a\nb\nc\n", "@@ -2,0 +3 @@\n+x\n", "a\nb\nx\nc\n"),
        ("a\nb\nc\n", "@@ -1,2 +0,0 @@\n-a\n-b\n", "c\n"),
        ("a\n", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", "b\n"),
        ("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n"),  # an empty line that lost its blank
    ],
)
def test_a_patch_is_applied_where_its_lines_stand(text: str, patch: str, expected: str) -> None:
    assert patched(text, patch) == expected


@pytest.mark.parametrize(
    ("patch", "reason"),
    [("@@ -1 +1 @@\n-x\n+y\n", "hunk 1 does not fit"), ("nothing", "no hunk"), ("", "no hunk")],
)
def test_a_patch_that_does_not_fit_changes_nothing(patch: str, reason: str) -> None:
    files.create_file("a", "a\n")
    with pytest.raises(PatchError, match=reason):
        files.patch_file("a", patch)
    assert files.cat("a") == "a\n"


def test_what_is_remembered_is_recalled() -> None:
    assert files.recall() == "nothing is kept"
    files.remember("style", "Tabs.")
    files.remember("style", "Spaces.")
    assert (files.recall(), files.recall("style")) == ("style", "Spaces.")
    with pytest.raises(WorkspaceError, match="key"):
        files.remember("../style", "x")


def test_steps_are_counted() -> None:
    assert files.write_todos("- [x] read\n- [ ] write\n- [ ] test\n") == "1 done, 2 left"


def test_commands_run_in_the_workspace(workspace_folder: Path) -> None:
    (workspace_folder / "a.txt").write_text("hello")
    outcome = asyncio.run(files.bash("cat a.txt; echo oops >&2; echo x > b.txt; exit 3"))
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (3, "hello", "oops\n")
    assert (workspace_folder / "b.txt").read_text() == "x\n"
