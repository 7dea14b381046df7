from analysis import tables
from analysis.columns import ESTIMATES, KEYS, OTHERS
from tests.analysis import toy


def test_every_column_has_a_meaning_and_every_meaning_a_column() -> None:
    batch, _ = toy.batch(games=5, rotate=True)
    found = {name for frame in tables(batch).values() for name in frame.columns}
    parts = {f"{name}{end}" for name in ESTIMATES for end in ("", "_se", "_low", "_high")}
    assert found == parts | set(OTHERS)


def test_every_frame_begins_with_the_keys_and_has_its_games() -> None:
    batch, _ = toy.batch(games=5)
    for frame in tables(batch).values():
        assert tuple(frame.columns[:4]) == KEYS
        assert frame["n_games"].to_list() == [5] * len(frame)
