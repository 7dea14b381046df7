"""Any one game again, as a transcript: every card dealt, every choice, every point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit import schema as s
from simkit._version import __version__
from simkit.batch import RULES_VERSION, new_tally
from simkit.games import GAMES
from simkit.menus import Menu
from simkit.policies.lineup import Player
from simkit.policies.search import new_table
from simkit.runner import MAX_GAMES, MAX_SEED, check_whole, compile_core, prepare
from simkit.transcript_cards import CardReader
from simkit.transcript_dice import DiceReader
from simkit.transcript_text import text

SCHEMA = "simkit/transcript/1"


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game, complete enough that an outside program can check each step.

    Attributes
    ----------
    data : dict
        The transcript as plain data; its JSON Schema is ``docs/schemas/transcript.schema.json``.
    """

    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the transcript as plain data."""
        return self.data

    def to_text(self, *, hands: bool = False) -> str:
        """Return the game turn by turn, for people; with ``hands`` what each seat holds, too."""
        return text(self.data, hands=hands)

    def __str__(self) -> str:
        return self.to_text()


def replay(
    menu: str | Path | Menu,
    *,
    players: int = 4,
    policy: str | Player = "greedy",
    policies: Sequence[str | Player] | None = None,
    seed: int = 0,
    game: int = 0,
    rotate: bool = False,
    house: bool = False,
) -> Transcript:
    """Play game number ``game`` of a seed again and write everything down.

    Parameters
    ----------
    menu, players, policy, policies, seed, rotate, house
        As for `simkit.simulate`: with the same ones it is the same game.
    game : int
        Number of the game, from 0.

    Returns
    -------
    Transcript

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    check_whole("game", game, 0, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    batch, lane = divmod(game, s.LANES)
    rotation = batch % players if rotate else 0
    specs = policy if policies is None else policies
    loaded, entries, rules = prepare(
        menu, players, specs, house=house, ordered=True, rotation=rotation
    )
    table = new_table(rules)
    table.lane = lane
    compile_core(GAMES[loaded.game].core, rules)
    GAMES[loaded.game].play_batches()(rules, table, new_tally(), seed, batch, 1, 1, s.LANES)
    if table.n_events > s.MAX_EVENTS:
        raise RuntimeError(f"the log holds {s.MAX_EVENTS} events, the game has {table.n_events}")
    seated = [entries[(p - rotation) % players].name for p in range(players)]
    head = {
        "schema": SCHEMA,
        "version": __version__,
        "rules_version": RULES_VERSION,
        "game": loaded.game,
        "menu": loaded.name,
        "cards": list(loaded.kinds),
        "players": players,
        "policies": seated + ["dummy"] * (int(rules.n_seats) - players),
        "seed": seed,
        "game_number": game,
        **_settings(loaded, rules),
    }
    events = table.events[: table.n_events].tolist()
    reader: CardReader | DiceReader
    if loaded.game == "roll":
        dice = [die["die"] for die in head["dice"]]
        reader = DiceReader(loaded.game, loaded.kinds, dice, players)
    else:
        reader = CardReader(loaded.game, loaded.kinds, int(rules.n_seats))
    return Transcript(head | reader.read(events))


def _settings(menu: Menu, rules: Any) -> dict[str, Any]:
    """Return what is played by, as far as the game has it."""
    told = menu.to_dict()
    settings = {key: told[key] for key in ("rulings", "points", "counts")}
    settings |= {key: told[key] for key in ("variants", "dice", "tokens") if told.get(key)}
    settings["hand_size"] = int(rules.hand_size)
    if menu.game == "party":
        settings["desserts"] = [int(n) for n in rules.desserts]
    return settings
