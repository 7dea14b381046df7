"""What a report tells, from the top: verdict, what is open, pictures, tables, games, method, provenance."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.standing import STANDINGS
from reports.answers import Answers
from reports.findings import head, notes, sentences
from reports.headlines import headlines
from reports.open_questions import open_questions
from reports.pieces import Gallery, Piece, Print, Section, Story, Words
from reports.provenance import command, is_of_these_rules, provenance
from reports.sheets import glossary, measures, tables, unusual

_CERTAIN = (
    "Each ± is half of a 95 % interval: of a hundred such intervals about five miss. Kinds that are called hard to "
    "pass up, overrated, missed by nobody or not worth it are judged together, so that of all that is said of them "
    "5 % at most is not so, on average. All of it holds for these players, at tables of their own kind; their "
    "mistakes are in every game."
)
OPEN = "What can't be told yet"
_NOTHING = "Nothing of what was asked is open."
_GUESSED = (
    "How many games it would take is guessed from what is known so far, for each arm of an experiment; where two kinds "
    "are compared it is a bound. Times are not measured here: they are those of two cores of an ordinary machine."
)
_METHOD = (
    "Every game has random numbers of its own, and the same seed gives the same games. What cards are worth is found "
    "by interfering, on the same deals: a kind is forbidden to one player, or another card is taken instead, and all "
    "else stays alike. So differences are effects, not mere company. What is only looked at (points, take rates, games "
    "with and without a kind) is told apart from that.",
    "Uncertainty is that of the sample of games, which are independent; seats of one game are not, and are pooled "
    "within it first. A question mark, or an interval that holds zero, says: can't be told yet.",
    "Win index: number of seats times the share of the win, so that 1 is an even share at any number of players.",
)


def story(
    answers: Answers, galleries: Sequence[Gallery] = (), sample: tuple[str, str] | None = None
) -> Story:
    """Return what a report tells.

    Parameters
    ----------
    answers : Answers
    galleries : sequence of Gallery
        Its charts, in their order.
    sample : tuple of str, optional
        A game: what is said of it, and the game itself, turn by turn.
    """
    parts = [
        Section("verdict", "What it says", tuple(_verdict(answers))),
        _open(answers),
        Section("pictures", "Pictures", tuple(galleries)),
        Section("tables", "Tables", tuple(tables(answers)), notes(answers)),
        Section("games", "Games to look at", tuple(_games(answers, sample)), _rules(answers)),
        Section("method", "Method", tuple(_method(answers))),
        Section("provenance", "Where it comes from", tuple(provenance(answers))),
    ]
    return Story(
        title=answers.menu.name,
        subtitle=head(answers),
        sections=tuple(part for part in parts if part.pieces),
        players=answers.players,
        policies=answers.policies,
    )


def _verdict(answers: Answers) -> list[Piece]:
    several, expert = len(answers.players) > 1, answers.policies[-1]
    pieces: list[Piece] = []
    if several:
        pieces.append(Words(tuple(headlines(answers)), "At all numbers of players"))
    for players in answers.players:
        lines = [line for sentence in sentences(answers, players) for line in sentence.splitlines()]
        title = f"{players} players, all {expert}" if several else f"What {expert} players find"
        pieces.append(Words(tuple(lines), title, players if several else None))
    said = [piece for piece in pieces if isinstance(piece, Words) and piece.items]
    return [*said, Words((_CERTAIN,), "How certain that is", listed=False)]


def _open(answers: Answers) -> Section:
    """Return what can't be told yet, and the command that would tell."""
    several = len(answers.players) > 1
    pieces: list[Piece] = []
    more = 0.0
    for players in answers.players:
        asked = open_questions(answers, players)
        more = max([more, *(one.more for one in asked if one.more < math.inf)])
        if asked:
            title = f"{players} players" if several else ""
            told = tuple(one.text for one in asked)
            pieces.append(Words(told, title, players if several else None))
    if more:
        again = command(answers, games=_enough(answers, more))
        pieces.append(Print("The command that would tell it, as far as it can be told", again))
    if not pieces:
        nothing = Words((_NOTHING,), listed=False)
        return Section("open", OPEN, (nothing,))
    return Section("open", OPEN, tuple(pieces), _GUESSED)


def _enough(answers: Answers, more: float) -> int:
    """Return a round number of games that holds those that were played and as many more."""
    played = [n for row in answers.manifest["ended"] for n in row["games"].values()]
    total = max(played, default=0) + more
    step = int(10 ** max(len(str(int(total))) - 2, 0))
    return math.ceil(total / step) * step


def _games(answers: Answers, sample: tuple[str, str] | None) -> list[Piece]:
    pieces = unusual(answers)
    if sample is not None:
        pieces.append(Print(*sample))
    return pieces


def _rules(answers: Answers) -> str:
    if is_of_these_rules(answers):
        return "Every game can be seen again, turn by turn, by its command."
    return (
        f"These games were played by rules version {answers.manifest['rules_version']}; this simkit plays by other "
        "rules, so that the commands show other games."
    )


def _method(answers: Answers) -> list[Piece]:
    pieces: list[Piece] = [Words(_METHOD, listed=False)]
    if answers.has("kinds"):
        said = tuple(f"{name}: {about}." for name, about in STANDINGS.items())
        pieces += [Words(said, "What stands out"), *glossary()]
    return [*pieces, *measures(answers.table("character"))]
