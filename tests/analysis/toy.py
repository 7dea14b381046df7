"""A toy draft in plain Python: every game is written down, and tallied as the core tallies.

The tests ask `analysis` what the tally says and compare with what the notes of the single games
say. The rules are no game's: cards are picked at random, points are drawn at random, cards are
called for, drawn and put back at random.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np

from simkit.batch import Batch
from simkit.menus import Menu, build
from simkit.schema import ASKED, DRAWN, GIVEN, HIST_LOW, PICKED, RETURNED, SECOND, SHARE, TALLY


@dataclass
class Game:
    """What happened in one game."""

    rotation: int
    lineup_of_seat: list[int]
    points: np.ndarray  # (seats, kinds)
    totals: np.ndarray  # (rounds, seats), points after each round, without desserts
    final: np.ndarray  # (seats,)
    dealt: list[tuple[int, int]] = field(default_factory=list)  # seat, card
    looks: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # seat, turn, card, new copy or 0
    moves: list[tuple[int, int, int, int]] = field(default_factory=list)  # way, seat, turn, card

    def leaders(self, stage: int) -> set[int]:
        """Return the seats with the most points after round `stage`, or the winners (3)."""
        points = self.final if stage == 3 else self.totals[stage]
        return set(np.flatnonzero(points == points.max()).tolist())

    def taken(self, seat: int, cards: range) -> list[int]:
        """Return the turns in which a seat took one of these cards."""
        ways = (PICKED, SECOND, ASKED, DRAWN)
        return [t for way, p, t, r in self.moves if way in ways and p == seat and r in cards]


@cache
def menu() -> Menu:
    """Return a menu with chopsticks and spoons."""
    kinds = ["tempura", "eel", "chopsticks", "spoon", "pudding"]
    return build({"name": "Toy", "cards": kinds, "counts": {"tempura": 16}}, house=True)


def cards_of(kind: str, batch: Batch) -> range:
    """Return the rows of a kind."""
    rows = [r for r, card in enumerate(batch.cards) if card == kind or card.startswith(f"{kind}-")]
    return range(rows[0], rows[-1] + 1)


def _play(
    rng: np.random.Generator, players: int, rotation: int, rows: int, kind_of: list[int]
) -> Game:
    n_kinds = kind_of[-1] + 1
    game = Game(
        rotation,
        [(seat - rotation) % players for seat in range(players)],
        np.zeros((players, n_kinds), int),
        np.zeros((3, players), int),
        np.zeros(players, int),
    )
    for round_ in range(3):
        _round(rng, game, players, rows)
        found = rng.integers(-1, 4, (players, n_kinds)) * (rng.random((players, n_kinds)) < 0.5)
        found[:, 0] += [player == 0 for player in game.lineup_of_seat]
        game.points += found
        game.totals[round_] = found.sum(axis=1) + (game.totals[round_ - 1] if round_ else 0)
    desserts = rng.integers(0, 3, players)
    game.points[:, -1] += desserts
    game.final = game.totals[2] + desserts
    return game


def _round(rng: np.random.Generator, game: Game, players: int, rows: int) -> None:
    turns = menu().hand_size_for(players)
    counts = [menu().counts[card] for card in _cards()]
    deck = rng.permutation(np.repeat(np.arange(rows), counts)).tolist()
    name = [0]

    def new(card: int) -> tuple[int, int]:
        name[0] += 1
        return card, name[0]

    hands = [[new(deck.pop()) for _ in range(turns)] for _ in range(players)]
    game.dealt += [(p, card) for p, hand in enumerate(hands) for card, _ in hand]
    seen: set[tuple[int, int]] = set()
    back = [r for r, card in enumerate(_cards()) if card.startswith(("chopsticks", "spoon"))]

    for t in range(turns):
        held = [hands[(p - t) % players] for p in range(players)]
        for p in range(players):
            for card, copy in held[p]:
                game.looks.append((p, t, card, copy if (p, copy) not in seen else 0))
            seen |= {(p, copy) for _, copy in held[p]}
            _leave(rng, game, held[p], PICKED, p, t)
        for p in range(players):
            if held[p] and rng.random() < 0.3:
                _leave(rng, game, held[p], SECOND, p, t)
                held[p].append(new(int(rng.choice(back))))
                game.moves.append((RETURNED, p, t, held[p][-1][0]))
            giver = (p + 1) % players
            if held[giver] and rng.random() < 0.2:
                card = _leave(rng, game, held[giver], GIVEN, giver, t)
                game.moves.append((ASKED, p, t, card))
                held[giver].append(new(int(rng.choice(back))))
                game.moves.append((RETURNED, giver, t, held[giver][-1][0]))
            if rng.random() < 0.1:
                game.moves.append((DRAWN, p, t, int(rng.integers(rows))))


def _leave(rng: np.random.Generator, game: Game, hand: list, way: int, p: int, t: int) -> int:
    card, _ = hand.pop(int(rng.integers(len(hand))))
    game.moves.append((way, p, t, card))
    return card


def _cards() -> list[str]:
    from simkit.menus.catalogue import card_ids

    return [card for kind in menu().kinds for card in card_ids(kind).values()]


def batch(
    *, players: int = 4, games: int = 60, rotate: bool = False, seed: int = 1
) -> tuple[Batch, list[Game]]:
    """Play some games; return their batch, whose tallies a test may change, and the games."""
    played, tallies = _played(players, games, players if rotate else 1, seed)
    made = Batch(
        menu=menu(),
        players=players,
        lineup=("greedy", *("random",) * (players - 1)),
        rotate=rotate,
        seed=seed,
        n_games=games,
        n_requested=games,
        tallies=tuple(tally.copy() for tally in tallies),
        version="0",
        rules_version=1,
        seconds=0.5,
        interrupted=False,
    )
    return made, played


@cache
def _played(
    players: int, games: int, rotations: int, seed: int
) -> tuple[list[Game], list[np.record]]:
    rng = np.random.default_rng(seed)
    cards = _cards()
    names = [next(k for k in menu().kinds if c == k or c.startswith(f"{k}-")) for c in cards]
    kind_of = [menu().kinds.index(name) for name in names]
    played = [_play(rng, players, i % rotations, len(cards), kind_of) for i in range(games)]
    tallies = [np.zeros(1, TALLY)[0] for _ in range(rotations)]
    for game in played:
        _count(tallies[game.rotation], game, players, kind_of)
    return played, tallies


def _count(tally: np.record, game: Game, players: int, kind_of: list[int]) -> None:
    tally.n_games += 1
    rounds = np.diff(game.totals, axis=0, prepend=0)
    for stage, points in enumerate([*rounds, game.final]):
        for p in range(players):
            tally.score[stage, p] += points[p]
            tally.score_sq[stage, p] += points[p] ** 2
            tally.score_hist[stage, p, points[p] - HIST_LOW] += 1
        leaders = game.leaders(stage)
        for p in leaders:
            tally.lead[stage, p, len(leaders) - 1] += 1
            if stage < 3:
                for q in game.leaders(3):
                    tally.lead_win[stage, p, q] += 1
    for p, card in game.dealt:
        tally.dealt[p, card] += 1
    for move in game.moves:
        tally.flow[move] += 1
    tally.points[:players, : kind_of[-1] + 1] += game.points
    tally.points_sq[:players, : kind_of[-1] + 1] += game.points**2
    winners = game.leaders(3)
    for p in range(players):
        took = sorted({kind_of[r] for way, q, _, r in game.moves if way < GIVEN and q == p})
        win = SHARE // len(winners) if p in winners else 0
        for k in took:
            for other in took:
                if other <= k:
                    tally.both[p, k, other] += 1
                    tally.both_score[p, k, other] += game.final[p]
                    tally.both_win[p, k, other] += win
            tally.with_score_sq[p, k] += game.final[p] ** 2
            tally.with_win_sq[p, k] += win**2
