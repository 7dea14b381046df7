import pytest

from analysis.atlas.goals import GOALS, read_goal
from analysis.sweep.statistics import SWEPT, column, parts_of
from simkit.errors import InputError

MEASURES = [column(measure, part) for measure in SWEPT for part in parts_of(measure)]


def test_goals_have_names_and_are_of_measures_that_a_sweep_has() -> None:
    assert {goal.column for goal in GOALS} <= set(MEASURES)
    assert len({goal.name for goal in GOALS}) == len({goal.column for goal in GOALS}) == len(GOALS)
    assert all(read_goal(goal.name, MEASURES) is goal for goal in GOALS)


@pytest.mark.parametrize(("text", "sign"), [("+margin", 1), ("-margin", -1)])
def test_any_measure_with_a_direction_is_a_goal(text: str, sign: int) -> None:
    goal = read_goal(text, MEASURES)
    assert (goal.column, goal.sign) == ("margin", sign)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("closr", "Did you mean 'closer'?"),
        ("margin", r"\+margin\) or less \(-margin\)"),
        ("-comebak_2", "Did you mean 'comeback_2'?"),
        ("late", "goal 'late' is unknown"),
        ("", "goal '' is unknown"),
    ],
)
def test_unknown_goals_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_goal(text, [name for name in MEASURES if name != "dessert_turn"])
