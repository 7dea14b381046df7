"""Which kinds of cards go together."""

from __future__ import annotations

import numpy as np

from reports.answers import Answers
from reports.charts.heat import CELL, SIDES, cells, widest
from reports.charts.marks import known
from reports.charts.style import Chart, styled
from reports.charts.words import about, kind_name, minus, sample, shown, told


@styled
def synergy(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return a map of kinds that are worth more, or less, together; None if nobody asked.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    frame = known(answers.table("synergy", players=players, policy=policy), "synergy")
    if not len(frame):
        return None
    pairs = {(row["kind"], row["other"]): row for row in frame.to_dicts()}
    present = {kind for pair in pairs for kind in pair}
    kinds = [kind for kind in answers.menu.kinds if kind in present]
    kinds += sorted(present - set(kinds))
    names = [kind_name(answers.menu, kind) for kind in kinds]
    size = len(kinds)
    value = np.full((size, size), np.nan)
    faint = np.zeros((size, size), bool)
    texts = [[""] * size for _ in kinds]
    tips = [[""] * size for _ in kinds]
    for i, one in enumerate(kinds):
        for j, other in enumerate(kinds[:i]):
            row = pairs.get((one, other)) or pairs.get((other, one))
            if row is None:
                continue
            value[i, j] = row["synergy"]
            low, high = row.get("synergy_low"), row.get("synergy_high")
            faint[i, j] = low is None or high is None or low <= 0 <= high
            texts[i][j] = _short(row["synergy"])
            tips[i][j] = f"{names[i]} and {names[j]}: {told(row, 'synergy', 'points')}"
    most = np.nanmax(np.abs(value)) or 1.0
    chart = Chart()
    axes = chart.add_subplot()
    cells(
        chart,
        axes,
        0.5 + value / most / 2,
        texts,
        tips,
        SIDES,
        faint=faint,
        size=7.5 if size <= 14 else 6,
    )
    axes.set_xlim(-0.5, size - 1.5)
    axes.set_ylim(size - 0.5, 0.5)
    axes.set_yticks(range(1, size), [shown(name) for name in names[1:]])
    axes.set_xticks(
        range(size - 1), [shown(name) for name in names[:-1]], rotation=40, ha="right", va="top"
    )
    axes.tick_params(axis="x", pad=2)
    sure = [row for row in pairs.values() if row.get("synergy_low") is not None]
    sure = [row for row in sure if not row["synergy_low"] <= 0 <= row["synergy_high"]]
    best = max(sure, key=lambda row: row["synergy"], default=None)
    said = "No pair is beyond chance."
    if best is not None:
        both = " and ".join(kind_name(answers.menu, best[which]) for which in ("kind", "other"))
        said = f"{len(sure)} of {len(pairs)} pairs are beyond chance; most together: {both}, {told(best, 'synergy')}."
    return chart.done(
        "Which cards go together",
        about(answers.menu, players, policy),
        "Points that two kinds are worth more together than each alone (blue), or less (orange): leave to take both, "
        "one, or neither, on the same deals. Small cells in italics may be chance: the 95 % interval holds 0."
        f"{widest(frame, 'synergy', 1, 'points')} "
        + sample(frame["n_games"].to_list() if "n_games" in frame.columns else [], answers.seed),
        body=size * CELL + 0.95,
        alt=f"Synergy of {size} kinds. {said}",
    )


def _short(value: float) -> str:
    """Return points as they fit into a cell."""
    return minus(f"{value:+z.1f}" if abs(value) < 9.95 else f"{value:+z.0f}")
