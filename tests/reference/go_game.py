"""The course of a game of Sushi Go!: deal on from one pile, choose, reveal, pass, score.

Source: Sushi Go! rules, Gamewright 2014; open points as in section E of the project's rules.
"""

from collections import Counter
from typing import Any

from .cards import Table, free_wasabi, lay, of_kind
from .decisions import IllegalMove
from .game import Event
from .go_rulebook import ROUNDS, Rules
from .go_scoring import score_desserts, score_round
from .rulebook import in_catalogue_order
from .scoring import win_shares

DUMMY = 2  # its seat
Commit = dict[str, Any]


class Game:
    """A game under way; `transcript` parts come out of its methods.

    With the dummy `hands[2]` is the dummy's pile; which of its cards lies on top is chance.
    """

    def __init__(self, rules: Rules) -> None:
        """Shuffle all cards into the pile."""
        self.rules = rules
        self.rulings = rules.rulings
        self.n_rounds = ROUNDS
        self.seats = range(rules.seats)
        self.pile = Counter(rules.counts)
        self.discards: Counter[str] = Counter()
        self.kept: list[list[str]] = [[] for _ in self.seats]
        self.totals = [0 for _ in self.seats]
        self.round = self.turn = 0
        self.drawn: dict[str, Any] | None = None  # the dummy's card of this turn
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.tables: list[Table] = [[] for _ in self.seats]

    # --- one round -------------------------------------------------------------------------

    def begin_round(self, hands: list[list[str]]) -> dict[str, Any]:
        """Deal from what earlier rounds have left of the pile."""
        self.round += 1
        self.turn = 0
        if len(hands) != len(self.seats):
            raise IllegalMove(f"{len(hands)} hands for {len(self.seats)} seats")
        for seat, hand in enumerate(hands):
            if len(hand) != self.rules.hand_size:
                raise IllegalMove(f"seat {seat} was dealt {len(hand)} cards")
        dealt = Counter(card for hand in hands for card in hand)
        if not dealt <= self.pile:
            raise IllegalMove(f"dealt but no longer in the pile: {sorted(dealt - self.pile)}")
        self.pile -= dealt
        self.hands = [list(hand) for hand in hands]
        self._check_copies()
        return {"round": self.round, "hands": self._sorted_hands()}

    def end_round(self) -> dict[str, Any]:
        """Score the round, keep the puddings, discard the rest for good."""
        points = score_round(self.tables, self.rules)
        kept_now: list[list[str]] = []
        for seat in self.seats:
            self.totals[seat] += sum(points[seat].values())
            kept_now.append([card.printed for card in of_kind(self.tables[seat], "pudding")])
            self.kept[seat] += kept_now[seat]
            self.discards.update(c.printed for c in self.tables[seat] if c.kind != "pudding")
            self.tables[seat] = []
        self._check_copies()
        return {"points": points, "kept": kept_now}

    def finish(self) -> dict[str, Any]:
        """Score the puddings and find the winner."""
        puddings = [len(cards) for cards in self.kept]
        desserts = score_desserts(puddings, self.rules)
        totals = [self.totals[seat] + sum(desserts[seat].values()) for seat in self.seats]
        return {
            "dessert_points": desserts,
            "dessert_cards": puddings,
            "totals": totals,
            "win_share": win_shares(totals, puddings),
        }

    # --- one turn --------------------------------------------------------------------------

    def begin_turn(self, draw: dict[str, Any] | None) -> None:
        """With the dummy, its top card comes into the controller's hand."""
        self.turn += 1
        self.drawn = draw
        self._draw(draw)

    def play_turn(self, commits: list[Commit]) -> dict[str, Any]:
        """All choices, the reveal, chopsticks, the passing of the hands."""
        commits = self._checked_commits(commits)
        events: list[Event] = []
        for commit in commits:
            self.hands[commit["by"]].remove(commit["card"])
            events.append(self._lay(commit["seat"], commit["card"], "commit"))
        for commit in commits:
            if commit["calls"]:
                events += self._use_chopsticks(commit["seat"], commit["second"])
        self._pass()
        self._check_copies()
        return {
            "turn": self.turn,
            "draw": self.drawn,
            "commits": commits,
            "events": events,
            "tables": [in_catalogue_order([c.printed for c in table]) for table in self.tables],
            "hands": self._sorted_hands(),
            "face_down": [0 for _ in self.seats],
            "free_wasabi": [len(free_wasabi(table)) for table in self.tables],
        }

    def controller(self, turn: int) -> int | None:
        """Who draws and chooses for the dummy in a turn (from 1) of this round (E21)."""
        if not self.rules.has_dummy:
            return None
        turns_before = turn - 1
        if self.rulings["dummy_control"] == "alternates":
            turns_before += self.rules.hand_size * (self.round - 1)
        return turns_before % 2

    def chooser(self, seat: int) -> int:
        """Who chooses the card of a seat this turn, out of the own hand."""
        controller = self.controller(self.turn)
        return seat if controller is None or seat != DUMMY else controller

    def _draw(self, draw: dict[str, Any] | None) -> None:
        controller = self.controller(self.turn)
        if controller is None or draw is None:
            if (controller is None) != (draw is None):
                due = "nobody draws" if controller is None else f"seat {controller} draws"
                raise IllegalMove(f"draw {draw}, but {due} for the dummy")
            return
        if draw["seat"] != controller:
            raise IllegalMove(f"seat {draw['seat']} draws for the dummy, not seat {controller}")
        if draw["card"] not in self.hands[DUMMY]:
            raise IllegalMove(f"{draw['card']} is not in the dummy's pile")
        self.hands[DUMMY].remove(draw["card"])
        self.hands[controller].append(draw["card"])

    def can_call(self, seat: int) -> bool:
        """Whether a seat may use chopsticks of an earlier turn.

        Everybody must have a card left for them (E11): in the last turn each card in hand is due,
        the controller's second one to the dummy. The dummy itself never uses any (E21).
        """
        is_dummy = self.rules.has_dummy and seat == DUMMY
        is_last_turn = self.turn == self.rules.hand_size
        return not is_dummy and not is_last_turn and bool(of_kind(self.tables[seat], "chopsticks"))

    def _checked_commits(self, commits: list[Commit]) -> list[Commit]:
        by_seat = {commit["seat"]: commit for commit in commits}
        missing = set(self.seats) - set(by_seat)
        if missing:
            raise IllegalMove(f"seats {sorted(missing)}: no commit")
        checked = [self._checked_commit(by_seat[seat], seat) for seat in self.seats]
        for chooser in sorted({commit["by"] for commit in checked}):
            mine = [commit for commit in checked if commit["by"] == chooser]
            wanted = Counter(c for one in mine for c in (one["card"], one["second"]) if c)
            if not wanted <= Counter(self.hands[chooser]):
                lacking = sorted(wanted - Counter(self.hands[chooser]))
                raise IllegalMove(f"seat {chooser}: {lacking} not in the hand")
        return checked

    def _checked_commit(self, commit: Commit, seat: int) -> Commit:
        calls, second = list(commit["calls"]), commit["second"]
        if commit["by"] != self.chooser(seat):
            raise IllegalMove(
                f"seat {seat}: seat {commit['by']} chooses, it is seat {self.chooser(seat)}'s choice"
            )
        if commit["copies"] is not None or commit["on_wasabi"]:
            raise IllegalMove(f"seat {seat}: {commit['card']} copies nothing and has no wish")
        if calls not in ([], ["chopsticks"]):
            raise IllegalMove(f"seat {seat}: calls {calls}, at most one chopsticks a turn (E3)")
        if calls and not self.can_call(seat):
            raise IllegalMove(f"seat {seat}: cannot use chopsticks")
        if bool(calls) != (second is not None):
            raise IllegalMove(f"seat {seat}: second card {second} with calls {calls}")
        return {
            "seat": seat,
            "card": commit["card"],
            "copies": None,
            "on_wasabi": False,
            "calls": calls,
            "second": second,
            "by": self.chooser(seat),
        }

    def _lay(self, seat: int, card: str, by: str) -> Event:
        """Put a card on the table, a nigiri on a free wasabi.

        A second card follows the first; whether it can lie on a first card's wasabi is E22.
        """
        this_turn_counts = self.rulings["wasabi_and_nigiri"] == "tripled"
        until = self.turn if this_turn_counts else self.turn - 1
        return {
            "event": "play",
            "seat": seat,
            "card": card,
            "copies": None,
            "on_wasabi": lay(self.tables[seat], card, self.turn, wasabi_until=until),
            "by": by,
        }

    def _use_chopsticks(self, seat: int, second: str) -> list[Event]:
        """Lay the second card, put the chopsticks (the oldest) back into the hand."""
        self.hands[seat].remove(second)
        head = {
            "event": "chopsticks",
            "seat": seat,
            "card": "chopsticks",
            "copy": False,
            "takes": second,
        }
        play = self._lay(seat, second, "chopsticks")
        used = of_kind(self.tables[seat], "chopsticks")[0]
        self.tables[seat].remove(used)
        self.hands[seat].append(used.printed)
        return [head, play]

    def _pass(self) -> None:
        """Hands go to the left, in the second round of "both ways" to the right.

        With the dummy the two players swap; its pile stays.
        """
        if self.rules.has_dummy:
            self.hands[0], self.hands[1] = self.hands[1], self.hands[0]
            return
        to_the_right = self.rules.variants["pass"] == "both ways" and self.round == 2
        giver = 1 if to_the_right else -1
        self.hands = [self.hands[(seat + giver) % len(self.seats)] for seat in self.seats]

    # --- bookkeeping -----------------------------------------------------------------------

    def _sorted_hands(self) -> list[list[str]]:
        return [in_catalogue_order(hand) for hand in self.hands]

    def _check_copies(self) -> None:
        """Every card is somewhere, once."""
        everywhere = self.pile + self.discards
        for seat in self.seats:
            everywhere.update(self.hands[seat])
            everywhere.update(card.printed for card in self.tables[seat])
            everywhere.update(self.kept[seat])
        assert +everywhere == +Counter(self.rules.counts), "cards lost or invented"
