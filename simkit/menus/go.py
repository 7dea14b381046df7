"""The menu file of Sushi Go!, and the way from it to a checked `Menu`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.errors import MenuError
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
from simkit.menus.numbers import Whole
from simkit.menus.rulings import GoRulings
from simkit.menus.settings import Variants
from simkit.menus.writing import go_kinds
from simkit.schema import MAX_HAND


class GoDeal(BaseModel):
    """Another deal than the rule book's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hand_size: Annotated[int, Whole(1, MAX_HAND, "cards")] | None = Field(
        default=None, description="Cards in a hand, so turns in a round."
    )


class GoFile(BaseModel):
    """A menu of Sushi Go!: variants and, if wanted, other cards, rulings, counts and points."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    game: Literal["go"] = Field(description="Which rules: Sushi Go!, the original game.")
    cards: list[Text] | None = Field(
        default=None,
        description="The kinds of cards. Without it all but the promotional soy sauce, which may "
        "be added. Nigiri are always there and may be named. House menus may have any kinds.",
    )
    variants: Variants = Field(default=Variants(), description="Variants of the rule book.")
    rulings: GoRulings = Field(
        default=GoRulings(), description="Answers to the disputed questions of the rules."
    )
    counts: Table = Field(
        default={},
        description="Other numbers of copies, by kind: a number, or for kinds with variants a "
        "table of numbers.",
    )
    points: Table = Field(default={}, description="Other points, by kind.")
    deal: GoDeal = Field(default=GoDeal(), description="Another hand size than the rule book's.")

    def menu(self, *, house: bool, where: str) -> Menu:
        """Return the checked menu; `where` begins every message."""
        kinds = _kinds(self, where=where)
        if not house:
            _check_structure(kinds, where=where)
        counts = usual_counts(kinds, "go")
        counts.update(given_counts(self.counts, kinds, where=where, game="go"))
        check_sum(counts, where=where)
        return Menu(
            name=self.name,
            slug=slug_of(self.name),
            game=self.game,
            kinds=kinds,
            rulings=self.rulings,
            counts=counts,
            points=points_of(self.points, kinds, where=where, game="go"),
            hand_size=self.deal.hand_size,
            variants=self.variants,
            house=house,
            source=where,
        )


def _kinds(given: GoFile, *, where: str) -> tuple[str, ...]:
    """Return the kinds in play in catalogue order."""
    if given.cards is None:
        return go_kinds()
    return in_order(["nigiri", *listed_kinds(given.cards, where=where, game="go")], "go")


def _check_structure(kinds: tuple[str, ...], *, where: str) -> None:
    """Raise MenuError unless the kinds are those of the box."""
    missing = [kind for kind in go_kinds() if kind not in kinds]
    if missing:
        raise MenuError(
            f"{where}: Sushi Go! is played with all of {', '.join(go_kinds())}; missing: "
            f"{', '.join(missing)}. Change `cards` or take it out, or allow any set of cards with "
            "--house (house=True)."
        )
