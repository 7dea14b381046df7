"""Line-ups: which policy sits where, read from names and put into a rules record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from simkit.errors import PolicyError, nearest
from simkit.menus import Menu
from simkit.policies.modifiers import Modifiers, fill_modifiers, read_modifiers
from simkit.policies.policy import Policy
from simkit.policies.search import RIVALS, note_search
from simkit.policies.switch import POLICIES, code
from simkit.policies.uniform import RANDOM_LEGAL
from simkit.policies.user import USER, is_file, read_user
from simkit.schema import OF_SEATS

_BY_NAME = {policy.name: policy for policy in POLICIES}


@dataclass(frozen=True, slots=True)
class Player:
    """A policy with its data and modifiers, as named on the command line.

    Such as ``greedy``, ``first:squid-first.toml+noise=0.1``, ``greedy+forbid=tempura+force=pudding``.

    Attributes
    ----------
    name : str
        As it was written.
    policy : Policy
        The way to play.
    data : object
        The numbers it plays by, as its policy reads them.
    modifiers : Modifiers
        What is changed in the way it plays.
    """

    name: str
    policy: Policy
    data: Any = None
    modifiers: Modifiers = field(default_factory=Modifiers)


def player(spec: str | Player) -> Player:
    """Read a player: ``NAME[:DATA][+MODIFIER=VALUE]...``.

    A plus sign always begins a modifier, so none can stand in the data (the name of a file, say).

    Raises
    ------
    PolicyError
        Unknown policy or modifier, or data that can not be read.
    """
    if isinstance(spec, Player):
        return spec
    spec = spec.strip()
    base, *parts = (part.strip() for part in spec.split("+"))
    policy, data = _policy(base)
    return Player(spec, policy, data, read_modifiers(parts, spec, policy))


def _policy(base: str) -> tuple[Policy, Any]:
    """Return the policy and the data that are named before the modifiers."""
    if is_file(base):
        return USER, read_user(base)
    name, colon, data = base.partition(":")
    policy = _BY_NAME.get(name)
    if policy is None:
        raise PolicyError(
            f"policy '{name}' is unknown.{nearest(name, _BY_NAME)} Known: {', '.join(_BY_NAME)}."
        )
    if not colon:
        return policy, policy.data
    if policy.read is None:
        raise PolicyError(f"policy '{base}': {name} takes no list; write '{name}'.")
    return policy, policy.read(data)


def lineup(specs: str | Player | Sequence[str | Player], players: int) -> tuple[Player, ...]:
    """Seat one policy everywhere, or one a seat.

    Raises
    ------
    PolicyError
        Unknown policy, or not one for each player.
    """
    if isinstance(specs, str | Player):
        return (player(specs),) * players
    seated = tuple(player(spec) for spec in specs)
    if len(seated) != players:
        raise PolicyError(f"{len(seated)} policies for {players} players: name one for each seat.")
    return seated


def seat(record: Any, menu: Menu, seated: Sequence[Player], *, ordered: bool) -> None:
    """Put a line-up into a rules record.

    ``ordered`` works off bonus actions strictly one after another (replays); the games stay the same.
    """
    record.any_valued = any(p.policy.valuation is not None for p in seated)
    record.any_free = any(
        p.policy.valuation is None and p.policy.code == RANDOM_LEGAL for p in seated
    )
    record.any_caller = bool(record.any_valued or record.any_free)
    needs_order = record.uramaki >= 0 or record.special_order >= 0 or record.any_free
    record.ordered = bool(ordered or needs_order)
    record.any_plan = False
    record.denial[:] = 0
    record.remembers[:] = 0
    seats: dict[int, list[int]] = {}  # by player, which is no key itself
    for p, player_ in enumerate(seated):
        seats.setdefault(id(player_), []).append(p)
    for p, *others in seats.values():
        _fill_seat(record, menu, p, seated[p])
        for name in OF_SEATS if others else ():
            rows = record[name]
            rows[others] = rows[p]
    note_search(record, menu, [code(rival) for rival in RIVALS])


def _fill_seat(record: Any, menu: Menu, p: int, player_: Player) -> None:
    record.policy[p] = code(player_.policy)
    if player_.policy.fill is not None:
        player_.policy.fill(record, menu, p, player_.data)
    fill_modifiers(record, menu, p, player_.policy, player_.modifiers)
