"""Menus: the printed ones, your own, and every one that the rule book allows."""

from simkit.menus.check import check_players, legal_players
from simkit.menus.file import build
from simkit.menus.listing import legal, load, n_legal, printed
from simkit.menus.menu import Menu
from simkit.menus.rulings import Rulings
from simkit.menus.schema import menu_schema

__all__ = [
    "Menu",
    "Rulings",
    "build",
    "check_players",
    "legal",
    "legal_players",
    "load",
    "menu_schema",
    "n_legal",
    "printed",
]
