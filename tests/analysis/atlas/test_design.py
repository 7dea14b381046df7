import numpy as np
import polars as pl
import pytest

from analysis.atlas.design import Design, laid_out
from simkit.errors import InputError
from simkit.menus import n_legal
from tests.analysis.atlas.planted import design

SUSHI_GO = ("nigiri", "maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding")


def plain(of: Design) -> np.ndarray:
    """Which menu has which column, as one would write it down."""
    return np.array(
        [[set(c) <= set(menu) for c in of.columns] for menu in of.menus.tolist()], float
    )


def test_all_legal_menus_are_there() -> None:
    of = Design.all_legal((2, 8))
    assert of.legal.sum(axis=0).tolist() == [n_legal(2), n_legal(8)]
    assert len({tuple(kinds) for kinds in of.kinds}) == len(of.kinds)


def test_sums_over_subsets_are_a_gram_matrix() -> None:
    of = design(60)
    weights = np.random.default_rng(1).random(60)
    columns = plain(of)
    assert np.array_equal(of.holds.toarray(), columns)
    gram = (of.subsets.T @ weights)[of.union]
    assert np.allclose(gram, columns.T @ (weights[:, None] * columns))


def test_numbers_of_the_basis_are_contrasts() -> None:
    of = design(60)
    assert of.basis.shape == (1 + 22 + 225, 18 + 149)
    assert np.allclose(of.basis.T @ of.basis, np.eye(167))
    coefficients = of.basis @ np.random.default_rng(2).normal(size=167)
    effect = dict(zip(of.columns, coefficients, strict=True))
    for group in of.groups.values():
        assert abs(sum(effect[c,] for c in group)) < 1e-12
        for card in range(22):
            pairs = [(min(c, card), max(c, card)) for c in group if c != card]
            assert abs(sum(effect.get(pair, 0.0) for pair in pairs)) < 1e-12


def test_contrasts_of_fewer_cards_say_the_same_of_every_menu_left() -> None:
    of = Design.all_legal((2,))
    coefficients = np.random.default_rng(3).normal(size=len(of.columns))
    contrasts = of.contrasts[0] @ coefficients
    some = np.arange(0, len(of.menus), 97)
    columns = plain(Design(of.cards, of.players, of.menus[some], of.legal[some], of.columns))
    assert np.allclose(columns @ coefficients, columns @ contrasts)
    there = of.there(0)
    assert not contrasts[~there].any()
    names = [
        of.cards[c[0]]
        for c, is_there in zip(of.columns, there, strict=True)
        if len(c) == 1 and not is_there
    ]
    assert names == ["edamame", "spoon"]
    effect = dict(zip(of.columns, contrasts, strict=True))
    for group in of.groups.values():
        assert abs(sum(effect[c,] for c in group)) < 1e-9


@pytest.mark.parametrize(
    "kinds",
    [
        SUSHI_GO[:-1],
        (*SUSHI_GO, "fruit"),
        (*SUSHI_GO[:-1], "pizza"),
        ("nigiri", "maki", "temaki", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"),
    ],
)
def test_house_menus_are_refused(kinds: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="rule book"):
        Design.of([SUSHI_GO, kinds], (4,))


def test_cells_find_their_places() -> None:
    of = Design.of([SUSHI_GO, (*SUSHI_GO[:-1], "fruit")], (2, 4))
    cells = pl.DataFrame(
        {
            "kinds": [list(of.kinds[1]), list(reversed(SUSHI_GO))],
            "players": [2, 4],
            "score": [3.0, None],
            "margin": [1.0, 2.0],
        }
    )
    found = laid_out(of, cells, ["score", "margin"])
    assert np.array_equal(found["margin"], [[np.nan, 2], [1, np.nan]], equal_nan=True)
    assert np.array_equal(found["score"], [[np.nan, np.nan], [3, np.nan]], equal_nan=True)
    with pytest.raises(InputError, match="two rows"):
        laid_out(of, pl.concat([cells, cells]), ["score"])


def test_a_menu_banned_for_so_many_is_refused() -> None:
    kinds = [*SUSHI_GO[:5], "spoon", *SUSHI_GO[6:]]
    cells = pl.DataFrame({"kinds": [kinds], "players": [2], "score": [1.0]})
    with pytest.raises(InputError, match="for 2 players"):
        laid_out(Design.of([kinds], (2, 3)), cells, ["score"])
