"""A transcript for people: a grid of turns by seats, with what happens beside the cards played.

Seats are counted from 1 here, as people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simkit.cards import CATALOGUE

_KIND_NAMES = {kind.slug: kind.name for kind in CATALOGUE}
_BARE = ("nigiri", "onigiri", "fruit")  # kinds whose variants are known by their own names


def text(data: Mapping[str, Any], *, hands: bool = False) -> str:
    """Return a game for people.

    Parameters
    ----------
    data : mapping
        A transcript.
    hands : bool
        Show before every turn what each seat holds.
    """
    policies = data["policies"]
    same = len(set(policies)) == 1
    head = [f"seat {p + 1}" + ("" if same else f" {name}") for p, name in enumerate(policies)]
    lines = [
        f"{data['menu']}, {data['players']} players{f', all {policies[0]}' if same else ''}, "
        f"seed {data['seed']}, game {data['game_number']}"
    ]
    for round_ in data["rounds"]:
        lines += ["", *_round(data, round_, head, hands=hands)]
    return "\n".join([*lines, "", *_end(data, head)])


def _round(
    data: Mapping[str, Any], round_: Mapping[str, Any], head: list[str], *, hands: bool
) -> Iterator[str]:
    number = round_["round"]
    added = sum(round_["desserts_added"].values())
    joins = f"{added} dessert{'s join' if added != 1 else ' joins'} the deck" if added else ""
    yield f"Round {number}" + (f": {joins}" if joins else "")
    if not hands:
        yield from (f"  seat {p + 1} is dealt {_several(h)}" for p, h in enumerate(round_["hands"]))
    yield ""
    rows: list[list[str] | str] = [["", *head]]
    held = round_["hands"]
    for turn in round_["turns"]:
        if hands:
            rows += [f"seat {p + 1} holds {_several(hand)}" for p, hand in enumerate(held)]
        plays = {e["seat"]: e for e in turn["events"] if e.get("by") == "commit"}
        rows.append([f"turn {turn['turn']}", *(_play(plays[p]) for p in range(data["players"]))])
        rows += [f"- {line}" for line in _actions(turn)]
        held = turn["hands"]
    rows += ["", *_points(data["cards"], round_["points"])]
    rows.append(["together", *(str(sum(points.values())) for points in round_["points"])])
    if number > 1:
        rows.append(["so far", *map(str, data["totals_after_round"][number - 1])])
    rows += _kept(round_["kept"])
    yield from _grid(rows)


def _end(data: Mapping[str, Any], head: list[str]) -> Iterator[str]:
    yield "End of the game"
    rows: list[list[str] | str] = [["", *head]]
    rows += _points(data["cards"], data["dessert_points"])
    rows.append(["total", *map(str, data["totals"])])
    if any(data["dessert_cards"]):
        rows.append(["desserts", *map(str, data["dessert_cards"])])
    yield from _grid(rows)
    won = [p + 1 for p, share in enumerate(data["win_share"]) if share > 0]
    tied = data["totals"].count(max(data["totals"])) > 1
    if len(won) == 1:
        yield f"Seat {won[0]} wins{', having more desserts' if tied else ''}."
    else:
        yield f"Seats {_and(won)} share the win."


def _grid(rows: Sequence[list[str] | str]) -> Iterator[str]:
    """Lay rows out in columns; a text is a line of its own beside the first."""
    table = [row for row in rows if not isinstance(row, str)]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in rows:
        if isinstance(row, str):
            yield f"{'':<{widths[0] + 4}}{row}".rstrip()
        else:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
            yield ("  " + "  ".join(cells)).rstrip()


def _points(kinds: Iterable[str], points: Sequence[Mapping[str, int]]) -> Iterator[list[str]]:
    for kind in kinds:
        if any(mine.get(kind, 0) for mine in points):
            yield [_KIND_NAMES[kind], *(str(mine.get(kind, 0)) for mine in points)]


def _kept(kept: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Yield the desserts that the seats keep, a row for each one of a seat."""
    listed = [Counter(card.rpartition(":")[2] for card in cards) for cards in kept]
    cells = [[_times(n, card) for card, n in counted.items()] for counted in listed]
    for i in range(max(map(len, cells))):
        yield ["keeps" if i == 0 else "", *(mine[i] if i < len(mine) else "" for mine in cells)]


def _actions(turn: Mapping[str, Any]) -> list[str]:
    """Say what happens in a turn beside the plays of the cards chosen."""
    lines: list[str] = []
    gone: dict[tuple[int, str], int] = {}
    events = turn["events"]
    for i, event in enumerate(events):
        kind, seat = event["event"], event["seat"] + 1
        if kind == "play" and event["by"] != "commit":
            if event["on_wasabi"] or event["copies"]:
                lines[-1] += f": {_play(event)}"
        elif kind == "points":
            lines.append(f"seat {seat} scores {event['points']} points for uramaki")
        elif kind == "discard":
            gone[seat, event["why"]] = gone.get((seat, event["why"]), 0) + event["n"]
            following = events[i + 1] if i + 1 < len(events) else {}
            if (following.get("seat"), following.get("why")) != (event["seat"], event["why"]):
                lines += _discard(seat, event["why"], gone.pop((seat, event["why"])))
        elif kind != "play":
            lines.append(f"seat {seat} {_action(event)}")
    return lines


def _discard(seat: int, why: str, n: int) -> list[str]:
    if why == "miso clash":
        return [f"seat {seat} discards {'its miso soup' if n == 1 else f'{n} miso soups'}: a clash"]
    if why == "uramaki unpaid":
        return [f"seat {seat} discards {n} uramaki: all places are taken"]
    if why == "nothing to copy":
        return [f"seat {seat} discards the special order: nothing to copy"]
    return []  # said by the points, the menu, the takeout box or the spoon


def _action(event: Mapping[str, Any]) -> str:
    copy = " (a copy)" if event.get("copy") else ""
    uses = f"uses {_name(event['card'])}{copy}:"
    match event["event"]:
        case "chopsticks":
            return f"{uses} plays {_name(event['takes'])} too"
        case "spoon":
            asks = f"{uses} asks for {_name(event['request'])}"
            if event["giver"] is None:
                return f"{asks}, nobody has it"
            given = "" if event["gives"] == event["request"] else f" {_name(event['gives'])}"
            return f"{asks}, seat {event['giver'] + 1} gives{given or ' it'}"
        case "menu":
            takes = _name(event["takes"]) if event["takes"] else "nothing"
            return f"{uses} draws {_several(event['draws'])}, plays {takes}"
        case "takeout":
            flips = ", ".join(_flip(flip) for flip in event["flips"])
            return f"{uses} turns over {flips or 'nothing'}"
    raise ValueError(f"event {event['event']!r} is not known")


def _flip(flip: Mapping[str, Any]) -> str:
    places = {"table": "", "spent": " (its nigiri is face-down)", "with wasabi": " with its wasabi"}
    place = places.get(flip["place"], f" {flip['place']}".replace("nigiri-", "the "))
    return _name(flip["card"]) + place.replace(" on wasabi", " on a wasabi")


def _play(event: Mapping[str, Any]) -> str:
    on = " on wasabi" if event["on_wasabi"] else ""
    if event["card"] != "special-order":
        return _name(event["card"]) + on
    return f"order: {_name(event['copies'])}{on}" if event["copies"] else "special order"


def _name(card: str) -> str:
    """Return a card's short name: ``squid``, ``maki 2``, ``watermelon+orange``."""
    kind, _, variant = card.partition("-")
    if kind in _BARE and variant:
        return variant.replace("-", "+")
    return card if card == "face-down" else card.replace("-", " ")


def _several(cards: Iterable[str]) -> str:
    return ", ".join(_times(n, card) for card, n in Counter(cards).items()) or "nothing"


def _times(n: int, card: str) -> str:
    return f"{n}x {_name(card)}" if n > 1 else _name(card)


def _and(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"
