import io

import pytest
from rich.console import Console

from analysis.comparison import Comparison, compare
from analysis.deltas import Deltas
from analysis.gather import Budget, Target
from reports.compare import summary
from reports.compare_words import duration, rounded
from reports.compared import signed, span, told
from simkit.menus import Menu, build

CARDS = ["maki", "tempura", "sashimi", "dumpling", "soy-sauce", "tea", "pudding"]


def menu(name: str, **fields: object) -> Menu:
    return build({"name": name, "cards": CARDS, **fields})


def text(found: Comparison, *, width: int = 120) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)
    console.print(summary(found))
    return stream.getvalue()


def said(found: Comparison) -> str:
    return " ".join(text(found).split())


@pytest.fixture(scope="module")
def apart() -> Comparison:
    """Return menus that differ, by one policy of the panel more than by the other."""
    return compare(["my-first-meal", "party-sampler"], budget=Budget(games=1500))


def test_the_answer_says_where_and_with_whom_menus_differ(apart) -> None:
    words = said(apart)
    differ = [one for one in told(apart.differences) if one.verdict == "different"]
    assert f"Yes: B differs from A in {len(differ)} of 27 measures (" in words
    assert "On average at most 5 % of such findings are chance." in words
    assert "It depends on who plays: of " in words
    assert "On the table: only A has Maki, Sashimi, Miso soup, Tea; only B has Temaki," in words
    assert "Can't tell yet (and about how many more games it would take): " in words
    assert "All 112 comparisons were judged together (false discovery rate 5 %)." in words
    assert "times the games for the score" in words
    score = next(one for one in told(apart.differences) if one.measure.name == "score")
    assert f"Score {score.span()}" in words


def test_tables_fit_the_terminal(apart) -> None:
    seven = compare(
        ["my-first-meal", "party/sushi-go"], players=range(2, 9), budget=Budget(games=500)
    )
    for width in (80, 120):
        lines = text(apart, width=width).splitlines()
        assert max(map(len, lines)) <= width
        assert any(line.startswith("Score, points ") and " ± 0." in line for line in lines)
        lines = text(seven, width=width).splitlines()
        assert max(map(len, lines)) <= width
        assert lines[2].startswith("2-8 players, all greedy, all weighted: 500 games of each")
        assert sum(line.split() == list("2345678") for line in lines) == 2
        assert "B - A, all weighted, by number of players" in lines


def test_menus_that_are_the_same_are_said_to_be_alike() -> None:
    found = compare([menu("One"), menu("Other")], budget=Budget(games=500))
    words = said(found)
    assert "No: B is like A to within what matters in all 27 measures. On average at" in words
    assert "On the table nothing is different." in words
    assert "Alike, to within what matters: Score; Spread of scores; " in words
    assert "; and 19 more." in words


def test_differences_too_small_to_matter_are_no_difference() -> None:
    small = menu("Other", points={"nigiri": {"egg": 2}})
    found = compare(
        [menu("One"), small],
        policies=["random"],
        budget=Budget(games=20_000),
        deltas=Deltas.read(["20pt", "30pp", "correlation=1", "sd=1", "chance=1", "gini=1"]),
    )
    words = said(found)
    assert "No: B is like A to within what matters in all 27 measures (" in words
    assert "of them differ beyond chance, but by less)" in words
    assert "On the table: points differ: Nigiri." in words


def test_what_is_not_known_is_not_claimed() -> None:
    other = menu("Other", points={"tempura": [0, 0, 6]}, counts={"tea": 4}, rulings={})
    deltas = ["0.001pt", "0.001pp", "correlation=0.001", "sd=0.001", "chance=0.001", "gini=0.001"]
    deltas += ["per game=0.001", "index=0.001", "kinds=0.001"]
    found = compare(
        [menu("One"), other],
        policies=["greedy"],
        budget=Budget(games=500),
        deltas=Deltas.read(deltas),
    )
    assert "On the table: points differ: Tempura; copies differ: Tea." in said(found)
    assert "(too many to say)" in said(found) or "_000, about" in said(found)


def test_games_of_different_rules_and_three_menus() -> None:
    found = compare(
        ["go", "party/sushi-go", "go/both-ways"], policies=["random"], budget=Budget(games=500)
    )
    words = said(found)
    assert "A is a menu of go, B one of party." in words
    assert "On the table: variants differ." in words
    assert "Every menu is compared with A." in words
    assert "differs from A" in words


def test_how_games_ended_is_said() -> None:
    menus = ["my-first-meal", "party-sampler"]
    target = Target.read("0.5pt")
    found = compare(menus, policies=["random"], budget=Budget(target=target))
    assert "Played until every difference of that unit was known to ± 0.5pt." in said(found)
    assert "half of a 95 % interval of the difference that is valid at any look" in said(found)
    few = Budget(target=Target.read("0.01pt"), max_games=600)
    found = compare(menus, players=[2, 4], policies=["random"], budget=few)
    assert "Not known to ± 0.01pt with 2, 4 players: there were the most games" in said(found)


def test_numbers_are_short() -> None:
    assert signed(-0.0744, "share") == "-7.4"
    assert span([0.2, -0.163], "share") == "-16.3 to +20.0 pp"
    assert span([-7.51, -7.49], "points") == "-7.5 points"
    assert span([None], "points") == "unknown"
    assert [rounded(n) for n in (7, 52, 390.2, 119_001)] == ["7", "52", "400", "120,000"]
    assert [duration(s) for s in (0.2, 20, 400, 9000)] == ["1 s", "20 s", "7 min", "2 h"]
