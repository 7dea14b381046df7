"""An analysis on a terminal: first what it says, then the tables, then how to read them."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from reports.answers import Answers
from reports.card_values import picks_table, players_table, seen_table, turns_table, worth_table
from reports.character import character_table
from reports.findings import head, notes, replay_command, sentences
from reports.seats import neighbour_table


def analysis_summary(answers: Answers) -> RenderableType:
    """Return the readable form of an analysis."""
    parts: list[RenderableType] = [Text(head(answers), style="bold")]
    expert, several = answers.policies[-1], len(answers.players) > 1
    if several and answers.has("kinds"):
        of_expert = answers.table("kinds", policy=expert)
        title = f"What the right to take a card is worth to {expert}, by number of players"
        parts += [Text(), Text(title), players_table(of_expert, answers.menu)]
    for players in answers.players:
        if several:
            parts += [Text(), Text(f"{players} players", style="bold")]
        parts += [Text(), *_said(answers, players), *_tables(answers, players)]
    parts += [Text(), Text(notes(answers), style="dim")]
    return Group(*parts)


def _said(answers: Answers, players: int) -> list[RenderableType]:
    listed = Table.grid(padding=(0, 1))
    for sentence in sentences(answers, players):
        listed.add_row("-", Text(sentence))
    return [Text(f"What {answers.policies[-1]} players find"), listed]


def _tables(answers: Answers, players: int) -> list[RenderableType]:
    parts: list[RenderableType] = []
    shown = answers.policies[-1:] if len(answers.players) > 1 else answers.policies[::-1]
    for policy in shown:
        kinds, picks, effects = (
            answers.table(name, players=players, policy=policy)
            for name in ("kinds", "picks", "neighbours")
        )
        if len(kinds):
            menu = answers.menu
            parts += [Text(), Text(f"What cards are worth to {policy}"), worth_table(kinds, menu)]
            parts += [Text(), picks_table(kinds, menu), Text(), seen_table(kinds, menu)]
            by_turn = turns_table(picks, menu)
            parts += [] if by_turn is None else [Text(), by_turn]
        if len(effects) and players > 2:
            title = f"What another player does at a table of {policy}, points and win index"
            parts += [Text(), Text(title), neighbour_table(effects)]
    if answers.has("outliers"):
        parts += [Text(), Text("Unusual games, to be looked at"), *_unusual(answers, players)]
    if answers.has("character"):
        frame = answers.table("character", players=players)
        parts += [Text(), Text("What the menu is like"), character_table(frame, answers.policies)]
    return parts


def _unusual(answers: Answers, players: int) -> list[RenderableType]:
    """Return the commands that show unusual games of the last policy of the panel."""
    policy = answers.policies[-1]
    lines: list[RenderableType] = []
    for row in answers.table("outliers", players=players, policy=policy).to_dicts():
        command = replay_command(answers, players, policy, row["game"])
        lines += [Text(f"- {row['what']}, {row['value']}:"), Text(f"  {command}")]
    return lines
