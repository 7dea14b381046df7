"""How sure answers are: pages of what all tables have in common."""

from __future__ import annotations

from analysis.gather import MAX_GAMES, TUNED
from analysis.pages.page import Page

PAGES = (
    Page(
        name="intervals",
        title="Intervals",
        about="certainty",
        question="How far may a number be from what infinitely many games would give?",
        formula="""
            Every estimate x has `x_se`, its standard error, and the ends of a 95 % interval, `x_low` and
            `x_high`. A game is the sample; what is pooled over seats is added up within the game first, since
            seats of a game hang together. From exact sums of whole numbers over games:

            - *means and differences*: Student's interval. Differences of arms that share their deals are
              paired: the mean of the differences of games.
            - *ratios* Σ y / Σ x: Var ≈ m / (m - 1) Σ (y - ratio x)² / (Σ x)², and Student's interval with m -
              1 degrees of freedom, where m = (Σ x)² / Σ x² is the number of games that carry x (Kish 1965).
            - *shares*: Wilson's interval with the variance that the games show, which for shared wins is
              smaller than that of a coin; it stays between 0 and 1, and at 0 and 1 it has a width.
            - *functions of means*: the delta method, its slopes taken by a complex step.

            `simkit simulate` and `simkit tournament` keep sums of blocks of games, not of single ones. There
            the sample is the blocks: [metrics](../metrics.md).
        """,
        assumes="Games are independent. They are: each has its own random numbers.",
        fails="""
            - It says nothing about how people play. A policy's mistakes are in every game.
            - One interval at a time: of 100 about 5 miss, and the most striking of many is often a miss. See
              [verdicts](verdicts.md).
            - Whoever looks again until it pleases is misled: see [targets](targets.md).
            - Ratios are biased by about 1 / m of their size where few games carry x and x differs much
              between them.
        """,
        characteristics="""
            Every metric's page has its own; these are of the ways in general. Sums are exact, so they are the
            same in any order and on any number of threads.
        """,
        measured=(
            "difference of points per copy",
            "rate",
            "share of the win",
        ),
        source="""
            Student 1908; Wilson 1927, JASA 22; Kish 1965, *Survey Sampling*; Cramér 1946, ch. 28 (the delta
            method); Squire and Trapp 1998, SIAM Review 40 (the complex step).
        """,
        command="all commands",
    ),
    Page(
        name="win-index",
        title="Win index",
        about="certainty",
        question="How can wins with 2 and with 8 players be compared?",
        formula="""
                win index = number of seats × share of the win

            1 is an even share; k winners of a game have 1/k each. A difference of 0.1 is a tenth of an even
            share: 5 wins of a hundred with 2 players, 1.25 with 8.
        """,
        assumes="A dummy's seat counts: it competes for the win.",
        fails="""
            It can rise to the number of seats and not below 0, so that with many players there is more room
            above 1 than below: indexes of good and of bad players do not mirror each other.
        """,
        characteristics="A share times a known number: its interval is that of the share.",
        command="simkit analyze, simkit compare",
        columns={
            "kinds": ("forbid_value_win", "taken_effect_win", "pick_value_win", "dealt_lift_win"),
            "seats": ("win_edge",),
            "neighbours": ("win",),
        },
    ),
    Page(
        name="targets",
        title="Targets, and looking more than once",
        about="certainty",
        question="Can a run stop when its intervals are narrow enough, and still be trusted?",
        formula=f"""
            `--target 0.1pt` (points) or `0.5pp` (wins of a hundred) plays until the intervals of interest are
            as narrow to each side, `--max-games` ({MAX_GAMES:,} unless said) or `--max-time`. It looks after
            1, 2, 3, ... blocks of 4,096 games, then each time that there are a quarter more. The intervals
            are then those of a *confidence sequence*: with s.e. the standard error, ν its degrees of freedom,
            t = n ρ²,

                value ± c · s.e.,   c² = ν (q - 1) / (1 - q / (1 + t)),   q = (√(1 + t) / 0.05)^(2 / (ν + 1))

            with many games c² = 2 (1 + 1/t) log(√(1 + t) / 0.05), as Waudby-Smith et al. have it. ρ² makes
            them narrowest at {TUNED:,} games (or at `--max-games`, if that is less). Which intervals end a
            run: forbid values and pick values of all kinds, each experiment by itself (dice: forbid values
            and dealt lifts); in `simkit compare` all differences of the target's unit. With a target in `pp`
            it is the same numbers, of wins.

            `simkit simulate` looks after 4,096 games, then after twice as many each time, and plays a run anew
            each time, so that it ends with one that `--games` can repeat. With `pp` the win shares of all
            seats (and players, with `--rotate`) end it, with `pt` their points of the game. Both then have
            intervals that hold at any look, as has the sentence on the seats. Where games of several seats or
            policies are pooled the s.e. is that of 16 to 64 blocks, and ν their number less 1.

            A fixed number of games (`--games`) has ordinary intervals. Sections without a target of their own
            (seats, menu, luck) play a fixed number, too.
        """,
        assumes="""
            Independent games of finite variance, and as many at the first look (4,096) that means are nearly
            normal. For normal games it is exact. Ratios are means only nearly.
        """,
        fails="""
            - Wider than an interval of one look: 1.55 times at the number of games it is tuned to, 1.97 times
              at a tenth of it, 1.65 times at ten times as many.
            - What is rare and has not been seen yet has no variance yet: see *rare* below. The win shares of
              `simkit simulate` have an interval that is exact there too (`analysis.sequences.anytime_share`).
            - Numbers that are only shown beside those that end a run (points, take rates, preferences,
              evenness) have ordinary intervals.
            - A run that is ended by `--max-time` may end elsewhere the next time.
        """,
        characteristics="""
            At the stop of a target an ordinary interval mostly holds too: who stops by the width alone hardly
            misleads himself. The harm is in looking at every block and stopping when the *value* pleases. Of
            what happens in a few games only, see the rows not to be relied on.
        """,
        measured=(
            "ordinary intervals*",
            "lasting intervals*",
            "at the stop of a target, *",
        ),
        source="""
            Darling and Robbins 1967; Ville 1939; the t-test: Gönen et al. 2005, and why it may be looked at
            again: Wang and Ramdas 2025; the limit: Waudby-Smith et al. 2024, Annals of Statistics 52.
        """,
        command="simkit simulate --target, simkit analyze --target, simkit compare --target",
    ),
    Page(
        name="verdicts",
        title="Verdicts",
        about="certainty",
        question="Of many differences: which are there, and which are too small to matter?",
        formula="""
            Two questions, two families of tests, each judged together over all rows of a table, with δ the
            smallest difference that matters:

                p_different   there is no difference            Student's test
                p_equivalent  it is δ or more, to either side   two one-sided tests (the larger p of the two)

            Both are adjusted by Benjamini and Hochberg's procedure. Under a [target](targets.md) they are 1 /
            e-value, and the same procedure is e-BH.

            | verdict | p_different ≤ 5 % | p_equivalent ≤ 5 % |
            |---|---|---|
            | `different` | yes | no |
            | `different but small` | yes | yes |
            | `equivalent` | no | yes |
            | `can't tell` | no | no |

            `more`: about how many more games it takes to tell, if the difference is what it seems.
        """,
        assumes="""
            Tests that are independent or hang together positively; with two-sided tests the rate is nearly
            always kept all the same. Under a target nothing of the kind. δ is set before the results are
            seen.
        """,
        fails="""
            - “Can't tell” is no “no”: there are too few games.
            - At most 5 % of the findings are wrong *on average over runs*, also of those that differ the
              other way round. A single run may have more, and the most striking finding is no safer than
              that.
            - With enough games everything is different. That is what δ is for.
            - `more` goes by the difference found so far. Close to 0 or to δ it may be off by any factor.
        """,
        characteristics="""
            The published trial of Benjamini and Hochberg comes out, and scipy's adjusted p-values
            (`tests/analysis/test_multiple.py`).
        """,
        measured=(
            "measures called different",
            "test of equivalence",
            "no correction*",
            "Benjamini-*",
            "e-BH*",
        ),
        source="""
            Benjamini and Hochberg 1995, JRSS B 57; Benjamini and Yekutieli 2001, 2005; e-BH: Wang and Ramdas
            2022, JRSS B 84; two one-sided tests: Schuirmann 1987.
        """,
        command="simkit analyze, simkit compare",
        columns={
            "changes": ("verdict",),
            "differences": ("p_different", "p_equivalent", "verdict", "more"),
        },
    ),
    Page(
        name="drawn-in",
        title="Drawn-in pick values",
        about="certainty",
        question="Of many figures with few games behind them: what is to be expected of each?",
        formula="""
            With x_j the [pick value](pick-value.md) of a kind and turn, e_j² its error variance, m the mean
            of all of them weighted by 1 / (e_j² + τ²), and τ² how much the truths differ (of the moments,
            with Morris's corrections):

                pick_value_shrunk = x_j - b (x_j - m),   b = e_j² / (e_j² + τ²)

            It stands beside the raw figure. `simkit analyze` prints it in the table by turn, with a question
            mark where the raw interval holds 0; a turn never tried has the mean and the whole spread of the
            family.
        """,
        assumes="""
            Kinds and turns of a menu are one family, whose truths are roughly normal about their mean, and
            which nothing else tells apart.
        """,
        fails="""
            - Better on average over the family, worse for a member that really is unlike the others.
            - One member far from all others widens τ² for all, and is drawn in itself.
            - Its interval is an ordinary one, also under a target.
            - A family of fewer than four members is left as it is.
        """,
        characteristics="""
            In the same families the mean square error was 136, 18, 2.6 and 1.07 times smaller than that of
            the raw figures (200 families each). The published batting averages of Efron and Morris come out
            (`tests/analysis/test_shrinkage.py`).
        """,
        measured=("means that differ by *",),
        source="""
            Morris 1983, JASA 78; the moments: DerSimonian and Laird 1986; Efron and Morris 1977, *Stein's
            paradox in statistics*.
        """,
        columns={"picks": ("pick_value_shrunk",), "preferred": ("preferred_shrunk",)},
    ),
)
