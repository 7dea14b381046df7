"""A transcript in words, turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from simkit.cards import CATALOGUE

_NAMES = {v.slug: v.name for kind in CATALOGUE for v in kind.variants} | {k.slug: k.name for k in CATALOGUE}
_NAMES["face-down"] = "a face-down card"


def text(data: dict[str, Any]) -> str:
    """Return the game for people: hands, plays, actions, points, winner. Seats are counted from 1."""
    lines = [
        f"{data['menu']}, {data['players']} players, seed {data['seed']}, game {data['game_number']}",
        "Seats: " + ", ".join(f"{i + 1} {name}" for i, name in enumerate(data["policies"])),
    ]
    for round_ in data["rounds"]:
        lines += ["", f"Round {round_['round']}"]
        added = Counter(round_["desserts_added"])
        if added:
            lines.append("  joining the deck: " + _several(added.elements()))
        lines += [f"  seat {p + 1} is dealt {_several(hand)}" for p, hand in enumerate(round_["hands"])]
        for turn in round_["turns"]:
            lines += _turn(turn)
        lines.append(f"  End of round {round_['round']}")
        for p, points in enumerate(round_["points"]):
            total = data["totals_after_round"][round_["round"] - 1][p]
            kept = _several(name.partition(":")[2] or name for name in round_["kept"][p])
            keeps = f"; keeps {kept}" if kept else ""
            lines.append(f"    seat {p + 1}: {_sum(points)} (total {total}){keeps}")
    lines += ["", "End of the game"]
    for p, points in enumerate(data["dessert_points"]):
        n = data["dessert_cards"][p]
        cards = f"{n} dessert card{'s' * (n != 1)}"
        lines.append(f"  seat {p + 1}: {data['totals'][p]} points, {cards} ({_sum(points)})")
    won = [p + 1 for p, share in enumerate(data["win_share"]) if share > 0]
    seats = ", ".join(str(p) for p in won)
    lines.append(f"  Seat {seats} wins." if len(won) == 1 else f"  Seats {seats} share the win.")
    return "\n".join(lines)


def _several(cards: Iterable[str]) -> str:
    counted = Counter(cards)
    return ", ".join(f"{n} x {_NAMES[name]}" if n > 1 else _NAMES[name] for name, n in counted.items())


def _sum(points: dict[str, int]) -> str:
    parts = [f"{_NAMES[kind]} {value}" for kind, value in points.items() if value]
    return f"{sum(points.values())} points" + (f": {', '.join(parts)}" if parts else "")


def _turn(turn: dict[str, Any]) -> list[str]:
    lines = [f"  Turn {turn['turn']}"]
    for commit in turn["commits"]:
        if commit["calls"]:
            lines.append(f"    seat {commit['seat'] + 1} calls {_several(commit['calls'])}")
    return lines + ["    " + _event(event) for event in turn["events"]]


def _event(event: dict[str, Any]) -> str:
    seat = f"seat {event['seat'] + 1}"
    name = _NAMES[event["card"]] if "card" in event else ""
    match event["event"]:
        case "play":
            copies = f" as {_NAMES[event['copies']]}" if event["copies"] else ""
            on = " on a wasabi" if event["on_wasabi"] else ""
            return f"{seat} plays {name}{copies}{on}"
        case "discard":
            n = f"{event['n']} x " if event["n"] > 1 else ""
            return f"{seat} discards {n}{name} ({event['why']})"
        case "points":
            return f"{seat} scores {event['points']} points for {_NAMES[event['kind']]}"
        case "chopsticks":
            return f"{seat} uses {name} to take {_NAMES[event['takes']]}"
        case "spoon":
            asks = f"{seat} uses {name} to ask for {_NAMES[event['request']]}"
            if event["giver"] is None:
                return f"{asks}; nobody has it"
            return f"{asks}; seat {event['giver'] + 1} gives {_NAMES[event['gives']]}"
        case "menu":
            takes = _NAMES[event["takes"]] if event["takes"] else "nothing"
            return f"{seat} draws {_several(event['draws'])} and takes {takes}"
        case "takeout":
            if not event["flips"]:
                return f"{seat} turns nothing face-down"
            return f"{seat} turns face-down: {', '.join(_flip(flip) for flip in event['flips'])}"
    raise ValueError(f"event {event['event']!r} is not known")


def _flip(flip: dict[str, Any]) -> str:
    place = "" if flip["place"] == "table" else f" ({flip['place'].replace('nigiri-', '')})"
    return _NAMES[flip["card"]] + place
