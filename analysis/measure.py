"""A measure of a menu: what it counts in each game, what it makes of the means, how it misleads.

Each measure names the whole numbers it needs of a game (its *entries*) and says what it makes of their
means. Everything else is the same for all: sums are exact (`analysis.moments`), standard errors and
differences are the delta method's (`analysis.delta`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from analysis.course import Course, Numbers
from analysis.delta import sloped
from analysis.estimate import Floats

Entries: TypeAlias = Mapping[str, Callable[[Course], Numbers]]
Means: TypeAlias = Mapping[str, Any]
Value: TypeAlias = Callable[[Means], Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: what it asks, what it counts, what it makes of it, and how it misleads.

    Attributes
    ----------
    name, title, question, unit : str
        ``unit`` is what the value counts: ``"points"``, ``"share"``, ``"per game"``, ...
    formula : str
        For people.
    entries : mapping of str to callable
        The whole numbers of each game, by name: arrays (games,), or (parts, games). Where measures
        share a name they mean the same numbers, which are taken once.
    value : callable
        The measure, made of the means of the entries: arrays (...,), or (parts, ...). Whatever it
        does must be differentiable and work on complex numbers.
    assumes, fails : str
        What it takes for granted; how it misleads.
    source : str
        Where the definition is from.
    parts : str
        What its entries are by: each ``"round"``, each ``"step"`` (round 1 to 3, desserts), each
        ``"kind"``; nothing: the game as a whole.
    single : bool
        Whether it has one value all the same, and not one for each part.
    rate : bool
        Whether it lies between 0 and 1 by its nature, and its interval has to.
    """

    name: str
    title: str
    question: str
    unit: str
    formula: str
    entries: Entries
    value: Value
    assumes: str = ""
    fails: str = ""
    source: str = ""
    parts: str = ""
    single: bool = False
    rate: bool = False

    def sloped(self, means: Mapping[str, Floats]) -> tuple[Floats, Floats]:
        """Return the value and how it changes with each of the means.

        Parameters
        ----------
        means : mapping of str to array
            Means of all entries: shape (), or (parts,).

        Returns
        -------
        value : array (parts,)
            A single one where there are no parts.
        slope : array (parts, numbers)
            By all means in the order of the mapping, parts of an entry one after the other.
        """
        shapes = {name: np.shape(means[name]) for name in self.entries}
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])

        def of(flat: Any) -> Any:
            parts = np.split(flat, ends[:-1])
            return self.value(
                {
                    name: part.reshape(*shape, -1)
                    for (name, shape), part in zip(shapes.items(), parts, strict=True)
                }
            )

        return sloped(of, np.concatenate([np.ravel(means[name]) for name in self.entries]))


def only(name: str, *, of: int = 1) -> Value:
    """Return the value of a measure that is the mean of one entry, counted in parts of a whole."""
    return lambda m: m[name] / of


def quotient(y: str, x: str, *, of: int = 1) -> Value:
    """Return the value of a measure that is one sum over another; y is counted in parts of a whole."""
    return lambda m: m[y] / m[x] / of
