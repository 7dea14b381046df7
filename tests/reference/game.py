"""The course of a game: deal, commit, reveal, number queue, pass, round end.

Source: Sushi Go Party! rules, Gamewright 2016, pp. 5-6 and 12-14; open points as in section E of
the project's rules. A `Decisions` object answers every question the rules leave to chance or to a
player; `Game` checks each answer and works out everything else.
"""

from collections import Counter
from typing import Any

from .cards import Card, Table, free_wasabi, of_kind, put_on_wasabi
from .decisions import BONUS_KINDS, Call, Decisions, IllegalMove
from .rulebook import (
    FACE_DOWN,
    SPECIAL_ORDER,
    Rules,
    answers,
    in_catalogue_order,
    is_dessert,
    is_request,
    kind_of,
    variant_of,
)
from .scoring import icons, score_desserts, score_round, uramaki_race, win_shares
from .takeout import flip

Event = dict[str, Any]
QUEUE_HEADS = ("chopsticks", "spoon", "menu", "takeout")  # events that begin a queue entry
MENU_DRAWS = 4
QUEUE_ON_PLAY = ("menu", "takeout-box")  # they leave the table as they are played


class Game:
    """A game under way; `transcript` parts come out of its methods."""

    def __init__(self, rules: Rules) -> None:
        """Lay out the deck without desserts, and the dessert pile."""
        self.rules = rules
        self.rulings = rules.rulings
        self.n_rounds = len(rules.desserts)
        self.seats = range(rules.players)
        self.dessert_pile = Counter({c: n for c, n in rules.counts.items() if is_dessert(c)})
        self.deck = Counter(rules.counts) - self.dessert_pile
        self.kept: list[Table] = [[] for _ in self.seats]
        self.totals = [0 for _ in self.seats]
        self.round = 0
        self._clear_table()

    def _clear_table(self) -> None:
        self.turn = 0
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.tables: list[Table] = [[] for _ in self.seats]
        self.discards: Counter[str] = Counter()
        self.claimed = 0  # uramaki places paid or used up
        self.race_points = [0 for _ in self.seats]
        self.events: list[Event] = []
        self.queue: list[Call] = []
        self.aside: list[Event] = []
        self.arrivals = 0
        self.miso_this_turn = 0

    # --- one round -------------------------------------------------------------------------

    def begin_round(self, desserts_added: dict[str, int], hands: list[list[str]]) -> dict[str, Any]:
        """Shuffle the next desserts into the deck and deal."""
        self._clear_table()
        self.round += 1
        added = Counter(desserts_added)
        # A house menu may have fewer desserts than the schedule: then what there is.
        due = min(self.rules.desserts[self.round - 1], self.dessert_pile.total())
        if added.total() != due:
            raise IllegalMove(f"{added.total()} desserts added instead of {due}")
        if not added <= self.dessert_pile:
            raise IllegalMove("desserts added that are not in the dessert pile")
        self.dessert_pile -= added
        self.deck += added
        if len(hands) != self.rules.players:
            raise IllegalMove(f"{len(hands)} hands for {self.rules.players} players")
        for seat, hand in enumerate(hands):
            if len(hand) != self.rules.hand_size:
                raise IllegalMove(f"seat {seat} was dealt {len(hand)} cards")
        dealt = Counter(card for hand in hands for card in hand)
        if not dealt <= self.deck:
            raise IllegalMove(f"dealt but not in the deck: {sorted(dealt - self.deck)}")
        self.deck -= dealt
        self.hands = [list(hand) for hand in hands]
        self._check_copies()
        return {
            "round": self.round,
            "desserts_added": {c: added[c] for c in in_catalogue_order(list(+added))},
            "hands": self._sorted_hands(),
        }

    def end_round(self) -> dict[str, Any]:
        """Score the round, keep the desserts, gather everything else in the deck."""
        points = score_round(self.tables, self.rules, self.claimed)
        kept_now: list[Table] = []
        for seat in self.seats:
            if "uramaki" in self.rules.cards:
                points[seat]["uramaki"] += self.race_points[seat]
            self.totals[seat] += sum(points[seat].values())
            desserts = [
                card
                for card in self.tables[seat]
                if not card.face_down and is_dessert(card.shown)  # flipped ones go back (E17)
            ]
            kept_now.append(desserts)
            self.kept[seat] += desserts
            self.deck.update(c.printed for c in self.tables[seat] if c not in desserts)
            self.tables[seat] = []
        self.deck += self.discards
        self.discards = Counter()
        self._check_copies()
        return {
            "points": points,
            "kept": [
                [f"{SPECIAL_ORDER}:{card.shown}" if card.is_copy else card.shown for card in cards]
                for cards in kept_now
            ],
        }

    def finish(self) -> dict[str, Any]:
        """Score the desserts and find the winner."""
        kept = [[card.shown for card in cards] for cards in self.kept]
        desserts = score_desserts(kept, self.rules)
        totals = [self.totals[seat] + sum(desserts[seat].values()) for seat in self.seats]
        cards = [len(mine) for mine in kept]
        return {
            "dessert_points": desserts,
            "dessert_cards": cards,
            "totals": totals,
            "win_share": win_shares(totals, cards),
        }

    # --- one turn --------------------------------------------------------------------------

    def play_turn(self, decisions: Decisions) -> dict[str, Any]:
        """One turn from the commit to the passing of the hands."""
        self.turn += 1
        self.events, self.queue, self.miso_this_turn = [], [], 0
        commits = [self._checked_commit(decisions.commit(self, seat), seat) for seat in self.seats]
        self._reveal(commits)
        while self.queue:
            call = min(self.queue, key=lambda entry: entry.order)
            self.queue.remove(call)
            self._resolve(call, decisions)
        if self.rulings["uramaki_timing"] == "end of turn":
            self._race()
        self.hands = [self.hands[seat - 1] for seat in self.seats]  # everybody passes to the left
        self._check_copies()
        return {
            "turn": self.turn,
            "commits": commits,
            "events": self.events,
            "tables": [
                in_catalogue_order([card.shown for card in table if not card.face_down])
                for table in self.tables
            ],
            "hands": self._sorted_hands(),
            "face_down": [sum(card.face_down for card in table) for table in self.tables],
            "free_wasabi": [len(free_wasabi(table)) for table in self.tables],
        }

    def _reveal(self, commits: list[dict[str, Any]]) -> None:
        for commit in commits:
            self.hands[commit["seat"]].remove(commit["card"])
        for commit in commits:
            self._enlist_calls(commit["seat"], commit["calls"])
        for commit in commits:
            card, copies, wish = commit["card"], commit["copies"], commit["on_wasabi"]
            self._lay(commit["seat"], card, copies, wish, "commit")
        self._settle()

    def _resolve(self, call: Call, decisions: Decisions) -> None:
        match kind_of(call.name):
            case "chopsticks":
                self._use_chopsticks(call, decisions)
            case "spoon":
                self._use_spoon(call, decisions)
            case "menu":
                self._use_menu(call, decisions)
            case "takeout-box":
                self._use_takeout_box(call, decisions)

    # --- commit ----------------------------------------------------------------------------

    def is_last_turn(self) -> bool:
        """Whether the hands are empty once the cards of this turn are committed."""
        return len(self.hands[0]) == 1

    def callable_cards(self, seat: int) -> Table:
        """Bonus cards the seat may call now, before the cards of this turn lie on the table.

        Chopsticks need a card left in the hand (E11). A spoon of the last turn finds nothing, which
        is allowed or forbidden (E12).
        """
        kinds = set(BONUS_KINDS)
        if self.is_last_turn():
            kinds.discard("chopsticks")
            if self.rulings["spoon_in_last_turn"] == "forbid":
                kinds.discard("spoon")
        return [card for card in self.tables[seat] if card.kind in kinds]

    def targets(self, seat: int) -> list[str]:
        """What a special order of this seat can copy: everything on its table, face-down too."""
        return sorted({card.name for card in self.tables[seat]})

    def wishes(self, seat: int, copies: str | None) -> set[bool]:
        """Allowed wishes to put a copied nigiri on a wasabi (E23).

        Several nigiri of one name may lie on the table, some on a wasabi and some not: the seat
        copies whichever it likes.
        """
        table = self.tables[seat]
        if copies is None or copies == FACE_DOWN or kind_of(copies) != "nigiri":
            return {False}
        if not free_wasabi(table):
            return {False}
        allowed: set[bool] = set()
        for nigiri in [card for card in table if card.name == copies]:
            # A nigiri that is still tripled by a flipped wasabi counts as lying on a wasabi.
            if nigiri.on and self.rulings["copy_of_tripled_nigiri"] == "not placed":
                allowed |= {False}
            elif self.rulings["special_order_on_wasabi"] == "mandatory":
                allowed |= {True}
            else:
                allowed |= {False, True}
        return allowed

    def _check_order(self, seat: int, card: str, copies: str | None, wish: bool) -> None:
        if card != SPECIAL_ORDER:
            if copies is not None or wish:
                raise IllegalMove(f"seat {seat}: {card} copies nothing and has no wish")
            return
        targets = self.targets(seat)
        if copies is None and targets:
            raise IllegalMove(f"seat {seat}: a special order must copy one of {targets}")
        if copies is not None and copies not in targets:
            raise IllegalMove(f"seat {seat}: {copies} is not on the table, only {targets}")
        if wish not in self.wishes(seat, copies):
            raise IllegalMove(f"seat {seat}: copying {copies} with on_wasabi={wish}")

    def _checked_commit(self, commit: dict[str, Any], seat: int) -> dict[str, Any]:
        card, copies, wish = commit["card"], commit["copies"], commit["on_wasabi"]
        calls = list(commit["calls"])
        if card not in self.hands[seat]:
            raise IllegalMove(f"seat {seat}: {card} is not in the hand")
        self._check_order(seat, card, copies, wish)
        can_call = Counter(bonus.shown for bonus in self.callable_cards(seat))
        if not Counter(calls) <= can_call:
            raise IllegalMove(f"seat {seat}: calls {calls}, can call {dict(can_call)}")
        limit = self.rulings["bonus_actions_per_turn"]
        if limit and len(calls) > limit:
            raise IllegalMove(f"seat {seat}: {len(calls)} calls, at most {limit} allowed (E3)")
        return {
            "seat": seat,
            "card": card,
            "copies": copies,
            "on_wasabi": wish,
            "calls": in_catalogue_order(calls),
        }

    def _enlist_calls(self, seat: int, calls: list[str]) -> None:
        for name, n in Counter(calls).items():
            same = [card for card in self.tables[seat] if card.name == name]
            for card in sorted(same, key=lambda card: card.is_copy)[:n]:  # real before copy
                self._enlist(seat, card)

    def _enlist(self, seat: int, card: Card) -> None:
        self.arrivals += 1
        number = int(variant_of(card.shown))
        self.queue.append(Call(number, seat, card.is_copy, self.arrivals, card))

    # --- effects of every card played ------------------------------------------------------

    def _lay(self, seat: int, name: str, copies: str | None, wish: bool, by: str) -> None:
        """Put a card on the table, or beside the board where the rules say so."""
        table = self.tables[seat]
        shown = name if copies in (None, FACE_DOWN) else copies
        card = Card(name, shown, self.turn, face_down=copies == FACE_DOWN)
        lies_on_wasabi = False
        if name == SPECIAL_ORDER and copies is None:
            self._put_aside(seat, card, "nothing to copy")
        elif card.kind in QUEUE_ON_PLAY:
            self._put_aside(seat, card, card.kind)
            self._enlist(seat, card)
        else:
            if card.kind == "nigiri" and (wish or not card.is_copy) and free_wasabi(table):
                put_on_wasabi(table, card)
                lies_on_wasabi = True
            table.append(card)
        if card.kind == "miso-soup":
            self.miso_this_turn += 1
        self.events.append(
            {
                "event": "play",
                "seat": seat,
                "card": name,
                "copies": copies,
                "on_wasabi": lies_on_wasabi,
                "by": by,
            }
        )

    def _put_aside(self, seat: int, card: Card, why: str) -> None:
        """Discard a card as it is played; told after the plays of the moment."""
        self.discards[card.printed] += 1
        self.aside.append(_discard(seat, card.shown, why, 1))

    def _settle(self) -> None:
        """What follows at once when cards have been played: discards, miso clash, uramaki race."""
        self.events += self.aside
        self.aside = []
        if self.miso_this_turn >= 2:
            # A miso that has already gone counts too: the third of a turn goes as well (E28).
            for seat in self.seats:
                misos = of_kind(self.tables[seat], "miso-soup")
                played_now = [card for card in misos if card.turn == self.turn]  # E18
                self._remove(seat, played_now, "miso clash")
        if self.rulings["uramaki_timing"] == "at once":
            self._race()

    def _race(self) -> None:
        amounts = icons(self.tables, "uramaki")
        paid, unpaid, self.claimed = uramaki_race(amounts, self.rules, self.claimed)
        for seat in self.seats:
            if seat in paid:
                self.race_points[seat] += paid[seat]
                event = {"event": "points", "seat": seat, "kind": "uramaki", "points": paid[seat]}
                self.events.append(event)
                self._remove(seat, of_kind(self.tables[seat], "uramaki"), "uramaki scored")
            elif seat in unpaid and self.rulings["uramaki_after_last_place"] == "discard":
                self._remove(seat, of_kind(self.tables[seat], "uramaki"), "uramaki unpaid")

    def _remove(self, seat: int, cards: Table, why: str) -> None:
        """Take cards from a table to the discards."""
        for card in cards:
            self.tables[seat].remove(card)
            self.discards[card.printed] += 1
        n_by_name = Counter(card.shown for card in cards)
        for name in in_catalogue_order(list(n_by_name)):
            self.events.append(_discard(seat, name, why, n_by_name[name]))

    # --- the number queue ------------------------------------------------------------------

    def _play_extra(self, call: Call, name: str, decisions: Decisions, by: str) -> None:
        """Play a card that chopsticks, a spoon or a menu has brought.

        Its special orders choose their target now; anything on the table will do, also a card of
        this turn (E8), also the chopsticks or the spoon in use: it leaves the table only afterwards
        ("put the chopsticks into that hand before passing").
        """
        copies, wish = decisions.order(self, call) if name == SPECIAL_ORDER else (None, False)
        self._check_order(call.seat, name, copies, wish)
        self._lay(call.seat, name, copies, wish, by)

    def _hand_on(self, call: Call, seat: int) -> None:
        """Put a used bonus card into a hand; a special order is a special order again (E14)."""
        self.tables[call.seat].remove(call.card)
        self.hands[seat].append(call.card.printed)

    def _use_chopsticks(self, call: Call, decisions: Decisions) -> None:
        takes = decisions.chopsticks(self, call)
        if takes not in self.hands[call.seat]:
            raise IllegalMove(f"seat {call.seat}: {takes} (chopsticks) is not in the hand")
        self.hands[call.seat].remove(takes)
        self.events.append(_head("chopsticks", call, copy=call.copy, takes=takes))
        self._play_extra(call, takes, decisions, "chopsticks")
        self._hand_on(call, call.seat)
        self._settle()

    def giver(self, seat: int, request: str) -> tuple[int | None, list[str]]:
        """First opponent to the left who has what is asked for, and that seat's matching cards."""
        for step in range(1, self.rules.players):
            other = (seat + step) % self.rules.players
            matching = [card for card in self.hands[other] if answers(request, card)]
            if matching:
                return other, in_catalogue_order(list(set(matching)))
        return None, []

    def _use_spoon(self, call: Call, decisions: Decisions) -> None:
        request = decisions.request(self, call)
        if not is_request(request, self.rules.cards):
            raise IllegalMove(f"seat {call.seat}: a spoon cannot ask for {request}")
        giver, matching = self.giver(call.seat, request)
        if giver is None:
            head = _head("spoon", call, copy=call.copy, request=request, giver=None, gives=None)
            self.events.append(head)
            self._remove(call.seat, [call.card], "spoon failed")
            return
        gives = decisions.gives(self, call, giver, matching)
        if gives not in matching:
            raise IllegalMove(f"seat {giver}: gives {gives}, asked for {request}")
        self.hands[giver].remove(gives)
        head = _head("spoon", call, copy=call.copy, request=request, giver=giver, gives=gives)
        self.events.append(head)
        self._play_extra(call, gives, decisions, "spoon")
        self._hand_on(call, giver)
        self._settle()

    def _use_menu(self, call: Call, decisions: Decisions) -> None:
        draws = list(decisions.draws(self, call))
        due = min(MENU_DRAWS, self.deck.total())  # fewer only in house menus (E20)
        if len(draws) != due or not Counter(draws) <= self.deck:
            raise IllegalMove(f"seat {call.seat}: the menu cannot draw {draws}")
        playable = [card for card in draws if kind_of(card) != "menu"]
        takes = decisions.takes(self, call, draws)
        self.events.append(
            _head("menu", call, draws=in_catalogue_order(draws), takes=takes),
        )
        if takes is None and not playable:
            return
        if takes not in playable:
            raise IllegalMove(f"seat {call.seat}: the menu plays {takes} of {draws}")
        self.deck[takes] -= 1  # the others go back before anybody draws again
        self._play_extra(call, takes, decisions, "menu")
        self._settle()

    def _use_takeout_box(self, call: Call, decisions: Decisions) -> None:
        flips = [dict(one) for one in decisions.flips(self, call)]
        flip(self.tables[call.seat], call.seat, self.turn, flips, self.rulings)
        flips.sort(key=lambda one: (one["card"], one["place"], one["copy"]))
        self.events.append(_head("takeout", call, flips=flips))

    # --- bookkeeping -----------------------------------------------------------------------

    def _sorted_hands(self) -> list[list[str]]:
        return [in_catalogue_order(hand) for hand in self.hands]

    def _check_copies(self) -> None:
        """Every card is somewhere, once."""
        everywhere = Counter(self.deck)
        everywhere.update(self.dessert_pile)
        everywhere.update(self.discards)
        for seat in self.seats:
            everywhere.update(self.hands[seat])
            everywhere.update(card.printed for card in self.tables[seat])
            everywhere.update(card.printed for card in self.kept[seat])
        assert +everywhere == +Counter(self.rules.counts), "cards lost or invented"


def _discard(seat: int, card: str, why: str, n: int) -> Event:
    return {"event": "discard", "seat": seat, "card": card, "why": why, "n": n}


def _head(event: str, call: Call, **what: Any) -> Event:
    return {"event": event, "seat": call.seat, "card": call.name, **what}
