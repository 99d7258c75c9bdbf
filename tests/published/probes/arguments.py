"""Arguments drawn from a tool's input schema: what it accepts, and what models get wrong. The same for the same seed.

It runs in the environments of published packages: standard library only, and no word from toolgen.
"""

import copy
import json
import random

TEXTS = {
    "date-time": "2026-03-02T16:00:00Z",
    "date": "2026-03-02",
    "time": "16:00:00",
    "duration": "PT1H",
    "uuid": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "uri": "https://example.org/a",
    "email": "a@example.org",
    "binary": "aa",
}
WRONG = (None, True, 3, -1, 2.5, 1.0, [], ["a"], {}, {"a": 1})
WRONG_TEXTS = ("text", "", "7", "true", " x ", "null", '["a"]', '{"a": 1}')
DEEPEST = 4


class Drawing:
    """Values for the parts of one schema."""

    def __init__(self, schema, seed):
        self.definitions = {**schema.get("definitions", {}), **schema.get("$defs", {})}
        self.random = random.Random(seed)

    def value(self, schema, depth=0):
        schema = self.resolved(schema)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self.random.choice(schema["enum"])
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self.value(self.random.choice(schema[keyword]), depth + 1)
        kind = schema.get("type") or ("object" if "properties" in schema else None)
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        return getattr(self, f"{kind}_", self.any_)(schema, depth)

    def resolved(self, schema):
        if not isinstance(schema, dict):
            return {}
        if "$ref" in schema:
            return self.resolved(self.definitions.get(schema["$ref"].rpartition("/")[2], {}))
        if len(schema.get("allOf", ())) == 1:
            return {**self.resolved(schema["allOf"][0]), **{k: v for k, v in schema.items() if k != "allOf"}}
        return schema

    def any_(self, schema, depth):
        return self.random.choice(WRONG + WRONG_TEXTS)

    def null_(self, schema, depth):
        return None

    def boolean_(self, schema, depth):
        return self.random.random() < 0.5

    def integer_(self, schema, depth):
        low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
        high = schema.get("maximum", schema.get("exclusiveMaximum", low + 21) - 1)
        return self.random.choice((int(low), int(high), self.random.randint(int(low), max(int(low), int(high)))))

    def number_(self, schema, depth):
        return self.integer_(schema, depth) + self.random.choice((0, 0.0, 0.5 if "maximum" not in schema else 0))

    def string_(self, schema, depth):
        if schema.get("format") in TEXTS:
            return TEXTS[schema["format"]]
        low = schema.get("minLength", 0)
        high = min(schema.get("maxLength", low + 12), low + 40)
        return "".join(self.random.choices("aZ é0_", k=self.random.randint(low, high)))

    def array_(self, schema, depth):
        first = [self.value(part, depth + 1) for part in schema.get("prefixItems", ())]
        low = max(schema.get("minItems", 0), len(first))
        count = min(schema.get("maxItems", low + 2), low + (2 if depth < DEEPEST else 0))
        rest = self.random.randint(low, max(low, count)) - len(first)
        return first + [self.value(schema.get("items"), depth + 1) for _ in range(rest)]

    def object_(self, schema, depth=0):
        required = schema.get("required", ())
        made = {
            name: self.value(part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in required or (depth < DEEPEST and self.random.random() < 0.6)
        }
        if "properties" not in schema:
            others = schema.get("additionalProperties")
            made = {name: self.value(others, depth + 1) for name in ("a", "b")[: 2 - depth // 2]}
        return made

    def damaged(self, given):
        """`given` with one thing wrong, as models get them wrong; what that is comes by chance."""
        given = copy.deepcopy(given)
        damages = self.missing, self.wrong, self.wrong, self.extra, self.null, self.as_text, self.out
        self.random.choice(damages)(given)
        return given

    def at(self, given):
        """A place in `given`: what holds it, and its name or position there."""
        found = [(given, name) for name in given]
        for holder, name in found:
            inner = holder[name]
            names = inner if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
            found.extend((inner, key) for key in names)
        return self.random.choice(found) if found else (given, "made_up")

    def missing(self, given):
        holder, name = self.at(given)
        if isinstance(holder, list) or name in holder:
            del holder[name]

    def wrong(self, given):
        holder, name = self.at(given)
        holder[name] = copy.deepcopy(self.random.choice(WRONG + WRONG_TEXTS))

    def extra(self, given):
        holder, name = self.at(given)
        holder = holder if isinstance(holder, dict) else given
        holder[self.random.choice(("made_up", "self", f"{name}s"))] = self.random.choice(WRONG + WRONG_TEXTS)

    def null(self, given):
        holder, name = self.at(given)
        holder[name] = None

    def as_text(self, given):
        holder, name = self.at(given)
        holder[name] = json.dumps(holder.get(name) if isinstance(holder, dict) else holder[name])

    def out(self, given):
        holder, name = self.at(given)
        held = holder.get(name) if isinstance(holder, dict) else holder[name]
        holder[name] = {int: -(10**6), float: 1e9, str: "x" * 3000, list: [None] * 60}.get(type(held), "?")


def arguments(schema, count, seed):
    """`count` sets of arguments: every other one is damaged."""
    drawing = Drawing(schema, seed)
    for index in range(count):
        given = drawing.object_(drawing.resolved(schema))
        yield drawing.damaged(given) if index % 2 else given
