"""The marker API that tool authors import: `tool`, `Tool`, `Argument` and `Injected`.

`toolgen build` reads these markers from source text and never runs them. At run time they only record what
they were given, so this module imports nothing, not even `__future__`: `import toolgen` must cost a tool author next to
nothing, and `python -m toolgen` loads it before it can take the project's folder off `sys.path`.
"""

__all__ = ["Argument", "Declaration", "Injected", "Tool", "tool"]
__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Annotated, Any, ClassVar, Literal, TypedDict, TypeVar, overload

    _T = TypeVar("_T")
    _Marked = TypeVar("_Marked", bound=Callable[..., Any] | classmethod[Any, Any, Any])

    Injected = Annotated[_T, "toolgen.Injected"]
    """A parameter that the caller of the tool supplies: it stays out of the schema that a model sees."""

    class Annotations(TypedDict, total=False):
        """Behaviour hints as the Model Context Protocol defines them (`ToolAnnotations`)."""

        read_only: bool
        destructive: bool
        idempotent: bool
        open_world: bool


class Declaration:
    """What a `@tool` decorator was given: one attribute per keyword that was written, and no others.

    It stands at `function.__toolgen__`. `vars(declaration)` is the keywords as a dictionary.
    """

    def __init__(self, keywords: "dict[str, Any]") -> None:
        self.__dict__.update(keywords)

    def __repr__(self) -> str:
        return f"Declaration({', '.join(f'{key}={value!r}' for key, value in vars(self).items())})"


class Argument:
    """One argument of a class-based tool, listed in `Tool.arguments`.

    Its type is that of the parameter of `execute` with the same name, or `str` where there is none.
    """

    __slots__ = ("description", "multiline", "name", "required")

    def __init__(self, name: str, description: str = "", required: bool = True, multiline: bool = False) -> None:
        self.name = name
        self.description = description
        self.required = required
        self.multiline = multiline

    def __repr__(self) -> str:
        return (
            f"Argument(name={self.name!r}, description={self.description!r}, "
            f"required={self.required!r}, multiline={self.multiline!r})"
        )


class Tool:
    """Base of class-based tools: the class attributes declare the tool, `execute` runs it.

    The arguments come from `arguments`, from `parameters_schema` (a JSON Schema of type object), or, with
    neither, from the signature of `execute`, which may be a function or a coroutine function.
    """

    if TYPE_CHECKING:
        name: ClassVar[str]
        description: ClassVar[str]
        category: ClassVar[str | None]
        tags: ClassVar[Sequence[str]]
        examples: ClassVar[Sequence[Mapping[str, Any]]]
        extras: ClassVar[Mapping[str, Mapping[str, Any]]]
        arguments: ClassVar[Sequence[Argument]]
        parameters_schema: ClassVar[Mapping[str, Any]]
        execute: Callable[..., Any]


if not TYPE_CHECKING:

    class Injected:
        """A parameter that the caller of the tool supplies: `Injected[T]` is `T` to a type checker."""

        def __class_getitem__(cls, item):
            from typing import Annotated

            return Annotated[item, cls]


if TYPE_CHECKING:

    @overload
    def tool(function: _Marked, /) -> _Marked: ...
    @overload
    def tool(
        name: str | None = None,
        description: str | None = None,
        *,
        title: str | None = None,
        param_descriptions: Mapping[str, str] | None = None,
        params: Mapping[str, type | Mapping[str, Any]] | None = None,
        required: Sequence[str] | None = None,
        preprocess: Callable[[dict[str, Any]], Any] | None = None,
        postprocess: Callable[[Any], Any] | None = None,
        tags: Sequence[str] = (),
        category: str | None = None,
        requires_approval: bool = False,
        risk_level: Literal["low", "medium", "high", "critical"] | None = None,
        timeout: float | None = None,
        examples: Sequence[Mapping[str, Any]] = (),
        multiline: Sequence[str] = (),
        annotations: Annotations | None = None,
        deprecated: bool | str = False,
        extras: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Callable[[_Marked], _Marked]: ...


def tool(name: "Any" = None, description: "Any" = None, **keywords: "Any") -> "Any":
    """Mark a function as a tool: `@tool`, `@tool()`, `@tool("name", "description")`, `@tool(tags=[…])`.

    The function is returned as it is; what the decorator was given stands at its `__toolgen__`.
    """
    if callable(name) or isinstance(name, classmethod):
        return _mark(name, keywords)
    if name is not None:
        keywords["name"] = name
    if description is not None:
        keywords["description"] = description
    return lambda function: _mark(function, keywords)


def _mark(function: "_Marked", keywords: "dict[str, Any]") -> "_Marked":
    # A staticmethod or classmethod hides its attributes behind the descriptor: the function shows them.
    underlying: Any = getattr(function, "__func__", function)
    underlying.__toolgen__ = Declaration(keywords)
    return function
