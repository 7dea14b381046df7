"""``simkit menus``: the printed menus, one menu in detail, all legal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scripts._output import (
    MENU_HELP,
    Format,
    FormatOption,
    HouseOption,
    print_csv,
    print_json,
)

if TYPE_CHECKING:
    from simkit.menus import Menu

app = typer.Typer(
    help="List the printed menus; show a menu, all legal menus, the form of a menu file.",
    invoke_without_command=True,
)

COLUMNS = "roll,appetizer_1,appetizer_2,appetizer_3,special_1,special_2,dessert"

MenuArgument = Annotated[str, typer.Argument(metavar="MENU", help=MENU_HELP)]


@app.callback()
def menus(context: typer.Context, fmt: FormatOption = Format.TEXT) -> None:
    """List the printed menus; show a menu, all legal menus, the form of a menu file."""
    if context.invoked_subcommand is not None:
        return
    if fmt is Format.TEXT:
        from scripts._menu_text import print_list

        print_list()
        return
    from simkit.menus import legal_players, printed
    from simkit.menus.catalogue import GAMES

    found = [(menu, list(legal_players(menu))) for game in GAMES for menu in printed(game)]
    if fmt is Format.JSON:
        listed = [{**menu.to_dict(), "players": players} for menu, players in found]
        print_json("simkit/menus/1", {"menus": listed})
    else:
        print_csv([{**_line(menu), "players": players} for menu, players in found])


@app.command()
def show(menu: MenuArgument, house: HouseOption = False, fmt: FormatOption = Format.TEXT) -> None:
    """Show a menu: its cards or dice, points, numbers of players, variants and rulings."""
    from simkit.menus import legal_players, load

    loaded = load(menu, house=house)
    if fmt is Format.JSON:
        players = list(legal_players(loaded))
        print_json("simkit/menu/1", {**loaded.to_dict(), "players": players})
    elif fmt is Format.CSV:
        print_csv(_card_rows(loaded))
    else:
        from scripts._menu_text import print_menu

        print_menu(loaded)


@app.command("file")
def menu_file(menu: MenuArgument, house: HouseOption = False) -> None:
    """Print a menu as a menu file, to start one of your own from."""
    from simkit.menus import load

    print(load(menu, house=house).to_toml(), end="")


@app.command()
def legal(
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players, 2 to 8.")],
    count: Annotated[bool, typer.Option("--count", help="Print only how many there are.")] = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """List every menu that the rule book of Sushi Go Party! allows this many players.

    Nigiri go without saying. The other games have one set of cards or dice: `simkit menus`.
    """
    from simkit.menus import legal as legal_menus
    from simkit.menus import n_legal

    n = n_legal(players)
    found = [] if count else [kinds[1:] for kinds in legal_menus(players)]
    if fmt is Format.JSON:
        listed = {} if count else {"menus": found}
        print_json("simkit/legal-menus/1", {"players": players, "n_menus": n, **listed})
    elif count:
        print(f"players,n_menus\n{players},{n}" if fmt is Format.CSV else n)
    else:
        separator = "," if fmt is Format.CSV else " "
        header = [COLUMNS] if fmt is Format.CSV else []
        print("\n".join(header + [separator.join(kinds) for kinds in found]))


@app.command()
def schema() -> None:
    """Print the JSON Schema of menu files, with which editors complete and check them."""
    import json

    from simkit.menus import menu_schema

    print(json.dumps(menu_schema(), indent=2, ensure_ascii=False))


def _line(menu: Menu) -> dict[str, str]:
    """Return a printed menu as one line of a table for programs."""
    return {
        "menu": f"{menu.game}/{menu.slug}",
        "name": menu.name,
        "cards": " ".join(kind for kind in menu.kinds if kind != "nigiri"),
    }


def _card_rows(menu: Menu) -> list[dict[str, object]]:
    """Return one row for each card id (Roll: face) of a menu."""
    from simkit.menus.catalogue import card_ids

    return [
        {"card": card, "kind": kind, "copies": menu.counts[card]}
        for kind in menu.kinds
        for card in card_ids(kind, menu.game).values()
    ]
