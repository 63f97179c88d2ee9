"""Few solutions are kept: those asked for last."""

from collections.abc import Hashable

from pitlink.exact.kept import MOST, kept


def test_those_asked_for_last_are_kept_and_the_others_solved_again() -> None:
    solved: dict[Hashable, str] = {}
    made: list[Hashable] = []

    def ask(key: Hashable) -> str:
        def solve() -> str:
            assert len(solved) < MOST, "let go before the next is solved"
            made.append(key)
            return f"solution {key}"

        return kept(solved, key, solve)

    for key in range(MOST):
        ask(key)
    assert ask(0) == "solution 0"
    ask(MOST)  # 1 goes, which was not asked for again
    assert ask(0) == "solution 0"
    assert list(solved) == [*range(2, MOST + 1), 0]
    assert ask(1) == "solution 1"
    assert made == [*range(MOST + 1), 1]
