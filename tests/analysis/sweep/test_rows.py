"""Rows of a cell are put together exactly, in whatever ranges and order its games came."""

from itertools import product

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.sweep import rows
from analysis.sweep.rows import IDENTITY, RANGE, identity, joined
from simkit.errors import InputError
from tests.analysis.sweep.toy_store import CELLS, KEYS

SUMS = ("sum_a", "product_a_a")
FORM = pa.schema([*IDENTITY, *RANGE, *((name, pa.int64()) for name in SUMS)])

ends = st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda ab: ab[0] < ab[1])
ranges = st.lists(st.tuples(st.sampled_from(KEYS), ends, st.booleans()), max_size=14)


def total(key: str, games: int) -> list[int]:
    """Return the sums of the first games: numbers of which no two differences are the same."""
    return [3**games * (1 + KEYS.index(key)), -(5**games)]


def table_of(some: list) -> pa.Table:
    """Return rows of ranges."""
    made = []
    for key, (a, b), looked in some:
        sums = np.subtract(total(key, b), total(key, a)).tolist()
        own = {"first": a, "n_games": b - a, "looked": looked}
        made.append(identity(key, CELLS[key]) | own | dict(zip(SUMS, sums, strict=True)))
    return pa.Table.from_pylist(made, schema=FORM)


def expected(some: list) -> list:
    """Return what rows are put together to: by what can be reached from where, in plain Python."""
    found = []
    for key in KEYS:
        own = [(ab, looked) for one, ab, looked in some if one == key]
        reach = {(x, y) for (a, b), _ in own for x, y in product((a, b), repeat=2)}
        for k, i, j in product(range(9), repeat=3):
            if (i, k) in reach and (k, j) in reach:
                reach.add((i, j))
        hulls = {
            (min(j for i, j in reach if i == x), max(j for i, j in reach if i == x))
            for x, _ in reach
        }
        outer = [
            (a, b)
            for a, b in hulls
            if not any((c, d) != (a, b) and c <= a and b <= d for c, d in hulls)
        ]
        found += [(key, ab, any(looked for _, looked in own)) for ab in sorted(outer)]
    return found


@settings(max_examples=40)
@given(ranges, st.randoms(use_true_random=False), st.sampled_from([2, 5, 100]))
def test_whatever_hangs_together_is_one_row_and_no_game_counts_twice(some, random, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "_AT_ONCE", at_once)
        found = joined(table_of(some))
        random.shuffle(some)
        again = joined(table_of(some))
    assert found.equals(table_of(expected(some)))
    assert found.equals(again)
    assert joined(found).equals(found)


@settings(max_examples=40)
@given(ranges)
def test_rows_that_were_put_together_before_may_come_again(some):
    half = joined(table_of(some[::2]))
    both = joined(pa.concat_tables([half, table_of(some)]))
    assert both.equals(joined(table_of(some)))


@pytest.mark.parametrize(
    ("ab", "others"),
    [((0, 5), [(0, 5)]), ((0, 5), [(0, 3), (3, 5)]), ((2, 5), [(0, 2), (0, 7), (5, 7)])],
)
@pytest.mark.parametrize("name", SUMS)
def test_two_ways_that_do_not_say_the_same_are_an_error_that_names_the_cell(ab, others, name):
    key = KEYS[1]
    wrong = table_of([(key, ab, False)])
    at = wrong.column_names.index(name)
    wrong = wrong.set_column(at, FORM.field(name), pa.array([wrong[name][0].as_py() + 1]))
    right = [(KEYS[0], (0, 3), False), *((key, one, False) for one in others)]
    with pytest.raises(InputError, match=f"cell {key} .*nigiri, maki; . players, greedy"):
        joined(pa.concat_tables([table_of(right), wrong]))


def test_a_row_says_what_its_cell_is():
    cell = CELLS[KEYS[0]]
    row = joined(table_of([(KEYS[0], (0, 1), True)])).to_pylist()[0]
    assert row["key"] == cell.key
    assert row["kinds"] == ["nigiri", "maki"]
    assert (row["players"], row["policies"], row["rotate"]) == (cell.players, "greedy", False)
    assert (row["seed"], row["game_seed"]) == (0, cell.game_seed)
    assert (row["rules_version"], row["metric_version"]) == rows.CURRENT
