"""Where installed packages are, by the layout of environments alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolgen.project.environment import site_packages

SITE = "lib/python3.12/site-packages"


def environment(root: Path, files: dict[str, str], python: str = "venv/bin/python") -> list[str]:
    """The folders of the environment of `python`, below `root`; `{root}` in a text is where it is."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("{root}", root.as_posix()), encoding="utf-8")
    return [folder.relative_to(root).as_posix() for folder in site_packages(str(root / python))]


@pytest.mark.parametrize(
    ("folder", "python"),
    [
        (f"venv/{SITE}", "venv/bin/python"),
        ("venv/lib/python3/dist-packages", "venv/bin/python3"),
        ("venv/Lib/site-packages", "venv/Scripts/python.exe"),
    ],
)
def test_layouts(tmp_path: Path, folder: str, python: str) -> None:
    assert environment(tmp_path, {f"{folder}/six.py": ""}, python) == [folder]


def test_a_virtual_environment_with_the_packages_of_the_system(tmp_path: Path) -> None:
    files = {
        "venv/pyvenv.cfg": "home = {root}/usr/bin\ninclude-system-site-packages = true\n",
        f"venv/{SITE}/six.py": "",
        f"usr/{SITE}/six.py": "",
    }
    assert environment(tmp_path, files) == [f"venv/{SITE}", f"usr/{SITE}"]
    assert environment(tmp_path, {"venv/pyvenv.cfg": "home = {root}/usr/bin\n"}) == [f"venv/{SITE}"]


FINDER = "import sys\nMAPPING: dict[str, str] = {'app': '{root}/project/app', 'other': '{root}/project/lib/renamed'}\n"


@pytest.mark.parametrize(
    ("name", "text", "added"),
    [
        pytest.param("app.pth", "{root}/project/src\n", ["project/src"], id="an editable install"),
        pytest.param(
            "app.pth", "# comment\n\n{root}/project/src\n{root}/project\n", ["project/src", "project"], id="two"
        ),
        pytest.param("app.pth", "more\n", [f"venv/{SITE}/more"], id="relative to the file"),
        pytest.param("app.pth", "{root}/gone\n", [], id="a folder that is not there"),
        pytest.param("app.pth", "import os; os.system('rm -rf /')\n", [], id="code is not run"),
        pytest.param("__editable___app_1_0_finder.py", FINDER, ["project"], id="an editable install of setuptools"),
        pytest.param("__editable___app_1_0_finder.py", "MAPPING = {}\n", [], id="one that maps nothing"),
        pytest.param("__editable___app_1_0_finder.py", "MAPPING = {f()}\n", [], id="one that cannot be read"),
        pytest.param("app.txt", "{root}/project/src\n", [], id="another file"),
    ],
)
def test_folders_that_an_environment_adds(tmp_path: Path, name: str, text: str, added: list[str]) -> None:
    files = {
        f"venv/{SITE}/{name}": text,
        "project/src/app.py": "",
        "project/app/a.py": "",
        f"venv/{SITE}/more/a.py": "",
    }
    assert environment(tmp_path, files) == [f"venv/{SITE}", *added]
