"""Random complete games over all legal moves, as transcripts, slowly.

`random_game(seed, cards, players)` plays one; the same arguments always give the same transcript.
"""

import random
from collections import Counter
from typing import Any

from . import rulebook
from .decisions import Call
from .game import Game
from .rulebook import EXACT_REQUESTS, SPECIAL_ORDER, Rules, kind_of
from .takeout import FlipOption, flip_options


class RandomDecisions:
    """Seats that choose among all legal moves at random; a `Decisions`."""

    def __init__(self, rng: random.Random) -> None:
        """Choose with this generator."""
        self.rng = rng

    def commit(self, game: Game, seat: int) -> dict[str, Any]:
        """Any card of the hand, any set of calls the ruling allows."""
        card = self.rng.choice(game.hands[seat])
        copies, wish = self._target(game, seat) if card == SPECIAL_ORDER else (None, False)
        bonus = [card.shown for card in game.callable_cards(seat)]
        most = game.rulings["bonus_actions_per_turn"] or len(bonus)
        calls = self.rng.sample(bonus, self.rng.randint(0, min(most, len(bonus))))
        return {"seat": seat, "card": card, "copies": copies, "on_wasabi": wish, "calls": calls}

    def _target(self, game: Game, seat: int) -> tuple[str | None, bool]:
        targets = game.targets(seat)
        copies = self.rng.choice(targets) if targets else None
        return copies, self.rng.choice(sorted(game.wishes(seat, copies)))

    def chopsticks(self, game: Game, call: Call) -> str:
        """Any card of the hand."""
        return self.rng.choice(game.hands[call.seat])

    def request(self, game: Game, call: Call) -> str:
        """Anything that can be asked for, more often than not something an opponent has."""
        cards = [card for card in rulebook.KIND_OF if kind_of(card) in game.rules.cards]
        if self.rng.random() < 0.7:
            others = [hand for seat, hand in enumerate(game.hands) if seat != call.seat]
            cards = [card for hand in others for card in hand] or cards
        card = self.rng.choice(cards)
        exact = kind_of(card) in EXACT_REQUESTS and self.rng.random() < 0.5
        return card if exact else kind_of(card)

    def gives(self, game: Game, call: Call, giver: int, matching: list[str]) -> str:
        """Any matching card."""
        return self.rng.choice(matching)

    def draws(self, game: Game, call: Call) -> list[str]:
        """Cards from the shuffled deck."""
        return _draw(self.rng, game.deck, min(4, game.deck.total()))

    def takes(self, game: Game, call: Call, draws: list[str]) -> str | None:
        """Any card drawn that is no menu."""
        playable = [card for card in draws if kind_of(card) != "menu"]
        return self.rng.choice(playable) if playable else None

    def flips(self, game: Game, call: Call) -> list[dict[str, Any]]:
        """Any set of flips that do not get in each other's way."""
        chosen: list[FlipOption] = []
        options = flip_options(game.tables[call.seat], game.turn)
        for option in self.rng.sample(options, self.rng.randint(0, len(options))):
            down = [card for other in chosen for card in other.cards]
            stay = [card for other in chosen for card in other.stay]
            if any(card in down for card in option.cards + option.stay):
                continue
            if not any(card in stay for card in option.cards):
                chosen.append(option)
        return [option.flip for option in chosen]

    def order(self, game: Game, call: Call) -> tuple[str | None, bool]:
        """Any card of the table."""
        return self._target(game, call.seat)


def _draw(rng: random.Random, pile: Counter[str], n: int) -> list[str]:
    return rng.sample(sorted(pile.elements()), n)


def _play_round(game: Game, rng: random.Random) -> dict[str, Any]:
    rules = game.rules
    pile = game.dessert_pile
    added = Counter(_draw(rng, pile, min(rules.desserts[game.round], pile.total())))
    cards = _draw(rng, game.deck + added, rules.hand_size * rules.players)
    hands = [cards[seat :: rules.players] for seat in game.seats]
    played = game.begin_round(added, hands)
    decisions = RandomDecisions(rng)
    played["turns"] = [game.play_turn(decisions) for _ in range(rules.hand_size)]
    return played | game.end_round()


def play(rules: Rules, seed: int, menu: str = "random") -> dict[str, Any]:
    """Transcript of a random game by given rules."""
    rng = random.Random(seed)
    game = Game(rules)
    rounds, totals = [], []
    for _ in rules.desserts:
        rounds.append(_play_round(game, rng))
        totals.append(list(game.totals))
    return {
        "schema": "simkit/transcript/1",
        "version": "reference",
        "rules_version": 1,
        "game": "party",
        "menu": menu,
        "cards": rules.cards,
        "players": rules.players,
        "policies": ["random"] * rules.players,
        "seed": seed,
        "game_number": 0,
        "rulings": rules.rulings,
        "points": {kind: value for kind, value in rules.points.items() if kind in rules.cards},
        "counts": rules.counts,
        "hand_size": rules.hand_size,
        "desserts": rules.desserts,
        "rounds": rounds,
        "totals_after_round": totals,
        **game.finish(),
    }


def random_game(seed: int, cards: list[str], players: int, **changes: Any) -> dict[str, Any]:
    """Transcript of a random game with these kinds; `changes` are those of `make_rules`."""
    return play(rulebook.make_rules(players, cards, **changes), seed)


def random_rulings(rng: random.Random) -> dict[str, Any]:
    """Every ruling at random."""
    rulings = {name: rng.choice(values) for name, values in rulebook.RULINGS.items()}
    rulings["bonus_actions_per_turn"] = rng.choice([0, 0, 1, 2])
    rulings["uramaki_mix"] = rng.choice([[4, 4, 4], [3, 5, 4], [4, 5, 3]])
    return rulings


def random_house(rng: random.Random, players: int) -> dict[str, Any]:
    """Arguments of `make_rules` for any set of kinds that has cards enough to deal."""
    hand_size = rng.randint(1, 12)
    while True:
        cards = rng.sample(list(rulebook.KINDS), rng.randint(2, len(rulebook.KINDS)))
        rules = rulebook.make_rules(players, cards, hand_size=hand_size)
        ready = sum(n for card, n in rules.counts.items() if not rulebook.is_dessert(card))
        # Special orders that became desserts are out of the deck, three at most.
        if ready - 3 >= hand_size * players:
            return {"players": players, "cards": rules.cards, "hand_size": hand_size}
