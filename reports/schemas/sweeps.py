"""The forms of what sweeps print."""

from __future__ import annotations

from collections.abc import Iterator

from reports import sweep
from reports.schemas.played import GAME, NUMBER, PLAYERS, TEXT, Fields
from simkit.json_schema import items, or_none, record, whole

_CELLS: Fields = {"cells": whole(0), "decided": whole(0), "left_out": whole(0), "games": whole(0)}
_OF_A_STORE: Fields = {"store": TEXT, "digest": {"type": "string", "pattern": "^[0-9a-f]{32}$"}}


def forms() -> Iterator[tuple[str, Fields]]:
    """Yield every form with its fields."""
    failed = {"key": TEXT, "game": GAME, "cards": items(TEXT), "players": PLAYERS, "lineup": TEXT}
    precision = {"measure": TEXT, "unit": TEXT, "cells": whole(1)}
    yield (
        sweep.NAME,
        {
            **_OF_A_STORE,
            **_CELLS,
            **{"done": whole(0), "failed": whole(0), "open": whole(0)},
            **{"ended": {"enum": ["done", "time", "stopped"]}, "seconds": NUMBER},
            "precision": or_none(record({**precision, "median": NUMBER, "worst": NUMBER})),
            "failures": items(record({**failed, "cause": TEXT})),
        },
    )
    yield sweep.ESTIMATE, {**_CELLS, "seconds": NUMBER, "workers": whole(1)}
    yield sweep.MERGED, {**_OF_A_STORE, "cells": whole(0), "games": whole(0), "torn": items(TEXT)}
