import numpy as np
import pytest

from analysis.character import character, counted
from analysis.measures import MEASURES
from analysis.sweep import statistics
from analysis.sweep.statistics import SWEPT, column, columns, needed, parts_of, swept
from simkit.errors import InputError
from tests.analysis.toy_course import independent


def cells(n: int) -> tuple[list, np.ndarray, dict]:
    """Some cells of 60 games and more each: their courses, games and sums."""
    courses = [
        independent(np.random.default_rng(i), seats=4, games=60 + 7 * i, sd=(6, 6, 6), desserts=3)
        for i in range(n)
    ]
    sums = np.stack([statistics.sums_of([one]) for one in courses])
    games = np.array([one.n_games for one in courses])
    return courses, games, dict(zip(columns(), sums.T, strict=True))


def test_many_cells_at_once_are_what_each_menu_has_by_itself() -> None:
    courses, games, sums = cells(4)
    for i, one in enumerate(courses):
        rows = character(counted([one], SWEPT), measures=SWEPT).rows(named=True)
        expected = iter(rows)
        for measure in SWEPT:
            for part in parts_of(measure):
                row = next(expected)
                assert (row["measure"], row["part"]) == (measure.name, part)
                some = {name: sums[name] for name in needed(measure, part)}
                found = statistics.estimate(measure, part, games, some)
                for name, numbers in found.columns("value").items():
                    wanted = np.nan if row[name] is None else row[name]
                    assert numbers[i] == pytest.approx(wanted, rel=1e-9, abs=1e-9, nan_ok=True)
        assert next(expected, None) is None


def test_sums_of_blocks_add_up() -> None:
    courses, _, _ = cells(3)
    together = statistics.sums_of(courses)
    assert (together == sum(statistics.sums_of([one]) for one in courses)).all()


def test_what_is_swept_does_not_depend_on_blocks_of_games() -> None:
    names = {measure.name for measure in SWEPT}
    left_out = {measure.name for measure in MEASURES} - names
    assert {"hand_luck", "surprise", "suspense", "resolved"} <= left_out
    assert {"score", "margin", "tie", "comeback", "kinds_taken"} <= names


def test_columns_are_found_again_by_their_names() -> None:
    for measure in SWEPT:
        for part in parts_of(measure):
            assert swept(column(measure, part)) == (measure, part)
    with pytest.raises(InputError, match=r"measure 'margins' is unknown.* 'margin'"):
        swept("margins")


def test_sums_that_do_not_fit_are_no_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    one = independent(np.random.default_rng(1), seats=3, games=50)
    monkeypatch.setattr(statistics, "_MOST", 1000)
    with pytest.raises(InputError, match="50 games of one cell: too many"):
        statistics.sums_of([one])
