import pytest

from reports.numbers import decimals, estimate


def row(value, low, high):
    return {"x": value, "x_low": low, "x_high": high}


@pytest.mark.parametrize(
    ("values", "percent", "words"),
    [
        ((35.2512, 35.2312, 35.2712), False, "35.25 ± 0.02"),
        ((0.25, 0.24915, 0.25085), True, "25.00 % ± 0.09"),
        ((0.25, 0.20, 0.31), True, "25.0 % ± 6.0"),
        ((12.3, 2.3, 22.3), False, "12.3 ± 10.0"),
        ((1.0, 1.0, 1.0), False, "1.0 ± 0.0"),
        ((5.0, None, None), False, "5.0"),
        ((None, None, None), True, "-"),
    ],
)
def test_an_estimate_has_the_digits_that_its_interval_allows(values, percent, words) -> None:
    assert estimate(row(*values), "x", percent=percent) == words


def test_decimals_have_an_end() -> None:
    assert [decimals(half) for half in (30, 3, 0.3, 0.03, 0.003, 1e-9, 0)] == [1, 1, 1, 2, 3, 4, 1]
