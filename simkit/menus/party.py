"""The menu file of Sushi Go Party!, and the way from it to a checked `Menu`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.errors import MenuError
from simkit.menus.catalogue import GROUPS, card_ids, cards
from simkit.menus.entries import (
    Name,
    Table,
    Text,
    check_sum,
    given_counts,
    in_order,
    listed_kinds,
    points_of,
    slug_of,
    usual_counts,
)
from simkit.menus.menu import Menu
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.rulings import Rulings
from simkit.schema import MAX_HAND

URAMAKI_IN_THE_BOX = 12  # rule book, p. 2


class Deal(BaseModel):
    """Another deal than the set-up table of the rule book."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hand_size: Annotated[int, Whole(1, MAX_HAND, "cards")] | None = Field(
        default=None,
        description="Cards in a hand, so turns in a round.",
    )
    desserts: Annotated[tuple[int, int, int], Wholes(COPIES, 3, 3)] | None = Field(
        default=None, description="Dessert cards that join the deck before rounds 1, 2 and 3."
    )


class PartyFile(BaseModel):
    """A menu: the cards on the table and, if wanted, other rulings, counts, points and deals."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    game: Literal["party"] = Field(default="party", description="Which rules: Sushi Go! Party.")
    cards: list[Text] = Field(
        description="The kinds of cards: 1 roll, 3 appetizers, 2 specials and 1 dessert. Nigiri "
        "are always there and may be named. House menus may have any kinds.",
    )
    nigiri: bool = Field(
        default=True, strict=True, description="House menus only: false plays without nigiri."
    )
    rulings: Rulings = Field(
        default=Rulings(), description="Answers to the disputed questions of the rules."
    )
    counts: Table = Field(
        default={},
        description="Other numbers of copies, by kind: a number, or for kinds with variants a "
        "table of numbers.",
    )
    points: Table = Field(default={}, description="Other points, by kind.")
    deal: Deal = Field(
        default=Deal(), description="Another hand size or number of desserts than the rule book's."
    )

    def menu(self, *, house: bool, where: str) -> Menu:
        """Return the checked menu; `where` begins every message."""
        kinds = _kinds(self, house=house, where=where)
        if not house:
            _check_structure(kinds, where=where)
        counts = _counts(kinds, self, where=where)
        return Menu(
            name=self.name,
            slug=slug_of(self.name),
            game=self.game,
            kinds=kinds,
            rulings=_rulings(self.rulings, counts),
            counts=counts,
            points=points_of(self.points, kinds, where=where, game=self.game),
            hand_size=self.deal.hand_size,
            desserts=self.deal.desserts,
            house=house,
            source=where,
        )


def _kinds(given: PartyFile, *, house: bool, where: str) -> tuple[str, ...]:
    """Return the kinds in play in catalogue order."""
    named = listed_kinds(given.cards, where=where, game="party")
    if given.nigiri:
        named.append("nigiri")
    elif not house:
        raise MenuError(
            f"{where}: nigiri = false is for house menus only; take the line out, or allow it with "
            "--house (house=True)."
        )
    elif "nigiri" in named:
        raise MenuError(f"{where}: nigiri = false, but `cards` lists nigiri; keep one of the two.")
    if not named:
        raise MenuError(f"{where}: cards: there is no card; list at least one kind.")
    return in_order(named, "party")


def _check_structure(kinds: tuple[str, ...], *, where: str) -> None:
    """Raise MenuError unless the kinds are 1 roll, 3 appetizers, 2 specials and 1 dessert."""
    wrong = []
    for group, wanted in GROUPS.items():
        here = [kind for kind in kinds if cards()[kind].group == group]
        if len(here) != wanted:
            named = f" ({', '.join(here)})" if here else ""
            wrong.append(f"{len(here)} {group}{'' if len(here) == 1 else 's'}{named}, not {wanted}")
    if wrong:
        raise MenuError(
            f"{where}: a menu has 1 roll, 3 different appetizers, 2 different specials and "
            f"1 dessert; this one has {'; '.join(wrong)}. Change `cards`, or allow any set of "
            "cards with --house (house=True)."
        )


def _counts(kinds: tuple[str, ...], given: PartyFile, *, where: str) -> dict[str, int]:
    """Return the copies of every card id in play."""
    counts = usual_counts(kinds, "party")
    mix = _uramaki_mix(given, where=where)
    if "uramaki" in kinds:
        counts.update(mix)
    counts.update(given_counts(given.counts, kinds, where=where, game="party"))
    check_sum(counts, where=where)
    return counts


def _uramaki_mix(given: PartyFile, *, where: str) -> dict[str, int]:
    mix = given.rulings.uramaki_mix
    if sum(mix) != URAMAKI_IN_THE_BOX:
        raise MenuError(
            f"{where}: rulings.uramaki_mix = {list(mix)}: the three numbers must add up to "
            f"{URAMAKI_IN_THE_BOX}, the uramaki in the box. For other numbers of uramaki use "
            "[counts]."
        )
    if "uramaki" in given.counts and "uramaki_mix" in given.rulings.model_fields_set:
        raise MenuError(
            f"{where}: rulings.uramaki_mix and counts.uramaki both say how many uramaki there are; "
            "keep one of the two."
        )
    return dict(zip(card_ids("uramaki").values(), mix, strict=True))


def _rulings(rulings: Rulings, counts: Mapping[str, int]) -> Rulings:
    """Return the rulings with the uramaki mix that is really in play."""
    mix = tuple(counts[card] for card in card_ids("uramaki").values() if card in counts)
    return rulings.model_copy(update={"uramaki_mix": mix}) if mix else rulings
