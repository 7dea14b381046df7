"""Rules of thumb: published advice as data (``data/rules_of_thumb.toml``), read and looked up.

A rule says what a card is worth when it is chosen: by how far its kind has come, by the cards left in the hand,
by the round and the number of players. The first rule that fits is the one that counts; where none fits, a card
is worth the points it brings now.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.cards import CATALOGUES
from simkit.cards.outlook import LEVEL
from simkit.errors import PolicyError, nearest, toml_problem
from simkit.policies.weights import KEYS
from simkit.schema import MAX_ICONS, N_ROUNDS

OURS = "ours"
"""The source of a rule for which nothing published was found."""

_LEADS = {"maki", "temaki", "uramaki", "pudding", "soy-sauce"}
_COUNTS = {
    "nigiri": "free_wasabi",
    "wasabi": "free_wasabi",
    "onigiri": "shapes",
    "edamame": "opponents",
    "tea": "group",
    "fruit": "icons",
}
_TABLES = {"highest": 0, "second": 1, "lowest": 1}

Span = tuple[int, int]
Ends = tuple[float, float]
Floats = NDArray[np.float64]


def progress_of(kind: str) -> str:
    """Return what the progress of a kind counts, as it is called in a rule."""
    return "lead" if kind in _LEADS else _COUNTS.get(kind, "own")


class Source(BaseModel):
    """Where a rule was published.

    Attributes
    ----------
    title, author, address : str
        Of the page or the program.
    advice : str
        What it says, in our words.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    author: str
    address: str
    advice: str


class Thumb(BaseModel):
    """A rule of thumb: when it holds, and what the card is worth then.

    Attributes
    ----------
    source : str
        Its key among the sources, or ``"ours"``.
    worth : tuple of two float
        Points at the first pick of a round and at the last; between them linear. In a file also one number.
    per_left : float
        Points for each card in the hand, the chosen one included.
    per_opponent : tuple of two float
        Points for each opponent, at the first pick and at the last.
    visible : tuple of two float
        Share of the points that the card brings now that counts too, at the first pick and at the last.
    games : tuple of str
        Games it is for.
    own, free_wasabi, shapes, opponents, group, icons, lead : tuple of two int, optional
        Least and most progress: own cards; free wasabi; other shapes in the set it would join; opponents who
        have some; cards of the largest colour; icons of that fruit; lead before the card. In a file also one
        number.
    every : int, optional
        The progress begins anew after so many (a set).
    against : str
        Whom the lead is over: the ``"highest"`` rival, the ``"second"`` highest (maki, uramaki) or the
        ``"lowest"`` (temaki, pudding). What the two are worth is added up.
    left : tuple of two int, optional
        Fewest and most cards in the hand, the chosen one included.
    round, players : tuple of two int, optional
        Rounds (from 1) and numbers of players.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    worth: Ends = (0.0, 0.0)
    per_left: float = 0.0
    per_opponent: Ends = (0.0, 0.0)
    visible: Ends = (0.0, 0.0)
    games: tuple[Literal["party", "go", "roll"], ...] = ("party", "go", "roll")
    own: Span | None = None
    free_wasabi: Span | None = None
    shapes: Span | None = None
    opponents: Span | None = None
    group: Span | None = None
    icons: Span | None = None
    lead: Span | None = None
    every: int | None = Field(None, ge=2, le=10)
    against: Literal["highest", "second", "lowest"] = "highest"
    left: Span | None = None
    round: Span | None = None
    players: Span | None = None

    @property
    def table(self) -> int:
        """0 or 1: the first or the second of a card's two tables."""
        return _TABLES[self.against]


class Thumbs(NamedTuple):
    """Rules of thumb by kind or card, in order of precedence, and their sources."""

    rules: Mapping[str, tuple[Thumb, ...]]
    sources: Mapping[str, Source]


@cache
def rules_of_thumb() -> Thumbs:
    """Return the rules of thumb that come with the project."""
    path = resources.files("simkit.policies") / "data" / "rules_of_thumb.toml"
    return parse_thumbs(path.read_text("utf-8"), "rules of thumb")


def read_thumbs(path: str | Path) -> Thumbs:
    """Read rules of thumb from a file of the form of ours.

    Raises
    ------
    PolicyError
        There is no such file, or something in it has to be changed.
    """
    where = f"rules of thumb '{path}'"
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{where}: {error}.") from None
    return parse_thumbs(text, where)


def parse_thumbs(text: str, where: str) -> Thumbs:
    """Return the rules that a file's text holds; `where` begins every message.

    Raises
    ------
    PolicyError
        Something in the text has to be changed.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(
            f"{where}: this is not valid TOML: {toml_problem(error, text)}."
        ) from None
    for name in content:
        if name not in ("sources", "rules"):
            raise PolicyError(f"{where}: `{name}` is not known: sources, rules.")
    given = content.get("sources", {})
    sources = {key: _made(Source, one, f"{where}: sources.{key}") for key, one in given.items()}
    rules = {}
    for key, listed in content.get("rules", {}).items():
        if key not in KEYS:
            raise PolicyError(f"{where}: rules.{key}: there is no such card.{nearest(key, KEYS)}")
        place = f"{where}: rules.{key}"
        if not isinstance(listed, list):
            raise PolicyError(f"{place}: must be a list of rules.")
        rules[key] = tuple(
            _rule(key, one, sources, f"{place}, rule {i}") for i, one in enumerate(listed, 1)
        )
    return Thumbs(rules, sources)


def worths(
    thumbs: Thumbs,
    card: str,
    progress: int,
    turn: int,
    hand_size: int,
    players: int,
    game: str,
    *,
    round_now: int = 0,
    table: int = 0,
    now: float = 0.0,
) -> float | None:
    """Return what a card is worth by the rules of thumb; None if they say nothing about it.

    Parameters
    ----------
    thumbs : Thumbs
        The rules.
    card : str
        A card or a kind; rules of the card go before those of its kind.
    progress : int
        How far its kind has come (`progress_of`); a lead plus `LEVEL`.
    turn, hand_size : int
        Turn of the round, from 0, and the number of turns.
    players : int
        2 to 8.
    game : str
        ``"party"``, ``"go"`` or ``"roll"``.
    round_now : int
        Round, from 0.
    table : int
        1 asks for what a lead over the second highest or the lowest rival adds.
    now : float
        Points that the card brings now.
    """
    for rule in _rules_for(thumbs, card, game):
        if rule.table == table and _fits(
            rule, card, game, progress, turn, hand_size, players, round_now
        ):
            points, visible = _worth(rule, turn, hand_size, players)
            return points + visible * now
    return None


def tables(
    thumbs: Thumbs, card: str, game: str, players: int, hand_size: int
) -> tuple[Floats, Floats]:
    """Return what a card is worth, for all rounds, turns and progress at once.

    Returns
    -------
    points, visible : array of float, by round, turn, table and progress
        It is worth ``points + visible * what it brings now``. Where no rule fits, 0 and 1.
    """
    shape = (N_ROUNDS, hand_size, 2, MAX_ICONS)
    points, visible = np.zeros(shape), np.ones(shape)
    rules = _rules_for(thumbs, card, game)
    for rule in reversed(rules):  # the first that fits is written last
        for turn in range(hand_size):
            found = _worth(rule, turn, hand_size, players)
            for r in range(N_ROUNDS):
                for progress in range(MAX_ICONS):
                    if _fits(rule, card, game, progress, turn, hand_size, players, r):
                        place = r, turn, rule.table, progress
                        points[place], visible[place] = found
    return points, visible


def _worth(rule: Thumb, turn: int, hand_size: int, players: int) -> tuple[float, float]:
    """Return the points of a rule, and the share of the visible ones."""
    late = turn / (hand_size - 1) if hand_size > 1 else 1.0

    def at(ends: Ends) -> float:
        return ends[0] + (ends[1] - ends[0]) * late

    of_opponents = at(rule.per_opponent) * (players - 1)
    return at(rule.worth) + rule.per_left * (hand_size - turn) + of_opponents, at(rule.visible)


def _fits(
    rule: Thumb,
    card: str,
    game: str,
    progress: int,
    turn: int,
    hand_size: int,
    players: int,
    round_now: int,
) -> bool:
    spans = (
        (rule.left, hand_size - turn),
        (rule.players, players),
        (rule.round, round_now + 1),
    )
    if any(span is not None and not span[0] <= value <= span[1] for span, value in spans):
        return False
    name = progress_of(_kind_of(card, game))
    span = getattr(rule, name)
    if span is None:
        return True
    low, high = span
    if name == "lead":  # the ends of a table stand for all that is beyond them
        low, high = (min(max(x + LEVEL, 0), MAX_ICONS - 1) for x in span)
    elif rule.every is not None:
        progress %= rule.every
    return bool(low <= progress <= high)


def _rules_for(thumbs: Thumbs, card: str, game: str) -> list[Thumb]:
    """Return the rules of a card and then those of its kind, for a game."""
    keys = dict.fromkeys((card, _kind_of(card, game)))
    return [rule for key in keys for rule in thumbs.rules.get(key, ()) if game in rule.games]


@cache
def _kind_of(card: str, game: str) -> str:
    """Return the kind of a card; a kind is its own."""
    for kind in CATALOGUES[game]:
        if card == kind.slug or card in (variant.slug for variant in kind.variants):
            return kind.slug
    return card


@cache
def _any_kind_of(card: str) -> str:
    """Return the kind of a card in whichever game has it."""
    kinds = (_kind_of(card, game) for game in CATALOGUES)
    return next((kind for kind in kinds if kind != card), card)


def _rule(key: str, given: Any, sources: Mapping[str, Source], place: str) -> Thumb:
    if isinstance(given, dict):
        given = {name: _paired(name, value) for name, value in given.items()}
    rule: Thumb = _made(Thumb, given, place)
    if rule.source != OURS and rule.source not in sources:
        raise PolicyError(
            f'{place}: source = "{rule.source}": must be one of [sources], or "{OURS}".'
            f"{nearest(rule.source, sources)}"
        )
    name = progress_of(_any_kind_of(key))
    for other in ("own", "lead", *_COUNTS.values()):
        if other != name and getattr(rule, other) is not None:
            raise PolicyError(
                f"{place}: `{other}` says nothing about {key}; its progress is `{name}`."
            )
    if rule.table and name != "lead":
        raise PolicyError(f"{place}: `against` is for leads; the progress of {key} is `{name}`.")
    return rule


def _paired(name: str, value: Any) -> Any:
    """Return a single number of a span as its two ends."""
    single = name not in ("source", "per_left", "every", "against", "games")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return (value, value) if single and is_number else value


def _made(model: type[BaseModel], given: Any, place: str) -> Any:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        at = ".".join(str(step) for step in found["loc"])
        raise PolicyError(f"{place}: {at + ': ' if at else ''}{found['msg'].lower()}.") from None
