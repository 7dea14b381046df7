"""What a card will have been worth at the end: tables for players that plan, worked out when rules are filled.

No game is played ahead. A round is gone through backwards, turn by turn. ``V(x)`` is the value of standing at
``x`` (cards of a set, free wasabi, ...) with so many turns to go, when a card that brings it on is taken only if
that is worth more than the best other card of the hand. A card's worth is what it adds:
``V(x + 1) - V(x)``. Standings that depend on other seats (majorities, colours) are taken as a lead that moves by
chance until the end. All of this is ours; the chances are those of cards drawn from the whole deck.

A table has `MAX_ICONS` entries by *progress*, an index that each kind's kernel (`Card.plan`) knows how to find.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import erf, sqrt
from typing import Any

import numpy as np

from simkit.schema import MAX_ICONS, N_ROUNDS

LEVEL = 5
"""Progress of a seat that is level with its rival; a lead of x has progress LEVEL + x."""

_LONG = 2 * MAX_ICONS


@dataclass(slots=True)
class Assumptions:
    """What is assumed about how others play. Tuned in play on the printed menus: see docs/policies.md.

    Attributes
    ----------
    taken : float
        Share of the cards taken from a hand before it comes that were its best: others want other cards.
    rank : float
        Which card of a hand, the best being 1, stands for the best other one.
    other : float
        Factor on what that card is worth.
    chance : float
        Factor on the share of a kind in later hands, since others take it too.
    eager : float
        How much likelier than any card one that is wanted is taken from a hand on its way round.
    roll_spread, dessert_spread, colour_spread : float
        Factors on the spread of leads, against seats that draw cards without choice.
    race_alone, race_late : float
        Uramaki: share of the points of the first place that own icons bring without regard to rivals; what of it
        is lost towards the end.
    tea_growth : float
        Cards by which the largest colour group grows in a turn.
    miso : float
        How much likelier than by its share another seat plays a miso soup.
    edamame : float
        How much likelier than by its share a seat takes edamame.
    second : float
        Share of its worth that a second card by chopsticks is counted for.
    asked : float
        The same for a card asked for by spoon.
    drawn : float
        The same for a card from a menu.
    """

    taken: float = 0.64
    rank: float = 0.9
    other: float = 1.2
    chance: float = 1.2
    eager: float = 0.3
    roll_spread: float = 0.92
    dessert_spread: float = 0.4
    colour_spread: float = 0.75
    race_alone: float = 0.6
    race_late: float = 0.5
    tea_growth: float = 0.15
    miso: float = 1.2
    edamame: float = 0.4
    second: float = 0.4
    asked: float = 0.1
    drawn: float = 1.0


ASSUMED = Assumptions()
ON_DICE = Assumptions(
    taken=0.0, rank=1.5, other=1.0, chance=1.0, roll_spread=1.0, dessert_spread=1.0
)


@dataclass(slots=True)
class Prospects:
    """What is known of a game before it begins, and the turn that is being planned.

    Attributes
    ----------
    rules : record of dtype `simkit.schema.RULES`
    density : ndarray, (rounds, rows)
        Share of a card among those of a deck (of a face among those rolled).
    is_dice : bool
        Whether hands are dice, that are rolled anew every turn.
    round, turn : int
        The turn that is being planned.
    other, second, best_of_four, elsewhere : float
        In this turn, in points: what the best other card of the hand is worth; the second best; the best of
        four cards of the deck; the best card of all other hands.
    """

    rules: Any
    density: np.ndarray
    is_dice: bool
    round: int = 0
    turn: int = 0
    other: float = 0.0
    second: float = 0.0
    best_of_four: float = 0.0
    elsewhere: float = 0.0
    shared: dict[str, Any] = field(default_factory=dict)

    @property
    def assumed(self) -> Assumptions:
        """What is assumed about the others' play."""
        return ON_DICE if self.is_dice else ASSUMED

    @property
    def n_players(self) -> int:
        """Players, a dummy included."""
        return int(self.rules.n_seats)

    @property
    def n_cards(self) -> int:
        """Cards in the hand."""
        return int(self.rules.hand_size) - self.turn

    @property
    def left(self) -> int:
        """Turns of the round after this one."""
        return int(self.rules.hand_size) - 1 - self.turn

    def chance(self, share: float) -> float:
        """Return the chance that a hand has at least one card of so large a share of the deck."""
        return float(1 - (1 - min(share * self.assumed.chance, 1.0)) ** self.n_cards)

    def share(self, k: int) -> float:
        """Return the share of a kind in the deck."""
        first, n = int(self.rules.first[k]), int(self.rules.n_variants[k])
        return float(self.density[self.round, first : first + n].sum())


Worths = list[tuple[int, int, np.ndarray]]
"""Row, table and points by progress."""

SUPPLY = (0.0, 0.4, 1.0)
"""Copies that may still come for each turn to come, for the three tables of a set."""

WHOLE = 80
"""A copy for each turn to come, as kernels count it (`simkit.cards.plans`)."""


N_CLASSES = 4
"""Classes of progress, for which weights are tuned."""


def _classes(*ends: int) -> np.ndarray:
    """Return the class of each progress; each of the three ends begins a class."""
    return np.digitize(np.arange(MAX_ICONS), ends)


class Plan:
    """The outlook of a kind; subclasses say how.

    Attributes
    ----------
    lasts : bool
        Whether it goes on over the rounds (desserts).
    by_lead : bool
        Whether what two tables say is added up.
    classes : ndarray
        Class of each progress.
    """

    lasts = False
    by_lead = False
    classes = _classes(1, 2, 3)  # none, one, two, three or more

    def __init__(self, o: Prospects, k: int) -> None:
        self.k = k
        self.first = int(o.rules.first[k])
        self.rows = range(self.first, self.first + int(o.rules.n_variants[k]))
        self.start(o)

    def start(self, o: Prospects) -> None:
        """Begin with the end of a round (of the game)."""

    def worths(self, o: Prospects) -> Worths:
        """Return what its cards are worth in this turn."""
        raise NotImplementedError

    def progress(self, o: Prospects) -> np.ndarray:
        """Return how likely a seat has come how far: as if cards were taken without choice."""
        return _binomial(o.turn, o.share(self.k))

    def step(self, o: Prospects) -> None:
        """Go back by one turn: the kind may be taken in it."""


def _binomial(n: int, share: float) -> np.ndarray:
    weights = np.zeros(MAX_ICONS)
    weights[0] = 1.0
    for _ in range(n):
        weights[1:] = weights[1:] * (1 - share) + weights[:-1] * share
        weights[0] *= 1 - share
    return weights / weights.sum()


def _phi(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


def longer(values: Sequence[float] | np.ndarray, n: int = _LONG) -> np.ndarray:
    """Lengthen a table by its last entry."""
    listed = [float(v) for v in values]
    return np.array((listed + [listed[-1]] * n)[:n])


def _ahead(values: np.ndarray, n: int) -> np.ndarray:
    return np.concatenate([values[n:], np.full(n, values[-1])])


# ---- sets


class Sets(Plan):
    """Points by the number of cards; a table for each number of copies that may still come (`SUPPLY`)."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.points = longer(o.rules.by_count[self.k])
        self.others: list[
            float
        ] = []  # what the best other card is worth in the turns to come, the last first

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        found: Worths = []
        for i, copies in enumerate(SUPPLY):
            value = self.points
            chance = min(copies, 0.95)
            for other in self.others:
                value = _taken(value, chance, other)
            found += [(r, i, (_ahead(value, 1) - value)[:MAX_ICONS]) for r in self.rows]
        return found

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        self.others.append(o.other)


def _taken(value: np.ndarray, chance: float, other: float) -> np.ndarray:
    """Return the value before a turn in which the kind can be had with a chance, beside another card."""
    return (1 - chance) * value + chance * np.maximum(value, _ahead(value, 1) - other)


class LastingSets(Plan):
    """Sets that are collected over the rounds, by the number of cards."""

    lasts = True

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.value = longer(o.rules.by_count[self.k])

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, 0, (_ahead(self.value, 1) - self.value)[:MAX_ICONS]) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn + o.round * int(o.rules.hand_size), o.share(self.k))

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        self.value = _taken(self.value, o.chance(o.share(self.k)), o.other)


class Shapes(Plan):
    """Onigiri: a set of different shapes; progress is the number of other shapes in the set it would join."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.value = np.array([float(v) for v in o.rules.onigiri_points])

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, 0, longer(np.diff(self.value), MAX_ICONS)) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        weights = _binomial(o.turn, o.share(self.k))
        weights[3] += weights[4:].sum()
        weights[4:] = 0
        return weights

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        before = self.value.copy()
        for m in range(4):
            chance = o.chance(o.share(self.k) * (4 - m) / 4)
            more = max(before[m], before[m + 1] - o.other)
            self.value[m] = (1 - chance) * before[m] + chance * more


class Fruit(Plan):
    """Icons of three fruits; table 1 of the first three rows: one icon, the half of a mixed card."""

    lasts = True

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.value = longer(o.rules.fruit_points)

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        one = (_ahead(self.value, 1) - self.value)[:MAX_ICONS]
        two = (_ahead(self.value, 2) - self.value)[:MAX_ICONS]
        found: Worths = [(r, 0, two) for r in self.rows[:3]]
        found += [(r, 1, one) for r in self.rows[:3]]
        return found + [(r, 0, 2 * one) for r in self.rows[3:]]  # their kernel reads table 1

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn + o.round * int(o.rules.hand_size), o.share(self.k) * 2 / 3)

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        chance = o.chance(o.share(self.k) / 2)  # half of the cards show a fruit
        more = np.maximum(self.value, _ahead(self.value, 1) - o.other / 2)
        self.value = (1 - chance) * self.value + chance * more


# ---- nigiri and wasabi: the value of wasabi that wait


class Wasabi(Plan):
    """Free wasabi wait for nigiri; progress is their number."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.value = np.zeros(MAX_ICONS + 1)
        o.shared["wasabi"] = self

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, 0, np.diff(self.value)) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        share = o.share(self.k) / (1 + 2 * o.turn / max(int(o.rules.hand_size), 1))
        return _binomial(o.turn, share)

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        rules = o.rules
        options = [(self.k, v, r) for v, r in enumerate(self.rows)]
        if rules.nigiri >= 0:
            r = int(rules.nigiri_row)
            options += [(int(rules.nigiri), v, r + v) for v in range(3)]
        before = self.value
        after = before.copy()
        for w in range(3):
            gains = []
            for k, v, r in options:
                if k == self.k:
                    gain = before[w + 1] - before[w] - o.other
                elif w == 0:
                    continue  # a nigiri alone is one of the other cards
                else:
                    points = float(rules.nigiri_points[v]) * float(rules.wasabi_times)
                    gain = points + before[w - 1] - before[w] - o.other
                gains.append((gain, o.chance(float(o.density[o.round, r]))))
            missed = 1.0
            for gain, chance in sorted(gains, reverse=True):
                if gain > 0:
                    after[w] += missed * chance * gain
                    missed *= 1 - chance
        after[3:] = after[2]
        self.value = after


class Nigiri(Plan):
    """Points, times a free wasabi less what that wasabi would still be worth; progress is free wasabi."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        wasabi = o.shared.get("wasabi")
        found: Worths = []
        for v, r in enumerate(self.rows):
            points = float(o.rules.nigiri_points[v])
            worths = np.full(MAX_ICONS, points)
            if wasabi is not None:
                worths[1:] = points * float(o.rules.wasabi_times) - np.diff(wasabi.value)[:-1]
            found.append((r, 0, worths))
        return found

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        if "wasabi" in o.shared:
            wasabi: Wasabi = o.shared["wasabi"]
            return wasabi.progress(o)
        return _binomial(0, 0.0)


# ---- majorities: a lead that moves by chance


class _Lead(Plan):
    by_lead = True
    classes = _classes(
        LEVEL - 2, LEVEL, LEVEL + 2
    )  # far behind, behind, level or ahead by one, further ahead

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        weights = np.array([np.exp(-((x - LEVEL) ** 2) / (2 + o.turn)) for x in range(MAX_ICONS)])
        return weights / weights.sum()

    def spread(self, o: Prospects, *, lasting: bool = False) -> float:
        """Return the standard deviation of a lead's change until the end, for two seats that draw cards."""
        values = [max(int(o.rules.value[r]), 1) for r in self.rows]
        variance = 0.0
        rounds = range(o.round, N_ROUNDS) if lasting else [o.round]
        for i in rounds:
            share = o.density[i, self.first : self.first + len(values)]
            mean = float((share * values).sum())
            each = float((share * np.square(values)).sum()) - mean**2
            variance += each * (o.left if i == o.round else int(o.rules.hand_size))
        factor = o.assumed.dessert_spread if lasting else o.assumed.roll_spread
        return factor * sqrt(2 * variance) + 0.3

    def paid(self, o: Prospects, x: float, spread: float, shared: bool) -> float:
        """Return the chance to be ahead in the end; level counts as ahead, or as half of it if it is shared."""
        ahead, level = _phi((x - 0.5) / spread), _phi((x + 0.5) / spread)
        return (ahead + level) / 2 if shared else level

    def tables(self, standing: Sequence[Callable[[float], float]], o: Prospects) -> Worths:
        """Return what so many icons more are worth by lead, for one or two rivals."""
        found: Worths = []
        for r in self.rows:
            icons = max(int(o.rules.value[r]), 1)
            for i, value in enumerate(standing):
                steps = [value(x - LEVEL + icons) - value(x - LEVEL) for x in range(MAX_ICONS)]
                found.append((r, i, np.array(steps)))
        return found


def _is_split(o: Prospects) -> bool:
    """Whether ties share the points of a place."""
    return bool(o.rules.dealt_on)


class Places(_Lead):
    """Maki: the most icons and the second most; tables by the lead over the highest and the second rival."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        first, second = (float(points) for points in o.rules.maki_places[:2])
        spread, split = self.spread(o), _is_split(o)
        if o.n_players > 2:
            low = lambda x: second * self.paid(o, x, spread, split)  # noqa: E731
        else:  # some icons are enough
            none = (1 - o.share(self.k)) ** o.left
            low = lambda x: second * (1.0 if x > 0 else 1 - none)  # noqa: E731
        return self.tables((lambda x: (first - second) * self.paid(o, x, spread, split), low), o)


class Race(_Lead):
    """Uramaki: table 0 by own icons, table 1 by the lead over the highest rival; for the first place."""

    classes = _classes(1, 4, 7)

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        weights = _binomial(o.turn, min(4 * o.share(self.k), 0.9))
        return weights

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        first, target = float(o.rules.uramaki_places[0]), int(o.rules.uramaki_target)
        spread = self.spread(o)
        late = 1 - o.left / max(int(o.rules.hand_size), 1)

        def alone(x: float) -> float:
            return (
                first
                if x >= target
                else first * o.assumed.race_alone * (1 - late * o.assumed.race_late) * x / target
            )

        def ahead(x: float) -> float:
            return first * (1 - o.assumed.race_alone) * self.paid(o, x, spread, True)

        found: Worths = []
        for r in self.rows:
            icons = int(o.rules.value[r])
            found.append((r, 0, np.array([alone(x + icons) - alone(x) for x in range(MAX_ICONS)])))
        return found + [entry for entry in self.tables((lambda _: 0.0, ahead), o) if entry[1] == 1]


class MostFewest(_Lead):
    """Temaki and pudding: the most and the fewest; tables by the lead over the highest and the lowest rival."""

    def __init__(self, o: Prospects, k: int, name: str, *, lasting: bool) -> None:
        self.lasts = lasting
        self.name = name
        super().__init__(o, k)

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        most, fewest = float(o.rules[f"{self.name}_most"]), float(o.rules[f"{self.name}_fewest"])
        fewest = fewest if o.n_players > 2 else 0.0  # two players do not lose
        spread, split = self.spread(o, lasting=self.lasts), _is_split(o)
        return self.tables(
            (
                lambda x: most * self.paid(o, x, spread, split),
                lambda x: fewest * self.paid(o, -x, spread, split),
            ),
            o,
        )


class Colours(_Lead):
    """Soy sauce: the chance to have the most colours in the end, by the lead with the soy sauce."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        points = float(o.rules.soy_points)
        spread = o.assumed.colour_spread * sqrt(o.left) + 0.3
        chances = [self.paid(o, x - LEVEL, spread, _is_split(o)) for x in range(MAX_ICONS)]
        return [(r, 0, points * np.array(chances)) for r in self.rows]


# ---- cards that depend on others'


class Tea(Plan):
    """The largest colour group, and how it will grow; progress is its size."""

    classes = _classes(2, 4, 6)

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        size = np.arange(MAX_ICONS) + 1 * (o.turn == 0) + o.assumed.tea_growth * o.left
        return [(r, 0, float(o.rules.tea_points) * size) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn, 0.35)


class Edamame(Plan):
    """Points for each opponent who will have some; progress is how many have."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        others = o.n_players - 1
        joins = 1 - (1 - min(o.share(self.k) * o.assumed.edamame, 1.0)) ** (o.left + 1)
        have = np.arange(MAX_ICONS, dtype=float)
        have = np.minimum(have + np.maximum(others - have, 0) * joins, others)
        worth = np.minimum(have * float(o.rules.edamame_points), float(o.rules.edamame_cap))
        return [(r, 0, worth) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.n_players - 1, 1 - (1 - o.share(self.k)) ** o.turn)


class Miso(Sets):
    """Points by the number of cards, less the danger of a clash in this turn."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        alone = (1 - min(o.assumed.miso * o.share(self.k), 0.9)) ** (o.n_players - 1)
        points = longer(o.rules.by_count[self.k])
        return [
            (r, i, (alone * (_ahead(points, 1) - points))[:MAX_ICONS])
            for r in self.rows
            for i in (0, 1)
        ]


# ---- action cards


class Second(Plan):
    """Chopsticks: the second best card of a later hand; progress is how many lie on the own table."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.later = 0.0  # the best of the turns to come

    def now(self, o: Prospects) -> float:
        """Return what calling it brings in this turn."""
        return o.assumed.second * o.second if o.n_cards > 1 else 0.0

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, 0, self.later * 0.5 ** np.arange(MAX_ICONS)) for r in self.rows]

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        self.later = max(self.later, self.now(o))


class Asked(Second):
    """Spoon: the best card of the other hands, if the one that is asked for is there."""

    def now(self, o: Prospects) -> float:
        """See `Second.now`."""
        return o.assumed.asked * o.elsewhere if o.n_cards > 1 else 0.0


class Drawn(Plan):
    """Menu: the best of four cards of the deck."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, 0, np.full(MAX_ICONS, o.assumed.drawn * o.best_of_four)) for r in self.rows]


class Unplanned(Plan):
    """Worth what it is worth now: special orders and takeout boxes, tokens of the dice game."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return []


def temaki(o: Prospects, k: int) -> Plan:
    """Return the outlook of temaki."""
    return MostFewest(o, k, "temaki", lasting=False)


def pudding(o: Prospects, k: int) -> Plan:
    """Return the outlook of pudding."""
    return MostFewest(o, k, "pudding", lasting=True)


# ---- a game, backwards


def densities(record: Any) -> np.ndarray:
    """Return the share of each card in the deck (of each face among those rolled) by round.

    Desserts that were played are gone, and a round's own join them.
    """
    n = int(record.n_rows)
    shares = np.zeros((N_ROUNDS, n))
    if record.n_die_types > 0:
        for t in range(int(record.n_die_types)):
            for row in record.sides[t]:
                shares[:, row] += float(record.die_count[t])
        return shares / max(shares[0].sum(), 1.0)
    copies = record.n_copies[:n].astype(float)
    first = int(record.first_dessert)
    if record.dealt_on:
        return np.tile(copies / max(copies.sum(), 1.0), (N_ROUNDS, 1))
    plain = copies[:first].sum()
    of_desserts = copies[first:] / max(copies[first:].sum(), 1.0)
    desserts = 0.0
    for i in range(N_ROUNDS):
        desserts += float(record.desserts[i])
        size = max(plain + desserts, 1.0)
        shares[i, :first], shares[i, first:] = copies[:first] / size, of_desserts * desserts / size
        dealt = int(record.n_seats) * int(record.hand_size) / size
        desserts *= max(1 - dealt, 0.0)
    return shares


def _quantile(worths: np.ndarray, weights: np.ndarray, share: float) -> float:
    """Return the worth below which so large a share of the cards lies."""
    middle = np.cumsum(weights) - weights / 2
    return float(np.interp(share, middle, worths))


def look_around(o: Prospects, found: Sequence[tuple[Plan, Worths]]) -> None:
    """Work out what other cards are worth in this turn, from the worths of all cards by their shares."""
    points, weights = [], []
    for plan, worths in found:
        progress = plan.progress(o)
        tables: dict[int, np.ndarray] = {}
        for r, i, values in worths:
            if i == 0 or (i == 1 and isinstance(plan, Sets)):
                tables[r] = values
            elif plan.by_lead:
                tables[r] = tables[r] + values
        for r, values in tables.items():
            points.append(values)
            weights.append(progress * o.density[o.round, r])
    if not points:
        return
    x, w = np.concatenate(points), np.concatenate(weights)
    order = np.argsort(x, kind="stable")
    x, w = x[order], w[order] / max(w.sum(), 1e-9)
    size, cards = int(o.rules.hand_size), o.n_cards
    taken = o.assumed.taken * o.turn
    whole = cards if o.is_dice else size

    def nth(rank: float) -> float:
        """Return the worth of a hand's card of some rank, those that were taken before counted in."""
        return _quantile(x, w, 1 - (rank + taken - 0.4) / (whole + 0.2))

    o.other = (
        max(o.assumed.other * nth(o.assumed.rank), 0.0) if cards > 1 else 0.0
    )  # the best but for the card in question
    o.second = max(nth(2), 0.0)
    o.best_of_four = max(_quantile(x, w, 1 - 0.6 / 4.2), 0.0)
    n_elsewhere = max((int(o.rules.n_players) - 1) * cards, 1)
    o.elsewhere = max(_quantile(x, w, 1 - 0.6 / (n_elsewhere + 0.2)), 0.0)


# ---- what will come to a seat


def survival(record: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return what is left of a copy, and how often it comes, by turn and the turns until its hand comes.

    Every seat that the hand passes takes a card, a wanted one more likely than any (`Assumptions.eager`).
    """
    n, size = int(record.n_players), int(record.hand_size)
    left, visits = np.zeros((size, n + 1)), np.zeros((size, n + 1), int)
    for turn in range(size):
        for d in range(1, n + 1):
            last = size - 1 - turn
            visits[turn, d] = 0 if d > last else 1 + (last - d) // n
            left[turn, d] = 1.0
            for i in range(d):
                taken = i > 0 or d < n  # of the hand at hand the seat itself takes the first card
                cards = size - turn - i
                left[turn, d] *= 1 - min(ASSUMED.eager / max(cards, 1), 1.0) * taken
    return left, visits


def expected_copies(record: Any, density: np.ndarray) -> np.ndarray:
    """Return how many copies will come to a seat from hands it has not held, by round, turn and row."""
    n, size = int(record.n_players), int(record.hand_size)
    found = np.zeros((N_ROUNDS, size, density.shape[1]))
    if record.n_die_types > 0:
        for turn in range(size):
            for later in range(turn + 1, size):
                found[:, turn] += 1 - (1 - density) ** (size - later)
        return found
    left, visits = survival(record)
    for turn in range(size):
        for d in range(1, n):
            if d < n - turn and visits[turn, d] > 0:  # it has not been held yet
                cards = size - turn
                copies = density * cards
                if visits[turn, d] == 1:
                    copies = 1 - (1 - np.minimum(density, 1.0)) ** cards
                found[:, turn] += left[turn, d] * np.minimum(copies, visits[turn, d])
    return found
