"""The readers of the log: events written by hand become transcripts, and words for people."""

from typing import Any

import pytest

from simkit import schema as s
from simkit.cards import CATALOGUES
from simkit.cards.roll import DICE
from simkit.transcript_cards import CardReader
from simkit.transcript_dice import DiceReader
from simkit.transcript_text import text

KINDS = {game: tuple(kind.slug for kind in kinds) for game, kinds in CATALOGUES.items()}
ROWS = {
    game: {variant.slug: row for row, variant in enumerate(variants)}
    for game, kinds in CATALOGUES.items()
    for variants in [[variant for kind in kinds for variant in kind.variants]]
}
DIE = {die.slug: i for i, die in enumerate(DICE)}


class Log:
    """Writes events as the kernels do; cards and dice are named."""

    def __init__(self, game: str) -> None:
        self.rows = ROWS[game]
        self.turn = 0
        self.events: list[list[int]] = []

    def write(self, code: int, seat: int = -1, *numbers: int | str) -> None:
        """Write an event."""
        known = [self.rows.get(x, DIE.get(x)) if isinstance(x, str) else int(x) for x in numbers]
        self.events.append([int(code), seat, *known, *[0] * (5 - len(known)), self.turn])

    def counted(self, code: int, seat: int, *cards: str) -> None:
        """Write how many there are of each card."""
        for card in dict.fromkeys(cards):
            self.write(code, seat, card, cards.count(card))

    def ends(self, game: str, points: list[dict[str, int]], *ends: tuple[int, int, int]) -> None:
        """Write the points by kind that each seat has in the end, and the end of the game."""
        for stage in range(4):
            for seat, mine in enumerate(points):
                for kind, n in mine.items():
                    if stage == 3 or kind not in ("pudding", "menu"):
                        self.write(s.EV_SCORE, seat, KINDS[game].index(kind), n, stage)
        for seat, end in enumerate(ends):
            self.write(s.EV_END, seat, *end)


def commit(seat: int, card: str, *, by: int | None = None, second: str | None = None) -> Any:
    return {
        "seat": seat,
        "card": card,
        "copies": None,
        "on_wasabi": False,
        "calls": ["chopsticks"] if second else [],
        "second": second,
        "by": seat if by is None else by,
    }


def play(seat: int, card: str, *, on_wasabi: bool = False, by: str = "commit") -> Any:
    return {
        "event": "play",
        "seat": seat,
        "card": card,
        "copies": None,
        "on_wasabi": on_wasabi,
        "by": by,
    }


@pytest.fixture
def chopsticks() -> dict[str, Any]:
    """One round of two seats, two turns: in the second one seat 1 plays two cards."""
    log = Log("go")
    log.counted(s.EV_HAND, 0, "tempura", "tempura")
    log.counted(s.EV_HAND, 1, "chopsticks", "pudding")
    log.write(s.EV_TURN, -1, 0, 0)
    for seat, card in enumerate(["tempura", "chopsticks"]):
        log.write(s.EV_COMMIT, seat, card, s.NONE, 0, seat)
    for seat, card in enumerate(["tempura", "chopsticks"]):
        log.write(s.EV_PLAY, seat, card, s.NONE, 0, s.PICKED)
    for seat, card, held in ((0, "tempura", "pudding"), (1, "chopsticks", "tempura")):
        log.counted(s.EV_TABLE, seat, card)
        log.counted(s.EV_HELD, seat, held)
        log.write(s.EV_STATE, seat, 0, 0)
    log.turn = 1
    log.write(s.EV_TURN, -1, 0, 1)
    log.write(s.EV_COMMIT, 0, "pudding", s.NONE, 0, 0)
    log.write(s.EV_COMMIT, 1, "wasabi", s.NONE, 0, 1)
    log.write(s.EV_CALL, 1, "chopsticks")
    log.write(s.EV_SECOND, 1, "nigiri-egg")
    log.write(s.EV_PLAY, 0, "pudding", s.NONE, 0, s.PICKED)
    log.write(s.EV_PLAY, 1, "wasabi", s.NONE, 0, s.PICKED)
    log.write(s.EV_CHOPSTICKS, 1, "chopsticks", 0, "nigiri-egg")
    log.write(s.EV_PLAY, 1, "nigiri-egg", s.NONE, 1, s.SECOND)
    log.counted(s.EV_TABLE, 0, "tempura", "pudding")
    log.counted(s.EV_HELD, 0, "chopsticks")
    log.write(s.EV_STATE, 0, 0, 0)
    log.counted(s.EV_TABLE, 1, "nigiri-egg", "wasabi")
    log.write(s.EV_STATE, 1, 0, 1)
    log.counted(s.EV_KEPT, 0, "pudding")
    log.ends("go", [{"pudding": 6}, {"nigiri": 3}], (1, 1, 1), (0, 0, 1))
    read = CardReader("go", KINDS["go"], 2).read(log.events)
    head = {"game": "go", "menu": "M", "cards": KINDS["go"], "players": 2, "seed": 0}
    variants = {"pass": "both ways", "dummy": False}
    return head | {"policies": ["a", "b"], "game_number": 7, "variants": variants} | read


def test_a_second_card_is_chosen_with_the_first(chopsticks: dict[str, Any]) -> None:
    [round_] = chopsticks["rounds"]
    assert round_["hands"] == [["tempura", "tempura"], ["chopsticks", "pudding"]]
    assert round_["turns"][1] == {
        "turn": 2,
        "draw": None,
        "commits": [commit(0, "pudding"), commit(1, "wasabi", second="nigiri-egg")],
        "events": [
            play(0, "pudding"),
            play(1, "wasabi"),
            {
                "event": "chopsticks",
                "seat": 1,
                "card": "chopsticks",
                "copy": False,
                "takes": "nigiri-egg",
            },
            play(1, "nigiri-egg", on_wasabi=True, by="chopsticks"),
        ],
        "tables": [["tempura", "pudding"], ["nigiri-egg", "wasabi"]],
        "hands": [["chopsticks"], []],
        "face_down": [0, 0],
        "free_wasabi": [0, 1],
    }
    assert round_.keys() == {"round", "hands", "turns", "points", "kept"}
    assert round_["kept"] == [["pudding"], []]
    assert [mine["nigiri"] for mine in round_["points"]] == [0, 3]
    assert [mine["pudding"] for mine in chopsticks["dessert_points"]] == [6, 0]
    assert chopsticks["totals"] == [6, 3]
    assert chopsticks["totals_after_round"] == [[0, 3]] * 3
    assert chopsticks["win_share"] == [1, 0]


def test_a_second_card_is_told_with_its_wasabi(chopsticks: dict[str, Any]) -> None:
    told = text(chopsticks)
    assert told.startswith(
        "M, 2 players, seed 0, game 7\n\nRound 1: hands are passed to the left\n"
    )
    assert "  turn 2    pudding   wasabi\n" in told
    assert "- seat 2 uses chopsticks: plays egg too: egg on wasabi\n" in told
    assert told.endswith("  total     6         3\n  puddings  1         0\nSeat 1 wins.")


def test_the_dummy_is_a_seat_with_a_pile() -> None:
    log = Log("go")
    for seat, card in enumerate(["tempura", "sashimi", "dumpling"]):
        log.counted(s.EV_HAND, seat, card)
    log.write(s.EV_TOP, 1, "dumpling")
    log.write(s.EV_TURN, -1, 0, 0)
    chosen = [("tempura", 0), ("dumpling", 1), ("sashimi", 1)]
    for seat, (card, by) in enumerate(chosen):
        log.write(s.EV_COMMIT, seat, card, s.NONE, 0, by)
    for seat, (card, _) in enumerate(chosen):
        log.write(s.EV_PLAY, seat, card, s.NONE, 0, s.PICKED)
    for seat, (card, _) in enumerate(chosen):
        log.counted(s.EV_TABLE, seat, card)
        log.write(s.EV_STATE, seat, 0, 0)
    log.ends("go", [{"maki": 3}, {}, {"maki": 3}], (0, 1, 2), (0, 0, 2), (0, 1, 2))
    data = CardReader("go", KINDS["go"], 3).read(log.events)
    [round_] = data["rounds"]
    assert round_["hands"] == [["tempura"], ["sashimi"], ["dumpling"]]
    [turn] = round_["turns"]
    assert turn["draw"] == {"seat": 1, "card": "dumpling"}
    assert turn["commits"] == [
        commit(0, "tempura"),
        commit(1, "dumpling"),
        commit(2, "sashimi", by=1),
    ]
    assert turn["hands"] == [[], [], []]
    assert data["win_share"] == [0.5, 0, 0.5]
    head = {"game": "go", "menu": "M", "cards": KINDS["go"], "players": 2, "seed": 0}
    variants = {"pass": "left", "dummy": True}
    who = {"policies": ["a", "a", "dummy"], "game_number": 0, "variants": variants}
    told = text(head | who | data)
    assert told.startswith("M, 2 players and a dummy, all a, seed 0, game 0\n\nRound 1\n")
    assert "  the dummy's pile is dumpling\n" in told
    assert "- seat 2 plays for the dummy, having drawn dumpling\n" in told
    assert told.endswith("Seat 1 and the dummy share the win.")
    assert "  the dummy's pile is" not in text(head | who | data, hands=True).split("turn 1")[1]


def test_a_draw_belongs_to_the_turn_that_follows() -> None:
    log = Log("go")
    log.counted(s.EV_HAND, 2, "tempura", "pudding")
    for turn, card in enumerate(["pudding", "tempura"]):
        log.turn = turn
        log.write(s.EV_TOP, turn, card)
        log.write(s.EV_TURN, -1, 0, turn)
    [round_] = CardReader("go", KINDS["go"], 3).read(log.events)["rounds"]
    draws = [turn["draw"] for turn in round_["turns"]]
    assert draws == [{"seat": 0, "card": "pudding"}, {"seat": 1, "card": "tempura"}]


def die(die: str, face: str) -> dict[str, str]:
    return {"die": die, "face": face}


def tokens(menu: int, chopsticks: int, pudding: int) -> dict[str, int]:
    return {"menu": menu, "chopsticks": chopsticks, "pudding": pudding}


@pytest.fixture
def roll() -> dict[str, Any]:
    """Two rounds of two seats: one with two turns, one with one."""
    log = Log("roll")
    log.write(s.EV_STARTS, 0)
    log.write(s.EV_ROLL, 0, "maki", "maki-1")
    log.write(s.EV_ROLL, 0, "special", "wasabi")
    log.write(s.EV_ROLL, 1, "nigiri", "nigiri-egg")
    log.write(s.EV_ROLL, 1, "pudding", "pudding-3")
    log.write(s.EV_TURN, -1, 0, 0)
    log.write(s.EV_STARTS, 0)
    log.write(s.EV_SWAP, 0, 1, "maki", "maki-1", "nigiri", "nigiri-egg")
    log.write(s.EV_SPEND, 0, 0)
    log.write(s.EV_REROLL, 0, "nigiri", "nigiri-egg", "nigiri-squid")
    log.write(s.EV_REROLL, 0, "special", "wasabi", "wasabi")
    log.write(s.EV_TAKE, 0, "special", "wasabi", 0)
    log.write(s.EV_TOKENS, 0, 0, 0, 0)
    log.write(s.EV_TAKE, 1, "pudding", "pudding-3", 0)
    log.write(s.EV_TOKENS, 1, 0, 0, 2)
    log.counted(s.EV_TABLE, 0, "wasabi")
    log.write(s.EV_ROLL, 0, "maki", "maki-2")
    log.write(s.EV_TOKENS, 0, 2, 1, 0)
    log.write(s.EV_STATE, 0, 0, 1)
    log.counted(s.EV_TABLE, 1, "pudding-3")
    log.write(s.EV_ROLL, 1, "nigiri", "nigiri-salmon")
    log.write(s.EV_TOKENS, 1, 3, 2, 2)
    log.write(s.EV_STATE, 1, 0, 0)
    log.turn = 1
    _turn_of_one_die(log, 0, 1, [("nigiri", "nigiri-salmon"), ("maki", "maki-2")])
    log.turn = 0
    log.write(s.EV_STARTS, 1)
    log.write(s.EV_ROLL, 0, "nigiri", "nigiri-salmon")
    log.write(s.EV_ROLL, 1, "maki", "maki-2")
    _turn_of_one_die(log, 1, 1, [("maki", "maki-2"), ("nigiri", "nigiri-salmon")])
    log.ends("roll", [{"menu": 1}, {"maki": 6, "menu": 2}], (0, 0, 1), (2, 1, 1))
    read = DiceReader("roll", KINDS["roll"], list(DIE), 2).read(log.events)
    head = {"game": "roll", "menu": "M", "cards": KINDS["roll"], "players": 2, "seed": 0}
    start = {"start": {"menu": 3, "chopsticks": 2}}
    return head | {"policies": ["a", "a"], "game_number": 0, "tokens": start} | read


def _turn_of_one_die(log: Log, round_: int, starts: int, dice: list[tuple[str, str]]) -> None:
    """Write a turn in which both seats take their last die, the one that starts first."""
    log.write(s.EV_TURN, -1, round_, log.turn)
    log.write(s.EV_STARTS, starts)
    for seat, (kind, face) in zip((starts, 1 - starts), dice, strict=True):
        log.write(s.EV_TAKE, seat, kind, face, int(log.turn and face == "nigiri-squid"))
        log.write(s.EV_TOKENS, seat, 0, 0, 0)
    for seat, (_, face) in zip((starts, 1 - starts), dice, strict=True):
        log.counted(s.EV_TABLE, seat, face)
        log.write(s.EV_TOKENS, seat, 2 + seat, 1 + seat, 2 * seat)
        log.write(s.EV_STATE, seat, 0, 0)


def test_dice_are_rolled_swapped_and_taken_in_order(roll: dict[str, Any]) -> None:
    first, second = roll["rounds"]
    assert {key: first[key] for key in ("round", "starts", "belts")} == {
        "round": 1,
        "starts": 0,
        "belts": [
            [die("maki", "maki-1"), die("special", "wasabi")],
            [die("nigiri", "nigiri-egg"), die("pudding", "pudding-3")],
        ],
    }
    assert first["turns"][0] == {
        "turn": 1,
        "starts": 0,
        "events": [
            {
                "event": "chopsticks",
                "seat": 0,
                "gives": die("maki", "maki-1"),
                "with": 1,
                "takes": die("nigiri", "nigiri-egg"),
            },
            {
                "event": "menu",
                "seat": 0,
                "rerolls": [
                    {"die": "nigiri", "from": "nigiri-egg", "to": "nigiri-squid"},
                    {"die": "special", "from": "wasabi", "to": "wasabi"},
                ],
            },
            {
                "event": "take",
                "seat": 0,
                **die("special", "wasabi"),
                "on_wasabi": False,
                "tokens": tokens(0, 0, 0),
            },
            {
                "event": "take",
                "seat": 1,
                **die("pudding", "pudding-3"),
                "on_wasabi": False,
                "tokens": tokens(0, 0, 2),
            },
        ],
        "tables": [["wasabi"], ["pudding-3"]],
        "belts": [[die("maki", "maki-2")], [die("nigiri", "nigiri-salmon")]],
        "free_wasabi": [1, 0],
        "tokens": [tokens(2, 1, 0), tokens(3, 2, 2)],
    }
    assert [turn["starts"] for turn in first["turns"]] == [0, 1]
    assert first["turns"][1]["belts"] == [[], []]
    assert (second["round"], second["starts"], len(second["turns"])) == (2, 1, 1)
    assert second["belts"] == [[die("nigiri", "nigiri-salmon")], [die("maki", "maki-2")]]
    assert second.keys() == {"round", "starts", "belts", "turns", "points"}


def test_points_of_dice_keep_tokens_for_the_end(roll: dict[str, Any]) -> None:
    points = roll["rounds"][0]["points"]
    assert points[1].keys() == set(KINDS["roll"]) - {"menu", "pudding"}
    assert [sum(mine.values()) for mine in points] == [0, 6]
    assert roll["dessert_points"] == [{"menu": 1, "pudding": 0}, {"menu": 2, "pudding": 0}]
    assert (roll["dessert_cards"], roll["totals"]) == ([0, 2], [1, 8])


def test_dice_are_told_in_the_order_of_the_moves(roll: dict[str, Any]) -> None:
    assert text(roll).startswith("""M, 2 players, all a, seed 0, game 0

Round 1: seat 1 starts

            seat 1        seat 2

  turn 1    seat 1 starts, rolls maki 1, wasabi
            - uses chopsticks: maki 1 for egg of seat 2
            - uses a menu: egg to squid, wasabi again
            seat 2 rolls egg, pudding 3
            - finds only 2 puddings left
  takes     wasabi        pudding 3

  turn 2    seat 2 starts, rolls salmon
            seat 1 rolls maki 2
  takes     maki 2        salmon

  Maki      0             6
  together  0             6
  keeps     2 menus       3 menus
            1 chopsticks  2 chopsticks
                          2 puddings

Round 2: seat 2 starts
""")


def test_trays_and_tokens_are_shown_on_request(roll: dict[str, Any]) -> None:
    told = text(roll, hands=True)
    assert "turn 1    seat 1 has nothing; keeps 3 menus, 2 chopsticks\n" in told
    assert "seat 2 has pudding 3; keeps 3 menus, 2 chopsticks, 2 puddings\n" in told


def test_long_lines_of_dice_are_broken_after_commas(roll: dict[str, Any]) -> None:
    faces = list(ROWS["roll"])
    roll["rounds"][0]["belts"][0] = [die("special", face) for face in faces]
    told = text(roll)
    assert max(map(len, told.splitlines())) <= 80
    assert "  turn 1    seat 1 starts, rolls egg, salmon, squid, maki 1, maki 2, maki 3,\n" in told


def test_unknown_events_are_refused() -> None:
    log = Log("go")
    log.counted(s.EV_HAND, 0, "tempura")
    log.write(s.EV_TURN, -1, 0, 0)
    log.write(99, 0)
    with pytest.raises(ValueError, match="event 99 is not known"):
        CardReader("go", KINDS["go"], 2).read(log.events)
    log = Log("roll")
    log.write(s.EV_STARTS, 0)
    log.write(s.EV_TURN, -1, 0, 0)
    log.write(99, 0)
    with pytest.raises(ValueError, match="event 99 is not known"):
        DiceReader("roll", KINDS["roll"], list(DIE), 2).read(log.events)
