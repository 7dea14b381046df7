"""The moments of a game at which cards have their say, as dispatchers over the catalogues of all games.

A dispatcher is called with the code of a kind's kernel (in the rules record) and runs that kernel. The codes
come from the catalogue, so that a new card is its block and nothing else.
"""

from typing import Any

from simkit._jit import switch
from simkit.cards import CATALOGUES

MOMENTS = (
    *("begin", "look", "gain", "reveal", "at_once", "hide", "score", "final", "flips"),
    *("plan", "rivals"),
)
_FOR_ALL = ("begin", "look", "at_once", "rivals")


def _kernels(moment: str) -> list[Any]:
    """Return the different kernels of a moment, in the order of the catalogues."""
    kernels: list[Any] = []
    for catalogue in CATALOGUES.values():
        for kind in catalogue:
            function = getattr(kind, moment)
            if function not in kernels:
                kernels.append(function)
    return kernels


_KERNELS = {moment: _kernels(moment) for moment in MOMENTS}


def code(kind: Any, moment: str) -> int:
    """Return the code of a kind's kernel at a moment."""
    return _KERNELS[moment].index(getattr(kind, moment))


def _switch(moment: str) -> Any:
    arguments = "rules, table, k" if moment in _FOR_ALL else "rules, table, p, k"
    return switch(moment, _KERNELS[moment], arguments)


BEGIN = _switch("begin")
LOOK = _switch("look")
GAIN = _switch("gain")
REVEAL = _switch("reveal")
AT_ONCE = _switch("at_once")
HIDE = _switch("hide")
SCORE = _switch("score")
FINAL = _switch("final")
FLIPS = _switch("flips")
PLAN = _switch("plan")
RIVALS = _switch("rivals")
