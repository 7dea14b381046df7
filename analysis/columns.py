"""The columns of all frames: names and meanings, in one place.

A row is about one seat, one player (entry of the line-up) or, pooled, about the seats of all
players. An estimate ``x`` has the columns ``x``, ``x_se`` (standard error), ``x_low`` and
``x_high`` (95 % interval); null where nothing was observed. Numbers "per game" are per game and
seat.

A dummy (Sushi Go! for two) has a seat, and its rows have the policy ``dummy``. It is no player: it
is left out where seats are pooled. It looks at no cards, so that it is offered none. In Sushi Roll
a card is a face and a copy a die that shows it; dice are rolled again whenever they are passed on,
so that each counts anew in every turn.
"""

from __future__ import annotations

KEYS = ("by", "seat", "player", "policy")
"""The columns by which every frame begins."""

ESTIMATES = {
    "points": "points (of a stage; or of a kind, whole game), mean",
    "win": "share of the win, mean; k winners of a game have 1/k each",
    "lead": "share of games in which the seat (co-)leads after the stage",
    "win_if_lead": "of these games, the share that it (co-)wins",
    "behind_if_win": "of the games it (co-)wins, the share in which it was behind after the stage",
    "dealt": "copies in its first hand of a round, per game",
    "seen": "copies in its hand when it chooses; a copy that comes by twice counts twice; per game"
    " (dice: on its belt when its move begins)",
    "offered": "the same, but each copy counts once, when it first comes by; per game (dice: on its"
    " belt when it takes one, its tokens used)",
    "taken": "copies it put on its table, whatever the way, per game",
    "take_rate": "of the offered copies, the share it took from its hand, sooner or later",
    "wheel_rate": "of the copies that it passed on, the share that it sees again when the hand has gone"
    " once round the table; null where no hand comes back, and of dice, which are rolled again",
    "mean_pick": "the turn (1, 2, ...) in which it took a copy, mean",
    "took_any": "share of games in which it took at least one copy",
    "points_per_copy": "points of the kind, per copy taken",
    "points_share": "points of the kind, as a share of the seat's points of the game",
    "pick_rate": "of the copies in its hand in this turn, the share it took from there (dice: of"
    " those on its belt when it takes one)",
    "score_with": "points of the whole game, mean of the games in which it took the kind",
    "score_without": "the same of the games in which it took none",
    "score_difference": "with minus without: observational, not an effect",
    "win_with": "share of the win, mean of the games in which it took the kind",
    "win_without": "the same of the games in which it took none",
    "win_difference": "with minus without: observational, not an effect",
    "used": "tokens used, per game",
    "left": "tokens left at the end of the game",
    "move_share": "share of the moves at this place in the turn in which a die of the kind is taken",
    "used_per_move": "tokens of the kind used in a move at this place; null for kinds without",
    "edge": "points of the stage, less the mean of its table",
    "win_edge": "share of the win, less the even share; of the game only",
    "edge_gap": "edge, less the mean edge of the seats that start no round; of the game and of"
    " seats that start one only; null where every seat starts one",
    "win_gap": "the same of the share of the win",
}
"""Estimates, each with ``_se``, ``_low`` and ``_high``."""

OTHERS = {
    "by": "what the row is about: seat, player, or all (the players' seats pooled)",
    "seat": "0, 1, ...; the left neighbour of seat s is s + 1",
    "player": "entry of the line-up, 0, 1, ...; is the seat unless the line-up rotates",
    "policy": "of the seat or player; null where it changes",
    "stage": "round 1, round 2, round 3, or game (desserts included)",
    "kind": "kind of card",
    "card": "card id (dice: face)",
    "copies": "copies in the game (dice: sides that show it)",
    "place": "place in the order of moves, 0 first: in the turn (turn_order), or in the first turn"
    " of the round (starts)",
    "n_starts": "rounds that the seat starts",
    "turn": "1, 2, ...; the three rounds together",
    "sd": "standard deviation of the points of one seat in one game",
    "min": "lowest points that occurred",
    "q05": "5 % quantile: the lowest points that at least 5 % of the games do not exceed",
    "q25": "25 % quantile",
    "median": "50 % quantile",
    "q75": "75 % quantile",
    "q95": "95 % quantile",
    "max": "highest points that occurred",
    "even": "what every seat (a dummy's too) would have if all were equal",
    "sole": "games won alone",
    "shared": "games won together with others",
    "lead_sole": "games in which it leads alone after the stage",
    "n_lead": "games in which it (co-)leads",
    "n_win": "games that it (co-)wins",
    "n_with": "games in which it took the kind",
    "n_without": "games in which it took none",
    "picked": "copies chosen as the card of the turn, all games",
    "second": "copies played by chopsticks, all games (dice: brought to its belt by chopsticks)",
    "asked": "copies got by a spoon, all games",
    "drawn": "copies played by a menu, all games",
    "given": "copies given away to a spoon, all games (dice: by its own chopsticks)",
    "returned": "copies put into its hand (used chopsticks and spoons), all games (dice: rolled"
    " again with a menu)",
    "joined": "copies that join its hand before it chooses (a dummy's), all games (dice: what those"
    " rolled again with a menu show)",
    "n_games": "games behind the row",
}
"""Columns that are no estimates. In the frame of `picks`, ``seen`` is a count too."""

IN_TOURNAMENTS = {
    "rating": "strength on one scale by which all finishing orders are explained: 400 points more are"
    " ten to one to stand before the other",
    "win": "share of the win of one seat, mean; k winners of a game have 1/k each",
    "points": "points of one seat, mean",
    "margin": "points of one seat, less the mean of its table",
    "ahead": "of the meetings, the share in which the policy stands before its opponent: more points,"
    " or as many and more dessert cards; ties count one half",
    "difference": "points of the policy, less those of its opponent, mean of the meetings",
    "rating_gap": "rating of the policy, less that of its opponent",
}
"""Estimates of `analysis.contest`, each with ``_se``, ``_low`` and ``_high``."""

OTHERS_IN_TOURNAMENTS = {
    "policy": "whom the row is about",
    "opponent": "with whom it is compared",
    "line_up": "number of the line-up, from 1",
    "seated": "policies of the line-up",
    "copies": "seats of the policy in the line-up",
    "even": "what every seat (a dummy's too) would have of the wins if all were equal",
    "ahead_expected": "what the ratings expect `ahead` to be",
    "n_seats": "games behind the row, each counted as often as the policy has seats in it",
    "n_meetings": "pairs of a seat of the policy and a seat of its opponent, all games",
    "n_games": "games behind the row",
}
"""Columns of `analysis.contest` that are no estimates."""

IN_ANALYSES = {
    "points": "of a kind, per player and game (`kinds`); the same of the seats that took so many copies"
    " (`copies`); points more than in the same deals without the other player (`neighbours`), of its left"
    " neighbour less those of its right neighbour (`neighbour_spread`)",
    "points_per_copy": "points of the kind, per copy taken",
    "points_share": "points of the kind, as a share of the players' points of the game",
    "take_rate": "of the offered copies, the share that players took from their hands",
    "wheel_rate": "of the copies passed on in hands that come back, the share that is seen again",
    "pick_rate": "of the copies in players' hands in this turn, the share they took from there",
    "mean_pick": "the turn (1, 2, ...) in which a copy is taken, mean",
    "marginal": "points of the kind of seats with so many copies, less those of seats with one less",
    "preferred": "of the picks of either card with the other in the hand, the share that is the first",
    "preferred_shrunk": "preferred, drawn toward those of all pairs as far as few picks make it uncertain",
    "preference": "strength of the card, the logarithm of the odds with which it is picked before an average"
    " one",
    "with_without": "points of games with the kind, less those of games without: observational",
    "with_without_win": "the same of the win index",
    "dealt_lift": "points more for each copy more in the first hand of a round",
    "dealt_lift_win": "the same of the win index",
    "forbid_value": "points lost by a player who takes the kind only if nothing else is there, on the same deals",
    "forbid_value_win": "the same of the win index",
    "still_taken": "copies that this player takes in spite of the ban, of those that it takes without: what nobody"
    " wants comes round as the last card of a hand",
    "taken_effect": "the same points, in the games in which the player takes the kind if it may",
    "taken_effect_win": "the same of the win index",
    "selection_bias": "with_without, less taken_effect",
    "selection_bias_win": "the same of the win index",
    "pick_value": "points more by taking it in place of the best other card, mean of the hands that hold it",
    "pick_value_win": "the same of the win index",
    "pick_value_shrunk": "pick_value, drawn toward those of all kinds and turns as far as few tries make it"
    " unreliable",
    "synergy": "points by which the right to take both kinds is worth more than the two rights alone",
    "synergy_win": "the same of the win index",
    "denial": "points that all others together lose where it is taken although it is not wanted",
    "denial_left": "points that the left neighbour loses then",
    "score_edge": "points of the seat, less the mean of its table",
    "win_edge": "the same of the win index (`seats`); of the share of the win (`starts`)",
    "edge": "points of the stage, less the mean of its table",
    "edge_gap": "edge, less the mean edge of the seats that start no round",
    "win_gap": "the same of the share of the win",
    "win": "win index, more than in the same deals without the other player (`neighbours`), of its left"
    " neighbour less that of its right neighbour (`neighbour_spread`)",
    "value": "of the measure, in its unit (`character`, `card_measures`); share of the variance (`luck`, `skill`);"
    " a count, without an interval (`complexity`, `outliers`)",
    "gap": "of a seat of the last policy of the panel, less a seat of the first at its table: points, or"
    " (``of`` = win) of the win index",
    "change": "of the last policy of the panel (expert), less the first (beginner)",
}
"""Estimates of `analysis.analyze`, each with ``_se``, ``_low`` and ``_high``. `analysis.pages` has a page for each. The
*win index* is seats x share of the win."""

OTHERS_IN_ANALYSES = {
    "players": "number of players",
    "policy": "of all seats; of one half and of the other (`skill`, `ladder`)",
    "kind": "kind of card",
    "card": "card id (dice: face)",
    "other": "card id of the second card (`preferred`); the second kind (`synergy`); policy of the other player"
    " (`neighbours`, `neighbour_spread`)",
    "copies": "copies in the game (dice: sides that show it)",
    "copies_taken": "copies that a seat put on its table; 12 stands for more, too",
    "turn": "1, 2, ...; the three rounds together; without the last one, in which there is no choice",
    "seat": "0, 1, ...; the left neighbour of seat s is s + 1",
    "place": "seats to the left of the other player, 0 itself (`neighbours`); place in the order of moves, 0"
    " first, in the first turn of the round (`starts`)",
    "who": "the same in words",
    "by": "what the row is about: seat",
    "player": "entry of the line-up: as the seat",
    "stage": "round 1, round 2, round 3, or game (tokens and desserts included)",
    "n_starts": "rounds that the seat starts",
    "measure": "name of the measure; of the estimate that is compared (`changes`)",
    "part": "round, step (rounds, then desserts) or kind; null for the game as a whole",
    "unit": "what the value counts: points, share, per game, ...",
    "of": "score or win: of what the variance is divided, or the gap is",
    "share": "deal (`luck`); policy, deal or rest (`skill`)",
    "standing": "must-take, dead, overrated or dominated; null where none of it is certain",
    "n_moved": "games of which all results moved on with the hands; null where hands can not be moved",
    "p_score": "p-value of the hypothesis that all seats have the same mean points",
    "p_win": "the same of the share of the win",
    "beginner": "the estimate of the first policy of the panel",
    "expert": "the estimate of the last",
    "sign_changes": "whether the two intervals lie on different sides of 0",
    "verdict": "different, different but small, equivalent, or can't tell; all rows judged together",
    "n_picks": "games of the experiment in which cards are tried (`kinds`); picks of either of two cards with"
    " the other in the hand (`preferred`)",
    "n_dealt": "of the games in which cards are tried, those of which it is kept what was dealt",
    "n_bans": "games of the experiment in which kinds are forbidden, each way",
    "seen": "copies in players' hands in this turn, all games (`pick_rates`)",
    "n_tried": "games in which a card of the kind was tried in this turn",
    "n_seats": "seats with so many copies, all games",
    "score": "points of the seat at the end of the game",
    "games": "games in which it had so many",
    "what": "in what the game is unusual",
    "game": "its number, by which `simkit.replay` plays it again",
    "n_games": "games behind the row",
}
"""Columns of `analysis.analyze` that are no estimates."""

IN_COMPARISONS = {
    "value_a": "the measure on the first menu, in its unit",
    "value_b": "on the other one",
    "difference": "of the other menu less the first, on the same games",
    "change": "difference with the other policy, less that with the first, on the same games",
}
"""Estimates of `analysis.compare`, each with ``_se``, ``_low`` and ``_high``."""

OTHERS_IN_COMPARISONS = {
    "players": "number of players",
    "policy": "of all seats",
    "policy_a": "the first policy of the panel",
    "policy_b": "another one",
    "menu_a": "the first menu, with which all are compared",
    "menu_b": "another one",
    "measure": "name of the measure",
    "part": "round, step (rounds, then desserts) or kind; null for the game as a whole",
    "unit": "what the value counts: points, share, per game, ...",
    "delta": "the smallest difference that matters",
    "difference_a": "the difference of the menus with the first policy",
    "difference_b": "... with the other one",
    "variance_reduction": "how many times as many games of other deals would say as much",
    "p_different": "p-value of the hypothesis that there is no difference (or change), adjusted for all rows",
    "p_equivalent": "p-value of the hypothesis that it is as large as delta or larger, adjusted likewise",
    "verdict": "different, different but small, equivalent, or can't tell; all rows judged together",
    "more": "about how many more games it takes to tell; 0 where there is a verdict",
    "with_skill": "what becomes of the difference: the same, larger, smaller, turned round, or can't tell",
    "n_games": "games behind the row",
}
"""Columns of `analysis.compare` that are no estimates."""

IN_ATLASES = {
    "x": "a measure of a menu, by the measure's name (of a round: with its number): what its own games and those of"
    " menus with the same cards say together; of a menu that was not played, what the others say",
    "effect": "of the card, on menus, less the mean of its group; of a pair, what both together are more than the sum"
    " of their effects",
}
"""Estimates of `analysis.atlas`, each with ``_se``, ``_low`` and ``_high``."""

OTHERS_IN_ATLASES = {
    "key": "of the cell in the sweep; null where the menu was not played",
    "game": "party",
    "kinds": "kinds of cards on the menu, nigiri included",
    "players": "number of players; null: all of them together (`fit`), mean of those that have the card (`effects`,"
    " `pairs`)",
    "policies": "line-up",
    "n_games": "games of this menu; 0: it was not played",
    "x_raw": "the measure as the menu's own games have it",
    "x_raw_se": "standard error of that",
    "measure": "name of the measure, as columns of `cells` are called",
    "card": "kind of card",
    "other": "the second kind of a pair",
    "n_cells": "menus (at a number of players) that were played",
    "error": "root mean square of the errors of their own figures",
    "tau": "standard deviation of what the effects of cards and pairs leave of a menu",
    "freedom": "degrees of freedom of Student's distribution, which that follows; null: it is normal",
    "narrower": "root mean square of the standard errors of `x`, as a part of `error`",
    "r2": "of menus left out, the part of the variance of what was observed that the others predict",
    "r2_true": "the same of the variance without errors of observation; null where hardly anything else"
    " differs",
    "coverage": "of menus left out, how often the 95 % interval of the prediction holds what was observed",
    "coverage_ends": "the same of the tenth that is expected to be lowest or highest at its number of players",
    "note": "why nothing was fitted; null where it was",
    "step": "of menus left out (`calibration`): 1, 2, ... from the lowest prediction to the highest, as many in each",
    "predicted": "what the others predict of those, mean",
    "seen": "what was observed of them, mean",
    "seen_low": "2.5 % of what was observed of them lies below",
    "seen_high": "2.5 % lies above",
    "rules_version": "of the games (`origin`); null where it was not said",
    "metric_version": "of the measures",
    "seed": "of the sweep",
    "store": "digest of the sweep's store",
}
"""Columns of `analysis.atlas` that are no estimates."""

IN_RECORDS = {
    "game": "its number, by which `simkit.replay` plays it again",
    "seat": "0, 1, ...; the left neighbour of seat s is s + 1",
    "round_1": "points of the seat in round 1",
    "round_2": "of round 2",
    "round_3": "of round 3",
    "desserts": "points of the game's end: desserts, tokens",
    "score": "all points",
    "dessert_cards": "desserts kept (dice: pudding tokens), which break ties",
    "win": "share of the win: 1, or 1/n for each of n winners",
    "points_KIND": "points of a kind, the whole game; a column for each kind in play",
    "taken_KIND": "copies of it put on the table; likewise",
}
"""Columns of `records/games.parquet`, a row for each game and seat."""
