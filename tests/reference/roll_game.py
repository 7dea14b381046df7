"""The course of a game of Sushi Roll: roll, move by move from the red belt, slide, score.

Source: Sushi Roll rules, Gamewright 2019; open points as in section E of the project's rules. Moves
are the events of a transcript; `Game` checks each and works out what follows from it.
"""

from collections import Counter
from typing import Any, NamedTuple

from .cards import Table, free_wasabi, lay
from .decisions import IllegalMove
from .game import Event
from .roll_rulebook import EXTRA_SLIDE_AT, ROUNDS, Rules
from .roll_scoring import Tokens, score_round, score_tokens, take_tokens
from .rulebook import in_catalogue_order
from .scoring import win_shares

GivenBelts = list[list[dict[str, str]]]  # as in a transcript


class Die(NamedTuple):
    """A die on a belt: its type and the face it shows."""

    die: str
    face: str

    def __str__(self) -> str:
        return f"{self.die} die showing {self.face}"


class Game:
    """A game under way; `transcript` parts come out of its methods."""

    def __init__(self, rules: Rules) -> None:
        """Give everybody the tokens of the start; seat 0 has the red belt."""
        self.rules = rules
        self.n_rounds = ROUNDS
        self.seats = range(rules.players)
        start = rules.tokens["start"]
        self.tokens: list[Tokens] = [
            {"menu": start["menu"], "chopsticks": start["chopsticks"], "pudding": 0}
            for _ in self.seats
        ]
        self.supply = dict(rules.tokens["supply"])
        for mine in self.tokens:
            for token, n in mine.items():
                self.supply[token] -= n
        self.totals = [0 for _ in self.seats]
        self.red = 0  # seat with the red belt
        self.round = self.turn = 0
        self.belts: list[list[Die]] = [[] for _ in self.seats]
        self.trays: list[Table] = [[] for _ in self.seats]
        self.to_move: list[int] = []  # seats that have not taken a die this turn, in order
        self.starts = 0  # who began the turn
        self.events: list[Event] = []

    # --- one round -------------------------------------------------------------------------

    def begin_round(self, belts: GivenBelts) -> dict[str, Any]:
        """Draw dice from the full bag and roll them."""
        self.round += 1
        self.turn = 0
        self.trays = [[] for _ in self.seats]
        self.belts = self._rolled(belts)
        for seat, belt in enumerate(self.belts):
            if len(belt) != self.rules.hand_size:
                raise IllegalMove(f"seat {seat} has {len(belt)} dice")
        drawn = Counter(die.die for belt in self.belts for die in belt)
        if not drawn <= self.rules.dice_by_type:
            too_many = dict(drawn - self.rules.dice_by_type)
            raise IllegalMove(f"more dice drawn than the box has: {too_many}")
        return {"round": self.round, "starts": self.red, "belts": self._written()}

    def end_round(self) -> dict[str, Any]:
        """Score the trays; at three players the belts slide once more."""
        points = score_round(self.trays, self.rules)
        for seat in self.seats:
            self.totals[seat] += sum(points[seat].values())
        if self.rules.players == EXTRA_SLIDE_AT:
            self._slide()
        return {"points": points}

    def finish(self) -> dict[str, Any]:
        """Score the tokens and find the winner."""
        points = score_tokens(self.tokens, self.rules)
        totals = [self.totals[seat] + sum(points[seat].values()) for seat in self.seats]
        puddings = [mine["pudding"] for mine in self.tokens]
        return {
            "dessert_points": points,
            "dessert_cards": puddings,
            "totals": totals,
            "win_share": win_shares(totals, puddings),
        }

    # --- one turn --------------------------------------------------------------------------

    def play_turn(self, events: list[Event], belts: GivenBelts) -> dict[str, Any]:
        """One turn: everybody's move, then the belts as they are rolled anew."""
        self.begin_turn()
        for event in events:
            self.act(event)
        return self.end_turn(belts)

    def begin_turn(self) -> None:
        """The holder of the red belt moves first, then those to the left."""
        self.turn += 1
        self.events = []
        self.starts = self.red
        n = self.rules.players
        self.to_move = [(self.red + step) % n for step in self.seats]

    def act(self, event: Event) -> None:
        """A part of a move: a token spent, or the die taken that ends the move."""
        seat = event["seat"]
        if not self.to_move:
            raise IllegalMove(f"seat {seat} acts after everybody has taken a die")
        if seat != self.to_move[0]:
            raise IllegalMove(f"seat {seat} acts, it is the move of seat {self.to_move[0]}")
        match event["event"]:
            case "menu":
                own = self._reroll(seat, event["rerolls"])
            case "chopsticks":
                own = self._swap(seat, event["gives"], event["with"], event["takes"])
            case "take":
                own = self._take(seat, Die(event["die"], event["face"]))
                self.to_move.pop(0)
            case other:
                raise IllegalMove(f"seat {seat}: no move is called {other!r}")
        self.events.append({"event": event["event"], "seat": seat, **own})

    def end_turn(self, belts: GivenBelts) -> dict[str, Any]:
        """Slide the belts that still have dice; those are rolled anew."""
        if self.to_move:
            raise IllegalMove(f"seat {self.to_move[0]} takes no die")
        rolled = self._rolled(belts)
        if any(self.belts):
            self._slide()
            for seat in self.seats:
                got, due = (Counter(die.die for die in b[seat]) for b in (rolled, self.belts))
                if got != due:
                    raise IllegalMove(
                        f"seat {seat} rolls {_types(got)} dice, the belt it received has {_types(due)}"
                    )
        elif any(rolled):
            raise IllegalMove("dice on the belts after the last turn")
        self.belts = rolled
        self._check_dice()
        return {
            "turn": self.turn,
            "starts": self.starts,
            "events": self.events,
            "tables": [in_catalogue_order([d.printed for d in tray]) for tray in self.trays],
            "belts": self._written(),
            "free_wasabi": [len(free_wasabi(tray)) for tray in self.trays],
            "tokens": [dict(mine) for mine in self.tokens],
        }

    # --- moves -----------------------------------------------------------------------------

    def _reroll(self, seat: int, rerolls: list[dict[str, str]]) -> dict[str, Any]:
        """Menu token: any of the own dice are rolled again."""
        self._spend(seat, "menu")
        if not rerolls:
            raise IllegalMove(f"seat {seat}: a menu token without a die to roll")
        for one in rerolls:  # all at once: no die twice
            self._remove(seat, Die(one["die"], one["from"]), "re-rolls")
        for one in rerolls:
            self._check_face(Die(one["die"], one["to"]))
            self.belts[seat].append(Die(one["die"], one["to"]))
        return {"rerolls": rerolls}

    def _swap(
        self, seat: int, gives: dict[str, str], other: int, takes: dict[str, str]
    ) -> dict[str, Any]:
        """Chopsticks token: one of the own dice for one on another belt, faces unchanged."""
        self._spend(seat, "chopsticks")
        if other == seat or other not in self.seats:
            raise IllegalMove(f"seat {seat} swaps with seat {other}")
        mine, theirs = Die(gives["die"], gives["face"]), Die(takes["die"], takes["face"])
        self._remove(seat, mine, "gives")
        self._remove(other, theirs, "gives")
        self.belts[seat].append(theirs)
        self.belts[other].append(mine)
        return {"gives": gives, "with": other, "takes": takes}

    def _take(self, seat: int, die: Die) -> dict[str, Any]:
        """A die goes to the tray, a nigiri on a free wasabi; tokens come from what is left (E32)."""
        self._remove(seat, die, "takes")
        on_wasabi = lay(self.trays[seat], die.face, self.turn)
        taken = take_tokens(die.face, self.supply)
        for token, n in taken.items():
            self.supply[token] -= n
            self.tokens[seat][token] += n
        return {"die": die.die, "face": die.face, "on_wasabi": on_wasabi, "tokens": taken}

    def _spend(self, seat: int, token: str) -> None:
        """Return a token to the supply."""
        if not self.tokens[seat][token]:
            raise IllegalMove(f"seat {seat} has no {token} token")
        self.tokens[seat][token] -= 1
        self.supply[token] += 1

    def _remove(self, seat: int, die: Die, what: str) -> None:
        if die not in self.belts[seat]:
            raise IllegalMove(f"seat {seat} {what} a {die}, which is not on its belt")
        self.belts[seat].remove(die)

    # --- dice ------------------------------------------------------------------------------

    def _slide(self) -> None:
        """All belts go to the left with their dice."""
        self.belts = [self.belts[seat - 1] for seat in self.seats]
        self.red = (self.red + 1) % self.rules.players

    def _rolled(self, belts: GivenBelts) -> list[list[Die]]:
        """Belts of a transcript: one for each seat, only faces the dice have."""
        if len(belts) != self.rules.players:
            raise IllegalMove(f"{len(belts)} belts for {self.rules.players} players")
        rolled = [[Die(die["die"], die["face"]) for die in belt] for belt in belts]
        for belt in rolled:
            for die in belt:
                self._check_face(die)
        return rolled

    def _check_face(self, die: Die) -> None:
        if not self.rules.can_show(die.die, die.face):
            raise IllegalMove(f"there is no {die}")

    def _written(self) -> GivenBelts:
        return [[die._asdict() for die in belt] for belt in self.belts]

    def _check_dice(self) -> None:
        """Every die is on a belt or in a tray; every token at a seat or in the supply."""
        on_belts = sum(len(belt) for belt in self.belts)
        taken = sum(len(tray) for tray in self.trays)
        assert on_belts + taken == self.rules.players * self.rules.hand_size, "dice lost or found"
        for token, n in self.rules.tokens["supply"].items():
            held = sum(mine[token] for mine in self.tokens)
            assert held + self.supply[token] == n, "tokens lost or found"


def _types(dice: Counter[str]) -> str:
    return ", ".join(f"{n} {die}" for die, n in sorted(dice.items()))
