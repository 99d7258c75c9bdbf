"""The forms of expressions: how Python code yields a value `V`, where `O` is another value of the same kind."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from values import VALUES

EVERY = frozenset(VALUES)
SEQUENCES = frozenset({"texts", "functions"})
PLAIN = frozenset({"text", "number", "true", "texts"})


@dataclass(frozen=True, slots=True)
class Form:
    """An expression that yields `V`, after some statements and the module `given`, which may be imported.

    `kinds` are those of the values that it can yield. Where it is not `is_knowable`, nobody knows the value by reading.
    """

    name: str
    yields: str
    before: str = ""
    given: str = ""
    kinds: Collection[str] = EVERY
    is_knowable: bool = True


def _class(body: str) -> str:
    return f"class K:\n    {body}"


_HOLDER = _class("def __init__(self, x):\n        self.x = x\n    def get(self):\n        return self.x")
_SECOND = "def second(a, b):\n    return b"
_MUTABLE = frozenset({"texts", "mapping", "functions"})
_HASHABLE = frozenset(kind for kind, value in VALUES.items() if value.is_hashable)
_ATTRIBUTES = frozenset(kind for kind, value in VALUES.items() if not value.is_descriptor)

NAMES = (
    Form("constant", "V"),
    Form("name", "X", "X = V"),
    Form("annotated name", "X", "X: Any = V"),
    Form("name of a name", "Y", "X = V\nY = X"),
    Form("name bound twice", "X", "X = O\nX = V"),
    Form("name bound in `if`", "X", "if len('ab') == 2:\n    X = V\nelse:\n    X = O"),
    Form("name bound in `try`", "X", "try:\n    X = V\nexcept ImportError:\n    X = O"),
    Form("name bound in a loop", "X", "for X in [O, V]:\n    pass"),
    Form("name bound in `with`", "X", "with contextlib.nullcontext(V) as X:\n    pass"),
    Form("name bound by `match`", "X", "match [O, V]:\n    case [_, X]:\n        pass"),
    Form("name in an unpacking", "X", "_, X = O, V"),
    Form("name in an unpacking with a star", "X", "*_, X = [O, O, V]"),
    Form("name bound by a walrus before", "X", "print(X := V)"),
    Form("name imported", "X", "from GIVEN import X", "X = V"),
    Form("name imported under another", "Y", "from GIVEN import X as Y", "X = V"),
    Form("attribute of a module", "GIVEN.X", "import GIVEN", "X = V"),
    Form("name imported with a star", "X", "from GIVEN import *", "X = V"),
    Form("name of a module with `__getattr__`", "X", "from GIVEN import X", "def __getattr__(name):\n    return V"),
    Form("call of an imported function", "get()", "from GIVEN import get", "def get():\n    return V"),
    Form("`globals()`", "globals()['X']", "X = V"),
    Form("attribute of a class", "K.X", _class("X = V")),
    Form("attribute of a base class", "L.X", f"{_class('X = V')}\nclass L(K):\n    pass"),
    Form("`getattr`", "getattr(K, 'X')", _class("X = V")),
    Form("`getattr` with a default", "getattr(K, 'Y', V)", _class("X = O")),
    Form("attribute set later", "K.X", f"{_class('X = O')}\nK.X = V"),
    Form("attribute of a function", "get.X", "def get():\n    pass\nget.X = V"),
    Form("attribute of an instance", "K(V).x", _HOLDER),
    Form("attribute of a shared instance", "k.x", f"{_HOLDER}\nk = K(V)"),
    Form("property", "K().x", _class("@property\n    def x(self):\n        return V")),
    Form("field of a dataclass", "D(V).x", "@dataclass\nclass D:\n    x: Any"),
    Form("default of a dataclass", "D().x", "@dataclass\nclass D:\n    x: Any = V", kinds=_ATTRIBUTES - _MUTABLE),
    Form("field of a named tuple", "P(O, V).b", "class P(NamedTuple):\n    a: Any\n    b: Any"),
    Form("item of a named tuple", "P(O, V)[1]", "class P(NamedTuple):\n    a: Any\n    b: Any"),
    Form("value of an enum's member", "E1.A.value", "class E1(Enum):\n    A = V", kinds=PLAIN),
)
"""Names and attributes."""

OPERATORS = (
    Form("binary operator", "([O] + [V])[1]"),
    Form("repetition", "([V] * 2)[1]"),
    Form("unary operator", "[O, V][-1]"),
    Form("`not`", "[V, O][not True]"),
    Form("`or`", "(None or V)"),
    Form("`and`", "(1 and V)"),
    Form("comparison", "[O, V][1 < 2 <= 2]"),
    Form("`in`", "[O, V]['a' in 'ab']"),
    Form("`is None`", "[O, V][None is None]"),
    Form("conditional expression", "(V if ON else O)", "ON = True"),
    Form("walrus", "(X := V)", kinds=EVERY - {"functions"}),
    Form("subscript of a list", "[O, V][1]"),
    Form("subscript of a dictionary", "{'o': O, 'v': V}['v']"),
    Form("subscript of a constant", "X['v']", "X = {'o': O, 'v': V}"),
    Form("subscript of a dictionary that is filled", "X['v']", "X = {}\nX['v'] = V"),
    Form("slice", "[O, V][1:][0]"),
    Form("slice with a step", "[O, V][::-1][0]"),
    Form("star in a list", "[*[O], V][1]"),
    Form("star in a tuple", "(*(O,), V)[1]"),
    Form("two stars in a dictionary", "{**{'v': O}, 'v': V}['v']"),
    Form("`|` of dictionaries", "({'v': O} | {'v': V})['v']"),
    Form("set", "[*{V}][0]", kinds=_HASHABLE),
    Form("dictionary of known keys", "{'v': V}.get('v')"),
    Form("lambda called at once", "(lambda x: x)(V)"),
    Form("lambda with a name", "get()", "get = lambda: V"),
    Form("list comprehension", "[x for x in [O, V] if x != O][0]"),
    Form("set comprehension", "[*{x for x in [O, V] if x != O}][0]", kinds=_HASHABLE),
    Form("dictionary comprehension", "{k: x for k, x in [('o', O), ('v', V)] if k != 'o'}['v']"),
    Form("generator expression", "next(x for x in [O, V] if x != O)"),
    Form("nested comprehension", "[x for xs in [[O], [V]] for x in xs][1]"),
)
"""Operators, displays and comprehensions."""

CALLS = (
    Form("call of a function", "get()", "def get():\n    return V"),
    Form("call with an argument", "second(O, V)", _SECOND),
    Form("call with keywords", "second(b=V, a=O)", _SECOND),
    Form("call with a default", "get()", "def get(x=V):\n    return x"),
    Form("call with a star", "second(*[O, V])", _SECOND),
    Form("call with two stars", "second(**{'b': V, 'a': O})", _SECOND),
    Form("call of `*args`", "get(O, V)", "def get(*args):\n    return args[1]"),
    Form("call of `**kwargs`", "get(o=O, v=V)", "def get(**kwargs):\n    return kwargs['v']"),
    Form("call of a method", "K(V).get()", _HOLDER),
    Form("call of a class method", "K.get()", _class("@classmethod\n    def get(cls):\n        return V")),
    Form("call of a static method", "K.get()", _class("@staticmethod\n    def get():\n        return V")),
    Form("call of an instance", "K()()", _class("def __call__(self):\n        return V")),
    Form("`__getitem__` of an instance", "K()[0]", _class("def __getitem__(self, key):\n        return V")),
    Form("partial", "functools.partial(second, O)(V)", _SECOND),
    Form(
        "decorated function",
        "get()",
        "def same(f):\n    @functools.wraps(f)\n    def inner():\n        return f()\n"
        "    return inner\n@same\ndef get():\n    return V",
    ),
    Form(
        "decorated to yield another",
        "get()",
        "def replaced(f):\n    return lambda: V\n@replaced\ndef get():\n    return O",
    ),
    Form("cached function", "get()", "@functools.cache\ndef get():\n    return V"),
    Form("recursion", "down(2)", "def down(n):\n    return V if n == 0 else down(n - 1)"),
    Form("closure", "hold(V)()", "def hold(x):\n    def inner():\n        return x\n    return inner"),
    Form("function with `if`", "get(1)", "def get(n):\n    if n:\n        return V\n    return O"),
    Form("function with a loop", "get()", "def get():\n    for x in [O, V]:\n        if x != O:\n            return x"),
    Form(
        "function with `while`",
        "get()",
        "def get():\n    n = 0\n    while n < 1:\n        n += 1\n    return [O, V][n]",
    ),
    Form(
        "function with `try`",
        "get()",
        "def get():\n    try:\n        return V\n    except ValueError:\n        return O",
    ),
    Form(
        "function with `with`",
        "get()",
        "def get():\n    with contextlib.suppress(KeyError):\n        return {'a': O}['b']\n    return V",
    ),
    Form(
        "function with `match`",
        "choose('v')",
        "def choose(kind):\n    match kind:\n        case 'v':\n            return V\n    return O",
    ),
    Form("function with a local list", "get()", "def get():\n    xs = [O]\n    xs.append(V)\n    return xs[-1]"),
    Form("generator function", "[*given()][1]", "def given():\n    yield O\n    yield V"),
    Form("`yield from`", "next(given())", "def given():\n    yield from [V, O]"),
    Form(
        "`await`",
        "asyncio.run(hold())",
        "async def given():\n    return V\nasync def hold():\n    return await given()",
    ),
    Form("`map`", "[*map(lambda x: x, [V])][0]"),
    Form("`filter`", "[*filter(lambda x: x != O, [O, V])][0]"),
    Form("`zip`", "[*zip([O], [V])][0][1]"),
    Form("`enumerate`", "[*enumerate([O, V])][1][1]"),
    Form("`sorted`", "sorted([(2, O), (1, V)], key=lambda pair: pair[0])[0][1]"),
    Form("`reversed`", "[*reversed([V, O])][1]"),
    Form("`max`", "max([(1, O), (2, V)], key=lambda pair: pair[0])[1]"),
    Form("`next` of `iter`", "next(iter([V, O]))"),
    Form("`list` of a tuple", "list((O, V))[1]"),
    Form("`dict` of keywords", "dict(o=O, v=V)['v']"),
    Form("`dict` of `zip`", "dict(zip(['o', 'v'], [O, V]))['v']"),
    Form("`dict.get`", "{'o': O}.get('v', V)"),
    Form("`dict.values`", "[*{'o': O, 'v': V}.values()][1]"),
    Form("`dict.items`", "[x for k, x in {'o': O, 'v': V}.items() if k == 'v'][0]"),
    Form("`dict.setdefault`", "{'o': O}.setdefault('v', V)"),
    Form("`dict.pop`", "{'o': O, 'v': V}.pop('v')"),
    Form("`list.pop`", "[O, V].pop()"),
    Form("`itertools.chain`", "[*itertools.chain([O], [V])][1]"),
    Form("`operator.itemgetter`", "operator.itemgetter(1)([O, V])"),
    Form("`functools.reduce`", "functools.reduce(lambda a, b: b, [O, V])"),
    Form("`os.environ.get`", "(O if os.environ.get('FORMS_UNSET') else V)", is_knowable=False),
    Form("`os.getpid`", "[O, V][os.getpid() > 0]", is_knowable=False),
)
"""Calls of what the project defines and of what Python brings."""

_TEXT = frozenset({"text"})
TEXTS = (
    Form("f-string", "f'{X}ck'", "X = 'pi'", kinds=_TEXT),
    Form("f-string with a conversion", "f'{X!s}'", "X = 'pick'", kinds=_TEXT),
    Form("f-string with a specification", "f'{X:.4}'", "X = 'picks'", kinds=_TEXT),
    Form("f-string with a nested specification", "f'{X:.{N}}'", "X = 'picks'\nN = 4", kinds=_TEXT),
    Form("adjacent strings", "('pi' 'ck')", kinds=_TEXT),
    Form("`+` of strings", "'pi' + X", "X = 'ck'", kinds=_TEXT),
    Form("`%` of a string", "'p%s' % 'ick'", kinds=_TEXT),
    Form("`str.format`", "'p{}'.format('ick')", kinds=_TEXT),
    Form("`str.join`", "''.join(['pi', 'ck'])", kinds=_TEXT),
    Form("`str.join` of a generator", "''.join(x for x in 'pxixcxk' if x != 'x')", kinds=_TEXT),
    Form("`str.lower`", "'PICK'.lower()", kinds=_TEXT),
    Form("`str.replace`", "'p-ck'.replace('-', 'i')", kinds=_TEXT),
    Form("`str.split`", "'pick,danger'.split(',')[0]", kinds=_TEXT),
    Form("`str.partition`", "'pick.danger'.partition('.')[0]", kinds=_TEXT),
    Form("slice of a string", "'picked'[:4]", kinds=_TEXT),
    Form("`str` of an object", "str(K())", _class("def __str__(self):\n        return 'pick'"), kinds=_TEXT),
    Form("`textwrap.dedent`", "textwrap.dedent('  pick')", kinds=_TEXT),
    Form("`__name__` of a function", "pick.__name__", kinds=_TEXT),
    Form("docstring of a function", "get.__doc__", "def get():\n    'pick'", kinds=_TEXT),
    Form("name of an enum's member", "E1.pick.name", "class E1(Enum):\n    pick = 1", kinds=_TEXT),
)
_NUMBER = frozenset({"number"})
NUMBERS = (
    Form("arithmetic", "(2 ** 2 - 1)", kinds=_NUMBER),
    Form("negation", "-(-3)", kinds=_NUMBER),
    Form("`int` of a text", "int('3')", kinds=_NUMBER),
    Form("`len`", "len([1, 2, 3])", kinds=_NUMBER),
    Form("`sum`", "sum(x for x in range(3))", kinds=_NUMBER),
    Form("`min`", "min(9, 3)", kinds=_NUMBER),
    Form("`round`", "round(2.9)", kinds=_NUMBER),
    Form("augmented assignment", "X", "X = 1\nX += 2", kinds=_NUMBER),
)
_TRUE = frozenset({"true"})
CONDITIONS = (
    Form("comparison of a constant", "X == 'prod'", "X = 'prod'", kinds=_TRUE),
    Form("chained comparison", "1 < X <= 3", "X = 2", kinds=_TRUE),
    Form("`and` of conditions", "(X and X is not None)", "X = 1", kinds=_TRUE),
    Form("`not` of a constant", "not X", "X = ''", kinds=_TRUE),
    Form("`not in`", "'danger' not in X", "X = ['pick']", kinds=_TRUE),
    Form("`any`", "any(x == 'pick' for x in ['danger', 'pick'])", kinds=_TRUE),
    Form("`all`", "all([True, not False])", kinds=_TRUE),
    Form("`bool`", "bool(X)", "X = [0]", kinds=_TRUE),
    Form("`isinstance`", "isinstance('a', str)", kinds=_TRUE),
    Form("`hasattr`", "hasattr(K, 'X')", _class("X = 1"), kinds=_TRUE),
    Form("`callable`", "callable(pick)", kinds=_TRUE),
    Form("`str.startswith`", "'pick'.startswith('p')", kinds=_TRUE),
    Form("`issubclass`", "issubclass(L, K)", "class K:\n    pass\nclass L(K):\n    pass", kinds=_TRUE),
)
_TEXT_LIST = frozenset({"texts"})
TEXT_LISTS = (
    Form("list of a string", "list('ab')", kinds=_TEXT_LIST),
    Form("`str.split` to a list", "'a b'.split()", kinds=_TEXT_LIST),
    Form("list comprehension over names", "[x for x in ['a', 'danger', 'b'] if x != 'danger']", kinds=_TEXT_LIST),
    Form(
        "comprehension with a condition on each", "[x for x in ['danger', 'a', 'b'] if len(x) == 1]", kinds=_TEXT_LIST
    ),
    Form("keys of a dictionary", "list({'a': 1, 'b': 2})", kinds=_TEXT_LIST),
    Form("sorted texts", "sorted(['b', 'a'])", kinds=_TEXT_LIST),
    Form("values of an enum", "[e.value for e in E1]", "class E1(Enum):\n    A = 'a'\n    B = 'b'", kinds=_TEXT_LIST),
    Form("f-strings in a comprehension", "[f'{x:.1}' for x in ('aa', 'bb')]", kinds=_TEXT_LIST),
    Form("list that is appended to", "X", "X = ['a']\nX.append('b')", kinds=_TEXT_LIST),
    Form(
        "list that a function fills", "X", "X = []\ndef add(x):\n    X.append(x)\nadd('a')\nadd('b')", kinds=_TEXT_LIST
    ),
    Form("list less one", "X", "X = ['a', 'danger', 'b']\nX.remove('danger')", kinds=_TEXT_LIST),
)
_FUNCTION_LIST = frozenset({"functions"})
_ALL = "ALL = [pick, danger, extra]"
_PAIRS = "ALL = [(pick, True), (danger, False), (extra, True)]"
_TABLE = "ALL = {'pick': pick, 'danger': danger, 'extra': extra}"
FUNCTION_LISTS = (
    Form("filter by `__name__`", "[f for f in ALL if f.__name__ != 'danger']", _ALL, kinds=_FUNCTION_LIST),
    Form("filter by identity", "[f for f in ALL if f is not danger]", _ALL, kinds=_FUNCTION_LIST),
    Form("filter by a set of names", "[f for f in ALL if f.__name__ in {'pick', 'extra'}]", _ALL, kinds=_FUNCTION_LIST),
    Form(
        "filter by an attribute",
        "[f for f in ALL if getattr(f, 'on', False)]",
        f"{_ALL}\npick.on = extra.on = True",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "filter by a function",
        "[f for f in ALL if allowed(f)]",
        f"{_ALL}\ndef allowed(f):\n    return f.__name__ != 'danger'",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "filter by two conditions",
        "[f for f in ALL if f.__doc__ if f.__name__ != 'danger']",
        _ALL,
        kinds=_FUNCTION_LIST,
    ),
    Form("`filter` by a lambda", "list(filter(lambda f: f.__name__ != 'danger', ALL))", _ALL, kinds=_FUNCTION_LIST),
    Form("filter of pairs", "[f for f, on in ALL if on]", _PAIRS, kinds=_FUNCTION_LIST),
    Form(
        "values of a filtered dictionary",
        "[f for name, f in ALL.items() if name != 'danger']",
        _TABLE,
        kinds=_FUNCTION_LIST,
    ),
    Form("values of a dictionary", "list(ALL.values())", "ALL = {'pick': pick, 'extra': extra}", kinds=_FUNCTION_LIST),
    Form("dictionary less one", "list(ALL.values())", f"{_TABLE}\ndel ALL['danger']", kinds=_FUNCTION_LIST),
    Form("subscripts by names", "[ALL[name] for name in ('pick', 'extra')]", _TABLE, kinds=_FUNCTION_LIST),
    Form("`globals()` by names", "[globals()[name] for name in ('pick', 'extra')]", kinds=_FUNCTION_LIST),
    Form(
        "`getattr` of a module",
        "[getattr(GIVEN, name) for name in ('pick', 'extra')]",
        "import GIVEN",
        "pass",
        kinds=_FUNCTION_LIST,
    ),
    Form("joined lists", "[pick] + [extra]", kinds=_FUNCTION_LIST),
    Form("list with a star", "[pick, *[extra]]", kinds=_FUNCTION_LIST),
    Form("slice of functions", "ALL[::2]", _ALL, kinds=_FUNCTION_LIST),
    Form("list that is extended", "X", "X = [pick]\nX.extend([extra])", kinds=_FUNCTION_LIST),
    Form("list that `+=` extends", "X", "X = [pick]\nX += [extra]", kinds=_FUNCTION_LIST),
    Form("list less a function", "ALL", f"{_ALL}\nALL.remove(danger)", kinds=_FUNCTION_LIST),
    Form(
        "list that a loop fills",
        "X",
        f"{_ALL}\nX = []\nfor f in ALL:\n    if f is not danger:\n        X.append(f)",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "list that a loop with `continue` fills",
        "X",
        f"{_ALL}\nX = []\nfor f in ALL:\n    if f.__name__ == 'danger':\n        continue\n    X.append(f)",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "list that a condition fills",
        "X",
        "X = [pick]\nif True:\n    X.append(extra)\nif not True:\n    X.append(danger)",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "list that a decorator fills",
        "X",
        "X = []\ndef listed(f):\n    X.append(f)\n    return f\nlisted(pick)\n"
        "@listed\ndef extra() -> None:\n    'Extra.'",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "list of a function with conditions",
        "chosen(False)",
        "def chosen(all):\n    found = [pick, extra]\n    if all:\n        found.append(danger)\n    return found",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "attribute that `__init__` fills",
        "K(False).x",
        _class("def __init__(self, all):\n        self.x = [pick]\n        self.x.append(danger if all else extra)"),
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "generator of functions",
        "chosen()",
        f"{_ALL}\ndef chosen():\n    for f in ALL:\n        if f.__name__ != 'danger':\n            yield f",
        kinds=_FUNCTION_LIST,
    ),
    Form(
        "environment in a condition",
        "[f for f in ALL if f is not danger or os.environ.get('FORMS_UNSET')]",
        _ALL,
        kinds=_FUNCTION_LIST,
        is_knowable=False,
    ),
)

FORMS = (
    *NAMES,
    *OPERATORS,
    *CALLS,
    *TEXTS,
    *NUMBERS,
    *CONDITIONS,
    *TEXT_LISTS,
    *FUNCTION_LISTS,
)
