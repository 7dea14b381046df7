"""An analysis on a terminal: first what it says, then the tables, then how to read them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.turn_order import starts
from reports.card_values import (
    card_sentences,
    pair_sentences,
    picks_table,
    players_table,
    seen_table,
    skill_sentences,
    turns_table,
    worth_table,
)
from reports.character import character_table, luck_sentences, menu_sentences
from reports.order_of_play import words as order_words
from reports.seats import audit_sentence, neighbour_sentences, neighbour_table

if TYPE_CHECKING:
    from analysis.answers import Analysis


def analysis_summary(found: Analysis) -> RenderableType:
    """Return the readable form of an analysis."""
    parts: list[RenderableType] = [Text(_head(found), style="bold")]
    if len(found.players) > 1 and "kinds" in found.frames:
        of_expert = found.frames["kinds"].filter(policy=found.policies[-1])
        title = (
            f"What the right to take a card is worth to {found.policies[-1]}, by number of players"
        )
        parts += [Text(), Text(title), players_table(of_expert, found.menu)]
    for players in found.players:
        if len(found.players) > 1:
            parts += [Text(), Text(f"{players} players", style="bold")]
        parts += [Text(), *_said(found, players), *_tables(found, players)]
    parts += [Text(), Text(_notes(found), style="dim")]
    return Group(*parts)


def _head(found: Analysis) -> str:
    menu = found.menu
    house = ", house menu" if menu.house else ""
    numbers = ", ".join(map(str, found.players))
    who = found.policies[0] if len(found.policies) == 1 else f"each of {', '.join(found.policies)}"
    return f"{menu.name} ({menu.game}/{menu.slug}{house}), {numbers} players, all seats {who}, seed {found.seed}"


def _said(found: Analysis, players: int) -> list[RenderableType]:
    """Return what the numbers say of the last policy of the panel, and what is different for the first."""
    expert = found.policies[-1]
    words: list[str] = []
    if (players, expert) in found.values:
        words += card_sentences(found.values[players, expert])
    if "changes" in found.frames:
        changes = found.frames["changes"].filter(players=players)
        words += skill_sentences(changes, found.menu, found.policies)
    if "synergy" in found.frames:
        pairs = found.frames["synergy"].filter(players=players, policy=expert)
        words += pair_sentences(pairs, found.menu)
    if (players, expert) in found.audits:
        words.append(audit_sentence(found.audits[players, expert]))
        words += neighbour_sentences(found.neighbours[players, expert])
    if (players, expert) in found.batches:
        batch = found.batches[players, expert]
        words.append(order_words(batch, starts(batch)))
    if "character" in found.frames:
        of_expert = found.frames["character"].filter(players=players, policy=expert)
        words += menu_sentences(of_expert, found.menu.seats_for(players))
    if "luck" in found.frames:
        luck = found.frames["luck"].filter(players=players)
        skill, ladder = (
            found.frames[name].filter(players=players) if name in found.frames else None
            for name in ("skill", "ladder")
        )
        words += luck_sentences(luck, skill, ladder)
    listed = Table.grid(padding=(0, 1))
    for word in words:
        if word:
            listed.add_row("-", Text(word))
    return [Text(f"What {expert} players find"), listed]


def _tables(found: Analysis, players: int) -> list[RenderableType]:
    parts: list[RenderableType] = []
    shown = found.policies[-1:] if len(found.players) > 1 else found.policies[::-1]
    for policy in shown:
        if (players, policy) in found.values:
            values = found.values[players, policy]
            parts += [Text(), Text(f"What cards are worth to {policy}"), worth_table(values)]
            parts += [Text(), picks_table(values), Text(), seen_table(values)]
            by_turn = turns_table(values)
            parts += [] if by_turn is None else [Text(), by_turn]
        if (players, policy) in found.neighbours and players > 2:
            title = f"What another player does at a table of {policy}, points and win index"
            parts += [Text(), Text(title), neighbour_table(found.neighbours[players, policy])]
    if "outliers" in found.frames:
        parts += [Text(), Text("Unusual games, to be looked at"), *_unusual(found, players)]
    if "character" in found.frames:
        frame = found.frames["character"].filter(players=players)
        parts += [Text(), Text("What the menu is like"), character_table(frame, found.policies)]
    return parts


def _unusual(found: Analysis, players: int) -> list[RenderableType]:
    """Return the commands that show unusual games of the last policy of the panel."""
    policy = found.policies[-1]
    rows = found.frames["outliers"].filter(players=players, policy=policy).to_dicts()
    lines: list[RenderableType] = []
    for row in rows:
        command = replay_command(found, players, policy, row["game"])
        lines += [Text(f"- {row['what']}, {row['value']}:"), Text(f"  {command}")]
    return lines


def replay_command(found: Analysis, players: int, policy: str, game: int) -> str:
    """Return the command that shows one game of an analysis again."""
    menu = found.menu
    name = f"{menu.game}/{menu.slug}" if menu.source == "printed" else menu.source
    house = " --house" if menu.house else ""
    words = ["simkit", "replay", name, "-p", str(players), "--policy", policy]
    return shlex.join([*words, "--seed", str(found.seed), "-k", str(game)]) + house


def _notes(found: Analysis) -> str:
    """Return how to read the numbers."""
    notes = ["± is half of a 95 % interval"]
    target = found.budget.target
    if found.budget.games is None and target is not None:
        notes[0] += f", of card values one that holds at any look, played until ± {target}"
    notes[0] += "."
    if "cards" in found.sections:
        notes += [
            "May take it: what is lost if one player never takes the kind, on the same deals. When taken: the same, of "
            "the games in which it was. One pick: taking it less taking the best other card, mean of all hands that "
            "hold it; by turn, few tries are drawn in toward the others, and those with ? may be chance. Denies: what "
            "all others lose where it is taken though it was not wanted. Dealt: what a copy more in the first hand "
            "brings. With/without compares games and is no effect; bias is how far it is off. Of the win: win index, "
            "players x share of the win, so that 1 is an even share."
        ]
    return " ".join(notes)
