"""Line-ups: which policy sits where, read from names and put into a rules record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simkit.errors import PolicyError, nearest
from simkit.menus import Menu
from simkit.policies.policy import Policy
from simkit.policies.search import RIVALS, note_search
from simkit.policies.switch import POLICIES, code
from simkit.policies.uniform import RANDOM_LEGAL

_BY_NAME = {policy.name: policy for policy in POLICIES}


@dataclass(frozen=True, slots=True)
class Player:
    """A policy with its data, as named on the command line (``greedy``, ``first:squid-first.toml``).

    Attributes
    ----------
    name : str
        As it was written.
    policy : Policy
        The way to play.
    data : object
        The numbers it plays by, as its policy reads them.
    """

    name: str
    policy: Policy
    data: Any = None


def player(spec: str | Player) -> Player:
    """Read a player: a policy's name, with a colon and data where the policy takes some (``first:maki,tofu``).

    Raises
    ------
    PolicyError
        Unknown policy, or data that can not be read.
    """
    if isinstance(spec, Player):
        return spec
    name, colon, data = spec.strip().partition(":")
    policy = _BY_NAME.get(name)
    if policy is None:
        raise PolicyError(
            f"policy '{name}' is unknown.{nearest(name, _BY_NAME)} Known: {', '.join(_BY_NAME)}."
        )
    if not colon:
        return Player(name, policy, policy.data)
    if policy.read is None:
        raise PolicyError(f"policy '{spec}': {name} takes no list; write '{name}'.")
    return Player(spec.strip(), policy, policy.read(data))


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
    for p, player_ in enumerate(seated):
        record.policy[p] = code(player_.policy)
        record.rollouts[p] = player_.policy.rollouts
        if player_.policy.fill is not None:
            player_.policy.fill(record, menu, p, player_.data)
    note_search(record, menu, [code(rival) for rival in RIVALS])
