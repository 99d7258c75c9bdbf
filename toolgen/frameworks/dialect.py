"""What a dialect is: how one framework says "this function is a tool"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolgen.frameworks.results import Results
from toolgen.model.json_values import Json, Schema
from toolgen.syntax.descriptions import body
from toolgen.syntax.parameter_texts import ParameterTexts, none

if TYPE_CHECKING:
    from toolgen.model.tool import Whole
from toolgen.frameworks.recognisers import Recogniser

Rename: TypeAlias = Callable[[str], str]
"""The name under which a framework offers a tool to a model, given the one that it was declared with."""

FunctionAt: TypeAlias = tuple[str, str]
"""The attributes, with dots between them, that lead from an object to its function: to a sync and to an async one."""

Closed: TypeAlias = Literal["nothing", "arguments", "classes", "objects"]
"""Where a name that is not known is refused: nowhere, among the arguments, inside of them as well, but for what a model
of pydantic has in it, or there, too."""

Texts: TypeAlias = Literal["nowhere", "arguments", "everywhere"]
"""Where JSON text is taken for what it stands for: whole arguments, or wherever no text is valid."""

Validates: TypeAlias = Literal["json", "python"]
"""What pydantic is handed: JSON, where a text may be a date as it is, or Python values, where it is `str` first."""

Rest: TypeAlias = Literal["open", "required", "dropped", "named", "single", "refused"]
"""What becomes of `*args` or `**kwargs`: it takes what has no name (as in pydantic), the same in a list that must be
given, nothing, a list or dictionary under its own name, or one value under it; or the function is refused."""

Describe: TypeAlias = Callable[[str], str]
"""The description that a framework takes from a docstring."""


@dataclass(frozen=True, slots=True)
class Convention:
    """What a framework does with a function that it is given. Without arguments: it takes and calls it as it is.

    `supplied` makes of the names of the parameters those that the framework fills whatever their types, and may name
    others. `takes_whole` says whether the first parameter that is left takes all arguments, and how, given the
    arguments of the declaration by toolgen's names for them. `is_factory` says that the function returns the one that
    is called, and gives it its name.

    `amend` makes of a description, however it was given, what a model is told. `is_method_described` says that the
    docstring of the method that is called goes before that of its class. `schema` makes JSON Schema of what a
    declaration gives for the arguments in place of the signature. `context` is the usual name of the parameter
    that takes the framework's context, where the declaration says that there is one (`context=True`). `takes_context`
    says whether the first parameter has to be that, which no other may be, or a function is refused (TG227); None where
    its place is free. `hides_private` says that without a model of its arguments nobody gives those with `_` before
    their names, which pydantic takes for private attributes. `is_copied` says that of a parameter a model is told the
    name, default, description and constraints, and nothing else of its field; `tells_fields` that of a model of the
    arguments it is told the fields alone.
    `is_given_all` says that without a model of its arguments the function is given all of them, and refuses by itself
    those that it does not have.
    What a model of the arguments makes of them `is_dumped` where the function is given dictionaries again. One that
    `is_open` closes no schema, whatever its dialect does. `results` stands for those of the dialect, where a release
    differs.
    """

    supplied: Callable[[Sequence[str]], Collection[str]] = lambda _: ()
    takes_whole: Callable[[Collection[str]], Whole | None] = lambda _: None
    is_factory: bool = False
    amend: Callable[[str], str] = str
    is_method_described: bool = False
    schema: Callable[[Schema], Json] = dict
    context: str = ""
    takes_context: bool | None = None
    hides_private: bool = False
    is_copied: bool = False
    tells_fields: bool = False
    is_given_all: bool = False
    is_dumped: bool = False
    is_open: bool = False
    results: Results | None = None


@dataclass(frozen=True, slots=True)
class FieldConvention:
    """What a framework makes the field of a parameter of.

    `keeps` are the items of what `Annotated` says of the whole parameter that count, None for all of them. A call of
    `Field` on the right-hand side `is_default` where it is a default like any other, of which a model is told nothing,
    and `is_optional` where it says all but that it is required. Where it `is_documented`, the docstring goes before
    what fields say. `text_names` are all names, beside Python's own, that an annotation may have that is text; None
    where it is looked up where it stands.
    """

    keeps: frozenset[str] | None = None
    is_default: bool = False
    is_optional: bool = False
    is_documented: bool = False
    text_names: frozenset[str] | None = None


DROPPED: Mapping[str, Rest] = {"var_positional": "dropped", "var_keyword": "dropped"}
SINGLE: Mapping[str, Rest] = {"var_positional": "single", "var_keyword": "single"}
REFUSED: Mapping[str, Rest] = {"var_positional": "refused", "var_keyword": "refused"}


@dataclass(frozen=True, slots=True)
class Selection:
    """Which functions of a collection are tools.

    `pairs` are arguments that take a collection of functions with their names, which are tools where the others have
    none of that name; `included` and `excluded` are those that name the functions which are tools, and those which are
    none.
    """

    pairs: tuple[str, ...] = ()
    included: str = ""
    excluded: str = ""


@dataclass(frozen=True, slots=True)
class Declarator:
    """How a callable that declares tools takes its arguments.

    `positional` names its positional arguments. `arguments` maps each of its keywords to the argument of toolgen's own
    `@tool` that means the same, or to one of `OTHER_ARGUMENTS` (both in `toolgen.model.arguments`); those that say
    nothing to a model are left out. `functions` are the arguments that take the function, the first that is given
    counts, and what those after the first give is awaited; `lists` are those that take a collection of functions, each
    of which is a tool of its own, also as an entry of a dictionary (`config.tools`), and `*` says that all positional
    arguments are such functions; `selection` is what else says which of them are tools. Where there are names in
    `transforms`, a call makes another tool of one, of which it says what else it is given; an argument of these names
    makes it one of another function. A call that is not `is_followed` makes a tool of something else. `convention` is
    what becomes of the function.
    """

    positional: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    functions: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    selection: Selection = Selection()
    transforms: frozenset[str] = frozenset()
    is_followed: bool = True
    convention: Convention = Convention()

    @property
    def is_variadic(self) -> bool:
        """Whether all positional arguments are functions."""
        return "*" in self.lists


@dataclass(frozen=True, slots=True)
class ToolClass:
    """What the subclasses of a class are.

    Each is one tool, whose call is that of the first of `methods` that it defines; `attributes` maps the class
    attributes that describe it to arguments, as `Declarator.arguments` does, and the keywords of its constructor, whose
    positional arguments `positional` names. Those that are not `is_followed` are tools that are called in another way.
    `is_named` says that a class without the attribute `name` is the base of tools and none itself; otherwise the
    class's own name is that of the tool. Of a class that `is_read` the subclasses have its own members, too.
    `convention` is what becomes of the method.
    """

    methods: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    positional: tuple[str, ...] = ()
    is_named: bool = False
    is_followed: bool = True
    is_read: bool = False
    convention: Convention = Convention()

    @property
    def constructor(self) -> Declarator:
        """How an object of a subclass is made that is itself told its name."""
        return Declarator(self.positional, self.attributes, convention=self.convention)


NOT_FOLLOWED = Declarator(is_followed=False)
"""What makes tools that no function of the project is."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One framework's ways to declare tools, as tables of qualified names.

    All names are those under which something is defined or exported; a method is named by its class, so that
    `@server.tool` is `mcp.server.fastmcp.FastMCP.tool`, and a class stands for the call that makes an object of it.

    `decorators` declare the function below them, or one that they are called with. `calls` declare the functions that
    they are given. `bases` are the classes whose subclasses declare tools. `is_closed` says that an argument outside
    the tables is an error.

    `hints` maps the framework's spelling of MCP's behaviour hints to toolgen's. A parameter whose type is one of
    `injected`, or a class below one, is supplied by the framework, and so left out of the schema, whichever dialect has
    found the tool: such an object exists only where a framework makes it. This dialect alone leaves out one whose type
    is one of `excluded`, which is data to others, one that has one of `injected_names`, or one of the classes
    `injected_metadata` or an object of one among the metadata of its `Annotated`, or a call of one of `providers` there
    or as its default: to a framework that does not know them these say nothing.

    `describe` makes the description of a docstring; `describing` has others for arguments that ask for them.
    Descriptions of parameters are taken from the docstring whether or not the framework does: a model is told more,
    never something else. What the framework itself reads there is what `describe_parameters` finds, and goes before.

    Where not `describes_all`, the framework is known to publish a tool without a description: that is a warning there
    (TG228), and elsewhere an error (TG203).

    `rename` makes the name that a model is told of the declared one, which is then the tool's title.

    `results` is how it makes an output schema of what a function returns.

    `closed` is where the schemas that it publishes are closed and a call refuses names that they do not have. Elsewhere
    an unknown argument is dropped, also where a schema is closed only for the sake of a provider's strict mode.

    `parameter_fields` is what it makes the field of a parameter of, where no model stands for the parameters.

    `texts` is where a call takes JSON text for what it stands for; `arguments` are those that are the text of null, an
    array or object and are not annotated `str`. `validates` is in which mode pydantic validates the arguments.

    `rest` is what becomes of `*args` ("var_positional") and `**kwargs` ("var_keyword") where no model stands for the
    parameters: `SINGLE` of those that make a field of each parameter, whatever its kind. Both are given by name.

    `function_at` says where the function is in what a decorator leaves in its place, if that is no function but an
    object.

    `receivers` are names that mean an instance of the framework's server where its class cannot be seen, as for a
    function's parameter without annotation: `@mcp.tool` is then one of `decorators` by its last part. `packages` are
    those of its servers and tools: a file that imports from one is about it. `recognisers` are for what no table says.
    """

    name: str
    packages: frozenset[str]
    decorators: Mapping[str, Declarator] = field(default_factory=dict)
    calls: Mapping[str, Declarator] = field(default_factory=dict)
    bases: Mapping[str, ToolClass] = field(default_factory=dict)
    is_closed: bool = False
    hints: Mapping[str, str] = field(default_factory=dict)
    injected: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    injected_metadata: frozenset[str] = frozenset()
    injected_names: frozenset[str] = frozenset()
    providers: frozenset[str] = frozenset()
    describe: Describe = body
    describing: Mapping[str, Describe] = field(default_factory=dict)
    describe_parameters: ParameterTexts = none
    describes_all: bool = True
    rename: Rename = str
    results: Results = field(default_factory=Results)
    closed: Closed = "nothing"
    texts: Texts = "nowhere"
    validates: Validates = "json"
    rest: Mapping[str, Rest] = field(default_factory=dict)
    parameter_fields: FieldConvention = FieldConvention()
    function_at: FunctionAt = ("", "")
    receivers: frozenset[str] = frozenset()
    recognisers: tuple[Recogniser, ...] = ()

    @property
    def needles(self) -> frozenset[bytes]:
        """Words one of which stands in every file that declares a tool, as few as can be: every file is searched."""
        words = {
            needle for table in (self.decorators, self.calls) for item in table.items() for needle in _needles(*item)
        }
        words |= {name.rpartition(".")[2] for name in self.bases}
        words = words.union(*(one.needles for one in self.recognisers))
        return self.serving.union(word.encode() for word in words)

    @property
    def serving(self) -> frozenset[bytes]:
        """Those of the needles that tell of servers, and declare no tool: `FastMCP.from_openapi(…)` has others."""
        calls = self.calls.items() if self.receivers else ()
        words = {needle for name, one in calls for needle in _needles(name, one) if not one.is_followed}
        return frozenset(word.encode() for word in words.union(*(one.serving for one in self.recognisers)))

    @property
    def keywords(self) -> frozenset[str]:
        """What else is looked for in such a file: what is called, and keywords for collections of functions."""
        lists = [[name for name in one.lists if name.isidentifier()] for one in self.calls.values()]
        # `super().__init__(…)` has neither the name of the class nor a keyword.
        lists += [["__init__"] for one in self.calls.values() if one.is_variadic or one.functions]
        others = (one.keywords for one in self.recognisers)
        return frozenset({name.rpartition(".")[2] for name in self.calls}.union(*lists, *others))

    @property
    def known_names(self) -> frozenset[str]:
        """Every qualified name that the tables mention, with the classes of methods."""
        callables = {*self.decorators, *self.calls}
        owners = {name.rpartition(".")[0] for name in callables}
        types = self.injected | self.excluded | self.injected_metadata
        others = frozenset[str]().union(*(one.known_names for one in self.recognisers))
        return frozenset(callables | owners | {*self.bases} | types | self.providers | others)


class DialectError(Exception):
    """The `field` of the dialect `name` of another package failed with `error` when it was asked for a text."""

    def __init__(self, name: str, field: str, error: Exception) -> None:
        super().__init__(name, field, error)
        self.name = name
        self.field = field
        self.error = error


def _needles(name: str, declarator: Declarator) -> Iterable[str]:
    """What stands in a file that calls `name`: a method's own name, or the class of `Class.from_function`.

    What takes a collection of functions is found by its keyword, unless the collection comes first. Two letters stand
    in many words: they are looked for with their point.
    """
    owner, _, last = name.rpartition(".")
    if declarator.lists and declarator.lists not in {declarator.positional[:1], ("*",)}:
        entries = [keyword.rpartition(".")[2] for keyword in declarator.lists if "." in keyword]
        keywords = [keyword for keyword in declarator.lists if "." not in keyword]
        return [f"{keyword}{sign}" for keyword in keywords for sign in ("=", " =")] + [
            f"{quote}{entry}{quote}:" for entry in entries for quote in "'\""
        ]
    return [owner.rpartition(".")[2] if last.startswith("from_") else last if len(last) > 2 else f".{last}"]


def same(*names: str) -> dict[str, str]:
    """A table of arguments that are called as those of toolgen's own `@tool`."""
    return dict(zip(names, names, strict=True))


def exported(modules: Iterable[str], *names: str) -> frozenset[str]:
    """`module.name` of each of `modules`."""
    return frozenset(f"{module}.{name}" for module in modules for name in names)


def named(owners: Iterable[str], **members: Declarator) -> dict[str, Declarator]:
    """`owner.member` of each of `owners`, which are modules or classes."""
    return {f"{owner}.{name}": declarator for owner in owners for name, declarator in members.items()}
