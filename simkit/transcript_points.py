"""What all games have in common at the end of the log: points by kind, puddings, who won."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit import schema as s
from simkit.cards import Card
from simkit.cards.card import nothing


class Points:
    """Gathers the points of a game as the log has them: by stage, seat and kind, so far."""

    def __init__(self, kinds: list[Card], n_seats: int) -> None:
        self.kinds = kinds
        self.n_seats = n_seats
        self.so_far = np.zeros((s.N_ROUNDS + 1, n_seats, len(kinds)), int)
        self.ends = [(0, 0, 1)] * n_seats

    def read(self, code: int, seat: int, a: int, b: int, c: int) -> bool:
        """Read an event if it is about points; return whether it is."""
        if code == s.EV_SCORE:
            self.so_far[c, seat, a] = b
        elif code == s.EV_END:
            self.ends[seat] = (a, b, c)
        return code in (s.EV_SCORE, s.EV_END)

    def of_round(self, round_: int) -> list[dict[str, int]]:
        """Return what each kind scored in a round (from 0), by seat."""
        before = self.so_far[round_ - 1] if round_ else 0
        return self._by_kind(self.so_far[round_] - before, at_the_end=False)

    def of_game(self) -> dict[str, Any]:
        """Return what a transcript says after its rounds."""
        return {
            "dessert_points": self._by_kind(self.so_far[3] - self.so_far[2], at_the_end=True),
            "dessert_cards": [n for n, _, _ in self.ends],
            "totals": self.so_far[3].sum(axis=1).tolist(),
            "totals_after_round": self.so_far[:3].sum(axis=2).tolist(),
            "win_share": [won / n if won else 0 for _, won, n in self.ends],
        }

    def _by_kind(self, points: np.ndarray, *, at_the_end: bool) -> list[dict[str, int]]:
        """Name the points of kinds that are scored at the end of the game, or of a round."""
        return [
            {
                kind.slug: int(n)
                for kind, n in zip(self.kinds, mine, strict=True)
                if (kind.final is not nothing) is at_the_end
            }
            for mine in points
        ]
