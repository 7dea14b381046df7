"""What is different for beginners: pages of the tables of changes and of the ladder."""

from __future__ import annotations

from analysis.pages.page import Page

PAGES = (
    Page(
        name="skill-changes",
        title="Changes with skill",
        about="skill",
        question="Is a card worth the same to a beginner and to an expert?",
        formula="""
            For [forbid value](forbid-value.md) and [pick value](pick-value.md) of each kind, with the first
            policy of the panel (`beginner`) and the last (`expert`):

                change = expert - beginner

            The two play different games, so the interval is Welch's; under a [target](targets.md) one that
            holds at any look. `verdict` is that of [verdicts](verdicts.md) with δ = 0.25 points, over all
            kinds and numbers of players of the run together. `sign_changes`: one 95 % interval lies above 0
            and the other below.
        """,
        assumes="The panel stands for skill: its first policy for beginners, its last for experts.",
        fails="""
            Policies differ in more than skill: a policy has its own blind spots, and a change may be one of
            these. Look at a policy between the two, or at other panels.
        """,
        characteristics="""
            `sign_changes` without a difference needs two intervals to miss, on opposite sides: at most 0.13 %
            of kinds with a value of just 0 (2 × 2.5 % × 2.5 %). For the verdicts see [verdicts](verdicts.md).
        """,
        columns={"changes": ("beginner", "expert", "change", "sign_changes", "verdict")},
    ),
    Page(
        name="skill-gap",
        title="How far beginners and experts are apart",
        about="skill",
        question="Where both sit at one table: by how much is the expert better?",
        formula="""
            Of the games of [skill share](skill-share.md), in which the first and the last policy of the panel
            change places until each has had every hand of a deal equally often:

                gap = mean result of a seat of the last policy - of a seat of the first

            `of` = `score`: in points; `of` = `win`: in the [win index](win-index.md). Deals are the sample:
            Student's interval of a paired difference.
        """,
        assumes="Half of the table plays by each policy (one seat more or less with an odd number, in turn).",
        fails="""
            Against copies of itself a policy wins its share, so that the gap depends on who is mixed with
            whom. For a scale see the ratings of `simkit tournament` and `simkit ladder`.
        """,
        characteristics="Student's interval of a paired difference: the sample is the deal.",
        source="The skill ladder of the TAG framework, with policies for rungs.",
        columns={"ladder": ("gap",)},
    ),
)
