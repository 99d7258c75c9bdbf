"""One tool that is declared more than once: on several paths of a call, or where functions around it are called."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TypeAlias

from toolgen.evaluation.comparing import is_same
from toolgen.evaluation.folding.values import Unknown
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.iteration import grouped
from toolgen.tools.declarations.declaration import Declaration
from toolgen.tools.declarations.unfollowed import FunctionPlace, place_of

Served: TypeAlias = tuple[Declaration, Sequence[str]]
"""A declaration and its servers."""


def joined(declared: Iterable[Declaration]) -> list[Declaration]:
    """Those of one name and function as one, of which it is not known what they do not say alike."""
    return [_joined(some) for some in grouped((_tool(one), one) for one in declared).values()]


def most_specific(declared: Sequence[Served], followed: Collection[FunctionPlace]) -> list[Served]:
    """`declared` without what stands in a function that is called, where such a call declares the tool as well: that
    one knows what the function is given, but perhaps not the server. `followed` are the functions that are called.

    Where neither knows the name, the one inside has that of the function.
    """
    same: dict[Hashable, tuple[list[Served], list[Served]]] = {}
    for one in declared:
        same.setdefault(_tool(one[0]), ([], []))[_stands_in(one[0], followed)].append(one)
    named = {_function(one) for outer, _ in same.values() for one, _ in outer if not _is_nameless(one)}
    found = list[tuple[int, Served]]()
    order = {id(one): number for number, (one, _) in enumerate(declared)}
    for outer, inner in ((_certain(outer), inner) for outer, inner in same.values()):
        is_known = outer and not (inner and _is_nameless(outer[0][0]))
        kept = [one for one in inner if outer or not (_is_nameless(one[0]) and _function(one[0]) in named)]
        numbers = [order[id(one)] for one, _ in (outer if is_known else kept)]
        found += zip(numbers, _with_servers(outer, inner) if is_known else kept, strict=True)
    return [one for _, one in sorted(found, key=itemgetter(0))]


def _certain(declared: Sequence[Served]) -> Sequence[Served]:
    """`declared` without those that hang on a condition where another of the same scope and servers hangs on none."""
    always = [(_scope(one), servers) for one, servers in declared if not one.is_conditional]
    return [one for one in declared if not one[0].is_conditional or (_scope(one[0]), one[1]) not in always]


def _scope(declaration: Declaration) -> int:
    """What tells apart the scopes in which tools are registered; 0 for one that no call registers."""
    return id(declaration.given.site.scopes[-1]) if declaration.given else 0


def _with_servers(outer: Sequence[Served], inner: Sequence[Served]) -> Iterator[Served]:
    """Those of `outer`, declared as those of `inner` are, whose servers are theirs where their own are not known."""
    known = [at for declaration, servers in inner for at in servers if at != declaration.dialect.name]
    decorated = next((one for one, _ in inner if one.how == "decorator"), None)
    for declaration, servers in outer:
        is_known = [*servers] != [declaration.dialect.name]
        one = decorated or declaration
        conditions = dict.fromkeys((*declaration.conditions, *one.conditions))
        declared = replace(declaration, how=one.how, given=one.given, marker=one.marker, conditions=(*conditions,))
        yield _with_places(declared, inner), servers if is_known or not known else [*dict.fromkeys(known)]


def _with_places(declaration: Declaration, inner: Sequence[Served]) -> Declaration:
    """`declaration`, whose condition may stand where it is declared `inside`: the note on it names these places."""
    inside = (one.span for declared, _ in inner for one in declared.diagnostics if one.code == "TG221")
    related = tuple((span, "registered through this") for span in dict.fromkeys(inside))
    said = (replace(one, related=related) if one.code == "TG221" else one for one in declaration.diagnostics)
    return replace(declaration, diagnostics=(*said,))


def _tool(declaration: Declaration) -> Hashable:
    """The function, as what stands around has left it, and the name that the declaration gives it."""
    name, function = declaration.arguments.get("name"), declaration.function
    return _function(declaration), function and function.shape, name and (name.text or ast.dump(name.node))


def _function(declaration: Declaration) -> Hashable:
    return declaration.dialect.name, declaration.site.module.path, declaration.node.line, declaration.node.qualname


def _is_nameless(declaration: Declaration) -> bool:
    """Whether only running tells the name: that is known where the function around is called."""
    name = declaration.arguments.get("name")
    return name is not None and name.text is None


def _stands_in(declaration: Declaration, followed: Collection[FunctionPlace]) -> bool:
    if declaration.given is None:
        return False
    site = declaration.given.site
    return any(place_of(one, site.module) in followed for one in site.functions)


def _joined(same: Sequence[Declaration]) -> Declaration:
    first, *others = same
    given = first.arguments.items()
    alike = {name: all(_is_alike(ref, other.arguments.get(name)) for other in others) for name, ref in given}
    known = {name: ref if alike[name] else replace(ref, value=(Unknown(ref.node),)) for name, ref in given}
    return replace(first, arguments=known) if others else first


def _is_alike(one: ExpressionRef, other: ExpressionRef | None) -> bool:
    if other is None or one.value is None or other.value is None:
        return other is not None and one.value is other.value and ast.dump(one.node) == ast.dump(other.node)
    return is_same(one.value[0], other.value[0])
