"""`simkit.score` for Sushi Roll: vectors, games of the core, and any trays against the reference."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simkit
from simkit.errors import InputError, MenuError
from simkit.tableau_file import score_schema
from tests.menus import menus
from tests.reference import roll_rulebook, roll_scoring
from tests.reference.cards import lay_out
from tests.reference.scoring import win_shares
from tests.reference.vectors import of_type, points_of, read

VECTORS = read("roll")
CHECK = jsonschema.Draft202012Validator(score_schema()).validate


@pytest.mark.parametrize("vector", of_type(VECTORS, "score"))
def test_trays_score_as_the_rule_book_says(vector) -> None:
    listed = vector["tableaux"]
    file = {"game": "roll", "seats": listed + [[]] * (vector["players"] - len(listed))}
    CHECK(file)
    got = points_of(list(simkit.score(file).rounds[0]), vector["of"])
    assert got[: len(listed)] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "tokens"))
def test_tokens_score_at_the_end_of_the_game(vector) -> None:
    tokens = vector["tokens"] + [{"pudding": 0}] * (vector["players"] - len(vector["tokens"]))
    file = {"menu": "roll", "seats": [[]] * vector["players"], "tokens": tokens}
    CHECK(file)
    sheet = simkit.score(file)
    got = points_of(list(sheet.desserts), vector["of"])
    assert got[: len(vector["expected"])] == vector["expected"]
    assert list(sheet.dessert_cards) == [mine["pudding"] for mine in tokens]


@pytest.mark.parametrize("vector", of_type(VECTORS, "take"))
def test_a_die_brings_what_is_left_of_its_tokens(vector, tmp_path) -> None:
    menu = tmp_path / "few.toml"
    tokens = "".join(f"{kind} = {n}\n" for kind, n in vector["supply"].items())
    menu.write_text(f'name = "Few"\ngame = "roll"\n[tokens.supply]\n{tokens}')
    sheet = simkit.score({"menu": str(menu), "seats": [[vector["face"]], []]})
    assert sheet.dessert_cards == (vector["expected"]["pudding"], 0)


def test_every_vector_has_a_runner() -> None:
    assert {vector["type"] for vector in VECTORS} == {"score", "tokens", "take"}


# ---- whole games of the core, as the trays their transcripts show


def trays(round_: dict[str, Any], n_seats: int) -> list[list[dict[str, Any]]]:
    """The faces taken in a round, in order."""
    seats: list[list[dict[str, Any]]] = [[] for _ in range(n_seats)]
    for turn in round_["turns"]:
        for event in turn["events"]:
            if event["event"] == "take":
                face = {"card": event["face"], "turn": turn["turn"]}
                if event["face"].startswith("nigiri"):
                    face["on_wasabi"] = event["on_wasabi"]
                seats[event["seat"]].append(face)
    return seats


@pytest.mark.parametrize("policy", ["greedy", "random-legal"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_the_core_score_the_same(players, policy) -> None:
    for game in range(3):
        played = simkit.replay("roll", players=players, policy=policy, seed=5, game=game).to_dict()
        tokens = played["rounds"][-1]["turns"][-1]["tokens"]
        rounds = [trays(each, players) for each in played["rounds"]]
        file = {"menu": "roll", "rounds": rounds, "tokens": tokens}
        CHECK(file)
        sheet = simkit.score(file)
        assert [list(mine) for mine in sheet.rounds] == [r["points"] for r in played["rounds"]]
        got = sheet.to_dict()
        for name in ("players", "dessert_points", "dessert_cards", "totals", "win_share"):
            assert got[name] == played[name]
        counted = simkit.score({"menu": "roll", "rounds": rounds})
        assert list(counted.dessert_cards) == played["dessert_cards"]


# ---- any trays, against the reference

PLACES = st.sampled_from([{"places": [6, 3]}, {"places": [4, 2, 1]}, {"places": [-5, 8]}])
EXTREMES = st.sampled_from([{"most": 6, "fewest": -6}, {"most": 8, "fewest": 3}])
LEFTOVERS = st.sampled_from([{"tokens": 2, "points": 1}, {"tokens": 3, "points": -2}])


@st.composite
def any_game(draw: st.DrawFn) -> dict[str, Any]:
    """Up to three rounds of any dice of the bag; sweet ones may ask for more than the supply has."""
    n_seats = draw(st.integers(2, 5))
    is_sweet = draw(st.booleans())
    rounds = []
    for _ in range(draw(st.integers(1, 3))):
        sizes = [draw(st.integers(0, roll_rulebook.HAND_SIZE[n_seats])) for _ in range(n_seats)]
        bag = draw(st.permutations([die for die in roll_rulebook.DICE for _ in range(die.dice)]))
        faces = [draw(st.sampled_from(die.faces)) for die in bag]
        if is_sweet:
            faces = ["pudding-3" if face.startswith("pudding") else face for face in faces]
            faces.sort(key=lambda face: face != "pudding-3")
            faces = draw(st.permutations(faces[: sum(sizes)]))
        dealt = iter(faces)
        rounds.append([[next(dealt) for _ in range(size)] for size in sizes])
    left = st.none() | st.integers(0, 2)
    tokens = st.fixed_dictionaries({}, optional={"menu": left, "chopsticks": left})
    return {
        "game": "roll",
        "rulings": draw(menus.rulings("roll")),
        "points": draw(
            st.fixed_dictionaries(
                {}, optional={"maki": PLACES, "pudding": EXTREMES, "menu": LEFTOVERS}
            )
        ),
        "rounds": rounds,
        "tokens": draw(st.lists(tokens, min_size=n_seats, max_size=n_seats)),
        "game_over": draw(st.booleans()),
    }


def pudding_tokens(rounds: list[list[list[str]]]) -> list[int]:
    """What each seat takes; the red belt's holder first, then to the left (rules C)."""
    n_seats = len(rounds[0])
    owned = [0] * n_seats
    supply = dict(roll_rulebook.TOKENS["supply"])
    red = 0
    for seats in rounds:
        n_turns = max(map(len, seats))
        for turn in range(n_turns):
            for place in range(n_seats):
                seat = (red + turn + place) % n_seats
                if turn < len(seats[seat]):
                    n = roll_scoring.take_tokens(seats[seat][turn], supply)["pudding"]
                    owned[seat] += n
                    supply["pudding"] -= n
        red += max(n_turns - 1, 0) + (n_seats == roll_rulebook.EXTRA_SLIDE_AT)
    return owned


@given(any_game())
@settings(max_examples=150)
def test_any_trays_score_as_the_reference_says(file) -> None:
    CHECK(file)
    sheet = simkit.score(file)
    n_seats = len(file["rounds"][0])
    rules = roll_rulebook.make_rules(n_seats, rulings=file["rulings"], points=file["points"])
    laid = [[lay_out(faces) for faces in seats] for seats in file["rounds"]]
    points = [roll_scoring.score_round(seats, rules) for seats in laid]
    puddings = pudding_tokens(file["rounds"])
    tokens = [
        {"menu": mine.get("menu") or 0, "chopsticks": mine.get("chopsticks") or 0, "pudding": n}
        for mine, n in zip(file["tokens"], puddings, strict=True)
    ]
    at_the_end = roll_scoring.score_tokens(tokens, rules)
    if not file["game_over"]:
        at_the_end = [{"menu": 0, "pudding": 0}] * n_seats
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


def one(*faces: Any, **more: Any) -> simkit.ScoreSheet:
    """A round in which seat 0 has the faces and seat 1 none."""
    return simkit.score({"game": "roll", "seats": [list(faces), []], **more})


@pytest.mark.parametrize(
    ("written", "kind", "points"),
    [
        ("Squid", "nigiri", 3),
        ("maki 3", "maki", 6),
        ("two maki", "maki", 6),
        ("sashimi", "sashimi", 0),
        ("Dumpling", "dumpling", 2),
    ],
)
def test_faces_may_be_written_as_people_say_them(written, kind, points) -> None:
    assert one(written).rounds[0][0][kind] == points


@pytest.mark.parametrize(
    "written", ["menu", "two menus", "2 menus", "chopsticks 1", "two chopsticks"]
)
def test_dice_that_bring_tokens_score_nothing_in_the_round(written) -> None:
    assert one(written).totals == (0, 0)


def test_a_nigiri_goes_on_a_wasabi_taken_before() -> None:
    assert one("egg", "wasabi", "squid", "salmon").rounds[0][0]["nigiri"] == 12


GAME = {
    "name": "Friday",
    "names": ["Ann", "Bob"],
    "game": "roll",
    "rounds": [
        [["wasabi", "squid", "two menus"], ["maki 2", "pudding 3"]],
        [["tempura", "tempura"], ["pudding 2", "egg"]],
        [["pudding 1"], ["sashimi", "sashimi", "chopsticks 2"]],
    ],
}


def test_what_was_left_of_menus_and_chopsticks_is_not_guessed() -> None:
    sheet = simkit.score(GAME)
    assert sheet.game_over
    assert (sheet.totals, sheet.dessert_cards) == ((14, 19), (1, 5))
    assert "Menu and chopsticks tokens that are left score, too" in str(sheet)
    assert "Menu and chopsticks tokens that are left score, too" in sheet._repr_html_()
    assert sheet.to_dict()["tokens"][0] == {"menu": None, "chopsticks": None, "pudding": 1}


def test_tokens_count_as_they_are_stated() -> None:
    tokens = [{"menu": 5, "chopsticks": 6, "pudding": 5}, {"chopsticks": 1}]
    sheet = simkit.score(GAME | {"tokens": tokens})
    assert [mine["menu"] for mine in sheet.desserts] == [5, 0]
    assert (sheet.totals, sheet.dessert_cards) == ((25, 19), (5, 5))
    assert str(sheet).endswith("Pudding tokens    5    5\n\nAnn wins.")
    assert "\nTokens\n  Tokens left" in str(sheet)
    assert sheet.to_dict()["tokens"][1] == {"menu": None, "chopsticks": 1, "pudding": 5}
    assert simkit.score(GAME | {"tokens": tokens, "game_over": False}).totals == (14, 13)


def test_a_round_alone_leaves_the_tokens_for_later() -> None:
    sheet = one("pudding 2", "tempura", names=["Ann", "Bob"])
    assert not sheet.game_over
    assert str(sheet).endswith("Pudding tokens    2    0\n\nAnn leads; tokens are not scored yet.")


def test_ties_are_broken_by_pudding_tokens() -> None:
    seats = [["tempura", "pudding 2"], ["tempura", "pudding 1"]]
    points = {"pudding": {"most": 0}}
    sheet = simkit.score({"game": "roll", "seats": seats, "points": points, "game_over": True})
    assert (sheet.totals, sheet.win_share) == ((1, 1), (1, 0))
    assert sheet.result() == "Seat 1 wins by pudding tokens."


def test_the_red_belt_decides_who_takes_the_last_tokens() -> None:
    """After two turns of two players it lies before seat 1, after one more turn still."""
    twice, once = [["pudding 3"] * 2] * 2, [["pudding 3"]] * 2
    sheet = simkit.score({"game": "roll", "rounds": [twice, once, once]})
    assert sheet.dessert_cards == (9, 11)
    sheet = simkit.score({"game": "roll", "rounds": [twice, twice]})
    assert sheet.dessert_cards == (11, 9)
    short = {"round": 2, "turn": 2, "event": "tokens", "card": "pudding-3"}
    assert sheet.events == ({**short, "seat": 0, "n": 2}, {**short, "seat": 1, "n": 0})
    assert "turn 2: seat 1 takes Pudding (3 tokens), but only 2 are left." in str(sheet)
    assert "turn 2: seat 2 takes Pudding (3 tokens), but none is left." in str(sheet)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ({"seats": [["soy"], []]}, "seat 1, card 1: there is no face 'soy' in Sushi Roll, but in"),
        (
            {"seats": [["tempur"], []]},
            "Did you mean 'tempura'? `simkit cards roll` lists all faces.",
        ),
        ({"seats": [["pudding"], []]}, "'pudding' may be pudding-1, pudding-2 or pudding-3; say"),
        ({"seats": [["chopsticks"], []]}, "'chopsticks' may be chopsticks-1 or chopsticks-2; say"),
        ({"seats": [["2 tempura"], []]}, "there is no face '2 tempura'."),
        (
            {"seats": [["squid"] * 4, ["egg", "salmon"]]},
            "seat 2, card 2: nigiri-salmon: with it 6 faces are listed that only nigiri dice have, "
            "but there are 5 such dice.",
        ),
        (
            {"seats": [["egg", {"card": "tempura", "turn": 1}], []]},
            "seat 1, card 2: die number 2 of turn 1, but a player takes one in a turn.",
        ),
        (
            {"seats": [["egg"], []], "desserts": [["pudding"], []]},
            "`desserts` is for Sushi Go Party!",
        ),
        (
            {"seats": [["egg"], []], "cards": ["nigiri"]},
            "`cards` is for Sushi Go Party! and Sushi Go!",
        ),
        ({"seats": [["egg"], []], "variants": {"dummy": True}}, "`variants` is for Sushi Go!, but"),
        ({"seats": [[{"card": "egg", "copies": "egg"}], []]}, "`copies` is for Sushi Go Party!"),
        ({"seats": [["egg"], []], "tokens": [{}]}, "`tokens`: 1 seat: the game is for 2 to 8"),
        ({"seats": [["egg"], []], "tokens": [{}] * 3}, "3 tokens for 2 seats; write one each."),
        (
            {"seats": [["egg"], []], "tokens": [{"pudding": 12}, {"pudding": 9}]},
            "tokens: the seats have 12, 9 pudding tokens, but there are 20 in all.",
        ),
        (
            {"seats": [["egg"], []], "tokens": [{"menu": -1}, {}]},
            "tokens of seat 1, menu = -1: must be a whole number of tokens from 0 to 60.",
        ),
        (
            {"seats": [["egg"], []], "tokens": [{"menus": 1}, {}]},
            "tokens of seat 1: `menus` is not known. Did you mean 'menu'?",
        ),
        ({"seats": [["egg"], []], "tokens": [3, 1]}, "must be a table, such as {menu = 1,"),
        ({"seats": [["egg"], []], "tokens": 3}, "must be a list, such as [{menu = 1,"),
        ({"seats": [["egg"], []], "points": {"eel": 3}}, "there is no kind 'eel'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(file, message) -> None:
    with pytest.raises((InputError, MenuError)) as caught:
        simkit.score({"game": "roll"} | file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_house_menu_has_other_dice(tmp_path) -> None:
    (tmp_path / "mine.toml").write_text(
        'name = "Mine"\ngame = "roll"\n[dice]\nspecial = {dice = 1, faces = ["squid", "wasabi", '
        '"wasabi", "wasabi", "wasabi", "wasabi"]}\n'
    )
    path = tmp_path / "table.toml"
    path.write_text('menu = "mine.toml"\nseats = [["squid"], ["squid"]]\n')
    assert simkit.score(path).totals == (3, 3)
    path.write_text(f'menu = "mine.toml"\nseats = [{["squid"] * 6}, ["wasabi"]]\n')
    with pytest.raises(InputError, match="7 faces are listed that only nigiri and special dice"):
        simkit.score(path)
    path.write_text('menu = "mine.toml"\nseats = [["menu"], []]\n')
    with pytest.raises(InputError, match="no die in the bag has a side with menu"):
        simkit.score(path)
