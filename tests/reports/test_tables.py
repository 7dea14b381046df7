import dataclasses
import json

import polars as pl
import pytest

from analysis import block_sums, scores, sums, tallies
from reports.tables import SHOWN, to_json, to_long
from simkit.batch import Batch
from simkit.blocks import cut
from tests.analysis import toy, toy_roll


def batch_of(game: str) -> Batch:
    """Return a few games of a toy, seats rotated where its name says so."""
    name, _, rotated = game.partition(", ")
    if name == "roll":
        return toy_roll.batch(games=8, rotate=bool(rotated))[0]
    return toy.batch(name, players=2 if name == "dummy" else 4, games=8, rotate=bool(rotated))[0]


GAMES = ["party", "party, rotated", "both ways", "dummy", "dummy, rotated", "roll", "roll, rotated"]


@pytest.mark.parametrize("game", GAMES)
def test_the_json_form_is_plain_and_whole(game) -> None:
    batch = batch_of(game)
    document = json.loads(json.dumps(to_json(batch), allow_nan=False))
    assert list(document) == ["run", *(SHOWN if batch.menu.dice else SHOWN[:6])]
    assert document["run"] == json.loads(json.dumps(batch.manifest()))
    assert document["scores"] == scores(batch).to_dicts()


@pytest.mark.parametrize("game", GAMES)
def test_the_long_form_has_a_row_for_each_number(game) -> None:
    batch = batch_of(game)
    rows = to_long(batch)
    assert {tuple(row) for row in rows} == {
        (
            "table",
            "by",
            "seat",
            "player",
            "policy",
            "stage",
            "kind",
            "card",
            "place",
            "quantity",
            "value",
            "se",
            "low",
            "high",
            "n_games",
        )
    }
    names = ("table", "by", "seat", "player", "stage", "kind", "card", "place", "quantity")
    assert len({tuple(row[name] for name in names) for row in rows}) == len(rows)
    (row,) = [
        row
        for row in rows
        if (row["table"], row["by"], row["seat"], row["stage"], row["quantity"])
        == ("scores", "seat", 1, "game", "points")
    ]
    (expected,) = scores(batch).filter(by="seat", seat=1, stage="game").to_dicts()
    assert [row[name] for name in ("value", "se", "low", "high", "n_games")] == [
        expected[name] for name in ("points", "points_se", "points_low", "points_high", "n_games")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_exact_sums_come_back_from_their_frame(game) -> None:
    batch = batch_of(game)
    got = tallies(sums(batch))
    assert [tally.tobytes() for tally in got] == [tally.tobytes() for tally in batch.tallies]
    blocks = block_sums(sums(batch))
    assert blocks.dtype == batch.blocks.dtype
    assert blocks.tobytes() == batch.blocks.tobytes()


def test_the_exact_sums_of_two_batches_merge() -> None:
    one, two = (toy.batch(games=20, seed=seed)[0] for seed in (1, 2))
    whole, other = (sums(batch).filter(pl.col("block").is_null()) for batch in (one, two))
    pairs = zip(whole["values"], other["values"], strict=True)
    both = whole.with_columns(values=pl.Series([(a + b).to_list() for a, b in pairs]))
    blocks = [sums(batch).drop_nulls("block") for batch in (one, two)]
    behind = blocks[1].with_columns(pl.col("block") + len(one.blocks))
    merged = pl.concat([both, blocks[0], behind])
    (tally,) = tallies(merged)
    assert tally.n_games == 40
    assert (tally.flow == one.tallies[0].flow + two.tallies[0].flow).all()
    batch = dataclasses.replace(one, n_games=40, tallies=(tally,), blocks=block_sums(merged))
    assert (batch.blocks["flow"].sum(axis=(0, 1)) == cut(batch.menu, 4, [tally])["flow"][0]).all()
    (row,) = scores(batch).filter(by="all", stage="game").to_dicts()
    halves = [scores(x).filter(by="all", stage="game")["points"][0] for x in (one, two)]
    assert row["points"] == pytest.approx(sum(halves) / 2)
    assert row["points_low"] < row["points"] < row["points_high"]
