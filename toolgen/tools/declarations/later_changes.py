"""Tools that are changed after they are declared: `search.description = text` tells models what no declaration says."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property, partial

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lineage import NearestAbove
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site
from toolgen.evaluation.names.symbols import Symbol, class_of_receiver
from toolgen.project.modules import Module
from toolgen.syntax.changes import changed_attributes
from toolgen.syntax.expressions import attribute, callee, parse_expression, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function, OpaqueBinding
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import walk

_SAID = (
    "args_schema",
    "description",
    "input_schema",
    "inputs",
    "name",
    "parameters",
    "params_json_schema",
    "tool_name",
    "tool_spec",
)
"""What the tools of frameworks tell models by."""

_SCHEMAS = frozenset({"input_schema", "inputs", "parameters", "params_json_schema", "tool_spec"})
"""Those of them in which more is said: `tool.parameters["additionalProperties"] = False`."""

_KEPT = frozenset({"_tools", "async_functions", "functions", "get_tools", "list_tools", "tools"})
"""Where toolkits, servers and agents of frameworks keep their tools, and the methods that list them."""

_REGISTRIES = frozenset({b".functions", b".async_functions"})
"""Those of them from which tools are taken by their names."""

_FILLED = frozenset({b"._tools["})
"""How a tool is put into one of them."""

_COPIED = frozenset({b".copy(", b".model_copy("})
"""How a tool is made of another that is a model of pydantic."""

_LISTED = frozenset({b".tools"})
_ADDING = frozenset({"append", "extend", "insert"})


class LaterChanges:
    """Tells of statements that do so (TG232), that take them away (TG226), put others beside them (TG211), and that
    replace what declares them (TG238): the manifest has tools as they are declared. A class that `is_tool` has a name.
    """

    def __init__(self, evaluator: Evaluator, is_tool: Callable[[Defined], bool]) -> None:
        self._is_named = is_tool
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._described = {name for name, (_, made) in self._names.dialects.bases.items() if made.attributes}
        self._nearest = NearestAbove(self._names, self._described)
        self._packages = tuple(f"{name}." for one in self._names.dialects.known for name in one.packages)
        self._set = (*_SAID, *sorted(self._markers.methods))

    def report(self, module: Module) -> Iterator[Diagnostic]:
        """What is to be said of those of `module`."""
        yield from self._additions(module)
        yield from self._removals(module)
        yield from self._objects(module)
        may_set = module.contents.may_set(self._set, _SCHEMAS) or module.contents.speaks_of(_COPIED)
        if not (may_set or any(self._sets_itself(module))):
            return
        replaced = set[str]()  # what is put back is told no more
        for node, site in expressions_of(module, ast.Attribute, ast.Call, ast.Subscript):
            for tool in _changed(node):
                if self._is_tool(tool, site):
                    yield diagnose("TG232", site.span(node), tool=ast.unparse(tool), text=ast.unparse(node))
            for method in self._replaced(node, site):
                if (name := ast.unparse(method)) not in replaced:
                    yield diagnose("TG238", site.span(node), name=name)
                replaced.add(name)

    def _replaced(self, node: ast.AST, site: Site) -> Iterator[ast.expr]:
        """The methods that declare tools which `node` replaces: `mcp.tool = patched(mcp.tool)`, of known owners."""
        for owner, name, is_inside in changed_attributes(node):
            if name in self._markers.methods and not is_inside and self._is_known(owner, site):
                method = ast.copy_location(ast.Attribute(owner, name, ast.Load()), owner)
                if self._markers.decorator(method, site) or self._markers.call(method, site):
                    yield method

    def _is_known(self, owner: ast.expr, site: Site) -> bool:
        """Whether it is known what `owner` is: a class, a module, or an object of a class."""
        match self._names.evaluate(owner, site):
            case External() | ModuleName() | Defined(node=Class()):
                return True
            case _:
                return self._markers.class_of(owner, site) is not None

    def _objects(self, module: Module) -> Iterator[Diagnostic]:
        """TG232 for objects of tool classes that say something else than these: `Search(name="other")`."""
        speaks = module.contents.speaks_of(self._tool_classes)
        for call, site in expressions_of(module, ast.Call) if speaks else ():
            given = [one.arg for one in call.keywords if one.arg in _SAID]
            class_ = self._called(call.func, site) if given else None
            if class_ is not None and self._is_own(class_) and any(map(partial(self._is_said, class_), given)):
                yield diagnose("TG232", site.span(call), tool=ast.unparse(call.func), text=ast.unparse(call))

    def _called(self, function: ast.expr, site: Site) -> Symbol | None:
        """The class that `function` is, or is given as in `cls(name=name)`."""
        given = class_of_receiver(function.id, site) if isinstance(function, ast.Name) else None
        return self._names.evaluate(function, site) if given is None else given

    @cached_property
    def _tool_classes(self) -> frozenset[bytes]:
        """How calls of the tool classes of the project begin, and where these are given other names."""
        declared = ((module, one) for module in self._names.project.modules for one in module.facts.declared)
        classes = (Site(module, one.scopes, one.owner).symbol(one.node) for module, one in declared)
        names = [one.name.rpartition(".")[2] for one in classes if self._is_own(one)]
        return frozenset(f"{name}{end}".encode() for name in names for end in ("(", " (", " as "))

    def _is_own(self, class_: Symbol) -> bool:
        """Whether `class_` is a tool class of the project, and a tool itself."""
        if not isinstance(class_, Defined) or not isinstance(class_.node, Class) or not class_.node.bases:
            return False
        is_own = self._names.project.owns(class_.site.module) and self._is_tool_class(class_)
        return is_own and self._is_named(class_)

    def _is_said(self, class_: Symbol, name: str | None) -> bool:
        """Whether a class says what its objects have as `name`, and its constructor hands on what that is given."""
        made, found = (None if one is None else self._names.attribute(class_, one) for one in ("__init__", name))
        if isinstance(made, Defined) and isinstance(made.node, Function):
            found = None if name in [one.name for one in made.node.parameters] else found
        return isinstance(found, Defined) and isinstance(found.node, Assignment) and found.node.value is not None

    def _additions(self, module: Module) -> Iterator[Diagnostic]:
        """TG211 for what is put where a server or its manager keeps its tools: `server._tools[name] = tool`."""
        speaks = module.contents.speaks_of(_FILLED)
        for node, site in expressions_of(module, ast.Subscript) if speaks else ():
            match node:
                case ast.Subscript(value=ast.Attribute(attr="_tools") as kept, ctx=ast.Store()) if any(
                    map(self._is_of_package, self._owners(kept, site))
                ):
                    dialect = next(iter(self._markers.imported(module)), "mcp")
                    yield diagnose("TG211", site.span(node), what=f"`{ast.unparse(node)}`", dialect=dialect)
        yield from self._listings(module)

    def _listings(self, module: Module) -> Iterator[Diagnostic]:
        """TG211 for what is put into the list that an agent has been given: `agent.tools.append(f)`."""
        calls = self._names.dialects.calls.by_name
        for node, site in expressions_of(module, ast.Attribute, ast.Call) if module.contents.speaks_of(_LISTED) else ():
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="tools") as kept, attr=name), args=[*_, one]):
                    is_added = name in _ADDING and not self._is_tool(one, site) and not self._lists_tools(one, site)
                case ast.Attribute(attr="tools", ctx=ast.Store()) as kept:
                    is_added = True
                case _:
                    continue
            class_ = self._markers.class_of(kept.value, site) if is_added else None
            marker = calls.get(class_.name) if class_ is not None else None
            if marker is not None and kept.attr in marker.declarator.lists:
                what = f"`{ast.unparse(node)}`"
                yield diagnose("TG211", site.span(node), what=what, dialect=marker.dialect.name)

    def _removals(self, module: Module) -> Iterator[Diagnostic]:
        """TG226 for what takes tools out of where an object of a framework keeps them: `kit.functions.pop(name)`."""
        speaks = module.contents.speaks_of(_REGISTRIES)
        for node, site in expressions_of(module, ast.Attribute, ast.Subscript, ast.Call) if speaks else ():
            registry = _emptied(node)
            if registry is not None and self._is_kept(registry, site) and not self._is_of_framework(registry, site):
                yield diagnose("TG226", site.span(node), call=ast.unparse(node), object=f"{module.name}:NAME")

    def _is_tool(self, tool: ast.expr, site: Site) -> bool:
        """Whether an expression is a tool, or names one."""
        match tool:
            case ast.Subscript(value=kept) | ast.Call(func=ast.Attribute(value=kept, attr="get" | "pop")) if (
                self._is_kept(kept, site)
            ):
                return True
            case ast.Call():
                return self._makes_tool(tool, site)
            case ast.Name(id=name) if self._is_itself(name, site) or self._is_in_turn(name, site):
                return True
        match self._names.evaluate(tool, site):
            case Defined(node=Function(decorators=decorators), site=at):
                return any(self._is_object(parsed(one.text), at) for one in decorators)
            case _:
                made = ExpressionRef.named(tool, site, self._names)
                is_made = made is not None and isinstance(made.node, ast.Call | ast.Subscript)
                return made is not None and is_made and self._is_tool(made.node, made.site)

    def _is_in_turn(self, name: str, site: Site) -> bool:
        """Whether `name` is what a loop takes from a list of tools, or where an object of a framework keeps them."""
        match site.scopes[-1].bound(name, site.line):
            case OpaqueBinding(items=Expression(text=text)):
                items = parse_expression(text)
                is_kept = any(self._is_kept(one, site) for one in walk(items))
                return is_kept or self._lists_tools(_gone_through(items), site)
            case _:
                return False

    def _lists_tools(self, items: ast.expr, site: Site) -> bool:
        """Whether `items` are a list in which a tool stands, or name one."""
        held = ExpressionRef.named(items, site, self._names)
        node, at = (items, site) if held is None else (held.node, held.site)
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                return any(self._is_tool(one, at) for one in parts)
            case _:
                return False

    def _sets_itself(self, module: Module) -> Iterator[bool]:
        """Whether a method of each tool class of `module` may set what its tool says, or of a server what declares."""
        for one in module.facts.scope.bindings.values():
            if isinstance(one, Class) and one.bases:
                class_ = Site.of_module(module).symbol(one)
                kinds = ((_SAID, self._is_tool_class), (self._markers.methods, self._is_of_package))
                names = (name for names, is_kind in kinds if is_kind(class_) for name in names)
                yield any(module.contents.is_attribute_touched(one, name, of_instances=True) for name in names)

    def _is_tool_class(self, class_: Defined) -> bool:
        """Whether objects of a class are tools, which attributes of it describe."""
        return class_.name in self._described or self._nearest.of(class_) is not None

    def _is_itself(self, name: str, site: Site) -> bool:
        """Whether `name` is the object of a tool class in a method of it, but for `__init__`, which is read."""
        class_ = class_of_receiver(name, site)
        initializer = None if class_ is None else site.scopes[-2].bindings.get("__init__")
        if class_ is None or (isinstance(initializer, Function) and initializer.scope == site.scopes[-1]):
            return False
        return self._is_tool_class(class_)

    def _is_kept(self, collection: ast.AST, site: Site) -> bool:
        """Whether a framework's object keeps its tools in `collection`: `kit.functions`, or `_tools` of unknowns."""
        kept = attribute(collection)
        if kept is None or kept.attr not in _KEPT:
            return False
        classes = self._owners(kept, site)
        return any(map(self._is_of_package, classes)) if classes else kept.attr == "_tools"

    def _owners(self, kept: ast.Attribute, site: Site) -> list[Symbol]:
        """The classes of the objects that `kept` is an attribute of, as far as they are known."""
        owners = (one.value for one in ast.walk(kept) if isinstance(one, ast.Attribute))
        return [class_ for one in owners if (class_ := self._markers.class_of(one, site)) is not None]

    def _is_of_package(self, class_: Symbol) -> bool:
        """Whether a class is one of a framework, or below one."""
        return any(one.name.startswith(self._packages) for one in self._names.ancestors(class_))

    def _is_of_framework(self, registry: ast.Attribute, site: Site) -> bool:
        """Whether the class whose method changes `registry` is that of the framework itself."""
        class_ = class_of_receiver(registry.value.id, site) if isinstance(registry.value, ast.Name) else None
        return class_ is not None and class_.name in self._names.dialects.calls.by_name

    def _is_object(self, decorator: ast.expr | None, site: Site) -> bool:
        """Whether a decorator leaves the tool in the place of the function."""
        marker = None if decorator is None else self._markers.decorator(callee(decorator), site)
        return marker is not None and any(marker.dialect.function_at)

    def _makes_tool(self, call: ast.Call, site: Site) -> bool:
        marker = self._markers.call(call.func, site)
        if marker is not None and marker.declarator.functions:
            return True
        class_ = self._names.evaluate(call.func, site)
        is_class = isinstance(class_, Defined) and isinstance(class_.node, Class)
        is_tool = is_class and self._names.is_below(class_, self._names.dialects.bases)
        return is_tool or self._is_object(call.func, site)


def _gone_through(items: ast.expr) -> ast.expr:
    """What a loop over `items` takes each from: `tools` for `enumerate(tools)` and `tools.values()`."""
    match items:
        case ast.Call(func=ast.Name(id="enumerate" | "list" | "reversed" | "sorted" | "tuple"), args=[first, *_]):
            return _gone_through(first)
        case ast.Call(func=ast.Attribute(value=owner, attr="items" | "values"), args=[]):
            return owner
        case _:
            return items


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    """Whatever `node` changes that tells models something, if it is a tool."""
    yield from (owner for owner, name, is_inside in changed_attributes(node) if name in _SAID and not is_inside)
    match node:
        case ast.Subscript(value=inside, ctx=ast.Store() | ast.Del()):
            yield from _with_schema(inside)
        case ast.Call(func=ast.Attribute(value=inside, attr=method)) if method in CHANGING_METHODS:
            yield from _with_schema(inside)
        case ast.Call(func=ast.Attribute(value=owner, attr="copy" | "model_copy"), keywords=keywords):
            updates = (one.value for one in keywords if one.arg == "update")
            yield from (owner for one in updates if not isinstance(one, ast.Dict) or _says(one))


def _says(update: ast.Dict) -> bool:
    """Whether one of the keys is, or may be, of what models are told."""
    return any(not isinstance(key, ast.Constant) or key.value in _SAID for key in update.keys)


def _with_schema(part: ast.expr) -> Iterator[ast.expr]:
    """That of whose schema `part` is one: `tool` for `tool.parameters["properties"]`."""
    match part:
        case ast.Subscript(value=whole) | ast.Call(func=ast.Attribute(value=whole, attr="get" | "setdefault")):
            yield from _with_schema(whole)
        case ast.Attribute(value=owner, attr=name) if name in _SCHEMAS:
            yield owner


def _emptied(node: ast.AST) -> ast.Attribute | None:
    """The attribute out of which `node` takes something by its name, or that it sets anew."""
    match node:
        case ast.Subscript(value=ast.Attribute() as registry, ctx=ast.Del()):
            pass
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as registry, attr="clear" | "pop" | "popitem")):
            pass
        case ast.Attribute(ctx=ast.Store()) as registry:
            pass
        case _:
            return None
    return registry if f".{registry.attr}".encode() in _REGISTRIES else None
