"""What a card will have been worth at the end: tables for players that plan, worked out when rules are filled.

No game is played ahead. A round is gone through backwards, turn by turn. ``V(x)`` is the value of standing at
``x`` (cards of a set, free wasabi, ...) with so many turns to go, when a card that brings it on is taken only if
that is worth more than the best other card of the hand. A card's worth is what it adds:
``V(x + 1) - V(x)``. Standings that depend on other seats (majorities, colours) are taken as a lead that moves by
chance until the end. All of this is ours; the chances are those of cards drawn from the whole deck.

A table has `MAX_ICONS` entries by *progress*, an index that each kind's kernel (`Card.plan`) knows how to find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import erf, sqrt
from typing import Any

import numpy as np

from simkit.schema import MAX_ICONS, N_ROUNDS

LEVEL = 5
"""Progress of a seat that is level with its rival; a lead of x has progress LEVEL + x."""

_LONG = 2 * MAX_ICONS

_KEPT = 4096
"""Small tables that are kept: many menus ask for the same ones."""


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


class Numbers:
    """What a rules record says, as plain numbers and lists, each field read once: a record's own take a µs a read."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = self._record[name].tolist()
        setattr(self, name, value)
        return value


@dataclass(slots=True)
class Prospects:
    """What is known of a game before it begins, and the turn that is being planned.

    Attributes
    ----------
    rules : Numbers
        Of a record of dtype `simkit.schema.RULES`.
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

    rules: Numbers
    density: np.ndarray
    is_dice: bool
    round: int = 0
    turn: int = 0
    other: float = 0.0
    second: float = 0.0
    best_of_four: float = 0.0
    elsewhere: float = 0.0
    shared: dict[str, Any] = field(default_factory=dict)
    _shares: dict[tuple[int, int], float] = field(default_factory=dict)

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
        return int(self.rules.hand_size - self.turn)

    @property
    def left(self) -> int:
        """Turns of the round after this one."""
        return int(self.rules.hand_size - 1 - self.turn)

    def chance(self, share: float) -> float:
        """Return the chance that a hand has at least one card of so large a share of the deck."""
        none: float = (1 - min(share * self.assumed.chance, 1.0)) ** self.n_cards
        return 1 - none

    def share(self, k: int) -> float:
        """Return the share of a kind in the deck."""
        key = self.round, k
        if key not in self._shares:
            first, n = self.rules.first[k], self.rules.n_variants[k]
            self._shares[key] = float(self.density[self.round, first : first + n].sum())
        return self._shares[key]


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
    looks_around : bool
        Whether its worths depend on what other cards are worth in the same turn.
    classes : ndarray
        Class of each progress.
    """

    lasts = False
    by_lead = False
    looks_around = False
    classes = _classes(1, 2, 3)  # none, one, two, three or more

    def __init__(self, o: Prospects, k: int) -> None:
        self.k = k
        self.first: int = o.rules.first[k]
        self.rows = range(self.first, self.first + o.rules.n_variants[k])
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


def _for_all(values: np.ndarray) -> np.ndarray:
    """Return a table that nobody may change: it is kept for whoever asks next."""
    values.setflags(write=False)
    return values


@lru_cache(_KEPT)
def _trials(n: int, share: float) -> np.ndarray:
    """Return the chance of each number of hits; more than a table has are left out."""
    if n == 0:
        return _for_all(np.eye(1, MAX_ICONS)[0])
    before = _trials(n - 1, share)
    after = before * (1 - share)
    after[1:] += before[:-1] * share
    return _for_all(after)


@lru_cache(_KEPT)
def _binomial(n: int, share: float) -> np.ndarray:
    weights = _trials(n, share)
    return _for_all(weights / weights.sum())


def _phi(x: float) -> float:
    return 0.5 * (1 + erf(x / _ROOT))


_ROOT = sqrt(2)


@lru_cache(_KEPT)
def _paid(leads: range, spread: float, shared: bool) -> np.ndarray:
    """Return the chance to be ahead in the end, by lead; level counts as ahead, or as half of it if it is shared."""
    level = np.array([_phi((x + 0.5) / spread) for x in leads])
    if not shared:
        return _for_all(level)
    return _for_all((np.array([_phi((x - 0.5) / spread) for x in leads]) + level) / 2)


def longer(values: Sequence[float] | np.ndarray, n: int = _LONG) -> np.ndarray:
    """Lengthen a table by its last entry."""
    listed = [float(v) for v in values]
    return np.array((listed + [listed[-1]] * n)[:n])


_PLACES = np.arange(_LONG)
_AHEAD = {n: np.minimum(_PLACES + n, _LONG - 1) for n in (1, 2)}


def _ahead(values: np.ndarray, n: int) -> np.ndarray:
    """Return what so many cards more bring a long table to; one row a table."""
    return values.take(_AHEAD[n], axis=-1)


def _gains(values: np.ndarray, n: int = 1) -> np.ndarray:
    """Return what so many cards more add."""
    return (_ahead(values, n) - values)[..., :MAX_ICONS]


# ---- sets


class Sets(Plan):
    """Points by the number of cards; a table for each number of copies that may still come (`SUPPLY`)."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.values = np.tile(longer(o.rules.by_count[self.k]), (len(SUPPLY), 1))

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        return [(r, i, gains) for i, gains in enumerate(_gains(self.values)) for r in self.rows]

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        self.values = _taken(self.values, _SUPPLIED, o.other)


_SUPPLIED = np.minimum(SUPPLY, 0.95)[:, None]


def _taken(value: np.ndarray, chance: float | np.ndarray, other: float) -> np.ndarray:
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
        gains = _gains(self.value)
        return [(r, 0, gains) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn + o.round * o.rules.hand_size, o.share(self.k))

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        self.value = _taken(self.value, o.chance(o.share(self.k)), o.other)


class Shapes(Plan):
    """Onigiri: a set of different shapes; progress is the number of other shapes in the set it would join."""

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.value = [float(v) for v in o.rules.onigiri_points]

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        gains = longer(np.diff(self.value), MAX_ICONS)
        return [(r, 0, gains) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        weights = _binomial(o.turn, o.share(self.k)).copy()
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
        one, two = _gains(self.value, 1), _gains(self.value, 2)
        found: Worths = [(r, 0, two) for r in self.rows[:3]]
        found += [(r, 1, one) for r in self.rows[:3]]
        return found + [(r, 0, 2 * one) for r in self.rows[3:]]  # their kernel reads table 1

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn + o.round * o.rules.hand_size, o.share(self.k) * 2 / 3)

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
        self.value = [0.0] * (MAX_ICONS + 1)
        o.shared["wasabi"] = self

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        gains = np.diff(self.value)
        return [(r, 0, gains) for r in self.rows]

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        share = o.share(self.k) / (1 + 2 * o.turn / max(o.rules.hand_size, 1))
        return _binomial(o.turn, share)

    def step(self, o: Prospects) -> None:
        """See `Plan.step`."""
        rules = o.rules
        options = [(self.k, v, r) for v, r in enumerate(self.rows)]
        if rules.nigiri >= 0:
            options += [(rules.nigiri, v, rules.nigiri_row + v) for v in range(3)]
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
        after[3:] = [after[2]] * (MAX_ICONS - 2)
        self.value = after


class Nigiri(Plan):
    """Points, times a free wasabi less what that wasabi would still be worth; progress is free wasabi."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        wasabi = o.shared.get("wasabi")
        waits = None if wasabi is None else np.diff(wasabi.value)[:-1]
        found: Worths = []
        for v, r in enumerate(self.rows):
            points = float(o.rules.nigiri_points[v])
            worths = np.full(MAX_ICONS, points)
            if waits is not None:
                worths[1:] = points * float(o.rules.wasabi_times) - waits
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

    def start(self, o: Prospects) -> None:
        """See `Plan.start`."""
        self.icons = [max(o.rules.value[r], 1) for r in self.rows]
        self.leads = range(-LEVEL, MAX_ICONS - LEVEL + max(self.icons))
        rounds = range(N_ROUNDS) if self.lasts else [o.round]
        self.variances = {i: self._variance(o, i) for i in rounds}

    def _variance(self, o: Prospects, i: int) -> float:
        """Return the variance of the icons of a card drawn in a round."""
        share = o.density[i, self.first : self.first + len(self.icons)]
        mean = float((share * self.icons).sum())
        return float((share * np.square(self.icons)).sum()) - mean**2

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _about_level(o.turn)

    def spread(self, o: Prospects) -> float:
        """Return the standard deviation of a lead's change until the end, for two seats that draw cards."""
        variance = 0.0
        for i in range(o.round, N_ROUNDS) if self.lasts else [o.round]:
            variance += self.variances[i] * (o.left if i == o.round else o.rules.hand_size)
        factor = o.assumed.dessert_spread if self.lasts else o.assumed.roll_spread
        return factor * sqrt(2 * variance) + 0.3

    def tables(self, i: int, standing: np.ndarray) -> Worths:
        """Return what the icons of each card add to the worth of a lead, as a table for one or two rivals."""
        return [
            (r, i, standing[icons : icons + MAX_ICONS] - standing[:MAX_ICONS])
            for r, icons in zip(self.rows, self.icons, strict=True)
        ]


@lru_cache(_KEPT)
def _about_level(turn: int) -> np.ndarray:
    weights = np.array([np.exp(-((x - LEVEL) ** 2) / (2 + turn)) for x in range(MAX_ICONS)])
    return _for_all(weights / weights.sum())


def _is_split(o: Prospects) -> bool:
    """Whether ties share the points of a place."""
    return bool(o.rules.dealt_on)


class Places(_Lead):
    """Maki: the most icons and the second most; tables by the lead over the highest and the second rival."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        first, second = (float(points) for points in o.rules.maki_places[:2])
        paid = _paid(self.leads, self.spread(o), _is_split(o))
        if o.n_players > 2:
            low = second * paid
        else:  # some icons are enough
            none = (1 - o.share(self.k)) ** o.left
            low = np.array([second * (1.0 if x > 0 else 1 - none) for x in self.leads])
        return self.tables(0, (first - second) * paid) + self.tables(1, low)


class Race(_Lead):
    """Uramaki: table 0 by own icons, table 1 by the lead over the highest rival; for the first place."""

    classes = _classes(1, 4, 7)

    def progress(self, o: Prospects) -> np.ndarray:
        """See `Plan.progress`."""
        return _binomial(o.turn, min(4 * o.share(self.k), 0.9))

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        first, target = float(o.rules.uramaki_places[0]), o.rules.uramaki_target
        late = 1 - o.left / max(o.rules.hand_size, 1)
        own = np.arange(len(self.leads))
        an_icon = first * o.assumed.race_alone * (1 - late * o.assumed.race_late)
        alone = np.where(own >= target, first, an_icon * own / target)
        ahead = first * (1 - o.assumed.race_alone) * _paid(self.leads, self.spread(o), True)
        return self.tables(0, alone) + self.tables(1, ahead)


class MostFewest(_Lead):
    """Temaki and pudding: the most and the fewest; tables by the lead over the highest and the lowest rival."""

    def __init__(self, o: Prospects, k: int, name: str, *, lasting: bool) -> None:
        self.lasts = lasting
        self.most = float(getattr(o.rules, f"{name}_most"))
        fewest = float(getattr(o.rules, f"{name}_fewest"))
        self.fewest = fewest if o.n_players > 2 else 0.0  # two players do not lose
        super().__init__(o, k)

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        spread, split = self.spread(o), _is_split(o)
        behind = range(-self.leads.start, -self.leads.stop, -1)
        most = self.tables(0, self.most * _paid(self.leads, spread, split))
        return most + self.tables(1, self.fewest * _paid(behind, spread, split))


class Colours(_Lead):
    """Soy sauce: the chance to have the most colours in the end, by the lead with the soy sauce."""

    def worths(self, o: Prospects) -> Worths:
        """See `Plan.worths`."""
        spread = o.assumed.colour_spread * sqrt(o.left) + 0.3
        paid = _paid(self.leads[:MAX_ICONS], spread, _is_split(o))
        return [(r, 0, float(o.rules.soy_points) * paid) for r in self.rows]


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
        gains = alone * _gains(self.values[0])
        return [(r, i, gains) for r in self.rows for i in (0, 1)]

    def step(self, o: Prospects) -> None:
        """See `Plan.step`: what it scores does not depend on the turns to come."""


# ---- action cards


_HALVES = 0.5 ** np.arange(MAX_ICONS)


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
        worths = self.later * _HALVES
        return [(r, 0, worths) for r in self.rows]

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

    looks_around = True

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


def densities(rules: Numbers) -> np.ndarray:
    """Return the share of each card in the deck (of each face among those rolled) by round.

    Desserts that were played are gone, and a round's own join them.
    """
    n = rules.n_rows
    shares = np.zeros((N_ROUNDS, n))
    if rules.n_die_types > 0:
        for t in range(rules.n_die_types):
            for row in rules.sides[t]:
                shares[:, row] += float(rules.die_count[t])
        return shares / max(shares[0].sum(), 1.0)
    copies = np.array(rules.n_copies[:n], float)
    first = rules.first_dessert
    if rules.dealt_on:
        return np.tile(copies / max(copies.sum(), 1.0), (N_ROUNDS, 1))
    plain = copies[:first].sum()
    of_desserts = copies[first:] / max(copies[first:].sum(), 1.0)
    desserts = 0.0
    for i in range(N_ROUNDS):
        desserts += float(rules.desserts[i])
        size = max(plain + desserts, 1.0)
        shares[i, :first], shares[i, first:] = copies[:first] / size, of_desserts * desserts / size
        dealt = rules.n_seats * rules.hand_size / size
        desserts *= max(1 - dealt, 0.0)
    return shares


def look_around(o: Prospects, found: Sequence[tuple[Plan, Worths]]) -> None:
    """Work out what other cards are worth in this turn, from the worths of all cards by their shares."""
    points, weights = [], []
    density = o.density[o.round].tolist()
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
            weights.append(progress * density[r])
    if not points:
        return
    x, w = np.concatenate(points), np.concatenate(weights)
    order = np.argsort(x, kind="stable")
    x, w = x[order], w[order] / max(w.sum(), 1e-9)
    size, cards = o.rules.hand_size, o.n_cards
    taken = o.assumed.taken * o.turn
    whole = cards if o.is_dice else size

    def below(rank: float) -> float:
        """Return the share of cards below a hand's card of some rank, those that were taken before counted in."""
        return 1 - (rank + taken - 0.4) / (whole + 0.2)

    n_elsewhere = max((o.rules.n_players - 1) * cards, 1)
    shares = below(o.assumed.rank), below(2), 1 - 0.6 / 4.2, 1 - 0.6 / (n_elsewhere + 0.2)
    # the worths below which so large shares of the cards lie
    best, second, of_four, elsewhere = np.interp(shares, np.cumsum(w) - w / 2, x).tolist()
    o.other = max(o.assumed.other * best, 0.0) if cards > 1 else 0.0  # but for the card in question
    o.second = max(second, 0.0)
    o.best_of_four = max(of_four, 0.0)
    o.elsewhere = max(elsewhere, 0.0)


# ---- what will come to a seat


@lru_cache(_KEPT)
def survival(n: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what is left of a copy, and how often it comes, by turn and the turns until its hand comes.

    Of n players with hands of a size. Every seat that the hand passes takes a card, a wanted one more likely than any
    (`Assumptions.eager`).
    """
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
    return _for_all(left), _for_all(visits)


def expected_copies(rules: Numbers, density: np.ndarray) -> np.ndarray:
    """Return how many copies will come to a seat from hands it has not held, by round, turn and row."""
    n, size = rules.n_players, rules.hand_size
    found = np.zeros((N_ROUNDS, size, density.shape[1]))
    if rules.n_die_types > 0:
        for turn in range(size):
            for later in range(turn + 1, size):
                found[:, turn] += 1 - (1 - density) ** (size - later)
        return found
    left, visits = survival(n, size)
    for turn in range(size):
        cards = size - turn
        some = 1 - (1 - np.minimum(density, 1.0)) ** cards
        for d in range(1, min(n, n - turn)):  # it has not been held yet
            if visits[turn, d] > 0:
                copies = some if visits[turn, d] == 1 else density * cards
                found[:, turn] += left[turn, d] * np.minimum(copies, visits[turn, d])
    return found
