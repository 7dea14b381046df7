"""The house rulings: where the rule book is silent or read in two ways, and what is played here.

Every field is a question of section E of the rules; its default is the recommended answer.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.menus.numbers import COPIES, Whole, Wholes


class _Answers(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def changed(self) -> dict[str, object]:
        """Return the rulings that differ from the recommended ones, by name."""
        usual = type(self)().model_dump()
        return {name: value for name, value in self.model_dump().items() if value != usual[name]}


class Rulings(_Answers):
    """Answers to the disputed questions of the rules (Party)."""

    uramaki_mix: Annotated[tuple[int, int, int], Wholes(COPIES, 3, 3)] = Field(
        default=(4, 4, 4),
        description="E1. Copies of the uramaki with 3, 4 and 5 icons; together 12.",
    )
    face_down_colour: Literal["shared", "none"] = Field(
        default="shared",
        description="E2. Colour of face-down cards for tea and soy sauce: all of them share one "
        "extra colour, or they have none.",
    )
    bonus_actions_per_turn: Annotated[int, Whole(0, 20)] = Field(
        default=0,
        description="E3. Most chopsticks and spoons that one seat may call in one turn; 0 is no "
        "limit.",
    )
    uramaki_timing: Literal["at once", "end of turn"] = Field(
        default="at once",
        description="E4. When uramaki reaching the target are scored: after the reveal and then "
        "after each further card, or once when the whole turn is done.",
    )
    uramaki_tie: Literal["use up places", "skip one"] = Field(
        default="use up places",
        description="E5. What k seats tied for an uramaki place cost: k places, or exactly one "
        "place more than the one they share.",
    )
    all_tied: Literal["literal", "nothing"] = Field(
        default="literal",
        description="E6. Temaki and pudding when all seats are equal: everybody is paid both for "
        "the most and for the fewest, or nobody anything.",
    )
    most_needs_one: bool = Field(
        default=False,
        description="E6, last sentence. Whether a seat without any temaki or pudding can be paid "
        "for having the most: false pays it, true does not.",
    )
    flipped_wasabi_keeps_triple: bool = Field(
        default=False,
        description="E10. Whether a nigiri stays tripled after a takeout box has flipped the "
        "wasabi under it.",
    )
    flipped_nigiri_frees_wasabi: bool = Field(
        default=False,
        description="E10. Whether a wasabi takes another nigiri after a takeout box has flipped "
        "the one on it.",
    )
    spoon_in_last_turn: Literal["discard", "forbid"] = Field(
        default="discard",
        description="E12. A spoon in the last turn of a round, when all hands are empty: it may be "
        "called and is discarded, or it may not be called.",
    )
    uramaki_after_last_place: Literal["keep", "discard"] = Field(
        default="keep",
        description="E19. Uramaki reaching the target when all places are taken: they stay on the "
        "table, or they are discarded for 0 points.",
    )
    special_order_on_wasabi: Literal["optional", "mandatory"] = Field(
        default="optional",
        description="E23. A special order copying a nigiri that is not on a wasabi: it may, or "
        "must, go on a free wasabi.",
    )
    copy_of_tripled_nigiri: Literal["not placed", "like any nigiri"] = Field(
        default="not placed",
        description="E23. A special order copying a nigiri that is on a wasabi: it is never put "
        "on another wasabi, or it is treated like a copy of any nigiri.",
    )


class GoRulings(_Answers):
    """Answers to the disputed questions of the rules (Sushi Go!)."""

    dummy_pudding_loss: bool = Field(
        default=True,
        description="E21. With a dummy, whether the fewest puddings pay as among three players; "
        "false: nobody loses, as among two.",
    )
    dummy_control: Literal["alternates", "anew"] = Field(
        default="alternates",
        description="E21. Who plays for the dummy first in rounds 2 and 3: control goes on "
        "alternating, so the other player begins round 2; or the first player begins anew.",
    )
    wasabi_and_nigiri: Literal["tripled", "not tripled"] = Field(
        default="tripled",
        description="E22. A nigiri taken with chopsticks in the turn in which its wasabi was "
        "played: it is tripled, or it is not.",
    )


class RollRulings(_Answers):
    """Answers to the disputed questions of the rules (Sushi Roll)."""

    all_tied: Literal["literal", "nothing"] = Field(
        default="literal",
        description="E6. Pudding when all seats are equal: everybody is paid both for the most "
        "and for the fewest, or nobody anything.",
    )
    most_needs_one: bool = Field(
        default=False,
        description="E6, last sentence. Whether a seat without any pudding can be paid for having "
        "the most: false pays it, true does not.",
    )


RULINGS: dict[str, type[Rulings] | type[GoRulings] | type[RollRulings]] = {
    "party": Rulings,
    "go": GoRulings,
    "roll": RollRulings,
}
"""The model of each game's rulings."""
