"""Which tools fit what somebody asks for: Okapi BM25 over what is said of them.

The words of names count more than those of descriptions. Endings are taken off, and verbs that tools use for the same,
such as `delete` and `remove`, are one word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import log

from toolgen.iteration import grouped
from toolgen.model.applicators import subschemas
from toolgen.model.contract import Contract
from toolgen.model.json_values import Json

_SATURATION, _LENGTH = 1.5, 0.6
"""The constants `k1` and `b` of BM25."""
_NAME, _LABEL, _FIRST, _REST, _ARGUMENT = 4, 2, 2, 1, 1
"""How often a word counts in the name, in the title, category and tags, in the first line, behind it, in arguments."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_ENDINGS = re.compile(r"(?<=...)(?:ies|ations?|ions?|ings?|ements?|ers?|ou?rs?|ed|es|s|e|y|ly)$")
"""What is taken off a word, of which three letters are left at least."""
_LONGEST = 100
"""The letters of a word that count: a model may ask for any text, and the forms of words are kept."""
_BEGINNING = 5
"""Words that begin with as many equal letters may be of one root: `medicine` and `medication`."""
_ROOT = 0.2
"""What such a beginning counts for, beside the word itself."""
_LITTLE = (
    "a an and are as at be been by can could do does for from had has have how i if in into is it its let like me my "
    "need of on or our please s should so some t that the their them then there this to up us want was we were what "
    "when where which who will with would you your"
)
_EMPTY = frozenset(_LITTLE.split())
"""Words that say nothing."""
_SAME = (
    "delete remove drop erase discard",
    "create add make insert put",
    "update edit change modify set adjust",
    "search find lookup query look",
    "list show all display",
    "get fetch read retrieve view see",
    "send post submit",
    "start run launch begin execute trigger",
    "stop cancel end abort halt",
    "picture image photo",
    "mail email",
    "folder directory",
    "message chat",
)


def _stem(word: str) -> str:
    return _ENDINGS.sub("", word, count=1)


_CANONICAL: Mapping[str, str] = {_stem(word): _stem(group.split()[0]) for group in _SAME for word in group.split()}


def words(text: str) -> Iterator[str]:
    """The words of `text` in the forms in which they are compared: `findUsers` and `finding a user` have the same."""
    for word in _WORDS.findall(text):
        yield from _forms(word[:_LONGEST].lower())


@lru_cache(10_000)
def _forms(word: str) -> tuple[str, ...]:
    if word in _EMPTY:
        return ()
    stem = _stem(word)
    beginning = (f"{word[:_BEGINNING]}…",) if len(word) > _BEGINNING else ()
    return (_CANONICAL.get(stem, stem), *beginning)


class Index:
    """The words of some tools, each by the tools that have it."""

    def __init__(self, tools: Iterable[Contract]) -> None:
        counts = {tool.name: _counted(tool) for tool in tools}
        self._lengths = {name: sum(found.values()) for name, found in counts.items()}
        self._mean = sum(self._lengths.values()) / (len(counts) or 1)
        pairs = ((word, (name, count)) for name, found in counts.items() for word, count in found.items())
        self._having = {word: dict(having) for word, having in grouped(pairs).items()}

    def ranked(self, query: str) -> list[str]:
        """The names of the tools that have a word of `query`, the best first; of equals, by name."""
        scores: dict[str, float] = {}
        for word in dict.fromkeys(words(query)):
            for name, score in self._scores(word):
                scores[name] = scores.get(name, 0) + score
        return sorted(scores, key=lambda name: (-scores[name], name))

    def _scores(self, word: str) -> Iterator[tuple[str, float]]:
        having = self._having.get(word, {})
        rarity = (_ROOT if word.endswith("…") else 1) * log(
            1 + (len(self._lengths) - len(having) + 0.5) / (len(having) + 0.5)
        )
        for name, count in having.items():
            length = 1 - _LENGTH + _LENGTH * self._lengths[name] / self._mean
            yield name, rarity * count * (_SATURATION + 1) / (count + _SATURATION * length)


def _counted(tool: Contract) -> Counter[str]:
    found: Counter[str] = Counter()
    for weight, text in _texts(tool):
        for word in words(text):
            found[word] += weight
    return found


def _texts(tool: Contract) -> Iterator[tuple[int, str]]:
    first, _, rest = tool.description.partition("\n")
    yield _NAME, tool.name
    yield _LABEL, " ".join(filter(None, (tool.title, tool.category, *tool.tags)))
    yield _FIRST, first
    yield _REST, rest
    yield _ARGUMENT, " ".join(_said(tool.input_schema))


def _said(schema: Json) -> Iterator[str]:
    """The names and descriptions of the values in a schema."""
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        if keyword == "description" and isinstance(value, str):
            yield value
        for path, inner in subschemas(keyword, value):
            if keyword == "properties":
                yield path[1]
            yield from _said(inner)
