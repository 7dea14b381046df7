"""Can this menu be played? The rule book's structure, its bans by player count, the arithmetic."""

from __future__ import annotations

from simkit.errors import MenuError
from simkit.menus.catalogue import GROUPS, cards
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS, Menu

MAX_CARDS = 250  # counts of cards are bytes in the core, 255 is its mark for "none"


def check_structure(kinds: tuple[str, ...], *, where: str) -> None:
    """Raise MenuError unless the kinds are 1 roll, 3 appetizers, 2 specials and 1 dessert."""
    wrong = []
    for group, wanted in GROUPS.items():
        here = [kind for kind in kinds if cards()[kind].group == group]
        if len(here) != wanted:
            named = f" ({', '.join(here)})" if here else ""
            wrong.append(f"{len(here)} {group}{'' if len(here) == 1 else 's'}{named}, not {wanted}")
    if wrong:
        raise MenuError(
            f"{where}: a menu has 1 roll, 3 different appetizers, 2 different specials and "
            f"1 dessert; this one has {'; '.join(wrong)}. Change `cards`, or allow any set of "
            "cards with --house (house=True)."
        )


def check_players(menu: Menu, players: int) -> None:
    """Raise MenuError unless the menu can be played by this many players.

    The cards must suffice for every deal in the worst case: all desserts of earlier rounds, and
    all special orders (as copies of desserts), lie with their owners.

    Raises
    ------
    MenuError
        Choose another number of players, or other cards, counts, hand size or desserts.
    """
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise MenuError(
            f"{players} players: the game is for {MIN_PLAYERS} to {MAX_PLAYERS} players."
        )
    if not menu.house:
        _check_bans(menu, players)
    if problem := _shortage(menu, players):
        raise MenuError(f"{menu.name} with {players} players: {problem}")


def legal_players(menu: Menu) -> tuple[int, ...]:
    """Return the numbers of players that can play the menu."""
    return tuple(players for players in range(MIN_PLAYERS, MAX_PLAYERS + 1) if _fits(menu, players))


def _fits(menu: Menu, players: int) -> bool:
    try:
        check_players(menu, players)
    except MenuError:
        return False
    return True


def _check_bans(menu: Menu, players: int) -> None:
    for kind in menu.kinds:
        card = cards()[kind]
        if not card.min_players <= players <= card.max_players:
            raise MenuError(
                f"{menu.name} with {players} players: {card.name} is for {card.min_players} to "
                f"{card.max_players} players only. Choose another number of players, or lift the "
                "rule book's bans with --house (house=True)."
            )


def _shortage(menu: Menu, players: int) -> str:
    """Return what is missing for a deal, or nothing."""
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
