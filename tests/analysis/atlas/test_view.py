import hashlib
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analysis.atlas.design import Design
from analysis.atlas.pareto import pareto
from analysis.atlas.view import Atlas, build, matching, query
from analysis.columns import IN_ATLASES, OTHERS_IN_ATLASES
from simkit.errors import InputError, OutputError
from simkit.menus import n_legal
from tests.analysis.atlas.planted import normal, planted

ENDS = ("", "_se", "_low", "_high")


@pytest.fixture(scope="module")
def cells() -> pl.DataFrame:
    """Return what a sweep over 300 of the menus for eight found, with two measures."""
    of = Design.all_legal((8,))
    frame = pl.DataFrame({"kinds": of.kinds, "players": 8, "policies": "greedy", "game": "party"})
    for seed, measure in enumerate(("score", "margin")):
        truth = planted(of, seed).truth
        noise = 0.5 * np.random.default_rng(seed).normal(size=truth.shape)
        seen = normal(truth + noise, np.full(truth.shape, 0.5))
        frame = frame.with_columns(
            pl.Series(measure + end, values[:, 0])
            for end, values in zip(ENDS, (seen.value, seen.se, seen.low, seen.high), strict=True)
        )
    frame = frame.with_columns(n_games=400, key=pl.concat_str(pl.lit("k"), pl.int_range(pl.len())))
    return frame.sample(300, seed=1, shuffle=True)


@pytest.fixture(scope="module")
def atlas(cells: pl.DataFrame) -> Atlas:
    return build(cells)


@pytest.fixture(scope="module")
def folder(atlas: Atlas, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "all"
    atlas.write(path)
    return path


def test_all_legal_menus_are_there(atlas: Atlas, cells: pl.DataFrame) -> None:
    assert atlas.cells.height == n_legal(8)
    assert atlas.measures == ["score", "margin"]
    played = atlas.cells.filter(pl.col("n_games") > 0).sort("key")
    own = cells.sort("key")
    assert played["key"].to_list() == own["key"].to_list()
    assert played["kinds"].to_list() == own["kinds"].to_list()
    assert np.allclose(played["score_raw"], own["score"], atol=1e-5)
    assert (played["score_se"] < played["score_raw_se"]).mean() > 0.9
    rest = atlas.cells.filter(pl.col("n_games") == 0)
    assert rest["key"].null_count() == rest["margin_raw"].null_count() == rest.height
    assert not atlas.cells["margin"].has_nulls()
    assert not atlas.cells["margin"].is_nan().any()
    assert atlas.fit["measure"].to_list() == ["score"] * 2 + ["margin"] * 2


def test_columns_have_a_meaning(atlas: Atlas) -> None:
    found = set()
    for frame in (getattr(atlas, field.name) for field in fields(Atlas)):
        found |= {name.replace("score", "x").replace("margin", "x") for name in frame.columns}
    assert found == {*OTHERS_IN_ATLASES, *(f"{name}{end}" for name in IN_ATLASES for end in ENDS)}


def test_line_ups_stand_one_after_another(cells: pl.DataFrame) -> None:
    some = cells.select(pl.exclude("^margin.*$"))
    two = pl.concat([some, some.with_columns(policies=pl.lit("random")).head(30)])
    told = []
    made = build(two, check=False, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    assert made.cells["policies"].unique(maintain_order=True).to_list() == ["greedy", "random"]
    few = made.fit.filter(pl.col("policies") == "random")
    assert few["note"].to_list() == ["fewer than 60 cells"] * 2
    of_few = made.cells.filter(pl.col("policies") == "random")
    assert of_few["score"].equals(of_few["score_raw"])
    assert of_few["score"].null_count() == n_legal(8) - 30
    assert query(made, policies="random", sort="richer").n_found == 30


def test_a_folder_holds_it_and_the_same_bytes_each_time(
    atlas: Atlas, folder: Path, cells: pl.DataFrame
) -> None:
    again = Atlas.read(folder)
    for name in ("cells", "effects", "pairs", "fit"):
        assert getattr(again, name).equals(getattr(atlas, name))
    before = digests(folder)
    build(cells).write(folder)
    assert digests(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def digests(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.blake2b(p.read_bytes()).hexdigest() for p in folder.iterdir()}


def test_what_is_no_atlas_is_left_alone(atlas: Atlas, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match="no atlas"):
        atlas.write(tmp_path)
    with pytest.raises(OutputError, match="no atlas"):
        atlas.write(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(InputError, match="holds an atlas"):
        Atlas.read(tmp_path)
    with pytest.raises(InputError, match="holds an atlas"):
        query(tmp_path / "missing")


def test_damaged_and_other_files_are_said_to_be_such(tmp_path: Path, cells: pl.DataFrame) -> None:
    path = tmp_path / "cells.parquet"
    path.write_bytes(b"PAR1 and then nothing")
    with pytest.raises(InputError, match="is damaged"):
        query(tmp_path)
    cells.write_parquet(path)  # a sweep's
    with pytest.raises(InputError, match="is not of an atlas"):
        query(tmp_path)


def test_a_question(atlas: Atlas, folder: Path) -> None:
    """By hand: menus with the one and without the other, within limits, the best first."""
    cut = float(atlas.cells["margin"].quantile(0.7) or 0)
    found = query(
        folder,
        players=8,
        include=["eel"],
        exclude=["maki"],
        limits={"margin": (None, cut)},
        sort="richer",
        top=7,
    )
    rows = [
        row
        for row in atlas.cells.to_dicts()
        if "eel" in row["kinds"] and "maki" not in row["kinds"] and row["margin"] <= cut
    ]
    rows.sort(key=lambda row: -row["score"])
    assert found.n_found == len(rows)
    assert found.rows["kinds"].to_list() == [row["kinds"] for row in rows[:7]]
    assert found.as_well == sum(row["score_high"] >= rows[6]["score_low"] for row in rows[7:])
    assert {"score_low", "score_high", "margin_raw", "n_games"} <= set(found.rows.columns)
    down = query(atlas, sort="-margin", top=3)
    least = atlas.cells.sort("margin")
    assert down.rows["margin"].to_list() == least["margin"][:3].to_list()
    assert down.as_well == (least["margin_low"][3:] <= least["margin_high"][2]).sum()
    everything = query(atlas, sort="-margin", top=10**6)
    assert everything.as_well == 0
    assert everything.rows.height == everything.n_found == n_legal(8)


def test_a_question_without_a_goal_and_one_without_an_answer(atlas: Atlas) -> None:
    plain = query(atlas, top=2, show=["score"])
    assert plain.rows["kinds"].to_list() == atlas.cells["kinds"][:2].to_list()
    assert plain.as_well == 0
    none = query(atlas, include=["maki", "temaki"], sort="closer")
    assert (none.n_found, none.rows.height, none.as_well) == (0, 0, 0)


def test_a_pareto_list_of_an_atlas(atlas: Atlas) -> None:
    goals = [query(atlas, sort=name).goal for name in ("closer", "richer")]
    frame = matching(atlas, include=["eel"], measures=["margin", "score"])
    found = pareto(frame, [goal for goal in goals if goal], draws=100)
    best = frame.sort("score").row(-1, named=True)
    assert best["kinds"] in found.filter("front")["kinds"].to_list()
    assert found["kinds"].list.contains("eel").all()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"include": ["eeel"]}, "Did you mean 'eel'?"),
        ({"exclude": ["pizza"]}, "is on no menu"),
        ({"include": ["eel"], "exclude": ["eel"]}, "both included and excluded"),
        ({"limits": {"marginn": (None, 1.0)}}, "Did you mean 'margin'?"),
        ({"limits": {"margin": (2.0, 1.0)}}, "leaves nothing"),
        ({"sort": "closr"}, "Did you mean 'closer'?"),
        ({"sort": "late"}, "unknown"),
        ({"show": ["tie"]}, "not in this atlas"),
        ({"players": 4}, "this atlas has 8"),
        ({"policies": "gredy"}, "Did you mean 'greedy'?"),
        ({"top": 0}, "must be 1 or more"),
    ],
)
def test_questions_that_can_not_be_asked(atlas: Atlas, asked: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        query(atlas, **asked)  # type: ignore[arg-type]


def test_sweeps_that_make_no_atlas(cells: pl.DataFrame) -> None:
    with pytest.raises(InputError, match="no cell was played"):
        build(cells.clear())
    with pytest.raises(InputError, match="without a measure"):
        build(cells.select(pl.exclude("^.*_se$")))
    with pytest.raises(InputError, match="'go'"):
        build(cells.with_columns(game=pl.lit("go")))
    with pytest.raises(InputError, match="two rows"):
        build(pl.concat([cells, cells]))


def test_asking_loads_no_heavy_package() -> None:
    """A question takes a moment: numba, scipy and the cards would take longer than the answer."""
    heavy = ("numba", "scipy", "pandas", "matplotlib", "pydantic", "simkit._jit", "simkit.cards")
    code = (
        "import sys, analysis.atlas.view, analysis.atlas.goals; "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
