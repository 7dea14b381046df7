"""A toy of Sushi Roll in plain Python: every move is written down, and tallied as the core tallies.

Dice lie on belts, belts lie before seats and slide; where the red belt is says who moves first.
Tokens are used and dice are taken at random; points are drawn at random, and who starts a round may
be given some more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from simkit.batch import Batch
from simkit.blocks import block_type
from simkit.menus import Menu, build
from simkit.schema import GIVEN, JOINED, PICKED, RETURNED, SECOND, TALLY
from tests.analysis import toy


@dataclass
class Game(toy.Game):
    """What happened in one game."""

    seen: list[tuple[int, int, int, int]] = field(default_factory=list)  # round, seat, turn, face
    before_taking: list[tuple[int, int, int]] = field(default_factory=list)  # seat, turn, face
    places: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # round, turn, place, seat
    tokens: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # round, token, seat, turn
    left: np.ndarray = field(default_factory=lambda: np.zeros(0, int))  # (2, seats)

    def taken_dice(self, seat: int, faces: range) -> list[int]:
        """Return the turns in which a seat took one of these faces."""
        return [t for _, way, p, t, f in self.moves if way == PICKED and p == seat and f in faces]

    @property
    def edges(self) -> np.ndarray:
        """Return seats x points, less the points of all, (stages, seats)."""
        points = np.array([*np.diff(self.totals, axis=0, prepend=0), self.final])
        return points.shape[1] * points - points.sum(axis=1, keepdims=True)


@cache
def menu() -> Menu:
    """Return the menu of the box."""
    return build({"name": "Toy", "game": "roll"})


class _Table:
    """One game being played."""

    def __init__(
        self, rng: np.random.Generator, players: int, rotation: int, bonus: int, better: int
    ) -> None:
        self.rng, self.players, self.bonus, self.better = rng, players, bonus, better
        self.bag = [die for die in menu().dice for _ in range(die.n_dice)]
        self.row = {face: r for r, face in enumerate(menu().card_ids)}
        self.seat_of_belt = list(range(players))  # belt 0 is the red one
        self.owned = np.tile([[3], [2]], players)
        shape = (players, len(menu().kinds))
        self.game = Game(
            rotation,
            [(seat - rotation) % players for seat in range(players)],
            np.zeros(shape, int),
            np.zeros((3, players), int),
            np.zeros(players, int),
        )

    def play(self) -> Game:
        game, rng = self.game, self.rng
        for round_ in range(3):
            first = self.seat_of_belt[0]
            self.round(round_)
            found = rng.integers(0, 5, game.points.shape) * (rng.random(game.points.shape) < 0.5)
            found[:, 0] += [self.better * (player == 0) for player in game.lineup_of_seat]
            found[first, 1] += self.bonus
            game.points += found
            game.totals[round_] = found.sum(axis=1) + (game.totals[round_ - 1] if round_ else 0)
        desserts = rng.integers(0, 3, self.players)
        game.points[:, -1] += desserts
        game.final = game.totals[2] + desserts
        game.left = self.owned
        return game

    def round(self, round_: int) -> None:
        self.round_now = round_
        n, d = self.players, menu().hand_size_for(self.players)
        dice = [self.bag[i] for i in self.rng.permutation(len(self.bag))]
        self.belts = [
            [(die, self.roll(die)) for die in dice[q * d : (q + 1) * d]] for q in range(n)
        ]
        for q in range(n):
            rows = [self.row[face] for _, face in self.belts[q]]
            self.game.dealt += [(round_, self.seat_of_belt[q], row) for row in rows]
        for t in range(d):
            for place in range(n):
                seat = (self.seat_of_belt[0] + place) % n
                self.game.places.append((round_, t, place, seat))
                self.move(seat, t)
            if t < d - 1:
                self.slide()
        if n == 3:
            self.slide()

    def slide(self) -> None:
        self.seat_of_belt = [(seat + 1) % self.players for seat in self.seat_of_belt]
        self.belts = [[(die, self.roll(die)) for die, _ in belt] for belt in self.belts]

    def move(self, seat: int, t: int) -> None:
        rng, belt = self.rng, self.belts[self.seat_of_belt.index(seat)]
        self.game.seen += [(self.round_now, seat, t, self.row[face]) for _, face in belt]
        while self.owned[0, seat] and rng.random() < 0.2:
            self.use(0, seat, t)
            for i in rng.permutation(len(belt))[: rng.integers(1, len(belt) + 1)]:
                die, face = belt[i]
                belt[i] = (die, self.roll(die))
                self.note(RETURNED, seat, t, face)
                self.note(JOINED, seat, t, belt[i][1])
        others = [other for other in self.belts if other is not belt and other]
        if self.owned[1, seat] and others and rng.random() < 0.2:
            self.use(1, seat, t)
            other = others[rng.integers(len(others))]
            i, j = rng.integers(len(belt)), rng.integers(len(other))
            self.note(GIVEN, seat, t, belt[i][1])
            self.note(SECOND, seat, t, other[j][1])
            belt[i], other[j] = other[j], belt[i]
        self.game.before_taking += [(seat, t, self.row[face]) for _, face in belt]
        _, face = belt.pop(rng.integers(len(belt)))
        self.note(PICKED, seat, t, face)
        self.owned[:, seat] += {"menu": (2, 0), "chopsticks-1": (0, 1), "chopsticks-2": (0, 2)}.get(
            face, (0, 0)
        )

    def use(self, token: int, seat: int, t: int) -> None:
        self.owned[token, seat] -= 1
        self.game.tokens.append((self.round_now, token, seat, t))

    def roll(self, die) -> str:
        return die.faces[self.rng.integers(6)]

    def note(self, way: int, seat: int, t: int, face: str) -> None:
        self.game.moves.append((self.round_now, int(way), seat, t, self.row[face]))


def batch(
    *,
    players: int = 4,
    games: int = 60,
    rotate: bool = False,
    seed: int = 1,
    bonus: int = 0,
    better: int = 0,
) -> tuple[Batch, list[Game]]:
    """Play some games; return their batch and the games.

    Who starts a round gets `bonus` points, the first player `better` points in each.
    """
    played, tallies, blocks = _played(players, games, players if rotate else 1, seed, bonus, better)
    policies = ("greedy", *("random",) * (players - 1)) if better else ("greedy",) * players
    return of(tallies, policies, blocks, rotate=rotate, seed=seed), played


def of(
    tallies: Sequence[np.record],
    policies: tuple[str, ...],
    blocks: np.ndarray | None = None,
    *,
    rotate: bool = False,
    seed: int = 1,
) -> Batch:
    """Return the batch of some tallies; without blocks they are one."""
    games = sum(int(tally.n_games) for tally in tallies)
    if blocks is None:
        blocks = toy.as_one_block(menu(), len(policies), tallies)
    return Batch(
        menu=menu(),
        players=len(policies),
        lineup=policies,
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


@cache
def _played(
    players: int, games: int, rotations: int, seed: int, bonus: int, better: int
) -> tuple[list[Game], tuple[np.record, ...], np.ndarray]:
    rng = np.random.default_rng(seed)
    played = [_Table(rng, players, i % rotations, bonus, better).play() for i in range(games)]
    blocks = toy.counted(menu(), players, rotations, played, count)
    return played, blocks.tallies(), blocks.played()


def count(tally: np.record, game: Game) -> None:
    """Add a game to a tally."""
    players = len(game.final)
    # a die brought by chopsticks is on the belt, not yet in the tray
    trays = [move for move in game.moves if move[1] == PICKED]
    toy.count(tally, replace(game, moves=trays), toy.kind_of_card(menu()))
    for move in game.moves:
        tally.flow[move] += move[1] != PICKED
    for name, entries in (("seen", game.seen), ("tokens", game.tokens)):
        for entry in entries:
            tally[name][entry] += 1
    tally.tokens_left[:, :players] += game.left
    tally.edge[:, :players] += game.edges
    tally.edge_sq[:, :players] += game.edges**2


STARTS = {2: (0, 1, 0), 3: (0, 1, 2), 4: (0, 1, 2), 5: (0, 4, 3)}
"""Who starts rounds 1, 2 and 3, by number of players."""


def bonus_of_starters(players: int, bonus: tuple[float, float, float]) -> np.ndarray:
    """Return what each seat has more by starting a round, (round, seat)."""
    rounds = np.zeros((3, players))
    rounds[range(3), STARTS[players]] = bonus
    return rounds


def planted(rng: np.random.Generator, games: int, bonus: np.ndarray) -> Batch:
    """Return games of equal seats that have so many points more in a round, (round, seat).

    The seats of a table hang together: there are good games and bad ones.
    """
    players = bonus.shape[1]
    points = rng.normal(10, 3, (3, games, players)) + rng.normal(0, 2, (3, games, 1))
    points = np.rint(points + bonus[:, None]).astype(np.int64)
    final = points.sum(axis=0)
    winners = final == final.max(axis=1, keepdims=True)
    blocks = np.zeros((toy.N_BLOCKS, 1), block_type(menu(), players))
    blocks["n_games"][:, 0] = toy.in_blocks(np.ones(games, int))
    for stage, x in enumerate([*points, final]):
        edge = players * x - x.sum(axis=1, keepdims=True)
        blocks["edge"][:, 0, stage] = toy.in_blocks(edge)
        blocks["edge_sq"][:, 0, stage] = toy.in_blocks(edge**2)
    for n in range(1, players + 1):
        among = winners & (winners.sum(axis=1, keepdims=True) == n)
        blocks["lead"][:, 0, 3, :, n - 1] = toy.in_blocks(among.astype(int))
    tally = np.zeros(1, TALLY)[0]
    tally.n_games = games
    for name in ("edge", "edge_sq", "lead"):
        total = blocks[name].sum(axis=(0, 1))
        tally[name][tuple(slice(n) for n in total.shape)] = total
    return of([tally], ("greedy",) * players, blocks)
