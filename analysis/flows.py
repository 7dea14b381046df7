"""How cards flow: what a seat was dealt, saw, was offered and took, card by card.

The tally counts cards when they leave a hand or join it, round by round. What a seat saw follows
exactly: hand q lies before seat q + t in turn t (q - t where it is passed to the right), and holds
what was dealt less what has left it, plus what was put into it. A dummy's cards join the hand of
the player who plays for it and leave it with its own. Dice are rolled again whenever they are
passed on, so the tally counts what lies before a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analysis import blocks
from analysis.blocks import Sums
from analysis.estimate import Floats, Ints
from analysis.view import added
from simkit.blocks import cut
from simkit.menus.catalogue import card_ids
from simkit.schema import ASKED, DRAWN, GIVEN, JOINED, N_ROUNDS, PICKED, RETURNED, SECOND

if TYPE_CHECKING:
    from simkit.batch import Batch


@dataclass(frozen=True, slots=True)
class Flow:
    """Copies by block (all games first), seat or player p, turn t and card (or kind).

    Seats are weighed as `analysis.blocks` says. A dummy looks at no cards: what it sees and is offered is 0.

    Attributes
    ----------
    dealt : array (block, p, card)
        In the first hand of a round.
    seen : array (block, p, t, card)
        In the hand when the seat chooses; of dice, on the belt when its move begins.
    held : array (block, p, t, card)
        The same of cards; of dice, on the belt when it takes one, its tokens used.
    offered : array (block, p, card)
        Cards seen, each copy once (see `_Round`); of dice, held.
    passed, again : array (block, p, card)
        In hands that the seat passed on and that came back to it; of these, seen again when the hand has
        gone once round the table. Of dice, which are rolled again, none.
    own : array (block, p, t, card)
        Taken from the hand: as the card of the turn or with chopsticks.
    taken : array (block, p, t, card)
        Put on the table, whatever the way.
    ways : array (block, p, way, t, card)
        As the tally has it.
    """

    dealt: Sums
    seen: Sums
    held: Sums
    offered: Sums
    passed: Sums
    again: Sums
    own: Sums
    taken: Sums
    ways: Sums


def card_kinds(batch: Batch) -> list[str]:
    """Return the kind of every card of a batch."""
    game = batch.menu.game
    return [kind for kind in batch.kinds for _ in card_ids(kind, game)]


def flows(batch: Batch) -> Callable[..., Flow]:
    """Return the flow of cards, as a function of ``"seat"``, ``"player"`` or ``"all"``.

    With ``is_weighed=False`` the function returns plain numbers of copies.
    """
    count = _of_dice if batch.menu.dice else _of_cards
    whole = count(batch, cut(batch.menu, batch.players, batch.tallies)[None])
    parts = count(batch, batch.blocks)
    arrays = {
        field.name: np.concatenate([whole[field.name], parts[field.name]]) for field in fields(Flow)
    }
    for name in (
        "offered",
        "passed",
        "again",
    ):  # estimates themselves, which blocks only add up to nearly
        together = np.maximum(parts[name].sum(axis=0), 1)
        arrays[name] = np.concatenate([whole[name], parts[name] * (whole[name] / together)])

    def flow(by: str, *, is_weighed: bool = True) -> Flow:
        add_up = blocks.by_row if is_weighed else added
        return Flow(**{name: add_up(batch, by, array) for name, array in arrays.items()})

    return flow


def _of_dice(batch: Batch, tallies: NDArray[np.void]) -> Mapping[str, Ints]:
    """Return the arrays of `Flow` by block and rotation."""
    dealt, seen = tallies["dealt"].sum(axis=2), tallies["seen"].sum(axis=2)
    ways = np.moveaxis(
        tallies["flow"].sum(axis=2), 2, 3
    )  # (block, rotation, seat, way, turn, face)
    way = np.moveaxis(ways, 3, 0)
    held = seen - way[GIVEN] - way[RETURNED] + way[SECOND] + way[JOINED]
    return {
        "dealt": dealt,
        "seen": seen,
        "held": held,
        "offered": held.sum(axis=3),
        "passed": np.zeros_like(dealt),
        "again": np.zeros_like(dealt),
        "own": way[PICKED],
        "taken": way[PICKED],
        "ways": ways,
    }


def _of_cards(batch: Batch, tallies: NDArray[np.void]) -> Mapping[str, Ints]:
    """Return the arrays of `Flow` by block and rotation."""
    dealt, flow = tallies["dealt"], tallies["flow"]
    rounds = [
        _Round(dealt[:, :, r], flow[:, :, r], batch.players, step)
        for r, step in enumerate(steps(batch))
    ]
    ways = np.moveaxis(flow.sum(axis=2), 2, 3)  # (block, rotation, seat, way, turn, card)
    way = np.moveaxis(ways, 3, 0)
    own = way[PICKED] + way[SECOND]

    def of_players(name: str) -> Ints:
        """Add up the rounds; a dummy has none of it."""
        sums = np.sum([getattr(one, name) for one in rounds], axis=0)
        beside = [(0, 0)] * sums.ndim
        beside[2] = (0, batch.n_seats - batch.players)
        return np.pad(sums, beside)

    seen = of_players("seen")
    return {
        "dealt": dealt.sum(axis=2),
        "seen": seen,
        "held": seen,
        "offered": of_players("offered"),
        "passed": of_players("passed"),
        "again": of_players("again"),
        "own": own,
        "taken": own + way[ASKED] + way[DRAWN],
        "ways": ways,
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
    dealt : array (..., seat, card) of int
        Hand q is dealt to seat q.
    ways : array (..., way, seat, turn, card) of int
        Copies that left a seat's hand or joined it.
    players : int
        The first of the seats; one more is a dummy's, whose cards leave its player's hand.
    step : int
        1: to the left, -1: to the right.

    Attributes
    ----------
    seen : array (..., seat, turn, card) of int
        Copies in a seat's hand when it chooses.
    offered : array (..., seat, card) of int
        The copies that a seat saw, each once.
    passed, again : array (..., seat, card) of int
        The copies in the hands that a seat passed on and that came back to it, and what it then saw again.

    Notes
    -----
    When a seat sees a hand again, not all of it was there before: used chopsticks and spoons and a
    dummy's cards were put in. Of all copies of a card that lie in a hand the same share is taken to
    stay when one of the others takes from it, and when cards are given away for a spoon (then those
    just put in are among them), whenever they came. So what is new to a seat is what was put in after its
    last choice, as far as the others left it; the rest it sees again, and what it put in itself when it
    passed the hand on.
    """

    def __init__(self, dealt: Ints, ways: Ints, players: int, step: int) -> None:
        self.players, self.step = players, step
        way = np.moveaxis(ways, -4, 0)
        taken = way[PICKED] + way[SECOND]
        given, joins, returned = (way[w, ..., :players, :, :] for w in (GIVEN, JOINED, RETURNED))
        if taken.shape[-3] > players:
            plays_for_it = joins.any(axis=-1, keepdims=True)  # (..., seat, turn, 1)
            taken = taken[..., :players, :, :] + plays_for_it * taken[..., players:, :, :]
        # by hand from here on
        taken, given, joins, returned = map(self._by_hand, (taken, given, joins, returned))
        put, left = joins + _later(returned), taken + given
        held = dealt[..., :players, None, :] + put.cumsum(axis=-2) - _before(left)
        not_taken = held - taken
        stays = 1 - _share(given, not_taken + returned)
        own = _later(returned * stays)
        stays *= 1 - _share(taken, held)
        new, own = self._after_others(joins + own, own, stays)
        self.seen = self._by_seat(held)
        again = self._came_back(held - np.rint(new))
        self.offered = self.seen.sum(axis=-2) - again
        passed = self._by_seat(not_taken - given + returned)
        self.passed = passed[..., : max(held.shape[-2] - players, 0), :].sum(axis=-2)
        self.again = np.minimum(again + self._came_back(own), self.passed)

    def _after_others(self, put: Floats, own: Floats, stays: Floats) -> tuple[Floats, Floats]:
        """Return what is left of copies put in on the last way round the table, and at its beginning."""
        new = np.zeros(put.shape)
        for turn in range(self.players):
            if turn:
                put, own = _later(put * stays), _later(own * stays)
            new += put
        return new, own

    def _came_back(self, copies: Floats) -> Ints:
        """Return what a seat saw of such copies in hands that came back, (..., seat, card) by hand and turn."""
        seen = self._by_seat(np.rint(copies).astype(np.int64))[..., self.players :, :]
        return np.asarray(np.maximum(seen, 0).sum(axis=-2))

    def _by_hand(self, array: Ints) -> Ints:
        """Reorder (..., seat, turn, card) to (..., hand, turn, card)."""
        hand, turn = self._places(array)
        return np.asarray(array[..., (hand + self.step * turn) % self.players, turn, :])

    def _by_seat(self, array: Ints) -> Ints:
        """Reorder (..., hand, turn, card) to (..., seat, turn, card)."""
        seat, turn = self._places(array)
        return np.asarray(array[..., (seat - self.step * turn) % self.players, turn, :])

    def _places(self, array: Ints) -> tuple[Ints, Ints]:
        return np.arange(self.players)[:, None], np.arange(array.shape[-2])


def _before(changes: Ints) -> Ints:
    """Return the sums over the turns before each turn."""
    sums = changes.cumsum(axis=-2)
    return np.asarray(sums - changes)


def _share(left: Ints, of: Ints) -> Floats:
    return np.clip(left / np.maximum(of, 1), 0.0, 1.0)


def _later(copies: NDArray[Any]) -> NDArray[Any]:
    """Return what there was in the turn before."""
    moved = np.zeros_like(copies)
    moved[..., 1:, :] = copies[..., :-1, :]
    return moved
