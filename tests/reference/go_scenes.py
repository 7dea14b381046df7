"""Small scenes of Sushi Go! for tests: cards laid out in front of the seats, then scripted turns."""

from collections import Counter
from typing import Any

from .cards import lay_out
from .go_game import Game
from .go_rulebook import COPIES, make_rules
from .rulebook import kind_of

Entries = list[str | dict[str, Any]]


def scene(
    tables: list[Entries], hands: list[list[str]], *, number: int = 1, **changes: Any
) -> Game:
    """A round under way; the hands are of equal size, so they tell how many turns are left.

    Cards on the tables are of turns 1, 2, ... unless told; `number` is that of the round. With three
    seats and the variant of the dummy the third is the dummy's, its hand the pile.
    """
    laid = [lay_out(entries) for entries in tables]
    turn = max((card.turn for table in laid for card in table), default=0)
    counts = Counter(card.printed for table in laid for card in table)
    counts.update(card for hand in hands for card in hand)
    kinds = {kind_of(card) for card in counts}
    dummy = changes.get("variants", {}).get("dummy", False)
    rules = make_rules(
        len(tables) - dummy,
        [kind for kind in COPIES if kind in kinds],
        counts=dict(counts),
        hand_size=turn + len(hands[0]),
        **changes,
    )
    game = Game(rules)
    game.pile = Counter()
    game.round, game.turn = number, turn
    game.tables = laid
    game.hands = [list(hand) for hand in hands]
    return game


def commit(
    seat: int, card: str, second: str | None = None, by: int | None = None
) -> dict[str, Any]:
    """A commit as in a transcript; a second card comes by chopsticks."""
    return {
        "seat": seat,
        "card": card,
        "copies": None,
        "on_wasabi": False,
        "calls": [] if second is None else ["chopsticks"],
        "second": second,
        "by": seat if by is None else by,
    }


def play(game: Game, *commits: dict[str, Any], draw: str | None = None) -> dict[str, Any]:
    """Play a turn; `draw` is the dummy's top card, drawn by whoever controls it."""
    controller = game.controller(game.turn + 1)
    game.begin_turn(None if draw is None else {"seat": controller, "card": draw})
    return game.play_turn(list(commits))
