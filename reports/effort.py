"""How long games take, about: for plans, not for a stopwatch.

A report holds no times that were measured: the same run is to give the same report. So these are figures of the machine
of `docs/speed.md`, both of its cores busy, as good as within a factor of two.
"""

from __future__ import annotations

_SECONDS = {"party": 2e-6, "go": 2e-6, "roll": 13e-6}
"""For a player's part of a game that an analysis plays and looks at."""

WHERE = "on an ordinary machine"
"""What is said beside a time."""

_SLOW = "search"  # plays games ahead, a hundred thousand times as slow
_FEW_MINUTES, _HOUR = 90, 3600


def seconds(game: str, players: int, policy: str, games: float, *, arms: int) -> float | None:
    """Return about how long games take; None where nobody can say.

    Parameters
    ----------
    game : str
    players : int
    policy : str
        Of all seats.
    games : float
        In each of the arms.
    arms : int
        Ways in which each game is played.
    """
    if policy.partition("+")[0] == _SLOW:
        return None
    return _SECONDS[game] * players * arms * games


def duration(time: float) -> str:
    """Return a time in words: ``some 20 s``, ``some 5 min``."""
    if time < 1:
        return "less than a second"
    if time < _FEW_MINUTES:
        return f"some {_rough(time)} s"
    if time < 2 * _HOUR:
        return f"some {_rough(time / 60)} min"
    return f"some {_rough(time / _HOUR)} h"


def _rough(x: float) -> str:
    """Return a number of one digit and zeros: ``7``, ``40``, ``300``."""
    return f"{float(f'{x:.1g}'):,.0f}"
