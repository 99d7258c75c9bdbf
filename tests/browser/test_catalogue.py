"""What people do with `tools.html`: search, choose, follow links, copy, read without a mouse or a script, and print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytestmark = pytest.mark.network

Open: TypeAlias = Callable[..., Any]

MOST = 3
"""How many times as long as hiding and showing all tools by hand a search may take until the next frame is laid out."""

MEASURE = """async ([words, attempts]) => {
  const search = document.querySelector("[name=words]");
  const frame = (then) => new Promise((done) => requestAnimationFrame(() => done(then?.())));
  const timed = async (change) => {
    await frame();
    await new Promise((done) => setTimeout(done, 20));
    const start = performance.now();
    change();
    return frame(() => document.body.offsetHeight && performance.now() - start);
  };
  const searchFor = (value) => () => {
    search.value = value;
    search.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const hide = (hidden) => () => {
    for (const tool of document.querySelectorAll(".tool")) tool.hidden = hidden;
  };
  const steps = [() => {}, hide(true), hide(false), searchFor(words), searchFor("")];
  const times = steps.map(() => []);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    for (const [index, step] of steps.entries()) times[index].push(await timed(step));
  }
  return times.map((found) => found.sort((one, other) => one - other)[found.length >> 1]);
}"""

ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""What axe looks for: the rules of the guidelines, by their tags."""

VIOLATIONS = """async (runOnly) => {
  const { passes, violations } = await axe.run({ runOnly, resultTypes: ["violations"], selectors: false });
  if (!passes.length) throw new Error("nothing was looked at");
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}"""

VISIBLE = (
    "(found) => found.every((one) => one.checkVisibility({ contentVisibilityAuto: false, opacityProperty: true }))"
)


def shown(page: Any) -> list[str]:
    """The names of the tools that are there to see, in their order."""
    names: list[str] = page.locator(".tool:visible h3").all_text_contents()
    return names


def choose(page: Any, label: str, value: str) -> None:
    page.get_by_role("combobox", name=label).select_option(value)


def said(page: Any, status: str) -> None:
    page.locator(".count").filter(has_text=status).wait_for()


# -- search and filters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("cancel", ["list_tasks", "cancel_task"]),
        ("CANCEL_T", ["cancel_task"]),
        ("town", ["get_weather"]),
        ("postal code", ["get_weather"]),
        ("code postal", ["get_weather"]),
        ("due_before", ["list_tasks"]),
        ("weather network", ["get_weather"]),
        ("task zebra", []),
    ],
    ids=str,
)
def test_search_looks_at_all_that_is_said(few: str, open_page: Open, words: str, names: list[str]) -> None:
    page = open_page(few)
    page.get_by_label("Search", exact=True).fill(words)
    assert sorted(shown(page)) == sorted(names)
    count = page.locator(".count")
    assert (count.text_content(), count.get_attribute("aria-live")) == (f"{len(names)} of 26 tools", "polite")
    assert page.get_by_text("No tool matches.").is_visible() == (not names)


@pytest.mark.parametrize(
    ("label", "value", "names"),
    [
        ("Category", "tasks", ["add_recurring_task", "add_reminder", "cancel_task", "list_tasks"]),
        ("Tag", "network", ["api_call", "fetch_url", "get_weather", "search_web"]),
        ("Risk", "high", ["bash", "execute_code", "add_recurring_task", "api_call"]),
    ],
)
def test_each_filter(few: str, open_page: Open, label: str, value: str, names: list[str]) -> None:
    page = open_page(few)
    choose(page, label, value)
    assert shown(page) == names
    headings = {"add_recurring_task": "tasks", "api_call": "web", "bash": "files"}
    assert page.locator("h2:visible").first.text_content() == headings[names[0]]


def test_filters_are_taken_together_and_cleared(few: str, open_page: Open) -> None:
    page = open_page(few)
    choose(page, "Risk", "medium")
    choose(page, "Category", "web")
    assert shown(page) == ["fetch_url"]
    page.get_by_label("Search", exact=True).fill("task")
    assert shown(page) == []
    page.get_by_role("button", name="Clear").click()
    said(page, "26 of 26 tools")
    assert len(shown(page)) == 26


@pytest.mark.parametrize("words", ["a", "currency", "nothing of the kind"])
def test_many_tools_are_filtered_in_time(many: str, open_page: Open, words: str) -> None:
    """In turns with what the browser needs at least, the middle one of several attempts each: how fast the machine is,
    and what else it does, counts for both."""
    page = open_page(many)
    assert page.locator(".count").text_content() == "1,000 of 1,000 tools"
    empty, all_hidden, all_shown, searched, cleared = page.evaluate(MEASURE, [words, 9])
    assert max(searched, cleared) - empty < MOST * (max(all_hidden, all_shown) - empty)


def test_many_tools_are_found(many: str, open_page: Open) -> None:
    page = open_page(many)
    choose(page, "Category", "billing")
    names = shown(page)
    assert 0 < len(names) < 1_000
    page.get_by_label("Search", exact=True).fill(names[-1])
    assert names[-1] in shown(page)
    page.locator(".tool:visible > summary").last.click()
    assert page.locator(f"#{names[-1]} .about").is_visible()


# -- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["#cancel_task", "#CANCEL_TASK"])
def test_a_link_opens_its_tool(few: str, open_page: Open, link: str) -> None:
    page = open_page(few + link)
    assert page.locator(".tool[open] h3").all_text_contents() == ["cancel_task"]
    assert page.locator("#cancel_task .about").is_visible()


def test_a_link_finds_a_tool_that_the_search_left_out(few: str, open_page: Open) -> None:
    page = open_page(few)
    page.get_by_label("Search", exact=True).fill("weather")
    page.evaluate("location.hash = 'save_note'")
    page.locator("#save_note .about").wait_for(state="visible")
    said(page, "26 of 26 tools")


@pytest.mark.parametrize("link", ["#", "#nothing", "#%", "#.tools"])
def test_other_links_open_nothing(few: str, open_page: Open, link: str) -> None:
    assert open_page(few + link).locator(".tool[open]").count() == 0


# -- what providers are sent ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini-json", "mcp"])
def test_a_definition_is_copied_whole(few: str, open_page: Open, target: str) -> None:
    page = open_page(f"{few}#list_tasks", permissions=["clipboard-read", "clipboard-write"])
    file = Path(few.removeprefix("file://")).with_name(f"{target}.json")
    expected = next(one for one in json.loads(file.read_text("utf-8")) if "list_tasks" in json.dumps(one)[:120])
    page.locator(f"#list_tasks .sent:has(summary:text('{target}')) > summary").click()
    page.get_by_role("button", name=f"Copy what {target} is sent of list_tasks").click()
    said(page, "Copied")
    assert json.loads(page.evaluate("navigator.clipboard.readText()")) == expected


# -- hands and eyes ---------------------------------------------------------------------------------------------------


def test_everything_can_be_done_with_the_keyboard(few: str, open_page: Open) -> None:
    page = open_page(few)
    keys, focused = page.keyboard, "document.activeElement.{}"

    def tab(times: int = 1) -> str:
        for _ in range(times):
            keys.press("Tab")
        return str(page.evaluate(focused.format("textContent || document.activeElement.name"))).strip()

    assert tab() == "Skip to the tools"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    assert tab() == "Dark colours"
    tab()
    assert page.evaluate(focused.format("name")) == "words"
    keys.type("weather")
    assert shown(page) == ["get_weather"]
    tab(4)
    keys.press("Enter")
    said(page, "26 of 26 tools")
    page.reload()
    tab()
    keys.press("Enter")
    assert "subagent" in tab()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys.press("Enter")
    assert page.locator("#subagent .about").is_visible()
    assert "Input schema" in tab()
    keys.press("Space")
    assert tab() == "Copy"


def test_all_tools_are_opened_at_once(few: str, open_page: Open) -> None:
    page = open_page(few)
    page.get_by_role("button", name="Open all").click()
    assert page.locator(".tool[open]").count() == 26
    page.get_by_role("button", name="Close all").click()
    assert page.locator(".tool[open]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_are_those_of_the_system_until_others_are_chosen(few: str, open_page: Open, scheme: str) -> None:
    page = open_page(few, color_scheme=scheme)
    paper = "getComputedStyle(document.body).backgroundColor"
    first = page.evaluate(paper)
    page.get_by_role("button", name="colours").click()
    assert page.evaluate(paper) != first
    page.get_by_role("button", name="colours").click()
    assert page.evaluate(paper) == first


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing(few: str, open_page: Open, axe: str, scheme: str, width: int) -> None:
    page = open_page(few, color_scheme=scheme, viewport={"width": width, "height": 900})
    # What is out of sight is not laid out, and seems to lie above what follows it.
    page.evaluate("for (const one of document.querySelectorAll('.tool')) one.style.contentVisibility = 'visible'")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS, ALL) == []


def test_axe_finds_nothing_in_what_is_searched_and_closed(few: str, open_page: Open, axe: str) -> None:
    page = open_page(few)
    page.get_by_label("Search", exact=True).fill("weather network")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS, ALL) == []


@pytest.mark.parametrize("width", [320, 400, 1280])
def test_nothing_is_wider_than_the_window(few: str, open_page: Open, width: int) -> None:
    page = open_page(few, viewport={"width": width, "height": 900})
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# -- without a script, and on paper -----------------------------------------------------------------------------------


def test_without_a_script_all_can_be_read(few: str, open_page: Open) -> None:
    page = open_page(few, java_script_enabled=False)
    assert not page.locator("form, button").locator("visible=true").count()
    page.locator("#get_weather > summary").click()
    assert page.locator("#get_weather .about").is_visible()
    page.locator("#get_weather .sent summary").first.click()
    assert page.locator("#get_weather .source").is_visible()


@pytest.mark.parametrize("scripted", [True, False])
def test_on_paper_all_is_open_and_nothing_to_press(few: str, open_page: Open, scripted: bool) -> None:
    page = open_page(few, java_script_enabled=scripted, color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator("form, button").locator("visible=true").count()
    assert page.locator(".about, .sent pre").evaluate_all(VISIBLE)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.pdf().startswith(b"%PDF")
