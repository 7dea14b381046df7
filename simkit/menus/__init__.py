"""Menus of the three games: the printed ones, your own, and every one that Party's rules allow."""

from simkit.menus.again import rebuild
from simkit.menus.check import check_players, legal_players, players_of
from simkit.menus.file import build
from simkit.menus.listing import legal, load, n_legal, printed
from simkit.menus.menu import Menu
from simkit.menus.rulings import GoRulings, RollRulings, Rulings
from simkit.menus.schema import menu_schema
from simkit.menus.settings import Tokens, Variants

__all__ = [
    "GoRulings",
    "Menu",
    "RollRulings",
    "Rulings",
    "Tokens",
    "Variants",
    "build",
    "check_players",
    "legal",
    "legal_players",
    "load",
    "menu_schema",
    "n_legal",
    "players_of",
    "printed",
    "rebuild",
]
