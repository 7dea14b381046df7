"""How cards flow: what a seat was dealt, saw, was offered and took, card by card.

The tally counts cards when they leave a hand or join it, round by round. What a seat saw follows
exactly: hand q lies before seat q + t in turn t (q - t where it is passed to the right), and holds
what was dealt less what has left it, plus what was put into it. A dummy's cards join the hand of
the player who plays for it and leave it with its own. Dice are rolled again whenever they are
passed on, so the tally counts what lies before a seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Ints
from analysis.view import added
from simkit.menus.catalogue import card_ids
from simkit.schema import ASKED, DRAWN, GIVEN, JOINED, N_ROUNDS, PICKED, RETURNED, SECOND

if TYPE_CHECKING:
    from simkit.batch import Batch

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Flow:
    """Copies in all games, by seat or player p, turn t and card (or kind).

    A dummy looks at no cards: what it sees and is offered is 0.

    Attributes
    ----------
    dealt : array (p, card) of int
        In the first hand of a round.
    seen : array (p, t, card) of int
        In the hand when the seat chooses; of dice, on the belt when its move begins.
    held : array (p, t, card) of int
        The same of cards; of dice, on the belt when it takes one, its tokens used.
    offered : array (p, card) of int
        Cards seen, each copy once (see `_Round.offered`); of dice, held.
    own : array (p, t, card) of int
        Taken from the hand: as the card of the turn or with chopsticks.
    taken : array (p, t, card) of int
        Put on the table, whatever the way.
    ways : array (way, p, t, card) of int
        As the tally has it.
    """

    dealt: Ints
    seen: Ints
    held: Ints
    offered: Ints
    own: Ints
    taken: Ints
    ways: Ints


@dataclass(frozen=True, slots=True)
class Most:
    """The most that can happen to one seat in one game, by card (or kind).

    Attributes
    ----------
    dealt, offered, taken : array (card,) of int
        As in `Flow`.
    seen : array (turn, card) of int
        By turn, the three rounds together.
    seen_by_all : array (turn, card) of int
        The same of the seats of all players together.
    """

    dealt: Ints
    seen: Ints
    seen_by_all: Ints
    offered: Ints
    taken: Ints


def card_kinds(batch: Batch) -> list[str]:
    """Return the kind of every card of a batch."""
    game = batch.menu.game
    return [kind for kind in batch.kinds for _ in card_ids(kind, game)]


def flow(batch: Batch, by: str) -> Flow:
    """Return the flow of cards by seat or by player."""
    count = _of_dice if batch.menu.dice else _of_cards
    parts = [count(batch, tally) for tally in batch.tallies]
    sums = {
        field.name: added(batch, by, [part[field.name] for part in parts]) for field in fields(Flow)
    }
    return Flow(**sums | {"ways": np.moveaxis(sums["ways"], 1, 0)})


def _axes(batch: Batch, tally: np.record) -> tuple[Ints, Ints]:
    """Return dealt (round, seat, card) and flow (round, way, seat, turn, card) of what is in play."""
    seats, turns = batch.n_seats, batch.menu.hand_size_for(batch.players)
    dealt = np.asarray(tally.dealt)[:, :seats, : len(batch.cards)]
    return dealt, np.asarray(tally.flow)[:, :, :seats, :turns, : len(batch.cards)]


def _of_dice(batch: Batch, tally: np.record) -> Mapping[str, Ints]:
    """Return the arrays of `Flow`, seats first."""
    dealt, ways = _axes(batch, tally)
    seen = np.asarray(tally.seen)[(slice(None), *(slice(n) for n in ways.shape[2:]))].sum(axis=0)
    ways = ways.sum(axis=0)
    held = seen - ways[GIVEN] - ways[RETURNED] + ways[SECOND] + ways[JOINED]
    return {
        "dealt": dealt.sum(axis=0),
        "seen": seen,
        "held": held,
        "offered": held.sum(axis=1),
        "own": ways[PICKED],
        "taken": ways[PICKED],
        "ways": np.moveaxis(ways, 1, 0),
    }


def _of_cards(batch: Batch, tally: np.record) -> Mapping[str, Ints]:
    """Return the arrays of `Flow`, seats first."""
    dealt, ways = _axes(batch, tally)
    rounds = [_Round(dealt[r], ways[r], batch.players, step) for r, step in enumerate(steps(batch))]
    ways = ways.sum(axis=0)
    own = ways[PICKED] + ways[SECOND]
    seen, offered = np.zeros_like(own), np.zeros_like(own[:, 0])
    seen[: batch.players] = np.sum([one.seen for one in rounds], axis=0)
    offered[: batch.players] = np.sum([one.offered() for one in rounds], axis=0)
    return {
        "dealt": dealt.sum(axis=0),
        "seen": seen,
        "held": seen,
        "offered": offered,
        "own": own,
        "taken": own + ways[ASKED] + ways[DRAWN],
        "ways": np.moveaxis(ways, 1, 0),
    }


def steps(batch: Batch) -> tuple[int, ...]:
    """Return where the hands go in each round: 1 to the left, -1 to the right."""
    variants = batch.menu.variants
    both_ways = variants is not None and variants.passing == "both ways"
    return tuple(-1 if both_ways and r % 2 else 1 for r in range(N_ROUNDS))


def turns_for_dummy(batch: Batch) -> Ints:
    """Return in how many turns of a game each player's seat plays for the dummy, (seat,)."""
    joined = np.asarray(batch.total().flow)[:, JOINED, : batch.players]
    return np.asarray(joined.any(axis=-1).sum(axis=(0, 2)))


class _Round:
    """One round of cards: the hands that go round the players, and what the players saw.

    Parameters
    ----------
    dealt : array (seat, card) of int
        Hand q is dealt to seat q.
    ways : array (way, seat, turn, card) of int
        Copies that left a seat's hand or joined it.
    players : int
        The first of the seats; one more is a dummy's, whose cards leave its player's hand.
    step : int
        1: to the left, -1: to the right.
    """

    def __init__(self, dealt: Ints, ways: Ints, players: int, step: int) -> None:
        self.players, self.step = players, step
        left = ways[PICKED] + ways[SECOND] + ways[GIVEN]
        joins = ways[JOINED, :players]
        if len(left) > players:
            plays_for_it = joins.any(axis=-1, keepdims=True)  # (seat, turn, 1)
            left = left[:players] + plays_for_it * left[players]
        # by hand from here on; what was put in since the turn before
        left, self.put = self._by_hand(left), self._by_hand(joins)
        self.put[:, 1:] += self._by_hand(ways[RETURNED, :players])[:, :-1]
        self.held = dealt[:players, None] + self.put.cumsum(axis=1) - _before(left)
        self.kept = self.held - left

    @property
    def seen(self) -> Ints:
        """Copies in a seat's hand when it chooses, (seat, turn, card)."""
        return self._by_seat(self.held)

    def offered(self) -> Ints:
        """Return the copies that a seat saw, each once, (seat, card).

        When a seat sees a hand again, new to it is what was put in after its last choice: used
        chopsticks and spoons, a dummy's cards. What others saw first may be gone: of all copies of
        a card that lie in a hand the same share is taken to stay, whenever they came.
        """
        n, seen = self.players, self.seen
        stays = np.clip(self.kept / np.maximum(self.held, 1), 0.0, 1.0)
        new, left = np.zeros(self.held.shape), self.put.astype(np.float64)
        for _ in range(n):
            new += left
            left[:, 1:] = (left * stays)[:, :-1]
            left[:, 0] = 0
        again = np.minimum(self._by_seat(np.rint(new).astype(np.int64)), seen)[:, n:]
        return np.asarray(seen[:, :n].sum(axis=1) + again.sum(axis=1))

    def _by_hand(self, array: Ints) -> Ints:
        """Reorder (seat, turn, ...) to (hand, turn, ...)."""
        turn = np.arange(array.shape[1])
        hand = np.arange(len(array))[:, None]
        return np.asarray(array[(hand + self.step * turn) % len(array), turn])

    def _by_seat(self, array: Ints) -> Ints:
        """Reorder (hand, turn, ...) to (seat, turn, ...)."""
        turn = np.arange(array.shape[1])
        seat = np.arange(len(array))[:, None]
        return np.asarray(array[(seat - self.step * turn) % len(array), turn])


def _before(changes: Ints) -> Ints:
    """Return the sums over the turns before each turn (second axis)."""
    sums = changes.cumsum(axis=1)
    return np.asarray(sums - changes)


def pieces(batch: Batch, cards: Collection[str]) -> int:
    """Return how many cards are one of these; of dice, how many have one of these faces."""
    if batch.menu.dice:
        return sum(die.n_dice for die in batch.menu.dice if not set(cards).isdisjoint(die.faces))
    return sum(batch.menu.counts[card] for card in cards)


def most(batch: Batch, groups: Iterable[Collection[str]], comes_back: Flags) -> Most:
    """Return the most that can happen to one seat in one game.

    Parameters
    ----------
    batch : Batch
        The games.
    groups : iterable of collections of str
        The card ids of each card or kind.
    comes_back : array (card,) of bool
        Whether used cards are put into hands.
    """
    n_turns, players = batch.menu.hand_size_for(batch.players), batch.players
    copies = np.array([pieces(batch, group) for group in groups])
    # a copy is dealt in one round of three where nothing is shuffled back, or else in each
    rounds, piles = (1, N_ROUNDS) if batch.menu.game == "go" else (N_ROUNDS, 1)
    hand = n_turns - np.arange(n_turns) + (batch.n_seats > players)
    seen = rounds * np.minimum(copies, piles * hand[:, None])
    once = np.where(comes_back, seen.sum(axis=0), rounds * copies)
    all_ = np.minimum(players * seen, rounds * copies)
    taken = rounds * copies * np.where(comes_back, n_turns, 1)
    if batch.menu.dice:  # rolled again for every seat, and swapped
        once, all_, taken = seen.sum(axis=0), players * seen, rounds * np.minimum(copies, n_turns)
    return Most(
        dealt=rounds * np.minimum(copies, piles * n_turns),
        seen=seen,
        seen_by_all=all_,
        offered=np.minimum(once, seen.sum(axis=0)),
        taken=taken,
    )
