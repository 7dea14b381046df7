"""What each card of a menu is worth to these players: by points, by forbidding it, by taking another one instead.

One call plays two experiments, each until its numbers are known well enough: *picks* (`analysis.pick_value`), whose
first arm also says what is dealt, taken and preferred, and *bans* (`analysis.forbidden`), the same games with each
kind forbidden in turn. Their games have numbers of their own, so the two are independent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.copies import MOST, copy_sums
from analysis.dealt import dealt_lift, dealt_sums
from analysis.estimate import Estimate, stacked
from analysis.forbidden import Forbidden, forbidden_sums, lineup_with_ban
from analysis.gather import Budget, Gathered, Target, gather
from analysis.pick_value import PickValues, pick_sums
from analysis.picks import picks as picks_of
from analysis.preferences import PickCounts, preference, preferred_pairs
from analysis.shrinkage import shrunk
from analysis.standing import Tried, evenness, standings
from analysis.takings import kinds as kinds_of
from simkit import simulate
from simkit.experiment import BLOCK, Arm
from simkit.menus import Menu, load
from simkit.menus.catalogue import card_ids
from simkit.played import Played
from simkit.schema import SHARE

_BANS_FROM = 2**38 // BLOCK * BLOCK  # number of the first game of the bans
_THINNED = 4  # what is known well from few games is kept of every fourth block
_TAKINGS = ("points", "points_per_copy", "points_share", "take_rate", "mean_pick", "wheel_rate")
_RATES = (
    "card",
    "kind",
    "turn",
    "seen",
    *(f"pick_rate{end}" for end in ("", "_se", "_low", "_high")),
)

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class CardValues:
    """What the cards of a menu are worth at a table of one policy.

    Attributes
    ----------
    menu : Menu
    players : int
    policy : str
        Of all seats.
    seed : int
    kinds : polars.DataFrame
        A row for each kind; see `analysis.columns`.
    cards : polars.DataFrame
        A row for each card (squid, salmon and egg nigiri are three).
    picks : polars.DataFrame
        A row for each kind and turn: the pick value. Empty for dice.
    pick_rates : polars.DataFrame
        A row for each card and turn: how often it is taken where it is in the hand.
    copies : polars.DataFrame
        A row for each kind and number of copies taken.
    preferred : polars.DataFrame
        A row for each card and each other: how often the first is picked where both are in the hand. Empty for dice.
    interaction : Estimate
        Points by which another pick moves each other seat's score, up or down; nan for dice.
    evenness : Estimate
        How evenly worth is spread over the kinds (`analysis.standing.evenness`).
    n_games : dict of str to int
        Games of each arm, by experiment: ``picks``, ``bans``.
    ended : dict of str to str
        Why each experiment ended: see `analysis.gather`.
    variance_reduction : float
        How many times fewer games the bans need as they share their games: the harmonic mean over the kinds.
    explained : float
        How much of the preferences between cards one scale tells (`analysis.bradley_terry`); nan for dice.
    """

    menu: Menu
    players: int
    policy: str
    seed: int
    kinds: pl.DataFrame
    cards: pl.DataFrame
    picks: pl.DataFrame
    pick_rates: pl.DataFrame
    copies: pl.DataFrame
    preferred: pl.DataFrame
    interaction: Estimate
    evenness: Estimate
    n_games: dict[str, int]
    ended: dict[str, str]
    variance_reduction: float
    explained: float


def card_values(
    menu: Any,
    *,
    players: int = 4,
    policy: str = "weighted",
    budget: Budget | None = None,
    seed: int = 0,
    first: int = 0,
    house: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CardValues:
    """Say what each card is worth, at a table where all play by the same policy.

    Parameters
    ----------
    menu : str, path or Menu
    players : int
        2 to 8.
    policy : str
        Of all seats.
    budget : Budget, optional
        Of each experiment. Default: until forbid and pick values of all kinds are known to 0.1 points.
    seed, house, threads
        As for `simkit.simulate`.
    first : int
        Number of the first game: others make a run independent of one with the same seed, but for what is only looked
        at (points, take rates), which is always of the first games.
    progress : callable, optional
        Called with the experiment's name, the games done, and those that there may be at the most.

    Returns
    -------
    CardValues
    """
    budget = Budget(target=Target(0.1)) if budget is None else budget
    loaded = load(menu, house=house)
    table = _Table(loaded, players, policy, budget, seed, first, house, threads, progress)
    picks, bans = table.picks(), table.bans()
    batch = simulate(
        loaded,
        players=players,
        games=picks.n_games,
        policy=policy,
        seed=seed,
        house=house,
        threads=threads,
    )
    forbidden = [Forbidden(bans.sums[kind], table.n_seats) for kind in loaded.kinds]
    taking = kinds_of(batch).filter(by="all").drop("by", "seat", "player", "policy", "n_games")
    values = None if loaded.dice else table.pick_values(picks)
    by_kind, by_turn = (
        _kinds_frame(table, picks, forbidden, values, taking),
        _picks_frame(table, values),
    )
    points, win = (
        stacked([one.forbid_value(what) for one in forbidden]) for what in ("score", "win")
    )
    still_taken = stacked([one.still_taken() for one in forbidden])
    scale, explained = (
        (None, np.nan) if loaded.dice else preference(picks.sums["preferred"], loaded)
    )
    standing = standings(points, win, still_taken, _tried(table, values), games=budget.tuned)
    return CardValues(
        menu=loaded,
        players=players,
        policy=policy,
        seed=seed,
        kinds=by_kind.with_columns(standing=pl.Series(standing, dtype=pl.String)),
        cards=_cards_frame(table, picks, values, scale),
        picks=by_turn,
        pick_rates=picks_of(batch).filter(by="all").select(*_RATES, "n_games"),
        copies=_copies_frame(table, picks),
        preferred=pl.DataFrame()
        if loaded.dice
        else preferred_pairs(picks.sums["preferred"], loaded),
        interaction=_nothing() if values is None else budget.interval(values.interaction()),
        evenness=evenness(budget.together(points)),
        n_games={"picks": picks.n_games, "bans": bans.n_games},
        ended={"picks": picks.ended, "bans": bans.ended},
        explained=explained,
        variance_reduction=_harmonic([one.variance_reduction() for one in forbidden]),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A menu, who plays it, and how many games there are."""

    menu: Menu
    players: int
    policy: str
    budget: Budget
    seed: int
    first: int
    house: bool
    threads: int | None
    progress: Progress | None

    @property
    def n_seats(self) -> int:
        return self.menu.seats_for(self.players)

    @property
    def n_turns(self) -> int:
        return self.menu.hand_size_for(self.players) - 1

    def cards_of(self, kind: str) -> list[str]:
        return list(card_ids(kind, self.menu.game).values())

    def rows_of(self, kind: str) -> Any:
        return np.array([self.menu.card_ids.index(card) for card in self.cards_of(kind)])

    def picks(self) -> Gathered:
        """Play games in which cards are tried, where they are cards."""
        is_cards = not self.menu.dice
        free = self._arm(self.policy, tries=is_cards, picks=is_cards)
        return self._gather("picks", [free], self._reduce_picks, self._picks_are_known, 0)

    def bans(self) -> Gathered:
        """Play games in which each kind is forbidden."""
        bans = [lineup_with_ban(self.policy, self.players, kind) for kind in self.menu.kinds]
        arms = [self._arm(self.policy), *(self._arm(ban) for ban in bans)]
        return self._gather("bans", arms, self._reduce_bans, self._bans_are_known, _BANS_FROM)

    def pick_values(self, picks: Gathered | Mapping[str, Any]) -> PickValues:
        sums = picks.sums if isinstance(picks, Gathered) else picks
        return PickValues(self.menu, self.n_turns, self.players, sums["picks"])

    def lifts(self, sums: Mapping[str, Any], what: str) -> list[Estimate]:
        """Return the dealt lifts of all kinds, in points or in the win index."""
        unit = 1 if what == "score" else SHARE / self.n_seats
        return [
            dealt_lift(sums[f"kind {kind}"], self.players, what, unit=unit)
            for kind in self.menu.kinds
        ]

    def _arm(self, policies: str | Sequence[str], **options: bool) -> Arm:
        return Arm(self.menu, self.players, policies, rotate=True, house=self.house, **options)

    def _gather(
        self, name: str, arms: Sequence[Arm], reduce: Any, enough: Any, first: int
    ) -> Gathered:
        said = self.progress
        return gather(
            arms,
            reduce,
            self.budget,
            enough=enough,
            seed=self.seed,
            first=self.first + first,
            threads=self.threads,
            progress=None if said is None else lambda done, most: said(name, done, most),
        )

    def _reduce_picks(self, games: Sequence[Played]) -> dict[str, Any]:
        free, sums = games[0], dict[str, Any]()
        if len(games) > 1:
            sums["picks"] = pick_sums(free, games[1], self.n_turns)
            sums["preferred"] = PickCounts.of(free.preferred)
        if free.first // BLOCK % _THINNED and len(games) > 1:
            return sums
        for r, card in enumerate(self.menu.card_ids):
            sums[f"dealt {card}"] = dealt_sums(free, np.array([r]), self.players)
        for k, kind in enumerate(self.menu.kinds):
            sums[f"kind {kind}"] = dealt_sums(free, self.rows_of(kind), self.players)
            sums[f"copies {kind}"] = copy_sums(free, k, self.players)
        return sums

    def _reduce_bans(self, games: Sequence[Played]) -> dict[str, Any]:
        free = games[0]
        return {
            kind: forbidden_sums(free, bound, k)
            for k, (kind, bound) in enumerate(zip(self.menu.kinds, games[1:], strict=True))
        }

    def _picks_are_known(self, sums: Mapping[str, Any], target: Target) -> bool:
        if self.menu.dice:
            return self._narrow(self.lifts(sums, _what(target)), target)
        values = self.pick_values(sums)
        get = values.points if target.unit == "pt" else values.win_index
        return self._narrow([get(self.cards_of(kind)) for kind in self.menu.kinds], target)

    def _bans_are_known(self, sums: Mapping[str, Any], target: Target) -> bool:
        found = [
            Forbidden(sums[kind], self.n_seats).forbid_value(_what(target))
            for kind in self.menu.kinds
        ]
        return self._narrow(found, target)

    def _narrow(self, estimates: Sequence[Estimate], target: Target) -> bool:
        half = target.half if target.unit == "pt" else target.half * self.n_seats  # of the index
        intervals = (self.budget.interval(one) for one in estimates)
        return all(one.high - one.low <= 2 * half for one in intervals)


def _harmonic(factors: Sequence[float]) -> float:
    mean = float(np.mean([1 / one for one in factors]))
    return 1 / mean if mean else np.inf


def _what(target: Target) -> str:
    return "score" if target.unit == "pt" else "win"


def _tried(table: _Table, values: PickValues | None) -> Tried | None:
    """Return what `standings` asks of pick values."""
    if values is None:
        return None
    cards, turns = [table.cards_of(kind) for kind in table.menu.kinds], range(table.n_turns)
    return Tried(
        stacked([values.points(group) for group in cards]),
        stacked([stacked([values.points(group, turn) for turn in turns]) for group in cards]),
        np.array([[values.n_tried(group, turn) for turn in turns] for group in cards]),
    )


def _kinds_frame(
    table: _Table,
    picks: Gathered,
    forbidden: Sequence[Forbidden],
    values: PickValues | None,
    taking: pl.DataFrame,
) -> pl.DataFrame:
    """Return a row for each kind."""
    menu = table.menu
    cards = [table.cards_of(kind) for kind in menu.kinds]
    estimates: dict[str, list[Estimate]] = {}
    for what, end in (("score", ""), ("win", "_win")):
        estimates[f"dealt_lift{end}"] = table.lifts(picks.sums, what)
        for name in ("forbid_value", "taken_effect", "with_without", "selection_bias"):
            estimates[f"{name}{end}"] = [getattr(one, name)(what) for one in forbidden]
    estimates["still_taken"] = [one.still_taken() for one in forbidden]
    if values is not None:
        estimates["pick_value"] = [values.points(group) for group in cards]
        estimates["pick_value_win"] = [values.win_index(group) for group in cards]
        estimates["denial"] = [values.denial(group) for group in cards]
        estimates["denial_left"] = [values.denial_left(group) for group in cards]
    copies = [menu.copies(kind) for kind in menu.kinds]
    frame = pl.DataFrame({"kind": menu.kinds, "copies": copies, **_columns(table, estimates)})
    brought = [c for c in taking.columns if c.startswith(_TAKINGS)]
    known = frame.join(
        taking.select("kind", *brought), on="kind", how="left", maintain_order="left"
    )
    n_games = {
        "n_picks": picks.n_games,
        "n_dealt": picks.sums[f"kind {menu.kinds[0]}"].n,
        "n_bans": forbidden[0].sums.n,
    }
    return known.with_columns(
        **{name: pl.lit(n, pl.Int64) for name, n in n_games.items()}
    ).fill_nan(None)


def _cards_frame(
    table: _Table, picks: Gathered, values: PickValues | None, scale: pl.DataFrame | None
) -> pl.DataFrame:
    """Return a row for each card."""
    menu = table.menu
    lifts = [picks.sums[f"dealt {card}"] for card in menu.card_ids]
    estimates = {"dealt_lift": [dealt_lift(sums, table.players) for sums in lifts]}
    if values is not None:
        estimates["pick_value"] = [values.points([card]) for card in menu.card_ids]
        estimates["pick_value_win"] = [values.win_index([card]) for card in menu.card_ids]
    of_kind = {card: kind for kind in menu.kinds for card in table.cards_of(kind)}
    columns = {
        "card": menu.card_ids,
        "kind": [of_kind[card] for card in menu.card_ids],
        "copies": [menu.counts[card] for card in menu.card_ids],
        **_columns(table, estimates),
        "n_dealt": [sums.n for sums in lifts],
        "n_games": np.full(len(menu.card_ids), picks.n_games),
    }
    frame = pl.DataFrame(columns).fill_nan(None)
    if scale is None:
        return frame
    return frame.join(scale, on="card", how="left", maintain_order="left")


def _picks_frame(table: _Table, values: PickValues | None) -> pl.DataFrame:
    """Return a row for each kind and turn."""
    if values is None:
        return pl.DataFrame()
    at = [(kind, turn) for kind in table.menu.kinds for turn in range(table.n_turns)]
    cards = {kind: table.cards_of(kind) for kind in table.menu.kinds}
    estimates = {
        "pick_value": [values.points(cards[kind], turn) for kind, turn in at],
        "pick_value_win": [values.win_index(cards[kind], turn) for kind, turn in at],
    }
    n_tried = [values.n_tried(cards[kind], turn) for kind, turn in at]
    drawn_in = shrunk(stacked(estimates["pick_value"]), n_tried).estimate
    return pl.DataFrame(
        {
            "kind": [kind for kind, _ in at],
            "turn": [turn + 1 for _, turn in at],
            **_columns(table, estimates),
            **drawn_in.columns("pick_value_shrunk"),
            "n_tried": n_tried,
        }
    ).fill_nan(None)


def _copies_frame(table: _Table, picks: Gathered) -> pl.DataFrame:
    """Return a row for each kind and number of copies taken that occurred."""
    rows = []
    estimates: dict[str, list[Estimate]] = {"points": [], "marginal": []}
    for kind in table.menu.kinds:
        sums = picks.sums[f"copies {kind}"]
        seats = dict(zip(sums.names, sums.sums.tolist(), strict=True))
        for k in range(MOST + 1):
            if seats[f"seats {k}"]:
                pair = (f"points {k}", f"seats {k}")
                before = (f"points {k - 1}", f"seats {k - 1}")
                rows.append((kind, k, seats[f"seats {k}"], sums.n))
                estimates["points"].append(sums.ratio(*pair))
                has_before = k > 0 and seats[before[1]]
                estimates["marginal"].append(
                    sums.ratio_difference(pair, before) if has_before else _nothing()
                )
    return pl.DataFrame(
        {
            "kind": [kind for kind, *_ in rows],
            "copies_taken": [k for _, k, *_ in rows],
            **_columns(table, estimates),
            "n_seats": [seats for *_, seats, _ in rows],
            "n_games": [n for *_, n in rows],
        }
    ).fill_nan(None)


def _columns(table: _Table, estimates: Mapping[str, Sequence[Estimate]]) -> dict[str, Any]:
    return {
        # few games that carry a number may say nothing under a target: an interval without ends
        column: np.where(np.isfinite(values), values, np.nan)
        for name, found in estimates.items()
        for column, values in table.budget.interval(stacked(found)).columns(name).items()
    }


def _nothing() -> Estimate:
    nan = np.asarray(np.nan)
    return Estimate(nan, nan, nan, nan, np.asarray(0))
