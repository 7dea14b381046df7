"""Rules records of line-ups, put together from records of one player each.

To fill in a player, whose tables are worked out then, takes a thousand times as long as to copy what it filled in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.games import GAMES
from simkit.menus import Menu
from simkit.policies.lineup import Player, seat
from simkit.policies.search import put_models
from simkit.schema import OF_SEATS, RULES, new_record

_SHARED = (  # of a line-up: the highest of its players' own
    *("any_valued", "any_free", "any_caller", "any_plan", "ordered"),
    *("any_search", "lanes_tied", "survives", "visits"),
)


class Seating:
    """The players of a field, each filled in once, for any line-up of them.

    Parameters
    ----------
    menu : Menu
    field : sequence of Player
        Whom line-ups name by their number.
    players : int
        At a table.
    """

    def __init__(self, menu: Menu, field: Sequence[Player], players: int) -> None:
        self._of_player = []
        for one in field:
            record = GAMES[menu.game].rules(menu, players)
            seat(record, menu, [one] * players, ordered=False)
            self._of_player.append(record)

    def of(self, seated: Sequence[int]) -> np.record:
        """Return the record of the players at the seats 0, 1, ..."""
        record = new_record(RULES)
        parts = [self._of_player[one] for one in seated]
        whole: Any = record.base
        whole[0] = parts[0]
        if any(part is not parts[0] for part in parts):
            for name in OF_SEATS:
                rows = record[name]
                for p, part in enumerate(parts[1:], start=1):
                    rows[p] = part[name][p]
            for name in _SHARED:
                record[name] = np.max([part[name] for part in parts], axis=0)
        put_models(record, parts)
        return record
