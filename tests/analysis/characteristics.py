"""How often intervals hold and findings are wrong, where the truth is planted: the table of `docs/characteristics.md`.

Each function simulates one family of metrics and returns the rows of its table. In CI they run small, to see that no
rate is out of its tolerance; the page is made at full size, in some minutes:

    python -m tests.analysis.characteristics > docs/characteristics.md
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from operator import add

import numpy as np

from analysis import bradley_terry
from analysis.character import Values, character
from analysis.character import counted as counted_menu_measures
from analysis.contrasts import Sides, differences
from analysis.dealt import dealt_lift, dealt_sums
from analysis.deltas import Deltas
from analysis.estimate import Estimate, mean, scaled, stacked, together
from analysis.forbidden import Forbidden, forbidden_sums
from analysis.gather import Budget
from analysis.luck import COMPONENTS, deal_share, permuted, repeated, skill_share
from analysis.moments import Moments
from analysis.multiple import adjusted, doubt
from analysis.pick_value import PickValues, pick_sums
from analysis.preferences import PickCounts, preferred_pairs
from analysis.seats import alike
from analysis.sequences import anytime, anytime_share
from analysis.shrinkage import shrunk, shrunk_rates
from analysis.standing import evenness, standings
from simkit import observe
from simkit.experiment import BLOCK, Arm
from simkit.played import Played
from simkit.schema import SHARE
from tests.analysis import (
    test_character,
    test_luck,
    test_multiple,
    test_seats,
    test_sequences,
    test_shrinkage,
    toy_course,
)
from tests.analysis import toy_played as toy
from tests.analysis.test_bradley_terry import chosen
from tests.analysis.test_copies import unequal_tables
from tests.analysis.test_gather import stops
from tests.analysis.test_moments import all_or_none, same_luck
from tests.analysis.test_multiple import known

PAGE = "docs/characteristics.md"
FULL = 2000
"""Runs of a row of the page, but for the slow ones."""

HOLDS = (0.935, 0.965)
"""Where the coverage of 95 % intervals may lie."""

SURE = (0.95, 1.0)
"""The same of intervals and findings that are bounds."""

ONCE = np.array([0])

HEAD = """\
# How often the numbers are right

Every way to an estimate, tried on games whose truth is planted: how many of the intervals hold it,
how many findings are wrong. *Nominal* is what is said of it, *tolerance* where the rate may lie;
2,000 runs know a rate of 95 % within half a point (one standard error), 250 within 1.4. *Bias* is
the mean estimate less the truth, in standard errors of a run. Some rows show what happens to those
who read or use a number otherwise than it is meant, or where it is not to be relied on: these are
to miss.

Made by `python -m tests.analysis.characteristics > docs/characteristics.md`; the tests run the same
with fewer games. What each number means, and how else it may mislead, stands in
[metrics.md](metrics.md).
"""


@dataclass(frozen=True)
class Row:
    """What was found where the truth is known.

    Attributes
    ----------
    about : str
        Section of the page.
    metric : str
    planted : str
        What the truth is, in a sentence.
    asked : str
        Of what the rate is.
    runs : int
    rate : float
    nominal : float
        What the rate is said to be.
    tolerance : pair of float
        Where it may lie; the runs know it to four standard errors.
    bias : float
        Mean estimate less the truth, in standard errors of a run.
    """

    about: str
    metric: str
    planted: str
    asked: str
    runs: int
    rate: float
    nominal: float
    tolerance: tuple[float, float]
    bias: float = np.nan

    @property
    def holds(self) -> bool:
        """Whether the rate is within its tolerance, as far as the runs tell."""
        low, high = self.tolerance
        errors = (4 * np.sqrt(max(p * (1 - p), 1 / self.runs) / self.runs) for p in self.tolerance)
        return bool(low - next(errors) <= self.rate <= high + next(errors))


def covered(
    about: str,
    metric: str,
    planted: str,
    found: Sequence[Estimate] | Estimate,
    truth: object,
    *,
    asked: str = "intervals that hold it",
    nominal: float = 0.95,
    tolerance: tuple[float, float] = HOLDS,
    runs: int | None = None,
) -> Row:
    """Return the row of intervals that hold a truth; those that say nothing are not counted."""
    one = found if isinstance(found, Estimate) else stacked(found)
    truth = np.broadcast_to(np.asarray(truth, float), one.value.shape)
    says = ~np.isnan(one.low) & ~np.isnan(one.high)
    held = (one.low <= truth) & (truth <= one.high)
    bias = (one.value - truth)[says].mean() / np.sqrt(np.mean(one.se[says] ** 2))
    count = int(says.sum()) if runs is None else runs
    return Row(about, metric, planted, asked, count, held[says].mean(), nominal, tolerance, bias)


def counted(
    about: str,
    metric: str,
    planted: str,
    asked: str,
    found: object,
    *,
    nominal: float = 0.05,
    tolerance: tuple[float, float] = (0.0, 0.05),
    runs: int | None = None,
) -> Row:
    """Return the row of a rate: the mean of what was found in each run."""
    one = np.asarray(found, float)
    return Row(about, metric, planted, asked, runs or one.size, one.mean(), nominal, tolerance)


def card_values(runs: int) -> Iterable[Row]:
    """Values by forbidding, trying and dealing, and their observational twins."""
    row = partial(covered, "Card values")
    rng = np.random.default_rng(1)
    poor = "a player takes the card in half of the games, the poor ones; it brings 3 points and 12 pp of the win"
    made = [Forbidden(forbidden_sums(*toy.bans(rng, 400), 0), toy.SEATS) for _ in range(runs)]
    win = toy.SEATS * toy.WIN_EFFECT
    effect, bias = toy.EFFECT, toy.bias()
    yield row("forbid value, points", poor, [one.forbid_value() for one in made], effect / 2)
    yield row("forbid value, win index", poor, [one.forbid_value("win") for one in made], win / 2)
    yield row("taken effect, points", poor, [one.taken_effect() for one in made], effect)
    yield row("taken effect, win index", poor, [one.taken_effect("win") for one in made], win)
    raw = [one.with_without() for one in made]
    said = f"{poor}; so games with it end {-effect - bias:.1f} points lower than games without"
    yield row("with/without, as what it is", said, raw, effect + bias)
    yield row(
        "with/without, read as an effect",
        poor,
        raw,
        effect,
        asked="intervals that hold the effect (they should not)",
        nominal=0.0,
        tolerance=(0.0, 0.02),
    )
    yield row("selection bias", said, [one.selection_bias() for one in made], bias)
    for wanted, tolerance in ((0.0035, (0.92, 0.97)), (0.0003, (0.8, 0.97))):
        rare = [
            Forbidden(forbidden_sums(*toy.bans(rng, 4096, wanted=wanted), 0), toy.SEATS)
            for _ in range(runs // 2)
        ]
        share = f"{100 * toy.share_taken(wanted):.2g} %"
        truth = effect * toy.share_taken(wanted)
        text = f"the same, but it is taken in {share} of 4,096 games"
        found = [one.forbid_value() for one in rare]
        yield row(f"forbid value, taken in {share}", text, found, truth, tolerance=tolerance)
    yield from tried_and_dealt(runs, row)


def tried_and_dealt(runs: int, row: Callable[..., Row]) -> Iterable[Row]:
    """The rows of pick values, lifts, copies and preferences."""
    planted, rng = toy.PlantedTries(), np.random.default_rng(2)
    often = "a card is worth 6, 3, -2 points by turn, and 5 less in games in which it comes by in every turn"
    menu = toy.counted_menu()

    def values(n: int) -> PickValues:
        sums = pick_sums(*planted.games(rng, n), toy.TURNS)
        return PickValues(menu, toy.TURNS, toy.SEATS, sums)

    made, card = [values(400) for _ in range(runs)], menu.card_ids[:1]
    yield row("pick value", often, [one.points(card) for one in made], planted.truth())
    yield row(
        "pick value of a turn", often, [one.points(card, 1) for one in made], planted.truth(1)
    )
    few = [values(60).points(card, 2) for _ in range(runs)]
    text = f"{often}; about 10 tries in the turn"
    yield row(
        "pick value of a turn, few tries", text, few, planted.truth(2), tolerance=(0.90, 0.97)
    )
    deal = (
        "a copy dealt is worth 2 points; tables are rich or poor; rounds have more copies or fewer"
    )
    lifts = [
        dealt_lift(dealt_sums(toy.deals(rng, 150), ONCE, toy.SEATS), toy.SEATS) for _ in range(runs)
    ]
    yield row("dealt lift", deal, lifts, toy.LIFT)
    third = [
        unequal_tables(rng).ratio_difference(("points 3", "seats 3"), ("points 2", "seats 2"))
        for _ in range(runs)
    ]
    text = "each copy brings 3 points, and a whole table is lucky or not"
    yield row("points of the third copy", text, third, 3)
    strength = np.array([1.2, 0.6, 0.1, 0.0, -0.4, -1.5])
    slow = max(runs // 4, 12)
    counts = [chosen(rng, strength, blocks=24, hands=40).astype(int) for _ in range(slow)]
    text = "cards are chosen from hands of four with chances proportional to exp(strength)"
    six = type("SixCards", (), {"card_ids": tuple("abcdef")})
    pairs = [preferred_pairs(_blocks(one), six) for one in counts]
    low, high, value, se = (
        np.array([frame[f"preferred{end}"][0] for frame in pairs])
        for end in ("_low", "_high", "", "_se")
    )
    chance = 1 / (1 + np.exp(strength[1] - strength[0]))
    found = Estimate(value, se, low, high, np.full(slow, 960))
    yield row("preference of a pair", text, found, chance)
    scales = [bradley_terry.preferences(one, 960).strength for one in counts]
    yield row(
        "strength of a card (Bradley-Terry)",
        f"{text}; each hand is met thrice; 24 blocks",
        stacked(scales),
        strength,
        tolerance=(0.925, 0.965),
        runs=slow,
    )


def _blocks(counts: np.ndarray) -> PickCounts:
    total = PickCounts.of(counts[:1])
    for block in counts[1:]:
        total = total + PickCounts.of(block[None])
    return total


def real_games(runs: int) -> Iterable[Row]:
    """The same on real games in which worth can be counted: nothing scores but one kind, and cards are drawn."""
    about, slow, menu = "Real games", max(runs // 8, 12), toy.counted_menu()
    at = np.array([menu.card_ids.index("tempura")])
    arm = Arm(menu, 4, "random", rotate=True, tries=True, house=True)

    def one(games: Sequence[Played]) -> tuple[Estimate, ...]:
        base, tried = games
        picks = PickValues(menu, toy.HAND - 1, 4, pick_sums(base, tried, toy.HAND - 1))
        lift = dealt_lift(dealt_sums(base, at, 4), 4)
        return picks.points(["tempura"], 0), picks.points(["sashimi"], 1), lift

    found = [stacked(some) for some in zip(*observe([arm], one, games=slow * BLOCK), strict=True)]
    text = "four players draw their cards from hands of five; a copy of tempura scores 4 points, other cards none"
    back, rest = (
        "; what one leaves in the first turn comes back in one of four cases",
        24 - toy.HAND,
    )
    yield covered(about, "pick value, turn 1", text + back, found[0], 4 * 3 / 4)
    other = f"{text}; the best other card is drawn, and half of the others are tempura"
    yield covered(about, "pick value of another card, turn 2", other, found[1], -4 / 2)
    keeps = f"{text}; of a hand dealt one keeps two cards, and gets a fifth of each other one"
    yield covered(about, "dealt lift", keeps, found[2], 4 * (2 / 5 - 3 / rest))


def menus_of_kinds(runs: int) -> Iterable[Row]:
    """Evenness and standings."""
    rng = np.random.default_rng(3)
    for truth, text in (
        ([2.0] * 8, "eight kinds are all worth 2 points, known to 0.1"),
        (
            [4, 2, 1, 0.5, 0.05, 0.02, 0, -1],
            "eight kinds from 4 points to less than nothing, known to 0.1",
        ),
    ):
        worth = np.maximum(truth, 0) / np.maximum(truth, 0).sum()
        even = -sum(x * np.log(x) for x in worth if x) / np.log(8)
        found = [
            evenness(together(known(np.array(truth) + rng.normal(0, 0.1, 8), 0.1)))
            for _ in range(max(runs // 4, 12))
        ]
        name = "evenness of worth, " + ("even" if len(set(truth)) == 1 else "uneven")
        yield covered("Card values", name, text, found, even, tolerance=SURE)
    none, wrong = np.arange(8) < 6, []
    sure, kept = known(np.full(8, -1.0), 0.01), known(np.zeros(8), 0.01)
    for _ in range(runs):
        value = known(np.where(none, 0, -0.6) + rng.normal(0, 0.1, 8), 0.1)
        got = np.array(
            [one == "overrated" for one in standings(value, sure, kept, None, games=None)]
        )
        wrong.append((got & none).sum() / max(got.sum(), 1))
    text = "of eight kinds six are worth exactly nothing, two are a loss"
    yield counted(
        "Card values", "kinds called overrated", text, "wrong ones among those called so", wrong
    )


def seats(runs: int) -> Iterable[Row]:
    """The test of equal seats, edges, and what neighbours do."""
    rng, about = np.random.default_rng(4), "Seats"
    asked, exact = "runs in which they seem unequal", (0.04, 0.06)
    text = "four seats are alike; tables are rich or poor; 60 games"
    p = np.array([test_seats.p_of(test_seats.scores(rng, 60)) for _ in range(4 * runs)])
    yield counted(about, "test of equal seats, points", text, asked, p <= 0.05, tolerance=exact)
    winner = rng.integers(0, 4, (4 * runs, 1000))
    wins = [SHARE * (one == np.arange(4)[:, None]) for one in winner]
    p = np.array([test_seats.p_of(one) for one in wins])
    text = "four seats win a fourth each; 1,000 games"
    yield counted(about, "test of equal seats, wins", text, asked, p <= 0.05, tolerance=exact)
    bonus = [Moments.of("abcd", test_seats.scores(rng, 400, bonus=2)) for _ in range(runs)]
    found = [one.linear({name: (3 if name == "b" else -1) for name in "abcd"}) for one in bonus]
    text = "the second seat has a bonus of 2 points; 400 games"
    yield covered(about, "edge of a seat", text, [scaled(one, 1 / 4) for one in found], 1.5)
    yield counted(
        about,
        "test of equal seats, a bonus",
        text,
        asked,
        [alike(one) <= 0.05 for one in bonus],
        nominal=1.0,
        tolerance=(0.9, 1.0),
    )
    split = [rng.choice([0, SHARE // 2, SHARE], 200, p=[0.7, 0.1, 0.2]) for _ in range(runs)]
    shares = [Moments.of("w", one[None]).share("w", unit=SHARE) for one in split]
    text = "a seat wins alone in 20 % and with another in 10 % of 200 games"
    yield covered(about, "share of the win", text, shares, 0.25)
    effects = []
    for _ in range(runs):
        deal, own = rng.normal(30, 8, (4, 200)), rng.normal(0, 3, (2, 4, 200))
        moved = np.array([-6, 2, 1, 0.5])[:, None] * rng.exponential(1, 200)
        gain = np.rint(deal + moved + own[1]).astype(int) - np.rint(deal + own[0]).astype(int)
        effects.append(Moments.of("abcd", gain).difference("b", "d"))
    text = "another player costs itself 6 points and gives its neighbours 2, 1, 0.5, more in some games than in others"
    yield covered(about, "effect on the left less the right neighbour", text, effects, 1.5)


def menu_measures(runs: int) -> Iterable[Row]:
    """What a menu is like."""
    rng, about = np.random.default_rng(5), "Menus"
    slow = max(runs // 8, 12)
    measures = test_character.COVERED
    blocks = [test_character.uneven(rng, 4096) for _ in range(max(runs // 32, 12))]
    truth = character(sum(blocks[1:], start=blocks[0]), measures=measures)
    frames = [character(test_character.uneven(rng, 2048), measures=measures) for _ in range(slow)]
    text = "rounds of independent normal points with sd 5, 8 and 4, desserts with 4; three players, 2,048 games"
    for measure in measures:
        value = truth.filter(measure=measure.name)["value"].to_numpy()
        parts = [frame.filter(measure=measure.name) for frame in frames]
        made = (
            np.array([part[f"value{end}"].to_numpy() for part in parts])
            for end in ("", "_se", "_low", "_high")
        )
        found = Estimate(*made, np.full((slow, len(value)), 2048))
        yield covered(
            about, measure.title.lower(), text, found, value, tolerance=(0.92, 0.97), runs=slow
        )


def luck(runs: int) -> Iterable[Row]:
    """Shares of variance."""
    rng, about = np.random.default_rng(6), "Luck and skill"
    slow = max(runs // 2, 12)
    for heavy, name, low in ((False, "normal", 0.935), (True, "skewed", 0.915)):
        found = [deal_share(repeated(test_luck.rivals(rng, heavy=heavy))) for _ in range(slow)]
        text = f"a fifth of the variance is in the deal; {name} results, seats get what the others do not; 150 deals"
        tolerance = (low, 0.965)
        yield covered(about, f"share of the deal, {name}", text, found, 0.2, tolerance=tolerance)
    parts = np.array([np.var([0, 3, 6, 9]), 36, 64 + 1 / 12])
    text = "policies of strength 0, 3, 6, 9 points, hands with sd 6, the rest with sd 8; 100 deals, four tables each"
    found = stacked([
        skill_share(permuted(test_luck.seated(rng, deals=100), test_luck.ROTATIONS))
        for _ in range(slow)
    ])  # fmt: skip
    for i, name in enumerate(COMPONENTS):
        yield covered(
            about, f"share of the {name}, of three", text, found[:, i], parts[i] / parts.sum()
        )


def comparisons(runs: int) -> Iterable[Row]:
    """Two menus on the same games."""
    rng, about = np.random.default_rng(7), "Comparisons"

    def arms(n: int, more: int = 0) -> Moments:
        shared, own = (rng.normal(0, 1, (k, 4, 3, n)) for k in (1, 2))
        dealt = rng.poisson(1.0, (3, 3, 4, n))
        taken = rng.integers(0, 3, (2, 3, 3, n))
        steps = np.array([5, 8, 4, 4])[:, None, None] * (0.8 * shared + 0.6 * own)
        steps[:, :3] += dealt[:, :, 0] + 10
        steps[1, 0] += more  # in the first round
        totals = np.rint(steps.cumsum(axis=1))
        return counted_menu_measures(
            [_of_kinds(total, some, dealt) for total, some in zip(totals, taken, strict=True)]
        )

    slow = max(runs // 8, 10)
    sides, deltas = Sides(("a", "b"), ("greedy",)), Deltas()

    def judged(sums: Moments):
        return differences({3: Values.of(sums)}, sides, deltas, Budget(games=sums.n))

    same = [judged(arms(1000)) for _ in range(slow)]
    text = "two menus are the same, on deals that share two thirds of the variance; 1,000 games, all measures together"
    wrong = [frame["verdict"].is_in(["different", "different but small"]).any() for frame in same]
    yield counted(about, "measures called different", text, "runs with a wrong finding", wrong)
    other = [judged(arms(1000, more=1.0)).filter(measure="score") for _ in range(slow)]
    text = "the same, but the first round of one menu has a point more for everybody"
    value, se, low, high = (
        np.array([frame[f"difference{end}"][0] for frame in other])
        for end in ("", "_se", "_low", "_high")
    )
    found = Estimate(value, se, low, high, np.full(slow, 1000))
    yield covered(about, "difference of points", text, found, 1.0)
    factor = np.median([frame["variance_reduction"][0] for frame in other])
    yield counted(
        about,
        "games needed, paired to unpaired",
        f"{text}; 36 % of the variance is each menu's own",
        "games, as the realised factor says",
        1 / factor,
        nominal=0.36,
        tolerance=(0.33, 0.39),
        runs=slow,
    )
    ratio = [same_luck(rng).ratio_difference(("y", "x"), ("w", "z")) for _ in range(runs)]
    rates = [all_or_none(rng).rate("t", "o") for _ in range(runs)]
    text = "copies bring 4 and 3 points on two menus, with the same luck in both; 100 games"
    yield covered(about, "difference of points per copy", text, ratio, 1)
    text = "a game's copies are taken all or none, with a chance of 10 %; 150 games"
    yield covered(about, "rate", text, rates, 0.1, tolerance=(0.93, 0.975))
    edge = known(rng.normal([[1.0, -1.0]], 0.3, (runs, 2)), 0.3)
    p = np.maximum(doubt(edge, null=-1, side="above"), doubt(edge, null=1, side="below"))
    text, asked = (
        "two menus differ by exactly as much as matters",
        "runs in which they seem equivalent",
    )
    yield counted(about, "test of equivalence", text, asked, p <= 0.05, tolerance=(0.04, 0.06))


def _of_kinds(total: np.ndarray, taken: np.ndarray, dealt: np.ndarray) -> toy_course.Course:
    """Return games in which two kinds bring points by copies, and the third the rest."""
    points = np.stack([3 * taken[:, 0], 2 * taken[:, 1] - 1, total[3]], axis=1)
    points[:, 2] -= points[:, :2].sum(axis=1)
    return toy_course.course(total, points=points, taken=taken.astype(np.uint8), dealt=dealt)


def looking_often(runs: int) -> Iterable[Row]:
    """Sixty looks, and runs that end when an interval is narrow enough."""
    rng, about = np.random.default_rng(8), "Looking often, and stopping at a target"
    slow = max(runs // 2, 24)
    asked, misses = "runs with an interval that ever misses", test_sequences.ever_misses
    for kind, (draw, truth) in test_sequences.DRAWS.items():
        sums = test_sequences.runs(rng, draw, repeats=slow, block=40)
        ordinary = mean(*sums)
        text = f"{kind}: games of mean {truth:g}, looked at 60 times, after each 40 games"
        if kind == "points":
            name, missed = "ordinary intervals (not to be used so)", misses(ordinary, truth)
            yield counted(about, name, text, asked, missed, tolerance=(0.25, 0.5), runs=slow)
        missed = misses(anytime(ordinary, games=2400), truth)
        yield counted(about, f"lasting intervals, {kind}", text, asked, missed, runs=slow)
    few = max(runs // 10, 24)
    sums = test_sequences.runs(rng, lambda r, size: r.random(size) < 0.005, repeats=few, block=40)
    text = "what happens in one game of 200, looked at 60 times, after each 40 games"
    name = "lasting intervals of means, rare (not to be used so)"
    missed = misses(anytime(mean(*sums), games=2400), 0.005)
    yield counted(about, name, text, asked, missed, tolerance=(0.4, 1.0), runs=few)
    missed = misses(anytime_share(*sums, games=2400), 0.005)
    yield counted(about, "lasting intervals of shares, rare", text, asked, missed, runs=few)
    for draw, truth, target, name in (
        (lambda r, size: r.normal(30, 8, size).round(), 30.0, 0.5, "normal"),
        (lambda r, size: r.geometric(0.2, size), 5.0, 0.28, "skewed"),
    ):
        ordinary, lasting = stops(rng, draw, target, runs=slow)
        text = f"{name} games, played until the lasting interval is ± {target:g}"
        yield covered(
            about, f"at the stop of a target, {name}", text, lasting, truth, tolerance=SURE
        )
        yield covered(
            about,
            f"ordinary intervals there, {name}",
            text,
            ordinary,
            truth,
            tolerance=(0.92, 0.97),
        )
    yield from with_few_tries(runs, about, asked)


def with_few_tries(runs: int, about: str, asked: str) -> Iterable[Row]:
    """The rows of values that begin with few games that say something."""
    rng = np.random.default_rng(11)
    wanted, few = 0.0003, max(runs // 10, 12)
    truth, missed = toy.EFFECT * toy.share_taken(wanted), 0
    for _ in range(few):
        blocks = (forbidden_sums(*toy.bans(rng, 4096, wanted=wanted), 0) for _ in range(24))
        values = (Forbidden(sums, toy.SEATS).forbid_value() for sums in accumulate(blocks, add))
        lasting = anytime(stacked(list(values)), games=50_000)
        missed += bool(np.any((lasting.low > truth) | (lasting.high < truth)))
    share = f"{100 * toy.share_taken(wanted):.2g} %"
    text = f"a card is taken in {share} of the games and brings 3 points; looked at 24 times, after each 4,096 games"
    name = f"lasting intervals, forbid value, taken in {share} (not to be relied on)"
    yield counted(about, name, text, asked, missed / few, tolerance=(0.0, 0.2), runs=few)
    planted, looks = toy.PlantedTries(), 30
    menu, few = toy.counted_menu(), max(runs // 8, 12)
    missed = 0
    for _ in range(few):
        blocks = (pick_sums(*planted.games(rng, 60), toy.TURNS) for _ in range(looks))
        values = (PickValues(menu, toy.TURNS, toy.SEATS, sums) for sums in accumulate(blocks, add))
        found = stacked([one.points(menu.card_ids[:1], 2) for one in values])
        lasting = anytime(found, games=50_000)
        missed += bool(np.any((lasting.low > planted.truth(2)) | (lasting.high < planted.truth(2))))
    text = "pick values of a turn with about 10 tries a look, looked at 30 times"
    name = "lasting intervals, pick values from a few tries on"
    yield counted(about, name, text, asked, missed / few, runs=few)


def families(runs: int) -> Iterable[Row]:
    """Many questions judged together."""
    rng, about = np.random.default_rng(9), "Many questions"
    none = np.arange(20) < 15
    noise = np.sqrt(0.5) * (rng.normal(size=(runs, 1)) + rng.normal(size=(runs, 20)))
    seen = known(noise + np.where(none, 0, 3.5), 1.0)
    text = "20 questions that hang together (correlation 0.5), 15 without a difference, 5 of 3.5 standard errors"
    asked = "wrong ones among the findings"
    p = doubt(seen)
    for method, name, tolerance in (
        (None, "no correction (not to be used so)", (0.1, 0.2)),
        ("bh", "Benjamini-Hochberg", (0.0, 0.05)),
        ("by", "Benjamini-Yekutieli", (0.0, 0.05)),
    ):
        found = (
            p <= 0.05 if method is None else np.array([adjusted(row, method) <= 0.05 for row in p])
        )
        wrong = test_multiple.false_share(none, found)
        yield counted(about, name, text, asked, wrong, tolerance=tolerance, runs=runs)
    slow = max(runs // 10, 12)
    none = np.arange(10) < 8
    peeked = test_multiple.looks(rng, np.where(none, 0.0, 0.7), runs=slow)
    text = "10 questions, 8 without a difference, looked at 12 times; the look with most wrong findings counts"
    for games, name, tolerance in (
        (None, "Benjamini-Hochberg at every look (not to be used so)", (0.08, 0.4)),
        (3000, "e-BH at every look", (0.0, 0.05)),
    ):
        p = doubt(peeked, games=games)[:, 4::5]
        found = np.array([[adjusted(look) <= 0.05 for look in run] for run in p])
        shares = (found & none).sum(axis=2) / np.maximum(found.sum(axis=2), 1)
        rate = float(shares.max(axis=1).mean())
        yield counted(about, name, text, asked, rate, tolerance=tolerance, runs=slow)


def shrinking(runs: int) -> Iterable[Row]:
    """Figures drawn toward the mean of their family."""
    rng, about = np.random.default_rng(10), "Shrinkage"
    slow = max(runs // 8, 12)
    for spread in (0.0, 0.5, 2.0, 8.0):
        made = [test_shrinkage.family(rng, spread) for _ in range(slow)]
        got = stacked([shrunk(found).estimate for found, _ in made])
        text = f"18 members seen in 3 to 200 games, whose true means differ by {spread:g} (sd) about 20"
        truth = np.array([truth for _, truth in made])
        yield covered(about, f"means that differ by {spread:g}", text, got, truth,
                      tolerance=(0.93, 1.0), runs=slow)  # fmt: skip
    for a, b, low in ((2, 8, 0.93), (1, 99, 0.86)):
        made = [test_shrinkage.family_of_rates(rng, a, b) for _ in range(slow)]
        got = stacked([shrunk_rates(n, k).estimate for n, k, _ in made])
        text = f"18 members seen in 3 to 1,000 games, whose true rates are beta({a}, {b})"
        truth = np.array([truth for *_, truth in made])
        yield covered(about, f"rates about {100 * a / (a + b):g} %", text, got, truth,
                      tolerance=(low, 1.0), runs=slow)  # fmt: skip


FAMILIES = (
    card_values,
    real_games,
    menus_of_kinds,
    seats,
    menu_measures,
    luck,
    comparisons,
    looking_often,
    families,
    shrinking,
)


def rows(runs: int) -> list[Row]:
    """Return all rows of the page."""
    return [row for family in FAMILIES for row in family(runs)]


def page(found: Sequence[Row]) -> str:
    """Return the page."""
    lines = HEAD.splitlines()
    for about in dict.fromkeys(row.about for row in found):
        lines += [
            "",
            f"## {about}",
            "",
            "| metric | planted | rate of | runs | found | nominal | tolerance | bias |",
            "|---|---|---|---|---|---|---|---|",
        ]
        lines += [_line(row) for row in found if row.about == about]
    return "\n".join(lines)


def _line(row: Row) -> str:
    low, high = row.tolerance
    bias = "" if np.isnan(row.bias) else f"{round(row.bias, 2) + 0.0:+.2f}"
    return (
        f"| {row.metric} | {row.planted} | {row.asked} | {row.runs:,} | {100 * row.rate:.1f} % "
        f"| {100 * row.nominal:g} % | {100 * low:g} to {100 * high:g} % | {bias} |"
    )


if __name__ == "__main__":
    print(page(rows(FULL)))
