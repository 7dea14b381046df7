"""A transcript for people: a grid of turns by seats, with what happens beside the cards played.

Seats are counted from 1 here, as people do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from simkit.cards import CATALOGUES

_KIND_NAMES = {game: {kind.slug: kind.name for kind in kinds} for game, kinds in CATALOGUES.items()}
_KIND_NAMES["roll"]["menu"] = "Tokens left"  # what these points are for
_BARE = ("nigiri", "onigiri", "fruit")  # kinds whose variants are known by their own names
_DESSERTS = {"party": "desserts", "go": "puddings", "roll": "pudding tokens"}  # they break ties
_TOKENS = {"menu": "menus", "chopsticks": "chopsticks", "pudding": "puddings"}  # more than one
_FACES = {variant.slug: variant.value for kind in CATALOGUES["roll"] for variant in kind.variants}
_WIDTH = 80  # where lists of cards and dice are broken; grids are as wide as they are

Row = list[str] | tuple[str, str] | str
"""Cells; a label and a line beside it; or a line without."""


def text(data: Mapping[str, Any], *, hands: bool = False) -> str:
    """Return a game for people.

    Parameters
    ----------
    data : mapping
        A transcript.
    hands : bool
        Show before every turn what each seat holds: its hand, or its tray and tokens.
    """
    n = data["players"]
    policies = data["policies"][:n]
    same = len(set(policies)) == 1
    head = [f"seat {p + 1}" + ("" if same else f" {name}") for p, name in enumerate(policies)]
    names = [f"seat {p + 1}" for p in range(n)]
    dummy = len(data["policies"]) > n
    if dummy:
        head.append("dummy")
        names.append("the dummy")
    lines = [
        f"{data['menu']}, {n} players{' and a dummy' if dummy else ''}"
        f"{f', all {policies[0]}' if same else ''}, seed {data['seed']}, game {data['game_number']}"
    ]
    tell = _dice_round if data["game"] == "roll" else _card_round
    for round_ in data["rounds"]:
        rows: list[Row] = [["", *head]]
        lines += ["", *tell(data, round_, names, rows, hands=hands)]
        rows += ["", *_points(data, round_["points"])]
        rows.append(["together", *(str(sum(points.values())) for points in round_["points"])])
        number = round_["round"]
        if number > 1:
            rows.append(["so far", *map(str, data["totals_after_round"][number - 1])])
        rows += _tokens(round_) if data["game"] == "roll" else _kept(round_["kept"])
        lines += _grid(rows)
    return "\n".join([*lines, "", *_end(data, head, names)])


def _card_round(
    data: Mapping[str, Any],
    round_: Mapping[str, Any],
    names: list[str],
    rows: list[Row],
    *,
    hands: bool,
) -> Iterator[str]:
    """Yield what goes before the grid of a round, and add the turns to its rows."""
    number = round_["round"]
    said = _before(data, round_)
    yield f"Round {number}" + (f": {said}" if said else "")
    if not hands:
        for name, hand in zip(names, round_["hands"], strict=True):
            yield from _broken(_holding(name, "is dealt", hand), 2)
    yield ""
    held = round_["hands"]
    for turn in round_["turns"]:
        if hands:
            rows += [_holding(name, "holds", hand) for name, hand in zip(names, held, strict=True)]
        plays = {e["seat"]: e for e in turn["events"] if e.get("by") == "commit"}
        rows.append([f"turn {turn['turn']}", *(_play(plays[p]) for p in range(len(names)))])
        rows += [f"- {line}" for line in _actions(turn, names)]
        held = turn["hands"]


def _before(data: Mapping[str, Any], round_: Mapping[str, Any]) -> str:
    """Say what is special about a round."""
    if data["game"] == "go":
        both_ways = data["variants"]["pass"] == "both ways"
        way = "right" if round_["round"] == 2 else "left"
        return f"hands are passed to the {way}" if both_ways else ""
    added = sum(round_["desserts_added"].values())
    return f"{added} dessert{'s join' if added != 1 else ' joins'} the deck" if added else ""


def _holding(name: str, holds: str, cards: Sequence[str]) -> str:
    says = "the dummy's pile is" if name == "the dummy" else f"{name} {holds}"
    return f"{says} {_several(cards)}"


def _dice_round(
    data: Mapping[str, Any],
    round_: Mapping[str, Any],
    names: list[str],
    rows: list[Row],
    *,
    hands: bool,
) -> Iterator[str]:
    """Yield what goes before the grid of a round, and add the turns to its rows."""
    yield f"Round {round_['round']}: {names[round_['starts']]} starts"
    yield ""
    belts, n = round_["belts"], len(names)
    trays: list[list[str]] = [[]] * n
    tokens = [data["tokens"]["start"]] * n
    if round_["round"] > 1:
        tokens = data["rounds"][round_["round"] - 2]["turns"][-1]["tokens"]
    for turn in round_["turns"]:
        lines: list[str] = []
        if hands:
            for name, tray, mine in zip(names, trays, tokens, strict=True):
                lines.append(f"{name} has {_several(tray)}; {_owned(mine)}")
        for i in range(n):
            p = (turn["starts"] + i) % n
            faces = sorted((die["face"] for die in belts[p]), key=list(_FACES).index)
            lines.append(f"{names[p]} {'rolls' if i else 'starts, rolls'} {_several(faces)}")
            moves = [_move(event, names) for event in turn["events"] if event["seat"] == p]
            lines += [f"- {line}" for line in moves if line]
        rows += ["", (f"turn {turn['turn']}", lines[0]), *lines[1:]]
        takes = {e["seat"]: e for e in turn["events"] if e["event"] == "take"}
        rows.append(["takes", *(_take(takes[p]) for p in range(n))])
        belts, trays, tokens = turn["belts"], turn["tables"], turn["tokens"]


def _take(event: Mapping[str, Any]) -> str:
    return _name(event["face"]) + (" on wasabi" if event["on_wasabi"] else "")


def _move(event: Mapping[str, Any], names: list[str]) -> str:
    """Say what a seat does with a token, and when there are fewer tokens than it should have."""
    match event["event"]:
        case "menu":
            changes = Counter((die["from"], die["to"]) for die in event["rerolls"])
            return "uses a menu: " + ", ".join(_change(*c, n) for c, n in changes.items())
        case "chopsticks":
            gives, takes = _name(event["gives"]["face"]), _name(event["takes"]["face"])
            return f"uses chopsticks: {gives} for {takes} of {names[event['with']]}"
        case "take":
            return _short(event["face"], sum(event["tokens"].values()))
    raise ValueError(f"event {event['event']!r} is not known")


def _change(old: str, new: str, n: int) -> str:
    return f"{_times(n, old)} again" if old == new else f"{_times(n, old)} to {_name(new)}"


def _short(face: str, got: int) -> str:
    """Say that the supply had fewer tokens than a face shows."""
    kind = face.partition("-")[0]
    if kind not in _TOKENS or got == _FACES[face]:
        return ""
    return f"finds only {_count(got, kind)} left" if got else f"finds no {_TOKENS[kind]} left"


def _owned(tokens: Mapping[str, int]) -> str:
    owned = [_count(tokens[kind], kind) for kind in _TOKENS if tokens.get(kind)]
    return f"keeps {', '.join(owned) or 'no tokens'}"


def _count(n: int, kind: str) -> str:
    return f"{n} {kind if n == 1 else _TOKENS[kind]}"


def _end(data: Mapping[str, Any], head: list[str], names: list[str]) -> Iterator[str]:
    yield "End of the game"
    desserts = _DESSERTS[data["game"]]
    rows: list[Row] = [["", *head]]
    rows += _points(data, data["dessert_points"])
    rows.append(["total", *map(str, data["totals"])])
    if any(data["dessert_cards"]):
        rows.append([desserts, *map(str, data["dessert_cards"])])
    yield from _grid(rows)
    won = [p for p, share in enumerate(data["win_share"]) if share > 0]
    tied = data["totals"].count(max(data["totals"])) > 1
    if len(won) == 1:
        winner = names[won[0]]
        more = f", having more {desserts}" if tied else ""
        yield f"{winner[0].upper()}{winner[1:]} wins{more}."
    else:
        seats = [str(p + 1) if p < data["players"] else names[p] for p in won]
        n_seats = sum(p < data["players"] for p in won)
        yield f"Seat{'s' if n_seats > 1 else ''} {_and(seats)} share the win."


def _grid(rows: Sequence[Row]) -> Iterator[str]:
    """Lay rows out in columns; a line stands beside the first."""
    table = [row for row in rows if isinstance(row, list)]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in rows:
        if not isinstance(row, list):
            label, line = ("", row) if isinstance(row, str) else row
            first, *more = _broken(line, widths[0] + 4)
            yield f"  {label:<{widths[0] + 2}}{first.lstrip()}".rstrip()
            yield from more
        else:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
            yield ("  " + "  ".join(cells)).rstrip()


def _broken(line: str, indent: int) -> list[str]:
    """Indent a line; break it after a comma where it is too long."""
    glued = re.sub("(?<![,;]) ", "\0", line)  # no space that may be broken at, but after commas
    parts = wrap(
        glued,
        _WIDTH - indent,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [" " * indent + part.replace("\0", " ") for part in parts or [""]]


def _points(data: Mapping[str, Any], points: Sequence[Mapping[str, int]]) -> Iterator[list[str]]:
    for kind in data["cards"]:
        if any(mine.get(kind, 0) for mine in points):
            name = _KIND_NAMES[data["game"]][kind]
            yield [name, *(str(mine.get(kind, 0)) for mine in points)]


def _kept(kept: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Yield the desserts that the seats keep, a row for each one of a seat."""
    listed = [Counter(card.rpartition(":")[2] for card in cards) for cards in kept]
    cells = [[_times(n, card) for card, n in counted.items()] for counted in listed]
    for i in range(max(map(len, cells))):
        yield ["keeps" if i == 0 else "", *(mine[i] if i < len(mine) else "" for mine in cells)]


def _tokens(round_: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the tokens that the seats keep, a row for each sort."""
    label = "keeps"
    for kind in _TOKENS:
        owned = [mine.get(kind, 0) for mine in round_["turns"][-1]["tokens"]]
        if any(owned):
            yield [label, *(_count(n, kind) if n else "" for n in owned)]
            label = ""


def _actions(turn: Mapping[str, Any], names: list[str]) -> list[str]:
    """Say what happens in a turn beside the plays of the cards chosen."""
    lines: list[str] = []
    if draw := turn.get("draw"):
        lines.append(
            f"{names[draw['seat']]} plays for the dummy, having drawn {_name(draw['card'])}"
        )
    gone: dict[tuple[int, str], int] = {}
    events = turn["events"]
    for i, event in enumerate(events):
        kind, seat = event["event"], names[event["seat"]]
        if kind == "play" and event["by"] != "commit":
            if event["on_wasabi"] or event["copies"]:
                lines[-1] += f": {_play(event)}"
        elif kind == "points":
            lines.append(f"{seat} scores {event['points']} points for uramaki")
        elif kind == "discard":
            key = (event["seat"], event["why"])
            gone[key] = gone.get(key, 0) + event["n"]
            following = events[i + 1] if i + 1 < len(events) else {}
            if (following.get("seat"), following.get("why")) != key:
                lines += _discard(seat, event["why"], gone.pop(key))
        elif kind != "play":
            lines.append(f"{seat} {_action(event)}")
    return lines


def _discard(seat: str, why: str, n: int) -> list[str]:
    if why == "miso clash":
        return [f"{seat} discards {'its miso soup' if n == 1 else f'{n} miso soups'}: a clash"]
    if why == "uramaki unpaid":
        return [f"{seat} discards {n} uramaki: all places are taken"]
    if why == "nothing to copy":
        return [f"{seat} discards the special order: nothing to copy"]
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


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}"
