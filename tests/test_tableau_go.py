"""`simkit.score` for Sushi Go!: vectors, games of the core, and any tableaux against the reference."""

from collections import Counter
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simkit
from simkit.errors import InputError, MenuError
from simkit.menus import legal_players, printed
from simkit.tableau_file import score_schema
from tests.menus import menus
from tests.reference import go_rulebook, go_scoring
from tests.reference.cards import Table, lay, of_kind
from tests.reference.scoring import win_shares
from tests.reference.vectors import of_type, points_of, read

VECTORS = read("go")
CHECK = jsonschema.Draft202012Validator(score_schema()).validate
Listed = list[dict[str, Any]]


def seats_of(vector: dict[str, Any], listed: list[Any]) -> list[Any]:
    return listed + [[]] * (vector["players"] - len(listed))


@pytest.mark.parametrize("vector", of_type(VECTORS, "score"))
def test_tableaux_score_as_the_rule_book_says(vector) -> None:
    file = {"game": "go", "seats": seats_of(vector, vector["tableaux"])}
    CHECK(file)
    got = points_of(list(simkit.score(file).rounds[0]), vector["of"])
    assert got[: len(vector["expected"])] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "desserts"))
def test_puddings_score_at_the_end_of_the_game(vector, tmp_path) -> None:
    """Some vectors have more puddings than the box."""
    menu = tmp_path / "sweet.toml"
    menu.write_text('name = "Sweet"\ngame = "go"\n[counts]\npudding = 12\n')
    kept = seats_of(vector, vector["kept"])
    file = {"menu": str(menu), "seats": [[]] * vector["players"], "desserts": kept}
    CHECK(file)
    sheet = simkit.score(file)
    assert points_of(list(sheet.desserts), "pudding") == vector["expected"]
    assert list(sheet.dessert_cards) == vector["amounts"]


def test_every_vector_has_a_runner() -> None:
    assert {vector["type"] for vector in VECTORS} == {"score", "desserts"}


# ---- whole games of the core, as the tableaux their transcripts show


def tableaux(round_: dict[str, Any], n_seats: int) -> list[Listed]:
    """The cards of a round in the order of play, used chopsticks left out."""
    seats: list[Listed] = [[] for _ in range(n_seats)]
    for turn in round_["turns"]:
        for event in turn["events"]:
            mine = seats[event["seat"]]
            if event["event"] == "play":
                card = {"card": event["card"], "turn": turn["turn"]}
                if event["card"].startswith("nigiri"):
                    card["on_wasabi"] = event["on_wasabi"]
                mine.append(card)
            else:
                mine.remove(next(card for card in mine if card["card"] == "chopsticks"))
    return seats


@pytest.mark.parametrize("policy", ["greedy", "random-legal"])
@pytest.mark.parametrize(
    ("menu", "players"),
    [(f"go/{menu.slug}", n) for menu in printed("go") for n in legal_players(menu)],
)
def test_games_of_the_core_score_the_same(menu, players, policy) -> None:
    for game in range(2):
        played = simkit.replay(menu, players=players, policy=policy, seed=5, game=game).to_dict()
        n_seats = len(played["policies"])
        file = {"menu": menu, "rounds": [tableaux(each, n_seats) for each in played["rounds"]]}
        CHECK(file)
        sheet = simkit.score(file)
        assert [list(mine) for mine in sheet.rounds] == [r["points"] for r in played["rounds"]]
        got = sheet.to_dict()
        for name in ("players", "dessert_points", "dessert_cards", "totals", "win_share"):
            assert got[name] == played[name]


# ---- any tableaux, against the reference

KINDS = list(go_rulebook.COPIES)
COPIES = go_rulebook.printed_counts(KINDS)


@st.composite
def any_game(draw: st.DrawFn) -> dict[str, Any]:
    """Up to three rounds of any cards; some were played in the turn of the card before them."""
    dummy = draw(st.booleans())
    n_seats = 3 if dummy else draw(st.integers(2, 5))
    left = Counter(COPIES)
    rounds: list[list[Listed]] = []
    for _ in range(draw(st.integers(1, 3))):
        rounds.append([])
        for seat in range(n_seats):
            cards: Listed = []
            alone = dummy and seat == 2
            for name in draw(st.lists(st.sampled_from(sorted(COPIES)), max_size=9)):
                if left[name]:
                    left[name] -= 1
                    turns = [card["turn"] for card in cards] or [0]
                    joins = turns.count(turns[-1]) == 1 and turns[-1] and not alone
                    step = 0 if joins and draw(st.booleans()) else 1
                    cards.append({"card": name, "turn": turns[-1] + step})
            rounds[-1].append(cards)
    points: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "nigiri": st.just({"egg": 2, "salmon": 0, "squid": 5}),
                "maki": st.sampled_from([{"places": [7, 5]}, {"places": [-5, 8]}]),
                "pudding": st.sampled_from([{"most": 5, "fewest": -7}, {"most": 8, "fewest": 3}]),
                "soy-sauce": st.integers(0, 9),
            },
        )
    )
    if "soy-sauce" in points:
        points["soy-sauce"] = int(points["soy-sauce"])
    return {
        "game": "go",
        "cards": KINDS,
        "variants": {"dummy": dummy},
        "rulings": draw(menus.rulings("go")),
        "points": points,
        "rounds": rounds,
        "game_over": draw(st.booleans()),
    }


def laid(cards: Listed, rules: go_rulebook.Rules) -> Table:
    """The reference's table of a seat."""
    late = rules.rulings["wasabi_and_nigiri"] == "not tripled"
    table: Table = []
    for card in cards:
        is_second = bool(table) and table[-1].turn == card["turn"]
        until = card["turn"] - 1 if late and is_second else None
        lay(table, card["card"], card["turn"], wasabi_until=until)
    return table


@given(any_game())
@settings(max_examples=150)
def test_any_tableaux_score_as_the_reference_says(file) -> None:
    CHECK(file)
    sheet = simkit.score(file)
    n_seats = len(file["rounds"][0])
    dummy = file["variants"]["dummy"]
    rules = go_rulebook.make_rules(
        n_seats - dummy,
        KINDS,
        variants={"pass": "left", "dummy": dummy},
        rulings=file["rulings"],
        points=file["points"],
    )
    rounds = [[laid(cards, rules) for cards in seats] for seats in file["rounds"]]
    points = [go_scoring.score_round(tables, rules) for tables in rounds]
    puddings = [
        sum(len(of_kind(tables[p], "pudding")) for tables in rounds) for p in range(n_seats)
    ]
    at_the_end = go_scoring.score_desserts(puddings, rules)
    if not file["game_over"]:
        at_the_end = [{"pudding": 0}] * n_seats
    totals = [
        sum(sum(seats[p].values()) for seats in [*points, at_the_end]) for p in range(n_seats)
    ]
    assert [list(seats) for seats in sheet.rounds] == points
    assert list(sheet.desserts) == at_the_end
    assert list(sheet.dessert_cards) == puddings
    assert list(sheet.totals) == totals
    if file["game_over"]:
        assert list(sheet.win_share) == win_shares(totals, puddings)


# ---- what people may write


def one(*cards: Any, **more: Any) -> simkit.ScoreSheet:
    """A round in which seat 0 has the cards and seat 1 none."""
    return simkit.score({"game": "go", "seats": [list(cards), []], **more})


@pytest.mark.parametrize(
    ("cards", "ruling", "points"),
    [
        (["wasabi", {"card": "squid", "turn": 1}], "tripled", 9),
        (["wasabi", {"card": "squid", "turn": 1}], "not tripled", 3),
        (["wasabi", {"card": "squid", "turn": 1}, "egg"], "not tripled", 6),
        (["wasabi", {"card": "wasabi", "turn": 3}, {"card": "squid", "turn": 3}], "not tripled", 9),
        (["squid", {"card": "wasabi", "turn": 1}, "egg"], "not tripled", 6),
        (["squid", {"card": "wasabi", "turn": 1}], "tripled", 3),
    ],
)
def test_a_wasabi_and_a_nigiri_of_one_turn_count_as_the_ruling_says(cards, ruling, points) -> None:
    got = one(*cards, rulings={"wasabi_and_nigiri": ruling})
    assert got.rounds[0][0]["nigiri"] == points


def test_the_cards_of_the_box_are_in_play_and_soy_sauce_if_listed() -> None:
    assert one("egg").kinds == tuple(kind for kind in KINDS if kind != "soy-sauce")
    assert one("soy", "egg").kinds == tuple(KINDS)
    assert one("soy", "egg").rounds[0][0]["soy-sauce"] == 4
    assert simkit.score({"menu": "go/soy-sauce", "seats": [["soy"], []]}).totals == (4, 0)


def test_a_menu_needs_its_game_only_where_two_have_it() -> None:
    seats = [["chopsticks", "tempura", "tempura"], []]
    sheet = simkit.score({"game": "go", "menu": "sushi-go", "seats": seats})
    assert (sheet.game, sheet.totals) == ("go", (5, 0))
    assert simkit.score({"menu": "both-ways", "seats": seats}).game == "go"


DUMMY = {
    "menu": "go/dummy",
    "names": ["Ann", "Bob"],
    "rounds": [[["pudding"], ["pudding"], ["maki 3"]]] * 2 + [[["egg"], [], ["squid", "pudding"]]],
}


def test_the_dummy_is_a_third_seat_that_competes() -> None:
    CHECK(DUMMY)
    sheet = simkit.score(DUMMY)
    assert (sheet.names, sheet.players) == (("Ann", "Bob", "dummy"), 2)
    assert sheet.totals == (4, 3, 9)  # 15 of maki and squid, less 6 for the fewest puddings
    assert str(sheet).startswith("Tableaux, 2 players and a dummy\n")
    assert str(sheet).endswith("The dummy wins.")
    kind = simkit.score(DUMMY | {"rulings": {"dummy_pudding_loss": False}})
    assert kind.totals == (4, 3, 15)
    named = simkit.score(DUMMY | {"names": ["Ann", "Bob", "Robot"]})
    assert named.result() == "Robot wins."
    said = {"game": "go", "variants": {"dummy": True}}
    assert simkit.score(said | {"seats": [["egg"], [], []]}).names[2] == "dummy"


def test_ties_are_broken_by_puddings() -> None:
    points = {"tempura": [0, 10], "sashimi": [0, 16]}
    file = {"game": "go", "points": points, "desserts": [["pudding"], []]}
    sheet = simkit.score({**file, "seats": [["tempura"], ["sashimi"]]})
    assert (sheet.totals, sheet.win_share) == ((16, 16), (1, 0))
    assert "\nPuddings         1       0\n" in str(sheet)
    assert str(sheet).endswith("Seat 1 wins by puddings.")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ({"seats": [["eel"], []]}, "seat 1, card 1: there is no card 'eel' in Sushi Go!, but in"),
        ({"seats": [["menu"], []]}, '(game = "party") and Sushi Roll (game = "roll").'),
        (
            {"seats": [["tempurra"], []]},
            "Did you mean 'tempura'? `simkit cards go` lists all cards.",
        ),
        (
            {"seats": [["chopsticks"] * 5, []]},
            "this is chopsticks number 5, but there are 4 in play",
        ),
        (
            {"rounds": [[["squid"] * 4, []], [["squid"] * 2, []]]},
            "round 2, seat 1, card 2: this is nigiri-squid number 6, but there are 5 in play, and "
            "nothing is shuffled again.",
        ),
        (
            {"seats": [["egg"] * 2, []], "tokens": [{}, {}]},
            "`tokens` is for Sushi Roll, but this is",
        ),
        ({"seats": [["egg"], []], "claimed": 1}, "`claimed` is for Sushi Go Party!"),
        (
            {"rounds": [{"seats": [["egg"], []], "claimed": 1}]},
            "round 1: `claimed` is for Sushi Go",
        ),
        (
            {"seats": [[{"card": "egg", "by": 2}], []]},
            "seat 1, card 1: `by` is for Sushi Go Party!",
        ),
        (
            {"seats": [[{"card": "egg", "face_down": True}], []]},
            "`face_down` is for Sushi Go Party!",
        ),
        ({"seats": [[{"card": "egg", "copies": "egg"}], []]}, "`copies` is for Sushi Go Party!"),
        (
            {"seats": [[{"card": card, "turn": 2} for card in ("egg", "squid", "wasabi")], []]},
            "card 3: card number 3 of turn 2, but with chopsticks a player plays two in a turn.",
        ),
        (
            {"seats": [[], [], ["egg", {"card": "egg", "turn": 1}]], "variants": {"dummy": True}},
            "seat 3, card 2: card number 2 of turn 1, but the dummy plays one in a turn.",
        ),
        (
            {"seats": [["wasabi", {"card": "egg", "on_wasabi": False}], []]},
            "on_wasabi = false, but a nigiri must go on the free wasabi.",
        ),
        (
            {"seats": [["egg"], []], "variants": {"dummy": True}},
            "2 seats: with a dummy there are three",
        ),
        ({"seats": [["egg"], []], "variants": {"dumy": True}}, "`variants.dumy` is not known."),
        (
            {"seats": [["egg"], []], "menu": "roll"},
            "menu = 'roll' is of Sushi Roll, but game = 'go'",
        ),
        ({"seats": [["egg"], []], "rulings": {"all_tied": "nothing"}}, "`rulings.all_tied`"),
        ({"seats": [["egg"], []], "cards": ["eel"]}, "there is no card 'eel'"),
        ({"seats": [["soy"], []], "menu": "go"}, "soy-sauce is not on the menu"),
        ({"seats": [["egg"], []], "desserts": [["egg"], []]}, "nigiri-egg is no dessert."),
        (
            {"seats": [["egg"], []], "game": "goo"},
            "game = \"goo\": must be 'party', 'go' or 'roll'.",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(file, message) -> None:
    with pytest.raises((InputError, MenuError)) as caught:
        simkit.score({"game": "go"} | file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "file",
    [
        {"game": "go", "tokens": [{}, {}]},
        {"game": "go", "rulings": {"all_tied": "nothing"}},
        {"game": "go", "points": {"eel": [0, 1]}},
        {"variants": {"dummy": True}},
        {"rulings": {"wasabi_and_nigiri": "tripled"}},
        {"game": "roll", "desserts": [["pudding"], []]},
        {"game": "roll", "rulings": {"wasabi_and_nigiri": "tripled"}},
    ],
)
def test_the_schema_refuses_what_is_of_another_game(file) -> None:
    with pytest.raises(jsonschema.ValidationError):
        CHECK(file | {"seats": [["egg"], []]})
