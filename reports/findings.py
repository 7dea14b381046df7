"""What an analysis says, in words: the same sentences on a terminal and in a report."""

from __future__ import annotations

import shlex

import polars as pl

from analysis.gather import Budget, Target
from reports.answers import Answers
from reports.card_values import card_sentences, pair_sentences, skill_sentences
from reports.character import luck_sentences, menu_sentences
from reports.order_of_play import words as order_words
from reports.seats import audit_sentence, neighbour_sentences
from simkit.menus import Menu


def head(answers: Answers) -> str:
    """Return what was played."""
    menu, policies = answers.menu, answers.policies
    house = ", house menu" if menu.house else ""
    numbers = ", ".join(map(str, answers.players))
    who = policies[0] if len(policies) == 1 else f"each of {', '.join(policies)}"
    return f"{menu.name} ({menu.game}/{menu.slug}{house}), {numbers} players, all seats {who}, seed {answers.seed}"


def sentences(answers: Answers, players: int) -> list[str]:
    """Return what the numbers say of the last policy of the panel, and what is different for the first."""
    expert = answers.policies[-1]
    return [
        *_cards(answers, players, expert),
        *_seats(answers, players, expert),
        *_menu(answers, players, expert),
    ]


def _cards(answers: Answers, players: int, expert: str) -> list[str]:
    words: list[str] = []
    kinds = answers.table("kinds", players=players, policy=expert)
    if len(kinds):
        words += card_sentences(kinds, answers.menu)
    changes = answers.table("changes", players=players)
    if len(changes):
        words += skill_sentences(changes, answers.menu, answers.policies)
    pairs = answers.table("synergy", players=players, policy=expert)
    if len(pairs):
        words += pair_sentences(pairs, answers.menu)
    return words


def _seats(answers: Answers, players: int, expert: str) -> list[str]:
    def rows(name: str) -> pl.DataFrame:
        return answers.table(name, players=players, policy=expert)

    words: list[str] = []
    for audit in rows("audits").to_dicts():
        words.append(audit_sentence(audit, rows("seats")))
    if len(rows("neighbours")):
        words += neighbour_sentences(rows("neighbours"), answers.menu, players, expert)
    if len(rows("starts")):
        words.append(order_words(rows("starts")))
    return words


def _menu(answers: Answers, players: int, expert: str) -> list[str]:
    words: list[str] = []
    character = answers.table("character", players=players, policy=expert)
    if len(character):
        words += menu_sentences(character, answers.menu.seats_for(players))
    luck, skill, ladder = (
        answers.table(name, players=players) for name in ("luck", "skill", "ladder")
    )
    if len(luck):
        words += luck_sentences(luck, skill, ladder)
    return words


def budget(answers: Answers) -> Budget:
    """Return how many games each experiment was given."""
    manifest = answers.manifest
    target = manifest["target"]
    return Budget(
        games=manifest["games"],
        target=None if target is None else Target.read(target),
        max_games=manifest["max_games"],
    )


def notes(answers: Answers) -> str:
    """Return how to read the numbers."""
    said = ["± is half of a 95 % interval"]
    given = budget(answers)
    if not given.is_fixed:
        said[0] += f", of card values one that holds at any look, played until ± {given.target}"
    said[0] += "."
    if answers.has("kinds"):
        said += [
            "May take it: what is lost if one player never takes the kind, on the same deals. When taken: the same, of "
            "the games in which it was. One pick: taking it less taking the best other card, mean of all hands that "
            "hold it; by turn, few tries are drawn in toward the others, and those with ? may be chance. Denies: what "
            "all others lose where it is taken though it was not wanted. Dealt: what a copy more in the first hand "
            "brings. With/without compares games and is no effect; bias is how far it is off. Of the win: win index, "
            "players x share of the win, so that 1 is an even share."
        ]
    return " ".join(said)


def replay_command(answers: Answers, players: int, policy: str, game: int) -> str:
    """Return the command that shows one game of an analysis again."""
    words = [
        "simkit",
        "replay",
        menu_argument(answers.menu),
        "-p",
        str(players),
        "--policy",
        policy,
    ]
    command = shlex.join([*words, "--seed", str(answers.seed), "-k", str(game)])
    return command + (" --house" if answers.menu.house else "")


def menu_argument(menu: Menu) -> str:
    """Return by what name commands know a menu."""
    return f"{menu.game}/{menu.slug}" if menu.source == "printed" else menu.source
