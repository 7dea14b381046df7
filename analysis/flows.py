"""How cards flow: what a seat was dealt, saw, was offered and took, card by card.

The tally counts cards when they leave a hand or join it. What a seat saw follows exactly: hand q
lies before seat q + t in turn t, and holds what was dealt less what has left it, plus what was put
into it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.estimate import Ints
from analysis.view import total
from simkit.menus.catalogue import card_ids
from simkit.schema import ASKED, DRAWN, GIVEN, N_ROUNDS, PICKED, RETURNED, SECOND

if TYPE_CHECKING:
    from simkit.batch import Batch


@dataclass(frozen=True, slots=True)
class Flow:
    """Copies in all games, by seat or player p, turn t and card (or kind).

    Attributes
    ----------
    dealt : array (p, card) of int
        In the first hand of a round.
    seen : array (p, t, card) of int
        In the hand when the seat chooses.
    offered : array (p, card) of int
        Seen, each copy once. A copy that was put back into a hand (used chopsticks and spoons)
        counts as a new one for a seat that had seen the hand before; this may be one too many.
    own : array (p, t, card) of int
        Taken from the hand: as the card of the turn or with chopsticks.
    taken : array (p, t, card) of int
        Put on the table, whatever the way.
    ways : array (way, p, t, card) of int
        As the tally has it.
    """

    dealt: Ints
    seen: Ints
    offered: Ints
    own: Ints
    taken: Ints
    ways: Ints


@dataclass(frozen=True, slots=True)
class Most:
    """The most that can happen to one seat in one game, by card (or kind)."""

    dealt: Ints
    seen: Ints
    offered: Ints
    taken: Ints


def card_kinds(batch: Batch) -> list[str]:
    """Return the kind of every card of a batch."""
    return [kind for kind in batch.kinds for _ in card_ids(kind)]


def flow(batch: Batch, by: str) -> Flow:
    """Return the flow of cards by seat or by player."""
    n_turns = batch.menu.hand_size_for(batch.players)
    n_cards = len(batch.cards)

    def summed(get: Callable[[Ints, Ints], Ints]) -> Ints:
        def of(tally: Any) -> Ints:
            return get(
                np.asarray(tally.dealt)[: batch.players, :n_cards],
                np.asarray(tally.flow)[:, : batch.players, :n_turns, :n_cards],
            )

        return total(batch, by, of)

    ways = np.moveaxis(summed(lambda _, ways: np.moveaxis(ways, 0, 1)), 1, 0)
    own = ways[PICKED] + ways[SECOND]
    return Flow(
        dealt=summed(lambda dealt, _: dealt),
        seen=summed(seen),
        offered=summed(_offered),
        own=own,
        taken=own + ways[ASKED] + ways[DRAWN],
        ways=ways,
    )


def seen(dealt: Ints, ways: Ints) -> Ints:
    """Return the copies in a seat's hand when it chooses, (seat, turn, card).

    Parameters
    ----------
    dealt : array (seat, card) of int
        Copies dealt; hand q is dealt to seat q.
    ways : array (way, seat, turn, card) of int
        Copies that left a seat's hand or joined it.
    """
    held = _before(_by_hand(ways[PICKED] + ways[SECOND] + ways[GIVEN]))
    joined = _before(_by_hand(ways[RETURNED]))
    return _by_seat(np.asarray(dealt[:, None] - held + joined))


def _offered(dealt: Ints, ways: Ints) -> Ints:
    """Return the copies a seat saw, each once, (seat, card)."""
    n_seats = len(dealt)
    looks = seen(dealt, ways)
    first = looks[:, :n_seats].sum(axis=1)
    # what joined the hand since the seat last chose from it
    before = _before(_by_hand(ways[RETURNED]))
    new = before.copy()
    new[:, n_seats:] -= before[:, :-n_seats]
    again = np.minimum(_by_seat(new), looks)[:, n_seats:]
    return np.asarray(first + again.sum(axis=1))


def _before(changes: Ints) -> Ints:
    """Return the sums over the turns before each turn (second axis)."""
    sums = changes.cumsum(axis=1)
    return np.asarray(sums - changes)


def _by_hand(array: Ints) -> Ints:
    """Reorder (seat, turn, ...) to (hand, turn, ...)."""
    turn = np.arange(array.shape[1])
    hand = np.arange(len(array))[:, None]
    return np.asarray(array[(hand + turn) % len(array), turn])


def _by_seat(array: Ints) -> Ints:
    """Reorder (hand, turn, ...) to (seat, turn, ...)."""
    turn = np.arange(array.shape[1])
    seat = np.arange(len(array))[:, None]
    return np.asarray(array[(seat - turn) % len(array), turn])


def most(batch: Batch, copies: Ints, comes_back: Ints) -> Most:
    """Return the most that can happen to one seat in one game.

    Parameters
    ----------
    batch : Batch
        The games.
    copies : array (card,) of int
        Copies in the game.
    comes_back : array (card,) of bool
        Whether used cards are put into hands.
    """
    n_turns = batch.menu.hand_size_for(batch.players)
    held = np.minimum(copies[:, None], n_turns - np.arange(n_turns)).sum(axis=1)
    once = np.minimum(copies, held)
    return Most(
        dealt=N_ROUNDS * np.minimum(copies, n_turns),
        seen=N_ROUNDS * held,
        offered=N_ROUNDS * np.where(comes_back, held, once),
        taken=N_ROUNDS * copies * np.where(comes_back, n_turns, 1),
    )
