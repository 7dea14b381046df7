"""Which cards are taken when: the take rate by pick."""

from __future__ import annotations

import numpy as np

from reports.answers import Answers
from reports.charts.heat import CELL, RATES, cells, widest
from reports.charts.marks import BELOW, known
from reports.charts.style import Chart, styled
from reports.charts.words import about, card_name, kind_name, sample, share, shown

_VAGUE = 0.1


@styled
def take_rates(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return how often a card in the hand is taken, by pick; None if nobody counted.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    frame = known(answers.table("pick_rates", players=players, policy=policy), "pick_rate")
    if not len(frame):
        return None
    by = "card" if "card" in frame.columns else "kind"
    name = card_name if by == "card" else kind_name
    rates = {(row[by], row["turn"]): row for row in frame.to_dicts()}
    turns = frame["turn"].unique().sort().to_list()
    found = frame[by].unique(maintain_order=True).to_list()
    mean = {
        one: np.mean([r["pick_rate"] for (c, _), r in rates.items() if c == one]) for one in found
    }
    found = sorted(found, key=lambda one: -mean[one])
    names = [name(answers.menu, one) for one in found]
    shade = np.array([[_rate(rates.get((one, turn))) for turn in turns] for one in found])
    chart = Chart()
    axes = chart.add_subplot()
    cells(
        chart,
        axes,
        shade,
        [["" if np.isnan(v) else f"{100 * v:.0f}" for v in row] for row in shade],
        [
            [f"{said}, pick {turn}: {_said(rates.get((one, turn)))}" for turn in turns]
            for said, one in zip(names, found, strict=True)
        ],
        RATES,
        faint=np.array([[_is_vague(rates.get((one, turn))) for turn in turns] for one in found]),
        size=7.5 if len(turns) <= 12 else 6,
    )
    axes.set_yticks(range(len(names)), [shown(said) for said in names])
    axes.set_xticks(range(len(turns)), [str(turn) for turn in turns])
    axes.set_xlabel("pick of the round")
    n_games = frame["n_games"].to_list() if "n_games" in frame.columns else []
    return chart.done(
        "Which cards are taken when",
        about(answers.menu, players, policy),
        "Of the copies that lie in a hand at this pick, how many in a hundred are taken from it; cards that are taken "
        "most are on top. Empty: none was there; small, in italics: not known to ± 10."
        f"{widest(frame, 'pick_rate', 100, 'of a hundred')} " + sample(n_games, answers.seed),
        body=len(names) * CELL + BELOW,
        alt=f"Of the copies in a hand, the share that is taken, for {len(names)} cards and {len(turns)} picks. Most: "
        f"{names[0]}; least: {names[-1]}.",
    )


def _rate(row: dict[str, float] | None) -> float:
    return float("nan") if row is None else row["pick_rate"]


def _is_vague(row: dict[str, float | None] | None) -> bool:
    """Whether the interval is so wide that a colour would say too much."""
    if row is None:
        return False
    low, high = (row.get(f"pick_rate{end}") for end in ("_low", "_high"))
    return low is None or high is None or high - low > 2 * _VAGUE


def _said(row: dict[str, float] | None) -> str:
    return "none was there" if row is None else share(row, "pick_rate")
