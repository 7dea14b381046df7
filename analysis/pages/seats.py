"""Whether seats matter: pages of the tables of seats, audits, neighbours and starts."""

from __future__ import annotations

from analysis.pages.page import Page
from analysis.seats import GAMES, OTHERS

_OTHERS = ", ".join(f"`{name}`" for name in OTHERS)

PAGES = (
    Page(
        name="seat-audit",
        title="Audit of the seats",
        about="seats",
        question="Do the rules, as they are programmed, treat all seats alike?",
        formula=f"""
            Every deal is played again with all hands, and the luck of the seats, moved one seat to the left.

                n_moved = games in which the scores of all stages and all shares of the win moved along, one seat on

            out of `n_games` ({GAMES:,} unless `--games` says otherwise). All of them: the seats are alike,
            not only on average. Null for dice, where the red belt does not move, and with a dummy, whose seat
            does not.
        """,
        assumes="All seats play by the same policy, and its draws are part of the luck that is moved.",
        fails="""
            - It is about these deals and policies. A rule that knows the seats but never came up is not seen.
            - In Party two cards of the same order number act in the order of the seats. Where that happens
              games do not move along though no seat has an edge on average: see the [test](seat-test.md).
        """,
        characteristics="""
            No statistics: a single game that does not move along is one in which the seats are told apart,
            with certainty. With one player of another policy in a fixed seat less than 1 % of games moved
            along (`tests/analysis/test_seats.py`).
        """,
        columns={"audits": ("n_moved",)},
    ),
    Page(
        name="seat-test",
        title="Test for equal seats (A/A)",
        about="seats",
        question="Are the means of all seats the same, but for chance?",
        formula="""
            With ḡ the mean differences of neighbouring seats (P - 1 of them), S their covariance over games:

                T² = n ḡᵀ S⁻¹ ḡ,   F = T² (n - P + 1) / ((P - 1) (n - 1))

            `p_score` (points) and `p_win` (shares of the win): the chance of an F as large if all means are
            the same; 1 where seats never differ, 0 where they always differ by as much. One test for all
            seats together, so that nothing has to be corrected for their number.
        """,
        assumes="""
            Independent games; as many that means are normal. Nothing about how seats of a game hang together.
            A dummy's seat is left out.
        """,
        fails="""
            - A large p is no proof that seats are alike: look at the intervals of the [edges](seat-edges.md).
            - With enough games a difference that nobody would notice has a small p.
            - Each table, policy and number of players has two tests. At 5 % one in twenty of them is small
              where nothing is; so the sentence of `simkit analyze` speaks at 1 %.
        """,
        characteristics="""
            Exact for normal games. The sentence looks at two tests at 1 %, so it is wrong in at most 2 % of
            fair runs.
        """,
        measured=("test of equal seats, *",),
        source="Hotelling 1931, Annals of Mathematical Statistics 2.",
        columns={"audits": ("p_score", "p_win")},
    ),
    Page(
        name="seat-edges",
        title="Edges of the seats",
        about="seats",
        question="How much more than its table does each seat make, and win?",
        formula="""
            With x the result of the seat and x̄ the mean of the players' seats in the same game:

                edge = mean of x - x̄

            `score_edge` in points. `win_edge` in the [win index](win-index.md): share of the win times the
            number of seats. (In the table `starts` a `win_edge` is a share.)
        """,
        assumes="All seats play by the same policy, so that a seat is nothing but its place.",
        fails="""
            The largest of several edges is large by chance: of 4 seats without any, one has an interval that
            leaves 0 out in up to 20 % of runs. Ask the [test](seat-test.md) first. In the card games seats
            are alike by the rules, and edges are chance.
        """,
        characteristics="Student's interval of a mean over games; exact for normal games, near it for many.",
        measured=("edge of a seat",),
        columns={"seats": ("score_edge", "win_edge")},
    ),
    Page(
        name="neighbours",
        title="Neighbours",
        about="seats",
        question="What does a weaker, plainer or denying player at the table do to me, and to whom most?",
        formula=f"""
            The same deals are played with one policy in all seats, and with another player in one seat, each
            seat in turn. For the seat `place` seats to the left of that player:

                effect = mean of its result with the other player - without, on the same deals

            `points`, and `win` in the [win index](win-index.md). Place 0 is the other player itself, 1 its
            left neighbour, to whom it passes its hands, P - 1 its right neighbour, of whom it gets them.
            Others: {_OTHERS}, as far as they are not the table's own policy.
        """,
        assumes="The rest of the table plays on as before, and does not mind who sits where.",
        fails="""
            - It is the effect of *this* other player. A weak player feeds its left neighbour, a denying one
              starves it.
            - Where hands go both ways (Sushi Go!, a variant) left and right change places in round 2.
            - Everybody gains from a weak player, as the points it leaves go somewhere: compare the places, or
              see the [spread](neighbour-spread.md).
        """,
        characteristics="""
            Student's interval of a paired difference; it equals a plain one of the same games
            (`tests/analysis/test_seats.py`).
        """,
        columns={"neighbours": ("points", "win")},
    ),
    Page(
        name="neighbour-spread",
        title="Spread of the neighbours",
        about="seats",
        question="Is it better to get a player's hands or to pass one's own to it?",
        formula="""
                spread = effect on its left neighbour - effect on its right neighbour

            of the same games, so a paired difference of [neighbours](neighbours.md)' effects; `points`, and
            `win` in the win index.
        """,
        assumes="Three players or more. With two the one opponent is both, and the table is left out.",
        fails="""
            It looks at the two seats beside the player only. At a large table what reaches the seats between
            may be as much: see the effects by place.
        """,
        characteristics="""
            Student's interval of a paired difference; it equals a plain one of the same games
            (`tests/analysis/test_seats.py`).
        """,
        measured=("effect on the left less the right neighbour",),
        columns={"neighbour_spread": ("points", "win")},
    ),
    Page(
        name="starts",
        title="Starting a round",
        about="seats",
        question="Sushi Roll: what is it worth to move first?",
        formula="""
                edge      mean of x - x̄: points of the seat in the round (or game), less the mean of its table
                win_edge  share of the win, less 1 / P
                edge_gap  edge, less the mean edge of the seats that start no round (4 and 5 players)
                win_gap   the same of win_edge

            All of it in [metrics](../metrics.md#starts-sushi-roll-what-it-is-worth-to-start-a-round).
        """,
        assumes="All seats play by the same policy. Dice only: in the card games all choose at once.",
        fails="""
            A seat has one place in each round, and its number decides all three: in the game the three starts
            can not be told apart. It is the worth of starting to these players; who plans its tokens for the
            red belt may get more out of it.
        """,
        characteristics="""
            Where starting does nothing, an effect is claimed in at most 5 % of runs: in 1,000 fair runs of
            200 games each in 2.7, 3.6, 2.8 and 4.4 % with 2 to 5 players. Intervals held the truth in 93.8 to
            95.6 %.
        """,
        columns={"starts": ("edge", "win_edge", "edge_gap", "win_gap")},
    ),
)
