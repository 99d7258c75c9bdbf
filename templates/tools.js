"use strict";
{
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const root = document.documentElement;
  const form = find("form");
  const status = find(".count");
  const sections = all("section").map((element) => ({ element, shown: true }));
  const tools = sections.flatMap((section) =>
    all(".tool", section.element).map((element) => ({
      element,
      section,
      shown: true,
      text: `${find("summary", element).textContent}\n${find(".about", element).textContent}`.toLowerCase(),
      tags: element.dataset.tags.split("\n"),
    })),
  );

  // -- search and filters: what is shown changes only where it has to

  const show = (one, shown) => {
    if (one.shown !== shown) {
      one.shown = shown;
      one.element.hidden = !shown;
    }
  };

  const filter = () => {
    const { words = "", category = "", tag = "", risk = "" } = Object.fromEntries(new FormData(form));
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ text, tags, element }) =>
      (!category || element.dataset.category === category) &&
      (!risk || element.dataset.risk === risk) &&
      (!tag || tags.includes(tag)) &&
      wanted.every((word) => text.includes(word));
    let count = 0;
    const left = new Set();
    for (const tool of tools) {
      const shown = matches(tool);
      show(tool, shown);
      if (shown) {
        count += 1;
        left.add(tool.section);
      }
    }
    for (const section of sections) show(section, left.has(section));
    find(".none").hidden = count > 0;
    const number = (value) => value.toLocaleString("en");
    status.textContent = `${number(count)} of ${number(tools.length)} tools`;
  };

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  // The fields are empty only after the event.
  form.addEventListener("reset", () => setTimeout(filter));

  // -- definitions: the input schema stands in the page once for each tool

  const complete = (tool) => {
    const schema = find(".source", tool).textContent;
    for (const place of all(".schema", tool)) {
      const [, indent] = /(?:^|\n)( *)[^\n]*$/.exec(place.previousSibling.data);
      place.replaceWith(schema.replaceAll("\n", `\n${indent}`));
    }
  };
  document.addEventListener("toggle", ({ target }) => target.open && complete(target.closest(".tool")), true);

  const copy = async (button) => {
    const code = find("pre", button.parentElement);
    complete(button.closest(".tool"));
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      status.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
      status.textContent = "Selected: copy it with the keyboard";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  document.addEventListener("click", ({ target }) => target.matches(".copy") && copy(target));

  // -- links to tools, and all at once

  const follow = () => {
    // The browser itself finds what stands in capitals or escapes only where it is written so.
    const name = location.hash.slice(1).toLowerCase();
    const tool = tools.find(({ element }) => [element.id, encodeURIComponent(element.id).toLowerCase()].includes(name))?.element;
    if (!tool) return;
    if (tool.hidden) form.reset();
    tool.hidden = tool.parentElement.hidden = false;
    tool.open = true;
    tool.scrollIntoView();
    find("summary", tool).focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);

  const everything = find(".all");
  everything.addEventListener("click", () => {
    const open = everything.textContent === "Open all";
    for (const { element } of tools) element.open = open;
    everything.textContent = open ? "Close all" : "Open all";
  });

  // -- colours

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = find(".theme");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const name = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  dark.addEventListener("change", name);

  for (const control of all("form, .theme, .copy")) control.hidden = false;
  name();
  filter();
  follow();
}
