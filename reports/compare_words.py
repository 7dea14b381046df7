"""What a comparison says, in words that claim no more than it shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analysis.contrasts import LARGER, SAME, SMALLER, TURNED
from analysis.measures import MEASURES
from analysis.multiple import DIFFERENT, EQUIVALENT, UNKNOWN
from reports.compared import Told, is_small, signed, size, span

if TYPE_CHECKING:
    from analysis.comparison import Comparison

_NAMED = 3  # measures that are named in a sentence
_LISTED = 8  # ... in a list
_SAID = {
    SAME: "the same",
    LARGER: "larger",
    SMALLER: "smaller",
    TURNED: "turned to the other side",
    UNKNOWN: "not known yet",
}
_MINUTE, _HOUR = 60, 3600
_MOST = 1e9  # games that anybody plays


def answer(found: Comparison, measures: Sequence[Told], a: str, b: str) -> str:
    """Return whether a menu differs from the baseline, how sure that is, and where it differs most."""
    n = len(measures)
    of = {
        verdict: [one for one in measures if one.verdict == verdict]
        for verdict in (DIFFERENT, EQUIVALENT, UNKNOWN)
    }
    different, same, unknown = (len(of[verdict]) for verdict in (DIFFERENT, EQUIVALENT, UNKNOWN))
    if different:
        most = ", ".join(f"{one.name} {one.span()}" for one in of[DIFFERENT][:_NAMED])
        return (
            f"Yes: {b} differs from {a} in {different} of {n} measures{_where(found, of[DIFFERENT])}. On average at "
            f"most 5 % of such findings are chance. It differs most in: {most}."
        )
    if not same:
        return f"Can't tell yet whether {b} differs from {a}: in none of {n} measures is it known."
    small = sum(is_small(one.all_rows) for one in of[EQUIVALENT])
    beyond = f" ({small} of them differ beyond chance, but by less)" if small else ""
    like = f"{b} is like {a} to within what matters"
    sure = "On average at most 5 % of such findings are wrong."
    if not unknown:
        return f"No: {like} in all {n} measures{beyond}. {sure}"
    return (
        f"No difference that matters has been found: in {same} of {n} measures {like}{beyond}; of {unknown} it "
        f"can't be told yet. {sure}"
    )


def _where(found: Comparison, different: Sequence[Told]) -> str:
    """Return with whom and at which tables menus differ."""
    policies = found.policies
    whole = sum(one.is_everywhere for one in different)
    at = "at all numbers of players" if len(found.players) > 1 else ""
    if len(policies) == 1:
        return f", {at}, to the same side, in {whole}" if at else ""
    each = ", ".join(
        f"{sum(one.is_different(policy) for one in different)} with {policy}" for policy in policies
    )
    who = "both" if len(policies) == 2 else "all"
    return f" ({each}; {whole} with {who}{f' {at}' if at else ''}, to the same side)"


def skill(found: Comparison, measures: Sequence[Told], menu: str) -> str:
    """Return what of the differences is so for the first policy of the panel only, or the last."""
    first, last = found.policies[0], found.policies[-1]
    chosen = {(one.measure.name, one.part): one for one in measures if one.verdict == DIFFERENT}
    if first == last or not chosen:
        return ""
    rows = [
        row
        for row in found.changes.filter(menu_b=menu, policy_b=last).to_dicts()
        if (row["measure"], row["part"]) in chosen
    ]
    of = {what: [row for row in rows if row["with_skill"] == what] for what in _SAID}
    if len(of[SAME]) == len(rows):
        return (
            f"True for beginners and experts: all of it is the same with {last} as with {first}, to within what "
            "matters."
        )
    counts = ", ".join(f"{len(of[what])} {_SAID[what]}" for what in of if of[what])
    sentence = f"It depends on who plays: of {len(rows)} differences, with {last} in place of {first}, {counts}."
    names = {key: one.name for key, one in chosen.items()}
    turned = sorted(of[TURNED], key=lambda row: -size(row, "change"))[:_NAMED]
    if not turned:
        return sentence
    several = len(found.players) > 1
    examples = [
        f"{names[row['measure'], row['part']]}{_at(row) if several else ''} {_from_to(row)}"
        for row in turned
    ]
    return f"{sentence} Turned: {'; '.join(examples)}."


def _at(row: Mapping[str, Any]) -> str:
    return f" ({row['players']} players)"


def _from_to(row: Mapping[str, Any]) -> str:
    """Return a difference with the first and with the last policy."""
    return (
        f"{signed(row['difference_a'], row['unit'])} to {span([row['difference_b']], row['unit'])}"
    )


def alike(measures: Sequence[Told]) -> str:
    """Return in what two menus are alike."""
    alike = [one.measure for one in measures if one.verdict == EQUIVALENT]
    if not alike:
        return ""
    names = [measure.title for measure in sorted(alike, key=MEASURES.index)]
    return f"Alike, to within what matters: {_listed(names)}."


def open_questions(found: Comparison, measures: Sequence[Told], *, where: str = "here") -> str:
    """Return what can't be told yet, and about how many games it would take; `where` the times are true."""
    needs = [(_needed(one), one) for one in measures if one.verdict == UNKNOWN]
    if not needs:
        return ""
    needs.sort(key=lambda pair: pair[0])
    names = [f"{one.name} ({_more(games)})" for games, one in needs]
    sentence = f"Can't tell yet (and about how many more games it would take): {_listed(names)}."
    within = [games for games, _ in needs if games < _MOST]
    if not within:
        return sentence
    all_of = "all of them" if len(within) == len(needs) else f"{len(within)} of {len(needs)}"
    games = rounded(max(found.n_games.values()) + within[-1])
    seconds = sum(
        (found.n_games[n] + within[-1]) * found.seconds[n] / found.n_games[n] for n in found.players
    )
    return f"{sentence} For {all_of}: --games {games.replace(',', '_')}, about {duration(seconds)} {where}."


def _needed(one: Told) -> float:
    """Return about how many more games tell it, with every policy and number of players."""
    rows = (row for row in one.all_rows if row["verdict"] == UNKNOWN)
    return max(math.inf if row["more"] is None else row["more"] for row in rows)


def _more(games: float) -> str:
    return rounded(games) if games < _MOST else "too many to say"


def rounded(games: float) -> str:
    """Return a number of games to two digits, upward."""
    step = 10 ** max(len(str(int(games))) - 2, 0)
    return f"{math.ceil(games / step) * step:,}"


def duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 1:
        return "1 s"
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.0f} h"


def _listed(names: Sequence[str]) -> str:
    more = f"; and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return "; ".join(names[:_LISTED]) + more
