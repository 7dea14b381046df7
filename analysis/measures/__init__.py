"""The measures of a menu, by what they are about: a vector, and no score that adds them up."""

from analysis.measure import Measure
from analysis.measures import hands, kinds, scores, standings, tension

MEASURES: tuple[Measure, ...] = (
    *scores.MEASURES,
    *standings.MEASURES,
    *tension.MEASURES,
    *kinds.MEASURES,
    *hands.MEASURES,
)
"""All of them, in the order in which they are shown."""
