"""Games for the tests of the core: what is played, by whom, and whether the reference agrees."""

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simkit.errors import MenuError
from simkit.menus import Menu, build, legal_players, printed
from simkit.menus.catalogue import GROUPS, card_ids, cards, dice
from simkit.menus.points import allowed
from simkit.menus.roll import SIDES, face_names
from simkit.menus.rulings import RULINGS as MODELS
from simkit.policies.switch import POLICIES
from simkit.schema import MAX_DICE
from simkit.transcript import replay
from tests.reference.engine import differences

GAMES = ("party", "go", "roll")

NAMES = tuple(policy.name for policy in POLICIES if not policy.rollouts)
"""Policies that play a game in no time."""

CONTRACT = tuple(policy.name for policy in POLICIES)
"""Every policy, for tests of single decisions: one that searches does so in a few lanes of a position."""

PRINTED = {menu.slug: menu for menu in printed()}
"""The printed menus of Party."""

OTHERS = {f"{game}/{menu.slug}": menu for game in ("go", "roll") for menu in printed(game)}
"""The printed menus of Sushi Go! and Sushi Roll."""

ALL = PRINTED | OTHERS

PRINTED_TABLES = [(menu, players) for menu in ALL.values() for players in legal_players(menu)]
"""Every printed menu with every number of players it is legal for."""

KINDS = tuple(kind for kind in cards() if kind != "nigiri")
"""All kinds of Party but the nigiri, which are always there."""


def _answers(game: str) -> dict[str, tuple[Any, ...]]:
    """Settings of the rulings that are words, or yes and no."""
    return {
        name: tuple(schema.get("enum", (False, True)))
        for name, schema in MODELS[game].model_json_schema()["properties"].items()
        if "enum" in schema or schema.get("type") == "boolean"
    }


RULINGS: dict[str, dict[str, tuple[Any, ...]]] = {game: _answers(game) for game in GAMES}
RULINGS["party"] |= {
    "uramaki_mix": ([4, 4, 4], [3, 5, 4], [4, 5, 3], [0, 12, 0]),
    "bonus_actions_per_turn": (0, 1, 2),
}
"""Settings of every ruling that differ in play, by game."""

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
    "menu.tokens": (1, 9),
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


def data_of(menu: Menu) -> dict[str, Any]:
    """What the file of a menu says."""
    return tomllib.loads(menu.to_toml())


def players_of(menu: Menu, most: int = 4) -> int:
    """A usual number of players: four, or as many as may play."""
    return max(players for players in legal_players(menu) if players <= most)


def ranks(menu: Menu, preferences: Sequence[str]) -> dict[str, int]:
    """Place of each card in a list: named ones first, in order; the others in catalogue order."""
    order: list[str] = []
    for entry in preferences:
        named = list(card_ids(entry, menu.game).values()) if entry in menu.kinds else [entry]
        order += [card for card in menu.card_ids if card in named and card not in order]
    order += [card for card in menu.card_ids if card not in order]
    return {card: place for place, card in enumerate(order)}


def scores(kind: str, game: str = "party") -> bool:
    """Whether a kind has points of its own."""
    return cards(game)[kind].points is not None


def number(rng: random.Random, place: str) -> int:
    """A number of points within its bounds."""
    kind = place.partition(".")[0]
    low, high = BOUNDS.get(place, BOUNDS.get(kind, (-100, 100)))
    return rng.randint(low, high)


def any_points(rng: random.Random, kind: str, game: str = "party") -> Any:
    """Points of a kind: any that the core plays."""

    def like(form: Any, place: str) -> Any:
        if isinstance(form, dict):
            return {name: like(part, f"{place}.{name}") for name, part in form.items()}
        if hasattr(form, "longest"):
            return [number(rng, place) for _ in range(rng.randint(1, form.longest))]
        return number(rng, place)

    return like(allowed(kind, game), kind)


def any_counts(rng: random.Random, kind: str, most: int, game: str = "party") -> Any:
    """Copies of a kind's cards."""
    ids = list(card_ids(kind, game))
    if ids == [kind]:
        return rng.randint(0, most)
    return {short: rng.randint(0, max(most // 2, 1)) for short in ids}


def any_rulings(rng: random.Random, share: float = 0.5, game: str = "party") -> dict[str, Any]:
    """Some rulings set, all settings alike."""
    return {
        name: rng.choice(values) for name, values in RULINGS[game].items() if rng.random() < share
    }


def any_lineup(rng: random.Random, players: int) -> tuple[str, ...]:
    """One policy everywhere, or a mixture."""
    if rng.random() < 0.2:
        return (rng.choice(NAMES),) * players
    return tuple(rng.choice(NAMES) for _ in range(players))


def any_list(rng: random.Random, kinds: tuple[str, ...]) -> str:
    """The policy that plays by a list, with a random one."""
    return f"first:{','.join(rng.sample(kinds, min(len(kinds), 3)))}"


def legal_kinds(rng: random.Random) -> list[str]:
    """The kinds of a random menu of the rule book's structure."""
    return [
        kind
        for group, n in GROUPS.items()
        if group != "nigiri"
        for kind in rng.sample([c.slug for c in cards().values() if c.group == group], n)
    ]


def _own_points(rng: random.Random, kinds: list[str], game: str) -> dict[str, Any]:
    return {
        kind: any_points(rng, kind, game)
        for kind in kinds
        if scores(kind, game) and rng.random() < 0.4
    }


def _own_counts(rng: random.Random, kinds: list[str], game: str, most: int) -> dict[str, Any]:
    return {
        kind: any_counts(rng, kind, 2 if kind == "menu" else most, game)
        for kind in kinds
        if rng.random() < 0.3
    }


def _party(rng: random.Random, *, house: bool) -> dict[str, Any]:
    if not house:
        return {"cards": legal_kinds(rng)}
    kinds = rng.sample(KINDS, rng.randint(2, len(KINDS)))
    data: dict[str, Any] = {"cards": kinds, "points": {}, "counts": {}}
    if rng.random() < 0.5:
        data["points"] = _own_points(rng, [*kinds, "nigiri"], "party")
    if rng.random() < 0.5:
        data["counts"] = _own_counts(rng, [*kinds, "nigiri"], "party", 16)
    if rng.random() < 0.3:
        data["deal"] = {"hand_size": rng.randint(1, 10)}
    return data


def _go(rng: random.Random, *, house: bool) -> dict[str, Any]:
    every = [kind for kind in cards("go") if kind != "nigiri"]
    data: dict[str, Any] = {
        "cards": [kind for kind in every if kind != "soy-sauce" or rng.random() < 0.5],
        "variants": {"pass": rng.choice(["left", "both ways"]), "dummy": rng.random() < 0.25},
    }
    if rng.random() < 0.5:
        data["points"] = _own_points(rng, ["nigiri", *data["cards"]], "go")
    if not house:
        return data
    if rng.random() < 0.5:
        data["cards"] = rng.sample(every, rng.randint(0, len(every)))
        data["points"] = _own_points(rng, ["nigiri", *data["cards"]], "go")
    if rng.random() < 0.7:
        data["counts"] = _own_counts(rng, ["nigiri", *data["cards"]], "go", 40)
    if rng.random() < 0.7:
        data["deal"] = {"hand_size": rng.randint(1, 10)}
    return data


def _roll(rng: random.Random, *, house: bool) -> dict[str, Any]:
    if not house:
        return {}
    data: dict[str, Any] = {"dice": {}}
    faces = rng.sample(sorted(set(face_names().values())), rng.randint(1, 9))
    for die in dice():
        if rng.random() < 0.6:
            data["dice"][die] = {"dice": rng.choice([0, 1, 3, 8, 20, 40])}
        if rng.random() < 0.6:
            data["dice"].setdefault(die, {})["faces"] = [rng.choice(faces) for _ in range(SIDES)]
    if rng.random() < 0.8:
        data["deal"] = {"dice": rng.randint(1, MAX_DICE)}
    if rng.random() < 0.7:
        start = {kind: rng.choice([0, 0, 1, 2, 5]) for kind in ("menu", "chopsticks")}
        spare = {kind: rng.choice([0, 1, 3, 12]) for kind in start}
        supply = {kind: min(n * 4 + spare[kind], 60) for kind, n in start.items()}
        supply["pudding"] = rng.choice([0, 1, 4, 20, 60])
        data["tokens"] = {"start": start, "supply": supply}
    if rng.random() < 0.5:
        kinds = list(build({"name": "Any", "game": "roll"} | data, house=True).kinds)
        data["points"] = _own_points(rng, kinds, "roll")
    return data


_MENUS: dict[str, Callable[..., dict[str, Any]]] = {"party": _party, "go": _go, "roll": _roll}


def any_menu(rng: random.Random, *, house: bool, game: str = "party") -> dict[str, Any]:
    """A menu file's data: legal, or a house menu with own points, numbers and deals."""
    rulings = any_rulings(rng, game=game)
    data: dict[str, Any] = {"name": "Any", "game": game, "rulings": rulings}
    data |= _MENUS[game](rng, house=house)
    if "uramaki" in data.get("counts", {}):
        data["rulings"].pop("uramaki_mix", None)
    return data


def settings(seed: int, *, house: bool, game: str = "party") -> Iterator[Setting]:
    """Endless random games: legal menus, or house menus with own points, counts and deals."""
    rng = random.Random(seed)
    while True:
        try:
            data = any_menu(rng, house=house, game=game)
            menu = build(data, house=house)
        except MenuError:
            continue
        possible = legal_players(menu)
        if not possible:
            continue
        players = rng.choice(possible)
        lineup = any_lineup(rng, players)
        if rng.random() < 0.2:
            lineup = (any_list(rng, menu.kinds), *lineup[1:])
        yield Setting(data, players, lineup, seed, rng.randrange(100_000), house)
