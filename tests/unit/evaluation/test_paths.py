"""How many paths a question follows: each turn that may lead elsewhere is taken once."""

from __future__ import annotations

import ast
from functools import partial

from toolgen.evaluation.budget import Allowance
from toolgen.evaluation.paths import ExecutionPath, ExecutionPaths

FUNCTION = "tools.py", 1, 1
CONDITIONS = [ast.Name(name) for name in "abcdefgh"]


def test_each_condition_is_turned_off_on_a_path_of_its_own_or_with_others() -> None:
    paths = ExecutionPaths(partial(ExecutionPath, Allowance().question("tools.py")))
    assert [[path.choose(one) for one in CONDITIONS[:3]] for path in paths] == [[True] * 3, [False] * 3]


def test_the_turns_in_a_function_that_came_to_nothing_are_one() -> None:
    taken: list[bool] = []
    for path in ExecutionPaths(partial(ExecutionPath, Allowance().question("tools.py"))):
        if taken:  # no function that came to nothing is followed once more
            path.pass_over(FUNCTION)
        else:
            for one in CONDITIONS[1:]:
                path.choose(one)
            path.collapse(FUNCTION, 0)
        taken.append(path.choose(CONDITIONS[0]))
    assert taken == [True, False]
