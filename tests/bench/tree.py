"""Generated trees of realistic source, the same for the same seed: one of marked functions, one without any.

The functions have Google docstrings, parameters of every kind in `vocabulary.PARAMETERS` (classes of the module, of
its package and of `shared`, partly through re-exports), and bodies that run. 1,000 of them are about 100 files and
2.4 MB.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from pathlib import Path
from string import Template

import snippets
import vocabulary
from vocabulary import Parameter

FUNCTIONS_PER_MODULE = 10
MODULES_PER_AREA = 20
_STRIDE = 7_919
"""A prime that divides no number of names, so that neighbours in a module are called differently."""
_FIRST_ENTRY = re.compile(r"^(    Args:\n).*\n", re.MULTILINE)


def write_tree(folder: Path, tools: int, seed: int = 0) -> None:
    """Write a package `bench_tools` with `tools` marked functions, and its `toolgen.toml`, into `folder`.

    A smaller tree is the beginning of a larger one: its modules are the same, but for the last.
    """
    package = folder / "bench_tools"
    _write_package(package, math.ceil(tools / FUNCTIONS_PER_MODULE))
    for first in range(0, tools, FUNCTIONS_PER_MODULE):
        module = first // FUNCTIONS_PER_MODULE
        count = min(FUNCTIONS_PER_MODULE, tools - first)
        text = _module("bench_tools", module, first, count, f"{seed}:{module}", "@tool")
        _write(package / _module_path(module), text)
    _write(folder / "toolgen.toml", _configuration("bench_tools"))


def write_plain_tree(folder: Path, files: int, seed: int = 0, variants: int = 50) -> None:
    """Write a package `bench_plain` of about `files` files, 16 kB each on average, without any marked function.

    There are `variants` different modules, each many times, because only their bytes are ever looked at.
    """
    package = folder / "bench_plain"
    modules = files * MODULES_PER_AREA // (MODULES_PER_AREA + len(snippets.AREA))
    _write_package(package, modules)
    texts = [_module("bench_plain", index, index * 10, 7, f"{seed}:{index}", "") for index in range(variants)]
    for module in range(modules):
        _write(package / _module_path(module), texts[module % variants])
    _write(folder / "toolgen.toml", _configuration("bench_plain"))


def write_mixed_tree(folder: Path, files: int, every: int = 20, seed: int = 0) -> None:
    """Write a package `bench_mixed` of about `files` files: one of `every` has marked functions, the rest has others.

    Each marked function has a parameter that its docstring says nothing of. No two functions have the same name.
    """
    package = folder / "bench_mixed"
    modules = files * MODULES_PER_AREA // (MODULES_PER_AREA + len(snippets.AREA))
    _write_package(package, modules)
    for module in range(modules):
        marker = "" if module % every else "@tool"
        text = _module("bench_mixed", module, module * FUNCTIONS_PER_MODULE, 7, f"{seed}:{module}", marker)
        _write(package / _module_path(module), _FIRST_ENTRY.sub(r"\1", text) if marker else text)
    _write(folder / "toolgen.toml", _configuration("bench_mixed"))


def _configuration(package: str) -> str:
    """The usual targets; an application sends some of so many tools with each request."""
    some = (f'{{ name = "{name}", sends = "selection" }}' for name in ("openai", "gemini-json"))
    targets = f'[{", ".join(some)}, "anthropic", "mcp"]'
    return f'paths = ["{package}"]\noutput = "generated"\ntargets = {targets}\n'


def _write_package(package: Path, modules: int) -> None:
    _write(package / "__init__.py", "")
    for name, text in snippets.SHARED.items():
        _write(package / name, text)
    for area in range(math.ceil(modules / MODULES_PER_AREA)):
        for name, text in snippets.AREA.items():
            _write(package / _area_name(area) / name, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _area_name(area: int) -> str:
    turn, index = divmod(area, len(vocabulary.AREAS))
    return f"{vocabulary.AREAS[index]}_{turn}" if turn else vocabulary.AREAS[index]


def _module_path(module: int) -> str:
    area, index = divmod(module, MODULES_PER_AREA)
    return f"{_area_name(area)}/{vocabulary.NOUNS[index]}.py"


def _module(package: str, module: int, first: int, count: int, seed: str, marker: str) -> str:
    choose = random.Random(seed)
    words = _words(first) | {"package": package, "marker": "\nfrom toolgen import tool\n" if marker else ""}
    parts = [snippets.HEADER, snippets.CLASSES, *snippets.HELPERS]
    texts = [Template(part).substitute(words | _numbers(choose)) for part in parts]
    area = _area_name(module // MODULES_PER_AREA)
    texts += [_function(choose, _words(first + index), area, marker) for index in range(count)]
    return "\n\n".join(texts)


def _words(index: int) -> dict[str, str]:
    """The verb, adjective and noun of function `index`; no two functions share all three and the `suffix`."""
    sizes = len(vocabulary.VERBS), len(vocabulary.ADJECTIVES), len(vocabulary.NOUNS)
    turn, number = divmod(index, math.prod(sizes))
    rest, verb = divmod(number * _STRIDE % math.prod(sizes), sizes[0])
    noun, adjective = divmod(rest, sizes[1])
    return {
        "verb": vocabulary.VERBS[verb],
        "Verb": vocabulary.VERBS[verb].capitalize(),
        "adjective": vocabulary.ADJECTIVES[adjective],
        "noun": vocabulary.NOUNS[noun],
        "suffix": f"_{turn}" if turn else "",
    }


def _numbers(choose: random.Random) -> dict[str, str]:
    return {
        "small": str(choose.randrange(3, 12)),
        "large": str(choose.randrange(20, 400)),
        "rate": f"{choose.uniform(0.05, 3):.2f}",
    }


def _function(choose: random.Random, words: Mapping[str, str], area: str, marker: str) -> str:
    count = choose.randrange(2, 7)
    parameters = sorted(choose.sample(vocabulary.PARAMETERS, count), key=lambda parameter: bool(parameter.default))
    annotation, result = choose.choice(vocabulary.RETURNS)
    is_async = choose.random() < 0.3
    lines = [
        *([_decorator(choose, marker, area)] if marker else []),
        *_signature(choose, words, parameters, annotation, is_async),
        *_docstring(choose, words, parameters),
        "    request: dict[str, Any] = {",
        *(f'        "{parameter.name}": {parameter.name},' for parameter in parameters),
        "    }",
        "    records = " + ("await _load_later" if is_async else "_load") + f'("{words["noun"]}", request)',
        "    notes: list[str] = []",
    ]
    body = "\n".join(lines) + "\n" + _statements(choose, words)
    return body + f"    return {Template(result).substitute(words)}\n"


def _decorator(choose: random.Random, marker: str, area: str) -> str:
    forms = (
        marker,
        f"{marker}()",
        f'{marker}(category="{area}", tags=["{area}", "records"])',
        f'{marker}(risk_level="low", annotations={{"read_only": True, "idempotent": True}})',
        f'{marker}(category="{area}", requires_approval=True, timeout={choose.randrange(5, 60)})',
    )
    return choose.choice(forms)


def _signature(
    choose: random.Random, words: Mapping[str, str], parameters: list[Parameter], annotation: str, is_async: bool
) -> list[str]:
    name = "{verb}_{adjective}_{noun}{suffix}".format_map(words)
    written = [f"{p.name}: {p.annotation}" + (f" = {p.default}" if p.default else "") for p in parameters]
    if choose.random() < 0.2:
        written.insert(choose.randrange(len(written)), "*")
    return [
        f"{'async ' if is_async else ''}def {name}(",
        *(f"    {text}," for text in written),
        f") -> {annotation}:",
    ]


def _docstring(choose: random.Random, words: Mapping[str, str], parameters: list[Parameter]) -> list[str]:
    def fill(text: str) -> str:
        return Template(text).substitute(words)

    raises = ["", "    Raises:", "        ValueError: An argument makes no sense together with the others."]
    return [
        f'    """{fill(choose.choice(vocabulary.SUMMARIES))}',
        "",
        *(f"    {fill(detail)}" for detail in choose.sample(vocabulary.DETAILS, 2)),
        "",
        "    Args:",
        *(f"        {parameter.name}: {parameter.description}" for parameter in parameters),
        "",
        "    Returns:",
        f"        {fill(choose.choice(vocabulary.OUTCOMES))}",
        *(raises if choose.random() < 0.3 else []),
        '    """',
    ]


def _statements(choose: random.Random, words: Mapping[str, str]) -> str:
    chosen = choose.sample(snippets.STATEMENTS, choose.randrange(1, 4))
    return "".join(Template(text).substitute(words, **_numbers(choose)) for text in chosen)
