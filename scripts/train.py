"""``simkit train``: tune the weights of the `weighted` player by self-play, or against a fixed opponent."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._output import (
    Format,
    FormatOption,
    HouseOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
)
from simkit.errors import InputError, OutputError

if TYPE_CHECKING:
    from simkit.policies.weights import Weights
    from simkit.training.train import Gain, Progress, Training


NAME = "simkit/training-result/1"


class Tuned(StrEnum):
    """Whose weights are tuned."""

    WEIGHTED = "weighted"
    DENY = "deny"


class Blocks(StrEnum):
    """What is tuned together."""

    ALL = "all"
    KINDS = "kinds"


def train(
    menu: Annotated[
        list[str] | None,
        typer.Option(
            "--menu",
            "-m",
            help="A menu as in `simkit simulate`, or random:K for K legal menus of Party drawn anew "
            "again and again. May be given several times.",
        ),
    ] = None,
    players: Annotated[
        str, typer.Option("--players", "-p", help="Numbers of players: 4, 2-5 or 2,4,6.")
    ] = "4",
    out: Annotated[
        Path, typer.Option("--out", help="The weights file; the state goes beside it.")
    ] = Path("weights.toml"),
    only: Annotated[
        str, typer.Option("--only", help="Kinds or cards to tune (tempura,maki-3); default: all.")
    ] = "",
    blocks: Annotated[
        Blocks,
        typer.Option("--blocks", help="Tune all together, or the kinds one after another."),
    ] = Blocks.ALL,
    passes: Annotated[
        int | None,
        typer.Option("--passes", help="How often to go through the blocks (default 1)."),
    ] = None,
    generations: Annotated[
        int, typer.Option("--generations", help="Generations of a block in a pass.")
    ] = 40,
    games: Annotated[int, typer.Option("--games", "-n", help="Games for a proposal.")] = 40_000,
    check_every: Annotated[
        int, typer.Option("--check-every", help="Generations between two checks of the mean.")
    ] = 5,
    check_games: Annotated[
        int, typer.Option("--check-games", help="Games for a check; ten times as many at the end.")
    ] = 200_000,
    population: Annotated[
        int, typer.Option("--population", help="Proposals in a generation; 0: by the weights.")
    ] = 0,
    sigma: Annotated[
        float, typer.Option("--sigma", help="Points by which first proposals differ.")
    ] = 0.7,
    seed: Annotated[int, typer.Option("--seed", help="Decides all.")] = 0,
    start: Annotated[
        Path | None,
        typer.Option("--start", help="Weights to begin with; default: those of `weighted`."),
    ] = None,
    policy: Annotated[
        Tuned, typer.Option("--policy", help="Whose weights: those of weighted, or of deny.")
    ] = Tuned.WEIGHTED,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="Play only alone among opponents, as a best response does; not also one of them among copies.",
        ),
    ] = False,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            help="A fixed opponent in place of self-play: what a best response to it gains.",
        ),
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the training that writes to --out.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the weights and the state in --out.")
    ] = False,
    threads: ThreadsOption = None,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Tune the weights of the weighted player by self-play (CMA-ES), for one menu or for many.

    Against a fixed opponent the gain of a best response shows how exploitable that is. A training
    that was stopped goes on with --resume --out FILE and ends as if it had not been.
    """
    from simkit.training.train import Plan, load_cma, versions

    load_cma()  # say at once that it is missing
    from simkit.training.arena import Games
    from simkit.training.blocks import menus_of
    from simkit.training.state import State, read_state, state_path
    from simkit.training.train import Training, checked

    if resume:
        state = read_state(state_path(out), versions())
        plan = Plan.of(state.settings)
        if passes is not None and passes > plan.passes:
            state.settings["passes"] = passes
            plan = Plan.of(state.settings)
    else:
        for path in (out, state_path(out)):
            if path.exists() and not force:
                raise OutputError(
                    f"{path}: is there already; go on with --resume, or replace it with --force."
                )
        plan = checked(
            Plan(
                menus=tuple(menu or ()),
                players=_numbers(players),
                only=tuple(name.strip() for name in only.split(",") if name.strip()),
                blocks=blocks.value,
                passes=1 if passes is None else passes,
                generations=generations,
                games=games,
                check_every=check_every,
                check_games=check_games,
                population=population,
                sigma=sigma,
                seed=seed,
                against=against,
                alone=alone,
                policy=policy.value,
                house=house,
            )
        )
        menus = menus_of(plan.menus, plan.players, house=plan.house)
        state = State(plan.plain(), _start(start, against, menus.game, policy.value), versions())
    menus = menus_of(plan.menus, plan.players, house=plan.house)
    training = Training(plan, menus, Games(threads, both=not plan.alone), state)
    _run(training, out, fmt)


def _run(training: Training, out: Path, fmt: Format) -> None:
    from simkit.policies.weights import Weights, write_weights
    from simkit.training.state import state_path

    def write(gain: Gain | None = None) -> None:
        write_weights(out, Weights(training.best.weights, training.provenance(gain)))

    began = time.perf_counter()
    try:
        training.state.write(state_path(out))
        for progress in training.generations():
            training.state.write(state_path(out))
            write()
            print(_line(progress, time.perf_counter() - began), file=sys.stderr)
            began = time.perf_counter()
        gain = training.gain()
    except KeyboardInterrupt:
        done = len(training.state.generations)
        console(stderr=True).print(
            f"Stopped after {done} of {training.total} generations; go on with "
            f"`simkit train --resume --out {out}`.",
            soft_wrap=True,
        )
        raise
    write(gain)
    _print(training, gain, fmt)
    console(stderr=True).print(f"Written to {out}", soft_wrap=True)


def _line(p: Progress, seconds: float) -> str:
    found = (
        f"{p.number:>4}/{p.total} {p.block:<12} best {p.best:+.3f}  mean {p.mean:+.3f}  "
        f"sigma {p.sigma:.2f}  {seconds:.1f} s"
    )
    if p.check is not None:
        word = "taken" if p.check.renewed else "not taken"
        found += (
            f"  check {p.check.gain:+.3f} ± {1.96 * p.check.se:.3f}, {word} ({p.renewals} so far)"
        )
    return found


def _print(training: Training, gain: Gain, fmt: Format) -> None:
    plan = training.plan
    if fmt is Format.TEXT:
        what = "Best response" if plan.against and plan.alone else "Tuned weights"
        print(
            f"{what} against {plan.against or 'the start'}: {gain.value:+.3f} points "
            f"({gain.low:+.3f} to {gain.high:+.3f}) more than the mean opponent, {gain.wins:.1%} of wins "
            f"(equals: {gain.fair:.1%}), on {gain.n:,} fresh games."
        )
        return
    found = {"against": plan.against or "start", "renewals": training.renewals, **asdict(gain)}
    if fmt is Format.JSON:
        print_json(NAME, {"training": plan.plain(), **found})
    else:
        print_csv([found])


def _start(path: Path | None, against: str, game: str, policy: str) -> Weights:
    """Return the weights to begin with: those of a file, of the opponent, or of `weighted` for the game."""
    from simkit.policies.lineup import player
    from simkit.policies.weighted import shipped
    from simkit.policies.weights import Weights, read_weights

    if path is not None:
        return Weights(read_weights(path).weights)
    data = player(against).data if against else None
    return Weights((data if isinstance(data, Weights) else shipped(game, policy)).weights)


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of players of ``4``, ``2-5`` or ``2,4,6``."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        try:
            ends = int(low), int(high if dash else low)
        except ValueError:
            ends = (0, 0)
        if not 2 <= ends[0] <= ends[1] <= 8:
            raise InputError(f"--players {text}: write 4, 2-5 or 2,4,6, with numbers from 2 to 8.")
        found += range(ends[0], ends[1] + 1)
    return tuple(dict.fromkeys(found))
