"""A store keeps every game that it was given, counts each once, and its bytes depend on nothing else."""

import errno
import json
import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

from analysis.gather import TUNED
from analysis.sequences import anytime
from analysis.sweep import files, store
from analysis.sweep.rows import CURRENT
from analysis.sweep.statistics import columns, estimate, sums_of, swept
from analysis.sweep.store import Store, digest, estimates, merge, read, reading
from analysis.sweep.work import Outcome, Precision
from simkit.errors import InputError, OutputError
from tests.analysis.sweep.toy_store import (
    CELLS,
    KEYS,
    add,
    before,
    bytes_of,
    games_of,
    made,
    outcome,
)
from tests.analysis.toy_course import independent
from tests.docs.pages import PAGES

A, B, C = KEYS


# What is in it


def test_games_come_back_as_one_row_a_cell_with_their_exact_sums(tmp_path):
    with Store.open(tmp_path / "s") as one:
        add(one, (B, 0, 4), (A, 0, 2))
        add(one, (A, 2, 5))
        add(one, (A, 1, 3), (C, 3, 4))
        known = one.known()
    assert known.games == {A: 5, B: 4}  # of C the first games are missing
    assert (list(known), C in known) == ([A, B], False)
    assert known[A].sums == tuple(before(A, 5).tolist())
    frame = read(tmp_path / "s")
    assert frame["key"].to_list() == [A, B]
    assert frame.select(columns()).row(0) == known[A].sums
    assert frame["players"].to_list() == [CELLS[A].players, CELLS[B].players]


def test_a_cell_whose_number_of_games_once_depended_on_them_is_marked_for_good(tmp_path):
    with Store.open(tmp_path / "s") as one:
        add(one, (A, 0, 2), looked=True)
        add(one, (A, 0, 5), (B, 0, 5))
        assert [one.known()[key].looked for key in (A, B)] == [True, False]
    assert read(tmp_path / "s")["looked"].to_list() == [True, False]


def line_of(library: str) -> str:
    """Return the line by which the documentation reads a store."""
    [line] = re.findall(rf"^{library}\..*STORE.*$", PAGES["docs/sweeps.md"], re.MULTILINE)
    return line


def test_the_folder_is_read_with_one_line_by_polars_and_pandas(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "ROWS_PER_FILE", 2)
    path = made(tmp_path / "s", (A, 0, 2), (B, 0, 2), (C, 0, 3), (C, 5, 6))
    assert len(os.listdir(path / "cells")) == 2
    monkeypatch.chdir(tmp_path)
    frame = eval(line_of("polars").replace("STORE", "s"), {"polars": pl})
    assert_frame_equal(frame.drop("first"), read(path))
    again = eval(line_of("pandas").replace("STORE", "s"), {"pandas": pd})
    assert again["key"].tolist() == KEYS
    assert again["sum_score"].tolist() == frame["sum_score"].to_list()
    assert [list(kinds) for kinds in again["kinds"]] == [["nigiri", "maki"]] * 3


def test_the_folder_is_read_with_one_line_by_duckdb(tmp_path, monkeypatch):
    duckdb = pytest.importorskip("duckdb")
    path = made(tmp_path / "s", (A, 0, 2), (B, 0, 3))
    monkeypatch.chdir(tmp_path)
    rows = eval(line_of("duckdb").replace("STORE", "s"), {"duckdb": duckdb})
    assert_frame_equal(rows.pl().drop("first"), read(path), check_dtypes=False)


def test_estimates_are_those_of_statistics_and_hold_at_any_look_where_somebody_looked(tmp_path):
    courses = [independent(np.random.default_rng(i), seats=4, games=500) for i in range(2)]
    with Store.open(tmp_path / "s") as one:
        for key, course, looked in zip((A, B), courses, (False, True), strict=True):
            one.add(CELLS, [Outcome(key, 0, 500, tuple(sums_of([course]).tolist()))], looked)
    names = ["margin", "comeback_2", "tie"]
    found = estimates(read(tmp_path / "s", names), names)
    everything = estimates(read(tmp_path / "s"))
    assert_frame_equal(found, everything.select(found.columns))
    for name in names:
        of, part = swept(name)
        for row, course in enumerate(courses):
            sums = dict(zip(columns(), sums_of([course])[:, None], strict=True))
            own = estimate(of, part, np.array([500]), sums)
            if row == 1 and name == "margin":
                own = anytime(own, games=TUNED)
            if row == 1 and name != "margin":  # shares: wider, but nowhere beyond 0 and 1
                assert 0 <= found[f"{name}_low"][1] < own.low[0] or own.low[0] == 0
                assert own.high[0] < found[f"{name}_high"][1] <= 1
                continue
            assert found[row, name] == own.value[0]
            assert found[row, f"{name}_low"] == pytest.approx(own.low[0], rel=1e-12)
            assert found[row, f"{name}_high"] == pytest.approx(own.high[0], rel=1e-12)
    with pytest.raises(InputError, match=r"'margn' is unknown. Did you mean 'margin'"):
        read(tmp_path / "s", ["margn"])


def test_a_share_that_was_never_seen_has_an_interval_at_any_look():
    n = np.array([1024])
    none = {name: np.zeros(1, np.int64) for name in ("sum_tie", "product_tie_tie")}
    found = Precision("tie", 0.001, 10_000).interval(n, none)
    assert found.low[0] == 0
    assert 0.003 < found.high[0] < 0.05


def test_rows_of_other_versions_are_kept_counted_and_not_read(tmp_path):
    path = made(tmp_path / "s", (A, 0, 2), (B, 0, 3))
    same = digest(path)
    other = files.from_parquet(files.to_parquet(_rows_of(path))).slice(1)
    at = other.column_names.index("rules_version")
    other = other.set_column(at, other.field(at), pa.array([CURRENT[0] - 1], pa.int32()))
    other = other.drop_columns("sum_margin").append_column("sum_of_old", pa.array([7]))
    content = files.to_parquet(other)
    files.put(path / "cells" / files.name_of("part", content), content)
    assert (digest(path), reading(path).left_out) == (same, 1)
    with Store.open(path) as one:
        assert one.left_out == 1
        assert one.known().games == {A: 2, B: 3}
    assert [files.number_of(name) for name in files.names_in(path / "cells")] == [0, 1]
    assert (digest(path), reading(path).left_out) == (same, 1)
    merge([path], tmp_path / "t")
    assert bytes_of(tmp_path / "t") == bytes_of(path)


def _rows_of(path: Path) -> pa.Table:
    return pa.concat_tables(files.load(path / "cells")[0])


def test_cells_that_fail_are_noted_until_they_are_played(tmp_path):
    path = tmp_path / "s"
    with Store.open(path) as one:
        add(one, (A, 0, 2))
        one.add(CELLS, [Outcome(A, 2, 0, error="no luck"), outcome(B, 0, 2)], False)
        one.add(CELLS, [Outcome(C, 0, 0, error="no policy")], False)
        assert [(x.key, x.first, x.cause) for x in one.failures()] == [
            (A, 2, "no luck"),
            (C, 0, "no policy"),
        ]
    noted = json.loads((path / "failures.json").read_text("utf-8"))
    assert noted["schema"] == "simkit/sweep-failures/1"
    assert [x["cell"]["key"] for x in noted["failures"]] == [A, C]
    with Store.open(path) as one:
        add(one, (A, 2, 3))
        assert [x.key for x in one.failures()] == [C]
    with Store.open(tmp_path / "t") as other:
        add(other, (C, 0, 1))
    assert merge([path, tmp_path / "t"], tmp_path / "u").n_games == 3 + 2 + 1
    assert bytes_of(tmp_path / "u") == bytes_of(
        made(tmp_path / "v", (A, 0, 3), (B, 0, 2), (C, 0, 1))
    )


def test_digests_tell_stores_apart(tmp_path):
    paths = [
        made(tmp_path / "a", (A, 0, 3)),
        made(tmp_path / "b", (A, 0, 4)),
        made(tmp_path / "c", (A, 0, 3), (B, 0, 3)),
        made(tmp_path / "d", (B, 0, 3)),
    ]
    with Store.open(tmp_path / "e") as one:
        add(one, (A, 0, 3), looked=True)
    assert len({digest(path) for path in [*paths, tmp_path / "e"]}) == 5
    merge([paths[0]], paths[3])
    assert digest(paths[3]) == digest(paths[2])


def test_two_stores_that_count_the_same_games_otherwise_are_not_merged(tmp_path):
    one = made(tmp_path / "a", (A, 0, 3), (B, 0, 3))
    with Store.open(tmp_path / "b") as other:
        wrong = outcome(B, 0, 3)
        other.add(CELLS, [Outcome(B, 0, 3, (wrong.sums[0] + 1, *wrong.sums[1:]))], False)
    with pytest.raises(InputError, match=f"cell {B} .*games 0 to 2 have other sums"):
        merge([one, tmp_path / "b"], tmp_path / "c")
    assert games_of(tmp_path / "c") == {}
    assert games_of(one) == {A: 3, B: 3}


# What can not be opened


def test_a_folder_of_other_things_is_refused_in_one_line(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds other files \(notes.txt, ...\) and no store"):
        Store.open(tmp_path)
    assert os.listdir(tmp_path) == ["notes.txt"]
    with pytest.raises(OutputError, match="is a file, not a folder"):
        Store.open(tmp_path / "notes.txt")
    for opening in (read, digest, lambda path: merge([path], tmp_path / "t"), _open_only):
        with pytest.raises(InputError, match="is no store of a sweep; `simkit sweep"):
            opening(tmp_path / "s")
    assert os.listdir(tmp_path) == ["notes.txt"]


def _open_only(path: Path) -> Store:
    return Store.open(path, create=False)


def test_a_store_that_can_not_be_written_says_so(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EROFS, "read-only")

    path = made(tmp_path / "s", (A, 0, 2))
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(OutputError, match="s: is not writable; choose another place"):
            Store.open(path)
    assert games_of(path) == {A: 2}
    monkeypatch.setattr(files, "fcntl", None)
    with pytest.raises(OutputError, match="file locks, which this system has not; use Linux"):
        Store.open(path)
    assert read(path)["n_games"].to_list() == [2]


def test_what_killed_writers_left_goes_and_what_is_not_ours_stays(tmp_path):
    path = made(tmp_path / "s", (A, 0, 2))
    ours = f".part-{'0' * 32}.parquet.{'1' * 32}.aside"
    for name in (ours, ".hidden", "notes.txt"):
        (path / "cells" / name).write_text("x")
    Store.open(path).close()
    assert {name for name in os.listdir(path / "cells") if not name.endswith(".parquet")} == {
        ".hidden",
        "notes.txt",
    }


def test_a_list_of_failures_that_is_none_is_refused(tmp_path):
    path = made(tmp_path / "s", (A, 0, 2))
    (path / "failures.json").write_text("{}")
    with pytest.raises(
        InputError, match=r"failures.json: is no list of failures of a sweep; move it"
    ):
        Store.open(path)
