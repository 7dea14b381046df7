from analysis import tables
from analysis.columns import ESTIMATES, KEYS, OTHERS
from simkit.batch import Batch
from tests.analysis import toy, toy_roll


def batches() -> list[Batch]:
    """Return a batch of each game."""
    return [
        toy.batch(games=5, rotate=True)[0],
        toy.batch("both ways", games=5)[0],
        toy.batch("dummy", players=2, games=5)[0],
        toy_roll.batch(games=5)[0],
    ]


def test_every_column_has_a_meaning_and_every_meaning_a_column() -> None:
    frames = [frame for batch in batches() for frame in tables(batch).values()]
    parts = {f"{name}{end}" for name in ESTIMATES for end in ("", "_se", "_low", "_high")}
    assert {name for frame in frames for name in frame.columns} == parts | set(OTHERS)


def test_every_frame_begins_with_the_keys_and_has_its_games() -> None:
    for batch in batches():
        for frame in tables(batch).values():
            assert tuple(frame.columns[:4]) == KEYS
            assert frame["n_games"].to_list() == [5] * len(frame)
