"""By how many can this menu be played? The rule books' numbers of players, and the arithmetic."""

from __future__ import annotations

from simkit.errors import MenuError
from simkit.menus.catalogue import cards
from simkit.menus.menu import HAND_SIZES, MAX_PLAYERS, MIN_PLAYERS, Menu
from simkit.schema import N_ROUNDS


def check_players(menu: Menu, players: int) -> None:
    """Raise MenuError unless the menu can be played by this many players.

    The cards or dice must suffice for every deal in the worst case. Party: all desserts of earlier
    rounds, and all special orders (as copies of desserts), lie with their owners. Go: nothing is
    shuffled again.

    Raises
    ------
    MenuError
        Choose another number of players, or other cards, counts, dice, tokens or deals.
    """
    _check_number(menu, players)
    if menu.game == "party" and not menu.house:
        _check_bans(menu, players)
    problem = {"party": _short_deck, "go": _short_pile, "roll": _short_box}[menu.game](
        menu, players
    )
    if problem:
        raise MenuError(f"{menu.name} with {players} players: {problem}")


def legal_players(menu: Menu) -> tuple[int, ...]:
    """Return the numbers of players that can play the menu."""
    return tuple(players for players in range(MIN_PLAYERS, MAX_PLAYERS + 1) if _fits(menu, players))


def players_of(game: str) -> tuple[int, int]:
    """Return the smallest and the largest number of players in a game's rule book."""
    return min(HAND_SIZES[game]), max(HAND_SIZES[game])


def player_counts(text: str) -> tuple[int, ...]:
    """Read numbers of players: ``4``, ``2-8``, ``2,4-6``; each once, the fewest first.

    Raises
    ------
    ValueError
        Something is no number of players; the message says what it must be.
    """
    found: set[int] = set()
    for part in text.split(","):
        low, dash, high = (end.strip() for end in part.partition("-"))
        if not (low.isdecimal() and (high.isdecimal() or not dash)):
            raise ValueError("must be numbers from 2 to 8: 4, 2-8 or 2,4,6")
        counts = range(int(low), int(high or low) + 1)
        if not counts or counts[0] < MIN_PLAYERS or counts[-1] > MAX_PLAYERS:
            raise ValueError("must be numbers from 2 to 8, the lower one first")
        found.update(counts)
    return tuple(sorted(found))


def _fits(menu: Menu, players: int) -> bool:
    try:
        check_players(menu, players)
    except MenuError:
        return False
    return True


def _check_number(menu: Menu, players: int) -> None:
    low, high = players_of(menu.game)
    most = MAX_PLAYERS if menu.house else high
    if type(players) is not int or not low <= players <= most:
        house = f"; house menus (--house, house=True) for up to {MAX_PLAYERS}"
        raise MenuError(
            f"{players} players: the game is for {low} to {most} players"
            f"{house if most < MAX_PLAYERS else ''}."
        )
    if menu.variants is not None and menu.variants.dummy and players != 2:
        raise MenuError(
            f"{menu.name} with {players} players: a dummy plays with 2 players only. Choose 2 "
            "players, or set dummy = false in [variants]."
        )


def _check_bans(menu: Menu, players: int) -> None:
    for kind in menu.kinds:
        card = cards()[kind]
        if not card.min_players <= players <= card.max_players:
            raise MenuError(
                f"{menu.name} with {players} players: {card.name} is for {card.min_players} to "
                f"{card.max_players} players only. Choose another number of players, or lift the "
                "rule book's bans with --house (house=True)."
            )


def _short_deck(menu: Menu, players: int) -> str:
    """Return what is missing for a deal of Party, or nothing."""
    needed = players * menu.hand_size_for(players)
    desserts = menu.desserts_for(players)
    n_desserts = menu.n_cards(dessert=True)
    if sum(desserts) > n_desserts:
        return (
            f"{sum(desserts)} desserts ({', '.join(map(str, desserts))}) join the deck, but there "
            f"are {n_desserts}. Put more in [counts], or set `desserts` in [deal]."
        )
    others = menu.n_cards(dessert=False)
    special_orders = menu.copies("special-order") if "special-order" in menu.kinds else 0
    for number, joining in enumerate(desserts, 1):
        # A special order that copied a dessert stays with its owner, as the desserts do.
        gone = special_orders if any(desserts[: number - 1]) else 0
        if others - gone + joining < needed:
            return (
                f"round {number} needs {needed} cards ({players} hands of "
                f"{menu.hand_size_for(players)}), but the deck may be down to "
                f"{others - gone + joining}. Put more cards in `cards` or [counts], or set a "
                "smaller `hand_size` in [deal]."
            )
    return ""


def _short_pile(menu: Menu, players: int) -> str:
    """Return what is missing for the three deals of Go, or nothing."""
    hands, each = menu.seats_for(players), menu.hand_size_for(players)
    if N_ROUNDS * hands * each <= menu.n_cards():
        return ""
    return (
        f"{N_ROUNDS} rounds need {N_ROUNDS * hands * each} cards ({hands} hands of {each} in "
        f"each), but there are {menu.n_cards()}, and nothing is shuffled again. Put more in "
        "[counts], or set a smaller `hand_size` in [deal]."
    )


def _short_box(menu: Menu, players: int) -> str:
    """Return which dice or tokens of Roll are missing, or nothing."""
    each = menu.hand_size_for(players)
    if players * each > menu.n_dice:
        return (
            f"{players * each} dice are needed ({each} each), but there are {menu.n_dice}. Put "
            "more in [dice], or set a smaller number of `dice` in [deal]."
        )
    assert menu.tokens is not None
    start, supply = menu.tokens.start.model_dump(), menu.tokens.supply.model_dump()
    for kind, each in start.items():
        if players * each > supply[kind]:
            return (
                f"they start with {players * each} {kind} tokens ({each} each), but the supply has "
                f"{supply[kind]}. Raise it, or give fewer at the start, in [tokens]."
            )
    return ""
