"""Random complete games of Sushi Roll over all legal moves, as transcripts, slowly.

`random_game(seed, players)` plays one; the same arguments always give the same transcript.
"""

import random
from typing import Any

from . import roll_rulebook
from .game import Event
from .roll_game import Die, Game, GivenBelts
from .roll_rulebook import DICE, FACE_IDS, ROUNDS, SIDES, DieType, Rules

SPENDS = 0.4  # chance of one more token before a die is taken


def _face(rules: Rules, die: str, rng: random.Random) -> str:
    """A face of a rolled die."""
    return rng.choice(next(one.faces for one in rules.dice if one.die == die))


def _roll(rules: Rules, belts: list[list[str]], rng: random.Random) -> GivenBelts:
    """Belts with the faces of these dice, given by type."""
    return [[{"die": die, "face": _face(rules, die, rng)} for die in belt] for belt in belts]


def _token_move(game: Game, seat: int, rng: random.Random) -> Event | None:
    """A random way to spend a token, if there is any."""
    belt = game.belts[seat]
    others = [other for other in game.seats if other != seat and game.belts[other]]
    tokens = [
        token
        for token in roll_rulebook.SPENT
        if game.tokens[seat][token] and (token == "menu" or others)
    ]
    match rng.choice(tokens) if tokens else None:
        case "menu":
            dice = rng.sample(belt, rng.randint(1, len(belt)))
            rerolls = [
                {"die": one.die, "from": one.face, "to": _face(game.rules, one.die, rng)}
                for one in dice
            ]
            return {"event": "menu", "seat": seat, "rerolls": rerolls}
        case "chopsticks":
            other = rng.choice(others)
            gives, takes = rng.choice(belt), rng.choice(game.belts[other])
            return {
                "event": "chopsticks",
                "seat": seat,
                "gives": gives._asdict(),
                "with": other,
                "takes": takes._asdict(),
            }
    return None


def _play_turn(game: Game, rng: random.Random) -> dict[str, Any]:
    game.begin_turn()
    while game.to_move:
        seat = game.to_move[0]
        move = _token_move(game, seat, rng) if rng.random() < SPENDS else None
        if move is None:
            die: Die = rng.choice(game.belts[seat])
            move = {"event": "take", "seat": seat, **die._asdict()}
        game.act(move)
    slid = [[die.die for die in game.belts[seat - 1]] for seat in game.seats]
    return game.end_turn(_roll(game.rules, slid, rng))


def _play_round(game: Game, rng: random.Random) -> dict[str, Any]:
    rules = game.rules
    bag = sorted(rules.dice_by_type.elements())
    dice = rng.sample(bag, rules.hand_size * rules.players)
    played = game.begin_round(_roll(rules, [dice[s :: rules.players] for s in game.seats], rng))
    played["turns"] = [_play_turn(game, rng) for _ in range(rules.hand_size)]
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
        "game": "roll",
        "menu": menu,
        "cards": rules.cards,
        "players": rules.players,
        "policies": ["random"] * rules.players,
        "seed": seed,
        "game_number": 0,
        "rulings": rules.rulings,
        "points": {kind: value for kind, value in rules.points.items() if kind in rules.cards},
        "counts": rules.counts,
        "dice": [{"die": d.die, "dice": d.dice, "faces": list(d.faces)} for d in rules.dice],
        "hand_size": rules.hand_size,
        "tokens": rules.tokens,
        "rounds": rounds,
        "totals_after_round": totals,
        **game.finish(),
    }


def random_game(seed: int, players: int, **changes: Any) -> dict[str, Any]:
    """Transcript of a random game; `changes` are those of `make_rules`."""
    return play(roll_rulebook.make_rules(players, **changes), seed)


def random_rulings(rng: random.Random) -> dict[str, Any]:
    """Every ruling at random."""
    return {name: rng.choice(values) for name, values in roll_rulebook.RULINGS.items()}


def random_house(rng: random.Random, players: int) -> dict[str, Any]:
    """Arguments of `make_rules` for other dice, tokens, deals and points."""
    dice = [
        DieType(one.die, rng.randint(1, 12), [rng.choice(FACE_IDS) for _ in range(SIDES)])
        for one in DICE
    ]
    n_dice = sum(one.dice for one in dice)
    start = {"menu": rng.randint(0, 4), "chopsticks": rng.randint(0, 4)}
    supply = {token: n * players + rng.randint(0, 5) for token, n in start.items()}
    points = {
        "nigiri": {"egg": -1, "salmon": rng.randint(0, 9), "squid": 4},
        "wasabi": rng.randint(0, 5),
        "maki": {"places": rng.sample(range(-5, 10), rng.randint(1, 4))},
        "sashimi": [rng.randint(-3, 9) for _ in range(rng.randint(1, 6))],
        "menu": {"tokens": rng.randint(1, 4), "points": rng.randint(-2, 4)},
        "pudding": {"most": rng.randint(-9, 9), "fewest": rng.randint(-9, 9)},
    }
    return {
        "dice": dice,
        "hand_size": rng.randint(1, min(10, n_dice // players)),
        "tokens": {"start": start, "supply": supply | {"pudding": rng.randint(0, 20)}},
        "rulings": random_rulings(rng),
        "points": points,
    }
