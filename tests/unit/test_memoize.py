from __future__ import annotations

from toolgen.memoize import memoized, memoized_by


class Library:
    def __init__(self) -> None:
        self.asked: list[object] = []

    @memoized
    def title(self, number: int, shelf: str = "a") -> str:
        """What stands there."""
        self.asked.append((number, shelf))
        return f"{shelf}{number}"

    @memoized_by(id)
    def length(self, book: list[str]) -> int:
        self.asked.append(book)
        return len(book)

    @memoized_by(lambda name: name, meanwhile=None)
    def cited(self, name: str) -> str | None:
        return self.cited(name) or "first"


def test_the_same_question_is_answered_once_by_each_object() -> None:
    one, other = Library(), Library()
    assert [one.title(1), one.title(1), one.title(1, "b"), other.title(1)] == ["a1", "a1", "b1", "a1"]
    assert one.asked == [(1, "a"), (1, "b")]
    assert other.asked == [(1, "a")]


def test_what_is_told_apart_by_identity_is_kept() -> None:
    library = Library()
    assert [library.length([str(number)] * number) for number in range(50)] == [*range(50)]
    assert len({id(book) for book in library.asked}) == 50


def test_a_question_on_the_way_to_its_answer_has_the_answer_meanwhile() -> None:
    assert Library().cited("a") == "first"


def test_a_method_stays_what_it_is_called() -> None:
    assert (Library.title.__name__, Library.title.__doc__) == ("title", "What stands there.")
