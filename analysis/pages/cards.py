"""What cards are worth: pages of the tables of kinds, cards, picks, copies and pairs of cards."""

from __future__ import annotations

from analysis.copies import MOST
from analysis.pages.page import Page
from analysis.standing import DEAD, DEAD_WIN, FEWEST, KEPT_OUT, MUST
from analysis.synergy import GAMES

_BLOCKS = """
    The interval comes from the differences between blocks of games, for shares as Wilson's with Student's
    quantile: see [metrics](../metrics.md). So it holds whatever hangs together within a game.
"""
_SAME_PLAYERS = """
    All seats play by the same policy. The number is about these players: what they do wrong is in it.
"""
_PICK_GAMES = "Games: experiment *picks*, as many as the column `n_picks` says."
_BAN_GAMES = "Games: experiment *bans*, as many as the column `n_bans` says."

PAGES = (
    Page(
        name="points",
        title="Points of a kind",
        about="cards",
        question="How many points does the kind bring, in all, for each copy, and as a part of the score?",
        formula=f"""
            With x the points of the kind for one player in one game, s the player's final score, and k the
            copies it put on its table:

                points           mean of x over games and players
                points_per_copy  Σ x / Σ k
                points_share     Σ x / Σ s

            {_PICK_GAMES}
        """,
        assumes=f"""
            Points stand where they are scored: a nigiri's on a wasabi under nigiri, those of a special order
            under the kind it copies. {_SAME_PLAYERS.strip()}
        """,
        fails="""
            - Chopsticks, spoons, menus and wasabi bring 0, whatever they are worth: see [forbid
              value](forbid-value.md).
            - Points per copy are a mean, not what one more copy brings: see [k-th copy](kth-copy.md).
            - What is taken from others (the pudding lead) stands in the others' points: see
              [denial](denial.md).
            - Who takes the kind gives something else up. A kind of many points may be worth nothing.
        """,
        characteristics=_BLOCKS,
        source="Points of cards as a share of the score: the TAG framework's card statistics.",
        columns={"kinds": ("points", "points_per_copy", "points_share")},
    ),
    Page(
        name="kth-copy",
        title="Points of the k-th copy",
        about="cards",
        question="What do players with one, two, three copies make of the kind? What does the next one add?",
        formula=f"""
            Of all seats that took k copies of the kind in a game, `n_seats` of them:

                points    mean of the kind's points
                marginal  this mean, less that of the seats with k - 1 copies

            k from 0; {MOST} and more count together. Every fourth block of 4,096 games of experiment *picks*.
        """,
        assumes=_SAME_PLAYERS,
        fails="""
            - *Observational*: who has three copies was passed three. The groups differ in their hands, their
              neighbours and in what else they took. What one more pick brings is asked by [pick
              value](pick-value.md).
            - Of races (maki, pudding) it also says what others let one have.
            - The points of the whole kind only: a third nigiri on a wasabi counts with its tripled points.
        """,
        characteristics="""
            Intervals are the delta method's, of ratios over games and of differences of two of them. Sets
            come out as the rules say, without any error (`tests/analysis/test_copies.py`).
        """,
        measured=("points of the third copy",),
        columns={"copies": ("points", "marginal", "n_seats")},
    ),
    Page(
        name="take-rate",
        title="Take rate",
        about="cards",
        question="Of the copies that come by, how many do these players take, sooner or later?",
        formula=f"""
                take_rate = copies taken from the hand / copies offered

            A copy is offered once, when it first comes by. `pick_rate` is the same by card and turn: of the copies
            in the hand in this turn (`seen`), those taken. {_PICK_GAMES} More in
            [metrics](../metrics.md#kinds-cards-what-comes-by-what-is-taken-what-it-brings).
        """,
        assumes=f"One copy of a card is like another. {_SAME_PLAYERS.strip()}",
        fails="""
            A low rate says that the policy passes the kind on, not that it is bad. Where used chopsticks or
            spoons come back into a hand, what is new to a seat is an estimate. Dice are rolled anew in every
            turn, so that there a die is offered in each of them.
        """,
        characteristics=_BLOCKS,
        measured=("rate",),
        columns={"kinds": ("take_rate",), "pick_rates": ("pick_rate", "seen")},
    ),
    Page(
        name="mean-pick",
        title="Mean pick",
        about="cards",
        question="If it is taken, in which turn?",
        formula=f"""
                mean_pick = Σ turn (1, 2, ...) of the copies put on the table / Σ copies

            {_PICK_GAMES}
        """,
        assumes=_SAME_PLAYERS,
        fails="""
            An early mean may say that the kind is wanted, or that it is gone by then: look at the take rate.
            Copies that come by chopsticks, spoon or menu count with their turn. A mean of two habits (first
            or last) describes neither: see [pick value](pick-value.md) by turn.
        """,
        characteristics=_BLOCKS,
        columns={"kinds": ("mean_pick",)},
    ),
    Page(
        name="wheel-rate",
        title="Wheel rate",
        about="cards",
        question="If I pass it on, will I see it again when the hand has gone round the table?",
        formula=f"""
                wheel_rate = copies seen again / copies passed on

            of the hands that come back to the seat before the round ends. {_PICK_GAMES}
        """,
        assumes=f"""
            Of copies of a card that lie in a hand together, others take each with the same chance, whenever
            it came there. {_SAME_PLAYERS.strip()}
        """,
        fails="""
            Null where no hand comes back (many players, few cards), and of dice, which are rolled again. A
            mean over all turns: early in the round hands come back that late ones do not. It says what these
            neighbours leave, which is the less, the better the card.
        """,
        characteristics=_BLOCKS,
        source="“Wheeling” is the drafters' word for a card that comes back.",
        columns={"kinds": ("wheel_rate",)},
    ),
    Page(
        name="preference",
        title="Preference",
        about="cards",
        question="Which card is picked where two are in the hand? Do all cards fit on one scale of that?",
        formula="""
            Counted in every fourth game, the last turn of a round left out, all seats together, the card of
            the turn only (none by chopsticks):

                preferred   picks of the first card with the other in the hand
                            / picks of either with the other in the hand
                preference  s, where P(c before d) = 1 / (1 + e^(s_d - s_c)); mean 0

            `preferred` has a row for each two cards, `preference` one for each card: the logarithm of the
            odds against an average card. Strengths are those of highest likelihood (Newton's method). Errors
            are those between up to 64 blocks of 4,096 games or more (a sandwich), since the pairs of a pick,
            and the picks of a game, hang together.
        """,
        assumes="""
            That one card is picked before another does not depend on what else is in the hand and on the
            tables. Where it does, as with most policies, strengths are averages over the situations of these
            games.
        """,
        fails="""
            - What players want need not be good: compare [pick value](pick-value.md).
            - A card that is always (or never) picked before the others has no finite strength. It is null,
              and one end of its interval says at least (at most).
            - Preferences that run in circles fit on no scale; the table of pairs shows them.
            - A second copy is another thing than the first: a scale of cards does not know it.
            - No interval in a run of a single block (up to 4,096 games); with fewer than 16 blocks it is a
              little narrow.
        """,
        characteristics="""
            The fit gives the published strengths of a textbook example (baseball: Agresti, *Categorical Data
            Analysis*, 10.6). Taken for independent, the pairs of a hand that is met thrice would have claimed
            less than two thirds of the error (`tests/analysis/test_bradley_terry.py`).
        """,
        measured=(
            "preference of a pair",
            "strength of a card (*",
        ),
        source="""
            Bradley and Terry 1952, Biometrika 39; when finite strengths exist: Ford 1957; the sandwich: Huber
            1967. The TAG framework counts cards “not chosen in favour of”.
        """,
        columns={
            "cards": ("preference",),
            "preferred": ("preferred", "n_picks"),
            "card_measures": ("value",),
        },
        rows="measure `preference_explained`: the share of the preferences that one scale tells",
    ),
    Page(
        name="with-without",
        title="Games with and games without",
        about="cards",
        question="Do players who took the kind end higher than those who took none? (No effect.)",
        formula=f"""
            With U the result of a player, and T whether it took at least one copy:

                with_without = mean of U where T - mean of U where not T

            `with_without` in points, `with_without_win` in the [win index](win-index.md). {_BAN_GAMES} They
            are the games without a ban, those of [taken effect](taken-effect.md).
        """,
        assumes="""
            To be read as an effect: that players who take the kind are like those who do not, which they are
            not. So it is shown only beside the effect.
        """,
        fails="""
            *Observational.* Who took none had better cards to take, or saw none; who took many may have been
            passed a poor hand. The sign may be wrong: see [selection bias](selection-bias.md). Null where the
            kind is taken in every game, and without an interval where it is left in one game only.
        """,
        characteristics="""
            The interval holds what the number is, a difference between two groups of games. The effect it
            misses: in the planted games the sign is wrong.
        """,
        measured=("with/without, *",),
        source="“Win rate with / without”, as councilroom.com had it for Dominion.",
        columns={"kinds": ("with_without", "with_without_win")},
    ),
    Page(
        name="dealt-lift",
        title="Dealt lift",
        about="cards",
        question="What is it worth to find one copy more in the first hand of a round?",
        formula="""
            Over seats, rounds and games, with D the copies dealt into the first hand of the round, d their
            mean in this round, and U the result of the seat in the game, the slope of U on D - d:

                lift = Σ (D - d) U / Σ (D - d)²

            `dealt_lift` in points, `dealt_lift_win` in the [win index](win-index.md); kinds count the copies
            of all their cards. The variance is that of the games' sums of (D - d) (residual), from exact
            moments. Games: every fourth block of 4,096 of experiment *picks*, as many as the column `n_dealt`
            says.
        """,
        assumes="""
            Nothing about who wants the card: nobody chooses what is dealt. A copy more stands in place of an
            average other card. The slope is a mean over what a first, a second, a third copy changes.
        """,
        fails="""
            - It is not the worth of *taking* the card: who does not want it passes it on, mostly to the left,
              and a card that the left neighbour gets first may cost more than it brings. So good cards can
              have small lifts.
            - Of Sushi Go!, which is dealt on from one pile, a copy in round 1 is one that can not come later.
            - On dice it is about the first roll of the round, of which little is left after a turn.
        """,
        characteristics="""
            Unbiased by design: nothing but the deal decides D. The interval is the delta method's over games,
            whose rounds and seats hang together.
        """,
        measured=("dealt lift",),
        source="Intention to treat, the analysis of randomised trials: the deal is the treatment.",
        columns={
            "kinds": ("dealt_lift", "dealt_lift_win", "n_dealt"),
            "cards": ("dealt_lift", "n_dealt"),
        },
    ),
    Page(
        name="forbid-value",
        title="Forbid value",
        about="cards",
        question="What is lost if one player never takes the kind?",
        formula=f"""
            The same games are played twice, on the same deals and luck: free, and with one player, in every
            seat in turn, banned from the kind: it takes it only if nothing else is in its hand. With U and U′
            that player's results:

                forbid value = mean of U - U′
                still_taken  = copies taken in spite of the ban / copies taken without it

            `forbid_value` in points, `forbid_value_win` in the [win index](win-index.md). {_BAN_GAMES}
        """,
        assumes="""
            The others may take the kind as ever, and get what is passed on. The banned player goes by the
            same valuations as before; it does not plan around the ban.
        """,
        fails="""
            - It is the worth of the *right* to take the kind, to one player of this policy. A value below 0
              says that the policy takes the kind too often, not that the kind is bad.
            - Values of kinds do not add up: without maki one takes tempura. They are no shares of the score.
            - A player who plans around a ban loses less: wasabi is still taken where nigiri are banned.
            - The whole kind is banned. What one of its cards is worth: [pick value](pick-value.md).
            - What nobody wants comes round as the last card of a hand, ban or no ban. Where `still_taken` is
              near 1 the ban has changed little, and a value near 0 says nothing.
        """,
        characteristics="""
            Student's interval of a paired difference. On real games of players who draw, values are counts of
            copies, to the digit (`tests/analysis/test_forbidden.py`). Of a kind that is taken in a few games
            only, little is known before many are played: see the last row. How much the shared deals save is
            in measure `variance_reduction`.
        """,
        measured=("forbid value, *",),
        source="""
            Restricted play: Jaffe et al., *Evaluating competitive game balance with restricted play*, AIIDE
            2012.
        """,
        columns={
            "kinds": ("forbid_value", "forbid_value_win", "still_taken", "n_bans"),
            "card_measures": ("value",),
        },
        rows="measure `variance_reduction`: how many times as many games of other deals would say as much",
    ),
    Page(
        name="taken-effect",
        title="Taken effect",
        about="cards",
        question="In the games in which it was taken: what did taking it bring?",
        formula=f"""
            With U, U′ and the ban of [forbid value](forbid-value.md), and T whether the player took the kind
            in the free game:

                taken effect = Σ (U - U′) over games with T / number of games with T

            `taken_effect` in points, `taken_effect_win` in the [win index](win-index.md). {_BAN_GAMES}
        """,
        assumes="""
            Where the policy takes none in the free game, the ban changes nothing; then taken effect = forbid
            value / share of games with T. That is so but for ties that are drawn among other cards, which the
            ban changes. Of the games in which it took none, 4 players, 2,048 games, so many changed: “Sushi
            Go!” of Party with `weighted` up to 3 %, with `greedy` up to 15 %, Sushi Roll with `greedy` a
            quarter to a third; with `random` all.
        """,
        fails="""
            As [forbid value](forbid-value.md). It is about the games that this policy chose to take the kind
            in; where it is passed on, taking it may bring less or more.
        """,
        characteristics="""
            The delta method's interval of a difference of two ratios of the same games. Below 30 games with
            the kind that are all alike there is none.
        """,
        measured=("taken effect, *",),
        source="The effect of treatment on the treated; restricted play as for forbid value.",
        columns={"kinds": ("taken_effect", "taken_effect_win")},
    ),
    Page(
        name="selection-bias",
        title="Selection bias",
        about="cards",
        question="How far off is it to compare games with the kind and games without?",
        formula="""
                                            selection bias = with/without - taken effect
                                                           = mean of U′ where T - mean of U where not T

                                        in the words of [taken effect](taken-effect.md): what players who take
                                        the kind would have had without it, less what those had who took none.
                                        All of the same games, so a paired difference. `selection_bias` in
                                        points, `selection_bias_win` in the [win index](win-index.md).
                                    """,
        assumes="As [taken effect](taken-effect.md).",
        fails="""
            It is the bias of this comparison with these players, on this menu; there is no correcting other
            figures by it. Wide where the kind is nearly always taken: few games are without.
        """,
        characteristics="""
            The delta method's interval of a difference of two ratios of the same games.
        """,
        measured=("selection bias",),
        source="The decomposition is the usual one of observational studies (Rubin 1974).",
        columns={"kinds": ("selection_bias", "selection_bias_win")},
    ),
    Page(
        name="pick-value",
        title="Pick value",
        about="cards",
        question="What does this pick bring, in place of the best other card? In which turn is it worth it?",
        formula=f"""
            In each game one decision is played twice, on the same deals and luck. A kind is drawn from the
            menu. Its *occasions* are the turns, the last one of a round left out, in which the player has the
            kind in its hand and something else; one of the game's w occasions is drawn. There, if the policy
            picks the kind, it has to take the best other card in the second game; if it picks another card,
            it has to take the kind. “Best” is by the policy's own valuation. All else is played as ever. With
            d the result of the side with the kind, less that of the side without:

                pick value = Σ w d / Σ w,   by turn: over the games in which that turn was drawn

            It is the mean over all hands that hold the kind, since each game's decision stands for w of them.
            `pick_value` in points, `pick_value_win` in the [win index](win-index.md); `n_tried` are the games
            of a turn. By kind (`kinds`), by card (`cards`), by kind and turn (`picks`). {_PICK_GAMES}
        """,
        assumes="""
            One decision is changed and then the same policy goes on. A policy that draws its cards (`random`)
            draws the other one too. Not for dice; not for `random-legal`, of which no single game can be
            played again with another card.
        """,
        fails="""
            - It is a mean over hands in which the kind is wanted and hands in which it is not. A kind that is
              worth much when it fits and nothing otherwise is near 0, or below: look at the curve by turn.
            - A policy that decides well has positive values where it picks the kind and negative ones where
              it does not, so that most means lie near or below 0. That says little about the menu, more about
              how close the decisions are.
            - Late turns are about hands that others have left, with few tries: see [drawn-in pick
              values](drawn-in.md).
            - A second card by chopsticks is never tried.
        """,
        characteristics="""
            The delta method's interval of a ratio over games. On real games of players who draw, a card of 4
            points is worth 4, but in the first turn 3, as a fourth of what is passed comes round; where a
            copy scores one point more, that point is found on the same games to the digit; without the
            weights w the figure would be far off (`tests/analysis/test_pick_value.py`).
        """,
        measured=("pick value*",),
        source="""
            Branching sampled decisions is Monte Carlo with common random numbers; the weighting is that of
            Horvitz and Thompson 1952, JASA 47, in the form of a ratio (Hájek 1971).
        """,
        columns={
            "kinds": ("pick_value", "pick_value_win", "n_picks"),
            "cards": ("pick_value", "pick_value_win"),
            "picks": ("pick_value", "pick_value_win", "n_tried"),
        },
    ),
    Page(
        name="denial",
        title="Denial",
        about="cards",
        question="If I take it although I do not want it, what do the others lose?",
        formula=f"""
            The decisions of [pick value](pick-value.md) in which the policy picks another card, and has to
            take the kind. With d_j the change of seat j's points by that:

                denial       -Σ w Σ_j d_j / Σ w   over all other seats (a dummy's too)
                denial_left  -Σ w d_left / Σ w    of the left neighbour

            {_PICK_GAMES}
        """,
        assumes="As [pick value](pick-value.md). With hands passed to the left the next seat is the first to see it.",
        fails="""
            - In points, not in wins. What is taken from the leader and what from the last counts alike.
            - It holds two things: the others miss the card, and they get the one that would have been picked.
              Where that is better than the kind, denial is below 0.
            - What the left neighbour loses others may get: `denial_left` may be large and `denial` small.
        """,
        characteristics="""
            The delta method's interval of a ratio over games. Planted losses of the left neighbour (2 points)
            and of the next seat (1) are found to the digit. On real games of players who draw, where all
            cards are taken by somebody, the others lose what the player gains, within 4 standard errors
            (`tests/analysis/test_pick_value.py`).
        """,
        source="Hate-drafting, in the drafters' word.",
        columns={"kinds": ("denial", "denial_left")},
    ),
    Page(
        name="interaction",
        title="Interaction",
        about="cards",
        question="How much does one pick of mine move the scores of the others, up or down?",
        formula=f"""
            Over all decisions of [pick value](pick-value.md), with d_j the change of seat j's final score:

                interaction = Σ w Σ_j |d_j| / ((seats - 1) Σ w)

            One number for the menu, in points for each other seat and changed pick. {_PICK_GAMES}
        """,
        assumes="""
            Kinds are drawn with the same chance, whatever their copies; the other card is the best one of its
            side, no random one.
        """,
        fails="""
            It counts all that follows: hands that differ by a card are picked from in another way, so that
            scores move to and fro without anybody aiming at it. A number above 0 is no sign of conflict:
            compare menus.
        """,
        characteristics="""
            It equals its definition, written down game by game (`tests/analysis/test_pick_value.py`). The
            interval is the delta method's of a ratio; its coverage has not been simulated by itself.
        """,
        columns={"card_measures": ("value",)},
        rows="measure `interaction`",
    ),
    Page(
        name="synergy",
        title="Synergy of two kinds",
        about="cards",
        question="Which kinds need each other, and which stand in for each other?",
        formula=f"""
            The same games are played free, with one player banned from kind c, from kind d, and from both
            (bans as for [forbid value](forbid-value.md)). With U that player's result, and who may take
            neither for a start:

                synergy = (U - U_neither) - (U_no_d - U_neither) - (U_no_c - U_neither)
                        = U + U_neither - U_no_c - U_no_d,   mean over games

            `synergy` in points, `synergy_win` in the [win index](win-index.md). Above 0 the two need each
            other, below 0 one stands in for the other. {GAMES:,} games of each arm, unless `--games` says
            otherwise, also under a target.
        """,
        assumes="As [forbid value](forbid-value.md): others may take all, and the banned player does not plan anew.",
        fails="""
            - More pairs are below 0 than above (15 to 20 of the 28 pairs of three printed menus, 4 players):
              without one kind there is more of a hand to give to the other. That is no rivalry of the two;
              compare pairs with each other.
            - Policies do not plan around a ban. A wasabi that is still taken where nigiri are banned makes
              the pair look the more needed.
            - The sentences name the pairs whose whole interval lies beyond 0.25 points, one by one: of the 28
              pairs of 8 kinds one may be named by chance.
        """,
        characteristics="""
            Student's interval of a mean over games; it equals the sums of the four arms. Wasabi, which brings
            nothing without a nigiri, comes out as the pair with the largest synergy, with nigiri (2,048
            games; `tests/analysis/test_synergy.py`). Its coverage has not been simulated by itself.
        """,
        source="The interaction of a 2 × 2 factorial experiment (Fisher 1935), with bans for factors.",
        columns={"synergy": ("synergy", "synergy_win")},
    ),
    Page(
        name="evenness-of-worth",
        title="Evenness of worth",
        about="cards",
        question="Are all kinds worth having, or a few?",
        formula="""
            With v the [forbid values](forbid-value.md) in points, those below 0 taken for 0, and p = v / Σ v:

                evenness = -Σ p ln p / ln (number of kinds)

            1 if all kinds are worth the same, 0 if one is worth all; null if nothing is worth anything. The
            interval reaches from the least to the greatest evenness of values within their intervals, which
            are made so wide that all hold at once (Bonferroni).
        """,
        assumes="As [forbid value](forbid-value.md).",
        fails="""
            - The interval is a bound, and wide: with few games hardly more is known than that it lies between
              0 and 1.
            - A value known badly looks like a difference, so that the figure itself is too low with few games
              where kinds are alike, and too high where some are worth nothing.
            - A kind that the policy overrates counts as worth nothing.
            - Of points see [evenness of the kinds](evenness.md): what kinds bring, not what they are worth.
        """,
        characteristics="""
            A bound: it holds at least as often as all intervals of the values at once, which is in 95 %.
        """,
        measured=("evenness of worth, *",),
        source="Entropy over that of even shares: Pielou 1966, Journal of Theoretical Biology 13.",
        columns={"card_measures": ("value",)},
        rows="measure `evenness`",
    ),
    Page(
        name="standing",
        title="Must-take, dead, overrated, dominated",
        about="cards",
        question="Which kinds stand out: too good to pass, missed by nobody, taken too often, never worth it?",
        formula=f"""
            What can be said of a kind, and what has to hold for it:

            - *must-take*: [pick value](pick-value.md) of the kind above {MUST:g} point
            - *dead*: [forbid value](forbid-value.md) between -{DEAD:g} and {DEAD:g} points, and between
              -{DEAD_WIN:g} and {DEAD_WIN:g} of the win index, and the ban keeps out {KEPT_OUT:.0%} of the
              copies or more (`still_taken`)
            - *overrated*: forbid value below 0, in points and in the win index
            - *dominated*: pick value below 0 in every turn in which it was tried {FEWEST} times or more

            Each is a family of tests, one a kind, judged together (Benjamini and Hochberg; under a
            [target](targets.md) by e-values). What has several parts has the largest p-value of them. Of
            several that hold, the first is said; null where nothing is certain.
        """,
        assumes="""
            The limits are conventions, set before anything was played.
        """,
        fails="""
            - *Dominated* means on average over hands: there may be hands in which it is the best pick.
            - *Dead* and *overrated* are about these players. For others the kind may be worth a lot: look at
              the other policies of the panel.
            - Each policy and number of players is a run of its own: the more of them, the more wrong words in
              all.
        """,
        characteristics="""
            Of the kinds of which one of these is said, 5 % at most are not so, on average over runs (the
            false discovery rate: see [verdicts](verdicts.md)). In 200 planted menus of 8 kinds, 2 of them
            worth -0.6 points (six standard errors), both were called *overrated* in all; with all kinds just
            at the limit, one was called *dead* in 5 % of menus, *must-take* in 7 %. Under a target: 99.5 %
            found, 0 and 1 % (`tests/analysis/test_standing.py`).
        """,
        measured=("kinds called overrated",),
        source="Equivalence by two one-sided tests: Schuirmann 1987; all parts at once: Berger 1982, Technometrics 24.",
        columns={"kinds": ("standing",)},
    ),
)
