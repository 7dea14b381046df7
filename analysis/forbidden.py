"""What a card is worth to a player who may take it: the same games with and without the ban.

Restricted play (Jaffe et al. 2012): entry 0 of the line-up takes the kind only if nothing else is there; all others
play as ever. With U the result of entry 0 in the free game, U' in the banned one, and T whether it took the
kind in the free game,

    forbid value     E[U - U']               what the right to take the kind is worth in a game
    taken effect     E[U - U' | T]           what taking it brought in the games in which it was taken
    with/without     E[U | T] - E[U | not T] the observational twin of the taken effect, of the same games
    selection bias   with/without - taken effect

A game in which it takes none of the kind is mostly the same with and without the ban (but for ties that are drawn among
other cards), so that nearly all of the forbid value is there when it is taken. T is no chance event of its own, it is
part of the game. Whatever nobody wants comes round at the end of a round, ban or no ban: `still_taken` says how much of
the kind the ban does not keep out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.estimate import Estimate, scaled
from analysis.moments import Moments
from simkit.played import Played
from simkit.schema import SHARE

_SCORE, _WIN = "score", "win"
_NAMES = (
    *("took", "left", "copies", "copies_bound"),
    *(f"{what}{which}" for what in (_SCORE, _WIN) for which in ("", "_bound", "_took", "_bound_took", "_left")),
)  # fmt: skip


def forbidden_sums(free: Played, bound: Played, kind: int) -> Moments:
    """Add up a block.

    Parameters
    ----------
    free, bound : Played
        The same games, the kind forbidden to entry 0 in the second.
    kind : int
        Number of the kind.
    """
    took = (free.taken[0, kind] > 0).astype(np.int64)
    rows = [took, 1 - took, free.taken[0, kind], bound.taken[0, kind]]
    for mine, banned in ((free.total[-1, 0], bound.total[-1, 0]), (free.win[0], bound.win[0])):
        a, b = mine.astype(np.int64), banned.astype(np.int64)
        rows += [a, b, a * took, b * took, a * (1 - took)]
    return Moments.of(_NAMES, np.stack(rows))


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Values of one kind by forbidding it.

    Attributes
    ----------
    sums : Moments
        What `forbidden_sums` made of all games.
    n_seats : int
        At the table.
    """

    sums: Moments
    n_seats: int

    def forbid_value(self, what: str = _SCORE) -> Estimate:
        """Return what the right to take the kind is worth in a game, in points or (``"win"``) in the win index."""
        return self._index(what, self.sums.difference(what, f"{what}_bound"))

    def taken_effect(self, what: str = _SCORE) -> Estimate:
        """Return what taking it brought, in the games in which it was taken."""
        names = ((f"{what}_took", "took"), (f"{what}_bound_took", "took"))
        return self._index(what, self.sums.ratio_difference(*names))

    def with_without(self, what: str = _SCORE) -> Estimate:
        """Return the difference of games with and games without the kind: observational."""
        names = ((f"{what}_took", "took"), (f"{what}_left", "left"))
        return self._index(what, self.sums.ratio_difference(*names))

    def selection_bias(self, what: str = _SCORE) -> Estimate:
        """Return the observational difference less the effect; the same games, so a paired difference."""
        # (with - without) - (with - banned, of the games with): what is left is banned - without
        names = ((f"{what}_bound_took", "took"), (f"{what}_left", "left"))
        return self._index(what, self.sums.ratio_difference(*names))

    def still_taken(self) -> Estimate:
        """Return the copies that it takes in spite of the ban, of those that it takes without."""
        return self.sums.ratio("copies_bound", "copies")

    def variance_reduction(self) -> float:
        """Return how many times fewer games the pairing needs."""
        return self.sums.variance_reduction(_SCORE, f"{_SCORE}_bound")

    def _index(self, what: str, found: Estimate) -> Estimate:
        return scaled(found, self.n_seats / SHARE) if what == _WIN else found


def banned(policy: str, *cards: str) -> str:
    """Return the policy that never takes some cards or kinds unless nothing else is there."""
    return policy + "".join(f"+forbid={card}" for card in cards)


def lineup_with_ban(policy: str, players: int, *cards: str) -> Sequence[str]:
    """Return a table of one policy at which entry 0 is banned from cards or kinds."""
    return [banned(policy, *cards), *[policy] * (players - 1)]
