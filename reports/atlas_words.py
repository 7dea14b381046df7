"""What an atlas says, in sentences: cards, pairs, the ends of the list, printed menus; and what it can't tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, Named, card_name, menu_words, named
from reports.grid import Row
from reports.numbers import decimals, estimate
from reports.words import joined

_NAMED = 3  # cards, or pairs, of each kind in a sentence
_OUTER = 0.10  # of all menus at either end: a place worth a word
_HALF = 0.5  # of the variance: less is hardly predicted


def of_cards(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return which cards do most for each goal, and which the opposite."""
    said = []
    for goal in answers.goals:
        frame = _pooled(answers.effects(goal.column, policy))
        if frame.is_empty():
            continue
        of, known = named(goal.column), frame.filter("told")
        good, bad = _sides(known, goal)
        parts = [_listed(good, of, _card)] if good else []
        parts += [f"the other way round {_listed(bad, of, _card)}"] if bad else []
        said.append(
            f"{_head(goal)}: {'; '.join(parts) or 'no card can be told from the others of its group'}. "
            f"{_count(len(known), len(frame), 'cards')} can be told from the mean of their group."
        )
    return said


def of_players(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return the cards whose effect turns round with the number of players, for certain."""
    said = []
    for goal in answers.goals:
        frame = answers.effects(goal.column, policy).filter("told")
        whole = dict(frame.filter(pl.col("players").is_null()).select("card", "effect").rows())
        single = frame.filter(pl.col("players").is_not_null()).sort("card", "players")
        turned: dict[str, list[int]] = {}
        for card, players, effect in single.select("card", "players", "effect").rows():
            if effect * whole.get(card, 0.0) < 0:
                turned.setdefault(card, []).append(players)
        if turned:
            cards = [
                f"{card_name(card)} (with {joined(list(map(str, at)))})"
                for card, at in turned.items()
            ]
            said.append(f"{named(goal.column).title}: {joined(cards)}.")
    return said


def of_policies(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return how far other line-ups say the same of cards."""
    said = []
    for other in answers.policies:
        if other == policy:
            continue
        same, opposite = 0, []
        for measure in answers.measures:
            mine, theirs = (
                _pooled(answers.effects(measure, one)).filter("told").select("card", "effect")
                for one in (policy, other)
            )
            both = mine.join(theirs, on="card", maintain_order="left")
            against = both.filter(pl.col("effect") * pl.col("effect_right") < 0)
            same += len(both) - len(against)
            opposite += [f"{card_name(card)} ({named(measure).title})" for card in against["card"]]
        line = f"All {other} and all {policy} agree in {same:,} effects that are told of both"
        if not opposite:
            said.append(f"{line}, and are opposed in none.")
        else:
            more = f" and {len(opposite) - 2 * _NAMED} more" * (len(opposite) > 2 * _NAMED)
            said.append(
                f"{line}; opposed in {len(opposite)}: {', '.join(opposite[: 2 * _NAMED])}{more}."
            )
    return said


def of_pairs(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return the pairs that do most for each goal beyond what each of the cards does."""
    said = []
    for goal in answers.goals:
        frame = answers.pairs(goal.column, policy)
        if frame.is_empty():
            continue
        of, known = named(goal.column), frame.filter("told")
        good, bad = _sides(known, goal)
        parts = [_listed(good[:2], of, _pair)] if good else []
        parts += [f"the other way round {_listed(bad[:2], of, _pair)}"] if bad else []
        words = "; ".join(parts) or "no pair is more, or less, than its cards"
        said.append(
            f"{_head(goal)}: {words}. {_count(len(known), len(frame), 'pairs')} can be told."
        )
    return said


def of_ends(answers: AtlasAnswers, players: int, policy: str) -> list[str]:
    """Return the menu that is first for each goal, at a number of players."""
    said = []
    for goal in answers.goals:
        best = answers.best(goal, players, policy)
        if best.is_empty():
            continue
        of, row = named(goal.column), best.row(0, named=True)
        middle = answers.cells(players, policy)[goal.column].median()
        assert isinstance(middle, float)
        others = row["as_well"]
        doubt = f"{others:,} others could as well be first" if others else "no other comes near"
        shown = middle * of.times
        said.append(
            f"{_head(goal)}: {menu_words(row['kinds'])}: {_figure(row, goal.column, of)} (the middle menu "
            f"{shown:.{1 if of.is_share else 2}f}); {doubt}."
        )
    return said


def of_printed(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return in what the printed menus are among the outer tenth, at the usual number of players or the nearest."""
    said = []
    for menu in answers.printed:
        at = [n for n in answers.players if menu.name in answers.places(n, policy)]
        players = min(at, key=lambda n: (abs(n - answers.usual), n))
        row = answers.cells(players, policy).row(
            answers.places(players, policy)[menu.name], named=True
        )
        outer = []
        for measure in answers.measures:
            if row[measure] is None:
                continue
            below, low, high = place(answers, measure, players, policy, row)
            if below >= 1 - _OUTER or below <= _OUTER:
                side, ends = (
                    ("more", (low, high)) if below > _HALF else ("less", (1 - high, 1 - low))
                )
                share = max(below, 1 - below)
                outer.append(
                    f"{named(measure).title} {side} than {percent(share)} of all menus ({percent(ends[0])} to "
                    f"{percent(ends[1])})"
                )
        what = "; ".join(outer) or "in nothing among the outer tenth of all menus"
        said.append(f"{menu.name}, {players} players: {what}.")
    return said


def of_doubt(answers: AtlasAnswers, policy: str) -> list[str]:
    """Return what can't be told."""
    said = []
    for goal in answers.goals:
        cards = _pooled(answers.effects(goal.column, policy))
        pairs = answers.pairs(goal.column, policy)
        best = answers.best(goal, answers.usual, policy)
        if cards.is_empty() or best.is_empty():
            continue
        others = best["as_well"][0]
        open_ones = [
            _count(int((~frame["told"]).sum()), len(frame), what)
            for frame, what in ((cards, "cards"), (pairs, "pairs"))
            if not frame["told"].all()
        ]
        parts = [f"what {joined(open_ones)} do"] if open_ones else []
        if others:
            parts.append(f"with {answers.usual} players, which of {others + 1:,} menus is first")
        if parts:
            said.append(f"{_head(goal)}: {'; '.join(parts)}.")
    for measure in answers.measures:
        fit = answers.fit(measure, policy)
        whole = fit.row(0, named=True) if len(fit) else {}
        if whole.get("note"):
            said.append(f"{named(measure).title}: no effects and no predictions: {whole['note']}.")
        elif whole.get("r2_true") is not None and whole["r2_true"] < _HALF:
            said.append(
                f"{named(measure).title}: cards and pairs predict {percent(whole['r2_true'])} of what sets menus "
                "apart: of a menu with few games of its own, little is known."
            )
    never = answers.atlas.cells.filter(pl.col("policies") == policy, pl.col("n_games") == 0).height
    if never:
        said.append(
            f"{never:,} menus (at a number of players) were never played: all that is said of them is predicted from "
            "the others."
        )
    return said


def place(
    answers: AtlasAnswers, measure: str, players: int, policy: str, row: Row
) -> tuple[float, float, float]:
    """Return which part of all menus lies below one, and the same for the ends of its interval."""
    below, low, high = (
        answers.share_below(measure, players, policy, row[f"{measure}{end}"])
        for end in ("", "_low", "_high")
    )
    return below, low, high


def percent(share: float) -> str:
    """Return a share in percent: nearly none and nearly all with a decimal, which is never 0 % or 100 %."""
    if 0 < share < 0.01 or 0.99 < share < 1:
        return f"{min(max(100 * share, 0.1), 99.9):.1f} %"
    return f"{100 * share:.0f} %"


def _pooled(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the effects over all numbers of players."""
    whole = frame.filter(pl.col("players").is_null())
    return whole if len(whole) else frame


def _sides(known: pl.DataFrame, goal: Goal) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return the effects that are toward a goal, and those away from it, the greatest first."""
    toward = (pl.col("effect") * goal.sign).alias("toward")
    ordered = known.with_columns(toward).sort("toward", descending=True, maintain_order=True)
    good, bad = ordered.filter(pl.col("toward") > 0), ordered.filter(pl.col("toward") < 0)
    return good.head(_NAMED).to_dicts(), bad.reverse().head(_NAMED).to_dicts()


def _listed(rows: Sequence[Row], of: Named, name: Callable[[Row], str]) -> str:
    return joined([f"{name(row)} {effect_words(row, of)}" for row in rows])


def effect_words(row: Row, of: Named) -> str:
    """Return an effect with half its interval and its unit: ``−0.35 ± 0.10 points``."""
    half = of.times * (row["effect_high"] - row["effect"])
    digits = decimals(half)
    return f"{of.times * row['effect']:+.{digits}f} ± {half:.{digits}f} {of.unit}"


def _figure(row: Row, measure: str, of: Named) -> str:
    said = estimate(row, measure, percent=of.is_share)
    return said if of.is_share else f"{said} {of.unit}"


def _card(row: Row) -> str:
    return card_name(row["card"])


def _pair(row: Row) -> str:
    return f"{card_name(row['card'])} with {card_name(row['other'])}"


def _head(goal: Goal) -> str:
    """Return what is wanted: ``Closer (margin, less is better)``."""
    of = named(goal.column)
    better = f"{'more' if goal.sign > 0 else 'less'} is better"
    if goal.name[0] in "+-":
        return f"{of.title}, {better}"
    return f"{goal.name.replace('-', ' ').capitalize()} ({of.title[:1].lower()}{of.title[1:]}, {better})"


def _count(n: int, of: int, what: str) -> str:
    return f"{n:,} of {of:,} {what}"
