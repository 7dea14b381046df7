"""Where a transcript and the reference's own say different things, in one line each.

Parts whose order means nothing are compared as if sorted: hands, tables, belts, and the discards
and points of one moment. Zeros may be left out.
"""

from collections import Counter
from typing import Any

from .game import QUEUE_HEADS, Event
from .rulebook import in_catalogue_order

_AMOUNTS = ("desserts_added", "counts")  # tables of numbers by name that belong to no seat


def compare(name: str, got: Any, expected: Any) -> list[str]:
    """Lines on one part of a transcript."""
    if name == "events":
        return _compare_events(got, expected)
    if name == "commits":
        got = [{key: commit.get(key) for key in expected[0]} for commit in got]
    if name in _AMOUNTS:
        got, expected = _without_zeros(got), _without_zeros(expected)
    if got == expected:
        return []
    if not isinstance(expected, list) or len(got) != len(expected):
        return [f"{name}: got {got}, expected {expected}"]
    return [
        f"{name} of seat {seat}: got {theirs}, expected {mine}"
        for seat, (theirs, mine) in enumerate(zip(got, expected, strict=True))
        if _plain(name, theirs) != _plain(name, mine)
    ]


def _plain(name: str, part: Any) -> Any:
    """One seat's part in a form that can be compared."""
    match name:
        case "hands" | "tables" | "kept":
            return Counter(part)
        case "belts":
            return Counter((die["die"], die["face"]) for die in part)
        case "points" | "dessert_points" | "tokens":
            return _without_zeros(part)
        case "commits":
            return part | {"calls": sorted(part["calls"])}
        case "win_share":
            return round(part, 9)
    return part


def _without_zeros(amounts: dict[str, int]) -> dict[str, int]:
    return {key: amount for key, amount in amounts.items() if amount}


# --- events ------------------------------------------------------------------------------------


def _compare_events(got: list[Event], expected: list[Event]) -> list[str]:
    theirs, mine = _canonical(got), _canonical(expected)
    for theirs_now, mine_now in zip(theirs, mine, strict=False):
        shown = {key: theirs_now.get(key) for key in mine_now}
        if shown != mine_now:
            return [f"event: got {theirs_now}, expected {mine_now}"]
    if len(theirs) == len(mine):
        return []
    longer, whose = (theirs, "got") if len(theirs) > len(mine) else (mine, "expected")
    return [f"event: {whose} also {longer[min(len(theirs), len(mine))]}"]


def _canonical(events: list[Event]) -> list[Event]:
    """Events with discards and points of one moment sorted: their order means nothing.

    A moment is the reveal, or one entry of the number queue with all that follows from it.
    """
    moments: list[list[Event]] = [[]]
    for event in events:
        if event["event"] in QUEUE_HEADS:
            moments.append([])
        moments[-1].append(_plain_event(event))
    return [event for moment in moments for event in sorted(moment, key=_place_in_moment)]


def _plain_event(event: Event) -> Event:
    plain = dict(event)
    if "draws" in plain:
        plain["draws"] = in_catalogue_order(plain["draws"])
    for name in ("flips", "rerolls"):
        if name in plain:
            plain[name] = sorted(plain[name], key=lambda one: sorted(one.items()))
    if "tokens" in plain:
        plain["tokens"] = _without_zeros(plain["tokens"])
    return plain


def _place_in_moment(event: Event) -> tuple[int, str, int, str]:
    if event["event"] in QUEUE_HEADS:
        return 0, "", 0, ""
    if event["event"] in ("play", "take"):
        return 1, "", 0, ""  # a stable sort: plays keep their order
    return 2, event.get("why", ""), event["seat"], event.get("card", "")
