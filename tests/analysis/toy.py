"""A toy draft in plain Python: every game is written down, and tallied as the core tallies.

The tests ask `analysis` what the tally says and compare with what the notes of the single games
say. The rules are no game's: cards are picked at random, points are drawn at random, cards are
called for, drawn and put back at random. What is a game's are its cards, the way of the hands, and
the dummy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from simkit.batch import Batch
from simkit.blocks import Blocks, cut
from simkit.menus import Menu, build
from simkit.schema import (
    ASKED,
    DRAWN,
    GIVEN,
    HIST_LOW,
    JOINED,
    PICKED,
    RETURNED,
    SECOND,
    SHARE,
    TALLY,
)

Move = tuple[int, int, int, int, int]
"""Round, way, seat, turn, card."""


@dataclass
class Game:
    """What happened in one game."""

    rotation: int
    lineup_of_seat: list[int]
    points: np.ndarray  # (seats, kinds)
    totals: np.ndarray  # (rounds, seats), points after each round, without desserts
    final: np.ndarray  # (seats,)
    dealt: list[tuple[int, int, int]] = field(default_factory=list)  # round, seat, card
    looks: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # seat, turn, card, new copy or 0
    moves: list[Move] = field(default_factory=list)
    # seat, card, whether it was still there: copies in hands that were passed on and came back
    passed: list[tuple[int, int, bool]] = field(default_factory=list)

    def leaders(self, stage: int) -> set[int]:
        """Return the seats with the most points after round `stage`, or the winners (3)."""
        points = self.final if stage == 3 else self.totals[stage]
        return set(np.flatnonzero(points == points.max()).tolist())

    def taken(self, seat: int, cards: range) -> list[int]:
        """Return the turns in which a seat took one of these cards."""
        ways = (PICKED, SECOND, ASKED, DRAWN)
        return [t for _, way, p, t, r in self.moves if way in ways and p == seat and r in cards]


_MENUS: dict[str, dict[str, Any]] = {
    "party": {
        "name": "Toy",
        "cards": ["tempura", "eel", "chopsticks", "spoon", "pudding"],
        "counts": {"tempura": 16},
    },
    "go": {"name": "Toy", "game": "go"},
    "both ways": {"name": "Toy", "game": "go", "variants": {"pass": "both ways"}},
    "dummy": {"name": "Toy", "game": "go", "variants": {"dummy": True}},
}


@cache
def menu(name: str = "party") -> Menu:
    """Return a menu with chopsticks, and in Party with spoons."""
    return build(_MENUS[name], house=True)


def kind_of_card(menu: Menu) -> list[int]:
    """Return the number of the kind of every card."""
    names = [
        next(k for k in menu.kinds if card == k or card.startswith(f"{k}-"))
        for card in menu.card_ids
    ]
    return [menu.kinds.index(name) for name in names]


def cards_of(kind: str, batch: Batch) -> range:
    """Return the rows of a kind."""
    rows = [r for r, card in enumerate(batch.cards) if card == kind or card.startswith(f"{kind}-")]
    return range(rows[0], rows[-1] + 1)


class _Draft:
    """One game being played."""

    def __init__(self, rng: np.random.Generator, menu: Menu, players: int, rotation: int) -> None:
        self.rng, self.menu, self.players = rng, menu, players
        self.seats = menu.seats_for(players)
        n_kinds = len(menu.kinds)
        self.game = Game(
            rotation,
            [(seat - rotation) % players if seat < players else -1 for seat in range(self.seats)],
            np.zeros((self.seats, n_kinds), int),
            np.zeros((3, self.seats), int),
            np.zeros(self.seats, int),
        )
        self.back = [
            r for r, card in enumerate(menu.card_ids) if card.startswith(("chopsticks", "spoon"))
        ]
        self.copies = 0

    def play(self) -> Game:
        game, rng = self.game, self.rng
        shape = game.points.shape
        deck: list[int] = []
        for round_ in range(3):
            if self.menu.game == "party" or round_ == 0:  # Go is dealt from one pile
                counts = [self.menu.counts[card] for card in self.menu.card_ids]
                deck = rng.permutation(np.repeat(np.arange(len(counts)), counts)).tolist()
            self.round(round_, deck)
            found = rng.integers(-1, 4, shape) * (rng.random(shape) < 0.5)
            found[:, 0] += [player == 0 for player in game.lineup_of_seat]
            game.points += found
            game.totals[round_] = found.sum(axis=1) + (game.totals[round_ - 1] if round_ else 0)
        desserts = rng.integers(0, 3, self.seats)
        game.points[:, -1] += desserts
        game.final = game.totals[2] + desserts
        return game

    def round(self, round_: int, deck: list[int]) -> None:
        self.round_now = round_
        turns, players, rng = self.menu.hand_size_for(self.players), self.players, self.rng
        variants = self.menu.variants
        to_the_right = variants is not None and variants.passing == "both ways" and round_ == 1
        step = -1 if to_the_right else 1
        hands = [[self.new(deck.pop()) for _ in range(turns)] for _ in range(self.seats)]
        self.game.dealt += [(round_, p, card) for p, hand in enumerate(hands) for card, _ in hand]
        seen: set[tuple[int, int]] = set()
        left: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for t in range(turns):
            held = [hands[(p - step * t) % players] for p in range(players)]
            controller = (turns * round_ + t) % 2 if self.seats > players else None
            if controller is not None:
                held[controller].append(hands[players].pop())
                self.note(JOINED, controller, t, held[controller][-1][0])
            for p in range(players):
                for card, copy in left.get((p, t - players), []):
                    self.game.passed.append((p, card, (card, copy) in held[p]))
                for card, copy in held[p]:
                    self.game.looks.append((p, t, card, copy if (p, copy) not in seen else 0))
                seen |= {(p, copy) for _, copy in held[p]}
                self.leave(held[p], PICKED, p, t)
            if controller is not None:
                self.leave(held[controller], PICKED, players, t)
            for p in range(players):
                if held[p] and rng.random() < 0.3:
                    self.leave(held[p], SECOND, p, t)
                    self.put_back(held[p], p, t)
                if self.menu.game == "party":
                    self.ask(held, p, t)
            left |= {(p, t): list(held[p]) for p in range(players)}

    def ask(self, held: list[list[tuple[int, int]]], p: int, t: int) -> None:
        giver = (p + 1) % self.players
        if held[giver] and self.rng.random() < 0.2:
            card = self.leave(held[giver], GIVEN, giver, t)
            self.note(ASKED, p, t, card)
            self.put_back(held[giver], giver, t)
        if self.rng.random() < 0.1:
            self.note(DRAWN, p, t, int(self.rng.integers(len(self.menu.card_ids))))

    def new(self, card: int) -> tuple[int, int]:
        self.copies += 1
        return card, self.copies

    def put_back(self, hand: list[tuple[int, int]], p: int, t: int) -> None:
        hand.append(self.new(int(self.rng.choice(self.back))))
        self.note(RETURNED, p, t, hand[-1][0])

    def leave(self, hand: list[tuple[int, int]], way: int, p: int, t: int) -> int:
        card, _ = hand.pop(int(self.rng.integers(len(hand))))
        self.note(way, p, t, card)
        return card

    def note(self, way: int, p: int, t: int, card: int) -> None:
        self.game.moves.append((self.round_now, int(way), p, t, card))


def batch(
    name: str = "party",
    *,
    players: int = 4,
    games: int = 60,
    rotate: bool = False,
    seed: int = 1,
) -> tuple[Batch, list[Game]]:
    """Play some games; return their batch, whose counts a test may change, and the games."""
    played, tallies, blocks = _played(name, players, games, players if rotate else 1, seed)
    made = Batch(
        menu=menu(name),
        players=players,
        lineup=("greedy", *("random",) * (players - 1)),
        rotate=rotate,
        seed=seed,
        n_games=games,
        n_requested=games,
        tallies=tuple(tally.copy() for tally in tallies),
        blocks=blocks.copy(),
        version="0",
        rules_version=1,
        seconds=0.5,
        interrupted=False,
    )
    return made, played


@cache
def _played(
    name: str, players: int, games: int, rotations: int, seed: int
) -> tuple[list[Game], tuple[np.record, ...], np.ndarray]:
    rng = np.random.default_rng(seed)
    kind_of = kind_of_card(menu(name))
    played = [_Draft(rng, menu(name), players, i % rotations).play() for i in range(games)]
    blocks = counted(
        menu(name), players, rotations, played, lambda tally, game: count(tally, game, kind_of)
    )
    return played, blocks.tallies(), blocks.played()


N_BLOCKS = 16


def counted(
    menu: Menu,
    players: int,
    rotations: int,
    games: list[Any],
    count: Callable[[np.record, Any], None],
) -> Blocks:
    """Return games counted by block: the first ones in the first block, and so on."""
    blocks = Blocks(menu, players, N_BLOCKS, rotations)
    tally = np.zeros(1, TALLY)[0]
    for i, game in enumerate(games):
        count(tally, game)
        blocks.add(i * N_BLOCKS // len(games), game.rotation, tally)
        blocks.clear(tally)
    return blocks


def in_blocks(values: Any) -> np.ndarray:
    """Return the sums over the games (first axis) of each block, where all have games."""
    values = np.asarray(values)
    block = np.arange(len(values)) * N_BLOCKS // len(values)
    return np.add.reduceat(values, np.searchsorted(block, np.arange(N_BLOCKS)))


def block_se(y: Any, x: Any) -> float:
    """Return the standard error of a ratio of sums by block."""
    y, x = np.asarray(y, float), np.asarray(x, float)
    carrying = x.sum() ** 2 / (x**2).sum()
    off = y - y.sum() / x.sum() * x
    return float(np.sqrt((off**2).sum() * carrying / (carrying - 1)) / x.sum())


def as_one_block(menu: Menu, players: int, tallies: Sequence[np.record]) -> np.ndarray:
    """Return the blocks of a batch that has one."""
    return cut(menu, players, tallies)[None]


def count(tally: np.record, game: Game, kind_of: list[int]) -> None:
    """Add a game to a tally."""
    n_seats = len(game.final)
    tally.n_games += 1
    rounds = np.diff(game.totals, axis=0, prepend=0)
    for stage, points in enumerate([*rounds, game.final]):
        for p in range(n_seats):
            tally.score[stage, p] += points[p]
            tally.score_sq[stage, p] += points[p] ** 2
            tally.score_hist[stage, p, points[p] - HIST_LOW] += 1
        leaders = game.leaders(stage)
        for p in leaders:
            tally.lead[stage, p, len(leaders) - 1] += 1
            if stage < 3:
                for q in game.leaders(3):
                    tally.lead_win[stage, p, q] += 1
    for entry in game.dealt:
        tally.dealt[entry] += 1
    for move in game.moves:
        tally.flow[move] += 1
    tally.points[:n_seats, : kind_of[-1] + 1] += game.points
    tally.points_sq[:n_seats, : kind_of[-1] + 1] += game.points**2
    winners = game.leaders(3)
    for p in range(n_seats):
        took = sorted({kind_of[r] for _, way, q, _, r in game.moves if way < GIVEN and q == p})
        win = SHARE // len(winners) if p in winners else 0
        for k in took:
            for other in took:
                if other <= k:
                    tally.both[p, k, other] += 1
                    tally.both_score[p, k, other] += game.final[p]
                    tally.both_win[p, k, other] += win
            tally.with_score_sq[p, k] += game.final[p] ** 2
            tally.with_win_sq[p, k] += win**2
