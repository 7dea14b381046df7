"""One thing in a transcript changed, for tests that the change is found."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

Transcript = dict[str, Any]
Path = tuple[Any, ...]


def as_json(transcript: Transcript) -> Transcript:
    """The transcript as it comes out of a file."""
    return json.loads(json.dumps(transcript))


def facts(part: Any, path: Path = ()) -> Iterator[Path]:
    """Paths to all single values of a transcript."""
    if isinstance(part, dict | list):
        items = part.items() if isinstance(part, dict) else enumerate(part)
        for key, inner in items:
            yield from facts(inner, (*path, key))
    else:
        yield path


def other(value: Any) -> Any:
    """Another value of the same sort; a card that plays in Party only."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return "tofu" if value != "tofu" else "eel"


def changed(transcript: Transcript, path: Path) -> Transcript:
    """A copy of a transcript in which one value is another."""
    wrong = copy.deepcopy(transcript)
    part = wrong
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = other(part[path[-1]])
    return wrong


def some_changes(
    transcript: Transcript, n: int, seed: int, free: frozenset[str] = frozenset()
) -> Iterator[tuple[Path, Transcript]]:
    """Changes at random places of the rounds, but for keys whose value is free."""
    paths = [("rounds", *path) for path in facts(transcript["rounds"]) if not free & set(path)]
    for path in random.Random(seed).sample(paths, n):
        yield path, changed(transcript, path)


def events(transcript: Transcript, name: str) -> list[dict[str, Any]]:
    """All events of a name."""
    return [
        event
        for part in transcript["rounds"]
        for turn in part["turns"]
        for event in turn["events"]
        if event["event"] == name
    ]


def turn(transcript: Transcript, number: int = 3) -> dict[str, Any]:
    """A turn of the first round, counted from 0."""
    return transcript["rounds"][0]["turns"][number]


def swap_cards(hands: list[list[Any]]) -> None:
    """Exchange two different cards (or dice) of two seats."""
    for i, mine in enumerate(hands[0]):
        for j, theirs in enumerate(hands[1]):
            if mine != theirs:
                hands[0][i], hands[1][j] = theirs, mine
                return
