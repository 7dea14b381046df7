"""In what menus differ: pages of the tables of `simkit compare`."""

from __future__ import annotations

from analysis.pages.page import Page

PAGES = (
    Page(
        name="differences",
        title="Differences of menus",
        about="compare",
        question="By how much does menu B differ from menu A, in each measure?",
        formula="""
            All menus are played on the same games: the same seed and numbers, so the same luck, and the same
            deals as far as the menus have the same places in the deck. For each measure of *what a menu is
            like*, by policy, number of players and part (round, step or kind, as far as both menus have it):

                difference = value_b - value_a

            A is the first menu named. The interval puts those of the two values together with the correlation
            that the pairing gives them (MOVER): for means it is the usual one of a paired difference, for
            shares Newcombe's hybrid score interval, which has a width even where a share is 0 in both.
        """,
        assumes="""
            Both menus are played by the same policies. A policy that is tuned for one of them makes that one
            look better.
        """,
        fails="""
            - Every measure misleads in its own way; see its page.
            - *Swing* and *what sets players apart* are compared for kinds that both menus have.
            - Some hundred differences are in a table. Read the [verdicts](verdicts.md), not the intervals one
              by one.
        """,
        characteristics="""
            With the same games in both arms every difference is 0, and a planted bonus for one seat comes out
            to the digit (`tests/analysis/test_character.py`).
        """,
        measured=(
            "difference of points",
            "measures called different",
        ),
        source="""
            MOVER: Zou and Donner 2008, Statistics in Medicine 27; Newcombe 1998, Statistics in Medicine 17.
        """,
        command="simkit compare",
        columns={"differences": ("value_a", "value_b", "difference", "delta", "n_games")},
    ),
    Page(
        name="variance-reduction",
        title="What the pairing saves",
        about="compare",
        question="How many times as many games would menus need that do not share their deals?",
        formula="""
                                            variance_reduction = (se_a² + se_b²) / se_difference²

                                        as found in these games; 1 if the two do not hang together, below 1 if
                                        the pairing harms, null if they never differ.
                                    """,
        assumes="Nothing: it is read off the games that were played.",
        fails="""
            It is itself an estimate. It differs from measure to measure: large for scores of menus that share
            most of their deck, near 1 for who wins. No figure of one pair of menus can be promised for
            another.
        """,
        characteristics="""
            It equals the ratio of variances of written-down games, for the difference of two means
            (`tests/analysis/test_character.py`, `tests/analysis/test_moments.py`).
        """,
        measured=("games needed, *",),
        source="Common random numbers: a textbook method of simulation.",
        command="simkit compare",
        columns={"differences": ("variance_reduction",)},
    ),
    Page(
        name="changes-of-differences",
        title="Differences that change with skill",
        about="skill",
        question="Do the menus differ for experts as they do for beginners?",
        formula="""
                                            change = difference with policy b - difference with policy a

                                        a is the first policy of the panel. All four arms (two menus, two
                                        policies) are played on the same games, so the interval is that of
                                        paired differences of pairs. `verdict` and its tests are those of
                                        [verdicts](verdicts.md), over the whole table; `with_skill` puts them
                                        into words:

                                        - `the same`: equivalent, or different but small
                                        - `turned round`: different, and the menus differ with both policies,
                                          to opposite sides
                                        - `larger`, `smaller`: different, and the difference is now the
                                          larger, or the smaller one
                                        - `can't tell`
                                    """,
        assumes="The panel stands for skill.",
        fails="""
            - Policies differ in more than skill.
            - `larger` and `smaller` go by the two figures, which are uncertain; only the change is tested.
        """,
        characteristics="""
            Student's interval of a mean over games, or of a function of means. For the tests see
            [verdicts](verdicts.md).
        """,
        command="simkit compare",
        columns={
            "changes": (
                *("difference_a", "difference_b", "change", "with_skill"),
                *("delta", "p_different", "p_equivalent", "more"),
            )
        },
    ),
)
