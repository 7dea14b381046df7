"""A menu becomes a rules record: what the games have in common (rules, sections A and B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from simkit.cards import CATALOGUE, card
from simkit.cards.card import Card, nothing
from simkit.cards.moments import MOMENTS, code
from simkit.errors import MenuError
from simkit.menus import Menu, check_players
from simkit.schema import (
    MAX_DESSERTS,
    MAX_GAIN,
    MAX_ICONS,
    MIN_GAIN,
    OFFSET,
    RULES,
    new_record,
)

# Bounds of single numbers, so that every worth fits the byte in which policies keep it.
_LIMITS = {
    "nigiri": (-9, 30),
    "wasabi": (0, 10),
    "maki": (-47, 47),
    "temaki": (-47, 47),
    "pudding": (-47, 47),
    "uramaki.places": (-47, 47),
    "uramaki.target": (1, 100),
    "edamame.per_opponent": (0, 12),
    "edamame.cap": (0, 90),
    "soy-sauce": (0, 9),
    "tea": (0, 4),
    "takeout-box": (0, 9),
    "fruit": (-30, 30),
}
_NUMBERS = {kind.slug: number for number, kind in enumerate(CATALOGUE)}
_SMALL_TABLE = 5  # up to this many players the short list of maki places counts


def filled(menu: Menu, players: int) -> np.record:
    """Check menu and players; return a rules record with rows, named cards and points.

    Raises
    ------
    MenuError
        The menu can not be played by so many, or a number of its points is too large for the core.
    """
    check_players(menu, players)
    _check_points(menu)
    record = new_record(RULES)
    record.n_players = players
    record.n_seats = menu.seats_for(players)
    record.hand_size = menu.hand_size_for(players)
    record.pass_to[:] = 1
    record.bonus_limit = 255
    _fill_rows(record, menu)
    _fill_named(record, menu)
    _fill_requests(record)
    _fill_points(record, menu, players)
    return record


def kinds_of(menu: Menu) -> list[Card]:
    """Return the kinds of a menu, in order."""
    return [card(slug, menu.game) for slug in menu.kinds]


def _check_points(menu: Menu) -> None:
    for place, value in _numbers(menu.points):
        low, high = _LIMITS.get(place, _LIMITS.get(place.partition(".")[0], (-100, 100)))
        if not low <= value <= high:
            raise MenuError(f"points.{place} = {value}: must be between {low} and {high}.")
    for place, steps in _steps(menu.points):
        low, high = min(steps), max(steps)
        if low < MIN_GAIN or high > MAX_GAIN:
            raise MenuError(
                f"points.{place}: one more card would be worth {low} to {high} points; "
                f"from {MIN_GAIN} to {MAX_GAIN} can be played, so bring the numbers closer together."
            )


def _steps(points: Mapping[str, Any]) -> list[tuple[str, list[int]]]:
    """List what one card more can be worth by the kinds whose worth is not simply cut off."""
    found: list[tuple[str, list[int]]] = []
    if "nigiri" in points:
        times = points.get("wasabi", 1)
        found.append(("nigiri", [v * t for v in points["nigiri"].values() for t in (1, times)]))
    standings = {
        slug: [0, most := points[slug]["most"], fewest := points[slug]["fewest"], most + fewest]
        for slug in ("temaki", "pudding")
        if slug in points
    }
    for slug, values in standings.items():
        falls = points[slug]["most"] >= 0 >= points[slug]["fewest"]
        found.append((slug, _between(values, falls=falls)))
    places = (
        {f"maki.{name}": paid for name, paid in points["maki"].items()} if "maki" in points else {}
    )
    if "uramaki" in points:
        places["uramaki.places"] = points["uramaki"]["places"]
    for name, paid in places.items():
        falls = list(paid) == sorted(paid, reverse=True) and paid[-1] >= 0
        found.append((name, _between([0, *paid], falls=falls)))
    if "onigiri" in points:
        found.append(("onigiri", np.diff(_table(points["onigiri"], 5)).tolist()))
    if "fruit" in points:
        table = _table(points["fruit"], MAX_DESSERTS + 2)
        found.append(("fruit", (2 * np.diff(table)).tolist() + (table[2:] - table[:-2]).tolist()))
    return found


def _between(standings: Sequence[int], *, falls: bool) -> list[int]:
    """Return the least and the most that changing one's standing is worth; a card more never lowers it."""
    spread = max(standings) - min(standings)
    return [0 if falls else -spread, spread]


def _numbers(points: Mapping[str, Any]) -> list[tuple[str, int]]:
    """List every number of a points table with its place."""
    found: list[tuple[str, int]] = []
    for kind, value in points.items():
        parts = value.items() if isinstance(value, Mapping) else [("", value)]
        for name, part in parts:
            place = f"{kind}.{name}" if name else kind
            entries = part if isinstance(part, tuple | list) else [part]
            found += [(place, int(entry)) for entry in entries]
    return found


def _fill_rows(record: Any, menu: Menu) -> None:
    kinds = kinds_of(menu)
    cards = [(k, variant) for k, kind in enumerate(kinds) for variant in kind.variants]
    sizes = [len(kind.variants) for kind in kinds]
    codes = [_codes(kind.slug, menu.game) for kind in kinds]
    of_kinds: dict[str, list[int]] = {
        "first": list(accumulate(sizes[:-1], initial=0)),
        "n_variants": sizes,
        "catalogue": [_NUMBERS[kind.slug] for kind in kinds],
        **{moment: [of_kind[moment] for of_kind in codes] for moment in MOMENTS},
    }
    of_rows: dict[str, list[int]] = {
        "kind": [k for k, _ in cards],
        "value": [variant.value for _, variant in cards],
        "other": [variant.other for _, variant in cards],
        "n_copies": [menu.counts[variant.slug] for _, variant in cards],
        "is_action": [kinds[k].is_numbered for k, _ in cards],
        "matters": [
            kinds[k].is_dessert or kinds[k].slug in ("chopsticks", "spoon") for k, _ in cards
        ],
    }
    for columns in (of_kinds, of_rows):
        for name, values in columns.items():
            record[name][: len(values)] = values
    record.n_kinds, record.n_rows = len(kinds), len(cards)
    hexes = [kind.hex for kind in kinds]
    order = sorted(range(len(cards)), key=lambda r: hexes.index(hexes[cards[r][0]]))
    colours = [hexes[cards[r][0]] for r in order]
    record.by_colour[: len(cards)] = order
    record.last_of_colour[: len(cards)] = [
        a != b for a, b in zip(colours, [*colours[1:], None], strict=True)
    ]
    desserts = (r for r, (k, _) in enumerate(cards) if kinds[k].is_dessert)
    record.first_dessert = next(desserts, len(cards))
    revealing = [k for k, kind in enumerate(kinds) if kind.reveal is not nothing]
    record.n_revealing = len(revealing)
    record.revealing[: len(revealing)] = revealing
    asks = [k for k, slug in enumerate(menu.kinds) if slug in ("soy-sauce", "tea")]
    record.first_of_colour = asks[0] if asks else -1


@cache
def _codes(slug: str, game: str) -> dict[str, int]:
    """Return the codes of a kind's kernels by moment."""
    return {moment: code(card(slug, game), moment) for moment in MOMENTS}


def _fill_named(record: Any, menu: Menu) -> None:
    """Note where the cards are that the turn or the scoring has to find."""
    place = {slug: k for k, slug in enumerate(menu.kinds)}
    first = record.first.tolist()
    names = (
        "nigiri",
        "wasabi",
        "uramaki",
        "special_order",
        "takeout_box",
        "menu",
        "chopsticks",
        "spoon",
    )
    for name in names:
        k = place.get(name.replace("_", "-"), -1)
        record[name] = k
        row = f"{name}_row"
        if row in record.dtype.names:
            record[row] = first[k] if k >= 0 else -1
    kinds = record.kind[: record.n_rows].tolist()
    chopsticks, spoon = int(record.chopsticks), int(record.spoon)
    bonus = [r for r, k in enumerate(kinds) if k in (chopsticks, spoon)]
    record.n_bonus = len(bonus)
    record.n_chopsticks = kinds.count(chopsticks)
    record.bonus_row[: len(bonus)] = bonus


def _fill_requests(record: Any) -> None:
    """List what a spoon may ask for: every kind, and every exact card of kinds with variants (E34)."""
    n_rows = int(record.n_rows)
    is_action = record.is_action.tolist()
    firsts, sizes = record.first.tolist(), record.n_variants.tolist()
    requests = []
    for k in range(record.n_kinds):
        first, n = firsts[k], sizes[k]
        requests.append(first if n == 1 else n_rows + k)
        if n > 1 and not is_action[first]:
            requests += range(first, first + n)
    record.n_requests = len(requests)
    record.request_list[: len(requests)] = requests


def _table(values: Any, n: int) -> np.ndarray:
    """Lengthen a list of points to n entries by its last value."""
    listed = list(values) if isinstance(values, tuple | list) else [values]
    return np.array((listed + [listed[-1]] * n)[:n], np.int64)


def _promise(table: np.ndarray) -> np.ndarray:
    """Return what a set in the making counts for: its points, halved for each card still missing (ours).

    A card that brings a set on is worth what it adds to this, beside the points it scores. Without it
    a player that looks at gains would never take a first eel, and do worse than a random one on menus
    full of sets.
    """
    longer = np.concatenate([table, np.full(len(table), table[-1])])
    missing = np.arange(1, len(table) + 1)
    started = range(1, len(table))
    return np.array(
        [0.0]
        + [max(0.0, ((longer[n + missing] - longer[n]) / 2.0**missing).max()) for n in started]
    )


def _worth(points: np.ndarray) -> np.ndarray:
    """Return points as the bytes in which policies keep them: an offset plus half points."""
    halves: np.ndarray = np.rint(int(OFFSET) + 2 * np.clip(points, MIN_GAIN, MAX_GAIN))
    return halves.astype(np.uint8)


@lru_cache(256)
def _by_count(points: tuple[int, ...], down: int) -> dict[str, np.ndarray | list[int]]:
    """Return the fields of a kind that scores by the number of its cards, ``down`` a card turned face-down."""
    table = _table(points, MAX_DESSERTS + 1)
    listed = table.tolist()
    best = [
        max((listed[n - f] + down * f - listed[n], -f) for f in range(n + 1))
        for n in range(MAX_ICONS)
    ]
    return {
        "by_count": table[:-1],
        "gain_by_count": _worth(np.diff(table) + np.maximum(np.diff(_promise(table)), 0)),
        "flips_by_count": [-f for _, f in best],
        "flips_gain": [min(gain, MAX_GAIN) for gain, _ in best],
    }


def _fill_points(record: Any, menu: Menu, players: int) -> None:
    points: Mapping[str, Any] = menu.points
    down = int(points.get("takeout-box", 0))
    record.down_points = down
    for k, slug in enumerate(menu.kinds):
        value = points.get(slug)
        if isinstance(value, tuple | list) and slug not in ("onigiri", "fruit"):
            for name, of_kind in _by_count(tuple(value), down).items():
                record[name][k] = of_kind
    if "nigiri" in points:
        record.nigiri_points[:] = [points["nigiri"][v] for v in ("egg", "salmon", "squid")]
    record.wasabi_times = points.get("wasabi", 1)
    if "maki" in points:
        places = points["maki"].get("places")
        if places is None:  # Party pays by the number of players
            places = points["maki"]["small" if players <= _SMALL_TABLE else "large"]
        record.maki_places[: len(places)] = places
    if "uramaki" in points:
        places = points["uramaki"]["places"]
        record.uramaki_places[: len(places)] = places
        record.n_uramaki_places = len(places)
        record.uramaki_target = points["uramaki"]["target"]
    for slug in ("temaki", "pudding"):
        if slug in points:
            record[f"{slug}_most"] = points[slug]["most"]
            record[f"{slug}_fewest"] = points[slug]["fewest"]
    if "onigiri" in points:
        record.onigiri_points[:] = _table(points["onigiri"], 5)
    if "edamame" in points:
        record.edamame_points = points["edamame"]["per_opponent"]
        record.edamame_cap = points["edamame"]["cap"]
    record.soy_points = points.get("soy-sauce", 0)
    record.tea_points = points.get("tea", 0)
    if "fruit" in points:
        table = _table(points["fruit"], MAX_DESSERTS + 2)
        record.fruit_points[:] = table[:MAX_DESSERTS]
        record.fruit_gain[1] = _worth(table[2 : MAX_ICONS + 2] - table[:MAX_ICONS])
        # two different fruit: the halves of the offset are added up
        record.fruit_gain[0] = (
            _worth(table[1 : MAX_ICONS + 1] - table[:MAX_ICONS]) - int(OFFSET) // 2
        )
