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
    print_table,
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
    from scripts._words import players_in_words
    from simkit.menus import legal_players, printed

    found = [(menu, legal_players(menu)) for menu in printed()]
    if fmt is Format.JSON:
        print_json(
            "simkit/menus/1",
            {"menus": [{**menu.to_dict(), "players": list(fit)} for menu, fit in found]},
        )
    elif fmt is Format.CSV:
        print_csv([{**_line(menu), "players": list(fit)} for menu, fit in found])
    else:
        print_table([{**_line(menu), "players": players_in_words(fit)} for menu, fit in found])


@app.command()
def show(menu: MenuArgument, house: HouseOption = False, fmt: FormatOption = Format.TEXT) -> None:
    """Show a menu: its cards, copies, points, numbers of players and rulings."""
    from simkit.menus import legal_players, load

    loaded = load(menu, house=house)
    if fmt is Format.JSON:
        players = list(legal_players(loaded))
        print_json("simkit/menu/1", {**loaded.to_dict(), "players": players})
    elif fmt is Format.CSV:
        print_csv(_card_rows(loaded))
    else:
        _print_menu(loaded)


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
    """List every menu that the rule book allows this many players (nigiri go without saying)."""
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
    """Return a printed menu as one line of a list."""
    return {
        "menu": f"{menu.game}/{menu.slug}",
        "name": menu.name,
        "cards": " ".join(kind for kind in menu.kinds if kind != "nigiri"),
    }


def _card_rows(menu: Menu) -> list[dict[str, object]]:
    """Return one row for each card id of a menu."""
    from simkit.menus.catalogue import cards

    return [
        {"card": variant.slug, "kind": kind, "copies": menu.counts[variant.slug]}
        for kind in menu.kinds
        for variant in cards()[kind].variants
    ]


def _print_menu(menu: Menu) -> None:
    """Print a menu for people."""
    from scripts._words import copies_in_words, players_in_words, points_in_words
    from simkit.menus import legal_players
    from simkit.menus.catalogue import cards

    players = legal_players(menu)
    print(
        f"{menu.name} ({menu.game}/{menu.slug}{', house menu' if menu.house else ''}), for "
        f"{players_in_words(players)} players: {menu.n_cards(dessert=False)} cards and "
        f"{menu.n_cards(dessert=True)} desserts"
    )
    print_table(
        [
            {
                "card": cards()[kind].name,
                "group": cards()[kind].group,
                "copies": copies_in_words(cards()[kind], menu.counts),
                "points": points_in_words(menu.points.get(kind)),
            }
            for kind in menu.kinds
        ]
    )
    if players:
        print_table(
            [
                {
                    "players": n,
                    "cards in a hand": menu.hand_size_for(n),
                    "desserts join": "/".join(map(str, menu.desserts_for(n))),
                }
                for n in players
            ]
        )
    _print_rulings(menu)


def _print_rulings(menu: Menu) -> None:
    """Print the rulings of a menu for people; those not recommended are marked."""
    fields = type(menu.rulings).model_fields
    changed = menu.rulings.changed()
    print_table(
        [
            {
                "ruling": name,
                "value": str(value) + (" *" if name in changed else ""),
                "rules": str(fields[name].description).split(". ", maxsplit=1)[0],
            }
            for name, value in menu.rulings.model_dump(mode="json").items()
        ]
    )
    if changed:
        print("* not the recommended ruling")
