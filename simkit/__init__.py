"""Monte Carlo simulation and menu balance for the Sushi Go! family of games.

Entry points: `simulate` plays many games of a menu, `observe` several menus or line-ups on the same games,
`tournament` lets policies play each other, `replay` shows one game, `score` counts what lies on the table, `menus`
holds and loads menus. They load the compiled
core when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from simkit._version import __version__

if TYPE_CHECKING:
    from simkit import menus
    from simkit.batch import Batch
    from simkit.contest import tournament
    from simkit.contest_result import Contest
    from simkit.errors import SimkitError
    from simkit.experiment import Arm, observe
    from simkit.played import Played
    from simkit.runner import simulate
    from simkit.tableau import ScoreSheet, score
    from simkit.transcript import Transcript, replay

__all__ = [
    "Arm",
    "Batch",
    "Contest",
    "Played",
    "ScoreSheet",
    "SimkitError",
    "Transcript",
    "__version__",
    "menus",
    "observe",
    "replay",
    "score",
    "simulate",
    "tournament",
]

_HOMES = {
    "Arm": "simkit.experiment",
    "Batch": "simkit.batch",
    "Contest": "simkit.contest_result",
    "Played": "simkit.played",
    "ScoreSheet": "simkit.tableau",
    "SimkitError": "simkit.errors",
    "Transcript": "simkit.transcript",
    "observe": "simkit.experiment",
    "replay": "simkit.transcript",
    "score": "simkit.tableau",
    "simulate": "simkit.runner",
    "tournament": "simkit.contest",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for: numba alone takes a quarter of a second."""
    if name == "menus":
        return importlib.import_module("simkit.menus")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'simkit' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
