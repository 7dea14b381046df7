"""Which columns each table has, in order; what they mean is in `analysis.columns`."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.columns import KEYS

ENDS = ("_se", "_low", "_high")
"""Of the columns beside an estimate."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name : str
    is_estimate : bool
        Whether its standard error and the ends of its interval stand beside it.
    is_optional : bool
        Whether it is missing where it has no meaning: single picks of dice, a panel of one policy.
    """

    name: str
    is_estimate: bool
    is_optional: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The column's name and of an estimate those beside it."""
        return (self.name, *(f"{self.name}{end}" for end in ENDS if self.is_estimate))


def _columns(text: str) -> tuple[Column, ...]:
    """Read names: ``x±`` is an estimate, ``x?`` may be missing."""
    return tuple(
        Column(word.rstrip("±?"), "±" in word, word.endswith("?")) for word in text.split()
    )


def _seats(text: str) -> tuple[Column, ...]:
    return _columns(f"{' '.join(KEYS)} {text} n_games")


_SEEN = "copies dealt± seen± offered± taken± take_rate± wheel_rate± mean_pick±"
_ASKED = "dealt_lift± forbid_value± taken_effect± with_without± selection_bias±"
_PICKED = "pick_value±? pick_value_win±? denial±? denial_left±?"
_SHOWN = "take_rate± wheel_rate± mean_pick± points± points_per_copy± points_share±"
_STARTS = "place n_starts edge± win_edge± edge_gap± win_gap±"

IN_BATCHES = {
    "scores": _seats("stage points± sd min q05 q25 median q75 q95 max"),
    "wins": _seats("win± even sole shared"),
    "leads": _seats("stage lead± win_if_lead± behind_if_win± even lead_sole n_lead n_win"),
    "kinds": _seats(f"kind {_SEEN} took_any± points± points_per_copy± points_share±"),
    "cards": _seats(f"kind card {_SEEN}"),
    "picks": _seats(
        "turn kind card seen picked second asked drawn given returned joined pick_rate±"
    ),
    "with_without": _seats(
        "kind score_with± score_without± score_difference± win_with± win_without± win_difference±"
        " n_with n_without"
    ),
    "tokens": _seats("kind used± left±"),
    "turn_order": _seats("stage place kind move_share± used_per_move±"),
    "starts": _seats(f"stage {_STARTS}"),
}
"""Of `analysis.tables`; the last three of Sushi Roll only."""

IN_ANALYSES = {
    name: _columns(f"players policy {text}")
    for name, text in {
        "kinds": f"kind copies {_ASKED} {_ASKED.replace('±', '_win±')} still_taken± {_PICKED} {_SHOWN}"
        " n_picks? n_dealt n_bans standing",
        "cards": "card kind copies dealt_lift± pick_value±? pick_value_win±? n_dealt n_games preference±?",
        "picks": "kind turn pick_value± pick_value_win± pick_value_shrunk± n_tried",
        "pick_rates": "card kind turn seen pick_rate± n_games",
        "copies": "kind copies_taken points± marginal± n_seats n_games",
        "preferred": "card other preferred± preferred_shrunk± n_picks",
        "card_measures": "measure unit value± n_games",
        "synergy": "kind other synergy± synergy_win± n_games",
        "seats": "seat score_edge± win_edge± n_games",
        "audits": "n_moved p_score p_win n_games",
        "neighbours": "other place who points± win± n_games",
        "neighbour_spread": "other points± win± n_games",
        "starts": f"by seat player stage {_STARTS} n_games",
        "character": "measure part unit value± n_games",
        "distribution": "seat score games",
        "outliers": "what value seat game",
        "luck": "of share value± n_games",
        "skill": "of share value± n_games",
        "ladder": "of gap± n_games",
    }.items()
} | {
    "complexity": _columns("measure value"),
    "changes": _columns("players kind measure beginner expert sign_changes change± verdict"),
}
"""Of `analysis.analyze`; which there are depends on what is asked."""

_JUDGED = "p_different p_equivalent verdict more n_games"
IN_COMPARISONS = {
    "differences": _columns(
        "players policy menu_a menu_b measure part unit delta value_a± value_b± difference±"
        f" variance_reduction {_JUDGED}"
    ),
    "changes": _columns(
        "players policy_a policy_b menu_a menu_b measure part unit delta difference_a difference_b"
        f" change± {_JUDGED} with_skill"
    ),
}
"""Of `analysis.compare`; of one policy there are no changes."""

IN_TOURNAMENTS = {
    "players": _columns("policy rating± win± points± margin± even n_seats n_games"),
    "pairs": _columns(
        "policy opponent ahead± difference± rating_gap± ahead_expected n_meetings n_games"
    ),
    "line_ups": _columns("line_up seated policy copies win± points± margin± even n_games"),
}
"""Of `analysis.contest_tables`."""
