"""Line-ups on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

PlayersOption = Annotated[
    int,
    typer.Option("--players", "-p", help="Number of players: Party 2 to 8, Go and Roll 2 to 5."),
]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="How all seats play: a policy (see `simkit policies`) or a Python file of your own, "
        "with modifiers: greedy+noise=0.1.",
    ),
]
PoliciesOption = Annotated[
    str | None,
    typer.Option(
        "--policies",
        metavar="POLICIES",
        help="How each player plays, in place of --policy: a,b,c,d (or a;b;c;d).",
    ),
]


def listed(policies: str) -> tuple[str, ...]:
    """Return the policies of a line-up; a list with semicolons may hold commas."""
    separator = ";" if ";" in policies else ","
    return tuple(name.strip() for name in policies.split(separator))
