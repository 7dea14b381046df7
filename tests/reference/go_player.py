"""Random complete games of Sushi Go! over all legal choices, as transcripts, slowly.

`random_game(seed, players)` plays one; the same arguments always give the same transcript.
"""

import random
from collections import Counter
from typing import Any

from . import go_rulebook
from .go_game import DUMMY, Game
from .go_rulebook import ROUNDS, Rules


def _choices(game: Game, rng: random.Random) -> list[dict[str, Any]]:
    """A random commit of every seat; the controller's cards are no longer there for the dummy."""
    hands = [list(hand) for hand in game.hands]
    commits = []
    for seat in game.seats:
        hand = hands[game.chooser(seat)]
        rng.shuffle(hand)
        calls = game.can_call(seat) and rng.random() < 0.5
        commits.append(
            {
                "seat": seat,
                "card": hand.pop(),
                "copies": None,
                "on_wasabi": False,
                "calls": ["chopsticks"] if calls else [],
                "second": hand.pop() if calls else None,
                "by": game.chooser(seat),
            }
        )
    return commits


def _play_turn(game: Game, rng: random.Random) -> dict[str, Any]:
    controller = game.controller(game.turn + 1)
    draw = None
    if controller is not None:
        draw = {"seat": controller, "card": rng.choice(game.hands[DUMMY])}
    game.begin_turn(draw)
    return game.play_turn(_choices(game, rng))


def _play_round(game: Game, rng: random.Random) -> dict[str, Any]:
    pile = sorted(game.pile.elements())
    cards = rng.sample(pile, game.rules.hand_size * game.rules.seats)
    played = game.begin_round([cards[seat :: game.rules.seats] for seat in game.seats])
    played["turns"] = [_play_turn(game, rng) for _ in range(game.rules.hand_size)]
    return played | game.end_round()


def play(rules: Rules, seed: int, menu: str = "random") -> dict[str, Any]:
    """Transcript of a random game by given rules."""
    rng = random.Random(seed)
    game = Game(rules)
    rounds, totals = [], []
    for _ in range(ROUNDS):
        rounds.append(_play_round(game, rng))
        totals.append(list(game.totals))
    return {
        "schema": "simkit/transcript/1",
        "version": "reference",
        "rules_version": 1,
        "game": "go",
        "menu": menu,
        "cards": rules.cards,
        "players": rules.players,
        "policies": ["random"] * rules.players + ["dummy"] * rules.has_dummy,
        "seed": seed,
        "game_number": 0,
        "variants": rules.variants,
        "rulings": rules.rulings,
        "points": {kind: value for kind, value in rules.points.items() if kind in rules.cards},
        "counts": rules.counts,
        "hand_size": rules.hand_size,
        "rounds": rounds,
        "totals_after_round": totals,
        **game.finish(),
    }


def random_game(seed: int, players: int, **changes: Any) -> dict[str, Any]:
    """Transcript of a random game; `changes` are those of `make_rules`."""
    return play(go_rulebook.make_rules(players, **changes), seed)


def random_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Every ruling and variant at random, the dummy with two players only; with or without soy."""
    variants = {name: rng.choice(values) for name, values in go_rulebook.VARIANTS.items()}
    return {
        "cards": rng.choice([go_rulebook.BOX, list(go_rulebook.COPIES)]),
        "variants": variants | {"dummy": players == 2 and variants["dummy"]},
        "rulings": {name: rng.choice(values) for name, values in go_rulebook.RULINGS.items()},
    }


def random_house(rng: random.Random, players: int) -> dict[str, Any]:
    """Arguments of `make_rules` for any kinds, copies, hands and points."""
    others = [kind for kind in go_rulebook.COPIES if kind != "nigiri"]
    options = random_options(rng, players)
    cards = ["nigiri", *rng.sample(others, rng.randint(0, len(others)))]
    ids = go_rulebook.printed_counts(cards)
    counts = Counter({card: rng.randint(0, 12) for card in ids})
    seats = players + options["variants"]["dummy"]
    hand_size = rng.randint(1, 12)
    while counts.total() < ROUNDS * hand_size * seats:
        counts[rng.choice(list(ids))] += 1
    points = {
        "nigiri": {"egg": -1, "salmon": rng.randint(0, 9), "squid": 4},
        "wasabi": rng.randint(0, 5),
        "maki": {"places": rng.sample(range(-5, 10), rng.randint(1, 4))},
        "tempura": [rng.randint(-3, 9) for _ in range(rng.randint(1, 6))],
        "soy-sauce": rng.randint(-5, 9),
        "pudding": {"most": rng.randint(-9, 9), "fewest": rng.randint(-9, 9)},
    }
    return options | {
        "cards": cards,
        "counts": dict(counts),
        "hand_size": hand_size,
        "points": points,
    }
