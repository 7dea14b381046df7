"""``simkit replay``: one game of a simulation again, turn by turn."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from scripts._lineup import PlayersOption, PoliciesOption, PolicyOption
from scripts._output import MENU_HELP, HouseOption, TextOrJson, TextOrJsonOption
from simkit.errors import InputError
from simkit.lineup_text import listed


def replay(
    menu: Annotated[str | None, typer.Argument(metavar="MENU", help=MENU_HELP)] = None,
    players: PlayersOption = 4,
    seed: Annotated[int, typer.Option("--seed", help="Of the simulation.")] = 0,
    game: Annotated[int, typer.Option("--game", "-k", help="Number of the game, from 0.")] = 0,
    policy: PolicyOption = "greedy",
    policies: PoliciesOption = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="As in a simulation with --rotate.")
    ] = False,
    hands: Annotated[
        bool, typer.Option("--hands", help="Show what each seat has in each turn (text).")
    ] = False,
    house: HouseOption = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of transcripts, nothing else.")
    ] = False,
    fmt: TextOrJsonOption = TextOrJson.TEXT,
) -> None:
    """Show one game of a simulation again: every hand or roll, choice and point.

    With the options of a simulation it is the very game that was counted there.
    """
    if schema:
        from simkit.transcript_schema import transcript_schema

        print(json.dumps(transcript_schema(), indent=2, ensure_ascii=False))
        return
    if menu is None:
        raise InputError("MENU is missing: name a menu. See `simkit replay --help`.")
    from simkit import replay as play

    transcript = play(
        menu,
        players=players,
        seed=seed,
        game=game,
        policy=policy,
        policies=None if policies is None else listed(policies),
        rotate=rotate,
        house=house,
    )
    if fmt is TextOrJson.JSON:
        print(json.dumps(transcript.to_dict(), indent=1, ensure_ascii=False))
    else:
        print(transcript.to_text(hands=hands))
