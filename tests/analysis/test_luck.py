import numpy as np
import pytest

from analysis.luck import deal_share, permuted, repeated, skill_share


def of_deals(rng, *, deals, arms=4, seats=3, of_deal=6.0, rest=8.0):
    """Results with planted spreads of the deal and of the rest; seats have different levels."""
    level = np.arange(seats)[:, None] * 20
    deal = of_deal * rng.normal(0, 1, (1, seats, deals))
    return np.rint(level + deal + rest * rng.normal(0, 1, (arms, seats, deals))).astype(int)


def test_deal_share_is_the_ratio_of_planted_variances() -> None:
    x = of_deals(np.random.default_rng(1), deals=20_000)
    found = deal_share(repeated(x))
    assert abs(found.value - 36 / (36 + 64 + 1 / 12)) < 4 * found.se  # whole points
    assert found.low < found.value < found.high
    assert found.n == 20_000


def test_deal_share_by_the_textbook() -> None:
    """The analysis of variance in so many words, seat by seat."""
    x = of_deals(np.random.default_rng(2), deals=30)
    arms, seats, deals = x.shape
    between = within = 0.0
    for seat in range(seats):
        means = x[:, seat].mean(axis=0)
        between += arms * ((means - means.mean()) ** 2).sum() / (deals - 1)
        within += ((x[:, seat] - means) ** 2).sum() / (deals * (arms - 1))
    of_deal = (between - within) / arms
    assert deal_share(repeated(x)).value == pytest.approx(of_deal / (of_deal + within))


def test_nothing_or_everything_is_in_the_deal() -> None:
    rng = np.random.default_rng(3)
    none = deal_share(repeated(of_deals(rng, deals=4000, of_deal=0)))
    assert none.low < 0 < none.high
    assert none.high < 0.02
    one = of_deals(rng, deals=100, arms=1)
    assert deal_share(repeated(np.repeat(one, 4, axis=0))).value == 1


def test_blocks_of_deals_add_up() -> None:
    x = of_deals(np.random.default_rng(4), deals=500)
    parts = repeated(x[..., :200]) + repeated(x[..., 200:])
    assert deal_share(parts) == deal_share(repeated(x))


def rivals(rng, *, heavy, deals=150):
    """Results of which the deal decides a fifth, of three seats that get what the others do not."""

    def draw(*shape):
        x = rng.exponential(1, shape) - 1 if heavy else rng.normal(0, 1, shape)
        return (x - x.mean(axis=1, keepdims=True)) * np.sqrt(3 / 2)  # variance 1

    return np.rint(1000 * (0.5 * draw(1, 3, deals) + draw(4, 3, deals))).astype(int)


@pytest.mark.parametrize("heavy", [False, True])
def test_intervals_of_the_deal_share_cover(heavy) -> None:
    """400 runs of 150 deals; the truth is inside in 95 % ± 3.3 % (3 standard errors).

    Also where results are heavy-tailed (exponential) and the seats hang together: one gets what another
    does not.
    """
    rng = np.random.default_rng(5)

    inside = 0
    for _ in range(400):
        found = deal_share(repeated(rivals(rng, heavy=heavy)))
        inside += bool(found.low <= 0.2 <= found.high)
    assert abs(inside / 400 - 0.95) < 0.033


ROTATIONS = np.array([[(seat - arm) % 4 for seat in range(4)] for arm in range(4)])


def seated(rng, *, deals, strength=(0, 3, 6, 9), hands=6.0, rest=8.0, policies=ROTATIONS):
    arms, seats = policies.shape
    x = np.array(strength)[policies][:, :, None] + hands * rng.normal(0, 1, (1, seats, deals))
    return np.rint(x + rest * rng.normal(0, 1, (arms, seats, deals))).astype(int)


def test_skill_share_is_the_ratio_of_planted_variances() -> None:
    found = skill_share(permuted(seated(np.random.default_rng(6), deals=20_000), ROTATIONS))
    parts = np.array([np.var([0, 3, 6, 9]), 36, 64 + 1 / 12])
    assert np.all(np.abs(found.value - parts / parts.sum()) < 4 * found.se)
    assert found.value.sum() == pytest.approx(1)


def test_copies_of_a_policy_count_as_one() -> None:
    policies = np.array([[0, 0, 1, 1], [1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0]])
    x = seated(np.random.default_rng(7), deals=20_000, strength=(0, 8), policies=policies)
    found = skill_share(permuted(x, policies))
    parts = np.array([16, 36, 64 + 1 / 12])
    assert np.all(np.abs(found.value - parts / parts.sum()) < 4 * found.se)


def test_what_neighbours_do_is_not_taken_from_the_deal() -> None:
    """Three seats, two policies: who sits beside whom moves a seat by 10 points, and a hand by as much as before."""
    policies = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1]])
    x = seated(np.random.default_rng(11), deals=20_000, strength=(0, 8), policies=policies)
    beside = 10 * (np.roll(policies, 1, axis=1) == policies)
    found = skill_share(permuted(x + beside[:, :, None], policies))
    cells = 8 * policies + beside
    means = np.array([cells[policies == policy].mean() for policy in (0, 1)])
    company = ((cells - means[policies]) ** 2).mean()
    assert company > 20
    parts = np.array([means.var(), 36, 64 + 1 / 12 + company])
    assert np.all(np.abs(found.value - parts / parts.sum()) < 4 * found.se)


def test_hands_may_move_instead_of_policies() -> None:
    x = seated(np.random.default_rng(8), deals=400)
    turned = np.stack(
        [np.roll(x[arm], -arm, axis=0) for arm in range(4)]
    )  # entry e sits at e + arm
    policies = np.tile(np.arange(4), (4, 1))
    hands = np.array([[(entry + arm) % 4 for entry in range(4)] for arm in range(4)])
    one, other = (
        skill_share(permuted(x, ROTATIONS)),
        skill_share(permuted(turned, policies, hands)),
    )
    assert other.value == pytest.approx(one.value)
    assert other.se == pytest.approx(one.se)


def test_equal_policies_are_no_skill() -> None:
    found = skill_share(
        permuted(seated(np.random.default_rng(9), deals=4000, strength=(5, 5, 5, 5)), ROTATIONS)
    )
    assert abs(found.value[0]) < 1e-3


def test_policies_that_are_tied_to_hands_are_refused() -> None:
    x = np.zeros((2, 2, 10), int)
    with pytest.raises(ValueError, match="equally often"):
        permuted(x, [[0, 1], [0, 1]])


def test_intervals_of_skill_cover() -> None:
    """400 runs of 100 deals; the truth is inside in 95 % ± 3.3 % (3 standard errors)."""
    rng = np.random.default_rng(10)
    parts = np.array([np.var([0, 3, 6, 9]), 36, 64 + 1 / 12])
    inside = np.zeros(3)
    for _ in range(400):
        found = skill_share(permuted(seated(rng, deals=100), ROTATIONS))
        truth = parts / parts.sum()
        inside += (found.low <= truth) & (truth <= found.high)
    assert np.all(np.abs(inside / 400 - 0.95) < 0.033)
