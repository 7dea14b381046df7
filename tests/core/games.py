"""Games for the tests of the core: what is played, by whom, and whether the reference agrees."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simkit.errors import MenuError
from simkit.menus import Menu, Rulings, build, legal_players, printed
from simkit.menus.catalogue import GROUPS, card_ids, cards
from simkit.menus.points import allowed
from simkit.policies.switch import POLICIES
from simkit.transcript import replay
from tests.reference.engine import differences

NAMES = tuple(policy.name for policy in POLICIES)

PRINTED = {menu.slug: menu for menu in printed()}

PRINTED_TABLES = [(menu, players) for menu in printed() for players in legal_players(menu)]
"""Every printed menu with every number of players it is legal for."""

KINDS = tuple(kind for kind in cards() if kind != "nigiri")
"""All kinds but the nigiri, which are always there."""

RULINGS: dict[str, tuple[Any, ...]] = {
    "uramaki_mix": ([4, 4, 4], [3, 5, 4], [4, 5, 3], [0, 12, 0]),
    "bonus_actions_per_turn": (0, 1, 2),
    **{
        name: tuple(schema.get("enum", (False, True)))
        for name, schema in Rulings.model_json_schema()["properties"].items()
        if "enum" in schema or schema.get("type") == "boolean"
    },
}
"""Settings of every ruling that differ in play."""

BOUNDS: dict[str, tuple[int, int]] = {
    "nigiri": (-3, 9),
    "wasabi": (0, 10),
    "maki": (-15, 15),
    "temaki": (-15, 15),
    "pudding": (-15, 15),
    "uramaki": (-15, 15),
    "uramaki.target": (3, 40),
    "onigiri": (-15, 15),
    "edamame": (0, 12),
    "edamame.cap": (0, 90),
    "soy-sauce": (0, 9),
    "tea": (0, 4),
    "takeout-box": (0, 9),
    "fruit": (-7, 7),
}
"""Points of the random menus; kinds that score by a list of their own: -100 to 100.

No card gains less than -31 points by them; worse ones are in `test_policies.py`.
"""


@dataclass(frozen=True)
class Setting:
    """All that decides a game."""

    data: dict[str, Any]
    players: int
    lineup: tuple[str, ...]
    seed: int
    game: int
    house: bool = False

    def menu(self) -> Menu:
        """The checked menu."""
        return build(self.data, house=self.house)

    def transcript(self) -> dict[str, Any]:
        """The game, by the core."""
        return replay(
            self.menu(),
            players=self.players,
            policies=self.lineup,
            seed=self.seed,
            game=self.game,
            house=self.house,
        ).data

    def problems(self) -> list[str]:
        """What the reference has to say about the game."""
        return differences(self.transcript(), house=self.house)

    def __str__(self) -> str:
        table = f"{self.data}, {self.players} players: {self.lineup}"
        return f"{table}, seed {self.seed}, game {self.game}"


def scores(kind: str) -> bool:
    """Whether a kind has points of its own."""
    return cards()[kind].points is not None


def number(rng: random.Random, place: str) -> int:
    """A number of points within its bounds."""
    kind = place.partition(".")[0]
    low, high = BOUNDS.get(place, BOUNDS.get(kind, (-100, 100)))
    return rng.randint(low, high)


def any_points(rng: random.Random, kind: str) -> Any:
    """Points of a kind: any that the core plays."""
    usual = cards()[kind].points

    def like(value: Any, place: str) -> Any:
        if isinstance(value, dict):
            return {name: like(part, f"{place}.{name}") for name, part in value.items()}
        if isinstance(value, list | tuple):
            longest = 3 if isinstance(usual, dict) else allowed(kind).longest  # type: ignore[union-attr]
            return [number(rng, place) for _ in range(rng.randint(1, longest))]
        return number(rng, place)

    return like(usual, kind)


def any_counts(rng: random.Random, kind: str, most: int) -> Any:
    """Copies of a kind's cards."""
    ids = list(card_ids(kind))
    if ids == [kind]:
        return rng.randint(0, most)
    return {short: rng.randint(0, max(most // 2, 1)) for short in ids}


def any_rulings(rng: random.Random, share: float = 0.5) -> dict[str, Any]:
    """Some rulings set, all settings alike."""
    return {name: rng.choice(values) for name, values in RULINGS.items() if rng.random() < share}


def any_lineup(rng: random.Random, players: int) -> tuple[str, ...]:
    """One policy everywhere, or a mixture."""
    if rng.random() < 0.2:
        return (rng.choice(NAMES),) * players
    return tuple(rng.choice(NAMES) for _ in range(players))


def legal_kinds(rng: random.Random) -> list[str]:
    """The kinds of a random menu of the rule book's structure."""
    return [
        kind
        for group, n in GROUPS.items()
        if group != "nigiri"
        for kind in rng.sample([c.slug for c in cards().values() if c.group == group], n)
    ]


def _own(rng: random.Random, kinds: list[str]) -> dict[str, Any]:
    """Own points and own counts for some of the kinds."""
    named = [*kinds, "nigiri"]
    changes: dict[str, Any] = {"points": {}, "counts": {}}
    if rng.random() < 0.5:
        for kind in named:
            if scores(kind) and rng.random() < 0.4:
                changes["points"][kind] = any_points(rng, kind)
    if rng.random() < 0.5:
        for kind in named:
            if rng.random() < 0.3:
                changes["counts"][kind] = any_counts(rng, kind, 2 if kind == "menu" else 16)
    return changes


def settings(seed: int, *, house: bool) -> Iterator[Setting]:
    """Endless random games: legal menus, or house menus with own points, counts and deals."""
    rng = random.Random(seed)
    while True:
        data: dict[str, Any] = {"name": "Any", "rulings": any_rulings(rng)}
        if house:
            data["cards"] = rng.sample(KINDS, rng.randint(2, len(KINDS)))
            data |= _own(rng, data["cards"])
            if "uramaki" in data["counts"]:
                data["rulings"].pop("uramaki_mix", None)
            if rng.random() < 0.3:
                data["deal"] = {"hand_size": rng.randint(1, 10)}
        else:
            data["cards"] = legal_kinds(rng)
        lineup_rng, players_rng = random.Random(rng.random()), random.Random(rng.random())
        try:
            possible = legal_players(build(data, house=house))
        except MenuError:
            continue
        if possible:
            players = players_rng.choice(possible)
            lineup = any_lineup(lineup_rng, players)
            yield Setting(data, players, lineup, seed, rng.randrange(100_000), house)
