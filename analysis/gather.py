"""Games until it is known: blocks of an experiment are added up until the answer is narrow enough.

Whoever looks at an interval again and again and stops when it pleases is misled by ordinary ones. So where games are
played up to a target, intervals are those of `analysis.sequences`, valid at any look.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, Self

from analysis.estimate import LEVEL, Estimate, together
from analysis.sequences import anytime
from simkit.errors import InputError
from simkit.experiment import BLOCK, Arm, observe
from simkit.played import Played

MAX_GAMES = 1_000_000
"""Games of an experiment, at the most, if nobody says how many."""

TUNED = 50_000
"""Games for which the intervals of a target are narrowest."""

_GROWTH = 1.25  # of the number of games between two looks
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_UNITS = {"pt": "points", "pp": "points of a hundred of the win"}


def read_seconds(text: str) -> float:
    """Read a time such as ``30s``, ``5m`` or ``1h``.

    Raises
    ------
    ValueError
        It is none; the message says what it must be.
    """
    number, unit = text.strip()[:-1], text.strip()[-1:]
    try:
        value = float(number) * _SECONDS[unit]
    except (ValueError, KeyError):
        value = -1.0
    if not 0 < value < math.inf:
        raise ValueError("must be a number above 0 and its unit: 30s, 5m or 1h")
    return value


class Sums(Protocol):
    """What is kept of games; adding is merging."""

    def __add__(self, other: Self) -> Self:
        """Return both together."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """How narrow intervals are to be.

    Attributes
    ----------
    half : float
        Half the width: points, or parts of the win (0.005 for 0.5pp).
    unit : {"pt", "pp"}
        Of points, or of shares of the win.
    """

    half: float
    unit: str = "pt"

    @staticmethod
    def read(text: str) -> Target:
        """Read a target such as ``0.1pt`` or ``0.5pp``.

        Raises
        ------
        InputError
            It is none.
        """
        number, unit = text.strip()[:-2], text.strip()[-2:]
        try:
            half = float(number)
        except ValueError:
            half = -1.0
        if unit not in _UNITS or not 0 < half < 100:
            raise InputError(
                f"target '{text}': must be a number above 0 and its unit, such as 0.1pt (points) or 0.5pp "
                "(points of a hundred of the win)."
            )
        return Target(half if unit == "pt" else half / 100, unit)

    def __str__(self) -> str:
        return f"{self.half if self.unit == 'pt' else 100 * self.half:g}{self.unit}"


@dataclass(frozen=True, slots=True)
class Budget:
    """How many games an experiment is given.

    Attributes
    ----------
    games : int or None
        So many games in each arm, whatever they show; intervals are ordinary ones.
    target : Target or None
        Without `games`: until intervals are as narrow.
    max_games : int
        Games in each arm, at the most.
    max_seconds : float
        Time, at the most; a run that ends by it can end elsewhere the next time.
    """

    games: int | None = None
    target: Target | None = None
    max_games: int = MAX_GAMES
    max_seconds: float = math.inf

    @property
    def most(self) -> int:
        """Games in each arm, at the most."""
        return self.max_games if self.games is None else self.games

    @property
    def is_fixed(self) -> bool:
        """Whether the number of games does not depend on what they show."""
        return self.games is not None or self.target is None

    @property
    def tuned(self) -> float | None:
        """Games for which intervals are narrowest, as for `analysis.sequences`; None for ordinary ones."""
        return None if self.is_fixed else min(TUNED, self.most)

    def interval(self, estimate: Estimate) -> Estimate:
        """Return an estimate with the interval that holds for the way in which games are ended."""
        return estimate if self.tuned is None else anytime(estimate, games=self.tuned)

    def together(self, estimate: Estimate) -> Estimate:
        """Return several with intervals that all hold at once in 95 % (Bonferroni)."""
        if self.tuned is None:
            return together(estimate)
        return anytime(estimate, games=self.tuned, miss=(1 - LEVEL) / max(estimate.value.size, 1))


@dataclass(frozen=True, slots=True)
class Gathered:
    """The sums of an experiment, and why it ended.

    Attributes
    ----------
    sums : dict of str to sums
        What the games have added up to.
    n_games : int
        Games in each arm.
    ended : str
        ``"games"`` (all that were asked for), ``"target"`` (narrow enough), ``"time"`` or ``"most games"``.
    seconds : float
        Time taken (not part of the result's identity).
    """

    sums: dict[str, Any]
    n_games: int
    ended: str
    seconds: float


def gather(
    arms: Sequence[Arm],
    reduce: Callable[[Sequence[Played]], Mapping[str, Sums]],
    budget: Budget,
    *,
    enough: Callable[[Mapping[str, Any], Target], bool] | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Gathered:
    """Play arms on the same games, block by block, and add up what is to be kept of them.

    Parameters
    ----------
    arms : sequence of Arm
        What is played.
    reduce : callable
        Turns a block (one `Played` for each arm) into sums by name. What need not be known from every block may be
        missing in some of them, though not in the first.
    budget : Budget
        How many games.
    enough : callable, optional
        Takes the sums so far and the target; whether all intervals are narrow enough. With a target it is asked after
        1, 2, 3, ... blocks, then each time that there are a quarter more games, and at the end.
    seed, first, threads
        As for `simkit.observe`.
    progress : callable, optional
        Called with the games done, and with those that there may be at the most.
    """
    sums, n, look = dict[str, Any](), 0, 1.0
    ended = "games" if budget.is_fixed else "most games"
    blocks = observe(
        arms,
        lambda games: (games[0].n_games, reduce(games)),
        games=budget.most,
        seed=seed,
        first=first,
        threads=threads,
    )
    start = time.perf_counter()  # the core is compiled by now
    with closing(blocks):
        for n_games, part in blocks:
            for name, more in part.items():
                sums[name] = sums[name] + more if name in sums else more
            n += n_games
            if progress is not None:
                progress(n, budget.most)
            if n < budget.most and time.perf_counter() - start > budget.max_seconds:
                ended = "time"
                break
            is_look = n >= look * BLOCK or n == budget.most
            if enough is not None and not budget.is_fixed and is_look:
                look = max(look + 1, look * _GROWTH)
                if budget.target is not None and enough(sums, budget.target):
                    ended = "target"
                    break
    return Gathered(sums, n, ended, time.perf_counter() - start)
